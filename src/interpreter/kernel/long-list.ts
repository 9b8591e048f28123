/**
 * A list that grows in pages beyond a length. The host moves a growing array in one go, and where that is longer than {@link DENSE_LIMIT} it takes too
 * long: 100 ms for ten million elements.
 */
import type { Value } from "./values.ts"

/** The elements that one host array may hold: as it grows, its last move before is of 2,734,813 elements. */
export const DENSE_LIMIT = 4_000_000

const PAGE_BITS = 16
const PAGE = 1 << PAGE_BITS

export class LongList {
  /** The beginning: all there is, if there is no more than {@link DENSE_LIMIT}. */
  readonly first: Value[]
  /** Where pages begin. */
  private readonly start: number
  /** Each but the last is full. */
  private readonly pages: Value[][] = []

  constructor(first: Value[] = []) {
    this.first = first
    this.start = Math.max(DENSE_LIMIT, first.length)
  }

  get length(): number {
    const { pages } = this
    return pages.length === 0
      ? this.first.length
      : this.start + ((pages.length - 1) << PAGE_BITS) + pages.at(-1)!.length
  }

  /** The element at an index below the length. */
  at(index: number): Value {
    const beyond = index - this.start
    return beyond < 0 ? this.first[index] : this.pages[beyond >>> PAGE_BITS][beyond & (PAGE - 1)]
  }

  /** Replaces the element at an index below the length. */
  put(index: number, value: Value): void {
    const beyond = index - this.start
    if (beyond < 0) this.first[index] = value
    else this.pages[beyond >>> PAGE_BITS][beyond & (PAGE - 1)] = value
  }

  push(value: Value): void {
    if (this.first.length < this.start) {
      this.first.push(value)
      return
    }
    let page = this.pages.at(-1)
    if (page === undefined || page.length === PAGE) this.pages.push((page = []))
    page.push(value)
  }

  truncate(length: number): void {
    const beyond = length - this.start
    if (beyond <= 0) {
      this.pages.length = 0
      if (length < this.first.length) this.first.length = length
      return
    }
    const kept = Math.ceil(beyond / PAGE)
    if (kept < this.pages.length) this.pages.length = kept
    const rest = beyond - ((kept - 1) << PAGE_BITS)
    const last = this.pages[kept - 1]
    if (last !== undefined && rest < last.length) last.length = rest
  }
}
