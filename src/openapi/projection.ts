/**
 * Which properties a request or an answer does not have: `readOnly` ones are no part of requests, `writeOnly` ones no
 * part of answers.
 */
import type { JsonRecord } from "./document.ts"
import { isRecord, own, ownList, ownRecord } from "./document.ts"
import { makeReach } from "./reach.ts"
import type { References } from "./reference.ts"
import { referenceOf } from "./reference.ts"

/** The direction that a schema is read for. */
export type Direction = "request" | "response"

export interface Projection {
  /**
   * The names that a schema's own `properties`, its `allOf` members and its `$ref` hide together. A name that one of
   * them hides is hidden in all of them, since all describe one value.
   */
  readonly hiddenNames: (schema: JsonRecord) => ReadonlySet<string>
  /** Whether a schema, its `allOf` members or its `$ref` name one of `names` in `properties` or `required`. */
  readonly mentions: (schema: JsonRecord, names: ReadonlySet<string>) => boolean
}

const NONE: ReadonlySet<string> = new Set()

/** Schemas that are looked at for one value. Without a bound a chain of `allOf` would cost its square. */
const MAX_FAMILY = 200

export const makeProjection = (references: References, direction: Direction): Projection => {
  const annotation = direction === "request" ? "readOnly" : "writeOnly"

  /** The schemas that describe the same value as `schema`: `anyOf` and `oneOf` members only might. */
  const alike = (schema: JsonRecord): ReadonlyArray<JsonRecord> => {
    const reference = referenceOf(schema)
    const all = Object.hasOwn(schema, "allOf") ? ownList(schema, "allOf") : []
    if (reference === undefined) return all.filter(isRecord)
    const target = references.target(reference)
    return [target, ...all].filter(isRecord)
  }

  /** Nothing else describes the value, so there is nothing to explore. */
  const isAlone = (schema: JsonRecord): boolean => !Object.hasOwn(schema, "$ref") && !Object.hasOwn(schema, "allOf")

  const reachesAnnotation = makeReach<JsonRecord>((schema) => own(schema, annotation) === true, alike)

  const isHidden = (schema: JsonRecord): boolean =>
    own(schema, annotation) === true || (!isAlone(schema) && reachesAnnotation(schema))

  const hidesProperty = (properties: JsonRecord, name: string): boolean => {
    const property = properties[name]
    return isRecord(property) && isHidden(property)
  }

  const ownHidden = (schema: JsonRecord): Array<string> => {
    const properties = ownRecord(schema, "properties")
    return Object.keys(properties).filter((name) => hidesProperty(properties, name))
  }

  const hidesOwn = (schema: JsonRecord): boolean => {
    const properties = ownRecord(schema, "properties")
    for (const name in properties) if (Object.hasOwn(properties, name) && hidesProperty(properties, name)) return true
    return false
  }

  const reachesHidden = makeReach<JsonRecord>(hidesOwn, alike)

  const hidesAny = (schema: JsonRecord): boolean => (isAlone(schema) ? hidesOwn(schema) : reachesHidden(schema))

  const family = (schema: JsonRecord): ReadonlySet<JsonRecord> => {
    const members = new Set([schema])
    for (const member of members) {
      if (members.size > MAX_FAMILY) break
      for (const other of alike(member)) members.add(other)
    }
    return members
  }

  const names = new Map<JsonRecord, ReadonlySet<string>>()

  return {
    hiddenNames: (schema) => {
      if (!hidesAny(schema)) return NONE
      const known = names.get(schema)
      if (known !== undefined) return known
      const hidden = new Set([...family(schema)].flatMap(ownHidden))
      names.set(schema, hidden)
      return hidden
    },
    mentions: (schema, wanted) =>
      [...family(schema)].some(
        (member) =>
          Object.keys(ownRecord(member, "properties")).some((name) => wanted.has(name)) ||
          ownList(member, "required").some((name) => typeof name === "string" && wanted.has(name))
      )
  }
}
