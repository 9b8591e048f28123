/** `%TypedArray%` and the typed array constructors (https://tc39.es/ecma262/#sec-typedarray-objects). */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { constant, constructor_, getter, link, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinition } from "../interpreter/kernel/builtin.ts"
import { callOf, getMethod, lengthOfArrayLike, toObject } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isConstructor, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import {
  DONE,
  getIteratorFromMethod,
  iteratesByIndex,
  iterableToList,
  iteratorStepValue
} from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions, IntrinsicName } from "../interpreter/kernel/realm.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { allocateBuffer, ArrayBufferValue, MAX_BUFFER, refuseDetached } from "./array-buffer-value.ts"
import { indexOf } from "./array-buffer.ts"
import { callbackOf } from "./callback-loop.ts"
import { elementTypes } from "./element-type.ts"
import type { ElementType } from "./element-type.ts"
import {
  constructorName,
  copyElements,
  createFromConstructor,
  prototypeName,
  refuseOutOfBounds
} from "./typed-array-create.ts"
import { typedArrayPrototypeIntrinsics } from "./typed-array-prototype.ts"
import { TypedArrayValue } from "./typed-array-value.ts"
import { uint8ArrayRows } from "./uint8-array.ts"

/** A list or array-like's values as they come, one after the other. */
type Source = { readonly length: number; readonly at: (k: number) => Value | Susp }

/** https://tc39.es/ecma262/#sec-typedarray */
const typedArrayConstructor = (type: ElementType) =>
  function* (_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
    const name = type.arrayName
    if (newTarget === undefined) return throwTypeError(`${name} must be called with \`new\`: new ${name}(...).`)
    const first = args[0]
    if (!(first instanceof ObjectValue)) {
      const length = args.length === 0 ? 0 : yield* indexOf(first)
      const shape = yield* shapeOf(type, newTarget)
      return allocate(shape, type, length)
    }
    const shape = yield* shapeOf(type, newTarget)
    if (first instanceof TypedArrayValue) return yield* fromTypedArray(shape, type, first, name)
    if (first instanceof ArrayBufferValue) return yield* onBuffer(shape, type, first, args[1], args[2], name)
    return yield* fromObject(shape, type, first)
  }

function* shapeOf(type: ElementType, newTarget: ObjectValue): Steps<Shape> {
  const shape = shapeFromConstructor(newTarget, prototypeName(type), 4)
  return shape === SUSP ? ((yield) as Shape) : shape
}

/** `AllocateTypedArray` with a length (https://tc39.es/ecma262/#sec-allocatetypedarraybuffer). */
const allocate = (shape: Shape, type: ElementType, length: number): TypedArrayValue =>
  new TypedArrayValue(shape, type, allocateBuffer(length * type.size), 0, length)

/** https://tc39.es/ecma262/#sec-initializetypedarrayfromtypedarray */
function* fromTypedArray(shape: Shape, type: ElementType, source: TypedArrayValue, name: string): Steps<Value> {
  refuseOutOfBounds(source, `new ${name}`)
  const { length } = source
  const array = hold(allocate(shape, type, length))
  if (source.type.isBigInt !== type.isBigInt) {
    throwTypeError(`new ${name}: BigInt elements and number elements cannot be mixed.`)
  }
  yield* copyElements(array, 0, source, 0, length)
  return array
}

/** https://tc39.es/ecma262/#sec-initializetypedarrayfromarraybuffer */
function* onBuffer(
  shape: Shape,
  type: ElementType,
  buffer: ArrayBufferValue,
  byteOffset: Value,
  length: Value,
  name: string
): Steps<Value> {
  const { size } = type
  const offset = yield* indexOf(byteOffset)
  if (offset % size !== 0) throwRangeError(`new ${name}: the byte offset ${offset} is not a multiple of ${size}.`)
  const given = length === undefined ? undefined : yield* indexOf(length)
  refuseDetached(buffer, `new ${name}`)
  const { byteLength } = buffer
  if (given === undefined) {
    if (buffer.isResizable) {
      if (offset > byteLength) throwOutside(name, offset, byteLength)
      return new TypedArrayValue(shape, type, buffer, offset, undefined)
    }
    if (byteLength % size !== 0) {
      throwRangeError(`new ${name}: the buffer's length ${byteLength} is not a multiple of ${size}: give a length.`)
    }
    if (offset > byteLength) throwOutside(name, offset, byteLength)
    return new TypedArrayValue(shape, type, buffer, offset, (byteLength - offset) / size)
  }
  if (offset + given * size > byteLength) throwOutside(name, offset + given * size, byteLength)
  return new TypedArrayValue(shape, type, buffer, offset, given)
}

