/** The matching protocol of `RegExp.prototype` apart from replacing: `match`, `matchAll`, `search` and `split`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { LongList } from "../interpreter/kernel/long-list.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { getOf, lengthOfArrayLike, setOrThrow, stringOf, toLength, toUint32 } from "../interpreter/kernel/convert.ts"
import { speciesConstructor } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Guard } from "../interpreter/kernel/realm.ts"
import { newRegExp } from "../interpreter/kernel/regexp-value.ts"
import type { RegExpValue } from "../interpreter/kernel/regexp-value.ts"
import { concatAtOnce } from "../interpreter/kernel/rope.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import {
  advanceIndex,
  captureAt,
  isFullUnicode,
  isPlainRegExp,
  flagsOf,
  regExpExec,
  finishSearch,
  search
} from "./regexp-exec.ts"
import { receiverObject } from "./regexp-receiver.ts"
import { stepOver } from "./regexp-replace.ts"
import { RegExpStringIterator } from "./regexp-string-iterator.ts"
import { partOf } from "../interpreter/kernel/weight.ts"

/** https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.match% */
export const regExpMatch: NativeSteps = function* (thisValue, args) {
  const regExp = receiverObject(thisValue, "[Symbol.match]")
  const text = yield* stringOf(args[0])
  if (isPlainRegExp(regExp)) {
    return regExp.program.flags.global ? yield* matchPlainly(regExp, text) : yield* regExpExec(regExp, text)
  }
  const flags = yield* flagsOf(regExp)
  if (!flags.includes("g")) return yield* regExpExec(regExp, text)
  const fullUnicode = flags.includes("u") || flags.includes("v")
  yield* setOrThrow(regExp, "lastIndex", 0)
  const matches = hold(new LongList())
  for (;;) {
    const result = yield* regExpExec(regExp, text)
    if (result === null) return matches.length === 0 ? null : agent.realm.newLongArray(matches)
    const matched = yield* stringOf(yield* getOf(result, 0))
    matches.push(matched)
    if (matches.length > MAX_ELEMENTS) throwTooManyElements()
    if (matched === "") yield* stepOver(regExp, text, fullUnicode)
    if (charge(4)) {
      pause()
      yield
    }
  }
}

function* matchPlainly(regExp: RegExpValue, text: string): Steps<Value> {
  const fullUnicode = isFullUnicode(regExp.program)
  const matcher = regExp.lendMatcher(text)
  regExp.slots[0] = 0
  const matches = hold(new LongList())
  let from = 0
  while (from <= text.length && (search(matcher, from) ?? (yield* finishSearch(matcher)))) {
    const stop = matcher.captures[1]
    matches.push(captureAt(matcher, text, 0))
    if (matches.length > MAX_ELEMENTS) throwTooManyElements()
    from = matcher.captures[0] === stop ? advanceIndex(text, stop, fullUnicode) : stop
    if (charge(1)) {
      pause()
      yield
    }
  }
  regExp.takeBack(matcher)
  return matches.length === 0 ? null : agent.realm.newLongArray(matches)
}

/** https://tc39.es/ecma262/#sec-regexp-prototype-matchall */
export const regExpMatchAll: NativeSteps = function* (thisValue, args) {
  const regExp = receiverObject(thisValue, "[Symbol.matchAll]")
  const text = yield* stringOf(args[0])
  const constructor = yield* speciesConstructor(regExp, "%RegExp%", wellKnown.species)
  const flags = yield* flagsOf(regExp)
  let matcher = constructor.construct([regExp, flags], constructor)
  if (matcher === SUSP) matcher = (yield) as ObjectValue
  let lastIndex = toLength(yield* getOf(regExp, "lastIndex"))
  if (lastIndex === SUSP) lastIndex = (yield) as number
  yield* setOrThrow(matcher, "lastIndex", lastIndex)
  const fullUnicode = flags.includes("u") || flags.includes("v")
  return new RegExpStringIterator(matcher, text, flags.includes("g"), fullUnicode, regExpExec)
}

/** https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.search% */
export const regExpSearch: NativeSteps = function* (thisValue, args) {
  const regExp = receiverObject(thisValue, "[Symbol.search]")
  const text = yield* stringOf(args[0])
  const previous = yield* getOf(regExp, "lastIndex")
  if (!Object.is(previous, 0)) yield* setOrThrow(regExp, "lastIndex", 0)
  const result = yield* regExpExec(regExp, text)
  const current = yield* getOf(regExp, "lastIndex")
  if (!Object.is(current, previous)) yield* setOrThrow(regExp, "lastIndex", previous)
  return result === null ? -1 : yield* getOf(result, "index")
}

