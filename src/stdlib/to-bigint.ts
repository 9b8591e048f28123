/** `ToBigInt` (https://tc39.es/ecma262/#sec-tobigint). */
import { SUSP } from "../interpreter/kernel/agent.ts"
import { toPrimitive } from "../interpreter/kernel/convert.ts"
import { engineFailure, throwError, throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { checkBigInt, MAX_BIGINT_BITS } from "../interpreter/kernel/operators.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { SymbolValue } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

export function* bigintOf(value: Value): Steps<bigint> {
  if (typeof value === "bigint") return value
  let primitive = toPrimitive(value, "number")
  if (primitive === SUSP) primitive = (yield) as Value
  return primitiveToBigInt(primitive)
}

export function primitiveToBigInt(value: Value): bigint {
  switch (typeof value) {
    case "bigint":
      return value
    case "boolean":
      return value ? 1n : 0n
    case "string":
      return textToBigInt(value)
    case "number":
      return throwTypeError(`Cannot convert ${value} to a BigInt: write ${value}n or BigInt(${value}).`)
    default:
      return throwTypeError(
        `Cannot convert ${value instanceof SymbolValue ? "a Symbol value" : String(value)} to a BigInt.`
      )
  }
}

/** More characters than any literal within the cap has. */
const MAX_TEXT = MAX_BIGINT_BITS + 2
/** Decimal digits beyond which a number is certainly above the cap. */
const MAX_DIGITS = Math.ceil(MAX_BIGINT_BITS * Math.log10(2))

/** `StringToBigInt` (https://tc39.es/ecma262/#sec-stringtobigint); no legal text is a `SyntaxError`. */
function textToBigInt(text: string): bigint {
  let literal = text.trim()
  if (literal.length > MAX_DIGITS && /^[+-]?\d/.test(literal)) {
    literal = literal.replace(/^([+-]?)0+(?=[0-9])/, "$1")
    if (literal.length > MAX_DIGITS + 1 && !/^0[box]/i.test(literal)) throwTooBig()
  }
  if (literal.length > MAX_TEXT) throwTooBig()
  try {
    return checkBigInt(BigInt(literal))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return throwError(
      "SyntaxError",
      `Cannot convert ${describeValue(text)} to a BigInt: it is not a whole number.`,
      engineFailure()
    )
  }
}

const throwTooBig = (): never =>
  throwRangeError("Maximum BigInt size exceeded: a BigInt can hold at most 262,144 bits here.")
