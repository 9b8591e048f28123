/** Numbers from long texts, in bounded steps: the host reads 2^24 digits in 40 ms, and as a BigInt in seconds. */
import { charge, pause } from "./agent.ts"
import { MAX_BIGINT_BITS } from "./bigint-size.ts"
import { reading } from "./rope.ts"
import type { Steps } from "./steps.ts"
import type { Value } from "./values.ts"

/** Reading shorter texts as numbers is less than what else is done with them. */
const SHORT_NUMERAL = 256

/** Whether a value is a text that is read as a number in counted steps. */
export const isLongNumeral = (value: Value): value is string =>
  typeof value === "string" && value.length > SHORT_NUMERAL

/** The host reads so much text in half a millisecond. */
export const QUICK_TEXT = 1 << 16
/** More digits than any double needs to be rounded correctly, or to be infinite. */
export const ENOUGH_DIGITS = 1200

/** The index of the first character from `at` on that is no white space. */
export function* skipWhiteSpace(text: string): Steps<number> {
  reading(text)
  let at = 0
  while (at < text.length) {
    const window = text.substring(at, at + QUICK_TEXT)
    const rest = window.trimStart().length
    at += window.length - rest
    if (rest > 0) break
    if (charge(2048)) {
      pause()
      yield
    }
  }
  return at
}

/** The end of a text without the white space there. */
export function* trimmedEnd(text: string): Steps<number> {
  let end = text.length
  while (end > 0) {
    const window = text.substring(Math.max(end - QUICK_TEXT, 0), end)
    const rest = window.trimEnd().length
    end -= window.length - rest
    if (rest > 0) break
    if (charge(2048)) {
      pause()
      yield
    }
  }
  return end
}

/** The end of the run of zeros at an index. */
export function* skipZeros(text: string, at: number): Steps<number> {
  while (text.charCodeAt(at) === 48) {
    at++
    if ((at & 1023) === 0 && charge(32)) {
      pause()
      yield
    }
  }
  return at
}

/** The end of the run of digits at an index. */
function* skipDigits(text: string, at: number): Steps<number> {
  for (let unit = text.charCodeAt(at); unit >= 48 && unit <= 57; unit = text.charCodeAt(at)) {
    at++
    if ((at & 1023) === 0 && charge(32)) {
      pause()
      yield
    }
  }
  return at
}

/**
 * The longest decimal literal at an index, and where it ends; NaN where there is none. Digits beyond what counts are dropped; one that is not zero
 * leaves a trace for the rounding.
 */
export function* decimalAt(text: string, at: number): Steps<{ readonly value: number; readonly end: number }> {
  const sign = text[at] === "-" ? "-" : ""
  if (sign !== "" || text[at] === "+") at++
  if (text.startsWith("Infinity", at)) return { value: sign === "-" ? -Infinity : Infinity, end: at + 8 }
  let digits = ""
  let exponent = 0
  let seen = 0
  let isInexact = false
  let inFraction = false
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 46 && !inFraction) {
      inFraction = true
      continue
    }
    if (unit < 48 || unit > 57) break
    seen++
    if (digits === "" && unit === 48) exponent -= inFraction ? 1 : 0
    else if (digits.length < ENOUGH_DIGITS) {
      digits += text[at]
      exponent -= inFraction ? 1 : 0
    } else {
      isInexact ||= unit !== 48
      exponent += inFraction ? 0 : 1
    }
    if ((at & 255) === 0 && charge(32)) {
      pause()
      yield
    }
  }
  if (seen === 0) return { value: NaN, end: at }
  const letter = /^e([+-]?)\d/i.exec(text.substring(at, at + 3))
  if (letter !== null) {
    const start = at + 1 + letter[1].length
    const first = yield* skipZeros(text, start)
    at = yield* skipDigits(text, first)
    const written = Math.min(Number(text.substring(first, Math.min(at, first + 20)) || "0"), 1e8)
    exponent += letter[1] === "-" ? -written : written
  }
  if (digits === "") return { value: sign === "-" ? -0 : 0, end: at }
  const literal = isInexact ? `${sign}${digits}1e${exponent - 1}` : `${sign}${digits}e${exponent}`
  return { value: Number(literal), end: at }
}

