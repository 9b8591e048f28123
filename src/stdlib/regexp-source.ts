/** Patterns as text: `source` and `RegExp.escape`. */

/** `EscapeRegExpPattern` (https://tc39.es/ecma262/#sec-escaperegexppattern): text that means the same between slashes. */
export function escapePattern(source: string): string {
  if (source === "") return "(?:)"
  let result = ""
  let start = 0
  let inClass = false
  let isEscaped = false
  for (let i = 0; i < source.length; i++) {
    const c = source[i]
    const line = LINE_ENDS[c]
    if (line !== undefined) {
      // After a backslash only the letter is missing.
      result += source.slice(start, i) + (isEscaped ? line.slice(1) : line)
      start = i + 1
    } else if (c === "/" && !inClass && !isEscaped) {
      result += `${source.slice(start, i)}\\/`
      start = i + 1
    } else if (!isEscaped) {
      if (c === "[") inClass = true
      else if (c === "]") inClass = false
    }
    isEscaped = c === "\\" && !isEscaped
  }
  return result + source.slice(start)
}

const LINE_ENDS: Readonly<Record<string, string | undefined>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029"
}

const CONTROL_LETTERS: Readonly<Record<string, string | undefined>> = {
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r"
}

const SYNTAX = new Set("^$\\.*+?()[]{}|/")
const OTHER_PUNCTUATORS = new Set(",-=<>#&!%:;@~'`\"")
const SPACE = /^\s/

/** `EncodeForRegExpEscape` (https://tc39.es/ecma262/#sec-encodeforregexpescape). */
export function escapeCharacter(character: string): string {
  if (SYNTAX.has(character)) return `\\${character}`
  const letter = CONTROL_LETTERS[character]
  if (letter !== undefined) return `\\${letter}`
  const codePoint = character.codePointAt(0)!
  const isLoneSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  if (!OTHER_PUNCTUATORS.has(character) && !SPACE.test(character) && !isLoneSurrogate) return character
  return codePoint <= 0xff
    ? `\\x${codePoint.toString(16).padStart(2, "0")}`
    : `\\u${codePoint.toString(16).padStart(4, "0")}`
}

/** A leading digit or letter could belong to an escape before it, so it is written as one itself. */
export const escapeFirst = (character: string): string =>
  /^[0-9A-Za-z]/.test(character)
    ? `\\x${character.codePointAt(0)!.toString(16).padStart(2, "0")}`
    : escapeCharacter(character)
