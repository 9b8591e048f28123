/**
 * Values as text, in every style of the Style Values table of the Parameter Object. Each place answers in its own
 * terms: a path segment, pairs of a query, a header's value, pairs of a `Cookie` header.
 */
import { isRecord } from "./document.ts"
import { encodeReserved, encodeUnreserved } from "./percent.ts"
import { refuse } from "./refusal.ts"

export type Style =
  | "cookie"
  | "deepObject"
  | "form"
  | "label"
  | "matrix"
  | "pipeDelimited"
  | "simple"
  | "spaceDelimited"

/** How a value is written. `subject` names it in refusals, such as `query parameter 'tags'`. */
export interface Writing {
  readonly subject: string
  readonly style: Style
  readonly explode: boolean
  readonly allowReserved: boolean
  /** Only an object or list can be meant, so that a scalar under `deepObject` is a mistake. */
  readonly structured: boolean
}

/** One `name=value` of a query, a form or a cookie header. */
export interface Pair {
  readonly name: string
  readonly value: string
  /** The value as it stands on the wire, where that is not the ordinary escaping of `value`. */
  readonly encoded?: string
}

type Shape =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly items: ReadonlyArray<string> }
  | { readonly kind: "record"; readonly entries: ReadonlyArray<readonly [string, string]> }

/** The text of a string, number, boolean or `null`; `undefined` for everything else. */
export const scalarText = (value: unknown): string | undefined => {
  switch (typeof value) {
    case "string":
      return value
    case "number":
    case "boolean":
    case "bigint":
      return String(value)
    default:
      return value === null ? "null" : undefined
  }
}

const flatText = (value: unknown, subject: string): string =>
  scalarText(value) ?? refuse(`${subject} contains an unsupported nested value; pass a flat list or object`)

const shapeOf = (value: unknown, subject: string): Shape => {
  const text = scalarText(value)
  if (text !== undefined) return { kind: "scalar", text }
  if (Array.isArray(value)) {
    return { kind: "list", items: Array.from(value as ReadonlyArray<unknown>, (item) => flatText(item, subject)) }
  }
  if (!isRecord(value)) return refuse(`${subject} has an unsupported type of value`)
  return { kind: "record", entries: Object.entries(value).map(([key, item]) => [key, flatText(item, subject)]) }
}

/** A value inside a path, escaped. Empty where the style has nothing to write. */
export const pathText = (value: unknown, name: string, writing: Writing, labelSeparator: string): string => {
  const encode = encodeUnreserved
  const shape = shapeOf(value, writing.subject)
  const { explode } = writing
  const assign = ([key, text]: readonly [string, string]): string => `${encode(key)}=${encode(text)}`
  const flat = shape.kind === "list" ? shape.items : shape.kind === "record" ? shape.entries.flat() : [shape.text]
  if (flat.length === 0) return ""
  const encoded = flat.map(encode)
  switch (writing.style) {
    case "label":
      if (shape.kind === "record" && explode) return `.${shape.entries.map(assign).join(".")}`
      return `.${encoded.join(explode ? "." : labelSeparator)}`
    case "matrix": {
      if (shape.kind === "record" && explode) return shape.entries.map((entry) => `;${assign(entry)}`).join("")
      const named = (text: string): string => (text === "" ? `;${encode(name)}` : `;${encode(name)}=${text}`)
      return shape.kind === "list" && explode ? encoded.map(named).join("") : named(encoded.join(","))
    }
    default:
      if (shape.kind === "record" && explode) return shape.entries.map(assign).join(",")
      return encoded.join(",")
  }
}

