import type { AST } from "@eslint-community/regexpp"
import { lowerBound } from "./lower-bound.ts"
import { GLANCE } from "./portions.ts"
import type { Pace, Portions } from "./portions.ts"

export interface PieceSettings {
  /** How much text may be parsed in one go, in UTF-16 units. */
  readonly longest: number
  /** With `u` or `v`: surrogate pairs are one character. */
  readonly unicode: boolean
  /** With `v`: classes nest. */
  readonly unicodeSets: boolean
  /** The names of groups; where there are none, `\k` without `u` and `v` is a plain character. */
  readonly names: ReadonlySet<string>
  /** Parses a piece; `indexOf` gives the place in the whole pattern of a place in `source`. */
  readonly parse: (source: string, start: number, end: number, indexOf?: (index: number) => number) => AST.Pattern
  /** Reports what no piece shows by itself. */
  readonly fail: (complaint: string, index: number) => never
}

/**
 * Parses a long pattern piece by piece, as the parser cannot pause.
 *
 * A piece is a run of alternatives, or of terms of one alternative. The body of a long group is parsed by itself, and its
 * head and tail (`(?<name>` and `)+`) as a group of their own. So are references, whose meaning depends on groups
 * elsewhere in the pattern.
 */
export function* parsePieces(
  source: string,
  settings: PieceSettings,
  pace: Pace
): Portions<ReadonlyArray<AST.Alternative>> {
  if (source.length <= settings.longest) return settings.parse(source, 0, source.length).alternatives
  const pieces = new Pieces(source, settings, pace)
  yield* pieces.survey()
  return yield* pieces.disjunction(0, source.length)
}

class Pieces {
  private readonly source: string
  private readonly settings: PieceSettings
  private readonly pace: Pace
  /** Where each `(` and `[` is closed. */
  private readonly closing = new Map<number, number>()
  private groups = 0
  /** Where references start, in order. */
  private readonly references: Array<number> = []

  constructor(source: string, settings: PieceSettings, pace: Pace) {
    this.source = source
    this.settings = settings
    this.pace = pace
  }

  /** To be done first. */
  *survey(): Portions<void> {
    const { source, settings, closing, pace } = this
    const escapes: Array<number> = []
    const open: Array<number> = []
    for (let at = 0; at < source.length; at++) {
      if (pace.worked(GLANCE)) yield
      const char = source[at]
      if (char === "\\") {
        escapes.push(at)
        at++
      } else if (char === "(") {
        open.push(at)
        if (source[at + 1] !== "?" || /^<[^=!]/.test(source.slice(at + 2, at + 4))) this.groups++
      } else if (char === ")") {
        const start = open.pop()
        if (start === undefined) settings.fail("Unmatched ')'", at)
        else closing.set(start, at)
      } else if (char === "[") {
        at = yield* this.surveyClass(at)
      }
    }
    if (open.length > 0) settings.fail("Unterminated group", source.length)
    for (const at of escapes) {
      if (pace.worked(GLANCE)) yield
      if (this.isReference(at)) this.references.push(at)
    }
  }

  /** Finds where a class is closed. */
  private *surveyClass(start: number): Portions<number> {
    const { source, settings, closing, pace } = this
    const open = [start]
    for (let at = start + 1; at < source.length; at++) {
      if (pace.worked(GLANCE)) yield
      const char = source[at]
      if (char === "\\") {
        at++
        if (source[at] === "k" && settings.names.size > 0) settings.fail("Invalid escape", at)
      } else if (char === "[" && settings.unicodeSets) open.push(at)
      else if (char === "]") {
        closing.set(open.pop()!, at)
        if (open.length === 0) return at
      }
    }
    return settings.fail("Unterminated character class", source.length)
  }

  private isReference(at: number): boolean {
    const { source, settings } = this
    if (source[at] !== "\\") return false
    if (source[at + 1] === "k") return settings.names.size > 0
    const digits = matchAt(DECIMAL_ESCAPE, source, at)
    return digits !== undefined && Number(digits.slice(1)) <= this.groups
  }

  /** Whether the parser may see this part alone, and at once. */
  private isPiece(start: number, end: number): boolean {
    const { references, settings } = this
    if (end - start > settings.longest) return false
    const next = lowerBound(references, start)
    return next === references.length || references[next] >= end
  }

  private *piece(start: number, end: number): Portions<ReadonlyArray<AST.Alternative>> {
    if (this.pace.worked(end - start + 8)) yield
    return this.settings.parse(this.source, start, end).alternatives
  }

  *disjunction(start: number, end: number): Portions<Array<AST.Alternative>> {
    const alternatives: Array<AST.Alternative> = []
    // Alternatives are gathered while they make one piece together.
    let from = start
    let own = start
    for (let at = start; ; at = this.atomEnd(at)) {
      if (this.pace.worked(GLANCE)) yield
      if (at < end && this.source[at] !== "|") continue
      if (!this.isPiece(from, at)) {
        if (from < own) {
          alternatives.push(...(yield* this.piece(from, own - 1)))
          from = own
        }
        if (!this.isPiece(own, at)) {
          alternatives.push(yield* this.alternative(own, at))
          from = at + 1
        }
      }
      if (at >= end) break
      own = at + 1
    }
    if (from <= end) alternatives.push(...(yield* this.piece(from, end)))
    return alternatives
  }

