/**
 * The elements of an array that is not a plain dense one. Whatever an array goes through — frozen, given a far-away index, made a prototype —
 * no operation takes time in proportion to its length: the elements that it had stay where they are (`base`), and only those that differ in
 * attributes or lie elsewhere are kept in sorted chunks.
 */
import { LongList } from "./long-list.ts"
import { Accessor, found } from "./object.ts"
import type { Slot } from "./object.ts"
import { CONFIGURABLE, DEFAULT_FLAGS, WRITABLE } from "./shape.ts"
import { HOLE } from "./values.ts"
import type { Value } from "./values.ts"

/** Entries with neighbouring keys, ascending. */
class Chunk {
  readonly keys: number[]
  readonly values: Slot[]
  readonly flags: number[]
  constructor(keys: number[], values: Slot[], flags: number[]) {
    this.keys = keys
    this.values = values
    this.flags = flags
  }

  insert(at: number, key: number, value: Slot, flags: number): void {
    this.keys.splice(at, 0, key)
    this.values.splice(at, 0, value)
    this.flags.splice(at, 0, flags)
  }

  /** Keeps the entries below `at`; the others are the answer. */
  splitAt(at: number): Chunk {
    return new Chunk(this.keys.splice(at), this.values.splice(at), this.flags.splice(at))
  }
}

const CHUNK_SIZE = 512

/** The place of the last number that is not above `key`, or -1. */
function floorIndex(sorted: readonly number[], key: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] <= key) low = middle + 1
    else high = middle
  }
  return low - 1
}

export class IndexTable {
  /** `HOLE` where there is no element, or where its entry is in a chunk. All the others have `baseFlags`. */
  private readonly base: LongList
  private baseFlags = DEFAULT_FLAGS
  private readonly chunks: Chunk[] = []
  /** The first key of each chunk. */
  private readonly firsts: number[] = []
  private entryCount = 0
  /** Entries in chunks whose attributes are not those of a plain element. */
  private specialCount = 0

  constructor(base: LongList) {
    this.base = base
  }

  /** How many elements there are at most: holes of `base` count. */
  get size(): number {
    return this.base.length + this.entryCount
  }

  /** Whether every element is an ordinary one, as in a dense array. */
  get isPlain(): boolean {
    return this.specialCount === 0 && (this.baseFlags === DEFAULT_FLAGS || this.base.length === 0)
  }

  /** Finds an element and leaves it in `found`. */
  find(key: number): boolean {
    const { base } = this
    if (key < base.length) {
      const value = base.at(key)
      if (value !== HOLE) {
        found.value = value
        found.flags = this.baseFlags
        return true
      }
    }
    const chunk = this.chunks[floorIndex(this.firsts, key)]
    if (chunk === undefined) return false
    const at = floorIndex(chunk.keys, key)
    if (chunk.keys[at] !== key) return false
    found.value = chunk.values[at]
    found.flags = chunk.flags[at]
    return true
  }

  set(key: number, value: Slot, flags: number): void {
    const { base } = this
    if (key === base.length && this.entryCount === 0 && flags === this.baseFlags && !(value instanceof Accessor)) {
      base.push(value)
      return
    }
    if (key < base.length) {
      if (flags === this.baseFlags && !(value instanceof Accessor)) {
        if (base.at(key) === HOLE) this.deleteEntry(key)
        base.put(key, value)
        return
      }
      base.put(key, HOLE)
    }
    this.setEntry(key, value, flags)
  }

  delete(key: number): void {
    if (key < this.base.length && this.base.at(key) !== HOLE) this.base.put(key, HOLE)
    else this.deleteEntry(key)
  }

  private setEntry(key: number, value: Slot, flags: number): void {
    const { chunks, firsts } = this
    if (flags !== DEFAULT_FLAGS) this.specialCount++
    if (chunks.length === 0) {
      chunks.push(new Chunk([], [], []))
      firsts.push(key)
    }
    const index = Math.max(floorIndex(firsts, key), 0)
    const chunk = chunks[index]
    const { keys } = chunk
    const at = floorIndex(keys, key)
    if (at >= 0 && keys[at] === key) {
      if (chunk.flags[at] !== DEFAULT_FLAGS) this.specialCount--
      chunk.values[at] = value
      chunk.flags[at] = flags
      return
    }
    this.entryCount++
    if (keys.length < CHUNK_SIZE) {
      chunk.insert(at + 1, key, value, flags)
    } else {
      // At either end a fresh chunk, so that ascending and descending writes fill each one; elsewhere the upper half moves out.
      const cut = at === keys.length - 1 ? keys.length : at < 0 ? 0 : keys.length >> 1
      const upper = chunk.splitAt(cut)
      if (at + 1 > cut || upper.keys.length === 0) upper.insert(at + 1 - cut, key, value, flags)
      else chunk.insert(at + 1, key, value, flags)
      chunks.splice(index + 1, 0, upper)
      firsts.splice(index + 1, 0, upper.keys[0])
    }
    firsts[index] = keys[0]
  }

