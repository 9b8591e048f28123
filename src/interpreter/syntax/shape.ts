/**
 * The shapes around a program that models are known to send: a Markdown fence, or prose with one fence in it. Whatever
 * is not program is blanked out, line ends kept, so that every offset counts in the submitted text.
 */

import type { AnyNode, Program } from "./ast.ts"

/** What a text that is no program turned out to hold. */
export type Wrapping =
  /** The one fenced block; `source` is as long as the submitted text. */
  | { readonly kind: "program"; readonly source: string }
  /** One fenced block of another language. */
  | { readonly kind: "language"; readonly language: string; readonly position: number }
  | { readonly kind: "several"; readonly count: number; readonly position: number }
  | { readonly kind: "none" }

const PROGRAM_LANGUAGES: ReadonlySet<string> = new Set([
  "",
  "js",
  "javascript",
  "mjs",
  "cjs",
  "jsx",
  "ecmascript",
  "node",
  "ts",
  "typescript",
  "mts",
  "cts",
  "tsx",
  "code",
  "effect"
])

interface Fence {
  readonly start: number
  readonly language: string
  readonly contentStart: number
  readonly contentEnd: number
}

// CommonMark fenced code blocks, of any indentation: models indent them in lists. The patterns of this file run on host
// regular expressions over texts of any length, so no two neighbouring parts may match the same characters.
const line = /([^\n\r\u2028\u2029]*)(?:\r\n|[\n\r\u2028\u2029]|$)/y
const opening = /^[ \t>]*((`{3,})(?!`)|(~{3,})(?!~))([^`]*)$/
/** A whole fenced block within one line. */
const inline = /^[ \t]*```(?:(js|javascript|ts|typescript)[ \t])?([^`]+)```[ \t]*$/

const closes = (text: string, marker: string): boolean => {
  const rest = text.trim()
  return rest.length >= marker.length && rest === marker[0].repeat(rest.length)
}

/** A closing marker that stands at the end of a line of code, and where. */
const closesAtEnd = (text: string, marker: string): number => {
  const trimmed = text.trimEnd()
  return trimmed.endsWith(marker) && !trimmed.includes("`" + marker) ? trimmed.length - marker.length : -1
}

const findFences = (source: string): readonly Fence[] => {
  const fences: Fence[] = []
  const textEnd = source.trimEnd().length
  let open: { start: number; marker: string; language: string; contentStart: number } | null = null
  line.lastIndex = 0
  while (line.lastIndex < source.length) {
    const start = line.lastIndex
    const text = line.exec(source)![1]
    if (open === null) {
      const one = inline.exec(text)
      const match = one ? null : opening.exec(text)
      if (one) {
        const contentStart = start + text.indexOf(one[2])
        fences.push({ start, language: one[1] ?? "", contentStart, contentEnd: contentStart + one[2].length })
      } else if (match) {
        const language = match[4]
          .trim()
          .split(/[\s{:,]/)[0]
          .toLowerCase()
        open = { start, marker: match[1], language, contentStart: line.lastIndex }
      }
      continue
    }
    const { marker, ...fence } = open
    const isLast = start + text.length >= textEnd
    const end = closes(text, marker) ? 0 : isLast ? closesAtEnd(text, marker) : -1
    if (end === -1) continue
    fences.push({ ...fence, contentEnd: start + end })
    open = null
  }
  // A model that ran out of tokens, or forgot: the block lasts to the end.
  if (open !== null) fences.push({ ...open, contentEnd: source.length })
  return fences
}

const blank = (text: string): string => text.replace(/[^\n\r\u2028\u2029]/g, " ")

/** Looks for a fenced program in a text that does not parse. */
export const unwrap = (source: string): Wrapping => {
  if (!source.includes("```") && !source.includes("~~~")) return { kind: "none" }
  const fences = findFences(source)
  if (fences.length === 0) return { kind: "none" }
  if (fences.length > 1) return { kind: "several", count: fences.length, position: fences[1].start }
  const [{ start, language, contentStart, contentEnd }] = fences
  if (!PROGRAM_LANGUAGES.has(language)) return { kind: "language", language, position: start }
  const content = source.slice(contentStart, contentEnd)
  return {
    kind: "program",
    source: blank(source.slice(0, contentStart)) + content + blank(source.slice(contentEnd))
  }
}

/** Whether a template literal opens where a fence does: an empty one, since the next backtick starts another. */
const isFenceToken = (node: AnyNode, source: string): boolean => {
  if (node.type !== "TemplateLiteral" || node.end !== node.start + 2 || source[node.end] !== "`") return false
  const before = source.slice(Math.max(0, node.start - MAX_INDENT), node.start)
  return /(?:^|[\n\r\u2028\u2029])[ \t>]*$/.test(before)
}

const MAX_INDENT = 80

const isNode = (value: unknown): value is AnyNode => typeof value === "object" && value !== null && "type" in value

/**
 * Whether a text parses only because a fence happens to be JavaScript: its three backticks are an empty template literal
 * that is called with the program as a template, and `Answer:` before it is a label. Such a text always fails when it runs.
 */
export const isFenceInDisguise = (program: Program, source: string): boolean => {
  if (!source.includes("```")) return false
  const pending: AnyNode[] = [program]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isFenceToken(node, source)) return true
    for (const value of Object.values(node) as unknown[]) {
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(item)) pending.push(item)
    }
  }
  return false
}

/** The offset of the first token: white space and comments are passed over. */
export const firstToken = (source: string): number => {
  const blanks = /\s*/y
  let offset = 0
  for (;;) {
    blanks.lastIndex = offset
    offset += blanks.exec(source)![0].length
    let end: number
    if (source.startsWith("//", offset)) {
      const rest = /[\n\r\u2028\u2029]/g
      rest.lastIndex = offset
      end = rest.exec(source)?.index ?? source.length
    } else if (source.startsWith("/*", offset)) {
      end = source.indexOf("*/", offset + 2) + 2
      if (end === 1) return offset
    } else {
      return offset
    }
    offset = end
  }
}

/** Whether a text may be an anonymous function alone, which is no statement. */
export const opensWithFunction = (source: string): boolean => {
  const word = /(?:async\s+)?function\b/y
  word.lastIndex = firstToken(source)
  return word.test(source)
}
