/** What is wrong with a text that is not JSON, where, and what to write instead. */
import { engineFailure, throwError } from "../interpreter/kernel/errors.ts"

const EXCERPT = 24

/** Throws the `SyntaxError` of a text that cannot be read on from `at`, where `expected` should stand. */
export function throwJsonError(text: string, at: number, expected: string): never {
  const { line, column } = lineAndColumn(text, at)
  const place = line === 1 ? `column ${column}` : `line ${line}, column ${column}`
  const found = at >= text.length ? "the text ends" : `found ${describeAt(text, at)}`
  const hint = hintFor(text, at)
  return throwError(
    "SyntaxError",
    `JSON.parse: expected ${expected} but ${found} at ${place} of the JSON text.${hint === "" ? "" : ` ${hint}`}`,
    engineFailure()
  )
}

/** One-based line and column of an offset; a carriage return and line feed count as one line end. */
function lineAndColumn(text: string, at: number): { readonly line: number; readonly column: number } {
  let line = 1
  let start = 0
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) {
    line++
    start = i + 1
  }
  return { line, column: at - start + 1 }
}

function describeAt(text: string, at: number): string {
  const rest = text.slice(at, at + EXCERPT + 1)
  const excerpt = rest.length > EXCERPT ? `${rest.slice(0, EXCERPT)}…` : rest
  return JSON.stringify(excerpt)
}

const NAME = /^[A-Za-z_$][\w$]*/

function hintFor(text: string, at: number): string {
  const start = text.trimStart()
  if (start === "") return "The text is empty: check that there is something to parse."
  if (start.startsWith("[object ")) {
    return "The argument is an object already, not JSON text: use it as it is, without JSON.parse."
  }
  if (start === "undefined") return "The value is undefined: check that it exists before parsing."
  if (start.startsWith("<")) return "This looks like HTML or XML, not JSON."
  if (start.startsWith("```")) return "This is a Markdown fence: parse only the text inside it."
  const here = text[at]
  const before = text.slice(0, at).trimEnd()
  if ((here === "}" || here === "]") && before.endsWith(",")) return "Remove the comma before it."
  if (here === "'") return "JSON strings stand in double quotes."
  if (here === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) return "JSON has no comments."
  if (here !== undefined && here < " ") return 'Write control characters in strings as escapes, for example "\\n".'
  const name = NAME.exec(text.slice(at, at + 40))?.[0]
  if (name === "NaN" || name === "Infinity" || name === "undefined") return `JSON has no ${name}: use null.`
  if (name === "True" || name === "False" || name === "None")
    return "This looks like Python: write true, false and null."
  if (name !== undefined && (before.endsWith("{") || before.endsWith(","))) {
    return `Property names stand in double quotes: ${JSON.stringify(name)}.`
  }
  if ((here === "{" || here === "[") && /[\]}]$/.test(before)) {
    return "A second JSON value follows the first: for one value per line, split the text into lines and parse each."
  }
  return ""
}
