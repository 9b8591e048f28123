/** Values for the inputs of an operation, made from its schemas: the same ones every time, and awkward where they can be. */
import type { Json } from "./support.ts"

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What a pointer names. Written apart from the library, so that both can be wrong only independently. */
export const lookUp = (document: Json, value: unknown): unknown => {
  let current = value
  for (let hops = 0; hops < 20; hops++) {
    if (!isJson(current) || typeof current["$ref"] !== "string") return current
    let found: unknown = document
    for (const token of current["$ref"].split("/").slice(1)) {
      const key = token.replaceAll("~1", "/").replaceAll("~0", "~")
      const container = found as Record<string, unknown> | undefined
      found = container?.[key] ?? container?.[decodeURIComponent(key)]
    }
    current = found
  }
  return current
}

const TEXTS = ["plain", "a b", "x/y?z#w", "k=v&l+m", "50%", "it's (fine)!*", "é日本", "comma,semi;", "[b]|{c}", "~-._"]

/** A text that differs from name to name. */
const textFor = (name: string): string => {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 9973
  return TEXTS[sum % TEXTS.length]!
}

export interface SampleOptions {
  /** Objects and lists hold scalars only. */
  readonly flat: boolean
  /** Hidden in requests. */
  readonly skipReadOnly: boolean
}

export const sample = (document: Json, schema: unknown, name: string, options: SampleOptions, depth = 0): unknown => {
  const resolved = lookUp(document, schema)
  if (!isJson(resolved)) return textFor(name)
  const { enum: values, const: constant, anyOf, oneOf, allOf, items, properties } = resolved
  if (constant !== undefined) return constant
  if (Array.isArray(values) && values.length > 0) return values[0]
  const nested = (inner: unknown, key: string): unknown => {
    const value = sample(document, inner, key, options, depth + 1)
    return options.flat && typeof value === "object" && value !== null ? textFor(key) : value
  }
  for (const members of [anyOf, oneOf]) {
    if (Array.isArray(members) && members.length > 0) return sample(document, members[0], name, options, depth + 1)
  }
  if (Array.isArray(allOf) && allOf.length > 0) {
    const parts = allOf.map((member) => sample(document, member, name, options, depth + 1))
    return parts.every(isJson) ? Object.assign({}, ...parts) : parts[0]
  }
  const type = Array.isArray(resolved["type"]) ? resolved["type"][0] : resolved["type"]
  if (type === "array") return depth > 3 ? [] : [nested(items, `${name}0`), nested(items, `${name}1`)]
  if (type === "object" || isJson(properties)) {
    if (depth > 3 || !isJson(properties)) return { key: textFor(name), other: 2 }
    const required = Array.isArray(resolved["required"]) ? resolved["required"] : []
    const entries = Object.entries(properties)
      .filter(([, property]) => {
        const inner = lookUp(document, property)
        return !(options.skipReadOnly && isJson(inner) && inner["readOnly"] === true)
      })
      .filter(([key, property]) => {
        if (!options.flat) return true
        const inner = lookUp(document, property)
        return !(isJson(inner) && /array|object/.test(String(inner["type"])) && key !== "")
      })
      .filter(([key], index) => index < 5 || required.includes(key))
    return Object.fromEntries(entries.map(([key, property]) => [key, nested(property, key)]))
  }
  switch (type) {
    case "integer":
      return 7
    case "number":
      return 1.5
    case "boolean":
      return name.length % 2 === 0
    case "null":
      return null
    default:
      return textFor(name)
  }
}
