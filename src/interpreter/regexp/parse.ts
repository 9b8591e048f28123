import { RegExpParser } from "@eslint-community/regexpp"
import type { AST } from "@eslint-community/regexpp"
import { explain } from "./explain.ts"
import type { RegExpFlags } from "./flags.ts"
import { matchAt, NAME, parsePieces } from "./pieces.ts"
import { GLANCE, PORTION } from "./portions.ts"
import type { Pace, Portions } from "./portions.ts"
import type { FailAt } from "./syntax-error.ts"

/** The longest pattern, in UTF-16 units. */
export const maxPatternLength = 16_384

/** How deep groups, lookarounds and classes may nest: parser and compiler recurse. */
const maxNesting = 500

export interface ParsedPattern {
  readonly alternatives: ReadonlyArray<AST.Alternative>
  /** The name a group has in the source: repeated names are made unique before parsing. */
  readonly groupName: (group: AST.CapturingGroup) => string | null
}

const parser = new RegExpParser({ ecmaVersion: 2025 })

/** Parses a pattern with the web-compatible grammar (Annex B unless `u` or `v`). Fails with {@link RegExpSyntaxError}. */
export function* parsePattern(
  source: string,
  flags: RegExpFlags,
  fail: FailAt,
  pace: Pace,
  longestPiece = PORTION
): Portions<ParsedPattern> {
  if (source.length > maxPatternLength) {
    fail(
      `the pattern has ${source.length} characters, more than the ${maxPatternLength} allowed; split it into several`,
      0
    )
  }
  const survey = yield* surveyPattern(source, flags.unicodeSets, pace)
  if (survey.references * survey.groups > 4_000_000) fail("it has too many groups and references; split the pattern", 0)
  if (survey.depth > maxNesting) fail(`groups are nested more than ${maxNesting} deep; simplify the pattern`, 0)
  const unique = uniqueNames(source, survey.names)
  const unicodeMode = flags.unicodeSets ? "v" : flags.unicode ? "u" : ""
  const failExplained = (complaint: string, uniqueIndex: number): never => {
    const index = unique.sourceIndex(uniqueIndex)
    return fail(explain(complaint, source, index, unicodeMode), index)
  }
  const settings = {
    longest: longestPiece,
    unicode: flags.unicode || flags.unicodeSets,
    unicodeSets: flags.unicodeSets,
    names: new Set(survey.names.map(({ name }) => name)),
    fail: failExplained,
    parse: (piece: string, start: number, end: number, indexOf = (index: number) => index): AST.Pattern => {
      try {
        return parser.parsePattern(piece, start, end, flags)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        const complaint = error.message.slice(error.message.lastIndexOf(": ") + 2)
        return failExplained(complaint, indexOf((error as SyntaxError & { readonly index: number }).index))
      }
    }
  }
  const alternatives = yield* parsePieces(unique.source, settings, pace)
  return { alternatives, groupName: (group) => unique.original.get(group.name ?? "") ?? group.name }
}

interface GroupName {
  /** Where the text between `<` and `>` starts and ends. */
  readonly start: number
  readonly end: number
  readonly name: string
}

interface Survey {
  readonly depth: number
  readonly names: ReadonlyArray<GroupName>
  /** How many `(` and `\\k` there are: the parser compares each reference with each group. */
  readonly groups: number
  readonly references: number
}

const NAME_OF_GROUP = new RegExp(`\\?<${NAME}>`, "y")

/** One cheap look over the text: nesting depth and group names. What it misreads the parser refuses anyway. */
function* surveyPattern(source: string, unicodeSets: boolean, pace: Pace): Portions<Survey> {
  const names: Array<GroupName> = []
  let groups = 0
  let references = 0
  let depth = 0
  let deepest = 0
  let classes = 0
  for (let index = 0; index < source.length; index++) {
    if (pace.worked(GLANCE)) yield
    const unit = source.charCodeAt(index)
    if (unit === 0x5c) {
      index++
      if (source.charCodeAt(index) === 0x6b) references++
    } else if (unit === 0x5b) {
      if (classes === 0 || unicodeSets) classes++
    } else if (unit === 0x5d) {
      if (classes > 0) classes--
    } else if (classes === 0 && unit === 0x28) {
      depth++
      groups++
      const name = matchAt(NAME_OF_GROUP, source, index + 1)?.slice(2, -1)
      if (name !== undefined) {
        if (pace.worked(name.length)) yield
        names.push({ start: index + 3, end: index + 3 + name.length, name: decodedName(name) })
      }
    } else if (classes === 0 && unit === 0x29) depth--
    if (depth + classes > deepest) deepest = depth + classes
  }
  return { depth: deepest, names, groups, references }
}

function decodedName(text: string): string {
  if (!text.includes("\\")) return text
  return text.replace(/\\u(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/g, (whole, braced?: string, plain?: string) => {
    const code = Number.parseInt(braced ?? plain ?? "", 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

interface UniqueNames {
  readonly source: string
  readonly original: ReadonlyMap<string, string>
  readonly sourceIndex: (index: number) => number
}

/**
 * Gives the second and later groups of one name a name of their own.
 *
 * Repeated names are legal in different alternatives. The parser checks that in time exponential in the nesting depth,
 * so it must never see a repetition; the compiler makes the check in linear time instead.
 */
function uniqueNames(source: string, names: ReadonlyArray<GroupName>): UniqueNames {
  const taken = new Set(names.map(({ name }) => name))
  const original = new Map<string, string>()
  if (taken.size === names.length) return { source, original, sourceIndex: (index) => index }
  const seen = new Set<string>()
  const shifts: Array<{ readonly from: number; readonly by: number }> = []
  let result = ""
  let copied = 0
  for (const { start, end, name } of names) {
    if (!seen.has(name)) {
      seen.add(name)
      continue
    }
    let fresh = `${name}$${start}`
    while (taken.has(fresh)) fresh += "$"
    taken.add(fresh)
    original.set(fresh, name)
    result += source.slice(copied, start) + fresh
    copied = end
    shifts.push({ from: result.length, by: result.length - end })
  }
  result += source.slice(copied)
  return {
    source: result,
    original,
    sourceIndex: (index) => Math.max(0, index - (shifts.findLast(({ from }) => from <= index)?.by ?? 0))
  }
}
