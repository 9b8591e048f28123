/** `RegExp` (https://tc39.es/ecma262/#sec-regexp-regular-expression-objects), over the engine's own matcher. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { constructor_, getter, link, method, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import { getOf, stringOf } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { concatAtOnce, enclosed } from "../interpreter/kernel/rope.ts"
import { weighCopy } from "../interpreter/kernel/weight.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { compilePattern, regExpShapeFrom, RegExpValue } from "../interpreter/kernel/regexp-value.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import type { RegExpFlags } from "../interpreter/regexp/index.ts"
import { builtinExec, execPlainly, isPlainRegExp, matchResult, regExpExec } from "./regexp-exec.ts"
import { regExpMatch, regExpMatchAll, regExpSearch, regExpSplit } from "./regexp-match.ts"
import { receiverObject, receiverRegExp } from "./regexp-receiver.ts"
import { regExpReplace } from "./regexp-replace.ts"
import { escapeCharacter, escapeFirst, escapePattern } from "./regexp-source.ts"
import { isRegExp } from "./string-pattern.ts"
import { TextBuilder } from "./text-builder.ts"

/** https://tc39.es/ecma262/#sec-regexp-pattern-flags */
const regExpConstructor: NativeSteps = function* (_thisValue, args, newTarget) {
  const [pattern, flags] = [args[0], args[1]]
  const isPattern = yield* isRegExp(pattern)
  const target = newTarget ?? agent.realm.intrinsic("%RegExp%")
  if (newTarget === undefined && isPattern && flags === undefined) {
    const own = yield* getOf(pattern as ObjectValue, "constructor")
    if (own === target) return pattern
  }
  let source: Value = pattern
  let flagText: Value = flags
  if (pattern instanceof RegExpValue) {
    source = pattern.program.source
    flagText = flags === undefined ? pattern.program.flagText : flags
  } else if (isPattern) {
    source = yield* getOf(pattern as ObjectValue, "source")
    if (flags === undefined) flagText = yield* getOf(pattern as ObjectValue, "flags")
  }
  let shape = shapeFromConstructor(target, "%RegExp.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  const text = source === undefined ? "" : yield* stringOf(source)
  const program = yield* compilePattern(text, flagText === undefined ? "" : yield* stringOf(flagText))
  charge(8 + (text.length >> 2))
  return new RegExpValue(regExpShapeFrom(shape), program)
}

/** https://tc39.es/ecma262/#sec-regexp.escape */
const regExpEscape: NativeSteps = function* (_thisValue, args) {
  const text = args[0]
  if (typeof text !== "string") {
    return throwTypeError(
      `RegExp.escape takes a string, not ${describeValue(text)}: convert it with String(value) first.`
    )
  }
  const result = new TextBuilder()
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at)!)
    result.add(at === 0 ? escapeFirst(character) : escapeCharacter(character))
    at += character.length
    if (charge(4)) {
      pause()
      yield
    }
  }
  return result.finish()
}

/** https://tc39.es/ecma262/#sec-regexp.prototype.exec */
const regExpPrototypeExec: Native = (thisValue, args) => {
  const text = args[0]
  if (typeof text === "string" && isPlainRegExp(thisValue)) return execPlainly(thisValue, text, matchResult, null)
  return runSteps(execSteps(thisValue, text))
}

function* execSteps(thisValue: Value, value: Value): Steps<Value> {
  const regExp = receiverRegExp(thisValue, "exec")
  return yield* builtinExec(regExp, yield* stringOf(value))
}

/** https://tc39.es/ecma262/#sec-regexp.prototype.test */
const regExpTest: Native = (thisValue, args) => {
  const text = args[0]
  if (typeof text === "string" && isPlainRegExp(thisValue)) return execPlainly(thisValue, text, answerTrue, false)
  return runSteps(testSteps(thisValue, text))
}
const answerTrue = (): Value => true

function* testSteps(thisValue: Value, value: Value): Steps<Value> {
  const regExp = receiverObject(thisValue, "test")
  return (yield* regExpExec(regExp, yield* stringOf(value))) !== null
}

/** https://tc39.es/ecma262/#sec-regexp.prototype.tostring */
const regExpToString: NativeSteps = function* (thisValue) {
  const regExp = receiverObject(thisValue, "toString")
  const source = yield* stringOf(yield* getOf(regExp, "source"))
  return concatAtOnce(enclosed("/", source, "/"), yield* stringOf(yield* getOf(regExp, "flags")))
}

// ---- Accessors.

const FLAGS: readonly (readonly [keyof RegExpFlags, string])[] = [
  ["hasIndices", "d"],
  ["global", "g"],
  ["ignoreCase", "i"],
  ["multiline", "m"],
  ["dotAll", "s"],
  ["unicode", "u"],
  ["unicodeSets", "v"],
  ["sticky", "y"]
]

/** `RegExpHasFlag` (https://tc39.es/ecma262/#sec-regexphasflag). */
const flagRow = (name: keyof RegExpFlags): Row =>
  getter(name, (thisValue) => {
    if (thisValue instanceof RegExpValue) return thisValue.program.flags[name]
    if (thisValue === agent.realm.intrinsic("%RegExp.prototype%")) return undefined
    return receiverRegExp(thisValue, name).program.flags[name]
  })

/** https://tc39.es/ecma262/#sec-get-regexp.prototype.flags */
const getFlags: Native = (thisValue) => {
  const regExp = receiverObject(thisValue, "flags")
  if (isPlainRegExp(regExp)) return sortedFlags(regExp.program.flags)
  return runSteps(readFlags(regExp))
}

const sortedFlags = (flags: RegExpFlags): string => FLAGS.map(([name, letter]) => (flags[name] ? letter : "")).join("")

function* readFlags(regExp: ObjectValue): Steps<Value> {
  let text = ""
  for (const [name, letter] of FLAGS) if (yield* getOf(regExp, name)) text += letter
  return text
}

/** https://tc39.es/ecma262/#sec-get-regexp.prototype.source */
const getSource: Native = (thisValue) => {
  if (thisValue === agent.realm.intrinsic("%RegExp.prototype%")) return "(?:)"
  const { source } = receiverRegExp(thisValue, "source").program
  // Escaping looks at each unit.
  weighCopy(source.length << 4)
  return escapePattern(source)
}

export const regExpIntrinsics = {
  "%RegExp%": constructor_({
    name: "RegExp",
    length: 2,
    prototype: "%RegExp.prototype%",
    native: (thisValue, args, newTarget) => runSteps(regExpConstructor(thisValue, args, newTarget)),
    rows: [steps("escape", 1, regExpEscape), getter(wellKnown.species, (thisValue) => thisValue)]
  }),
  "%RegExp.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%RegExp%"),
      ...FLAGS.map(([name]) => flagRow(name)),
      method("exec", 1, regExpPrototypeExec),
      getter("flags", getFlags),
      getter("source", getSource),
      method("test", 1, regExpTest),
      steps("toString", 0, regExpToString),
      steps(wellKnown.match, 1, regExpMatch),
      steps(wellKnown.matchAll, 1, regExpMatchAll),
      steps(wellKnown.replace, 2, regExpReplace),
      steps(wellKnown.search, 1, regExpSearch),
      steps(wellKnown.split, 2, regExpSplit)
    ]
  }
} satisfies IntrinsicDefinitions
