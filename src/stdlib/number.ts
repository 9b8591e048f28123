/** `Number` (https://tc39.es/ecma262/#sec-number-objects) and the global functions on numbers. */
import { charge, suspend, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, function_, link, method, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import { integerOrInfinityOf, toNumber, toNumeric } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, NO_FRAME, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"
import { makeNumberFormat } from "./intl/number-format-options.ts"
import { parseFloatNative, parseIntNative } from "./parse-number.ts"

const plainNumber = (n: number | bigint): number => (typeof n === "bigint" ? Number(n) : n)

/** https://tc39.es/ecma262/#sec-number-constructor-number-value */
const numberConstructor: Native = (_thisValue, args, newTarget) => {
  if (newTarget !== undefined) return runSteps(constructNumber(args, newTarget))
  if (args.length === 0) return 0
  const n = toNumeric(args[0])
  return n === SUSP ? suspend(afterNumeric, NO_FRAME) : plainNumber(n)
}
const afterNumeric = (_: unknown, n: number | bigint): Value => plainNumber(n)

function* constructNumber(args: readonly Value[], newTarget: ObjectValue): Steps<Value> {
  let n = args.length === 0 ? 0 : toNumeric(args[0])
  if (n === SUSP) n = (yield) as number | bigint
  let shape = shapeFromConstructor(newTarget, "%Number.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new PrimitiveWrapper(shape, plainNumber(n))
}

const ofNumber = (name: string, test: (n: number) => boolean): Row =>
  method(name, 1, (_thisValue, args) => typeof args[0] === "number" && test(args[0]))

/** `ThisNumberValue` (https://tc39.es/ecma262/#sec-thisnumbervalue). */
function thisNumber(thisValue: Value, name: string): number {
  if (typeof thisValue === "number") return thisValue
  if (thisValue instanceof PrimitiveWrapper && typeof thisValue.primitive === "number") return thisValue.primitive
  return throwTypeError(`Number.prototype.${name} requires that 'this' be a Number, not ${describeValue(thisValue)}.`)
}

const checkDigits = (name: string, digits: number, from: number): void => {
  if (!(digits >= from && digits <= 100)) {
    throwRangeError(`Number.prototype.${name}: the number of digits must be from ${from} to 100, not ${digits}.`)
  }
}

/** https://tc39.es/ecma262/#sec-number.prototype.toexponential */
const numberToExponential: NativeSteps = function* (thisValue, args) {
  const n = thisNumber(thisValue, "toExponential")
  const digits = yield* integerOrInfinityOf(args[0])
  if (!Number.isFinite(n)) return String(n)
  checkDigits("toExponential", digits, 0)
  return n.toExponential(args[0] === undefined ? undefined : digits)
}

/** https://tc39.es/ecma262/#sec-number.prototype.tofixed */
const numberToFixed: Native = (thisValue, args) => {
  const digits = args[0]
  if (typeof thisValue === "number" && typeof digits === "number" && digits >= 0 && digits <= 100) {
    return thisValue.toFixed(digits)
  }
  return runSteps(toFixedSteps(thisValue, args))
}

function* toFixedSteps(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const n = thisNumber(thisValue, "toFixed")
  const digits = yield* integerOrInfinityOf(args[0])
  checkDigits("toFixed", digits, 0)
  return n.toFixed(digits)
}

/** https://tc39.es/ecma262/#sec-number.prototype.toprecision */
const numberToPrecision: NativeSteps = function* (thisValue, args) {
  const n = thisNumber(thisValue, "toPrecision")
  if (args[0] === undefined) return String(n)
  const digits = yield* integerOrInfinityOf(args[0])
  if (!Number.isFinite(n)) return String(n)
  checkDigits("toPrecision", digits, 1)
  return n.toPrecision(digits)
}

/** https://tc39.es/ecma262/#sec-number.prototype.tostring */
const numberToString: Native = (thisValue, args) => {
  const radix = args[0]
  if (radix === undefined) return String(thisNumber(thisValue, "toString"))
  return runSteps(toStringRadix(thisValue, radix))
}

function* toStringRadix(thisValue: Value, radixValue: Value): Steps<Value> {
  const n = thisNumber(thisValue, "toString")
  const radix = yield* integerOrInfinityOf(radixValue)
  checkRadix("Number", radix)
  return n.toString(radix)
}

export function checkRadix(type: string, radix: number): void {
  if (!(radix >= 2 && radix <= 36)) {
    throwRangeError(`${type}.prototype.toString: the radix must be from 2 to 36, not ${radix}.`)
  }
}

/** https://tc39.es/ecma402/#sup-number.prototype.tolocalestring */
const numberToLocaleString: NativeSteps = function* (thisValue, args) {
  const n = thisNumber(thisValue, "toLocaleString")
  const format = yield* makeNumberFormat(args[0], args[1])
  charge(40)
  return format.format(n)
}

const withNumber = (test: (n: number) => boolean): Native => {
  const finish = (_: unknown, n: number): Value => test(n)
  return (_thisValue, args) => {
    const n = toNumber(args[0])
    return n === SUSP ? suspend(finish, NO_FRAME) : test(n)
  }
}

/** The global functions; `parseInt` and `parseFloat` are the same objects as those of `Number`. */
export const numberGlobals: readonly Row[] = [
  method("isFinite", 1, withNumber(Number.isFinite)),
  method("isNaN", 1, withNumber(Number.isNaN)),
  link("parseFloat", "%parseFloat%"),
  link("parseInt", "%parseInt%")
]

export const numberIntrinsics = {
  "%parseFloat%": function_("parseFloat", 1, parseFloatNative),
  "%parseInt%": function_("parseInt", 2, parseIntNative),
  "%Number%": constructor_({
    name: "Number",
    length: 1,
    prototype: "%Number.prototype%",
    native: numberConstructor,
    rows: [
      constant("EPSILON", Number.EPSILON),
      constant("MAX_SAFE_INTEGER", Number.MAX_SAFE_INTEGER),
      constant("MAX_VALUE", Number.MAX_VALUE),
      constant("MIN_SAFE_INTEGER", Number.MIN_SAFE_INTEGER),
      constant("MIN_VALUE", Number.MIN_VALUE),
      constant("NaN", NaN),
      constant("NEGATIVE_INFINITY", -Infinity),
      constant("POSITIVE_INFINITY", Infinity),
      ofNumber("isFinite", Number.isFinite),
      ofNumber("isInteger", Number.isInteger),
      ofNumber("isNaN", Number.isNaN),
      ofNumber("isSafeInteger", Number.isSafeInteger),
      link("parseFloat", "%parseFloat%"),
      link("parseInt", "%parseInt%")
    ]
  }),
  "%Number.prototype%": {
    prototype: "%Object.prototype%",
    make: (_realm, shape) => new PrimitiveWrapper(shape, 0),
    rows: [
      link("constructor", "%Number%"),
      steps("toExponential", 1, numberToExponential),
      method("toFixed", 1, numberToFixed),
      steps("toLocaleString", 0, numberToLocaleString),
      steps("toPrecision", 1, numberToPrecision),
      method("toString", 1, numberToString),
      method("valueOf", 0, (thisValue) => thisNumber(thisValue, "valueOf"))
    ]
  }
} satisfies IntrinsicDefinitions
