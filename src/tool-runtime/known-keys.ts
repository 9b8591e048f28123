/** Options of a host without types: what is no object of options, and names that no option has. */
import { nearestName } from "../interpreter/syntax/hints.ts"
import { silence } from "./silence.ts"

/** All options, by what takes them: one that stands elsewhere would do nothing. */
const PLACES: readonly (readonly [place: string, options: readonly string[]])[] = [
  ["`CodeMode.make`", ["tools", "limits", "discovery", "onToolCallStart", "onToolCallEnd"]],
  ["`CodeMode.execute`", ["code"]],
  ["`limits`", ["timeoutMs", "maxToolCalls", "maxOutputBytes", "maxSteps", "maxMemoryBytes", "maxConcurrentToolCalls"]],
  ["`discovery`", ["catalogBudget", "ranking", "signatureStyle"]],
  ["`Tool.make`", ["description", "input", "output", "run", "concurrency"]]
]

/** Throws unless the value is an object that may hold options. */
export function checkObject(name: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${name} must be an object.`)
  }
  if (value instanceof Promise) {
    silence(value)
    throw new TypeError(`${name} must be an object, not a promise: await it first.`)
  }
  if (value instanceof Map) throw new TypeError(`${name} must be an object, not a Map.`)
}

/**
 * Throws for a key that is not among the known ones: a misspelt or misplaced limit would limit nothing. `name` is what holds the keys; those `beside` are let
 * pass.
 */
export function checkKeys(name: string, value: object, known: readonly string[], beside: readonly string[] = []): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key) || beside.includes(key)) continue
    refuse(name, key, adviceFor(key, known) ?? `It has ${known.join(", ")}.`)
  }
}

/** Throws for a key that is a misspelling of a known one, or an option of something else. Other keys may be the host's own. */
export function checkSpelling(name: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    const advice = known.includes(key) ? undefined : adviceFor(key, known)
    if (advice !== undefined) refuse(name, key, advice)
  }
}

function adviceFor(key: string, known: readonly string[]): string | undefined {
  const [place] = PLACES.find(([, options]) => options.includes(key)) ?? []
  if (place !== undefined) return `It is an option of ${place}.`
  const near = nearestName(key, known)
  if (near !== undefined) return `Did you mean ${near}?`
  for (const [elsewhere, options] of PLACES) {
    const other = nearestName(key, options)
    if (other !== undefined) return `Did you mean ${other} of ${elsewhere}?`
  }
  return undefined
}

function refuse(name: string, key: string, advice: string): never {
  throw new TypeError(`${name} has no option ${JSON.stringify(key.slice(0, 100))}. ${advice}`)
}
