/** Makes what acorn says about a text more exact: which token, what is missing, what to write instead. */
import { likeness } from "./hints.ts"
import { SyntaxFailure, type ProgramError } from "./failure.ts"

interface Advice {
  readonly message?: string
  readonly suggestion?: string
}

/** How much of a program's text a message repeats. */
const MAX_QUOTED = 40

/** A text of the program as a message can show it: cut between characters, halves of surrogate pairs as their escapes. */
const shortened = (text: string): string => {
  const shown = text.length > MAX_QUOTED ? text.slice(0, MAX_QUOTED).replace(/[\ud800-\udbff]$/, "") + "…" : text
  return shown.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
}

/** The word or the character at an offset. */
const tokenAt = (source: string, position: number): string => {
  const word = /[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*|=>|\.\.\.|\?\.|[^]/uy
  word.lastIndex = position
  return shortened(word.exec(source)?.[0] ?? "")
}

/** The word that ends before an offset, white space between them ignored. */
const wordBefore = (source: string, position: number): string => {
  const before = source.slice(Math.max(0, position - 200), position).trimEnd()
  return /(?<![\w$.#])[A-Za-z]+$/.exec(before)?.[0] ?? ""
}

const awaitAdvice: Advice = {
  message: "`await` is only valid in async functions.",
  suggestion:
    "Mark the function around it `async`; to await in a callback, use `await Promise.all(items.map(async (item) => …))` or a `for…of` loop."
}

const unexpectedToken = (source: string, position: number): Advice => {
  if (source.slice(position).trim() === "") {
    return {
      message: "Unexpected end of the program.",
      suggestion: "Something is still open, or the text was cut off: send the whole program."
    }
  }
  const before = wordBefore(source, position)
  if (before === "await") return awaitAdvice
  const token = tokenAt(source, position)
  if (token === "await" && before === "for") return awaitAdvice
  if (/^<[A-Za-z>]/.test(source.slice(position, position + 2)) && before !== "") {
    return {
      message: `Unexpected token "<".`,
      suggestion: noJsx
    }
  }
  const message = `Unexpected token "${token}".`
  return mayLackComma(source, position)
    ? { message, suggestion: `A comma may be missing before "${token}".` }
    : { message }
}

/** Words that a value does not end with. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  "await case const delete do else export extends function import in instanceof let new of return static throw typeof var void yield".split(
    " "
  )
)

const MAX_GAP = 1000

const withoutTrailingComments = (text: string): string => {
  for (let rest = text.trimEnd(); ; rest = rest.trimEnd()) {
    const start = rest.endsWith("*/") ? rest.lastIndexOf("/*") : rest.search(/(?:^|[\s,;])\/\/[^\n\r]*$/)
    if (start < 0) return rest
    rest = rest.slice(0, start)
  }
}

/**
 * Whether a value ends on an earlier line than the unexpected token, which begins another. Between statements the line end would do, so this is inside
 * of brackets: a list, an object or arguments. In one line, a name and a colon after a value say the same.
 */
const mayLackComma = (source: string, position: number): boolean => {
  const before = source.slice(Math.max(0, position - MAX_GAP), position)
  const code = withoutTrailingComments(before)
  const gap = before.slice(code.length)
  if (!/[\w$)\]}"'`]$/.test(code) || OPERATOR_WORDS.has(wordBefore(code, code.length))) return false
  const after = source.slice(position, position + MAX_GAP)
  const isKey = /^(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|"[^"\n]*"|'[^'\n]*')\s*:(?!:)/u.test(after)
  return isKey || (/[\n\r]/.test(gap) && /^(?:[\p{ID_Start}$_\d"'`{]|\.\.\.)/u.test(after))
}

const unexpectedCharacter = (source: string, message: string, position: number): Advice => {
  const [half] = /^\p{Surrogate}/u.exec(source.slice(position, position + 2)) ?? []
  if (half !== undefined) {
    return {
      message: `Unexpected character '${shortened(half)}'.`,
      suggestion: "It is half of a character: write it as an escape inside of a text, or leave it out."
    }
  }
  const character = /^Unexpected character '(.+)'$/su.exec(message)?.[1] ?? ""
  // acorn reads `#` as the start of a private name and complains of what follows it.
  if (source[position - 1] === "#" || character === "#") {
    return { message: "Unexpected character '#'.", suggestion: "Comments start with `//`; a program has no `#!` line." }
  }
  if (/[\u2018\u2019\u201C\u201D\u00AB\u00BB]/.test(character)) {
    return { suggestion: "Use straight quotes: ' or \" or `." }
  }
  if (character === "@") return { suggestion: "Decorators are not available: call the function yourself." }
  if (/[\u200B-\u200F\u2060\uFEFF\u00A0\u2013\u2014\u2212]/.test(character)) {
    return { suggestion: "Replace it with a plain space or hyphen; it was probably pasted from formatted text." }
  }
  return {}
}

const messageAdvice: readonly (readonly [RegExp, Advice])[] = [
  [
    /^'with' in strict mode/,
    { message: "`with` is not available.", suggestion: "Name the object before each property: object.property." }
  ],
  [
    /^Unterminated string constant/,
    { suggestion: "Close the quote on the same line, or write a text of several lines in backticks." }
  ],
  [/^Unterminated template/, { suggestion: "Close the backtick; the text may have been cut off." }],
  [
    /^HTML-like comments/,
    { suggestion: "Write `//` or `/* */`; to compare with a negated decrement, put a space after `<`." }
  ],
  [/^Unterminated regular expression/, { suggestion: "Close the pattern with `/` on the same line." }],
  [
    /^Unsyntactic break/,
    { message: "`break` is outside of a loop or switch, or names a label that is not around it." }
  ],
  [/^Unsyntactic continue/, { message: "`continue` is outside of a loop, or names a label that is not around it." }],
  [/^Argument name clash/, { message: "Two parameters have the same name.", suggestion: "Rename one of them." }],
  [/^Unterminated comment/, { suggestion: "Close the comment with `*/`." }],
  [
    /^(?:Octal literal|Legacy octal|Invalid number)/,
    { suggestion: "Write octal numbers as 0o17; decimal ones without a leading zero." }
  ],
  [/^A BigInt literal can have/, { suggestion: "Compute it, for example as 2n ** 9999n, or make it of a text." }],
  [/^Octal literal in/, { suggestion: "Write the character as \\x0A or \\u{A}." }],
  [
    /^Identifier '.*' has already been declared/,
    { suggestion: "Rename one of the two, or assign without `let` or `const`." }
  ],
  [/^Deleting local variable/, { suggestion: "Assign `undefined` instead." }],
  [/^Cannot use keyword 'await' outside an async function/, awaitAdvice],
  [
    /^Cannot use 'await' as identifier/,
    { suggestion: "Rename it: a program is the body of an async function, where `await` is an operator." }
  ],
  [/^'return' outside of function/, { suggestion: "`return` works at the top of the program and in functions." }],
  [/^The keyword '.*' is reserved/, { suggestion: "Rename it." }],
  [/^Private field/, { suggestion: "Declare the field in the class body: #name." }]
]

const patternAdvice: readonly (readonly [RegExp, string])[] = [
  [/^Unterminated group/, "Close the group with `)`, or write a literal parenthesis as `\\(`."],
  [/^Unmatched '\)'/, "Write a literal parenthesis as `\\)`."],
  [/^Unterminated character class/, "Close the class with `]`, or write a literal bracket as `\\[`."],
  [/^Lone quantifier brackets/, "Write literal braces and brackets as `\\{`, `\\}` and `\\]`."],
  [/^Nothing to repeat/, "Write a literal `*`, `+` or `?` with a backslash before it."],
  [
    /^Invalid group/,
    "After `(?` comes one of `:`, `=`, `!`, `<=`, `<!`, `<name>`; write a literal parenthesis as `\\(`."
  ],
  [
    /^Invalid (?:capture group name|named reference)/,
    "Name groups as in (?<year>\\d+) and refer to them as \\k<year>."
  ],
  [/^Duplicate capture group name/, "Give each group its own name."],
  [/^Range out of order/, "Put a literal `-` first or last in the class, or write `\\-`."],
  [/^numbers out of order/, "Write the smaller number first: {2,5}."],
  [
    /^Invalid (?:decimal |class )?escape/,
    "With the `u` or `v` flag only punctuation may be escaped: write the character without the backslash."
  ],
  [/^Invalid property name/, "Use a Unicode property such as \\p{L}, \\p{Lu} or \\p{Script=Greek}."],
  [/^\\ at end/, "Write a literal backslash as `\\\\`."]
]

/** The flags of the regular expression literal that starts at an offset. */
const flagsAt = (source: string, position: number): string => {
  let inClass = false
  for (let index = position + 1; index < source.length; index++) {
    const character = source[index]
    if (character === "\\") index++
    else if (character === "[") inClass = true
    else if (character === "]") inClass = false
    else if (character === "/" && !inClass) return /^\w*/.exec(source.slice(index + 1, index + 40))![0]
    else if (character === "\n") return ""
  }
  return ""
}

const flagAdvice = (source: string, position: number, isDuplicate: boolean): Advice => {
  const flags = [...flagsAt(source, position)]
  const wrong = flags.find((flag, index) => (isDuplicate ? flags.indexOf(flag) < index : !"dgimsuvy".includes(flag)))
  if (wrong === undefined) return { suggestion: "Use at most one of `u` and `v`." }
  return {
    message: `Invalid regular expression flag "${wrong}".`,
    suggestion: isDuplicate ? `Write "${wrong}" once.` : "The flags are d, g, i, m, s, u, v and y."
  }
}

const patternError = (message: string): Advice => {
  // acorn repeats the whole pattern; the reason is what follows it.
  const end = message.lastIndexOf("/: ")
  const pattern = message.slice("Invalid regular expression: /".length, end)
  const reason = message.slice(end + 3)
  const suggestion = patternAdvice.find(([form]) => form.test(reason))?.[1]
  return {
    message: `Invalid regular expression /${shortened(pattern)}/: ${reason}.`,
    ...(suggestion === undefined ? {} : { suggestion })
  }
}

const noJsx = "JSX is not available: build the text with a template literal."

const adviceFor = (source: string, message: string, position: number): Advice => {
  if (message.startsWith("Unterminated regular expression") && source[position - 1] === "<")
    return { suggestion: noJsx }
  if (message === "Unexpected token") return unexpectedToken(source, position)
  if (message.startsWith("Unexpected character")) return unexpectedCharacter(source, message, position)
  if (message.startsWith("Invalid regular expression: /")) return patternError(message)
  if (message.startsWith("Invalid regular expression flag")) return flagAdvice(source, position, false)
  if (message.startsWith("Duplicate regular expression flag")) return flagAdvice(source, position, true)
  return messageAdvice.find(([form]) => form.test(message))?.[1] ?? {}
}

/**
 * The failure for what acorn said about a text. `position` is acorn's; when the text does not look like JavaScript at all, that is what
 * the message says.
 */
export const describeParseError = (source: string, message: string, position: number): SyntaxFailure => {
  // acorn counts a regular expression from behind its slash.
  const at = /regular expression/.test(message) && source[position - 1] === "/" ? position - 1 : position
  const like = likeness(source, at)
  const advice = like ?? adviceFor(source, message, at)
  const text = advice.message ?? (message.endsWith(".") ? message : message + ".")
  const error: ProgramError = { kind: "ParseError", message: text, position: at }
  return new SyntaxFailure(advice.suggestion === undefined ? error : { ...error, suggestions: [advice.suggestion] })
}
