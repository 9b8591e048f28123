/** Whether an input that shows no fields takes none. */
import {
  attempt,
  countOf,
  enterScope,
  isSchemaObject,
  keyword,
  listOf,
  requiredOf,
  resolveReference
} from "./json-schema.ts"
import type { SchemaObject, Scope } from "./json-schema.ts"

/** How many schemas are looked at; of what is larger, nothing is claimed. */
const VISITED = 1000

/**
 * Whether a schema whose type is `{}` asks for content all the same, or invites some: by a number of properties, by names
 * that are required or free, by parts that do. Where it cannot be read, it may.
 */
export const asksForContent = (document: unknown): boolean => attempt(() => isAsking(document)) ?? true

const isAsking = (document: unknown): boolean => {
  const seen = new Set<unknown>()
  const pending: Array<{ readonly schema: unknown; readonly scope: Scope | undefined }> = [
    { schema: document, scope: undefined }
  ]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { schema } = next
    if (!isSchemaObject(schema) || seen.has(schema)) continue
    if (seen.size === VISITED || asksItself(schema)) return true
    seen.add(schema)
    const scope = enterScope(next.scope, schema)
    const reference = keyword(schema, "$ref")
    const target = typeof reference === "string" ? resolveReference(reference, scope) : undefined
    if (target !== undefined) pending.push(target)
    for (const name of ["allOf", "anyOf", "oneOf"]) {
      for (const part of listOf(schema, name)) pending.push({ schema: part, scope })
    }
    for (const name of ["then", "else"]) pending.push({ schema: keyword(schema, name), scope })
  }
  return false
}

const asksItself = (schema: SchemaObject): boolean => {
  if ((countOf(schema, "minProperties") ?? 0) > 0 || requiredOf(schema).length > 0) return true
  if (["additionalProperties", "unevaluatedProperties"].some((name) => isOpen(keyword(schema, name)))) return true
  const patterns = keyword(schema, "patternProperties")
  if (isSchemaObject(patterns) && Object.values(patterns).some((value) => value !== false)) return true
  return keyword(schema, "propertyNames") !== undefined || !isAbsentOrNull(keyword(schema, "not"))
}

const isOpen = (others: unknown): boolean => others === true || isSchemaObject(others)

/** `not: null` is how an empty struct is written. */
const isAbsentOrNull = (schema: unknown): boolean =>
  schema === undefined || (isSchemaObject(schema) && keyword(schema, "type") === "null")