// ---- split

const PLAIN_SPECIES: Guard = {
  name: "species of regular expressions",
  properties: [
    ["%RegExp.prototype%", "constructor"],
    ["%RegExp%", wellKnown.species],
    ["%RegExp.prototype%", "source"],
    ["%RegExp.prototype%", wellKnown.match]
  ]
}

/** https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.split% */
export const regExpSplit: NativeSteps = function* (thisValue, args) {
  const regExp = receiverObject(thisValue, "[Symbol.split]")
  const text = yield* stringOf(args[0])
  const { realm } = agent
  if (isPlainRegExp(regExp) && realm.isPristine(PLAIN_SPECIES)) {
    return realm.newLongArray(yield* splitPlainly(regExp, text, yield* limitOf(args[1])))
  }
  const constructor = yield* speciesConstructor(regExp, "%RegExp%", wellKnown.species)
  const flags = yield* flagsOf(regExp)
  let splitter = constructor.construct([regExp, flags.includes("y") ? flags : concatAtOnce(flags, "y")], constructor)
  if (splitter === SUSP) splitter = (yield) as ObjectValue
  const limit = yield* limitOf(args[1])
  return realm.newLongArray(yield* splitBy(splitter, text, limit, flags.includes("u") || flags.includes("v")))
}

function* limitOf(value: Value): Steps<number> {
  const limit = value === undefined ? 4294967295 : toUint32(value)
  return limit === SUSP ? ((yield) as number) : limit
}

function* splitBy(splitter: ObjectValue, text: string, limit: number, fullUnicode: boolean): Steps<LongList> {
  const parts = hold(new LongList())
  if (limit === 0) return parts
  if (text === "") return (yield* regExpExec(splitter, text)) === null ? new LongList([text]) : parts
  let start = 0
  let from = 0
  while (from < text.length) {
    if (charge(4)) {
      pause()
      yield
    }
    yield* setOrThrow(splitter, "lastIndex", from)
    const result = yield* regExpExec(splitter, text)
    if (result === null) {
      from = advanceIndex(text, from, fullUnicode)
      continue
    }
    let end = toLength(yield* getOf(splitter, "lastIndex"))
    if (end === SUSP) end = (yield) as number
    end = Math.min(end, text.length)
    if (end === start) {
      from = advanceIndex(text, from, fullUnicode)
      continue
    }
    parts.push(partOf(text, start, from))
    if (parts.length === limit) return parts
    start = end
    let length = lengthOfArrayLike(result)
    if (length === SUSP) length = (yield) as number
    for (let n = 1; n < length; n++) {
      parts.push(yield* getOf(result, numberKey(n)))
      if (parts.length === limit) return parts
      if (parts.length > MAX_ELEMENTS) throwTooManyElements()
      if (charge(1)) {
        pause()
        yield
      }
    }
    from = start
  }
  parts.push(partOf(text, start, text.length))
  return parts
}

/** Searching for the next match finds the same places as trying every index with a sticky copy. */
function* splitPlainly(regExp: RegExpValue, text: string, limit: number): Steps<LongList> {
  const parts = hold(new LongList())
  if (limit === 0) return parts
  const splitter = yield* searching(regExp)
  const { program } = splitter
  const fullUnicode = isFullUnicode(program)
  const matcher = splitter.lendMatcher(text)
  if (text === "") return (search(matcher, 0) ?? (yield* finishSearch(matcher))) ? parts : new LongList([text])
  let start = 0
  let from = 0
  while (from < text.length && (search(matcher, from) ?? (yield* finishSearch(matcher)))) {
    if (charge(1 + program.groupCount)) {
      pause()
      yield
    }
    const [index, end] = [matcher.captures[0], matcher.captures[1]]
    if (index >= text.length) break
    if (end === start) {
      from = advanceIndex(text, index, fullUnicode)
      continue
    }
    parts.push(partOf(text, start, index))
    if (parts.length === limit) return parts
    for (let group = 1; group < program.groupCount; group++) {
      parts.push(captureAt(matcher, text, group))
      if (parts.length === limit) return parts
    }
    if (parts.length > MAX_ELEMENTS) throwTooManyElements()
    start = end
    from = end
  }
  splitter.takeBack(matcher)
  parts.push(partOf(text, start, text.length))
  return parts
}

/** The regular expression, without the flag y. */
function* searching(regExp: RegExpValue): Steps<RegExpValue> {
  const { source, flagText, flags } = regExp.program
  return flags.sticky ? yield* newRegExp(source, flagText.replace("y", "")) : regExp
}
