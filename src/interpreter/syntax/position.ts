/** Lines, columns and code frames. Nodes carry offsets only; this is asked when a failure or a stack needs a place. */

/** A place in the submitted text, as editors count: both numbers start at 1, a column is one UTF-16 unit. */
export interface Location {
  readonly line: number
  readonly column: number
}

// ECMA-262 LineTerminatorSequence: CR LF is one.
const lineEnd = /\r\n|[\n\r\u2028\u2029]/g

const lineStarts = (source: string): readonly number[] => {
  const starts = [0]
  for (const match of source.matchAll(lineEnd)) starts.push(match.index + match[0].length)
  return starts
}

/** The index of the line that holds `offset`. */
const lineOf = (starts: readonly number[], offset: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle] <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Turns offsets of one text into locations. The text is scanned at the first question only. */
export const locator = (source: string): ((offset: number) => Location) => {
  let starts: readonly number[] | null = null
  return (offset) => {
    starts ??= lineStarts(source)
    const line = lineOf(starts, offset)
    return { line: line + 1, column: offset - starts[line] + 1 }
  }
}

/** The location of one offset. */
export const locate = (source: string, offset: number): Location => locator(source)(offset)

/** The offset of a location; of the nearest place where the text has no such line or column. */
export const offsetAt = (source: string, { line, column }: Location): number => {
  const starts = lineStarts(source)
  const at = Math.min(Math.max(line, 1), starts.length) - 1
  return Math.min(starts[at] + Math.max(column, 1) - 1, starts[at + 1] ?? source.length)
}

/** How much of a long line a code frame shows, on either side of the place. */
const FRAME_REACH = 60

const wholeCharacters = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "")

const frameLine = (text: string, from: number): string => {
  const part = wholeCharacters(text.slice(from, from + 2 * FRAME_REACH))
  return (from > 0 ? "…" : "") + part + (from + 2 * FRAME_REACH < text.length ? "…" : "")
}

/**
 * The line of `offset` with the one before it, numbered, and a caret under the place:
 *
 * ```text
 *   1 | const value = 1
 * > 2 | return value()
 *     |        ^
 * ```
 */
export const codeFrame = (source: string, offset: number): string => {
  const starts = lineStarts(source)
  const at = lineOf(starts, offset)
  const text = (line: number): string =>
    source.slice(starts[line], starts[line + 1]).replace(/[\n\r\u2028\u2029]+$/, "")
  const column = offset - starts[at]
  const from = Math.max(0, column - FRAME_REACH)
  const width = String(at + 1).length
  const margin = (line: number): string => String(line + 1).padStart(width)
  const shown = frameLine(text(at), from)
  // Tabs stay tabs, so that the caret keeps its place however wide they are.
  const lead = (from > 0 ? " " : "") + text(at).slice(from, column).replace(/[^\t]/g, " ")
  const lines = [`> ${margin(at)} | ${shown}`, `  ${" ".repeat(width)} | ${lead}^`]
  if (at > 0) lines.unshift(`  ${margin(at - 1)} | ${frameLine(text(at - 1), 0)}`)
  return lines.join("\n")
}
