import type { AST } from "@eslint-community/regexpp"
import { caseClasses, closeOverCase } from "./case-folding.ts"
import {
  ANY_CODE,
  CodeSet,
  complement,
  DIGITS,
  intersection,
  normalizeRanges,
  rangesOf,
  SPACES,
  union,
  WORDS,
  WORDS_FOLDED
} from "./code-set.ts"
import { PORTION } from "./portions.ts"
import type { Pace, Portions } from "./portions.ts"
import { codePointProperty, stringProperty } from "./property.ts"
import type { StringProperty } from "./property.ts"

/** How characters are compared where a class stands. */
export interface ClassMode {
  readonly ignoreCase: boolean
  readonly unicode: boolean
  readonly unicodeSets: boolean
}

/**
 * What a class matches: single characters, and with the flag `v` strings of other lengths.
 *
 * Under `i` both are closed over case: whatever matches a member is a member, so matching needs no folding and, with `v`,
 * intersection and subtraction work on whole classes of characters as the specification's folded sets do.
 */
export interface ClassContents {
  readonly singles: CodeSet
  readonly strings: StringSet | undefined
}

/** Strings that are not exactly one code point. */
export interface StringSet {
  /** All of them, when they were written out in the pattern. */
  readonly list: ReadonlyArray<string> | undefined
  readonly property: StringProperty
}

type ClassNode =
  | AST.CharacterClassElement
  | AST.ExpressionCharacterClass
  | AST.CharacterClass
  | AST.ClassIntersection
  | AST.ClassSubtraction
  | AST.CharacterSet

/** `fail` reports a property that the host's Unicode data lacks; it never returns. */
export type FailProperty = (node: AST.UnicodePropertyCharacterSet) => never

/** Evaluates a character class or class escape; `.` is not one. */
export function* classContents(
  node: ClassNode,
  mode: ClassMode,
  fail: FailProperty,
  pace: Pace
): Portions<ClassContents> {
  const plain = (set: CodeSet): ClassContents => ({ singles: set, strings: undefined })
  const folded = (set: CodeSet): CodeSet => (mode.ignoreCase ? closeOverCase(set, mode.unicode) : set)
  // With `v` case is folded before set operations, else after the class is put together.
  const early = mode.unicodeSets ? folded : (set: CodeSet) => set

  function* evaluate(part: ClassNode): Portions<ClassContents> {
    if (pace.worked(workOf(part))) yield
    const contents = yield* contentsOf(part)
    if (pace.worked(sizeOf(contents))) yield
    return contents
  }

  function* contentsOf(part: ClassNode): Portions<ClassContents> {
    switch (part.type) {
      case "Character":
        return plain(early(rangesOf(part.value, part.value)))
      case "CharacterClassRange":
        return plain(early(rangesOf(part.min.value, part.max.value)))
      case "CharacterSet":
        return characterSet(part)
      case "ClassStringDisjunction":
        return yield* writtenStrings(part.alternatives, mode, early, pace)
      case "ExpressionCharacterClass": {
        const contents = yield* evaluate(part.expression)
        return part.negate ? plain(complement(contents.singles)) : contents
      }
      case "ClassIntersection":
        return intersectContents(yield* evaluate(part.left), yield* evaluate(part.right))
      case "ClassSubtraction":
        return subtractContents(yield* evaluate(part.left), yield* evaluate(part.right))
      case "CharacterClass": {
        const contents = yield* members(part.elements)
        return part.negate ? plain(complement(contents.singles)) : contents
      }
    }
  }

  function* members(elements: ReadonlyArray<AST.CharacterClassElement>): Portions<ClassContents> {
    // Characters and ranges are by far the most frequent members: gather them in one set.
    const pairs: Array<number> = []
    const parts: Array<ClassContents> = []
    const seen = new Set<string>()
    for (const element of elements) {
      if (pace.worked(1)) yield
      if (element.type === "Character") pairs.push(element.value, element.value)
      else if (element.type === "CharacterClassRange") pairs.push(element.min.value, element.max.value)
      else if (!seen.has(element.raw)) {
        seen.add(element.raw)
        parts.push(yield* evaluate(element))
      }
    }
    if (pairs.length > 0 || parts.length === 0) parts.unshift(plain(early(new CodeSet(normalizeRanges(pairs)))))
    return parts.length === 1 ? parts[0] : unionContents(parts, mode)
  }

  const characterSet = (part: AST.CharacterSet): ClassContents => {
    switch (part.kind) {
      case "any":
        return plain(ANY_CODE)
      case "digit":
        return plain(part.negate ? complement(DIGITS) : DIGITS)
      case "space":
        return plain(part.negate ? complement(SPACES) : SPACES)
      case "word": {
        const words = mode.ignoreCase && mode.unicode ? WORDS_FOLDED : WORDS
        return plain(part.negate ? complement(words) : words)
      }
      case "property": {
        if (part.strings) {
          const property = stringProperty(part.key, mode.ignoreCase)
          if (property === undefined) return fail(part)
          return propertyStrings(property, folded)
        }
        const set = codePointProperty(part.value === null ? part.key : `${part.key}=${part.value}`)
        if (set === undefined) return fail(part)
        return plain(part.negate ? complement(early(set)) : early(set))
      }
    }
  }

  if (mode.unicodeSets || !mode.ignoreCase) return yield* evaluate(node)
  if (node.type === "CharacterClass") {
    const closed = folded((yield* members(node.elements)).singles)
    return plain(node.negate ? complement(closed) : closed)
  }
  return plain(folded((yield* evaluate(node)).singles))
}

