/** `parseInt` and `parseFloat` (https://tc39.es/ecma262/#sec-parsefloat-string). Long texts are read in bounded steps. */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import { stringOf, toNumber } from "../interpreter/kernel/convert.ts"
import { SUSP } from "../interpreter/kernel/agent.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** The host reads so much text in half a millisecond. */
const QUICK = 1 << 16
/** More digits than any double needs to be rounded correctly, or to be infinite. */
const ENOUGH_DIGITS = 1200

export const parseFloatNative: Native = (_thisValue, args) => {
  const text = args[0]
  if (typeof text === "string" && text.length <= QUICK) return parseFloat(text)
  if (typeof text === "number") return text + 0
  return runSteps(parseFloatSteps(text))
}

function* parseFloatSteps(value: Value): Steps<number> {
  const text = yield* stringOf(value)
  if (text.length <= QUICK) return parseFloat(text)
  return yield* parseLongFloat(text, yield* skipWhiteSpace(text))
}

export const parseIntNative: Native = (_thisValue, args) => {
  const text = args[0]
  const radix = args[1]
  if (typeof text === "string" && text.length <= QUICK && (radix === undefined || typeof radix === "number")) {
    return parseInt(text, radix)
  }
  return runSteps(parseIntSteps(text, radix))
}

function* parseIntSteps(value: Value, radixValue: Value): Steps<number> {
  const text = yield* stringOf(value)
  let radix = toNumber(radixValue)
  if (radix === SUSP) radix = (yield) as number
  radix = radix | 0
  if (text.length <= QUICK) return parseInt(text, radix)
  let at = yield* skipWhiteSpace(text)
  const sign = text[at] === "-" ? "-" : ""
  if (sign !== "" || text[at] === "+") at++
  if ((radix === 0 || radix === 16) && /^0x/i.test(text.substring(at, at + 2))) {
    radix = 16
    at += 2
  }
  const start = at
  at = yield* skipZeros(text, at)
  // Enough digits make infinity; fewer are read to their end. A zero stands for those that were skipped.
  return parseInt(sign + (at > start ? "0" : "") + text.substring(at, at + ENOUGH_DIGITS), radix)
}

function* skipWhiteSpace(text: string): Steps<number> {
  let at = 0
  while (at < text.length) {
    const window = text.substring(at, at + QUICK)
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

function* skipZeros(text: string, at: number): Steps<number> {
  while (text.charCodeAt(at) === 48) {
    at++
    if ((at & 1023) === 0 && charge(32)) {
      pause()
      yield
    }
  }
  return at
}

/** A decimal literal whose digits beyond what counts are dropped; one that is not zero leaves a trace for the rounding. */
function* parseLongFloat(text: string, at: number): Steps<number> {
  const sign = text[at] === "-" ? "-" : ""
  if (sign !== "" || text[at] === "+") at++
  if (text.startsWith("Infinity", at)) return sign === "-" ? -Infinity : Infinity
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
  if (seen === 0) return NaN
  const written = /^e([+-]?\d{1,20})/i.exec(text.substring(at, at + 24))
  if (written !== null) exponent += Math.max(-1e8, Math.min(1e8, Number(written[1])))
  if (digits === "") return sign === "-" ? -0 : 0
  return Number(isInexact ? `${sign}${digits}1e${exponent - 1}` : `${sign}${digits}e${exponent}`)
}
