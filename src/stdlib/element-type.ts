/** The types that elements of typed arrays and values of DataViews may have (https://tc39.es/ecma262/#table-the-typedarray-constructors). */
import { halfBits, halfFromBits } from "./half-float.ts"

/** What the host sees an element type's bytes through. */
export interface ElementView {
  [index: number]: number | bigint
  readonly length: number
  readonly subarray: (start: number, end: number) => ElementView
  readonly set: (source: ElementView, offset: number) => void
  readonly sort: () => unknown
  readonly fill: (value: number | bigint, start: number, end: number) => unknown
}

export type ElementName =
  | "BigInt64"
  | "BigUint64"
  | "Float16"
  | "Float32"
  | "Float64"
  | "Int16"
  | "Int32"
  | "Int8"
  | "Uint16"
  | "Uint32"
  | "Uint8"
  | "Uint8Clamped"

export interface ElementType {
  readonly name: ElementName
  /** The name of the typed arrays. */
  readonly arrayName: string
  /** Bytes of one element. */
  readonly size: 1 | 2 | 4 | 8
  readonly isBigInt: boolean
  /** Elements are stored as the bits of half-precision numbers, which the host may not know. */
  readonly isHalf: boolean
  readonly view: (data: ArrayBuffer, byteOffset: number, length: number) => ElementView
  readonly read: (view: DataView, byteOffset: number, littleEndian: boolean) => number | bigint
  readonly write: (view: DataView, byteOffset: number, value: never, littleEndian: boolean) => void
}

const elementType = (
  name: ElementName,
  size: 1 | 2 | 4 | 8,
  View: new (data: ArrayBuffer, byteOffset: number, length: number) => unknown,
  read: (view: DataView, byteOffset: number, littleEndian: boolean) => number | bigint,
  write: (view: DataView, byteOffset: number, value: never, littleEndian: boolean) => void
): ElementType => ({
  name,
  arrayName: `${name}Array`,
  size,
  isBigInt: name === "BigInt64" || name === "BigUint64",
  isHalf: name === "Float16",
  view: (data, byteOffset, length) => new View(data, byteOffset, length) as ElementView,
  read,
  write
})

export const elementTypes: Readonly<Record<ElementName, ElementType>> = {
  BigInt64: elementType(
    "BigInt64",
    8,
    BigInt64Array,
    (view, at, little) => view.getBigInt64(at, little),
    (view, at, value: bigint, little) => view.setBigInt64(at, value, little)
  ),
  BigUint64: elementType(
    "BigUint64",
    8,
    BigUint64Array,
    (view, at, little) => view.getBigUint64(at, little),
    (view, at, value: bigint, little) => view.setBigUint64(at, value, little)
  ),
  Float16: elementType(
    "Float16",
    2,
    Uint16Array,
    (view, at, little) => halfFromBits(view.getUint16(at, little)),
    (view, at, value: number, little) => view.setUint16(at, halfBits(value), little)
  ),
  Float32: elementType(
    "Float32",
    4,
    Float32Array,
    (view, at, little) => view.getFloat32(at, little),
    (view, at, value: number, little) => view.setFloat32(at, value, little)
  ),
  Float64: elementType(
    "Float64",
    8,
    Float64Array,
    (view, at, little) => view.getFloat64(at, little),
    (view, at, value: number, little) => view.setFloat64(at, value, little)
  ),
  Int16: elementType(
    "Int16",
    2,
    Int16Array,
    (view, at, little) => view.getInt16(at, little),
    (view, at, value: number, little) => view.setInt16(at, value, little)
  ),
  Int32: elementType(
    "Int32",
    4,
    Int32Array,
    (view, at, little) => view.getInt32(at, little),
    (view, at, value: number, little) => view.setInt32(at, value, little)
  ),
  Int8: elementType(
    "Int8",
    1,
    Int8Array,
    (view, at) => view.getInt8(at),
    (view, at, value: number) => view.setInt8(at, value)
  ),
  Uint16: elementType(
    "Uint16",
    2,
    Uint16Array,
    (view, at, little) => view.getUint16(at, little),
    (view, at, value: number, little) => view.setUint16(at, value, little)
  ),
  Uint32: elementType(
    "Uint32",
    4,
    Uint32Array,
    (view, at, little) => view.getUint32(at, little),
    (view, at, value: number, little) => view.setUint32(at, value, little)
  ),
  Uint8: elementType(
    "Uint8",
    1,
    Uint8Array,
    (view, at) => view.getUint8(at),
    (view, at, value: number) => view.setUint8(at, value)
  ),
  Uint8Clamped: elementType(
    "Uint8Clamped",
    1,
    Uint8ClampedArray,
    (view, at) => view.getUint8(at),
    (view, at, value: number) => view.setUint8(at, value)
  )
}
