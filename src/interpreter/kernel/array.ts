/**
 * Array exotic objects (https://tc39.es/ecma262/#sec-array-exotic-objects).
 *
 * Nearly every array is *dense*: `elements` is a host array of values, `HOLE` where there is no property, and its length is the array's.
 * An array with far-away indices, millions of elements, attributes on elements, a read-only length or no extensibility is *sparse*: `elements` is the
 * shared empty array, so every dense fast path (`index < elements.length`) misses, and `sparse` holds the truth.
 */
import { agent, charge, pause, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { toArrayLength } from "./convert.ts"
import { throwRangeError } from "./errors.ts"
import { IndexTable } from "./index-table.ts"
import { DENSE_LIMIT, LongList } from "./long-list.ts"
import { found, ObjectValue, validateAndApply } from "./object.ts"
import type { PropertyDescriptor, Slot } from "./object.ts"
import { bumpPrototypeEpoch, DEFAULT_FLAGS, WRITABLE } from "./shape.ts"
import type { Shape } from "./shape.ts"
import { hold, runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { HOLE } from "./values.ts"
import type { PropertyKey, Value } from "./values.ts"
import { weigh } from "./weight.ts"

/** Stored elements of one array, and values one built-in may produce. */
export const MAX_ELEMENTS = 10_000_000
/** A new array up to this length is dense from the start; a longer one is filled as elements arrive. Holes are added up to here only. */
const DENSE_PREALLOCATION = 1 << 20
/** A write or a new length at most this far past the end keeps the array dense. */
const DENSE_GAP = 4096
/** Holes that are added, and elements that a new length drops, count as one step: as shifts. */
const HOLES_SHIFT = 3
const DROP_SHIFT = 8
/** So do elements that are copied in one go: that is about thirty times as quick as a step. */
const COPY_SHIFT = 5

/** What making an array sparse costs: it takes some hundred bytes more. */
const SPARSE_STEPS = 16

/** Writes to a sparse array after which it is looked whether it can be dense, and how far it then gets: eight times as fast as it is written. */
const WRITES_PER_LOOK = 1 << 10
const POSITIONS_PER_LOOK = 1 << 13

const NO_ELEMENTS: Value[] = []
/** Arrays with more elements list their keys in several steps. */
const KEYS_AT_ONCE = 4096

interface Sparse {
  readonly entries: IndexTable
  length: number
  lengthWritable: boolean
  /** Elements written since it became sparse. */
  writes: number
}

export class ArrayValue extends ObjectValue {
  elements: Value[]
  sparse: Sparse | null = null

  constructor(shape: Shape, elements: Value[]) {
    super(shape)
    this.elements = elements
  }

  /** An array of a length without elements (`ArrayCreate`). */
  static ofLength(shape: Shape, length: number): ArrayValue {
    if (length <= DENSE_PREALLOCATION) {
      agent.budget -= length >> 8
      weigh(length * 8)
      const elements: Value[] = new Array(length)
      elements.fill(HOLE)
      return new ArrayValue(shape, elements)
    }
    const array = new ArrayValue(shape, NO_ELEMENTS)
    array.sparse = sparseOf(new LongList(), length)
    return array
  }

  get length(): number {
    return this.sparse === null ? this.elements.length : this.sparse.length
  }

  /** A copy of the elements, made in one go, so of a bounded number; null where they are not dense or one is a hole. */
  packedCopy(): Value[] | null {
    const { elements } = this
    agent.budget -= elements.length >> COPY_SHIFT
    return this.sparse !== null || elements.includes(HOLE) ? null : elements.slice()
  }

  /**
   * Whether a write at the end adds an element without asking the prototypes: a plain array, and no prototype has indexed properties.
   */
  get canAppend(): boolean {
    const shape = this.shape
    return shape.extensible && !shape.usedAsPrototype && agent.realm.prototypesLackIndices(shape.proto)
  }

  /** {@link canAppend} to so many elements in all; the length may be set, too. */
  canHold(length: number): boolean {
    return length <= MAX_ELEMENTS && this.sparse?.lengthWritable !== false && this.canAppend
  }

  /** Writes to a prototype must be noticed, so none of its elements may be written by the dense fast paths. */
  override becomePrototype(): void {
    this.becomeSparse()
  }

  override get builtinTag(): string {
    return "Array"
  }

  override lookup(key: PropertyKey): boolean {
    if (typeof key === "number") {
      const elements = this.elements
      if (key < elements.length) {
        const value = elements[key]
        if (value === HOLE) return false
        found.value = value
        found.flags = DEFAULT_FLAGS
        return true
      }
      return this.sparse !== null && this.sparse.entries.find(key)
    }
    if (key === "length") {
      found.value = this.length
      found.flags = this.sparse === null || this.sparse.lengthWritable ? WRITABLE : 0
      return true
    }
    return super.lookup(key)
  }

  override store(key: PropertyKey, value: Slot, flags: number): void {
    if (typeof key !== "number") {
      super.store(key, value, flags)
      return
    }
    if (this.shape.usedAsPrototype) bumpPrototypeEpoch()
    if (this.sparse === null) {
      const elements = this.elements
      const length = elements.length
      if (flags === DEFAULT_FLAGS && key <= length + DENSE_GAP) {
        if (key < length) {
          elements[key] = value as Value
          return
        }
        if (key < (key === length ? DENSE_LIMIT : DENSE_PREALLOCATION)) {
          if (key > length) this.addHoles(key)
          elements.push(value as Value)
          return
        }
      }
      this.becomeSparse()
    }
    const sparse = this.sparse!
    const { size } = sparse.entries
    if (size >= MAX_ELEMENTS && !sparse.entries.find(key)) throwTooManyElements()
    sparse.entries.set(key, value, flags)
    if (key >= sparse.length) sparse.length = key + 1
    if ((++sparse.writes & (WRITES_PER_LOOK - 1)) === 0) this.becomeDenser()
  }

  override remove(key: PropertyKey): void {
    if (typeof key !== "number") {
      super.remove(key)
      return
    }
    if (this.shape.usedAsPrototype) bumpPrototypeEpoch()
    if (this.sparse === null) {
      if (key < this.elements.length) this.elements[key] = HOLE
    } else {
      this.sparse.entries.delete(key)
    }
  }

  override ownKeys(): PropertyKey[] | Susp {
    if ((this.sparse?.entries.size ?? this.elements.length) > KEYS_AT_ONCE) return runSteps(this.manyKeys())
    const keys: PropertyKey[] = []
    if (this.sparse === null) {
      const elements = this.elements
      for (let i = 0; i < elements.length; i++) if (elements[i] !== HOLE) keys.push(i)
    } else {
      for (const key of this.sparse.entries.keys()) keys.push(key)
    }
    return this.withNamedKeys(keys)
  }

  private *manyKeys(): Steps<PropertyKey[]> {
    const keys: PropertyKey[] = hold([])
    // Nothing else of the program runs before the list is complete, so the array does not change.
    const indices = this.sparse?.entries.keys()
    const length = this.elements.length
    for (let i = 0, done = false; !done;) {
      for (let n = 0; n < KEYS_AT_ONCE; n++) {
        if (indices === undefined) {
          if (i === length) done = true
          else if (this.elements[i++] !== HOLE) keys.push(i - 1)
        } else {
          const step = indices.next()
          if (step.done === true) done = true
          else keys.push(step.value)
        }
      }
      if (charge(KEYS_AT_ONCE >> 2)) {
        pause()
        yield
      }
    }
    return this.withNamedKeys(keys)
  }

  /** All keys but the indices. */
  namedKeys(): PropertyKey[] {
    return this.withNamedKeys([])
  }

  private withNamedKeys(keys: PropertyKey[]): PropertyKey[] {
    keys.push("length")
    for (const key of this.shapeKeys()) keys.push(key)
    return keys
  }

  override defineOwnProperty(key: PropertyKey, desc: PropertyDescriptor): boolean | Susp {
    if (typeof key === "number") {
      const length = this.length
      if (key >= length && this.sparse !== null && !this.sparse.lengthWritable) return false
      return validateAndApply(this, key, this.shape.extensible, desc)
    }
    if (key === "length") return runSteps(arraySetLength(this, desc))
    return super.defineOwnProperty(key, desc)
  }

  protected override overwrite(key: PropertyKey, value: Value, flags: number): boolean | Susp {
    if (key === "length") return this.defineOwnProperty("length", { value })
    this.store(key, value, flags)
    return true
  }

  override preventExtensions(): boolean | Susp {
    this.becomeSparse()
    return super.preventExtensions()
  }

  override createDataProperty(key: PropertyKey, value: Value): boolean | Susp {
    if (typeof key === "number" && this.sparse === null && key <= this.elements.length && key < DENSE_LIMIT) {
      if (this.shape.usedAsPrototype) bumpPrototypeEpoch()
      if (key === this.elements.length) this.elements.push(value)
      else this.elements[key] = value
      return true
    }
    if (typeof key === "number" && this.sparse?.lengthWritable === true && this.shape.extensible) {
      if (!this.sparse.entries.find(key) || found.flags === DEFAULT_FLAGS) {
        this.store(key, value, DEFAULT_FLAGS)
        return true
      }
    }
    return super.createDataProperty(key, value)
  }

  /** Sets the length of an array whose length is writable; answers the length reached (a non-configurable element stops the shrinking). */
  truncateOrExtend(length: number): number {
    if (this.shape.usedAsPrototype) bumpPrototypeEpoch()
    const sparse = this.sparse
    const stored = sparse === null ? this.elements.length : sparse.entries.size
    if (length < stored) agent.budget -= (stored - length) >> DROP_SHIFT
    if (sparse === null) {
      const elements = this.elements
      if (length <= elements.length) {
        elements.length = length
        return length
      }
      if (length <= elements.length + DENSE_GAP && length <= DENSE_PREALLOCATION) {
        this.addHoles(length)
        return length
      }
      this.becomeSparse()
      this.sparse!.length = length
      return length
    }
    if (length >= sparse.length) {
      sparse.length = length
      return length
    }
    return (sparse.length = sparse.entries.truncate(length))
  }

  private addHoles(length: number): void {
    const { elements } = this
    agent.budget -= (length - elements.length) >> HOLES_SHIFT
    weigh((length - elements.length) * 8)
    while (elements.length < length) elements.push(HOLE)
  }

  becomeSparse(): void {
    if (this.sparse !== null) return
    const elements = this.elements
    agent.budget -= SPARSE_STEPS
    this.sparse = sparseOf(new LongList(elements), elements.length)
    this.elements = NO_ELEMENTS
  }

  /** Makes a list all there is. */
  adopt(list: LongList): void {
    if (list.length <= DENSE_LIMIT) {
      this.elements = list.first
      this.sparse = null
    } else {
      this.elements = NO_ELEMENTS
      this.sparse = sparseOf(list, list.length)
    }
  }

  /** A few positions nearer to dense when enough of the length is filled with plain elements. */
  private becomeDenser(): void {
    const { entries, length, lengthWritable } = this.sparse!
    if (!lengthWritable || !this.shape.extensible || length > MAX_ELEMENTS || entries.size < length / 4) return
    if (!entries.isPlain || this.shape.usedAsPrototype) return
    agent.budget -= POSITIONS_PER_LOOK >> 3
    if (entries.absorb(POSITIONS_PER_LOOK, length) && length <= DENSE_LIMIT) this.adopt(entries.all)
  }
}

const sparseOf = (list: LongList, length: number): Sparse => ({
  entries: new IndexTable(list),
  length,
  lengthWritable: true,
  writes: 0
})

export const throwTooManyElements = (): never =>
  throwRangeError("Invalid array length: an array can hold at most 10,000,000 elements here.")

/** `ArraySetLength` (https://tc39.es/ecma262/#sec-arraysetlength). */
function* arraySetLength(array: ArrayValue, desc: PropertyDescriptor): Steps<boolean> {
  const writable = array.sparse === null || array.sparse.lengthWritable
  if (!("value" in desc)) {
    if (!lengthAllows(array, desc, writable)) return false
    if (desc.writable === false) freezeLength(array)
    return true
  }
  let length = toArrayLength(desc.value)
  if (length === SUSP) length = (yield) as number
  const writableNow = array.sparse === null || array.sparse.lengthWritable
  if (!lengthAllows(array, { ...desc, value: length }, writableNow)) return false
  const reached = length === array.length ? length : array.truncateOrExtend(length)
  if (desc.writable === false) freezeLength(array)
  return reached === length
}

const lengthAllows = (array: ArrayValue, desc: PropertyDescriptor, writable: boolean): boolean => {
  if (desc.configurable === true || desc.enumerable === true || "get" in desc || "set" in desc) return false
  if (writable) return true
  return desc.writable !== true && (!("value" in desc) || desc.value === array.length)
}

/** Makes the length read-only. */
export function freezeLength(array: ArrayValue): void {
  array.becomeSparse()
  array.sparse!.lengthWritable = false
}
