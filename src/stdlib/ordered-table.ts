/**
 * The data of Maps and Sets: entries in order of insertion, found by key. Cursors stay right whatever is added, removed or cleared while
 * they walk.
 *
 * A host map does all that, but it doubles in one go, which takes 20 ms at 130,000 entries and a second at two million. So the host map takes the first
 * entries only (three times as quick as the rest), and what comes later goes to a {@link Overflow}, whose parts stay small.
 */
import { MAX_ELEMENTS } from "../interpreter/kernel/array.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** Entries of one host map: it grows to this size within a millisecond. */
const FIRST = 1 << 15

export class OrderedTable {
  /** The first entries. Once there is an overflow, nothing is added here until the table is cleared. */
  readonly first = new Map<Value, Value>()
  overflow: Overflow | null = null
  /** Moves when the table is cleared, which is how cursors that have left the first entries notice. */
  epoch = 0

  get size(): number {
    return this.overflow === null ? this.first.size : this.first.size + this.overflow.size
  }

  /** SameValueZero is what the host's maps compare by, and they store -0 as 0. */
  has(key: Value): boolean {
    return this.first.has(key) || (this.overflow !== null && this.overflow.find(key) !== undefined)
  }

  get(key: Value): Value {
    const value = this.first.get(key)
    return value === undefined && this.overflow !== null ? this.overflow.find(key)?.value : value
  }

  /** Replaces the value of a key, or adds an entry at the end. */
  set(key: Value, value: Value): void {
    const { first, overflow } = this
    if ((overflow === null && first.size < FIRST) || first.has(key)) {
      first.set(key, value)
      return
    }
    this.overflow ??= new Overflow()
    this.overflow.set(key === 0 ? 0 : key, value)
  }

  delete(key: Value): boolean {
    return this.first.delete(key) || (this.overflow !== null && this.overflow.delete(key))
  }

  clear(): void {
    this.first.clear()
    this.overflow = null
    this.epoch++
  }
}

const throwTooManyEntries = (): never =>
  throwRangeError("Map and Set maximum size exceeded: one can hold at most 10,000,000 entries here.")

/** A walk over a table. Once `advance` has answered false it is over for good. */
export class TableCursor {
  /** The entry at which the cursor stands. */
  key: Value = undefined
  value: Value = undefined
  private readonly table: OrderedTable
  /** Sees whatever happens to the first entries, as the host's iterators do; null beyond them. */
  private iterator: MapIterator<[Value, Value]> | null
  private entry: OverflowEntry | null = null
  private epoch = 0
  private isDone = false

  constructor(table: OrderedTable) {
    this.table = table
    this.iterator = table.first.entries()
  }

  advance(): boolean {
    if (this.iterator === null) return !this.isDone && this.advanceBeyond()
    const step = this.iterator.next()
    if (step.done === true) {
      this.iterator = null
      this.epoch = this.table.epoch
      return this.advanceBeyond()
    }
    this.key = step.value[0]
    this.value = step.value[1]
    return true
  }

  private advanceBeyond(): boolean {
    const { table } = this
    if (this.epoch !== table.epoch) {
      // Cleared meanwhile: whatever is there now has been added since.
      this.entry = null
      this.iterator = table.first.entries()
      return this.advance()
    }
    const { overflow } = table
    if (overflow !== null) {
      let entry = this.entry ?? overflow.head
      while (entry.isRemoved) entry = entry.previous!
      if (entry.next !== null) {
        this.entry = entry.next
        this.key = this.entry.key
        this.value = this.entry.value
        return true
      }
    }
    this.isDone = true
    return false
  }
}

// ---- Beyond the first entries.

/** One entry, and its place in the order. A removed entry keeps its predecessor, so that a cursor on it finds its way back. */
class OverflowEntry {
  readonly key: Value
  value: Value
  previous: OverflowEntry | null
  next: OverflowEntry | null = null
  isRemoved = false
  constructor(key: Value, value: Value, previous: OverflowEntry | null) {
    this.key = key
    this.value = value
    this.previous = previous
  }
}

/** Small host maps that the keys are spread over. */
const SHARDS = 1 << 8
/** No host map is filled further. */
const SEGMENT = 1 << 15

