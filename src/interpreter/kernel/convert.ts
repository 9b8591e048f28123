/**
 * Type conversion (https://tc39.es/ecma262/#sec-type-conversion). Conversions of objects call guest code, so they may suspend;
 * the primitive cases never do and come first.
 */
import { agent, answer, suspend, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { throwRangeError, throwTypeError } from "./errors.ts"
import { bigintText, isLargeBigInt, shortBigIntText } from "./bigint-text.ts"
import { isCallable, NO_FRAME } from "./function.ts"
import { isLongNumeral, numberOfLongText } from "./number-text.ts"
import { ObjectValue } from "./object.ts"
import { reading } from "./rope.ts"
import { hold, runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { canonicalKey, numberKey, SymbolValue, wellKnown } from "./values.ts"
import type { PropertyKey, Value } from "./values.ts"
import { keyOfText, LONG_KEY } from "./long-key.ts"

export type Hint = "default" | "number" | "string"

/** `ToPrimitive` (https://tc39.es/ecma262/#sec-toprimitive). */
export function toPrimitive(value: Value, hint: Hint = "default"): Value | Susp {
  if (!(value instanceof ObjectValue)) return value
  value.refuseConversion(hint)
  return runSteps(objectToPrimitive(value, hint))
}

function* objectToPrimitive(object: ObjectValue, hint: Hint): Steps<Value> {
  let exotic = object.get(wellKnown.toPrimitive, object)
  if (exotic === SUSP) exotic = (yield) as Value
  if (exotic !== undefined && exotic !== null) {
    if (!isCallable(exotic)) return throwTypeError("Symbol.toPrimitive is not a function.")
    let result = exotic.call(object, [hint])
    if (result === SUSP) result = (yield) as Value
    if (result instanceof ObjectValue) return throwTypeError("Cannot convert object to primitive value.")
    return result
  }
  return yield* ordinaryToPrimitive(object, hint)
}

/** `OrdinaryToPrimitive` (https://tc39.es/ecma262/#sec-ordinarytoprimitive). */
export function* ordinaryToPrimitive(object: ObjectValue, hint: Hint): Steps<Value> {
  const names = hint === "string" ? ["toString", "valueOf"] : ["valueOf", "toString"]
  for (const name of names) {
    let method = object.get(name, object)
    if (method === SUSP) method = (yield) as Value
    if (isCallable(method)) {
      let result = method.call(object, [])
      if (result === SUSP) result = (yield) as Value
      if (!(result instanceof ObjectValue)) return result
    }
  }
  return throwTypeError("Cannot convert object to primitive value.")
}

/** `ToString` of a primitive. */
export function primitiveToString(value: Value): string {
  if (typeof value === "string") return value
  if (value instanceof SymbolValue) return throwTypeError("Cannot convert a Symbol value to a string.")
  return String(value)
}

/** `ToString` (https://tc39.es/ecma262/#sec-tostring). */
export function toString(value: Value): string | Susp {
  if (typeof value === "string") return value
  if (value instanceof ObjectValue) {
    const primitive = toPrimitive(value, "string")
    return primitive === SUSP ? suspend(afterString, NO_FRAME) : afterString(null, primitive)
  }
  if (typeof value === "bigint") return isLargeBigInt(value) ? runSteps(bigintText(value, 10)) : shortBigIntText(value)
  return primitiveToString(value)
}
const afterString = (_: unknown, value: Value): string | Susp => {
  if (typeof value === "string") reading(value)
  return toString(value)
}

/** `StringToNumber`: the host's `Number` has the same grammar. */
export function primitiveToNumber(value: Value): number {
  if (typeof value === "number") return value
  if (value instanceof SymbolValue) return throwTypeError("Cannot convert a Symbol value to a number.")
  if (typeof value === "bigint") return throwTypeError("Cannot convert a BigInt value to a number.")
  return Number(value)
}

/** `ToNumber` (https://tc39.es/ecma262/#sec-tonumber). */
export function toNumber(value: Value): number | Susp {
  if (typeof value === "number") return value
  if (value instanceof ObjectValue) {
    const primitive = toPrimitive(value, "number")
    if (primitive === SUSP) return suspend(afterNumber, NO_FRAME)
    return toNumber(primitive)
  }
  if (isLongNumeral(value)) return runSteps(numberOfLongText(value))
  return primitiveToNumber(value)
}
const afterNumber = (_: unknown, value: Value): number | Susp => toNumber(value)

/** `ToNumeric` (https://tc39.es/ecma262/#sec-tonumeric). */
export function toNumeric(value: Value): number | bigint | Susp {
  if (typeof value === "number" || typeof value === "bigint") return value
  if (value instanceof ObjectValue) {
    const primitive = toPrimitive(value, "number")
    if (primitive === SUSP) return suspend(afterNumeric, NO_FRAME)
    return toNumeric(primitive)
  }
  return toNumber(value)
}
const afterNumeric = (_: unknown, value: Value): number | bigint | Susp => toNumeric(value)

/** `ToIntegerOrInfinity` of a number. */
export const integerOf = (n: number): number => (n !== n ? 0 : Math.trunc(n) + 0)

/** `ToIntegerOrInfinity` (https://tc39.es/ecma262/#sec-tointegerorinfinity). */
export function toIntegerOrInfinity(value: Value): number | Susp {
  const n = toNumber(value)
  return n === SUSP ? suspend(afterInteger, NO_FRAME) : integerOf(n)
}
const afterInteger = (_: unknown, n: number): number => integerOf(n)

const clampLength = (n: number): number => Math.min(Math.max(integerOf(n), 0), Number.MAX_SAFE_INTEGER)

/** `ToLength` (https://tc39.es/ecma262/#sec-tolength). */
export function toLength(value: Value): number | Susp {
  const n = toNumber(value)
  return n === SUSP ? suspend(afterLength, NO_FRAME) : clampLength(n)
}
const afterLength = (_: unknown, n: number): number => clampLength(n)

const checkIndex = (n: number): number => {
  const index = integerOf(n)
  if (index < 0 || index > Number.MAX_SAFE_INTEGER) {
    throwRangeError(`An index, length or width must be an integer from 0 to 2^53 - 1, not ${index}.`)
  }
  return index
}

/** `ToIndex` (https://tc39.es/ecma262/#sec-toindex). */
export function toIndex(value: Value): number | Susp {
  if (value === undefined) return 0
  const n = toNumber(value)
  return n === SUSP ? suspend(afterIndex, NO_FRAME) : checkIndex(n)
}
const afterIndex = (_: unknown, n: number): number => checkIndex(n)

/** `ToInt32` / `ToUint32` of numbers are the host's own operators. */
export function toUint32(value: Value): number | Susp {
  const n = toNumber(value)
  return n === SUSP ? suspend(afterUint32, NO_FRAME) : n >>> 0
}
const afterUint32 = (_: unknown, n: number): number => n >>> 0

/** The two conversions of `ArraySetLength`, which must agree. */
export function toArrayLength(value: Value): number | Susp {
  if (typeof value === "number") {
    if (value >>> 0 !== value) throwRangeError("Invalid array length.")
    return value
  }
  return runSteps(convertArrayLength(value))
}

function* convertArrayLength(value: Value): Steps<number> {
  let length = toUint32(value)
  if (length === SUSP) length = (yield) as number
  let n = toNumber(value)
  if (n === SUSP) n = (yield) as number
  if (length !== n) throwRangeError("Invalid array length.")
  return length
}

/** `ToPropertyKey` (https://tc39.es/ecma262/#sec-topropertykey), canonical (values.ts). */
export function toPropertyKey(value: Value): PropertyKey | Susp {
  if (typeof value === "string") return value.length > LONG_KEY ? answer(keyOfText(value)) : canonicalKey(value)
  if (typeof value === "number") return numberKey(value)
  if (value instanceof SymbolValue) return value
  if (value instanceof ObjectValue) {
    const primitive = toPrimitive(value, "string")
    return primitive === SUSP ? suspend(afterPropertyKey, NO_FRAME) : toPropertyKey(primitive)
  }
  const text = toString(value)
  return text === SUSP ? suspend(afterPropertyKey, NO_FRAME) : canonicalKey(text)
}
const afterPropertyKey = (_: unknown, value: Value): PropertyKey | Susp => toPropertyKey(value)

/** `ToObject` (https://tc39.es/ecma262/#sec-toobject). */
export function toObject(value: Value): ObjectValue {
  if (value instanceof ObjectValue) return value
  if (value === undefined || value === null) return throwTypeError(`Cannot convert ${value} to an object.`)
  return agent.realm.wrapPrimitive(value)
}

/** `GetV`'s base: the object whose properties a primitive has. */
export function prototypeOfPrimitive(value: Value): ObjectValue {
  const realm = agent.realm
  switch (typeof value) {
    case "string":
      return realm.intrinsic("%String.prototype%")
    case "number":
      return realm.intrinsic("%Number.prototype%")
    case "boolean":
      return realm.intrinsic("%Boolean.prototype%")
    case "bigint":
      return realm.intrinsic("%BigInt.prototype%")
    default:
      return realm.intrinsic("%Symbol.prototype%")
  }
}

/** `GetV` (https://tc39.es/ecma262/#sec-getv): a property of any value. */
export function getV(value: Value, key: PropertyKey): Value | Susp {
  if (value instanceof ObjectValue) return value.get(key, value)
  if (value === undefined || value === null) {
    return throwTypeError(
      `Cannot read properties of ${value} (reading '${String(typeof key === "object" ? key.description : key)}').`
    )
  }
  if (typeof value === "string") {
    if (key === "length") return value.length
    if (typeof key === "number" && key < value.length) {
      reading(value)
      return value[key]
    }
  }
  return prototypeOfPrimitive(value).get(key, value)
}

/** `GetMethod` (https://tc39.es/ecma262/#sec-getmethod). */
export function* getMethod(value: Value, key: PropertyKey): Steps<ObjectValue | undefined> {
  let method = getV(value, key)
  if (method === SUSP) method = (yield) as Value
  if (method === undefined || method === null) return undefined
  if (!isCallable(method))
    return throwTypeError(`${String(typeof key === "object" ? key.description : key)} is not a function.`)
  return method
}

/** `Invoke` (https://tc39.es/ecma262/#sec-invoke). */
export function* invokeMethod(value: Value, key: PropertyKey, args: readonly Value[]): Steps<Value> {
  let method = getV(value, key)
  if (method === SUSP) method = (yield) as Value
  if (!isCallable(method))
    return throwTypeError(`${String(typeof key === "object" ? key.description : key)} is not a function.`)
  let result = method.call(value, args)
  if (result === SUSP) result = (yield) as Value
  return result
}

/** `RequireObjectCoercible` for a method of a prototype. */
export function requireObjectCoercible(value: Value, method: string): void {
  if (value === undefined || value === null) throwTypeError(`${method} called on ${value}.`)
}

/** `LengthOfArrayLike` (https://tc39.es/ecma262/#sec-lengthofarraylike). */
export function lengthOfArrayLike(o: ObjectValue): number | Susp {
  const length = o.get("length", o)
  if (length === SUSP) return suspend(afterLengthProperty, NO_FRAME)
  return toLength(length)
}
const afterLengthProperty = (_: unknown, length: Value): number | Susp => toLength(length)

/** `ToString` that may suspend, as a step: `const s = yield* stringOf(v)`. The same for the other conversions below. */
export function* stringOf(value: Value): Steps<string> {
  if (typeof value === "string") return value
  const s = toString(value)
  const text = s === SUSP ? ((yield) as string) : s
  return text.length < HELD_TEXT ? text : hold(text)
}
/** What an object answers as its text may be all that there is of it; shorter ones are less than what else their algorithm keeps. */
const HELD_TEXT = 256

export function* numberOf(value: Value): Steps<number> {
  const n = toNumber(value)
  return n === SUSP ? ((yield) as number) : n
}
export function* integerOrInfinityOf(value: Value): Steps<number> {
  const n = toIntegerOrInfinity(value)
  return n === SUSP ? ((yield) as number) : n
}
export function* propertyKeyOf(value: Value): Steps<PropertyKey> {
  const key = toPropertyKey(value)
  return key === SUSP ? ((yield) as PropertyKey) : key
}

/** `Get` as a step. */
export function* getOf(o: ObjectValue, key: PropertyKey): Steps<Value> {
  const value = o.get(key, o)
  return value === SUSP ? ((yield) as Value) : value
}

/** `Set(O, P, V, true)` (https://tc39.es/ecma262/#sec-set-o-p-v-throw) as a step. */
export function* setOrThrow(o: ObjectValue, key: PropertyKey, value: Value): Steps<void> {
  let done = o.set(key, value, o)
  if (done === SUSP) done = (yield) as boolean
  if (!done) throwReadOnly(key)
}

export const throwReadOnly = (key: PropertyKey): never =>
  throwTypeError(
    `Cannot assign to read only property '${String(typeof key === "object" ? key.description : key)}' of object.`
  )

/** `CreateDataPropertyOrThrow` as a step. */
export function* createDataPropertyOrThrow(o: ObjectValue, key: PropertyKey, value: Value): Steps<void> {
  let done = o.createDataProperty(key, value)
  if (done === SUSP) done = (yield) as boolean
  if (!done)
    throwTypeError(
      `Cannot define property ${String(typeof key === "object" ? key.description : key)}, object is not extensible.`
    )
}

/** `DeletePropertyOrThrow` as a step. */
export function* deleteOrThrow(o: ObjectValue, key: PropertyKey): Steps<void> {
  let done = o.delete(key)
  if (done === SUSP) done = (yield) as boolean
  if (!done) throwTypeError(`Cannot delete property '${String(typeof key === "object" ? key.description : key)}'.`)
}

/** `DefinePropertyOrThrow` as a step. */
export function* definePropertyOrThrow(
  o: ObjectValue,
  key: PropertyKey,
  desc: import("./object.ts").PropertyDescriptor
): Steps<void> {
  let done = o.defineOwnProperty(key, desc)
  if (done === SUSP) done = (yield) as boolean
  if (!done) throwTypeError(`Cannot redefine property: ${String(typeof key === "object" ? key.description : key)}.`)
}

/** `Call` as a step. */
export function* callOf(fn: ObjectValue, thisValue: Value, args: readonly Value[]): Steps<Value> {
  const result = fn.call(thisValue, args)
  return result === SUSP ? ((yield) as Value) : result
}

/** `Construct` as a step. */
export function* constructOf(fn: ObjectValue, args: readonly Value[], newTarget: ObjectValue = fn): Steps<ObjectValue> {
  const result = fn.construct(args, newTarget)
  return result === SUSP ? ((yield) as ObjectValue) : result
}
