import { ALL_PAGE, CodeSet, normalizeRanges } from "./code-set.ts"
import type { Ranges } from "./code-set.ts"
import { lowerBound } from "./lower-bound.ts"
import { PORTION, workedAside } from "./portions.ts"

/**
 * Which code points match each other under the flag `i`: https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch
 *
 * With `u` or `v` that is Unicode simple case folding, else upper-casing one UTF-16 unit. Both are derived from the
 * host's `toUpperCase` and `toLowerCase`, so they follow the host's Unicode version like `\p{…}` does.
 */
export interface CaseClasses {
  /** The representative of the class of `code`: equal for two codes exactly if they match each other. */
  canonicalize(code: number): number
  /** Every code that matches `code`, itself included, or `undefined` when it only matches itself. */
  equivalents(code: number): ReadonlyArray<number> | undefined
  /** The codes with company, ascending. */
  readonly cased: ReadonlyArray<number>
}

// The blocks that hold every cased character of Unicode 17, with room: scanning all 1.1 million codes would take 100 ms.
const casedBlocks: Ranges = [
  0x41, 0x7a, 0xb5, 0x58f, 0x10a0, 0x10ff, 0x13a0, 0x13ff, 0x1c80, 0x1cbf, 0x1d70, 0x1d9f, 0x1e00, 0x1fff, 0x2120,
  0x218f, 0x24b0, 0x24ef, 0x2c00, 0x2d2f, 0xa640, 0xa69f, 0xa720, 0xa7ff, 0xab50, 0xabbf, 0xfb00, 0xfb17, 0xff20,
  0xff5f, 0x10400, 0x1044f, 0x104b0, 0x104ff, 0x10570, 0x105bf, 0x10c80, 0x10cff, 0x10d50, 0x10d8f, 0x118a0, 0x118df,
  0x16e40, 0x16edf, 0x1e900, 0x1e943
]

/** Upper-casing of one unit, for patterns without `u` and `v`. */
function upperOfUnit(code: number): number {
  const upper = String.fromCharCode(code).toUpperCase()
  if (upper.length !== 1) return code
  const result = upper.charCodeAt(0)
  return code >= 128 && result < 128 ? code : result
}

// Simple foldings that case mapping does not show: both sides upper-case to several characters.
const foldedByTable = new Map([
  [0x1fd3, 0x390],
  [0x1fe3, 0x3b0],
  [0xfb05, 0xfb06]
])

/** A representative of the simple case folding class; not always the folding itself (Cherokee folds to upper case). */
function foldOfCodePoint(code: number): number {
  // Turkish dotless i upper-cases to I but folds to itself.
  if (code === 0x131) return code
  const special = foldedByTable.get(code)
  if (special !== undefined) return special
  const text = String.fromCodePoint(code)
  const upper = text.toUpperCase()
  const lower = (isOneCodePoint(upper) ? upper : text).toLowerCase()
  return isOneCodePoint(lower) ? lower.codePointAt(0)! : code
}

function isOneCodePoint(text: string): boolean {
  return text.length === (text.codePointAt(0)! > 0xffff ? 2 : 1)
}

function buildClasses(representative: (code: number) => number, last: number): CaseClasses {
  workedAside(2 * PORTION)
  const byRepresentative = new Map<number, Array<number>>()
  for (let block = 0; block < casedBlocks.length && casedBlocks[block] <= last; block += 2) {
    for (let code = casedBlocks[block]; code <= casedBlocks[block + 1]; code++) {
      const target = representative(code)
      if (target === code) continue
      const found = byRepresentative.get(target)
      if (found === undefined) byRepresentative.set(target, [target, code])
      else found.push(code)
    }
  }
  const classes = new Map<number, ReadonlyArray<number>>()
  const representatives = new Map<number, number>()
  for (const [target, members] of byRepresentative) {
    for (const member of members) {
      classes.set(member, members)
      representatives.set(member, target)
    }
  }
  return {
    canonicalize: (code) => representatives.get(code) ?? code,
    equivalents: (code) => classes.get(code),
    cased: [...classes.keys()].sort((a, b) => a - b)
  }
}

let units: CaseClasses | undefined
let codePoints: CaseClasses | undefined

/** The classes for patterns with (`true`) or without (`false`) one of the flags `u` and `v`. Built once, when first needed. */
export function caseClasses(unicode: boolean): CaseClasses {
  if (unicode) return (codePoints ??= buildClasses(foldOfCodePoint, 0x10ffff))
  return (units ??= buildClasses(upperOfUnit, 0xffff))
}

/** What matches an ASCII letter, without building the table: the other case, and two lookalikes in Unicode mode. */
function asciiEquivalents(code: number, unicode: boolean): ReadonlyArray<number> | undefined {
  const lower = code | 0x20
  if (lower < 0x61 || lower > 0x7a) return undefined
  if (unicode && lower === 0x6b) return [0x4b, 0x6b, 0x212a]
  if (unicode && lower === 0x73) return [0x53, 0x73, 0x17f]
  return [lower - 0x20, lower]
}

/** Every code that matches `code` when case is ignored, or `undefined` when only itself does. */
export function caseEquivalents(code: number, unicode: boolean): ReadonlyArray<number> | undefined {
  return code < 0x80 ? asciiEquivalents(code, unicode) : caseClasses(unicode).equivalents(code)
}

/** The set of everything that matches a member of `set` when case is ignored. */
export function closeOverCase(set: CodeSet, unicode: boolean): CodeSet {
  if (set.ranges !== undefined) return closeRanges(set, set.ranges, unicode)
  return new CodeSet(undefined, (index) => {
    const own = set.page(index)
    if (own === ALL_PAGE) return own
    const { cased, equivalents } = caseClasses(unicode)
    const end = (index << 8) + 256
    let page = own
    for (let at = lowerBound(cased, index << 8); at < cased.length && cased[at] < end; at++) {
      const code = cased[at]
      if (page[code & 255] === 1 || !equivalents(code)!.some((other) => set.has(other))) continue
      if (page === own) page = own.slice()
      page[code & 255] = 1
    }
    return page
  })
}

function closeRanges(set: CodeSet, ranges: Ranges, unicode: boolean): CodeSet {
  const added: Array<number> = []
  const add = (codes: ReadonlyArray<number>) => {
    for (const code of codes) if (!set.has(code)) added.push(code, code)
  }
  // Most patterns are ASCII, or ASCII and the complement of it: they need no table.
  const beyondAscii = ranges.length > 0 && ranges[ranges.length - 1] >= 0x80
  const last = unicode ? 0x10ffff : 0xffff
  const allBeyondAscii = beyondAscii && ranges[ranges.length - 2] <= 0x80 && ranges[ranges.length - 1] >= last
  for (let at = 0; at < ranges.length && ranges[at] < 0x80; at += 2) {
    for (let code = ranges[at]; code <= ranges[at + 1] && code < 0x80; code++) {
      const found = asciiEquivalents(code, unicode)
      if (found !== undefined) add(found)
    }
  }
  if (allBeyondAscii) {
    if (unicode) add([0x4b, 0x6b, 0x53, 0x73])
  } else if (beyondAscii) {
    const { cased, equivalents } = caseClasses(unicode)
    for (let at = 0; at < ranges.length; at += 2) {
      let index = lowerBound(cased, ranges[at])
      workedAside((lowerBound(cased, ranges[at + 1]) - index) >> 5)
      for (; index < cased.length && cased[index] <= ranges[at + 1]; index++) add(equivalents(cased[index])!)
    }
  }
  return added.length === 0 ? set : new CodeSet(normalizeRanges([...ranges, ...added]))
}
