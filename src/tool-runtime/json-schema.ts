/**
 * Reading JSON Schemas that nobody validated: every access answers something for any value, whatever its shape.
 */

/** A schema object with its keywords. */
export interface SchemaObject {
  readonly [keyword: string]: unknown
}

/** Whether a value is an object with keywords, as opposed to a boolean schema, `null`, a list or a scalar. */
export const isSchemaObject = (value: unknown): value is SchemaObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A keyword's own value; inherited ones (`constructor`, `toString`) do not count. */
export const keyword = (schema: SchemaObject, name: string): unknown =>
  Object.hasOwn(schema, name) ? schema[name] : undefined

/** The members of a list keyword such as `anyOf`; empty when it is missing or no list. */
export const listOf = (schema: SchemaObject, name: string): ReadonlyArray<unknown> => {
  const value = keyword(schema, name)
  return Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []
}

/** The names in `required`; anything that is not a string is passed over. */
export const requiredOf = (schema: SchemaObject): ReadonlyArray<string> =>
  listOf(schema, "required").filter((name): name is string => typeof name === "string")

/** `properties` as pairs in key order; empty when missing or malformed. One that throws when it is read has no schema. */
export const propertiesOf = (schema: SchemaObject): ReadonlyArray<readonly [string, unknown]> => {
  const properties = keyword(schema, "properties")
  if (!isSchemaObject(properties)) return []
  return Object.keys(properties).map((name) => [name, attempt(() => properties[name])] as const)
}

/** A number that can count items, letters or properties; `undefined` for any other value of the keyword. */
export const countOf = (schema: SchemaObject, name: string): number | undefined => {
  const value = keyword(schema, name)
  return isCount(value) ? value : undefined
}

/** Whether a value can be a number of items, letters or properties. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** What `read` answers, or `undefined` where it throws: a host may make its schemas on demand, and fail then. */
export const attempt = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The definition blocks in force at a place, innermost first. `undefined` where there are none. */
export interface Scope {
  readonly blocks: ReadonlyArray<SchemaObject>
  readonly outer: Scope | undefined
}

/** The scope inside `schema`: its own blocks shadow those around it, and `$defs` shadows `definitions`. */
export const enterScope = (outer: Scope | undefined, schema: SchemaObject): Scope | undefined => {
  const defs = keyword(schema, "$defs")
  const definitions = keyword(schema, "definitions")
  const blocks = [defs, definitions].filter(isSchemaObject)
  return blocks.length === 0 ? outer : { blocks, outer }
}

/** A definition and the scope that its own references are read in. */
export interface Resolved {
  readonly schema: unknown
  readonly scope: Scope
}

const REFERENCE = /^#\/(?:\$defs|definitions)\/([^/]*)$/

const unescapePointer = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~")

const percentDecode = (token: string): string => {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

const find = (name: string, from: Scope | undefined): Resolved | undefined => {
  for (let scope = from; scope !== undefined; scope = scope.outer) {
    for (const block of scope.blocks) if (Object.hasOwn(block, name)) return { schema: block[name], scope }
  }
  return undefined
}

/**
 * What a reference names: `#/$defs/NAME` and `#/definitions/NAME` only, the name with JSON-pointer escapes and, where
 * the raw spelling names nothing, percent escapes. `undefined` for everything else.
 */
export const resolveReference = (reference: string, scope: Scope | undefined): Resolved | undefined => {
  const token = REFERENCE.exec(reference)?.[1]
  if (token === undefined) return undefined
  return find(unescapePointer(token), scope) ?? find(unescapePointer(percentDecode(token)), scope)
}

/** The chain of references from `schema` on, followed to a schema without `$ref`; `undefined` where it breaks or turns in a circle. */
export const followReferences = (schema: unknown, scope: Scope | undefined): Resolved | undefined => {
  let current: { readonly schema: unknown; readonly scope: Scope | undefined } = { schema, scope }
  for (let hops = 0; hops < 32; hops++) {
    if (!isSchemaObject(current.schema)) return undefined
    const inner = enterScope(current.scope, current.schema)
    const reference = keyword(current.schema, "$ref")
    if (typeof reference !== "string")
      return { schema: current.schema, scope: inner ?? { blocks: [], outer: undefined } }
    const next = resolveReference(reference, inner)
    if (next === undefined) return undefined
    current = next
  }
  return undefined
}

/** How many schemas are looked at for one annotation. */
const ANNOTATED = 64

/**
 * A keyword that documents a value, wherever it stands: at the schema itself, in an `allOf` member beside it, or at what
 * it refers to. `accept` says whether a value found is one. What throws when it is read documents nothing.
 */
export const annotationOf = (
  schema: unknown,
  name: string,
  scope: Scope | undefined,
  accept: (value: unknown) => boolean
): unknown => attempt(() => annotation(schema, name, scope, accept, 4, { left: ANNOTATED }))

const annotation = (
  schema: unknown,
  name: string,
  scope: Scope | undefined,
  accept: (value: unknown) => boolean,
  hops: number,
  budget: { left: number }
): unknown => {
  if (!isSchemaObject(schema) || budget.left-- <= 0) return undefined
  const own = keyword(schema, name)
  if (own !== undefined && accept(own)) return own
  if (hops === 0) return undefined
  const inner = enterScope(scope, schema)
  const reference = keyword(schema, "$ref")
  if (typeof reference === "string") {
    const target = resolveReference(reference, inner)
    const found = target && annotation(target.schema, name, target.scope, accept, hops - 1, budget)
    if (found !== undefined) return found
  }
  for (const member of listOf(schema, "allOf")) {
    const found = annotation(member, name, inner, accept, hops - 1, budget)
    if (found !== undefined) return found
  }
  return undefined
}

const isString = (value: unknown): boolean => typeof value === "string"

/** The one member of a union that is not `null`, as `NullOr` and optional fields are written. */
const soleMember = (schema: SchemaObject): unknown => {
  const members = [...listOf(schema, "anyOf"), ...listOf(schema, "oneOf")].filter(
    (member) => !(isSchemaObject(member) && keyword(member, "type") === "null")
  )
  return members.length === 1 ? members[0] : undefined
}

/** The text or format that documents a field; looks through `T | null` as well. */
export const textOf = (
  schema: unknown,
  name: "description" | "format",
  scope: Scope | undefined
): string | undefined => {
  const found = annotationOf(schema, name, scope, isString)
  if (found !== undefined) return found as string
  return attempt(() => {
    if (!isSchemaObject(schema)) return undefined
    return annotationOf(soleMember(schema), name, enterScope(scope, schema), isString) as string | undefined
  })
}
