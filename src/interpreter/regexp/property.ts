import { ALL_PAGE, CodeSet, NO_PAGE } from "./code-set.ts"
import { PORTION, workedAside } from "./portions.ts"
import type { Pace, Portions } from "./portions.ts"

// One entry per spelling of a property that any pattern has used: bounded by the number of properties Unicode has,
// because a spelling the host refuses is never stored.
const codePointProperties = new Map<string, CodeSet>()
const knownKinds = new Map<string, StringKind>()

/**
 * The code points of `\p{name}`, read from the host's own Unicode data page by page as text asks for them.
 * `undefined` when the host knows no such property.
 */
export function codePointProperty(name: string): CodeSet | undefined {
  const known = codePointProperties.get(name)
  if (known !== undefined) return known
  const members = hostPattern(`\\p{${name}}*`, "uy")
  const others = hostPattern(`\\P{${name}}*`, "uy")
  if (members === undefined || others === undefined) return undefined
  // Most blocks of sixteen pages lie in or out as a whole (scripts of Asia, planes without characters): one look each.
  const blocks: Array<Uint8Array | null | undefined> = []
  const set = new CodeSet(undefined, (index) => {
    workedAside(PORTION >> 3)
    const block = index >> 4
    if (blocks[block] === undefined) blocks[block] = uniformBlock(block, members, others)
    return blocks[block] ?? pageOfProperty(index, members, others)
  })
  codePointProperties.set(name, set)
  return set
}

/** The length of the run of `pattern` in `text` from `at` on. */
function runEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.test(text)
  return pattern.lastIndex
}

function uniformBlock(block: number, members: RegExp, others: RegExp): Uint8Array | null {
  // Surrogates would form pairs.
  if (block === 0xd) return null
  const text = textOfCodes(block << 12, 4096)
  if (runEnd(members, text, 0) === text.length) return ALL_PAGE
  return runEnd(others, text, 0) === text.length ? NO_PAGE : null
}

/** A page as the runs of a 256 character string: lead and trail surrogates lie in different pages, so no pair forms. */
function pageOfProperty(index: number, members: RegExp, others: RegExp): Uint8Array {
  const text = textOfCodes(index << 8, 256)
  const width = index > 0xff ? 2 : 1
  const page = new Uint8Array(256)
  let at = 0
  while (at < text.length) {
    const end = runEnd(members, text, at)
    page.fill(1, at / width, end / width)
    at = runEnd(others, text, end)
  }
  return page
}

/** Codes in a row; `start` is a multiple of their number, so they lie on one side of the basic plane's end. */
function textOfCodes(start: number, count: number): string {
  const wide = start > 0xffff
  const units = new Uint16Array(wide ? 2 * count : count)
  for (let at = 0; at < count; at++) {
    const code = start + at
    if (wide) {
      units[2 * at] = 0xd800 + ((code - 0x10000) >> 10)
      units[2 * at + 1] = 0xdc00 + (code & 0x3ff)
    } else {
      units[at] = code
    }
  }
  return Reflect.apply(String.fromCharCode, undefined, units)
}

/** Strings of one kind, of up to `longestEmojiSequence` code points and all beginning with an Emoji. */
export interface StringKind {
  has(text: string): boolean
}

/** Every string property of Unicode is about emoji: its members start with a code point of Emoji. The longest have 10. */
export const longestEmojiSequence = 10

/**
 * The kinds of strings there are. A string is of one kind at most, and RGI_Emoji holds those of all:
 * https://www.unicode.org/reports/tr51/#def_rgi_set
 *
 * `mark` is in each string of a kind. `work` is what the host has to do before it can tell the kind; RGI_Emoji as a whole
 * takes it many times as long as the longest of these.
 */
const kindNames: Readonly<Record<string, { readonly mark: string; readonly work: number }>> = {
  Basic_Emoji: { mark: "", work: PORTION >> 2 },
  Emoji_Keycap_Sequence: { mark: "\u20e3", work: PORTION >> 4 },
  RGI_Emoji_Modifier_Sequence: { mark: "\ud83c", work: PORTION },
  RGI_Emoji_Flag_Sequence: { mark: "\ud83c", work: PORTION >> 2 },
  RGI_Emoji_Tag_Sequence: { mark: "\udb40", work: PORTION >> 4 },
  RGI_Emoji_ZWJ_Sequence: { mark: "\u200d", work: PORTION }
}

/** The kinds that a property of strings holds; `undefined` when the host does not know it. */
export function* stringKinds(name: string, pace: Pace): Portions<ReadonlyArray<StringKind> | undefined> {
  const result: Array<StringKind> = []
  for (const kindName of name === "RGI_Emoji" ? Object.keys(kindNames) : [name]) {
    const kind = knownKinds.get(kindName) ?? (yield* newKind(kindName, pace))
    if (kind === undefined) return undefined
    result.push(kind)
  }
  return result
}

function* newKind(name: string, pace: Pace): Portions<StringKind | undefined> {
  if (!Object.hasOwn(kindNames, name)) return undefined
  const { mark, work } = kindNames[name]
  if (pace.worked(work)) yield
  // Never with `i`, which takes the host a tenth of a second to compile.
  const pattern = hostPattern(`^\\p{${name}}$`, "v")
  if (pattern === undefined) return undefined
  // The host translates a pattern when it is first used, and again, into something faster, when it is used once more.
  for (let use = 0; use < 2; use++) {
    if (pace.worked(work)) yield
    pattern.test("\u200d")
  }
  if (pace.worked(work)) yield
  // A look at a place tries strings of all lengths, and texts repeat their emoji.
  const tested = new Map<string, boolean>()
  const kind: StringKind = {
    has(text) {
      if (!text.includes(mark)) return false
      let result = tested.get(text)
      if (result === undefined) {
        if (tested.size >= maxTested) tested.clear()
        tested.set(text, (result = pattern.test(text)))
      }
      return result
    }
  }
  knownKinds.set(name, kind)
  return kind
}

const maxTested = 4096

/** A host pattern for one property, used on short texts. `undefined` when the host refuses it. */
function hostPattern(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
