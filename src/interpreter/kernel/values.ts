/**
 * What a guest value is: a primitive of the host (string, number, boolean, bigint, null, undefined), a {@link SymbolValue},
 * or an instance of an engine class ({@link ObjectValue} and its subclasses). Never a host object with a host prototype.
 */
import type { ObjectValue } from "./object.ts"
import { Shape } from "./shape.ts"

export type Primitive = undefined | null | boolean | number | string | bigint | SymbolValue
export type Value = Primitive | ObjectValue

/**
 * A guest symbol. Guest symbols are engine objects so that `typeof x === "symbol"` in the host means "suspended" and nothing else.
 * `shape` is a dummy that no inline cache ever holds: it lets hot paths read `value.shape` after one `typeof` check.
 */
export class SymbolValue {
  readonly shape: Shape = SYMBOL_SHAPE
  readonly description: string | undefined
  /** Set for symbols of the `Symbol.for` registry. */
  readonly registered: boolean
  constructor(description: string | undefined, registered = false) {
    this.description = description
    this.registered = registered
  }
}

const SYMBOL_SHAPE = new Shape(null, 4)

/** The key of a private class element. Never a value; stored in shapes like any key, and skipped by `ownKeys`. */
export class PrivateName extends SymbolValue {}

/**
 * A canonical property key: an array index (integer from 0 to 2^32 - 2) is always a host *number*, every other name a string.
 * `canonicalKey` makes one from a string; a string such as "5" must never be used as a key itself.
 */
export type PropertyKey = string | number | SymbolValue

/** Well-known symbols hold no mutable state, so every realm shares them, as ECMAScript has it. */
export const wellKnown = {
  asyncDispose: new SymbolValue("Symbol.asyncDispose"),
  asyncIterator: new SymbolValue("Symbol.asyncIterator"),
  dispose: new SymbolValue("Symbol.dispose"),
  hasInstance: new SymbolValue("Symbol.hasInstance"),
  isConcatSpreadable: new SymbolValue("Symbol.isConcatSpreadable"),
  iterator: new SymbolValue("Symbol.iterator"),
  match: new SymbolValue("Symbol.match"),
  matchAll: new SymbolValue("Symbol.matchAll"),
  replace: new SymbolValue("Symbol.replace"),
  search: new SymbolValue("Symbol.search"),
  species: new SymbolValue("Symbol.species"),
  split: new SymbolValue("Symbol.split"),
  toPrimitive: new SymbolValue("Symbol.toPrimitive"),
  toStringTag: new SymbolValue("Symbol.toStringTag"),
  unscopables: new SymbolValue("Symbol.unscopables")
} as const

/** A captured variable: the frame slot and every closure that references it share one cell. */
export class Cell {
  v: Value
  constructor(v: Value) {
    this.v = v
  }
}

class Sentinel extends SymbolValue {}

/** In a variable: not initialised yet (the temporal dead zone). Never leaves the engine. */
export const TDZ: Value = new Sentinel("uninitialised")
/** In a dense array: no own property at this index. */
export const HOLE: Value = new Sentinel("hole")
/** In a property slot: the value is made on first touch (`ObjectValue.materialize`). */
export const LAZY: Value = new Sentinel("lazy")

/** Largest array index, 2^32 - 2. */
export const MAX_ARRAY_INDEX = 4294967294

/** The canonical {@link PropertyKey} of a string. */
export function canonicalKey(name: string): string | number {
  const length = name.length
  if (length === 0 || length > 10) return name
  const first = name.charCodeAt(0)
  if (first < 48 || first > 57) return name
  if (first === 48) return length === 1 ? 0 : name
  let index = first - 48
  for (let i = 1; i < length; i++) {
    const c = name.charCodeAt(i)
    if (c < 48 || c > 57) return name
    index = index * 10 + (c - 48)
  }
  return index <= MAX_ARRAY_INDEX ? index : name
}

/** The canonical key of a number used as a property name. */
export function numberKey(n: number): string | number {
  return n >= 0 && n <= MAX_ARRAY_INDEX && Math.floor(n) === n ? n + 0 : String(n)
}

/** The guest-visible form of a key: indices become strings. */
export const keyValue = (key: PropertyKey): string | SymbolValue => (typeof key === "number" ? String(key) : key)

/** A key as it stands in a message. */
export const describeKey = (key: PropertyKey): string =>
  typeof key === "object"
    ? key instanceof PrivateName
      ? `${key.description}`
      : `Symbol(${key.description ?? ""})`
    : String(key)
