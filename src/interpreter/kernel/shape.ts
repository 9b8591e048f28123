/**
 * Hidden classes. A shape holds the prototype, the own keys in insertion order and their attributes; the values are in the
 * object's slots, at the index that the shape tells. Objects built alike share shapes, so an inline cache compares one pointer.
 */
import type { ObjectValue } from "./object.ts"
import { OrderedMap } from "./ordered-map.ts"
import type { PropertyKey, SymbolValue } from "./values.ts"
import { take } from "./weight.ts"

export const WRITABLE = 1
export const ENUMERABLE = 2
export const CONFIGURABLE = 4
/** The slot holds an `Accessor`. */
export const ACCESSOR = 8
export const DEFAULT_FLAGS = WRITABLE | ENUMERABLE | CONFIGURABLE

/** Indices below this are the object's inline fields `p0`…`p3`; a shape whose base is 4 belongs to a class without them. */
export const INLINE = 4
export type Base = 0 | 4

/** Beyond this many keys an object becomes a dictionary: it is being used as a map. */
const DICTIONARY_LIMIT = 128

/** Bumped whenever an object that is somebody's prototype changes, so caches of inherited look-ups become stale. */
export let prototypeEpoch = 1
export const bumpPrototypeEpoch = (): void => {
  prototypeEpoch++
}

/**
 * Transitions of which shapes know only those made since: a program that gives each of its objects keys of their own would make a shape for each key,
 * and the shapes know all that come from them. The objects keep theirs.
 */
const MOST_TRANSITIONS = 1 << 12
/** What a new shape costs. They are not the program's steps: which shapes are known depends on what else runs. */
const TRANSITION_STEPS = 16
let transitionsMade = 0
let generation = 0

export class DictionaryEntry {
  value: unknown
  flags: number
  constructor(value: unknown, flags: number) {
    this.value = value
    this.flags = flags
  }
}

export class Shape {
  readonly proto: ObjectValue | null
  readonly base: Base
  keys: readonly PropertyKey[] = NO_KEYS
  flags: readonly number[] = NO_FLAGS
  /** Own properties of a dictionary-mode object; such a shape belongs to that object alone. */
  dictionary: OrderedMap<PropertyKey, DictionaryEntry> | null = null
  extensible = true
  /** The object is a prototype: structural changes and writes bump the epoch, and own look-ups are not cached for writing. */
  usedAsPrototype = false
  /** Objects that share this shape (functions, errors) may have slots that are still `LAZY`. */
  sharedLazy = false
  /** Some key is an array index: own keys must be ordered numerically first. */
  hasIndexKeys = false
  /**
   * Where each key is, once somebody asks. The first shape that one grows into takes it over and adds its key, so it may know more than this shape
   * has: a table for each would be much of what objects with many keys cost.
   */
  private table: Map<PropertyKey, number> | null = null
  private lastKey: PropertyKey | undefined = undefined
  private lastChild: Shape | null = null
  private transitions: Map<PropertyKey, Shape | Map<number, Shape>> | null = null
  /** When the transitions were begun. */
  private begun = 0

  constructor(proto: ObjectValue | null, base: Base) {
    this.proto = proto
    this.base = base
  }

  /** The slot index of an own key, or -1. Not for dictionaries. */
  indexOf(key: PropertyKey): number {
    const keys = this.keys
    if (this.table === null) {
      const n = keys.length
      if (n <= 6) {
        for (let i = 0; i < n; i++) if (keys[i] === key) return i + this.base
        return -1
      }
      const table = new Map<PropertyKey, number>()
      for (let i = 0; i < n; i++) table.set(keys[i], i + this.base)
      this.table = table
    }
    const index = this.table.get(key)
    return index === undefined || index - this.base >= keys.length ? -1 : index
  }

  flagsAt(index: number): number {
    return this.flags[index - this.base]
  }

