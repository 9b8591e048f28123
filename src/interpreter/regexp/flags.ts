import { RegExpSyntaxError } from "./syntax-error.ts"

/** The eight flags of a regular expression, by their ECMAScript names. */
export interface RegExpFlags {
  readonly hasIndices: boolean
  readonly global: boolean
  readonly ignoreCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
  readonly unicode: boolean
  readonly unicodeSets: boolean
  readonly sticky: boolean
}

const letters = "dgimsuvy"

/** Reads flag text such as `"gi"`. Fails with {@link RegExpSyntaxError} on an unknown or repeated flag and on `u` with `v`. */
export function parseFlags(text: string): RegExpFlags {
  for (let index = 0; index < text.length; index++) {
    const letter = String.fromCodePoint(text.codePointAt(index)!)
    if (!letters.includes(letter)) throw invalid(text, unknownFlag(letter), index)
    if (text.indexOf(letter) !== index) {
      throw invalid(text, `the flag "${letter}" is written twice; write it once`, index)
    }
  }
  if (text.includes("u") && text.includes("v")) {
    const what = '"u" and "v" exclude each other; keep "v" for set notation, else "u"'
    throw invalid(text, what, Math.max(text.indexOf("u"), text.indexOf("v")))
  }
  return {
    hasIndices: text.includes("d"),
    global: text.includes("g"),
    ignoreCase: text.includes("i"),
    multiline: text.includes("m"),
    dotAll: text.includes("s"),
    unicode: text.includes("u"),
    unicodeSets: text.includes("v"),
    sticky: text.includes("y")
  }
}

/** One of the first nine letters is the wrong one. */
function invalid(text: string, what: string, index: number): RegExpSyntaxError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return new RegExpSyntaxError(`Invalid regular expression flags ${JSON.stringify(shown)}: ${what}`, index)
}

function unknownFlag(letter: string): string {
  const lower = letter.toLowerCase()
  const known = "the flags are d, g, i, m, s, u, v and y"
  if (letter === "x")
    return `there is no flag "x" (extended); remove the white space and comments from the pattern; ${known}`
  if (lower !== letter && lower.length === 1 && letters.includes(lower)) {
    return `there is no flag ${JSON.stringify(letter)}; flags are lower case: write "${lower}"`
  }
  return `there is no flag ${JSON.stringify(letter)}; ${known}`
}