/** `a[b][c]=v`, `a[0]=v`. Lists and objects may nest as deep as a value can. */
const nestedPairs = (name: string, value: unknown, subject: string, depth: number, pairs: Array<Pair>): void => {
  const text = scalarText(value)
  if (text !== undefined) {
    pairs.push({ name, value: text })
    return
  }
  if (depth > 64) refuse(`${subject} is nested too deeply`)
  if (Array.isArray(value)) {
    ;(value as ReadonlyArray<unknown>).forEach((item, index) => {
      nestedPairs(`${name}[${index}]`, item, subject, depth + 1, pairs)
    })
    return
  }
  if (!isRecord(value)) {
    refuse(`${subject} contains an unsupported nested value`)
    return
  }
  for (const [key, item] of Object.entries(value)) nestedPairs(`${name}[${key}]`, item, subject, depth + 1, pairs)
}

const DELIMITERS = { form: ",", pipeDelimited: "|", spaceDelimited: " " } as const

/** The pairs of a query or of a form. */
export const queryPairs = (value: unknown, name: string, writing: Writing): ReadonlyArray<Pair> => {
  const { allowReserved, explode, style, subject } = writing
  if (style === "deepObject") {
    if (writing.structured && scalarText(value) !== undefined) refuse(`${subject} must be an object`)
    const pairs: Array<Pair> = []
    nestedPairs(name, value, subject, 0, pairs)
    return allowReserved ? pairs.map((pair) => ({ ...pair, encoded: encodeReserved(pair.value) })) : pairs
  }
  const encode = allowReserved ? encodeReserved : encodeUnreserved
  const pair = (key: string, text: string): Pair =>
    allowReserved ? { name: key, value: text, encoded: encodeReserved(text) } : { name: key, value: text }
  const shape = shapeOf(value, subject)
  if (shape.kind === "scalar") return [pair(name, shape.text)]
  if (explode) {
    return shape.kind === "list"
      ? shape.items.map((item) => pair(name, item))
      : shape.entries.map(([key, text]) => pair(key, text))
  }
  const flat = shape.kind === "list" ? shape.items : shape.entries.flat()
  if (flat.length === 0) return []
  const delimiter = DELIMITERS[style as keyof typeof DELIMITERS] ?? ","
  const joined = flat.join(delimiter)
  if (style === "spaceDelimited") return [{ name, value: joined, encoded: flat.map(encode).join("%20") }]
  // With `allowReserved` the commas between the items are as literal as those inside them; a bar is never allowed raw.
  if (allowReserved) return [{ name, value: joined, encoded: flat.map(encode).join(style === "form" ? "," : "%7C") }]
  return [{ name, value: joined }]
}

/** A header's value; `undefined` where there is nothing to send. Nothing is escaped. */
export const headerText = (value: unknown, writing: Writing): string | undefined => {
  const shape = shapeOf(value, writing.subject)
  if (shape.kind === "scalar") return shape.text
  if (shape.kind === "record" && writing.explode) {
    return shape.entries.length === 0 ? undefined : shape.entries.map(([key, text]) => `${key}=${text}`).join(",")
  }
  const flat = shape.kind === "list" ? shape.items : shape.entries.flat()
  return flat.length === 0 ? undefined : flat.join(",")
}

/**
 * The pairs of a `Cookie` header, their values written out. Exploded values are cookies of their own: the `&` of the
 * `form` style does not separate cookies (OpenAPI 3.1.1, Appendix D).
 */
export const cookiePairs = (value: unknown, name: string, writing: Writing): ReadonlyArray<Pair> => {
  const encode = writing.style === "cookie" ? (text: string): string => text : encodeUnreserved
  const pair = (key: string, text: string): Pair => ({ name: key, value: text })
  const shape = shapeOf(value, writing.subject)
  if (shape.kind === "scalar") return [pair(name, encode(shape.text))]
  if (writing.explode) {
    return shape.kind === "list"
      ? shape.items.map((item) => pair(name, encode(item)))
      : shape.entries.map(([key, text]) => pair(key, encode(text)))
  }
  const flat = shape.kind === "list" ? shape.items : shape.entries.flat()
  return flat.length === 0 ? [] : [pair(name, flat.map(encode).join(","))]
}
