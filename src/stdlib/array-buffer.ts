/** `ArrayBuffer` (https://tc39.es/ecma262/#sec-arraybuffer-objects), with resizing, transfer and immutable buffers. */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, getter, link, method, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import { constructOf, getOf, toIndex } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { shapeFromConstructor, speciesConstructor } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import {
  ArrayBufferValue,
  bufferFrom,
  clearBytes,
  copyBytes,
  createBytes,
  refuseDetached,
  refuseImmutable
} from "./array-buffer-value.ts"
import { DataViewValue } from "./data-view-value.ts"
import { relativeIndexOf } from "./relative-index.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

/** `ToIndex` as a step. */
export function* indexOf(value: Value): Steps<number> {
  const index = toIndex(value)
  return index === SUSP ? ((yield) as number) : index
}

/** https://tc39.es/ecma262/#sec-arraybuffer-length */
function* arrayBufferConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  if (newTarget === undefined) return throwTypeError("ArrayBuffer must be called with `new`: new ArrayBuffer(length).")
  const byteLength = yield* indexOf(args[0])
  let maxByteLength: number | undefined
  if (args[1] instanceof ObjectValue) {
    const max = yield* getOf(args[1], "maxByteLength")
    if (max !== undefined) maxByteLength = yield* indexOf(max)
  }
  if (maxByteLength !== undefined && byteLength > maxByteLength) {
    throwRangeError(`ArrayBuffer: the length ${byteLength} is above maxByteLength ${maxByteLength}.`)
  }
  let shape: Shape | Susp = shapeFromConstructor(newTarget, "%ArrayBuffer.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new ArrayBufferValue(shape, createBytes(maxByteLength ?? byteLength), byteLength, maxByteLength, false)
}

/** https://tc39.es/ecma262/#sec-arraybuffer.isview */
const arrayBufferIsView = (_: Value, args: readonly Value[]): Value =>
  args[0] instanceof TypedArrayValue || args[0] instanceof DataViewValue

/** https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.bytelength */
const arrayBufferByteLength = (thisValue: Value): Value =>
  bufferFrom(thisValue, "get ArrayBuffer.prototype.byteLength").byteLength

/** https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.maxbytelength */
function arrayBufferMaxByteLength(thisValue: Value): Value {
  const buffer = bufferFrom(thisValue, "get ArrayBuffer.prototype.maxByteLength")
  return buffer.isDetached ? 0 : (buffer.maxByteLength ?? buffer.byteLength)
}

/** https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.resizable */
const arrayBufferResizable = (thisValue: Value): Value =>
  bufferFrom(thisValue, "get ArrayBuffer.prototype.resizable").isResizable

/** https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.detached */
const arrayBufferDetached = (thisValue: Value): Value =>
  bufferFrom(thisValue, "get ArrayBuffer.prototype.detached").isDetached

/** https://tc39.es/proposal-immutable-arraybuffer/#sec-get-arraybuffer.prototype.immutable */
const arrayBufferImmutable = (thisValue: Value): Value =>
  bufferFrom(thisValue, "get ArrayBuffer.prototype.immutable").isImmutable

/** https://tc39.es/ecma262/#sec-arraybuffer.prototype.resize */
function* arrayBufferResize(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const buffer = bufferFrom(thisValue, "ArrayBuffer.prototype.resize")
  const max = buffer.maxByteLength
  if (max === undefined) {
    return throwTypeError(
      "ArrayBuffer.prototype.resize: this buffer has a fixed length: make it with { maxByteLength }."
    )
  }
  const byteLength = yield* indexOf(args[0])
  refuseDetached(buffer, "ArrayBuffer.prototype.resize")
  if (byteLength > max) throwRangeError(`ArrayBuffer.prototype.resize: ${byteLength} is above maxByteLength ${max}.`)
  const old = buffer.byteLength
  buffer.byteLength = byteLength
  yield* clearBytes(buffer.data, byteLength, old)
  return undefined
}

