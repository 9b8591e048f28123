import type { AST } from "@eslint-community/regexpp"
import { closeOverCase } from "./case-folding.ts"
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
import { codePointProperty, stringKinds } from "./property.ts"
import {
  hasString,
  intersectStrings,
  sizeOfStrings,
  stringsOfKinds,
  subtractStrings,
  unionOfStrings,
  writtenStrings
} from "./string-set.ts"
import type { StringSet } from "./string-set.ts"

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

type ClassNode =
  | AST.CharacterClassElement
  | AST.ExpressionCharacterClass
  | AST.CharacterClass
  | AST.ClassIntersection
  | AST.ClassSubtraction
  | AST.CharacterSet

/** `fail` reports a property that the host's Unicode data lacks; it never returns. */
export type FailProperty = (node: AST.UnicodePropertyCharacterSet) => never
/** `failNegated` reports a negated class that may contain strings. */
export type FailNegated = (node: AST.CharacterClass) => never

/** `MayContainStrings` (https://tc39.es/ecma262/#sec-static-semantics-maycontainstrings). */
function mayContainStrings(node: ClassNode): boolean {
  switch (node.type) {
    case "CharacterSet":
      return node.kind === "property" && node.strings
    case "ClassStringDisjunction":
      return node.alternatives.some(({ elements }) => elements.length !== 1)
    case "CharacterClass":
      return !node.negate && node.elements.some(mayContainStrings)
    case "ExpressionCharacterClass":
      return !node.negate && mayContainStrings(node.expression)
    case "ClassIntersection":
      return mayContainStrings(node.left) && mayContainStrings(node.right)
    case "ClassSubtraction":
      return mayContainStrings(node.left)
    default:
      return false
  }
}

/** Evaluates a character class or class escape; `.` is not one. */
export function* classContents(
  node: ClassNode,
  mode: ClassMode,
  fail: FailProperty,
  failNegated: FailNegated,
  pace: Pace
): Portions<ClassContents> {
  const plain = (set: CodeSet): ClassContents => ({ singles: set, strings: undefined })
  const folded = (set: CodeSet): CodeSet => (mode.ignoreCase ? closeOverCase(set, mode.unicode) : set)
  // With `v` case is folded before set operations, else after the class is put together.
  const early = mode.unicodeSets ? folded : (set: CodeSet) => set

  // What stands in a class again is the same set, with all that is known of it.
  const characterSets = new Map<string, ClassContents>()

  function* evaluate(part: ClassNode): Portions<ClassContents> {
    const known = characterSets.get(part.raw)
    if (pace.worked(known === undefined ? workOf(part) : 8)) yield
    if (known !== undefined) return known
    const contents = yield* contentsOf(part)
    if (part.type === "CharacterSet") characterSets.set(part.raw, contents)
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
        return part.kind === "property" && part.strings ? yield* propertyOfStrings(part) : characterSet(part)
      case "ClassStringDisjunction":
        return yield* disjunction(part.alternatives)
      case "ExpressionCharacterClass": {
        const contents = yield* evaluate(part.expression)
        return part.negate ? plain(complement(contents.singles)) : contents
      }
      case "ClassIntersection":
        return intersectContents(yield* evaluate(part.left), yield* evaluate(part.right))
      case "ClassSubtraction":
        return subtractContents(yield* evaluate(part.left), yield* evaluate(part.right))
      case "CharacterClass": {
        // The parser library misses strings after a range.
        if (part.negate && part.elements.some(mayContainStrings)) failNegated(part)
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
    if (pairs.length > 0 || parts.length === 0) {
      const written = new CodeSet(normalizeRanges(pairs))
      if (pace.worked(pairs.length >> 4)) yield
      parts.unshift(plain(early(written)))
    }
    return parts.length === 1 ? parts[0] : yield* unionContents(parts, pace)
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
        const set = codePointProperty(part.value === null ? part.key : `${part.key}=${part.value}`)
        if (set === undefined) return fail(part)
        return plain(part.negate ? complement(early(set)) : early(set))
      }
    }
  }

  function* propertyOfStrings(part: AST.UnicodePropertyCharacterSet): Portions<ClassContents> {
    const kinds = yield* stringKinds(part.key, pace)
    const emoji = codePointProperty("Emoji")
    if (kinds === undefined || emoji === undefined) return fail(part)
    const strings = stringsOfKinds(kinds, mode.ignoreCase)
    const starts = folded(emoji)
    const singles = new CodeSet(undefined, (index) => {
      const page = starts.page(index).slice()
      for (let at = 0; at < 256; at++) {
        if (page[at] === 1 && !hasString(strings, String.fromCodePoint((index << 8) + at))) page[at] = 0
      }
      return page
    })
    return { singles, strings }
  }

  function* disjunction(alternatives: ReadonlyArray<AST.StringAlternative>): Portions<ClassContents> {
    const singles: Array<number> = []
    const list: Array<string> = []
    for (const { elements } of alternatives) {
      if (pace.worked(8 + elements.length)) yield
      if (elements.length === 1) singles.push(elements[0].value, elements[0].value)
      else list.push(String.fromCodePoint(...elements.map(({ value }) => value)))
    }
    return {
      singles: early(new CodeSet(normalizeRanges(singles))),
      strings: list.length === 0 ? undefined : writtenStrings(list, mode.ignoreCase)
    }
  }

  if (mode.unicodeSets || !mode.ignoreCase) return yield* evaluate(node)
  if (node.type === "CharacterClass") {
    const closed = folded((yield* members(node.elements)).singles)
    return plain(node.negate ? complement(closed) : closed)
  }
  return plain(folded((yield* evaluate(node)).singles))
}

/** A property of characters is asked of the host, which compiles patterns for it when that is the first time. */
function workOf(part: ClassNode): number {
  return part.type === "CharacterSet" && part.kind === "property" ? PORTION >> 3 : 8
}

/** Each class around another copies what that one holds. */
const sizeOf = ({ singles, strings }: ClassContents): number =>
  ((singles.ranges?.length ?? 0) >> 4) + (strings === undefined ? 0 : sizeOfStrings(strings))

function* unionContents(parts: ReadonlyArray<ClassContents>, pace: Pace): Portions<ClassContents> {
  const strings = parts.flatMap((part) => (part.strings === undefined ? [] : [part.strings]))
  return {
    singles: union(parts.map((part) => part.singles)),
    strings: strings.length === 0 ? undefined : yield* unionOfStrings(strings, pace)
  }
}

function intersectContents(left: ClassContents, right: ClassContents): ClassContents {
  return {
    singles: intersection(left.singles, right.singles),
    strings: left.strings && right.strings && intersectStrings(left.strings, right.strings)
  }
}

function subtractContents(left: ClassContents, right: ClassContents): ClassContents {
  return {
    singles: intersection(left.singles, complement(right.singles)),
    strings: left.strings && right.strings ? subtractStrings(left.strings, right.strings) : left.strings
  }
}
