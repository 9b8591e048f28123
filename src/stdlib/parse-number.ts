/** `parseInt` and `parseFloat` (https://tc39.es/ecma262/#sec-parsefloat-string). Long texts are read in bounded steps. */
import { stringOf, toNumber } from "../interpreter/kernel/convert.ts"
import { SUSP } from "../interpreter/kernel/agent.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { decimalAt, ENOUGH_DIGITS, QUICK_TEXT, skipWhiteSpace, skipZeros } from "../interpreter/kernel/number-text.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"

export const parseFloatNative: Native = (_thisValue, args) => {
  const text = args[0]
  if (typeof text === "string" && text.length <= QUICK_TEXT) return parseFloat(text)
  if (typeof text === "number") return text + 0
  return runSteps(parseFloatSteps(text))
}

function* parseFloatSteps(value: Value): Steps<number> {
  const text = yield* stringOf(value)
  if (text.length <= QUICK_TEXT) return parseFloat(text)
  return (yield* decimalAt(text, yield* skipWhiteSpace(text))).value
}

export const parseIntNative: Native = (_thisValue, args) => {
  const text = args[0]
  const radix = args[1]
  if (typeof text === "string" && text.length <= QUICK_TEXT && (radix === undefined || typeof radix === "number")) {
    return parseInt(text, radix)
  }
  return runSteps(parseIntSteps(text, radix))
}

function* parseIntSteps(value: Value, radixValue: Value): Steps<number> {
  const text = yield* stringOf(value)
  let radix = toNumber(radixValue)
  if (radix === SUSP) radix = (yield) as number
  radix = radix | 0
  if (text.length <= QUICK_TEXT) return parseInt(text, radix)
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
