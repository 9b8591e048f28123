import { caseClasses, closeOverCase } from "./case-folding.ts"
import { CodeSet, normalizeRanges, union } from "./code-set.ts"
import { GLANCE } from "./portions.ts"
import type { Pace, Portions } from "./portions.ts"
import { codePointProperty, longestEmojiSequence } from "./property.ts"
import type { StringKind } from "./property.ts"

/**
 * The strings of a class that are not exactly one code point.
 *
 * As no string is of two kinds, whatever a class puts together of properties and strings written out is this: some kinds,
 * with finitely many strings more and finitely many less. So the millionth set operation makes a look-up no slower.
 */
export interface StringSet {
  readonly ignoreCase: boolean
  readonly kinds: ReadonlySet<StringKind>
  /** Members, whatever their kind. */
  readonly more: Strings
  /** Strings that are no members unless among `more`. */
  readonly less: Strings
}

/** Strings by what they are compared by. */
type Strings = ReadonlyMap<string, string>

/** What a matcher asks: strings of up to `maxCodePoints`, all beginning with a member of `starts`. */
export interface StringProperty {
  readonly maxCodePoints: number
  readonly starts: CodeSet
  has(text: string): boolean
}

const NOTHING: Strings = new Map()

export function stringsOfKinds(kinds: ReadonlyArray<StringKind>, ignoreCase: boolean): StringSet {
  return { ignoreCase, kinds: new Set(kinds), more: NOTHING, less: NOTHING }
}

export function writtenStrings(list: ReadonlyArray<string>, ignoreCase: boolean): StringSet {
  const more = new Map(list.map((text) => [keyOf(text, ignoreCase), text]))
  return { ignoreCase, kinds: new Set(), more, less: NOTHING }
}

/** About the work of copying it. */
export const sizeOfStrings = ({ more, less }: StringSet): number => more.size + less.size

export const isWritten = ({ kinds }: StringSet): boolean => kinds.size === 0

export function hasString(set: StringSet, text: string): boolean {
  const { kinds, more, less, ignoreCase } = set
  if (more.size === 0 && less.size === 0) return isOfKinds(kinds, text, ignoreCase)
  return hasKey(set, keyOf(text, ignoreCase), text)
}

function hasKey({ ignoreCase, kinds, more, less }: StringSet, key: string, text: string): boolean {
  if (more.has(key)) return true
  if (kinds.size === 0 || less.has(key)) return false
  return isOfKinds(kinds, text, ignoreCase)
}

/** The only character in any of them that has another case, and that case first. */
const onlyCasedEmoji = ["\u24dc", "\u24c2"] as const

function isOfKinds(kinds: ReadonlySet<StringKind>, text: string, ignoreCase: boolean): boolean {
  const spelt = ignoreCase ? text.replaceAll(...onlyCasedEmoji) : text
  for (const kind of kinds) if (kind.has(spelt)) return true
  return false
}

function keyOf(text: string, ignoreCase: boolean): string {
  if (!ignoreCase) return text
  if (isAscii.test(text)) return text.toLowerCase()
  const { canonicalize } = caseClasses(true)
  return Array.from(text, (char) => String.fromCodePoint(canonicalize(char.codePointAt(0)!))).join("")
}

const isAscii = /^[\0-\x7f]*$/

export function* unionOfStrings(sets: ReadonlyArray<StringSet>, pace: Pace): Portions<StringSet> {
  if (sets.length === 1) return sets[0]
  const kinds = new Set<StringKind>()
  const more = new Map<string, string>()
  const less = new Map<string, string>()
  for (const set of sets) {
    for (const kind of set.kinds) kinds.add(kind)
    for (const [key, text] of set.more) more.set(key, text)
  }
  for (const set of sets) {
    for (const [key, text] of set.less) {
      if (pace.worked(sets.length * GLANCE)) yield
      if (!sets.some((other) => hasKey(other, key, text))) less.set(key, text)
    }
  }
  return { ...sets[0], kinds, more, less }
}

export function intersectStrings(left: StringSet, right: StringSet): StringSet {
  return {
    ...left,
    kinds: new Set([...left.kinds].filter((kind) => right.kinds.has(kind))),
    more: joined(
      those(left.more, (key, text) => hasKey(right, key, text)),
      those(right.more, (key, text) => hasKey(left, key, text))
    ),
    less: joined(left.less, right.less)
  }
}

export function subtractStrings(left: StringSet, right: StringSet): StringSet {
  const isLeft = (key: string, text: string): boolean => hasKey(left, key, text) && !hasKey(right, key, text)
  const kinds = new Set([...left.kinds].filter((kind) => !right.kinds.has(kind)))
  return {
    ...left,
    kinds,
    more: joined(those(left.more, isLeft), those(right.less, isLeft)),
    less: joined(
      left.less,
      those(right.more, (_, text) => isOfKinds(kinds, text, left.ignoreCase))
    )
  }
}

/** Where all stay the strings themselves: a long list is not copied by each operation that leaves it alone. */
function those(strings: Strings, keep: (key: string, text: string) => boolean): Strings {
  const kept = new Map<string, string>()
  for (const [key, text] of strings) if (keep(key, text)) kept.set(key, text)
  return kept.size === strings.size ? strings : kept
}

function joined(left: Strings, right: Strings): Strings {
  if (right.size === 0) return left
  return left.size === 0 ? right : new Map([...left, ...right])
}

export function propertyOfStrings(set: StringSet): StringProperty {
  const firsts: Array<number> = []
  let maxCodePoints = isWritten(set) ? 0 : longestEmojiSequence
  for (const text of set.more.values()) {
    maxCodePoints = Math.max(maxCodePoints, codePointsOf(text))
    if (text !== "") firsts.push(text.codePointAt(0)!, text.codePointAt(0)!)
  }
  const written = new CodeSet(normalizeRanges(firsts))
  const starts = isWritten(set) ? written : union([codePointProperty("Emoji")!, written])
  return {
    maxCodePoints,
    starts: set.ignoreCase ? closeOverCase(starts, true) : starts,
    has: (text) => hasString(set, text)
  }
}

function codePointsOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; count++) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return count
}
