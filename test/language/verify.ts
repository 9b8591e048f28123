import { hostIsV8 } from "../support/host.ts"
import { Script } from "node:vm"
import type { Chunk } from "./chunk.ts"
import { asData, onEngine, onHost, throughDoor } from "./outcome.ts"
import type { Outcome } from "./outcome.ts"

const text = (value: unknown): string => JSON.stringify(value) ?? "undefined"

/** What is wrong with a chunk; nothing when it does what it says in every way of running it. */
export async function verify(chunk: Chunk): Promise<readonly string[]> {
  const complaints: string[] = []
  const expect = (what: string, actual: unknown, expected: unknown): void => {
    if (text(actual) !== text(expected)) complaints.push(`${what}: ${text(actual)} instead of ${text(expected)}`)
  }
  const contain = (what: string, texts: readonly string[], fragment: string): void => {
    if (!texts.some((one) => one.includes(fragment))) complaints.push(`${what}: ${text(texts)} lacks ${text(fragment)}`)
  }

  const result = await throughDoor(chunk.source)
  expect("logs", result.logs ?? [], chunk.logs)
  for (const fragment of chunk.warnings) {
    contain("warnings", result.ok ? (result.warnings ?? []).map(({ message }) => message) : [], fragment)
  }
  if (chunk.warnings.length === 0 && result.ok) expect("warnings", result.warnings, undefined)
  if (chunk.value !== undefined) {
    if (!result.ok) complaints.push(`failed: ${result.error.kind}: ${result.error.message}`)
    else expect("value", result.value, asData(literal(chunk.value)))
  }

  const plain = await onEngine(chunk.source)
  if (chunk.failure !== undefined) {
    if (result.ok) complaints.push(`succeeded with ${text(result.value)}`)
    else {
      const { kind, message, location, suggestions = [] } = result.error
      const names = plain.failure === undefined ? [kind] : [kind, plain.failure]
      if (!names.includes(chunk.failure.name)) complaints.push(`failed as ${names.join(", ")}: ${message}`)
      contain("message", [message], chunk.failure.message)
      for (const fragment of chunk.suggestions) contain("suggestions", suggestions, fragment)
      if (chunk.failure.place !== undefined) {
        expect("place", location && `${location.line}:${location.column}`, chunk.failure.place)
      }
    }
  } else expect("engine alone", plain.value, asData(literal(chunk.value as string)))

  if (chunk.once === undefined) {
    for (const sliceSteps of [1, 3]) {
      expect(`with a suspension every ${sliceSteps} steps`, await onEngine(chunk.source, sliceSteps), plain)
    }
  }
  if (chunk.host === undefined && hostIsV8) {
    const host = onHost(chunk.source)
    const comparable: Outcome = plain.failure === undefined ? plain : { failure: plain.failure, logs: plain.logs }
    expect("host", host, comparable)
  }
  return complaints
}

/** The expectation's own text is JavaScript: numbers such as `-0` and strings with escapes are written as in a program. */
const literal = (expression: string): unknown => new Script(`(${expression})`).runInThisContext()
