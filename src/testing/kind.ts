/** What sort of object a value is, whichever realm it is of. */
import { Option, Result, Schema } from "effect"

/** The built-in kind: `Array`, `Date`, `Map`, `Uint8Array`, `Error`…; `Object` for everything of no kind. */
export const kindOf = (value: object): string =>
  Array.isArray(value) ? "Array" : Object.prototype.toString.call(value).slice("[object ".length, -1)

/** Whether an object is data and no instance of anything. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The class that made an object, as a text; empty where none is known. */
export function className(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { readonly constructor?: { readonly name?: unknown } } | null
  const name = prototype?.constructor?.name
  return typeof name === "string" ? name : ""
}

/** Whether an object is an instance of a class that a schema made: nothing beside its own properties. */
export const isSchemaInstance = (value: object): boolean =>
  Schema.isSchema((Object.getPrototypeOf(value) as { readonly constructor?: unknown } | null)?.constructor)

/** Whether an object is a wrapping of Effect's around a value of any kind. */
export const isWrapping = (value: object): boolean => Option.isOption(value) || Result.isResult(value)

/** The bytes of a buffer or of a view, not copied. */
export const bytesOf = (value: object): Uint8Array =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value as ArrayBuffer)

/** Whether a value is a buffer, or a view of one. */
export const isBytes = (value: object): boolean => ArrayBuffer.isView(value) || kindOf(value).endsWith("ArrayBuffer")

/** Own keys that can be enumerated, symbols last. */
export const keysOf = (value: object): readonly (string | symbol)[] => [
  ...Object.keys(value),
  ...Object.getOwnPropertySymbols(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key))
]

/** What an instance says of itself as JSON: its class has a `toJSON`. Undefined where it says nothing. */
export function jsonOf(value: object): { readonly json: unknown } | undefined {
  const { toJSON } = value as { readonly toJSON?: unknown }
  return typeof toJSON === "function" && !Object.hasOwn(value, "toJSON") ? { json: toJSON.call(value) } : undefined
}
