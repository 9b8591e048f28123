/** Values to try a schema's type with: some that fit, and for each many that differ from it in one place. */
type Json = unknown
type SchemaObject = Readonly<Record<string, unknown>>

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const SCALARS: ReadonlyArray<Json> = ["text", 7, true, null, [], {}]

/** At most this many samples per schema and round, so that products of choices stay small. */
const MOST = 24

const unique = (values: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, MOST)

export const makeSamples = (root: unknown): ReadonlyArray<Json> => {
  const definitions = isObject(root) ? { ...(root["definitions"] as object), ...(root["$defs"] as object) } : {}
  const list = (schema: SchemaObject, name: string): ReadonlyArray<unknown> =>
    Array.isArray(schema[name]) ? (schema[name] as ReadonlyArray<unknown>) : []

  /** Values that the keywords suggest; not all need be valid. */
  const suggest = (schema: unknown, depth: number): ReadonlyArray<Json> => {
    if (!isObject(schema) || depth > 14) return ["text", 7]
    const reference = typeof schema["$ref"] === "string" ? suggest(definitionOf(schema["$ref"]), depth + 1) : []
    const choices = ["anyOf", "oneOf"].flatMap((name) =>
      list(schema, name).flatMap((member) => suggest(member, depth + 1))
    )
    const parts = list(schema, "allOf").map((member) => suggest(member, depth + 1))
    const own = suggestOwn(schema, depth)
    // What the parts of a conjunction suggest fits only together: with each of the choices, or without any.
    const together = [reference, ...parts, own].map((values) => values.filter(isObject))
    const merged = (choices.length === 0 ? [{}] : choices.filter(isObject)).flatMap((choice) =>
      [0, 1, 2].map(
        (at) => Object.assign({}, ...together.map((values) => values[at] ?? values[0] ?? {}), choice) as Json
      )
    )
    const composed = choices.length + parts.length + reference.length > 0
    return unique([
      ...(composed ? merged.filter((value) => Object.keys(value as object).length > 0) : []),
      ...reference,
      ...choices,
      ...parts.flat(),
      ...own
    ])
  }

  const definitionOf = (reference: string): unknown => {
    const name = decodeURIComponent(reference.split("/").at(-1)!).replaceAll("~1", "/").replaceAll("~0", "~")
    return (definitions as Record<string, unknown>)[name]
  }

  const suggestOwn = (schema: SchemaObject, depth: number): ReadonlyArray<Json> => {
    const found: Array<Json> = []
    if ("const" in schema) found.push(schema["const"])
    found.push(...list(schema, "enum"))
    const types = Array.isArray(schema["type"]) ? (schema["type"] as ReadonlyArray<unknown>) : [schema["type"]]
    if (types.includes("string")) found.push("text")
    if (types.includes("number") || types.includes("integer")) found.push(7)
    if (types.includes("boolean")) found.push(true, false)
    if (types.includes("null") || schema["nullable"] === true) found.push(null)
    if (types.includes("array") || schema["items"] !== undefined || schema["prefixItems"] !== undefined) {
      found.push(...arrays(schema, depth))
    }
    if (isObject(schema["properties"])) found.push(...objects(schema, schema["properties"], depth))
    else if (types.includes("object")) found.push({}, ...entries(schema, depth))
    return found
  }

  const entries = (schema: SchemaObject, depth: number): ReadonlyArray<Json> => {
    const values = [schema["additionalProperties"], ...Object.values((schema["patternProperties"] as object) ?? {})]
    const names = isObject(schema["propertyNames"]) ? list(schema["propertyNames"], "enum") : []
    return values
      .filter(isObject)
      .flatMap((value) => suggest(value, depth + 1))
      .map((value) => ({ [typeof names[0] === "string" ? names[0] : "x-key"]: value }))
  }

  const objects = (schema: SchemaObject, properties: SchemaObject, depth: number): ReadonlyArray<Json> => {
    const first: Record<string, Json> = {}
    for (const [name, inner] of Object.entries(properties)) {
      if (inner !== false) first[name] = suggest(inner, depth + 1)[0] ?? "text"
    }
    const variants: Array<Json> = [first]
    for (const [name, inner] of Object.entries(properties)) {
      for (const value of suggest(inner, depth + 1).slice(1, 4)) variants.push({ ...first, [name]: value })
    }
    for (const more of entries(schema, depth)) variants.push({ ...first, ...(more as object) })
    const required = list(schema, "required").filter((name): name is string => typeof name === "string")
    variants.push(Object.fromEntries(Object.entries(first).filter(([name]) => required.includes(name))))
    return variants
  }

  const arrays = (schema: SchemaObject, depth: number): ReadonlyArray<Json> => {
    const listed = Array.isArray(schema["items"])
    const elements = listed ? list(schema, "items") : list(schema, "prefixItems")
    const rest = suggest(listed ? schema["additionalItems"] : schema["items"], depth + 1)
    const tuple = elements.map((element) => suggest(element, depth + 1)[0] ?? "text")
    return [tuple, [...tuple, rest[0]], ...rest.slice(0, 4).map((value) => [...tuple, value]), tuple.slice(0, 1)]
  }

  /** The value with one part replaced, dropped or of another type. */
  const mutate = (value: Json): ReadonlyArray<Json> => {
    const mutants: Array<Json> = [...SCALARS]
    if (Array.isArray(value)) {
      for (const [at, member] of value.entries()) {
        for (const other of mutate(member).slice(0, 8)) mutants.push(value.with(at, other))
      }
      if (value.length > 0) mutants.push(value.slice(0, -1))
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const { [name]: _, ...rest } = value
        mutants.push(rest)
        for (const other of mutate(member).slice(0, 8)) mutants.push({ ...value, [name]: other })
      }
    }
    return mutants
  }

  const suggested = suggest(root, 0)
  const all = [...suggested, ...suggested.slice(0, 4).flatMap(mutate), ...SCALARS]
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()].filter(
    (value) => value !== undefined
  )
}
