/** Running a regular expression (https://tc39.es/ecma262/#sec-regexpbuiltinexec): the matcher works slice by slice, results are guest objects. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { getOf, setOrThrow, stringOf, toLength } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import { ObjectValue, PlainObject } from "../interpreter/kernel/object.ts"
import type { Guard } from "../interpreter/kernel/realm.ts"
import { RegExpValue, regExpShape } from "../interpreter/kernel/regexp-value.ts"
import { DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { partOf } from "../interpreter/kernel/weight.ts"
import type { Matcher, Program } from "../interpreter/regexp/index.ts"

/** What the methods of the prototype go through; while it is untouched, they may search without asking. */
const PRISTINE: Guard = {
  name: "regular expressions",
  properties: [
    ["%RegExp.prototype%", "exec"],
    ["%RegExp.prototype%", "flags"],
    ["%RegExp.prototype%", "hasIndices"],
    ["%RegExp.prototype%", "global"],
    ["%RegExp.prototype%", "ignoreCase"],
    ["%RegExp.prototype%", "multiline"],
    ["%RegExp.prototype%", "dotAll"],
    ["%RegExp.prototype%", "unicode"],
    ["%RegExp.prototype%", "unicodeSets"],
    ["%RegExp.prototype%", "sticky"]
  ]
}

/** A regular expression whose behaviour is the built-in one, and whose `lastIndex` is a number that can be written. */
export const isPlainRegExp = (value: Value): value is RegExpValue =>
  value instanceof RegExpValue &&
  value.shape === regExpShape() &&
  typeof value.slots[0] === "number" &&
  agent.realm.isPristine(PRISTINE)

/** What a pattern object says are its flags: a text of any length. */
export function* flagsOf(pattern: ObjectValue): Steps<string> {
  const flags = yield* stringOf(yield* getOf(pattern, "flags"))
  agent.budget -= flags.length >> 8
  return flags
}

export const isFullUnicode = ({ flags }: Program): boolean => flags.unicode || flags.unicodeSets

/** `AdvanceStringIndex` (https://tc39.es/ecma262/#sec-advancestringindex). */
export const advanceIndex = (text: string, index: number, fullUnicode: boolean): number =>
  fullUnicode && index < text.length && text.codePointAt(index)! > 0xffff ? index + 2 : index + 1

/** The least number of steps that a search gets at a time. */
const SHORT_RUN = 256

/** Lets a matcher go on for what is left of the slice: whether it has matched, or undefined when it is not done. */
function goOn(matcher: Matcher): boolean | undefined {
  const before = matcher.stepsUsed
  const outcome = matcher.run(Math.max(agent.budget, SHORT_RUN))
  charge(matcher.stepsUsed - before + 1)
  if (outcome === "exhausted") throwExhausted()
  return outcome === "paused" ? undefined : outcome === "match"
}

/**
 * Begins a search: whether there is a match (it is in the matcher's captures), or undefined: go on with {@link finishSearch}. Nearly every search
 * ends at once, so this is no generator.
 */
export function search(matcher: Matcher, index: number): boolean | undefined {
  matcher.start(index)
  return goOn(matcher)
}

export function* finishSearch(matcher: Matcher): Steps<boolean> {
  for (;;) {
    pause()
    yield
    const found = goOn(matcher)
    if (found !== undefined) return found
  }
}

export const throwExhausted = (): never =>
  throwRangeError(
    "The regular expression needs too much memory on this text: it has too many ways to match. Make its repetitions less ambiguous, or search shorter texts."
  )

/** `RegExpBuiltinExec`; null when there is no match. */
export function* builtinExec(regExp: RegExpValue, text: string): Steps<ObjectValue | null> {
  const matcher = yield* execCaptures(regExp, text)
  if (matcher === null) return null
  const result = matchResult(regExp.program, matcher, text)
  regExp.takeBack(matcher)
  return result
}

/** The same without a result object: the matcher that has matched, to be given back, or null. */
export function* execCaptures(regExp: RegExpValue, text: string): Steps<Matcher | null> {
  const { flags } = regExp.program
  const usesLastIndex = flags.global || flags.sticky
  let lastIndex = toLength(regExp.lastIndex as Value)
  if (lastIndex === SUSP) lastIndex = (yield) as number
  if (!usesLastIndex) lastIndex = 0
  if (lastIndex <= text.length) {
    const matcher = regExp.lendMatcher(text)
    const found = search(matcher, lastIndex)
    if (found ?? (yield* finishSearch(matcher))) {
      if (usesLastIndex) yield* setLastIndex(regExp, matcher.captures[1])
      return matcher
    }
    regExp.takeBack(matcher)
  }
  if (usesLastIndex) yield* setLastIndex(regExp, 0)
  return null
}

