import { ALL_PAGE, CodeSet, NO_PAGE } from "./code-set.ts"

// One entry per spelling of a property that any pattern has used: bounded by the number of properties Unicode has,
// because a spelling the host refuses is never stored.
const codePointProperties = new Map<string, CodeSet>()
const stringProperties = new Map<string, StringProperty>()

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

/** A property of strings, such as `\p{RGI_Emoji}`: strings of up to `maxCodePoints`, all beginning with a member of `starts`. */
export interface StringProperty {
  readonly maxCodePoints: number
  readonly starts: CodeSet
  has(text: string): boolean
}

/** Every string property of Unicode is about emoji: its members start with a code point of Emoji. The longest have 10. */
const longestEmojiSequence = 10
const maxTested = 4096
/** The only character in any of them that has another case, and that case first. */
const onlyCasedEmoji = ["\u24dc", "\u24c2"] as const

export function stringProperty(name: string, ignoreCase: boolean): StringProperty | undefined {
  const key = ignoreCase ? `${name}/i` : name
  const known = stringProperties.get(key)
  if (known !== undefined) return known
  // Not `iv`, which takes the host a tenth of a second to compile.
  const pattern = hostPattern(`^\\p{${name}}$`, "v")
  const starts = codePointProperty("Emoji")
  if (pattern === undefined || starts === undefined) return undefined
  // A host test tries thousands of sequences, and texts repeat their emoji.
  const tested = new Map<string, boolean>()
  const property: StringProperty = {
    maxCodePoints: longestEmojiSequence,
    starts,
    has(text) {
      let result = tested.get(text)
      if (result === undefined) {
        if (tested.size >= maxTested) tested.clear()
        tested.set(text, (result = pattern.test(ignoreCase ? text.replaceAll(...onlyCasedEmoji) : text)))
      }
      return result
    }
  }
  stringProperties.set(key, property)
  return property
}

/** A host pattern for one property, used on at most 256 code points at a time. `undefined` when the host refuses it. */
function hostPattern(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
