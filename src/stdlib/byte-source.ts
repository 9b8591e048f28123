/** Bytes that a program hands over: buffers and views of them. */
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { ArrayBufferValue } from "./array-buffer-value.ts"
import { DataViewValue } from "./data-view-value.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

/** The bytes of a buffer, a typed array or a DataView, as a view on the same memory; none where it is detached or out of bounds. */
export function bytesUnder(value: Value, method: string): Uint8Array {
  if (value instanceof ArrayBufferValue) return new Uint8Array(value.data, 0, value.byteLength)
  if (value instanceof TypedArrayValue) {
    return new Uint8Array(value.buffer.data, startOf(value), value.length * value.type.size)
  }
  if (value instanceof DataViewValue) {
    if (value.isOutOfBounds) return new Uint8Array(0)
    return new Uint8Array(value.buffer.data, value.byteOffset, value.byteLength)
  }
  return throwTypeError(
    `${method} takes bytes (an ArrayBuffer, a typed array or a DataView), not ${describeValue(value)}.`
  )
}

const startOf = (array: TypedArrayValue): number => (array.isOutOfBounds ? 0 : array.byteOffsetAtCreation)
