/**
 * `$ref` within one document: JSON pointers into any part of it, chains followed, circles ended. External references
 * are never fetched and stay as they are.
 */
import type { JsonRecord } from "./document.ts"
import { isRecord, own } from "./document.ts"

export interface References {
  /** What a `#/…` pointer names; `undefined` where it names nothing or leads out of the document. */
  readonly target: (reference: string) => unknown
  /** `value`, or what its chain of `$ref` ends at. An unresolvable reference is answered as it is. */
  readonly resolve: (value: unknown) => unknown
}

const unescape = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~")

/** A key as one token of a JSON pointer. */
export const escapeToken = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const LIST_INDEX = /^(?:0|[1-9]\d*)$/

/** One step of a pointer. The raw token is tried first: a key may itself contain a percent sign. */
const member = (container: unknown, token: string): unknown => {
  if (Array.isArray(container))
    return LIST_INDEX.test(token) ? (container as ReadonlyArray<unknown>)[Number(token)] : undefined
  if (!isRecord(container)) return undefined
  const key = unescape(token)
  if (Object.hasOwn(container, key)) return container[key]
  return own(container, unescape(percentDecode(token)))
}

/** The `$ref` of a value, if it is a reference. */
export const referenceOf = (value: unknown): string | undefined => {
  if (!isRecord(value)) return undefined
  const reference = own(value, "$ref")
  return typeof reference === "string" ? reference : undefined
}

/** Pointers that run through references may nest this deep. What needs more names nothing. */
const MAX_DETOURS = 200

export const makeReferences = (document: JsonRecord): References => {
  const targets = new Map<string, unknown>()
  const ends = new Map<string, unknown>()
  const pending = new Set<string>()
  /** How often a pointer that needs itself was given up. */
  let cuts = 0

  const walk = (pointer: string): unknown => {
    let current: unknown = document
    for (const token of pointer.slice(2).split("/")) {
      let next = member(current, token)
      // Bundlers write pointers that run through a reference; strictly they name nothing.
      if (next === undefined && referenceOf(current) !== undefined) next = member(resolve(current), token)
      if (next === undefined) return undefined
      current = next
    }
    return current
  }

  /** Each pointer is followed once, whoever asks, so that a document's size bounds the work. */
  const target = (reference: string): unknown => {
    if (!reference.startsWith("#/")) return undefined
    if (targets.has(reference)) return targets.get(reference)
    if (pending.has(reference) || pending.size > MAX_DETOURS) {
      cuts++
      return undefined
    }
    pending.add(reference)
    const decoded = percentDecode(reference)
    const found = walk(reference) ?? (decoded === reference ? undefined : walk(decoded))
    pending.delete(reference)
    targets.set(reference, found)
    return found
  }

  const resolve = (value: unknown): unknown => {
    if (referenceOf(value) === undefined) return value
    const passed = new Set<string>()
    const cutsBefore = cuts
    let current = value
    for (;;) {
      const reference = referenceOf(current)
      if (reference === undefined || passed.has(reference)) break
      const next = ends.get(reference) ?? target(reference)
      if (next === undefined) break
      passed.add(reference)
      current = next
    }
    // A chain that was cut short may go on for someone else.
    if (cuts === cutsBefore) for (const reference of passed) ends.set(reference, current)
    return current
  }

  return { target, resolve }
}
