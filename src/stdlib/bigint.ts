/** `BigInt` (https://tc39.es/ecma262/#sec-bigint-objects). */
import { bitsOf, checkBigInt, MAX_BIGINT_BITS } from "../interpreter/kernel/bigint-size.ts"
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, link, method, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { integerOrInfinityOf, toIndex, toPrimitive } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { weigh } from "../interpreter/kernel/weight.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"
import { bigintText } from "../interpreter/kernel/bigint-text.ts"
import { makeNumberFormat } from "./intl/number-format-options.ts"
import { checkRadix } from "./number.ts"
import { bigintOf, primitiveToBigInt } from "./to-bigint.ts"

/** https://tc39.es/ecma262/#sec-bigint-constructor-number-value */
const bigintConstructor: Native = (_thisValue, args, newTarget) => {
  if (newTarget !== undefined) throwTypeError("BigInt is not a constructor: write BigInt(value) without new.")
  return runSteps(convert(args[0]))
}

function* convert(value: Value): Steps<Value> {
  let primitive = toPrimitive(value, "number")
  if (primitive === SUSP) primitive = (yield) as Value
  if (typeof primitive !== "number") return yield* primitiveToBigInt(primitive)
  if (!Number.isInteger(primitive)) {
    throwRangeError(`The number ${primitive} cannot be converted to a BigInt because it is not an integer.`)
  }
  return BigInt(primitive)
}

/** A negative one has as many bits as are asked for, in two's complement. */
function chargeWrapping(n: bigint, bits: number): void {
  const size = Math.min(bits, n < 0n ? MAX_BIGINT_BITS : bitsOf(n))
  agent.budget -= size >> 10
  weigh(size >> 3)
}

/** https://tc39.es/ecma262/#sec-bigint.asintn */
const bigintAsIntN: NativeSteps = function* (_thisValue, args) {
  let bits = toIndex(args[0])
  if (bits === SUSP) bits = (yield) as number
  const n = yield* bigintOf(args[1])
  chargeWrapping(n, bits)
  // A BigInt is never wider than the cap, so more bits change nothing.
  return BigInt.asIntN(Math.min(bits, MAX_BIGINT_BITS + 1), n)
}

/** https://tc39.es/ecma262/#sec-bigint.asuintn */
const bigintAsUintN: NativeSteps = function* (_thisValue, args) {
  let bits = toIndex(args[0])
  if (bits === SUSP) bits = (yield) as number
  const n = yield* bigintOf(args[1])
  chargeWrapping(n, bits)
  return checkBigInt(BigInt.asUintN(Math.min(bits, MAX_BIGINT_BITS + 1), n))
}

/** `ThisBigIntValue` (https://tc39.es/ecma262/#sec-thisbigintvalue). */
function thisBigInt(thisValue: Value, name: string): bigint {
  if (typeof thisValue === "bigint") return thisValue
  if (thisValue instanceof PrimitiveWrapper && typeof thisValue.primitive === "bigint") return thisValue.primitive
  return throwTypeError(`BigInt.prototype.${name} requires that 'this' be a BigInt, not ${describeValue(thisValue)}.`)
}

/** https://tc39.es/ecma262/#sec-bigint.prototype.tostring */
const bigintToString: NativeSteps = function* (thisValue, args) {
  const n = thisBigInt(thisValue, "toString")
  if (args[0] === undefined) return yield* bigintText(n, 10)
  const radix = yield* integerOrInfinityOf(args[0])
  checkRadix("BigInt", radix)
  return yield* bigintText(n, radix)
}

/** The host's formatter takes time that grows with the square of the digits: so many take a third of a millisecond. */
const MAX_LOCALE_BITS = 1 << 13
const LOCALE_LIMIT = 1n << BigInt(MAX_LOCALE_BITS)

/** https://tc39.es/ecma402/#sup-bigint.prototype.tolocalestring */
const bigintToLocaleString: NativeSteps = function* (thisValue, args) {
  const n = thisBigInt(thisValue, "toLocaleString")
  const format = yield* makeNumberFormat(args[0], args[1])
  return format.format(checkLocaleBigInt(n))
}

/** A BigInt that is to be formatted for a language, within what the host formats quickly; takes what that costs from the slice. */
export function checkLocaleBigInt(n: bigint): bigint {
  if (n >= LOCALE_LIMIT || n <= -LOCALE_LIMIT) {
    throwRangeError("A BigInt of more than 8,192 bits cannot be formatted for a language: use toString().")
  }
  agent.budget -= (bitsOf(n) ** 2) >> 13
  return n
}

export const bigintIntrinsics = {
  "%BigInt%": constructor_({
    name: "BigInt",
    length: 1,
    prototype: "%BigInt.prototype%",
    native: bigintConstructor,
    rows: [steps("asIntN", 2, bigintAsIntN), steps("asUintN", 2, bigintAsUintN)]
  }),
  "%BigInt.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%BigInt%"),
      steps("toLocaleString", 0, bigintToLocaleString),
      steps("toString", 0, bigintToString),
      method("valueOf", 0, (thisValue) => thisBigInt(thisValue, "valueOf")),
      constant(wellKnown.toStringTag, "BigInt", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