/** `StringToNumber` (https://tc39.es/ecma262/#sec-stringtonumber) of a long text. */
export function* numberOfLongText(text: string): Steps<number> {
  const start = yield* skipWhiteSpace(text)
  if (start === text.length) return 0
  const end = yield* trimmedEnd(text)
  if (end - start <= QUICK_TEXT) {
    if (charge((end - start) >> 4)) {
      pause()
      yield
    }
    return Number(text.substring(start, end))
  }
  if (/^0[box]/i.test(text.substring(start, start + 2))) return yield* prefixedNumber(text, start, end)
  const decimal = yield* decimalAt(text, start)
  return decimal.end === end ? decimal.value : NaN
}

const DIGITS: Readonly<Record<string, RegExp>> = { b: /^[01]*$/, o: /^[0-7]*$/, x: /^[\da-f]*$/i }

/** A literal with a prefix that says its radix. */
function* prefixedNumber(text: string, start: number, end: number): Steps<number> {
  const prefix = text.substring(start, start + 2).toLowerCase()
  const allowed = DIGITS[prefix[1]]
  for (let at = start + 2; at < end; at += QUICK_TEXT) {
    if (!allowed.test(text.substring(at, Math.min(at + QUICK_TEXT, end)))) return NaN
    if (charge(2048)) {
      pause()
      yield
    }
  }
  const first = yield* skipZeros(text, start + 2)
  return end - first > ENOUGH_DIGITS ? Infinity : Number(`${prefix}0${text.substring(first, end)}`)
}

/** More digits than the largest BigInt has. */
const MAX_BIGINT_DIGITS = 78_914

/** `StringToBigInt` (https://tc39.es/ecma262/#sec-stringtobigint): NaN where it is none, infinite where it is certainly beyond every BigInt. */
export function* bigintOfText(text: string): Steps<number | bigint> {
  if (!isLongNumeral(text)) return bigintOfShortText(text)
  const start = yield* skipWhiteSpace(text)
  const end = yield* trimmedEnd(text)
  if (start >= end) return 0n
  const prefix = /^0[box]/i.exec(text.substring(start, start + 2))?.[0].toLowerCase() ?? ""
  const sign = prefix === "" && /^[+-]/.test(text[start]) ? text[start] : ""
  const digits = start + prefix.length + sign.length
  const allowed = prefix === "" ? /^\d*$/ : DIGITS[prefix[1]]
  if (digits === end) return NaN
  for (let at = digits; at < end; at += QUICK_TEXT) {
    if (!allowed.test(text.substring(at, Math.min(at + QUICK_TEXT, end)))) return NaN
    if (charge(2048)) {
      pause()
      yield
    }
  }
  const first = yield* skipZeros(text, digits)
  if (end - first > (prefix === "" ? MAX_BIGINT_DIGITS : MAX_BIGINT_BITS)) return sign === "-" ? -Infinity : Infinity
  if (charge(prefix === "" ? stepsOfDigits(end - first) : (end - first) >> 4)) {
    pause()
    yield
  }
  const value = BigInt(`${prefix}0${text.substring(first, end)}`)
  return sign === "-" ? -value : value
}

/** What reading decimal digits costs the host: nearly the square of them (78,000 digits: 8 ms). */
const stepsOfDigits = (count: number): number => (count >> 1) + (((count >> 5) * count) >> 10)

/** {@link bigintOfText} of a text that is not long. */
export function bigintOfShortText(text: string): number | bigint {
  try {
    return BigInt(text)
  } catch (error) {
    if (error instanceof SyntaxError) return NaN
    throw error
  }
}
