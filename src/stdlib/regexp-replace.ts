/** `RegExp.prototype[Symbol.replace]` (https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.replace%). */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import {
  getOf,
  integerOrInfinityOf,
  lengthOfArrayLike,
  setOrThrow,
  stringOf,
  toLength,
  toObject
} from "../interpreter/kernel/convert.ts"
import { call1, call2, call3, FunctionValue, isCallable } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { RegExpValue } from "../interpreter/kernel/regexp-value.ts"
import { heldCount, hold, letGo } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { numberKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import type { Matcher } from "../interpreter/regexp/index.ts"
import {
  advanceIndex,
  captureAt,
  groupsObject,
  isFullUnicode,
  isPlainRegExp,
  flagsOf,
  regExpExec,
  finishSearch,
  search,
  setLastIndex
} from "./regexp-exec.ts"
import { receiverObject } from "./regexp-receiver.ts"
import { expandTemplate, replacementText } from "./substitution.ts"
import { TextBuilder } from "./text-builder.ts"

export const regExpReplace: NativeSteps = function* (thisValue, args) {
  const regExp = receiverObject(thisValue, "[Symbol.replace]")
  const text = yield* stringOf(args[0])
  const replacement = args[1]
  const template = isCallable(replacement) ? "" : yield* stringOf(replacement)
  if (isPlainRegExp(regExp)) {
    return yield* replacePlainly(regExp, text, isCallable(replacement) ? replacement : template)
  }
  const results = yield* collectResults(regExp, text)
  const out = new TextBuilder()
  let end = 0
  const mark = heldCount()
  for (const result of results) {
    const { matched, position, replaced } = yield* replaceResult(result, text, replacement, template)
    letGo(mark)
    if (position >= end) {
      out.add(text.substring(end, position))
      out.add(replaced)
      end = position + matched.length
    }
    if (charge(4)) {
      pause()
      yield
    }
  }
  out.add(text.substring(Math.min(end, text.length)))
  return out.finish()
}

// ---- The algorithm of the specification.

function* collectResults(regExp: ObjectValue, text: string): Steps<ObjectValue[]> {
  const flags = yield* flagsOf(regExp)
  const isGlobal = flags.includes("g")
  const fullUnicode = flags.includes("u") || flags.includes("v")
  if (isGlobal) yield* setOrThrow(regExp, "lastIndex", 0)
  const results: ObjectValue[] = hold([])
  for (;;) {
    const result = yield* regExpExec(regExp, text)
    if (result === null) return results
    results.push(result)
    if (!isGlobal) return results
    if ((yield* stringOf(yield* getOf(result, 0))) === "") yield* stepOver(regExp, text, fullUnicode)
    if (charge(4)) {
      pause()
      yield
    }
  }
}

/** After an empty match: the next search begins one character further on. */
export function* stepOver(regExp: ObjectValue, text: string, fullUnicode: boolean): Steps<void> {
  let index = toLength(yield* getOf(regExp, "lastIndex"))
  if (index === SUSP) index = (yield) as number
  yield* setOrThrow(regExp, "lastIndex", advanceIndex(text, index, fullUnicode))
}

interface Replaced {
  readonly matched: string
  readonly position: number
  readonly replaced: string
}

function* replaceResult(result: ObjectValue, text: string, replacement: Value, template: string): Steps<Replaced> {
  let length = lengthOfArrayLike(result)
  if (length === SUSP) length = (yield) as number
  const matched = yield* stringOf(yield* getOf(result, 0))
  const index = yield* integerOrInfinityOf(yield* getOf(result, "index"))
  const position = Math.max(Math.min(index, text.length), 0)
  const captures: (string | undefined)[] = hold([])
  for (let n = 1; n < length; n++) {
    const capture = yield* getOf(result, numberKey(n))
    captures.push(capture === undefined ? undefined : yield* stringOf(capture))
    if (charge(2)) {
      pause()
      yield
    }
  }
  const groups = yield* getOf(result, "groups")
  if (!isCallable(replacement)) {
    const namedCaptures = groups === undefined ? undefined : toObject(groups)
    const replaced = yield* expandTemplate(template, { matched, text, position, captures, namedCaptures })
    return { matched, position, replaced }
  }
  const args: Value[] = [matched, ...captures, position, text]
  if (groups !== undefined) args.push(groups)
  const answer = replacement.call(undefined, args)
  const replaced = yield* replacementText(answer === SUSP ? ((yield) as Value) : answer)
  return { matched, position, replaced }
}

// ---- The same on a regular expression that nothing has been done to.

/**
 * Matches depend on pattern and text alone, so they may be found between the calls of the callback: what it can see is `lastIndex`, which is 0 by
 * then.
 */
function* replacePlainly(regExp: RegExpValue, text: string, replacement: ObjectValue | string): Steps<Value> {
  const { program } = regExp
  const { global, sticky } = program.flags
  const matcher = regExp.lendMatcher(text)
  let from = global || !sticky ? 0 : Math.min(Math.max(Math.trunc(regExp.slots[0] as number), 0), text.length + 1)
  if (from !== from) from = 0
  if (global) regExp.slots[0] = 0
  const isFixed = typeof replacement === "string" && !replacement.includes("$")
  const out = new TextBuilder()
  let end = 0
  while (from <= text.length && (search(matcher, from) ?? (yield* finishSearch(matcher)))) {
    const start = matcher.captures[0]
    const stop = matcher.captures[1]
    if (start > end) out.add(text.substring(end, start))
    end = stop
    from = start === stop ? advanceIndex(text, stop, isFullUnicode(program)) : stop
    if (isFixed) out.add(replacement as string)
    else if (typeof replacement === "string") out.add(yield* expandMatch(replacement, regExp, matcher, text))
    else {
      if (!global && sticky) regExp.slots[0] = stop
      const answer = callBack(replacement, regExp, matcher, text)
      const value = answer === SUSP ? ((yield) as Value) : answer
      out.add(typeof value === "string" ? value : yield* replacementText(value))
    }
    if (charge(isFixed ? 2 : 16 + 8 * program.groupCount)) {
      pause()
      yield
    }
    if (!global) {
      if (sticky && typeof replacement === "string") regExp.slots[0] = stop
      regExp.takeBack(matcher)
      out.add(text.substring(end))
      return out.finish()
    }
  }
  regExp.takeBack(matcher)
  if (sticky && !global) yield* setLastIndex(regExp, 0)
  out.add(text.substring(end))
  return out.finish()
}

function* expandMatch(template: string, regExp: RegExpValue, matcher: Matcher, text: string): Steps<string> {
  const { program } = regExp
  const captures: (string | undefined)[] = []
  for (let group = 1; group < program.groupCount; group++) captures.push(captureAt(matcher, text, group))
  return yield* expandTemplate(template, {
    matched: captureAt(matcher, text, 0)!,
    text,
    position: matcher.captures[0],
    captures,
    namedCaptures: groupsObject(program, (group) => captures[group - 1])
  })
}

/** Calls the callback with as many arguments as it can use. */
function callBack(fn: ObjectValue, regExp: RegExpValue, matcher: Matcher, text: string): Value | typeof SUSP {
  const code = fn instanceof FunctionValue ? fn.code : null
  if (code !== null && code.argumentsSlot < 0 && code.parameterCount <= 3) {
    const wanted = code.parameterCount
    if (wanted <= 1) return call1(fn, undefined, argumentAt(0, regExp, matcher, text))
    const [a, b] = [argumentAt(0, regExp, matcher, text), argumentAt(1, regExp, matcher, text)]
    return wanted === 2 ? call2(fn, undefined, a, b) : call3(fn, undefined, a, b, argumentAt(2, regExp, matcher, text))
  }
  const count = regExp.program.groupCount + (regExp.program.groupNames.size > 0 ? 3 : 2)
  const args: Value[] = []
  for (let i = 0; i < count; i++) args.push(argumentAt(i, regExp, matcher, text))
  return fn.call(undefined, args)
}

/** The match, its captures, its position, the text, and the named captures if there are any. */
function argumentAt(index: number, { program }: RegExpValue, matcher: Matcher, text: string): Value {
  const groups = program.groupCount
  if (index < groups) return captureAt(matcher, text, index)
  if (index === groups) return matcher.captures[0]
  return index === groups + 1 ? text : groupsObject(program, (group) => captureAt(matcher, text, group))
}