/** https://tc39.es/ecma262/#sec-arraybuffer.prototype.slice */
function* arrayBufferSlice(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const name = "ArrayBuffer.prototype.slice"
  const buffer = bufferFrom(thisValue, name)
  refuseDetached(buffer, name)
  const length = buffer.byteLength
  const first = yield* relativeIndexOf(args[0], length, 0)
  const final = yield* relativeIndexOf(args[1], length, length)
  const count = Math.max(final - first, 0)
  const constructor = yield* speciesConstructor(buffer, "%ArrayBuffer%", wellKnown.species)
  const made = bufferFrom(yield* constructOf(constructor, [count]), name)
  refuseDetached(made, name)
  refuseImmutable(made, name)
  if (made === buffer) throwTypeError(`${name}: the species constructor answered the same ArrayBuffer.`)
  if (made.byteLength < count) throwTypeError(`${name}: the species constructor answered too short an ArrayBuffer.`)
  refuseDetached(buffer, name)
  if (first < buffer.byteLength) {
    yield* copyBytes(made.data, 0, buffer.data, first, Math.min(count, buffer.byteLength - first))
  }
  return made
}

/** https://tc39.es/proposal-immutable-arraybuffer/#sec-arraybuffer.prototype.slicetoimmutable */
function* arrayBufferSliceToImmutable(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const name = "ArrayBuffer.prototype.sliceToImmutable"
  const buffer = bufferFrom(thisValue, name)
  refuseDetached(buffer, name)
  const length = buffer.byteLength
  const first = yield* relativeIndexOf(args[0], length, 0)
  const final = yield* relativeIndexOf(args[1], length, length)
  const count = Math.max(final - first, 0)
  refuseDetached(buffer, name)
  if (buffer.byteLength < final) throwRangeError(`${name}: the ArrayBuffer became too short.`)
  return yield* immutableCopy(buffer.data, first, count, count)
}

/** `AllocateImmutableArrayBuffer`. */
function* immutableCopy(from: ArrayBuffer, start: number, count: number, byteLength: number): Steps<Value> {
  const data = createBytes(byteLength)
  yield* copyBytes(data, 0, from, start, count)
  return new ArrayBufferValue(agent.realm.shapeOf("%ArrayBuffer.prototype%"), data, byteLength, undefined, true)
}

/** `ArrayBufferCopyAndDetach` (https://tc39.es/ecma262/#sec-arraybuffercopyanddetach). */
const transfer = (name: "transfer" | "transferToFixedLength" | "transferToImmutable") =>
  function* (thisValue: Value, args: readonly Value[]): Steps<Value> {
    const full = `ArrayBuffer.prototype.${name}`
    const buffer = bufferFrom(thisValue, full)
    const byteLength = args[0] === undefined ? buffer.byteLength : yield* indexOf(args[0])
    refuseDetached(buffer, full)
    refuseImmutable(buffer, full)
    const max = name === "transfer" ? buffer.maxByteLength : undefined
    if (max !== undefined && byteLength > max) throwRangeError(`${full}: ${byteLength} is above maxByteLength ${max}.`)
    const old = buffer.byteLength
    let { data } = buffer
    if (data.byteLength < byteLength) {
      data = createBytes(byteLength)
      yield* copyBytes(data, 0, buffer.data, 0, old)
    } else {
      yield* clearBytes(data, byteLength, old)
    }
    buffer.detach()
    const shape = agent.realm.shapeOf("%ArrayBuffer.prototype%")
    return new ArrayBufferValue(shape, data, byteLength, max, name === "transferToImmutable")
  }

export const arrayBufferIntrinsics = {
  "%ArrayBuffer%": constructor_({
    name: "ArrayBuffer",
    length: 1,
    prototype: "%ArrayBuffer.prototype%",
    native: nativeOf(arrayBufferConstructor),
    rows: [method("isView", 1, arrayBufferIsView), getter(wellKnown.species, (thisValue) => thisValue)]
  }),
  "%ArrayBuffer.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      getter("byteLength", arrayBufferByteLength),
      link("constructor", "%ArrayBuffer%"),
      getter("detached", arrayBufferDetached),
      getter("immutable", arrayBufferImmutable),
      getter("maxByteLength", arrayBufferMaxByteLength),
      getter("resizable", arrayBufferResizable),
      steps("resize", 1, arrayBufferResize),
      steps("slice", 2, arrayBufferSlice),
      steps("sliceToImmutable", 2, arrayBufferSliceToImmutable),
      steps("transfer", 0, transfer("transfer")),
      steps("transferToFixedLength", 0, transfer("transferToFixedLength")),
      steps("transferToImmutable", 0, transfer("transferToImmutable")),
      constant(wellKnown.toStringTag, "ArrayBuffer", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