/**
 * `exec` and `test` of an expression that nothing has been done to. `answer` makes the result of a match, null stands for none.
 */
export function execPlainly(
  regExp: RegExpValue,
  text: string,
  answer: (program: Program, matcher: Matcher, text: string) => Value,
  none: Value
): Value | Susp {
  const { global, sticky } = regExp.program.flags
  const from = global || sticky ? toLength(regExp.slots[0] as number) : 0
  if (from === SUSP || from > text.length) {
    regExp.slots[0] = 0
    return none
  }
  const matcher = regExp.lendMatcher(text)
  const found = search(matcher, from)
  if (found === undefined) return runSteps(finishExec(regExp, text, matcher, answer, none))
  return endExec(regExp, text, matcher, found, answer, none)
}

function* finishExec(
  regExp: RegExpValue,
  text: string,
  matcher: Matcher,
  answer: (program: Program, matcher: Matcher, text: string) => Value,
  none: Value
): Steps<Value> {
  return endExec(regExp, text, matcher, yield* finishSearch(matcher), answer, none)
}

function endExec(
  regExp: RegExpValue,
  text: string,
  matcher: Matcher,
  found: boolean,
  answer: (program: Program, matcher: Matcher, text: string) => Value,
  none: Value
): Value {
  const { global, sticky } = regExp.program.flags
  if (global || sticky) regExp.slots[0] = found ? matcher.captures[1] : 0
  const result = found ? answer(regExp.program, matcher, text) : none
  regExp.takeBack(matcher)
  return result
}

export function* setLastIndex(regExp: ObjectValue, index: number): Steps<void> {
  if (regExp.shape === regExpShape()) regExp.slots[0] = index
  else yield* setOrThrow(regExp, "lastIndex", index)
}

/** `RegExpExec` (https://tc39.es/ecma262/#sec-regexpexec): through the object's own `exec` if it has another. */
export function* regExpExec(regExp: ObjectValue, text: string): Steps<ObjectValue | null> {
  if (isPlainRegExp(regExp)) return yield* builtinExec(regExp, text)
  const exec = yield* getOf(regExp, "exec")
  if (isCallable(exec)) {
    let result = exec.call(regExp, [text])
    if (result === SUSP) result = (yield) as Value
    if (result !== null && !(result instanceof ObjectValue)) {
      return throwTypeError(`The exec method answered ${describeValue(result)}, neither an object nor null.`)
    }
    return result
  }
  if (!(regExp instanceof RegExpValue)) return throwTypeError("The receiver is not a regular expression.")
  return yield* builtinExec(regExp, text)
}

// ---- Results.

export function captureAt(matcher: Matcher, text: string, group: number): string | undefined {
  const start = matcher.captures[2 * group]
  return start < 0 ? undefined : partOf(text, start, matcher.captures[2 * group + 1])
}

/** The array of a match, with `index`, `input`, `groups` and, with the flag d, `indices`. */
export function matchResult(program: Program, matcher: Matcher, text: string): ArrayValue {
  const { realm } = agent
  const elements: Value[] = []
  for (let group = 0; group < program.groupCount; group++) elements.push(captureAt(matcher, text, group))
  const shape = realm.arrayShape.with("index", DEFAULT_FLAGS).with("input", DEFAULT_FLAGS).with("groups", DEFAULT_FLAGS)
  const result = new ArrayValue(shape, elements)
  result.slots = [matcher.captures[0], text, groupsObject(program, (group) => elements[group])]
  charge(20 + 4 * program.groupCount)
  if (program.flags.hasIndices) result.createDataProperty("indices", matchIndices(program, matcher))
  return result
}

/** The `groups` object: per name the capture of the group that took part. */
export function groupsObject(program: Program, valueOf: (group: number) => Value): ObjectValue | undefined {
  if (program.groupNames.size === 0) return undefined
  const groups = new PlainObject(agent.realm.rootShape(null, 0))
  for (const [name, indexes] of program.groupNames) {
    let value: Value
    for (const index of indexes) value ??= valueOf(index)
    groups.store(name, value, DEFAULT_FLAGS)
  }
  return groups
}

/** `MakeMatchIndicesIndexPairArray` (https://tc39.es/ecma262/#sec-makematchindicesindexpairarray). */
function matchIndices(program: Program, matcher: Matcher): ArrayValue {
  const { realm } = agent
  const pairs: Value[] = []
  for (let group = 0; group < program.groupCount; group++) {
    const start = matcher.captures[2 * group]
    pairs.push(start < 0 ? undefined : realm.newArray([start, matcher.captures[2 * group + 1]]))
  }
  const result = realm.newArray(pairs)
  result.createDataProperty(
    "groups",
    groupsObject(program, (group) => pairs[group])
  )
  return result
}
