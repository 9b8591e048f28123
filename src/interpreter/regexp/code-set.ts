/** Sorted, disjoint, inclusive ranges as a flat list: `[from, to, from, to, …]`. */
export type Ranges = ReadonlyArray<number>

export const MAX_CODE_POINT = 0x10ffff

/**
 * How many pages have been filled so far, by all sets. Filling one takes up to 50 µs where it asks the host for a
 * property, so a scan that meets many new pages has to be charged for them.
 */
export let pagesFilled = 0

/** All 256 codes of a page. */
export const ALL_PAGE = new Uint8Array(256).fill(1)
/** None of them. */
export const NO_PAGE = new Uint8Array(256)

/**
 * A set of code points (or, without the flags `u` and `v`, of UTF-16 units).
 *
 * Membership is read from pages of 256 bytes that are filled when first asked for, so a set built from `\p{…}` costs
 * nothing until text touches it. `ranges` is known for sets written out in the pattern and `undefined` for sets that
 * depend on a property of the host's Unicode data.
 */
export class CodeSet {
  readonly ranges: Ranges | undefined
  private readonly fill: (page: number) => Uint8Array
  private readonly pages: Array<Uint8Array | undefined> = []
  private lowWords: LowBits | undefined

  constructor(ranges: Ranges | undefined, fill?: (page: number) => Uint8Array) {
    this.ranges = ranges
    this.fill = fill ?? ((page) => pageOfRanges(ranges!, page))
  }

  has(code: number): boolean {
    return this.page(code >> 8)[code & 255] === 1
  }

  /** The codes below 256, a bit each. */
  get lowBits(): LowBits {
    return (this.lowWords ??= this.ranges === undefined ? packed(this.page(0)) : lowBitsOfRanges(this.ranges))
  }

  /** The 256 membership bytes of `code >> 8`. Never written to by callers. */
  page(index: number): Uint8Array {
    return this.pages[index] ?? this.fillPage(index)
  }

  private fillPage(index: number): Uint8Array {
    pagesFilled++
    const page = shared(this.fill(index))
    this.pages[index] = page
    return page
  }
}

/** Eight words of 32 bits: bit `c & 31` of word `c >> 5` for the code `c`. */
export type LowBits = Int32Array

function packed(page: Uint8Array): LowBits {
  const words = new Int32Array(8)
  for (let code = 0; code < 256; code++) if (page[code] === 1) words[code >> 5] |= 1 << (code & 31)
  return words
}

function lowBitsOfRanges(ranges: Ranges): LowBits {
  const words = new Int32Array(8)
  for (let at = 0; at < ranges.length && ranges[at] < 256; at += 2) {
    const last = Math.min(ranges[at + 1], 255)
    for (let code = ranges[at]; code <= last; code++) words[code >> 5] |= 1 << (code & 31)
  }
  return words
}

export function hasLow(words: LowBits, code: number): boolean {
  return (words[code >> 5] & (1 << (code & 31))) !== 0
}

/** One byte for each code below 256. */
export function unpacked(words: LowBits): Uint8Array {
  const page = new Uint8Array(256)
  for (let code = 0; code < 256; code++) if (hasLow(words, code)) page[code] = 1
  return page
}

function shared(page: Uint8Array): Uint8Array {
  if (page === ALL_PAGE || page === NO_PAGE) return page
  const first = page[0]
  for (let at = 1; at < 256; at++) if (page[at] !== first) return page
  return first === 1 ? ALL_PAGE : NO_PAGE
}

function pageOfRanges(ranges: Ranges, index: number): Uint8Array {
  const start = index << 8
  const end = start + 255
  let low = 0
  let high = ranges.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[2 * middle + 1] < start) low = middle + 1
    else high = middle
  }
  if (2 * low >= ranges.length || ranges[2 * low] > end) return NO_PAGE
  if (ranges[2 * low] <= start && ranges[2 * low + 1] >= end) return ALL_PAGE
  const page = new Uint8Array(256)
  for (let at = low; 2 * at < ranges.length && ranges[2 * at] <= end; at++) {
    page.fill(1, Math.max(ranges[2 * at], start) - start, Math.min(ranges[2 * at + 1], end) - start + 1)
  }
  return page
}

/** More than any code point. */
const SHIFT = 0x200000

