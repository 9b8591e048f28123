/**
 * Entries in order of insertion, found by key: the data of Maps, Sets and of objects that are used as maps. Cursors stay right whatever is
 * added, removed or cleared while they walk.
 *
 * A host map does all that, but it doubles in one go, which takes 20 ms at 130,000 entries and a second at two million. So the host map takes the first
 * entries only (three times as quick as the rest), and what comes later goes to a {@link Overflow}, whose parts stay small.
 */
/** Entries of one host map: it grows to this size within a millisecond. */
const FIRST = 1 << 15

export class OrderedMap<K, V> {
  /** The first entries. Once there is an overflow, nothing is added here until the table is cleared. */
  readonly first = new Map<K, V>()
  overflow: Overflow<K, V> | null = null
  /** Moves when the table is cleared, which is how cursors that have left the first entries notice. */
  epoch = 0

  get size(): number {
    return this.overflow === null ? this.first.size : this.first.size + this.overflow.size
  }

  /** SameValueZero is what the host's maps compare by, and they store -0 as 0. */
  has(key: K): boolean {
    return this.first.has(key) || (this.overflow !== null && this.overflow.find(key) !== undefined)
  }

  get(key: K): V | undefined {
    const value = this.first.get(key)
    return value === undefined && this.overflow !== null ? this.overflow.find(key)?.value : value
  }

  /** Replaces the value of a key, or adds an entry at the end. */
  set(key: K, value: V): void {
    const { first, overflow } = this
    if ((overflow === null && first.size < FIRST) || first.has(key)) {
      first.set(key, value)
      return
    }
    this.overflow ??= new Overflow()
    if (this.overflow.size >= this.limit && this.overflow.find(key) === undefined) this.throwFull()
    this.overflow.set(key === 0 ? (0 as K) : key, value)
  }

  /** Entries beyond the first ones that there may be. */
  protected get limit(): number {
    return Infinity
  }

  /** There is no place for one more. */
  protected throwFull(): never {
    throw new Error("the table is full")
  }

  /** Adds an entry for a key that is not there. */
  add(key: K, value: V): void {
    if (this.overflow === null && this.first.size < FIRST) {
      this.first.set(key, value)
      return
    }
    this.overflow ??= new Overflow()
    this.overflow.add(key, value)
  }

  delete(key: K): boolean {
    return this.first.delete(key) || (this.overflow !== null && this.overflow.delete(key))
  }

  /** The keys in order. The table must not change on the way. */
  *keys(): Generator<K, void, undefined> {
    yield* this.first.keys()
    for (let entry = this.overflow?.head.next ?? null; entry !== null; entry = entry.next) yield entry.key
  }

  clear(): void {
    this.first.clear()
    this.overflow = null
    this.epoch++
  }
}

/** A walk over a table. Once `advance` has answered false it is over for good. */
export class OrderedMapCursor<K, V> {
  /** The entry at which the cursor stands. */
  key!: K
  value!: V
  private readonly table: OrderedMap<K, V>
  /** Sees whatever happens to the first entries, as the host's iterators do; null beyond them. */
  private iterator: MapIterator<[K, V]> | null
  private entry: OverflowEntry<K, V> | null = null
  private epoch = 0
  private isDone = false

  constructor(table: OrderedMap<K, V>) {
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
class OverflowEntry<K, V> {
  readonly key: K
  value: V
  previous: OverflowEntry<K, V> | null
  next: OverflowEntry<K, V> | null = null
  isRemoved = false
  constructor(key: K, value: V, previous: OverflowEntry<K, V> | null) {
    this.key = key
    this.value = value
    this.previous = previous
  }
}

/** Small host maps that the keys are spread over. */
const SHARDS = 1 << 8
/** No host map is filled further. */
const SEGMENT = 1 << 15

class Overflow<K, V> {
  size = 0
  /** Stands before the first entry. */
  readonly head = new OverflowEntry<K, V>(undefined as K, undefined as V, null)
  private last = this.head
  private readonly shards: (Map<K, OverflowEntry<K, V>> | undefined)[] = []
  /** Keys whose shard is full: only made-up keys get here, or those beyond eight million. */
  private readonly crowded = new Segments<K, V>()
  /** The host tells no hash of an object. */
  private readonly objects = new Segments<K, V>()

  constructor() {
    for (let i = 0; i < SHARDS; i++) this.shards.push(undefined)
  }

  find(key: K): OverflowEntry<K, V> | undefined {
    if (typeof key === "object" && key !== null) return this.objects.get(key)
    return this.shards[shardOf(key)]?.get(key) ?? (this.crowded.isEmpty ? undefined : this.crowded.get(key))
  }

  set(key: K, value: V): void {
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

  add(key: K, value: V): void {
    if (typeof key === "object" && key !== null) {
      this.objects.set(key, this.append(key, value))
      return
    }
    const shard = (this.shards[shardOf(key)] ??= new Map())
    if (shard.size < SEGMENT) shard.set(key, this.append(key, value))
    else this.crowded.set(key, this.append(key, value))
  }

  private append(key: K, value: V): OverflowEntry<K, V> {
    const entry = new OverflowEntry(key, value, this.last)
    this.last.next = entry
    this.last = entry
    this.size++
    return entry
  }

  delete(key: K): boolean {
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
class Segments<K, V> {
  private readonly maps: Map<K, OverflowEntry<K, V>>[] = [new Map()]

  get isEmpty(): boolean {
    return this.maps.length === 1 && this.maps[0].size === 0
  }

  get(key: K): OverflowEntry<K, V> | undefined {
    const { maps } = this
    for (let i = maps.length - 1; i >= 0; i--) {
      const entry = maps[i].get(key)
      if (entry !== undefined) return entry
    }
    return undefined
  }

  set(key: K, entry: OverflowEntry<K, V>): void {
    let map = this.maps[this.maps.length - 1]
    if (map.size >= SEGMENT) this.maps.push((map = new Map()))
    map.set(key, entry)
  }

  delete(key: K): void {
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

function shardOf(key: unknown): number {
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