  private deleteEntry(key: number): void {
    const index = floorIndex(this.firsts, key)
    const chunk = this.chunks[index]
    if (chunk === undefined) return
    const at = floorIndex(chunk.keys, key)
    if (chunk.keys[at] !== key) return
    if (chunk.flags[at] !== DEFAULT_FLAGS) this.specialCount--
    this.entryCount--
    chunk.keys.splice(at, 1)
    chunk.values.splice(at, 1)
    chunk.flags.splice(at, 1)
    if (chunk.keys.length === 0) {
      this.chunks.splice(index, 1)
      this.firsts.splice(index, 1)
    } else {
      this.firsts[index] = chunk.keys[0]
    }
  }

  /** The keys in ascending order. The table must not change on the way. */
  *keys(): Generator<number, void, undefined> {
    const { base } = this
    let next = 0
    for (const chunk of this.chunks) {
      for (const key of chunk.keys) {
        for (; next < base.length && next < key; next++) if (base.at(next) !== HOLE) yield next
        yield key
      }
    }
    for (; next < base.length; next++) if (base.at(next) !== HOLE) yield next
  }

  /**
   * Removes everything from `length` on, as far as the attributes allow; answers the length reached: one more than the last element that
   * cannot be removed.
   */
  truncate(length: number): number {
    const reached = Math.max(length, this.lastFixed(length) + 1)
    const { base, chunks, firsts } = this
    if (base.length > reached) base.truncate(reached)
    for (let last = chunks.length - 1; last >= 0; last--) {
      const chunk = chunks[last]
      const keep = floorIndex(chunk.keys, reached - 1) + 1
      for (let i = keep; i < chunk.keys.length; i++) if (chunk.flags[i] !== DEFAULT_FLAGS) this.specialCount--
      this.entryCount -= chunk.keys.length - keep
      chunk.keys.length = keep
      chunk.values.length = keep
      chunk.flags.length = keep
      if (keep > 0) break
      chunks.pop()
      firsts.pop()
    }
    return reached
  }

  /** The last key from `length` on that is not configurable, or -1. */
  private lastFixed(length: number): number {
    for (let c = this.specialCount === 0 ? -1 : this.chunks.length - 1; c >= 0; c--) {
      const { keys, flags } = this.chunks[c]
      for (let i = keys.length - 1; i >= 0; i--) {
        if (keys[i] < length) return this.lastFixedInBase(length, -1)
        if ((flags[i] & CONFIGURABLE) === 0) return this.lastFixedInBase(length, keys[i])
      }
    }
    return this.lastFixedInBase(length, -1)
  }

  private lastFixedInBase(length: number, elsewhere: number): number {
    if ((this.baseFlags & CONFIGURABLE) !== 0) return elsewhere
    const { base } = this
    for (let i = base.length - 1; i >= length && i > elsewhere; i--) if (base.at(i) !== HOLE) return i
    return elsewhere
  }

  /** Makes all elements non-configurable, and with `freeze` read-only, if that is little work; answers whether it did. */
  restrict(freeze: boolean): boolean {
    if (this.entryCount > CHUNK_SIZE * 8) return false
    const lost = freeze ? CONFIGURABLE | WRITABLE : CONFIGURABLE
    this.baseFlags &= ~lost
    for (const { flags, values } of this.chunks) {
      for (let i = 0; i < flags.length; i++) {
        if (flags[i] === DEFAULT_FLAGS) this.specialCount++
        flags[i] &= values[i] instanceof Accessor ? ~CONFIGURABLE : ~lost
      }
    }
    return true
  }

  /**
   * Moves entries of a plain table into `base`, at most so many positions further; answers whether `base` has got to `length`, where it is all there is.
   */
  absorb(positions: number, length: number): boolean {
    const { base, chunks, firsts } = this
    const end = Math.min(base.length + positions, length)
    let done = 0
    while (base.length < end) {
      const chunk = chunks[done]
      const to = chunk === undefined ? end : Math.min(end, chunk.keys[0])
      while (base.length < to) base.push(HOLE)
      if (chunk === undefined || to === end) break
      // A chunk of neighbours goes as a whole; where it reaches too far, up to there.
      const { keys, values } = chunk
      const taken = keys[keys.length - 1] < end ? keys.length : floorIndex(keys, end - 1) + 1
      for (let i = 0; i < taken; i++) {
        while (base.length < keys[i]) base.push(HOLE)
        base.push(values[i] as Value)
      }
      this.entryCount -= taken
      if (taken === keys.length) {
        done++
        continue
      }
      const rest = chunk.splitAt(taken)
      chunks[done] = rest
      firsts[done] = rest.keys[0]
      break
    }
    if (done > 0) {
      chunks.splice(0, done)
      firsts.splice(0, done)
    }
    return base.length >= length
  }

  /** The elements once all of them are in `base`. */
  get all(): LongList {
    return this.base
  }
}
