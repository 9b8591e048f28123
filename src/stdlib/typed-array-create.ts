/** Making and checking typed arrays. */
import { agent, charge, pause } from "../interpreter/kernel/agent.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { constructOf } from "../interpreter/kernel/convert.ts"
import { describeValue, speciesConstructor } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicName } from "../interpreter/kernel/realm.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { allocateBuffer, bufferOf, copyBytes, refuseImmutable } from "./array-buffer-value.ts"
import type { ElementType } from "./element-type.ts"
import { elementTypes } from "./element-type.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

export const constructorName = (type: ElementType): IntrinsicName => `%${type.name}Array%`
export const prototypeName = (type: ElementType): IntrinsicName => `%${type.name}Array.prototype%`

/** The typed array that a method was called on, whatever its state. */
export function typedArrayFrom(value: Value, method: string): TypedArrayValue {
  if (value instanceof TypedArrayValue) return value
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not a typed array.`)
}

export function refuseOutOfBounds(array: TypedArrayValue, method: string): void {
  if (!array.isOutOfBounds) return
  throwTypeError(
    array.buffer.isDetached
      ? `${method}: the ArrayBuffer of this typed array is detached, its bytes were transferred.`
      : `${method}: the ArrayBuffer of this typed array was resized so that the array lies outside it.`
  )
}

/** `ValidateTypedArray` (https://tc39.es/ecma262/#sec-validatetypedarray). */
export function validateTypedArray(value: Value, method: string, access: "read" | "write" = "read"): TypedArrayValue {
  const array = typedArrayFrom(value, method)
  if (access === "write") refuseImmutable(array.buffer, method)
  refuseOutOfBounds(array, method)
  return array
}

/** A new typed array of this realm with a buffer of its own. */
export function newTypedArray(type: ElementType, length: number): TypedArrayValue {
  const buffer = allocateBuffer(length * type.size)
  return new TypedArrayValue(agent.realm.shapeOf(prototypeName(type)), type, buffer, 0, length)
}

/** A new `Uint8Array` around bytes that nobody else has: for what makes bytes (encoders, digests, random values). */
export function newUint8Array(bytes: ArrayBuffer): TypedArrayValue {
  const type = elementTypes.Uint8
  return new TypedArrayValue(agent.realm.shapeOf(prototypeName(type)), type, bufferOf(bytes), 0, bytes.byteLength)
}

/** `TypedArrayCreateFromConstructor` (https://tc39.es/ecma262/#sec-typedarraycreatefromconstructor). */
export function* createFromConstructor(
  constructor: ObjectValue,
  args: readonly Value[],
  method: string,
  access: "read" | "write"
): Steps<TypedArrayValue> {
  const made = hold(validateTypedArray(yield* constructOf(constructor, args), method, access))
  if (args.length === 1 && typeof args[0] === "number" && made.length < args[0]) {
    throwTypeError(`${method}: the constructor answered too short a typed array.`)
  }
  return made
}

/** `TypedArraySpeciesCreate` (https://tc39.es/ecma262/#typedarray-species-create). */
export function* speciesCreate(
  exemplar: TypedArrayValue,
  args: readonly Value[],
  method: string,
  access: "read" | "write"
): Steps<TypedArrayValue> {
  const constructor = yield* speciesConstructor(exemplar, constructorName(exemplar.type), wellKnown.species)
  const made = yield* createFromConstructor(constructor, args, method, access)
  if (made.type.isBigInt !== exemplar.type.isBigInt) {
    throwTypeError(`${method}: BigInt elements and number elements cannot be mixed.`)
  }
  return made
}

/** Elements that one host call converts; half-precision numbers are converted here. */
const CONVERSION = 1 << 16
const HALF_CONVERSION = 1 << 12

/**
 * Copies elements between typed arrays of the same kind of content, with conversion. The caller has checked the ranges, and that a
 * range of the same buffer does not overlap.
 */
export function* copyElements(
  to: TypedArrayValue,
  toIndex: number,
  from: TypedArrayValue,
  fromIndex: number,
  count: number
): Steps<void> {
  if (to.type === from.type) {
    const { size } = to.type
    const toByte = to.byteOffsetAtCreation + toIndex * size
    const fromByte = from.byteOffsetAtCreation + fromIndex * size
    yield* copyBytes(to.buffer.data, toByte, from.buffer.data, fromByte, count * size)
    return
  }
  const isHalf = to.type.isHalf || from.type.isHalf
  const chunk = isHalf ? HALF_CONVERSION : CONVERSION
  for (let done = 0; done < count; done += chunk) {
    const size = Math.min(chunk, count - done)
    const start = fromIndex + done
    if (isHalf) for (let i = 0; i < size; i++) to.write(toIndex + done + i, from.read(start + i))
    else to.view.set(from.view.subarray(start, start + size), toIndex + done)
    if (charge(isHalf ? size : size >> 4)) {
      pause()
      yield
    }
  }
}

/** A copy of a typed array's elements in a new typed array of the same type (`TypedArrayCreateSameType`). */
export function* copyOfElements(array: TypedArrayValue, length: number): Steps<TypedArrayValue> {
  const copy = hold(newTypedArray(array.type, length))
  yield* copyElements(copy, 0, array, 0, Math.min(length, array.length))
  return copy
}
