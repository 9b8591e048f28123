/** ArrayBuffer objects: bytes that typed arrays and DataViews look at. */
import type { Crossing } from "../interpreter/kernel/object.ts"
import { agent, charge, pause } from "../interpreter/kernel/agent.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { weighBytes } from "../interpreter/kernel/weight.ts"

/** The largest buffer, in bytes. */
export const MAX_BUFFER = 1 << 27
/** Bytes that one host call copies or clears: a tenth of a millisecond or so. */
export const BYTE_CHUNK = 1 << 20
/** Steps of handling such a chunk. */
export const BYTE_CHUNK_STEPS = 8192

const NO_BYTES = new ArrayBuffer(0)

export class ArrayBufferValue extends ObjectValue {
  /**
   * The host's buffer. A resizable buffer has all the bytes it may ever need from the start (the host's allocator hands out untouched memory lazily), so
   * views never have to be made anew; bytes from `byteLength` on are zero.
   */
  data: ArrayBuffer
  byteLength: number
  /** What a resizable buffer may grow to; undefined for one of fixed length. */
  readonly maxByteLength: number | undefined
  readonly isImmutable: boolean
  isDetached = false

  constructor(
    shape: Shape,
    data: ArrayBuffer,
    byteLength: number,
    maxByteLength: number | undefined,
    isImmutable: boolean
  ) {
    super(shape)
    this.data = data
    this.byteLength = byteLength
    this.maxByteLength = maxByteLength
    this.isImmutable = isImmutable
  }

  override crossing(): Crossing {
    return {
      as: "refused",
      message: "an ArrayBuffer",
      suggestions: ["Encode the bytes as text first, for example with `new Uint8Array(buffer).toBase64()`."]
    }
  }

  override get builtinTag(): string {
    return "ArrayBuffer"
  }

  get isResizable(): boolean {
    return this.maxByteLength !== undefined
  }

  /** `DetachArrayBuffer` (https://tc39.es/ecma262/#sec-detacharraybuffer). */
  detach(): void {
    this.data = NO_BYTES
    this.byteLength = 0
    this.isDetached = true
  }
}

/** `CreateByteDataBlock` (https://tc39.es/ecma262/#sec-createbytedatablock). */
export function createBytes(byteLength: number): ArrayBuffer {
  if (byteLength > MAX_BUFFER) {
    throwRangeError(
      `Array buffer allocation failed: ${byteLength} bytes asked for, at most ${MAX_BUFFER} are possible here.`
    )
  }
  weighBytes(byteLength)
  try {
    return new ArrayBuffer(byteLength)
  } catch {
    return throwRangeError(`Array buffer allocation failed: there is no memory for ${byteLength} bytes.`)
  }
}

/** `AllocateArrayBuffer(%ArrayBuffer%, byteLength)` (https://tc39.es/ecma262/#sec-allocatearraybuffer). */
export const allocateBuffer = (byteLength: number): ArrayBufferValue => bufferOf(createBytes(byteLength), byteLength)

/** A buffer object of fixed length around bytes that nobody else has. */
export const bufferOf = (data: ArrayBuffer, byteLength: number = data.byteLength): ArrayBufferValue =>
  new ArrayBufferValue(agent.realm.shapeOf("%ArrayBuffer.prototype%"), data, byteLength, undefined, false)

/** The buffer that a method was called on, or a `TypeError` that names the method. */
export function bufferFrom(value: Value, method: string): ArrayBufferValue {
  if (value instanceof ArrayBufferValue) return value
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not an ArrayBuffer.`)
}

export function refuseDetached(buffer: ArrayBufferValue, method: string): void {
  if (buffer.isDetached) throwTypeError(`${method}: the ArrayBuffer is detached, its bytes were transferred.`)
}

export function refuseImmutable(buffer: ArrayBufferValue, method: string): void {
  if (buffer.isImmutable) throwTypeError(`${method}: the ArrayBuffer is immutable.`)
}

/** Copies bytes, a bounded number at a time. Overlapping ranges of one buffer come out right. */
export function* copyBytes(
  to: ArrayBuffer,
  toIndex: number,
  from: ArrayBuffer,
  fromIndex: number,
  count: number
): Steps<void> {
  const target = new Uint8Array(to)
  const source = new Uint8Array(from)
  if (count <= BYTE_CHUNK) {
    target.set(source.subarray(fromIndex, fromIndex + count), toIndex)
    agent.budget -= count >> 7
    return
  }
  const backwards = to === from && fromIndex < toIndex
  for (let done = 0; done < count; done += BYTE_CHUNK) {
    const size = Math.min(BYTE_CHUNK, count - done)
    const offset = backwards ? count - done - size : done
    target.set(source.subarray(fromIndex + offset, fromIndex + offset + size), toIndex + offset)
    if (charge(BYTE_CHUNK_STEPS)) {
      pause()
      yield
    }
  }
}

/** Clears bytes, a bounded number at a time. */
export function* clearBytes(data: ArrayBuffer, start: number, end: number): Steps<void> {
  const bytes = new Uint8Array(data)
  for (let at = start; at < end; at += BYTE_CHUNK) {
    bytes.fill(0, at, Math.min(at + BYTE_CHUNK, end))
    if (charge(Math.min(end - at, BYTE_CHUNK) >> 7)) {
      pause()
      yield
    }
  }
}
