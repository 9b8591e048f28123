/** DataView objects. */
import type { Crossing } from "../interpreter/kernel/object.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { ArrayBufferValue } from "./array-buffer-value.ts"

export class DataViewValue extends ObjectValue {
  readonly buffer: ArrayBufferValue
  readonly byteOffset: number
  /** Undefined when the view goes to the end of a resizable buffer, whatever that is. */
  readonly fixedLength: number | undefined
  /** The host's view of the whole buffer. */
  readonly view: DataView

  constructor(shape: Shape, buffer: ArrayBufferValue, byteOffset: number, fixedLength: number | undefined) {
    super(shape)
    this.buffer = buffer
    this.byteOffset = byteOffset
    this.fixedLength = fixedLength
    this.view = new DataView(buffer.data)
  }

  override crossing(): Crossing {
    return {
      as: "refused",
      message: "a DataView",
      suggestions: ["Encode the bytes as text first, for example with `new Uint8Array(view.buffer).toBase64()`."]
    }
  }

  override get builtinTag(): string {
    return "DataView"
  }

  /** `IsViewOutOfBounds` (https://tc39.es/ecma262/#sec-isviewoutofbounds). */
  get isOutOfBounds(): boolean {
    const { buffer, byteOffset, fixedLength } = this
    if (buffer.isDetached) return true
    return byteOffset + (fixedLength ?? 0) > buffer.byteLength
  }

  /** `GetViewByteLength` (https://tc39.es/ecma262/#sec-getviewbytelength) of a view within bounds. */
  get byteLength(): number {
    return this.fixedLength ?? this.buffer.byteLength - this.byteOffset
  }
}
