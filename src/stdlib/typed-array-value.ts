/** Typed array objects (https://tc39.es/ecma262/#sec-typedarray-exotic-objects): every index and every other numeric key means an element, or nothing. */
import type { Crossing } from "../interpreter/kernel/object.ts"
import { suspend, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { toNumber } from "../interpreter/kernel/convert.ts"
import { NO_FRAME } from "../interpreter/kernel/function.ts"
import { indexedKeys, KEYS_AT_ONCE } from "../interpreter/kernel/index-keys.ts"
import { descriptorOf, found, isCompatible, ObjectValue } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { DEFAULT_FLAGS, ENUMERABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import type { ArrayBufferValue } from "./array-buffer-value.ts"
import type { ElementType, ElementView } from "./element-type.ts"
import { halfBits, halfFromBits } from "./half-float.ts"
import { bigintOf } from "./to-bigint.ts"

/** Whether a key that is no array index is a number's text all the same: `"-0"`, `"1.5"`, `"NaN"`, `"4294967295"`. */
function isOtherNumber(key: string): boolean {
  const first = key.charCodeAt(0)
  // Digits, `-`, `I` of Infinity, `N` of NaN.
  if (!((first >= 48 && first <= 57) || first === 45 || first === 73 || first === 78)) return false
  return key === "-0" || String(Number(key)) === key
}

/** `CanonicalNumericIndexString` is not undefined. */
const isNumericKey = (key: PropertyKey): boolean =>
  typeof key === "number" || (typeof key === "string" && isOtherNumber(key))

export class TypedArrayValue extends ObjectValue {
  readonly type: ElementType
  readonly buffer: ArrayBufferValue
  readonly byteOffsetAtCreation: number
  /** Elements; undefined when the array goes to the end of a resizable buffer, whatever that is. */
  readonly fixedLength: number | undefined
  /** The host's view; it may be longer than the array is now, and it is meaningless once the buffer is detached. */
  readonly view: ElementView

  constructor(
    shape: Shape,
    type: ElementType,
    buffer: ArrayBufferValue,
    byteOffset: number,
    fixedLength: number | undefined
  ) {
    super(shape)
    this.type = type
    this.buffer = buffer
    this.byteOffsetAtCreation = byteOffset
    this.fixedLength = fixedLength
    const length = fixedLength ?? Math.floor((buffer.data.byteLength - byteOffset) / type.size)
    this.view = type.view(buffer.data, byteOffset, length)
  }

  /** `IsTypedArrayOutOfBounds` (https://tc39.es/ecma262/#sec-istypedarrayoutofbounds). */
  get isOutOfBounds(): boolean {
    const { buffer, byteOffsetAtCreation, fixedLength } = this
    if (buffer.isDetached) return true
    return byteOffsetAtCreation + (fixedLength ?? 0) * this.type.size > buffer.byteLength
  }

  /** `TypedArrayLength` (https://tc39.es/ecma262/#sec-typedarraylength), and 0 when out of bounds. */
  get length(): number {
    const { fixedLength, byteOffsetAtCreation } = this
    const { byteLength } = this.buffer
    if (fixedLength !== undefined) {
      return byteOffsetAtCreation + fixedLength * this.type.size > byteLength ? 0 : fixedLength
    }
    return byteOffsetAtCreation > byteLength ? 0 : Math.floor((byteLength - byteOffsetAtCreation) / this.type.size)
  }

  override crossing(): Crossing {
    return {
      as: "refused",
      message: "a typed array",
      suggestions: [
        "Encode the bytes as text first (`bytes.toBase64()`), or make an array of numbers with `Array.from(typedArray)`."
      ]
    }
  }

  override get builtinTag(): string {
    return this.type.arrayName
  }

  /** An element within the length. */
  read(index: number): number | bigint {
    const raw = this.view[index]
    return this.type.isHalf ? halfFromBits(raw as number) : raw
  }

  /** Stores a value of the right kind; outside the length nothing happens. */
  write(index: number, value: number | bigint): void {
    if (index >= this.length) return
    // One NaN for all: the host would keep the bits of the one that came.
    this.view[index] = this.type.isHalf ? halfBits(value as number) : value !== value ? NaN : value
  }

  /** `TypedArraySetElement` (https://tc39.es/ecma262/#sec-typedarraysetelement): always true, whether or not there is such an element. */
  setElement(index: number, value: Value): true | Susp {
    if (this.type.isBigInt) {
      const n = typeof value === "bigint" ? value : runSteps(bigintOf(value))
      if (n === SUSP) return suspend(afterValue, NO_FRAME, { array: this, index })
      this.write(index, n)
      return true
    }
    const n = toNumber(value)
    if (n === SUSP) return suspend(afterValue, NO_FRAME, { array: this, index })
    this.write(index, n)
    return true
  }

  // ---- Internal methods.

  override lookup(key: PropertyKey): boolean {
    if (typeof key === "number") {
      if (key >= this.length) return false
      found.value = this.read(key)
      found.flags = this.buffer.isImmutable ? ENUMERABLE : DEFAULT_FLAGS
      return true
    }
    return !isNumericKey(key) && super.lookup(key)
  }

  override overridesLookupChain(key: PropertyKey): boolean {
    return isNumericKey(key)
  }

  override has(key: PropertyKey): boolean | Susp {
    if (typeof key === "number") return key < this.length
    return isNumericKey(key) ? false : super.has(key)
  }

  override get(key: PropertyKey, receiver: Value): Value | Susp {
    if (typeof key === "number") return key < this.length ? this.read(key) : undefined
    return isNumericKey(key) ? undefined : super.get(key, receiver)
  }

  override set(key: PropertyKey, value: Value, receiver: Value): boolean | Susp {
    if (!isNumericKey(key)) return super.set(key, value, receiver)
    if (this.buffer.isImmutable) return false
    if (this === receiver) return this.setElement(typeof key === "number" ? key : Infinity, value)
    return typeof key === "number" && key < this.length ? super.set(key, value, receiver) : true
  }

  override defineOwnProperty(key: PropertyKey, desc: PropertyDescriptor): boolean | Susp {
    if (!isNumericKey(key)) return super.defineOwnProperty(key, desc)
    if (!this.lookup(key)) return false
    if (this.buffer.isImmutable) return isCompatible(descriptorOf(found.value, found.flags), desc)
    if (desc.configurable === false || desc.enumerable === false || desc.writable === false) return false
    if ("get" in desc || "set" in desc) return false
    return "value" in desc ? this.setElement(key as number, desc.value) : true
  }

  override delete(key: PropertyKey): boolean | Susp {
    if (isNumericKey(key)) return !(typeof key === "number" && key < this.length)
    return super.delete(key)
  }

  override ownKeys(): PropertyKey[] | Susp {
    const keys: PropertyKey[] = []
    const { length } = this
    if (length > MAX_ELEMENTS) throwTooManyElements()
    if (length > KEYS_AT_ONCE || this.shape.dictionary !== null) {
      return runSteps(indexedKeys(length, super.ownKeys(), false))
    }
    for (let i = 0; i < length; i++) keys.push(i)
    for (const key of this.shapeKeys()) keys.push(key)
    return keys
  }

  /** A typed array whose length may change cannot promise to stay as it is. */
  override preventExtensions(): boolean | Susp {
    return this.fixedLength === undefined || this.buffer.isResizable ? false : super.preventExtensions()
  }
}

const afterValue = (_: unknown, n: number | bigint, saved: { array: TypedArrayValue; index: number }): true => {
  saved.array.write(saved.index, n)
  return true
}
