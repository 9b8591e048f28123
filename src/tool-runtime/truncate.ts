/** Cutting a finished result down to `maxOutputBytes`. Never turns success into failure. */
import type { DataValue } from "./data-value.ts"
import type { Diagnostic, Result } from "./result.ts"

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

/** The longest prefix of whole characters within `limit` bytes. A U+FFFD that the text has itself is kept. */
function prefix(text: string, limit: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes + size > limit) break
    bytes += size
    end += character.length
  }
  return text.slice(0, end)
}

/** How many items fit, costing `cost` each; stops at the first that does not. */
function fitting<T>(items: readonly T[], budget: number, cost: (item: T) => number): number {
  let sum = 0
  let count = 0
  for (const item of items) {
    sum += cost(item)
    if (sum > budget) break
    count++
  }
  return count
}

export function truncate(result: Result, limit: number | undefined): Result {
  if (limit === undefined) return result
  let cut = false
  let valueCost = 0
  let value: DataValue = null
  let warnings: readonly Diagnostic[] | undefined
  if (result.ok) {
    value = result.value as DataValue
    const text = JSON.stringify(value)
    const bytes = bytesOf(text)
    if (bytes > limit) {
      const marker = ` [result truncated: ${bytes} bytes exceeds the ${limit}-byte output limit; return a smaller value]`
      value = prefix(text, limit) + marker
      valueCost = limit
      cut = true
    } else {
      valueCost = bytes
    }
    warnings = result.warnings
    if (warnings !== undefined) {
      const kept = fitting(warnings, limit, (warning) => bytesOf(JSON.stringify(warning)) + 1)
      if (kept < warnings.length) {
        const message = `${warnings.length - kept} additional warnings omitted by the output limit.`
        warnings = [...warnings.slice(0, kept), { kind: "Truncated", message }]
        cut = true
      }
    }
  }
  let logs = result.logs
  if (logs !== undefined) {
    const kept = fitting(logs, Math.max(0, limit - valueCost), (line) => bytesOf(line) + 1)
    if (kept < logs.length) {
      logs = [...logs.slice(0, kept), `[logs truncated: showing ${kept} of ${logs.length} lines]`]
      cut = true
    }
  }
  if (!cut) return result
  if (!result.ok) return { ...result, ...(logs === undefined ? {} : { logs }), truncated: true }
  return {
    ...result,
    value,
    ...(warnings === undefined ? {} : { warnings }),
    ...(logs === undefined ? {} : { logs }),
    truncated: true
  }
}
