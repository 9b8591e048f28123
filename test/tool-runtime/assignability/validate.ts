/**
 * An independent reading of JSON Schema's structural keywords, to tell which sample values a schema allows. Bounds and
 * patterns are left out: a TypeScript type cannot say them.
 */
type Json = unknown
type SchemaObject = Readonly<Record<string, unknown>>

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const same = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

const hasType = (type: unknown, value: Json): boolean => {
  switch (type) {
    case "string":
    case "boolean":
      return typeof value === type
    case "number":
    case "integer":
      return typeof value === "number"
    case "null":
      return value === null
    case "array":
      return Array.isArray(value)
    case "object":
      return isObject(value)
    default:
      return true
  }
}

export const makeValidator = (root: unknown): ((value: Json) => boolean) => {
  const definitions = isObject(root) ? { ...(root["definitions"] as object), ...(root["$defs"] as object) } : {}

  const list = (schema: SchemaObject, name: string): ReadonlyArray<unknown> =>
    Array.isArray(schema[name]) ? (schema[name] as ReadonlyArray<unknown>) : []

  const matches = (schema: unknown, value: Json): boolean => {
    if (schema === false) return false
    if (!isObject(schema)) return true
    if (schema["nullable"] === true && value === null) return true
    if (typeof schema["$ref"] === "string") {
      const name = decodeURIComponent(schema["$ref"].split("/").at(-1)!).replaceAll("~1", "/").replaceAll("~0", "~")
      if (!matches((definitions as Record<string, unknown>)[name], value)) return false
    }
    if ("const" in schema && !same(schema["const"], value)) return false
    if (Array.isArray(schema["enum"]) && !schema["enum"].some((member) => same(member, value))) return false
    for (const name of ["anyOf", "oneOf"]) {
      const members = list(schema, name)
      if (members.length > 0 && !members.some((member) => matches(member, value))) return false
    }
    if (!list(schema, "allOf").every((member) => matches(member, value))) return false
    if (isObject(schema["not"]) && matches(schema["not"], value)) return false
    const type = schema["type"]
    if (Array.isArray(type) ? !type.some((name) => hasType(name, value)) : !hasType(type, value)) return false
    if (isObject(value) && !matchesObject(schema, value)) return false
    return !Array.isArray(value) || matchesArray(schema, value)
  }

  const matchesObject = (schema: SchemaObject, value: Record<string, Json>): boolean => {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {}
    const patterns = isObject(schema["patternProperties"]) ? schema["patternProperties"] : {}
    const names = schema["propertyNames"]
    if (!list(schema, "required").every((name) => typeof name !== "string" || Object.hasOwn(value, name))) return false
    for (const [name, member] of Object.entries(value)) {
      if (names !== undefined && !matches(names, name)) return false
      const declared = Object.hasOwn(properties, name)
      if (declared && !matches(properties[name], member)) return false
      const matching = Object.entries(patterns).filter(([pattern]) => new RegExp(pattern, "u").test(name))
      if (!matching.every(([, inner]) => matches(inner, member))) return false
      if (!declared && matching.length === 0 && !matches(schema["additionalProperties"], member)) return false
    }
    return true
  }

  const matchesArray = (schema: SchemaObject, value: ReadonlyArray<Json>): boolean => {
    const listed = Array.isArray(schema["items"])
    const elements = listed ? list(schema, "items") : list(schema, "prefixItems")
    const rest = listed ? schema["additionalItems"] : schema["items"]
    const least = schema["minItems"]
    const most = schema["maxItems"]
    // Lengths count only where a tuple's type can say them.
    if (elements.length > 0 && typeof least === "number" && value.length < Math.min(least, elements.length))
      return false
    if (elements.length > 0 && typeof most === "number" && most <= elements.length && value.length > most) return false
    return value.every((member, at) => matches(at < elements.length ? elements[at] : rest, member))
  }

  return (value) => matches(root, value)
}
