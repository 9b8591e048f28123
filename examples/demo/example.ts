/** Values for answers: what a document gives as an example, else something that its schema allows. */

interface Json {
  readonly [key: string]: unknown
}

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const ownOf = (container: unknown, key: string): unknown =>
  typeof container === "object" && container !== null && Object.hasOwn(container, key)
    ? (container as Json)[key]
    : undefined

/** A value, or what its chain of `$ref` leads to inside the document. */
export const resolve = (document: Json, value: unknown): unknown => {
  let current = value
  for (let hops = 0; hops < 16 && isJson(current) && typeof current["$ref"] === "string"; hops++) {
    current = current["$ref"]
      .split("/")
      .slice(1)
      .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce((found: unknown, token) => ownOf(found, token), document)
  }
  return current
}

/** The record at a key, after references; empty where there is none. */
export const recordAt = (document: Json, container: unknown, key: string): Json => {
  const value = resolve(document, ownOf(container, key))
  return isJson(value) ? value : {}
}

const TEXTS: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  email: "ada@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  ipv4: "192.0.2.1"
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list as ReadonlyArray<unknown>)[0] : undefined)

/** A value that a schema allows, as far as anyone can tell without solving it. */
export const valueOf = (document: Json, declared: unknown, depth = 0): unknown => {
  const schema = resolve(document, declared)
  if (!isJson(schema) || depth > 6) return null
  const given = [schema["example"], firstOf(schema["examples"]), schema["const"], schema["default"]]
  const known = [...given, firstOf(schema["enum"])].find((value) => value !== undefined)
  if (known !== undefined) return known
  const alternative = firstOf(schema["oneOf"]) ?? firstOf(schema["anyOf"])
  const parts = [alternative, ...(Array.isArray(schema["allOf"]) ? (schema["allOf"] as ReadonlyArray<unknown>) : [])]
    .filter((part) => part !== undefined)
    .map((part) => valueOf(document, part, depth + 1))
  const types = [schema["type"]].flat()
  if (types.includes("object") || isJson(schema["properties"]) || parts.every(isJson)) {
    const properties = Object.entries(recordAt(document, schema, "properties"))
      .filter(([, property]) => ownOf(resolve(document, property), "writeOnly") !== true)
      .map(([name, property]) => [name, valueOf(document, property, depth + 1)])
    if (properties.length > 0 || parts.length > 0 || types.includes("object")) {
      return Object.assign({}, ...parts.filter(isJson), Object.fromEntries(properties)) as Json
    }
  }
  if (parts.length > 0) return parts[0]
  if (types.includes("array")) return [valueOf(document, schema["items"], depth + 1)]
  if (types.includes("string")) return TEXTS[String(schema["format"])] ?? "text"
  if (types.includes("integer") || types.includes("number")) return schema["minimum"] ?? 1
  return types.includes("boolean") ? true : null
}

/** The answer that a Media Type Object shows. */
export const exampleOf = (document: Json, media: unknown): unknown => {
  const own = ownOf(media, "example")
  if (own !== undefined) return own
  const first = resolve(document, Object.values(recordAt(document, media, "examples"))[0])
  const value = ownOf(first, "value")
  return value === undefined ? valueOf(document, ownOf(media, "schema")) : value
}