  /** Whether the object has nothing but ordinary properties with names, so that a copy may share its shape. */
  get isPlain(): boolean {
    return (this.plain ??=
      this.dictionary === null &&
      this.extensible &&
      !this.usedAsPrototype &&
      !this.sharedLazy &&
      this.flags.every((flags) => flags === DEFAULT_FLAGS) &&
      this.keys.every((key) => typeof key === "string"))
  }
  private plain: boolean | undefined = undefined

  get full(): boolean {
    return this.keys.length >= DICTIONARY_LIMIT
  }

  /** The shape with one more key. Its slot index is `this.keys.length + this.base`. */
  with(key: PropertyKey, flags: number): Shape {
    if (flags === DEFAULT_FLAGS) {
      if (this.lastKey === key && this.lastChild !== null) return this.lastChild
      if (this.lastChild === null) {
        this.lastKey = key
        return (this.lastChild = this.extend(key, flags))
      }
      const transitions = this.currentTransitions()
      const known = transitions.get(key)
      if (known instanceof Shape) return known
      const child = this.extend(key, flags)
      if (known === undefined) transitions.set(key, child)
      return child
    }
    const transitions = this.currentTransitions()
    let byFlags = transitions.get(key)
    if (byFlags instanceof Shape) return this.extend(key, flags)
    if (byFlags === undefined) transitions.set(key, (byFlags = new Map()))
    let child = byFlags.get(flags)
    if (child === undefined) byFlags.set(flags, (child = this.extend(key, flags)))
    return child
  }

  private currentTransitions(): Map<PropertyKey, Shape | Map<number, Shape>> {
    if (this.transitions === null || this.begun !== generation) {
      this.transitions = new Map()
      this.begun = generation
    }
    return this.transitions
  }

  private extend(key: PropertyKey, flags: number): Shape {
    if (++transitionsMade === MOST_TRANSITIONS) {
      transitionsMade = 0
      generation++
    }
    take(TRANSITION_STEPS)
    const child = new Shape(this.proto, this.base)
    child.keys = this.keys.concat(key as SymbolValue)
    if (this.table !== null && this.table.size === this.keys.length) {
      this.table.set(key, this.keys.length + this.base)
      child.table = this.table
    }
    child.flags = this.flags.concat(flags)
    child.extensible = this.extensible
    child.usedAsPrototype = this.usedAsPrototype
    child.sharedLazy = this.sharedLazy
    child.hasIndexKeys = this.hasIndexKeys || typeof key === "number"
    return child
  }

  /** A copy that no transition leads to, for changes other than adding a key. */
  copy(change: {
    proto?: ObjectValue | null
    flags?: readonly number[]
    extensible?: boolean
    usedAsPrototype?: boolean
  }): Shape {
    const next = new Shape(change.proto === undefined ? this.proto : change.proto, this.base)
    next.keys = this.keys
    next.flags = change.flags ?? this.flags
    next.dictionary = this.dictionary
    next.extensible = change.extensible ?? this.extensible
    next.usedAsPrototype = change.usedAsPrototype ?? this.usedAsPrototype
    next.sharedLazy = this.sharedLazy
    next.hasIndexKeys = this.hasIndexKeys
    return next
  }

  /** An empty dictionary with this shape's prototype and state. */
  asDictionary(): Shape {
    const next = new Shape(this.proto, this.base)
    next.dictionary = new OrderedMap()
    next.extensible = this.extensible
    next.usedAsPrototype = this.usedAsPrototype
    next.hasIndexKeys = this.hasIndexKeys
    return next
  }

  /** Replaces keys and flags at once; only for a fresh shape (templates of intrinsics and functions). */
  static of(
    proto: ObjectValue | null,
    base: Base,
    keys: readonly PropertyKey[],
    flags: readonly number[],
    options?: { sharedLazy?: boolean }
  ): Shape {
    const shape = new Shape(proto, base)
    shape.keys = keys
    shape.flags = flags
    shape.sharedLazy = options?.sharedLazy ?? false
    shape.hasIndexKeys = keys.some((key) => typeof key === "number")
    return shape
  }
}

const NO_KEYS: readonly PropertyKey[] = Object.freeze([])
const NO_FLAGS: readonly number[] = Object.freeze([])