/** Sorts and merges ranges given in any order. */
export function normalizeRanges(pairs: ReadonlyArray<number>): Ranges {
  if (pairs.length <= 2) return pairs
  // Each range as one number, so that thousands are sorted at once.
  const order = new Float64Array(pairs.length >> 1)
  for (let at = 0; at < order.length; at++) order[at] = pairs[2 * at] * SHIFT + pairs[2 * at + 1]
  order.sort()
  const result: Array<number> = []
  for (const range of order) {
    const from = Math.floor(range / SHIFT)
    const to = range - from * SHIFT
    const last = result.length - 1
    if (last > 0 && from <= result[last] + 1) {
      if (to > result[last]) result[last] = to
    } else {
      result.push(from, to)
    }
  }
  return result
}

export function complementRanges(ranges: Ranges): Ranges {
  const result: Array<number> = []
  let next = 0
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at] > next) result.push(next, ranges[at] - 1)
    next = ranges[at + 1] + 1
  }
  if (next <= MAX_CODE_POINT) result.push(next, MAX_CODE_POINT)
  return result
}

export function intersectRanges(left: Ranges, right: Ranges): Ranges {
  const result: Array<number> = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    const from = Math.max(left[l], right[r])
    const to = Math.min(left[l + 1], right[r + 1])
    if (from <= to) result.push(from, to)
    if (left[l + 1] < right[r + 1]) l += 2
    else r += 2
  }
  return result
}

export const rangesOf = (...pairs: Array<number>): CodeSet => new CodeSet(normalizeRanges(pairs))

export function complement(set: CodeSet): CodeSet {
  if (set.ranges !== undefined) return new CodeSet(complementRanges(set.ranges))
  return new CodeSet(undefined, (index) => {
    const page = set.page(index)
    if (page === ALL_PAGE) return NO_PAGE
    return page === NO_PAGE ? ALL_PAGE : page.map((bit) => 1 - bit)
  })
}

export function union(sets: ReadonlyArray<CodeSet>): CodeSet {
  if (sets.length === 1) return sets[0]
  if (sets.every((set) => set.ranges !== undefined)) {
    return new CodeSet(normalizeRanges(sets.flatMap((set) => set.ranges!)))
  }
  return new CodeSet(undefined, (index) => {
    const pages = sets.map((set) => set.page(index)).filter((page) => page !== NO_PAGE)
    if (pages.length === 0) return NO_PAGE
    if (pages.includes(ALL_PAGE)) return ALL_PAGE
    const page = new Uint8Array(256)
    for (const bits of pages) {
      for (let at = 0; at < 256; at++) page[at] |= bits[at]
    }
    return page
  })
}

export function intersection(left: CodeSet, right: CodeSet): CodeSet {
  if (left.ranges !== undefined && right.ranges !== undefined) {
    return new CodeSet(intersectRanges(left.ranges, right.ranges))
  }
  return new CodeSet(undefined, (index) => {
    const bits = right.page(index)
    const page = left.page(index)
    if (page === NO_PAGE || bits === ALL_PAGE) return page
    return bits === NO_PAGE ? bits : page.map((bit, at) => bit & bits[at])
  })
}

export const ANY_CODE = new CodeSet([0, MAX_CODE_POINT])
/** CR, LF, U+2028, U+2029: https://tc39.es/ecma262/#sec-line-terminators */
export const LINE_TERMINATORS = rangesOf(0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029)
export const NOT_LINE_TERMINATORS = complement(LINE_TERMINATORS)
export const DIGITS = rangesOf(0x30, 0x39)
/** WhiteSpace and LineTerminator: https://tc39.es/ecma262/#sec-white-space (category Zs is stable). */
export const SPACES = rangesOf(
  0x09,
  0x0d,
  0x20,
  0x20,
  0xa0,
  0xa0,
  0x1680,
  0x1680,
  0x2000,
  0x200a,
  0x2028,
  0x2029,
  0x202f,
  0x202f,
  0x205f,
  0x205f,
  0x3000,
  0x3000,
  0xfeff,
  0xfeff
)
export const WORDS = rangesOf(0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a)
/** Word characters under `i` with `u` or `v`: U+017F and U+212A fold to s and k. https://tc39.es/ecma262/#sec-wordcharacters */
export const WORDS_FOLDED = rangesOf(0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a, 0x17f, 0x17f, 0x212a, 0x212a)
