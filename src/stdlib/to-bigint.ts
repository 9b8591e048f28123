/** `ToBigInt` (https://tc39.es/ecma262/#sec-tobigint). */
import { checkBigInt, throwBigIntTooBig } from "../interpreter/kernel/bigint-size.ts"
import { SUSP } from "../interpreter/kernel/agent.ts"
import { toPrimitive } from "../interpreter/kernel/convert.ts"
import { engineFailure, throwError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { bigintOfShortText, bigintOfText, isLongNumeral } from "../interpreter/kernel/number-text.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { SymbolValue } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

export function* bigintOf(value: Value): Steps<bigint> {
  if (typeof value === "bigint") return value
  let primitive = toPrimitive(value, "number")
  if (primitive === SUSP) primitive = (yield) as Value
  return yield* primitiveToBigInt(primitive)
}

export function* primitiveToBigInt(value: Value): Steps<bigint> {
  switch (typeof value) {
    case "bigint":
      return value
    case "boolean":
      return value ? 1n : 0n
    case "string":
      return yield* textToBigInt(value)
    case "number":
      return throwTypeError(`Cannot convert ${value} to a BigInt: write ${value}n or BigInt(${value}).`)
    default:
      return throwTypeError(
        `Cannot convert ${value instanceof SymbolValue ? "a Symbol value" : String(value)} to a BigInt.`
      )
  }
}

/** `StringToBigInt` (https://tc39.es/ecma262/#sec-stringtobigint); no legal text is a `SyntaxError`. */
function* textToBigInt(text: string): Steps<bigint> {
  const n = isLongNumeral(text) ? yield* bigintOfText(text) : bigintOfShortText(text)
  if (typeof n === "bigint") return checkBigInt(n)
  if (n === n) throwBigIntTooBig()
  return throwError(
    "SyntaxError",
    `Cannot convert ${describeValue(text)} to a BigInt: it is not a whole number.`,
    engineFailure()
  )
}