class Overflow {
  size = 0
  /** Stands before the first entry. */
  readonly head = new OverflowEntry(undefined, undefined, null)
  private last = this.head
  private readonly shards: (Map<Value, OverflowEntry> | undefined)[] = []
  /** Keys whose shard is full: only made-up keys get here, or those beyond eight million. */
  private readonly crowded = new Segments()
  /** The host tells no hash of an object. */
  private readonly objects = new Segments()

  constructor() {
    for (let i = 0; i < SHARDS; i++) this.shards.push(undefined)
  }

  find(key: Value): OverflowEntry | undefined {
    if (typeof key === "object" && key !== null) return this.objects.get(key)
    return this.shards[shardOf(key)]?.get(key) ?? (this.crowded.isEmpty ? undefined : this.crowded.get(key))
  }

  set(key: Value, value: Value): void {
    if (typeof key === "object" && key !== null) {
      const entry = this.objects.get(key)
      if (entry === undefined) this.objects.set(key, this.append(key, value))
      else entry.value = value
      return
    }
    // One hash for the look-up and the insertion.
    const shard = (this.shards[shardOf(key)] ??= new Map())
    const entry = shard.get(key) ?? (this.crowded.isEmpty ? undefined : this.crowded.get(key))
    if (entry !== undefined) entry.value = value
    else if (shard.size < SEGMENT) shard.set(key, this.append(key, value))
    else this.crowded.set(key, this.append(key, value))
  }

  private append(key: Value, value: Value): OverflowEntry {
    if (this.size >= MAX_ELEMENTS) throwTooManyEntries()
    const entry = new OverflowEntry(key, value, this.last)
    this.last.next = entry
    this.last = entry
    this.size++
    return entry
  }

  delete(key: Value): boolean {
    const entry = this.find(key)
    if (entry === undefined) return false
    if (typeof key === "object" && key !== null) this.objects.delete(key)
    else if (this.shards[shardOf(key)]?.delete(key) !== true) this.crowded.delete(key)
    this.size--
    entry.isRemoved = true
    entry.previous!.next = entry.next
    if (entry.next === null) this.last = entry.previous!
    else entry.next.previous = entry.previous
    return true
  }
}

/** A list of host maps of bounded size, each of which is asked; the last one takes new keys. */
class Segments {
  private readonly maps: Map<Value, OverflowEntry>[] = [new Map()]

  get isEmpty(): boolean {
    return this.maps.length === 1 && this.maps[0].size === 0
  }

  get(key: Value): OverflowEntry | undefined {
    const { maps } = this
    for (let i = maps.length - 1; i >= 0; i--) {
      const entry = maps[i].get(key)
      if (entry !== undefined) return entry
    }
    return undefined
  }

  set(key: Value, entry: OverflowEntry): void {
    let map = this.maps[this.maps.length - 1]
    if (map.size >= SEGMENT) this.maps.push((map = new Map()))
    map.set(key, entry)
  }

  delete(key: Value): void {
    const { maps } = this
    for (let i = maps.length - 1; i >= 0; i--) {
      if (!maps[i].delete(key)) continue
      if (maps[i].size === 0 && maps.length > 1) maps.splice(i, 1)
      return
    }
  }
}

const bits = new Float64Array(1)
const words = new Int32Array(bits.buffer)

function shardOf(key: Value): number {
  let hash = 0
  if (typeof key === "string") {
    hash = textHash(key)
  } else if (typeof key === "number") {
    bits[0] = key + 0
    hash = Math.imul(words[0] ^ Math.imul(words[1], 0x85ebca6b), 0x9e3779b1)
  } else if (typeof key === "bigint") {
    hash = Math.imul(Number(BigInt.asIntN(32, key)), 0x9e3779b1)
  }
  return ((hash >>> 24) ^ (hash >>> 9)) & (SHARDS - 1)
}

/** Looks at 32 units at most: the beginning, the end, and some between. */
function textHash(text: string): number {
  const { length } = text
  let hash = length
  if (length <= 32) {
    for (let i = 0; i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
    return hash
  }
  const stride = (length - 24) / 8
  for (let i = 0; i < 8; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
    hash = Math.imul(hash ^ text.charCodeAt(8 + Math.floor(i * stride)), 16777619)
  }
  for (let i = length - 16; i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash
}