const throwOutside = (name: string, end: number, byteLength: number): never =>
  throwRangeError(`new ${name}: byte ${end} is outside the buffer, which has ${byteLength} bytes.`)

/** The values of an iterable or array-like. */
function* fromObject(shape: Shape, type: ElementType, source: ObjectValue): Steps<Value> {
  const { length, at } = yield* valuesOf(source)
  const array = hold(allocate(shape, type, length))
  for (let k = 0; k < length; k++) {
    let value = at(k)
    if (value === SUSP) value = (yield) as Value
    if (array.setElement(k, value) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return array
}

/** The list of an iterable, or an array-like to be read as the elements are written. */
function* valuesOf(source: Value): Steps<Source> {
  if (iteratesByIndex(source)) return listSource(yield* iterableToList(source))
  const method = yield* getMethod(source, wellKnown.iterator)
  if (method !== undefined) {
    const record = yield* getIteratorFromMethod(source, method)
    const list: Value[] = hold([])
    for (;;) {
      const value = yield* iteratorStepValue(record)
      if (value === DONE) return listSource(list)
      if (list.length >= MAX_ELEMENTS) throwTooManyElements()
      list.push(value)
      if (charge(1)) {
        pause()
        yield
      }
    }
  }
  const o = toObject(source)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  if (length > MAX_BUFFER) throwRangeError(`Invalid typed array length: ${length}.`)
  return { length, at: (k) => o.get(numberKey(k), o) }
}

const listSource = (list: readonly Value[]): Source => ({ length: list.length, at: (k) => list[k] })

/** https://tc39.es/ecma262/#sec-%typedarray%.from */
function* typedArrayFromStatic(thisValue: Value, args: readonly Value[]): Steps<Value> {
  if (!isConstructor(thisValue))
    return throwTypeError("from was called on a value that is not a typed array constructor.")
  const mapper = args[1] === undefined ? undefined : callbackOf(args[1], "TypedArray.from")
  if (args[0] === undefined || args[0] === null) {
    return throwTypeError(`TypedArray.from: ${describeValue(args[0])} is neither iterable nor array-like.`)
  }
  const { length, at } = yield* valuesOf(args[0])
  const target = yield* createFromConstructor(thisValue, [length], "TypedArray.from", "write")
  for (let k = 0; k < length; k++) {
    let value = at(k)
    if (value === SUSP) value = (yield) as Value
    if (mapper !== undefined) value = yield* callOf(mapper, args[2], [value, k])
    if (target.setElement(k, value) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return target
}

/** https://tc39.es/ecma262/#sec-%typedarray%.of */
function* typedArrayOf(thisValue: Value, args: readonly Value[]): Steps<Value> {
  if (!isConstructor(thisValue))
    return throwTypeError("of was called on a value that is not a typed array constructor.")
  const target = yield* createFromConstructor(thisValue, [args.length], "TypedArray.of", "write")
  for (let k = 0; k < args.length; k++) {
    if (target.setElement(k, args[k]) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return target
}

const abstractConstructor = (): never =>
  throwTypeError("TypedArray is abstract: use Uint8Array, Float64Array or another typed array.")

function definitionsOf(type: ElementType): Record<IntrinsicName, IntrinsicDefinition> {
  const isBytes = type === elementTypes.Uint8
  return {
    [constructorName(type)]: constructor_({
      name: type.arrayName,
      length: 3,
      prototype: prototypeName(type),
      inherits: "%TypedArray%",
      native: nativeOf(typedArrayConstructor(type)),
      rows: [constant("BYTES_PER_ELEMENT", type.size), ...(isBytes ? uint8ArrayRows.constructor : [])]
    }),
    [prototypeName(type)]: {
      prototype: "%TypedArray.prototype%",
      rows: [
        constant("BYTES_PER_ELEMENT", type.size),
        link("constructor", constructorName(type)),
        ...(isBytes ? uint8ArrayRows.prototype : [])
      ]
    }
  }
}

export const typedArrayIntrinsics: IntrinsicDefinitions = {
  "%TypedArray%": constructor_({
    name: "TypedArray",
    length: 0,
    prototype: "%TypedArray.prototype%",
    native: abstractConstructor,
    rows: [
      steps("from", 1, typedArrayFromStatic),
      steps("of", 0, typedArrayOf),
      getter(wellKnown.species, (thisValue) => thisValue)
    ]
  }),
  ...typedArrayPrototypeIntrinsics,
  ...Object.assign({}, ...Object.values(elementTypes).map(definitionsOf))
}
