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

export const makeReferences = (document: JsonRecord): References => {
  const found = new Map<string, unknown>()

  const walk = (pointer: string, seen: ReadonlySet<string>): unknown => {
    let current: unknown = document
    for (const token of pointer.slice(2).split("/")) {
      let next = member(current, token)
      // Bundlers write pointers that run through a reference; strictly they name nothing.
      if (next === undefined && referenceOf(current) !== undefined) next = member(follow(current, seen), token)
      if (next === undefined) return undefined
      current = next
    }
    return current
  }

  const targetOf = (reference: string, seen: ReadonlySet<string>): unknown => {
    if (!reference.startsWith("#/")) return undefined
    if (found.has(reference)) return found.get(reference)
    if (seen.has(reference)) return undefined
    const target =
      walk(reference, new Set([...seen, reference])) ?? walk(percentDecode(reference), new Set([...seen, reference]))
    if (seen.size === 0) found.set(reference, target)
    return target
  }

  const follow = (value: unknown, seen: ReadonlySet<string>): unknown => {
    if (referenceOf(value) === undefined) return value
    let current = value
    const hops = new Set(seen)
    for (;;) {
      const reference = referenceOf(current)
      if (reference === undefined || hops.has(reference)) return current
      const target = targetOf(reference, hops)
      if (target === undefined) return current
      hops.add(reference)
      current = target
    }
  }

  const none: ReadonlySet<string> = new Set()
  return { target: (reference) => targetOf(reference, none), resolve: (value) => follow(value, none) }
}
