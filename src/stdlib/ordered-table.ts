/**
 * The data of Maps and Sets: entries in order of insertion, found by key. Cursors stay right whatever is added, removed or cleared while
 * they walk.
 */
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import { MAX_ELEMENTS } from "../interpreter/kernel/array.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** One entry, and its place in the order. A removed entry keeps its predecessor, so that a cursor on it finds its way back. */
export class TableEntry {
  readonly key: Value
  value: Value
  previous: TableEntry | null
  next: TableEntry | null = null
  isRemoved = false
  constructor(key: Value, value: Value, previous: TableEntry | null) {
    this.key = key
    this.value = value
    this.previous = previous
  }
}

export class OrderedTable {
  size = 0
  /** Stands before the first entry. Clearing the table replaces it, which is how cursors notice. */
  head = new TableEntry(undefined, undefined, null)
  private last = this.head
  private index: Map<Value, TableEntry> | ShardedIndex = new Map<Value, TableEntry>()

  /** SameValueZero is what the host's maps compare by. */
  find(key: Value): TableEntry | undefined {
    return this.index.get(key)
  }

  has(key: Value): boolean {
    return this.index.get(key) !== undefined
  }

  /** Replaces the value of a key, or adds an entry at the end. */
  set(key: Value, value: Value): void {
    const entry = this.index.get(key)
    if (entry !== undefined) entry.value = value
    else this.append(key, value)
  }

  /** Adds an entry for a key that is not there. */
  append(key: Value, value: Value): void {
    if (this.size >= MAX_ELEMENTS) throwTooManyEntries()
    // -0 is stored as 0.
    if (key === 0) key = 0
    const entry = new TableEntry(key, value, this.last)
    this.last.next = entry
    this.last = entry
    this.index.set(key, entry)
    if (++this.size === SHARDING && this.index instanceof Map) this.index = new ShardedIndex(this.index)
  }

  delete(key: Value): boolean {
    const entry = this.index.get(key)
    if (entry === undefined) return false
    this.index.delete(key)
    this.size--
    entry.isRemoved = true
    entry.previous!.next = entry.next
    if (entry.next === null) this.last = entry.previous!
    else entry.next.previous = entry.previous
    return true
  }

  clear(): void {
    this.size = 0
    this.head = new TableEntry(undefined, undefined, null)
    this.last = this.head
    this.index = new Map()
  }
}

/** A walk over a table. */
export class TableCursor {
  private readonly table: OrderedTable
  private head: TableEntry
  private entry: TableEntry | null
  constructor(table: OrderedTable) {
    this.table = table
    this.head = table.head
    this.entry = table.head
  }

  /** The next entry; null at the end, and from then on. */
  next(): TableEntry | null {
    let entry = this.entry
    if (entry === null) return null
    if (this.head !== this.table.head) {
      this.head = this.table.head
      entry = this.head
    }
    while (entry.isRemoved) entry = entry.previous!
    return (this.entry = entry.next)
  }
}

const throwTooManyEntries = (): never =>
  throwRangeError("Map and Set maximum size exceeded: one can hold at most 10,000,000 entries here.")

// ---- Large tables.
// A host map doubles in one go, which takes 20 ms at 130,000 entries and a second at two million. So a large table's keys are spread over many
// small maps, none of which grows beyond what takes a fraction of a millisecond.

/** A table of this size gets shards. */
const SHARDING = 1 << 13
const SHARDS = 1 << 10
/** A host map is not filled further. */
const SEGMENT = 1 << 14

/** Keys that hash alike, in maps of bounded size; the last one takes new keys. There is more than one only if keys were made to collide, or are objects. */
class Segments {
  private readonly maps: Map<Value, TableEntry>[] = [new Map()]

  get(key: Value): TableEntry | undefined {
    const maps = this.maps
    for (let i = maps.length - 1; i >= 0; i--) {
      const entry = maps[i].get(key)
      if (entry !== undefined) return entry
    }
    return undefined
  }

  set(key: Value, entry: TableEntry): void {
    let map = this.maps[this.maps.length - 1]
    if (map.size >= SEGMENT) this.maps.push((map = new Map()))
    map.set(key, entry)
  }

  delete(key: Value): void {
    const maps = this.maps
    for (let i = maps.length - 1; i >= 0; i--) {
      if (!maps[i].delete(key)) continue
      if (maps[i].size === 0 && maps.length > 1) maps.splice(i, 1)
      return
    }
  }
}

class ShardedIndex {
  private readonly shards: (Segments | undefined)[] = []
  /** The host tells no hash of an object. */
  private readonly objects = new Segments()

  constructor(entries: Map<Value, TableEntry>) {
    for (let i = 0; i < SHARDS; i++) this.shards.push(undefined)
    for (const [key, entry] of entries) this.set(key, entry)
  }

  get(key: Value): TableEntry | undefined {
    if (typeof key === "object" && key !== null) return this.objects.get(key)
    return this.shards[shardOf(key)]?.get(key)
  }

  set(key: Value, entry: TableEntry): void {
    if (typeof key === "object" && key !== null) this.objects.set(key, entry)
    else (this.shards[shardOf(key)] ??= new Segments()).set(key, entry)
  }

  delete(key: Value): void {
    if (typeof key === "object" && key !== null) this.objects.delete(key)
    else this.shards[shardOf(key)]?.delete(key)
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
  return ((hash >>> 22) ^ (hash >>> 7)) & (SHARDS - 1)
}

/** Looks at 32 units at most: the beginning, the end, and some between. */
function textHash(text: string): number {
  const length = text.length
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