  private *alternative(start: number, end: number): Portions<AST.Alternative> {
    const elements: Array<AST.Element> = []
    let from = start
    for (let at = start; at < end;) {
      if (this.pace.worked(GLANCE)) yield
      const next = this.termEnd(at, end)
      const whole = this.isPiece(at, next) || !this.isDivisible(at)
      if (from < at && !(whole && this.isPiece(from, next))) {
        for (const { elements: parsed } of yield* this.piece(from, at)) elements.push(...parsed)
        from = at
      }
      if (!whole) {
        elements.push(yield* this.term(at, next))
        from = next
      }
      at = next
    }
    const [last] = yield* this.piece(from, end)
    elements.push(...last.elements)
    return { ...last, elements }
  }

  private isDivisible(at: number): boolean {
    return this.source[at] === "(" ? this.bodyStart(at) !== undefined : this.isReference(at)
  }

  /** A group whose body is parsed by itself, or a reference. */
  private *term(start: number, end: number): Portions<AST.Element> {
    const { source } = this
    if (source[start] === "\\") {
      if (this.pace.worked(16 + end - start)) yield
      return this.reference(start, end)
    }
    const body = this.bodyStart(start)!
    const close = this.closing.get(start)!
    if (this.pace.worked(16 + body - start + end - close)) yield
    const element = this.shell(source.slice(start, body), source.slice(close, end), start, close)
    const group = unquantified(element)
    if ("alternatives" in group) group.alternatives = yield* this.disjunction(body, close)
    return element
  }

  /** Parses `head` and `tail` of a term, which stand at different places of the pattern. */
  private shell(head: string, tail: string, start: number, close: number): AST.Element {
    const text = head + tail
    const { alternatives } = this.settings.parse(text, 0, text.length, (index) =>
      index <= head.length ? start + index : close + index - head.length
    )
    const element = alternatives[0].elements.at(-1)!
    unquantified(element).start += start
    return element
  }

  private reference(start: number, end: number): AST.Element {
    const { source, settings } = this
    const digits = matchAt(DECIMAL_ESCAPE, source, start)
    const named = matchAt(NAMED_REFERENCE, source, start)
    if (digits === undefined && named === undefined) return settings.fail("Invalid named reference", start + 2)
    const close = start + (digits ?? named)!.length
    const ref = digits === undefined ? named!.slice(3, -1) : Number(digits.slice(1))
    if (typeof ref === "string" && !settings.names.has(ref)) settings.fail("Invalid named capture referenced", close)
    // A group for the parser to find; which one is meant is written over it.
    const element = this.shell("()\\1", source.slice(close, end), start, close)
    const inner = unquantified(element)
    if (inner.type === "Backreference" && !inner.ambiguous) inner.ref = ref
    return element
  }

  /** Where the body of a group starts, undefined where its head makes no sense. */
  private bodyStart(at: number): number | undefined {
    const head = matchAt(GROUP_HEAD, this.source, at)
    return head === undefined ? undefined : at + head.length
  }

  private atomEnd(at: number): number {
    const { source } = this
    const char = source[at]
    if (char === "(" || char === "[") return this.closing.get(at)! + 1
    // A quantifier of nothing is a mistake, which its parts would not be.
    if (char === "{") return at + (matchAt(QUANTIFIER, source, at) ?? "{").length
    if (char === "\\") return at + (matchAt(this.settings.unicode ? UNICODE_ESCAPE : ESCAPE, source, at) ?? "\\").length
    return this.settings.unicode && source.codePointAt(at)! > 0xffff ? at + 2 : at + 1
  }

  private termEnd(at: number, end: number): number {
    const next = this.atomEnd(at)
    return next >= end ? end : next + (matchAt(QUANTIFIER, this.source, next) ?? "").length
  }
}

const unquantified = (element: AST.Element) => (element.type === "Quantifier" ? element.element : element)

/**
 * What may be a name of a group, escapes included. It has no sign that begins one, so that names that are never closed are
 * read once, not from each beginning to the end of the pattern.
 */
export const NAME = "[\\w$\\\\{}\\u0080-\\uffff]+"

/** What is cut is decided here, what it means by the parser: these need only to find where a term ends. */
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y
/** More digits than this name no group that a pattern has room for. */
const DIGITS = "\\d{1,5}"
const ESCAPE = new RegExp(`\\\\(?:u[\\da-f]{4}|x[\\da-f]{2}|c[a-z]|k<${NAME}>|${DIGITS}|[^])`, "iy")
const UNICODE_ESCAPE = new RegExp(
  "\\\\(?:ud[89ab][\\da-f]{2}\\\\ud[c-f][\\da-f]{2}|u[\\da-f]{4}|u\\{[\\da-f]+\\}|x[\\da-f]{2}|c[a-z]|" +
    `k<${NAME}>|p\\{[^}]{0,100}\\}|${DIGITS}|[^])`,
  "iy"
)
const DECIMAL_ESCAPE = /\\[1-9]\d{0,4}/y
const NAMED_REFERENCE = new RegExp(`\\\\k<${NAME}>`, "y")
const GROUP_HEAD = new RegExp(`\\((?!\\?)|\\(\\?(?:[:=!]|<[=!]|<${NAME}>|[a-z]*(?:-[a-z]*)?:)`, "y")

/** What a sticky pattern finds at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