/** A property is asked of the host, which compiles patterns for it when that is the first time: the more for one of strings. */
function workOf(part: ClassNode): number {
  if (part.type !== "CharacterSet" || part.kind !== "property") return 8
  return part.strings ? PORTION : PORTION >> 3
}

/** Each class around another copies what that one holds. */
const sizeOf = ({ singles, strings }: ClassContents): number =>
  ((singles.ranges?.length ?? 0) >> 4) + (strings?.list?.length ?? 0)

function codePointsOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; count++) at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return count
}

function* writtenStrings(
  alternatives: ReadonlyArray<AST.StringAlternative>,
  mode: ClassMode,
  early: (set: CodeSet) => CodeSet,
  pace: Pace
): Portions<ClassContents> {
  const singles: Array<number> = []
  const list: Array<string> = []
  for (const { elements } of alternatives) {
    if (pace.worked(8)) yield
    if (elements.length === 1) singles.push(elements[0].value, elements[0].value)
    else list.push(String.fromCodePoint(...elements.map(({ value }) => value)))
  }
  return {
    singles: early(new CodeSet(normalizeRanges(singles))),
    strings: list.length === 0 ? undefined : listedStrings(list, mode.ignoreCase)
  }
}

function foldedKey(text: string): string {
  const { canonicalize } = caseClasses(true)
  return Array.from(text, (char) => String.fromCodePoint(canonicalize(char.codePointAt(0)!))).join("")
}

function listedStrings(list: ReadonlyArray<string>, ignoreCase: boolean): StringSet {
  const key = ignoreCase ? foldedKey : (text: string) => text
  const known = new Map(list.map((text) => [key(text), text]))
  const starts = union(
    list.filter((text) => text !== "").map((text) => rangesOf(text.codePointAt(0)!, text.codePointAt(0)!))
  )
  return {
    list: [...known.values()],
    property: {
      maxCodePoints: Math.max(...list.map(codePointsOf)),
      starts: ignoreCase && list.some((text) => text !== "") ? closeOverCase(starts, true) : starts,
      has: (text) => known.has(key(text))
    }
  }
}

function propertyStrings(property: StringProperty, folded: (set: CodeSet) => CodeSet): ClassContents {
  const starts = folded(property.starts)
  const singles = new CodeSet(undefined, (index) => {
    const page = starts.page(index).slice()
    for (let at = 0; at < 256; at++) {
      if (page[at] === 1 && !property.has(String.fromCodePoint((index << 8) + at))) page[at] = 0
    }
    return page
  })
  return { singles, strings: { list: undefined, property: { ...property, starts } } }
}

function unionContents(parts: ReadonlyArray<ClassContents>, mode: ClassMode): ClassContents {
  const singles = union(parts.map((part) => part.singles))
  const strings = parts.flatMap((part) => (part.strings === undefined ? [] : [part.strings]))
  if (strings.length <= 1) return { singles, strings: strings[0] }
  if (strings.every(({ list }) => list !== undefined)) {
    return {
      singles,
      strings: listedStrings(
        strings.flatMap(({ list }) => list!),
        mode.ignoreCase
      )
    }
  }
  return {
    singles,
    strings: {
      list: undefined,
      property: {
        maxCodePoints: Math.max(...strings.map(({ property }) => property.maxCodePoints)),
        starts: union(strings.map(({ property }) => property.starts)),
        has: (text) => strings.some(({ property }) => property.has(text))
      }
    }
  }
}

function intersectContents(left: ClassContents, right: ClassContents): ClassContents {
  const singles = intersection(left.singles, right.singles)
  if (left.strings === undefined || right.strings === undefined) return { singles, strings: undefined }
  const [listed, other] =
    left.strings.list !== undefined ? [left.strings, right.strings] : [right.strings, left.strings]
  return { singles, strings: filtered(listed, (text) => other.property.has(text)) }
}

function subtractContents(left: ClassContents, right: ClassContents): ClassContents {
  const singles = intersection(left.singles, complement(right.singles))
  const removed = right.strings
  if (left.strings === undefined || removed === undefined) return { singles, strings: left.strings }
  return { singles, strings: filtered(left.strings, (text) => !removed.property.has(text)) }
}

function filtered({ list, property }: StringSet, keep: (text: string) => boolean): StringSet | undefined {
  const kept = list?.filter(keep)
  if (kept !== undefined && kept.length === 0) return undefined
  return {
    list: kept,
    property: { ...property, has: (text) => property.has(text) && keep(text) }
  }
}
