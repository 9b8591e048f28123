/** `String` (https://tc39.es/ecma262/#sec-string-objects). Searching, replacing and splitting are in string-pattern.ts. */
import { charge, pause, suspend, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { alias, constructor_, link, method, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import {
  getOf,
  integerOf,
  integerOrInfinityOf,
  lengthOfArrayLike,
  numberOf,
  requireObjectCoercible,
  stringOf,
  toObject,
  toString
} from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { NO_FRAME, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { concat, flattened, MAX_STRING, throwTooLong } from "../interpreter/kernel/rope.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { heldCount, hold, letGo, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { numberKey, SymbolValue, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { apart, partOf, weigh } from "../interpreter/kernel/weight.ts"
import { StringWrapper } from "../interpreter/kernel/wrapper.ts"
import { makeCollator } from "./intl/collator-options.ts"
import { compareTexts, getDefaultCollator } from "./intl/collation.ts"
import { localeList } from "./intl/locale-list.ts"
import { stringHtmlRows } from "./string-html.ts"
import { StringIterator } from "./string-iterator.ts"
import { receiverText, stringPatternRows } from "./string-pattern.ts"
import { symbolText } from "./symbol.ts"
import { TextBuilder } from "./text-builder.ts"
import { CASE_WINDOW, localeCase, lowerCase, upperCase } from "./text-case.ts"
import { isNormalizationForm, normalizeText } from "./text-normalize.ts"

// ---- Methods of a text and integers: nearly no call needs a conversion.

type OfIntegers = (text: string, a: number, b: number) => Value

/** A row with one integer argument; an absent or undefined one is 0. */
function ofInteger(name: string, compute: (text: string, a: number) => Value | Susp): Row {
  function* general(thisValue: Value, args: readonly Value[]): Steps<Value> {
    const text = yield* receiverText(thisValue, name)
    const value = compute(text, yield* integerOrInfinityOf(args[0]))
    return value === SUSP ? ((yield) as Value) : value
  }
  return method(name, 1, (thisValue, args) => {
    const index = args[0]
    if (typeof thisValue === "string") {
      if (typeof index === "number") return compute(thisValue, integerOf(index))
      if (index === undefined) return compute(thisValue, 0)
    }
    return runSteps(general(thisValue, args))
  })
}

/** A row with two integer arguments; the second is `Infinity` when absent or undefined. */
function ofIntegers(name: string, compute: OfIntegers): Row {
  function* general(thisValue: Value, args: readonly Value[]): Steps<Value> {
    const text = yield* receiverText(thisValue, name)
    const start = yield* integerOrInfinityOf(args[0])
    return compute(text, start, args[1] === undefined ? Infinity : yield* integerOrInfinityOf(args[1]))
  }
  return method(name, 2, (thisValue, args) => {
    const start = args[0]
    const end = args[1]
    if (typeof thisValue === "string" && (typeof start === "number" || start === undefined)) {
      const first = start === undefined ? 0 : integerOf(start)
      if (end === undefined) return compute(thisValue, first, Infinity)
      if (typeof end === "number") return compute(thisValue, first, integerOf(end))
    }
    return runSteps(general(thisValue, args))
  })
}

/** https://tc39.es/ecma262/#sec-string.prototype.at */
const stringAt = (text: string, index: number): Value => {
  const at = index < 0 ? text.length + index : index
  return at >= 0 && at < text.length ? text[at] : undefined
}

/** https://tc39.es/ecma262/#sec-string.prototype.charat */
const stringCharAt = (text: string, index: number): Value => (index >= 0 && index < text.length ? text[index] : "")

/** https://tc39.es/ecma262/#sec-string.prototype.charcodeat */
const stringCharCodeAt = (text: string, index: number): Value => text.charCodeAt(index)

/** https://tc39.es/ecma262/#sec-string.prototype.codepointat */
const stringCodePointAt = (text: string, index: number): Value => text.codePointAt(index)

/** https://tc39.es/ecma262/#sec-string.prototype.slice */
const stringSlice: OfIntegers = (text, start, end) => {
  const from = start < 0 ? Math.max(text.length + start, 0) : start
  const to = end < 0 ? text.length + end : end
  return to <= from ? "" : partOf(text, from, to)
}

/** https://tc39.es/ecma262/#sec-string.prototype.substring */
const stringSubstring: OfIntegers = (text, start, end) =>
  partOf(text, Math.max(Math.min(start, end), 0), Math.max(start, end))

/** https://tc39.es/ecma262/#sec-string.prototype.substr */
const stringSubstr: OfIntegers = (text, start, length) => {
  const size = text.length
  const from = start < 0 ? Math.max(size + start, 0) : Math.min(start, size)
  return partOf(text, from, from + Math.min(Math.max(length, 0), size))
}

/** https://tc39.es/ecma262/#sec-string.prototype.repeat */
const stringRepeat = (text: string, count: number): string | Susp => {
  if (count < 0 || count === Infinity) {
    return throwRangeError(`String.prototype.repeat: the count must be finite and not negative, not ${count}.`)
  }
  if (text === "") return ""
  const length = text.length * count
  if (length > MAX_STRING) throwTooLong()
  charge(length >> 8)
  weigh(length * 2)
  return flattened(text.repeat(count))
}

// ---- Methods of a text alone.

/** A row without arguments; `isQuick` tells texts that `compute` deals with in one step. */
function ofText(name: string, compute: (text: string) => Value, general: (text: string) => Steps<Value>): Row {
  function* slow(thisValue: Value): Steps<Value> {
    return yield* general(yield* receiverText(thisValue, name))
  }
  return method(name, 0, (thisValue) => {
    if (typeof thisValue === "string" && thisValue.length <= CASE_WINDOW) {
      charge(thisValue.length >> 4)
      return compute(thisValue)
    }
    return runSteps(slow(thisValue))
  })
}

const TRIM_WINDOW = 1 << 16

/** `TrimString` (https://tc39.es/ecma262/#sec-trimstring); the host trims windows. */
function* trimText(text: string, start: boolean, end: boolean): Steps<string> {
  let from = 0
  let to = text.length
  while (start && from < to) {
    const window = text.substring(from, Math.min(to, from + TRIM_WINDOW))
    const rest = window.trimStart().length
    from += window.length - rest
    if (rest > 0) break
    if (charge(2048)) {
      pause()
      yield
    }
  }
  while (end && from < to) {
    const window = text.substring(Math.max(from, to - TRIM_WINDOW), to)
    const rest = window.trimEnd().length
    to -= window.length - rest
    if (rest > 0) break
    if (charge(2048)) {
      pause()
      yield
    }
  }
  return partOf(text, from, to)
}

const WELL_FORMED_WINDOW = 1 << 16
/** With the flag u only surrogates without a partner match. */
const LONE_SURROGATE = /\p{Cs}/u
const LONE_SURROGATES = /\p{Cs}/gu

/** https://tc39.es/ecma262/#sec-string.prototype.iswellformed */
function* isWellFormed(text: string): Steps<boolean> {
  for (let at = 0; at < text.length;) {
    const end = cutBetweenPairs(text, at + WELL_FORMED_WINDOW)
    if (LONE_SURROGATE.test(text.substring(at, end))) return false
    at = end
    if (charge(4096)) {
      pause()
      yield
    }
  }
  return true
}

/** https://tc39.es/ecma262/#sec-string.prototype.towellformed */
function* toWellFormed(text: string): Steps<string> {
  if (yield* isWellFormed(text)) return text
  const result = new TextBuilder()
  for (let at = 0; at < text.length;) {
    const end = cutBetweenPairs(text, at + WELL_FORMED_WINDOW)
    result.add(text.substring(at, end).replace(LONE_SURROGATES, "\ufffd"))
    at = end
    if (charge(8192)) {
      pause()
      yield
    }
  }
  return result.finish()
}

function cutBetweenPairs(text: string, at: number): number {
  if (at >= text.length) return text.length
  const low = text.charCodeAt(at)
  const high = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff ? at - 1 : at
}

// ---- The rest.

/** https://tc39.es/ecma262/#sec-string.prototype.concat */
const stringConcat: NativeSteps = function* (thisValue, args) {
  const mark = heldCount()
  let text = yield* receiverText(thisValue, "concat")
  for (const part of args) {
    const longer = concat(text, yield* stringOf(part))
    letGo(mark)
    text = hold(longer === SUSP ? ((yield) as string) : longer)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return text
}

/** `StringPaddingBuiltinsImpl` (https://tc39.es/ecma262/#sec-stringpaddingbuiltinsimpl). */
const stringPad = (name: "padStart" | "padEnd"): NativeSteps =>
  function* (thisValue, args) {
    const text = yield* receiverText(thisValue, name)
    const length = Math.min(Math.max(yield* integerOrInfinityOf(args[0]), 0), Number.MAX_SAFE_INTEGER)
    if (length <= text.length) return text
    const filler = args[1] === undefined ? " " : yield* stringOf(args[1])
    if (filler === "") return text
    if (length > MAX_STRING) throwTooLong()
    charge((length - text.length) >> 8)
    const padded = flattened(text[name](length, filler))
    return padded === SUSP ? ((yield) as string) : padded
  }

/** https://tc39.es/ecma262/#sec-string.prototype.normalize */
const stringNormalize: NativeSteps = function* (thisValue, args) {
  const text = yield* receiverText(thisValue, "normalize")
  const form = args[0] === undefined ? "NFC" : yield* stringOf(args[0])
  if (!isNormalizationForm(form)) {
    return throwRangeError(
      `String.prototype.normalize: the form must be "NFC", "NFD", "NFKC" or "NFKD", not ${JSON.stringify(form.slice(0, 40))}.`
    )
  }
  return yield* normalizeText(text, form)
}

/** https://tc39.es/ecma402/#sup-String.prototype.localeCompare */
const stringLocaleCompare: NativeSteps = function* (thisValue, args) {
  const text = yield* receiverText(thisValue, "localeCompare")
  const other = yield* stringOf(args[0])
  const collator =
    args[1] === undefined && args[2] === undefined ? getDefaultCollator() : yield* makeCollator(args[1], args[2])
  charge(4)
  return yield* compareTexts(collator, text, other)
}

/** https://tc39.es/ecma402/#sup-string.prototype.tolocaleuppercase and its lower-case twin. */
const stringLocaleCase = (name: "toLocaleLowerCase" | "toLocaleUpperCase"): NativeSteps =>
  function* (thisValue, args) {
    const text = yield* receiverText(thisValue, name)
    const locales = yield* localeList(args[0])
    return yield* localeCase(text, locales[0] ?? "en-US", name === "toLocaleUpperCase")
  }

/** `ThisStringValue` (https://tc39.es/ecma262/#sec-thisstringvalue). */
const thisString =
  (name: string): Native =>
  (thisValue) => {
    if (typeof thisValue === "string") return thisValue
    if (thisValue instanceof StringWrapper) return thisValue.primitive
    return throwTypeError(`String.prototype.${name} requires that 'this' be a String.`)
  }

// ---- The constructor.

/** https://tc39.es/ecma262/#sec-string-constructor-string-value */
const stringConstructor: Native = (_thisValue, args, newTarget) => {
  const value = args.length === 0 ? "" : args[0]
  if (newTarget === undefined) {
    return value instanceof SymbolValue ? symbolText(value) : toString(value)
  }
  return runSteps(constructString(value, newTarget))
}

function* constructString(value: Value, newTarget: ObjectValue): Steps<Value> {
  const text = yield* stringOf(value)
  let shape = shapeFromConstructor(newTarget, "%String.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new StringWrapper(shape, text)
}

/** https://tc39.es/ecma262/#sec-string.fromcharcode */
const stringFromCharCode: Native = (_thisValue, args) => {
  if (args.length === 1 && typeof args[0] === "number") return String.fromCharCode(args[0])
  return runSteps(fromCharCodes(args))
}

/** Units that the host puts together in one call. */
const UNITS = 512

function* fromCharCodes(args: readonly Value[]): Steps<Value> {
  const result = new TextBuilder()
  let units: number[] = []
  for (const code of args) {
    units.push(typeof code === "number" ? code : yield* numberOf(code))
    if (units.length === UNITS) {
      result.add(String.fromCharCode(...units))
      units = []
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  result.add(String.fromCharCode(...units))
  return result.finish()
}

/** https://tc39.es/ecma262/#sec-string.fromcodepoint */
const stringFromCodePoint: NativeSteps = function* (_thisValue, args) {
  const result = new TextBuilder()
  let codePoints: number[] = []
  for (const codePoint of args) {
    const n = typeof codePoint === "number" ? codePoint : yield* numberOf(codePoint)
    if (!Number.isInteger(n) || n < 0 || n > 0x10ffff) {
      throwRangeError(`String.fromCodePoint: ${n} is not a code point, an integer from 0 to 0x10FFFF.`)
    }
    codePoints.push(n)
    if (codePoints.length === UNITS) {
      result.add(String.fromCodePoint(...codePoints))
      codePoints = []
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  result.add(String.fromCodePoint(...codePoints))
  return result.finish()
}

/** https://tc39.es/ecma262/#sec-string.raw */
const stringRaw: NativeSteps = function* (_thisValue, args) {
  const literals = toObject(yield* getOf(toObject(args[0]), "raw"))
  let length = lengthOfArrayLike(literals)
  if (length === SUSP) length = (yield) as number
  const result = new TextBuilder()
  const mark = heldCount()
  for (let i = 0; i < length; i++) {
    result.add(yield* stringOf(yield* getOf(literals, numberKey(i))))
    if (i + 1 < length && i + 1 < args.length) result.add(yield* stringOf(args[i + 1]))
    letGo(mark)
    if (charge(4)) {
      pause()
      yield
    }
  }
  return result.finish()
}

/** https://tc39.es/ecma262/#sec-string.prototype-@@iterator */
const stringIterator: Native = (thisValue) => {
  if (typeof thisValue === "string") return new StringIterator(thisValue)
  requireObjectCoercible(thisValue, "String.prototype[Symbol.iterator]")
  const text = toString(thisValue)
  return text === SUSP ? suspend(makeIterator, NO_FRAME) : makeIterator(NO_FRAME, text)
}
const makeIterator = (_: unknown, text: string): Value => new StringIterator(text)

export const stringIntrinsics = {
  "%String%": constructor_({
    name: "String",
    length: 1,
    prototype: "%String.prototype%",
    native: stringConstructor,
    rows: [
      method("fromCharCode", 1, stringFromCharCode),
      steps("fromCodePoint", 1, stringFromCodePoint),
      steps("raw", 1, stringRaw)
    ]
  }),
  "%String.prototype%": {
    prototype: "%Object.prototype%",
    make: (_realm, shape) => new StringWrapper(shape, ""),
    rows: [
      link("constructor", "%String%"),
      ofInteger("at", stringAt),
      ofInteger("charAt", stringCharAt),
      ofInteger("charCodeAt", stringCharCodeAt),
      ofInteger("codePointAt", stringCodePointAt),
      steps("concat", 1, stringConcat),
      ofText("isWellFormed", (text) => !LONE_SURROGATE.test(text), isWellFormed),
      steps("localeCompare", 1, stringLocaleCompare),
      steps("normalize", 0, stringNormalize),
      steps("padEnd", 1, stringPad("padEnd")),
      steps("padStart", 1, stringPad("padStart")),
      ofInteger("repeat", stringRepeat),
      ofIntegers("slice", stringSlice),
      ofIntegers("substr", stringSubstr),
      ofIntegers("substring", stringSubstring),
      steps("toLocaleLowerCase", 0, stringLocaleCase("toLocaleLowerCase")),
      steps("toLocaleUpperCase", 0, stringLocaleCase("toLocaleUpperCase")),
      ofText("toLowerCase", (text) => text.toLowerCase(), lowerCase),
      method("toString", 0, thisString("toString")),
      ofText("toUpperCase", (text) => text.toUpperCase(), upperCase),
      ofText("toWellFormed", (text) => text.replace(LONE_SURROGATES, "\ufffd"), toWellFormed),
      ofText(
        "trim",
        (text) => apart(text.trim(), text),
        (text) => trimText(text, true, true)
      ),
      ofText(
        "trimEnd",
        (text) => apart(text.trimEnd(), text),
        (text) => trimText(text, false, true)
      ),
      alias("trimRight", "trimEnd"),
      ofText(
        "trimStart",
        (text) => apart(text.trimStart(), text),
        (text) => trimText(text, true, false)
      ),
      alias("trimLeft", "trimStart"),
      method("valueOf", 0, thisString("valueOf")),
      method(wellKnown.iterator, 0, stringIterator),
      ...stringPatternRows,
      ...stringHtmlRows
    ]
  }
} satisfies IntrinsicDefinitions
