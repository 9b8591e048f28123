/**
 * Cutting a finished result down to `maxOutputBytes`. Never turns success into failure. A result may be large, so it is measured piece by piece: the
 * algorithm is a generator that yields between portions.
 */
import type { DataValue } from "./data-value.ts"
import type { Diagnostic, Result } from "./result.ts"

const encoder = new TextEncoder()
/** UTF-8 bytes of a text. Short texts are mostly ASCII: counting them takes no buffer. */
function bytesOf(text: string): number {
  if (text.length > 256) return encoder.encode(text).length
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return encoder.encode(text).length
  return text.length
}

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

/** UTF-16 units between two stops. */
const UNITS_AT_ONCE = 65_536
/** What a value costs beyond its text. */
const VALUE_UNITS = 8

/** The JSON text of a value: how many bytes it has, and as much of it as the limit allows. */
class JsonMeter {
  bytes = 0
  text = ""
  private readonly limit: number
  private keptBytes = 0
  private isFull = false
  private units = 0

  constructor(limit: number) {
    this.limit = limit
  }

  private add(text: string): boolean {
    const size = bytesOf(text)
    this.bytes += size
    if (!this.isFull) {
      this.isFull = this.keptBytes + size > this.limit
      this.text += this.isFull ? prefix(text, this.limit - this.keptBytes) : text
      this.keptBytes += size
    }
    this.units += text.length + VALUE_UNITS
    if (this.units < UNITS_AT_ONCE) return false
    this.units = 0
    return true
  }

  *measure(value: DataValue): Generator<void, void> {
    if (isShort(value)) {
      if (this.add(JSON.stringify(value))) yield
    } else if (typeof value === "string") yield* this.string(value)
    else if (Array.isArray(value)) yield* this.array(value as readonly DataValue[])
    else yield* this.object(value as { readonly [key: string]: DataValue })
  }

  private *array(array: readonly DataValue[]): Generator<void, void> {
    let separator = "["
    for (const element of array) {
      if (isShort(element)) {
        if (this.add(separator + JSON.stringify(element))) yield
      } else {
        this.add(separator)
        yield* this.measure(element)
      }
      separator = ","
    }
    this.add(separator === "[" ? "[]" : "]")
  }

  private *object(object: { readonly [key: string]: DataValue }): Generator<void, void> {
    let separator = "{"
    for (const [key, member] of Object.entries(object)) {
      const head = `${separator}${JSON.stringify(key)}:`
      if (isShort(member)) {
        if (this.add(head + JSON.stringify(member))) yield
      } else {
        this.add(head)
        yield* this.measure(member)
      }
      separator = ","
    }
    this.add(separator === "{" ? "{}" : "}")
  }

  private *string(value: string): Generator<void, void> {
    this.add('"')
    for (let start = 0; start < value.length;) {
      let end = start + UNITS_AT_ONCE
      // The halves of a surrogate pair stay together: alone they would be escaped.
      if (isHighSurrogate(value.charCodeAt(end - 1))) end++
      if (this.add(JSON.stringify(value.slice(start, end)).slice(1, -1))) yield
      start = end
    }
    this.add('"')
  }
}

/** A value whose text is made in one step. */
const isShort = (value: DataValue): boolean =>
  value === null || (typeof value === "string" ? value.length <= UNITS_AT_ONCE : typeof value !== "object")

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** How many items fit, costing `cost` each; stops at the first that does not. */
function* fitting<T>(items: readonly T[], budget: number, cost: (item: T) => number): Generator<void, number> {
  let sum = 0
  let sinceStop = 0
  for (let count = 0; count < items.length; count++) {
    const size = cost(items[count])
    sum += size
    if (sum > budget) return count
    sinceStop += size
    if (sinceStop < UNITS_AT_ONCE) continue
    sinceStop = 0
    yield
  }
  return items.length
}

/** The result within the limit. `loggedLines` counts those lines as well that were not kept. */
export function* truncate(result: Result, loggedLines: number, limit: number | undefined): Generator<void, Result> {
  let cut = false
  let valueCost = 0
  let parts: Partial<Result> = {}
  if (limit !== undefined && result.ok) {
    const meter = new JsonMeter(limit)
    yield* meter.measure(result.value as DataValue)
    valueCost = Math.min(meter.bytes, limit)
    if (meter.bytes > limit) {
      const marker = ` [result truncated: ${meter.bytes} bytes exceeds the ${limit}-byte output limit; return a smaller value]`
      parts = { value: meter.text + marker }
      cut = true
    }
    if (result.warnings !== undefined) {
      const kept = yield* fitting(result.warnings, limit, (warning) => bytesOf(JSON.stringify(warning)) + 1)
      const omitted = result.warnings.length - kept
      if (omitted > 0) {
        const message = `${omitted} additional warnings omitted by the output limit.`
        const warnings: readonly Diagnostic[] = [...result.warnings.slice(0, kept), { kind: "Truncated", message }]
        parts = { ...parts, warnings }
        cut = true
      }
    }
  }
  if (loggedLines > 0) {
    const lines = result.logs ?? []
    const kept =
      limit === undefined
        ? lines.length
        : yield* fitting(lines, Math.max(0, limit - valueCost), (line) => bytesOf(line) + 1)
    if (kept < loggedLines) {
      const logs = [...lines.slice(0, kept), `[logs truncated: showing ${kept} of ${loggedLines} lines]`]
      parts = { ...parts, logs }
      cut = true
    }
  }
  return cut ? ({ ...result, ...parts, truncated: true } as Result) : result
}
