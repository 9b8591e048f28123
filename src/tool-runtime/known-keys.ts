/** Options of a host without types: what is no object of options, and names that no option has. */
import { nearestName } from "../interpreter/syntax/hints.ts"

/** Throws unless the value is an object that may hold options. */
export function checkObject(name: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${name} must be an object.`)
  }
}

/** Throws for a key that is not among the known ones: a misspelt limit would limit nothing. `name` is what holds the keys. */
export function checkKeys(name: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    const near = nearestName(key, known)
    const advice = near === undefined ? `It has ${known.join(", ")}.` : `Did you mean ${near}?`
    throw new TypeError(`${name} has no option ${JSON.stringify(key.slice(0, 100))}. ${advice}`)
  }
}

/** Throws for a key that is a misspelling of a known one. Other keys may be the host's own. */
export function checkSpelling(name: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    const near = nearestName(key, known)
    if (near !== undefined) throw new TypeError(`${name} has no option ${JSON.stringify(key)}. Did you mean ${near}?`)
  }
}
