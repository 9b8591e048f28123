/**
 * Fields of a form, `application/x-www-form-urlencoded` or `multipart/*`: which encoding each has, how it is written.
 */
import type { JsonRecord } from "./document.ts"
import { isRecord, own, ownList, ownRecord, ownText } from "./document.ts"
import { essenceOf, isContentType, isJson, isRange, isTextual } from "./media-type.ts"
import type { References } from "./reference.ts"
import type { Pair, Style, Writing } from "./style.ts"
import { queryPairs, scalarText } from "./style.ts"
import { refuse } from "./refusal.ts"

/** How one property of a form body is written. */
export interface FormField {
  /** The property holds bytes. */
  readonly binary: boolean
  /** The schema admits text only, so that a text sent as JSON is quoted. */
  readonly text: boolean
  /** The schema is an object's, so that `{ base64 }` is an ordinary object. */
  readonly object: boolean
  /** The encoding's own media types, as written. */
  readonly contentType: string | undefined
  /** What the schema itself says of the content's type. */
  readonly mediaType: string | undefined
  /** The encoding chose a style. */
  readonly writing: Writing | undefined
  /** Fixed headers of the part. */
  readonly headers: ReadonlyArray<readonly [string, string]>
}

const FORM_STYLES: ReadonlySet<unknown> = new Set(["deepObject", "form", "pipeDelimited", "spaceDelimited"])

const typeOf = (schema: JsonRecord): unknown => {
  const type = own(schema, "type")
  if (!Array.isArray(type)) return type
  const types = (type as ReadonlyArray<unknown>).filter((name) => name !== "null")
  return types.length === 1 ? types[0] : undefined
}

/** Whether a schema describes bytes: `format: binary`, or a string of a media type that is not text. */
export const isBinarySchema = (value: unknown, references: References): boolean => {
  const schema = references.resolve(value)
  if (!isRecord(schema)) return false
  if (own(schema, "format") === "binary") return true
  const essence = essenceOf(ownText(schema, "contentMediaType") ?? "")
  return essence !== "" && own(schema, "contentEncoding") === undefined && !isJson(essence) && !isTextual(essence)
}

/** Bytes of a declared type, or a text that encodes some, for which 3.1 has a default of its own. */
const mediaTypeOf = (schema: unknown): string | undefined => {
  if (!isRecord(schema)) return undefined
  const declared = ownText(schema, "contentMediaType")
  const encoded = ownText(schema, "contentEncoding") !== undefined
  const concrete = declared !== undefined && isContentType(declared) && !isRange(essenceOf(declared))
  if (concrete && (encoded || !(isJson(essenceOf(declared)) || isTextual(essenceOf(declared))))) return declared
  return encoded ? "application/octet-stream" : undefined
}

/** Every property of a schema, those of its `allOf` members included; the first mention wins. */
export const propertiesOf = (value: unknown, references: References): ReadonlyMap<string, unknown> => {
  const properties = new Map<string, unknown>()
  const pending = [references.resolve(value)]
  const seen = new Set<unknown>()
  for (const schema of pending) {
    if (!isRecord(schema) || seen.has(schema)) continue
    seen.add(schema)
    for (const [name, property] of Object.entries(ownRecord(schema, "properties"))) {
      if (!properties.has(name)) properties.set(name, property)
    }
    for (const key of ["allOf", "anyOf", "oneOf"]) {
      for (const member of ownList(schema, key)) pending.push(references.resolve(member))
    }
  }
  return properties
}

/** A header's value where the document itself fixes it; there is no input for it. */
const fixedHeader = (value: unknown, references: References): string | undefined => {
  const header = references.resolve(value)
  if (!isRecord(header)) return undefined
  const schema = references.resolve(own(header, "schema"))
  if (!isRecord(schema)) return undefined
  const single = ownList(schema, "enum").length === 1 ? ownList(schema, "enum")[0] : undefined
  for (const candidate of [own(schema, "const"), single, own(schema, "default"), own(header, "example")]) {
    const text = candidate === undefined ? undefined : scalarText(candidate)
    if (text !== undefined && !/[\r\n\0]/.test(text)) return text
  }
  return undefined
}

export const formField = (name: string, schema: unknown, encodingValue: unknown, references: References): FormField => {
  const resolved = references.resolve(schema)
  const record = isRecord(resolved) ? resolved : {}
  const items = typeOf(record) === "array" ? own(record, "items") : undefined
  const encoding = isRecord(encodingValue) ? encodingValue : {}
  const style = own(encoding, "style")
  const explode = own(encoding, "explode")
  const allowReserved = own(encoding, "allowReserved")
  const styled = FORM_STYLES.has(style) || typeof explode === "boolean" || typeof allowReserved === "boolean"
  const chosen = (FORM_STYLES.has(style) ? style : "form") as Style
  const contentType = ownText(encoding, "contentType")
  const untyped = Object.keys(record).length === 0
  const type = typeOf(isRecord(references.resolve(items)) ? (references.resolve(items) as JsonRecord) : record)
  const essence = contentType === undefined ? "" : essenceOf(contentType.split(",", 1)[0]!)
  const foreign = essence !== "" && !isJson(essence) && !isTextual(essence)
  return {
    binary:
      isBinarySchema(record, references) ||
      isBinarySchema(items, references) ||
      (foreign && (untyped || type === "string" || type === undefined)),
    text: type === "string",
    object: typeOf(record) === "object" || Object.hasOwn(record, "properties"),
    contentType,
    mediaType: mediaTypeOf(isRecord(references.resolve(items)) ? references.resolve(items) : record),
    writing: styled
      ? {
          subject: `body field '${name}'`,
          style: chosen,
          explode: typeof explode === "boolean" ? explode : chosen === "form" || chosen === "deepObject",
          allowReserved: allowReserved === true,
          structured: false
        }
      : undefined,
    headers: Object.entries(ownRecord(encoding, "headers")).flatMap(([header, declaration]) => {
      const text = header.toLowerCase() === "content-type" ? undefined : fixedHeader(declaration, references)
      return text === undefined || !/^[\w!#$%&'*+.^`|~-]+$/.test(header) ? [] : [[header, text] as const]
    })
  }
}

/** What a property that the schema does not mention is written as. */
export const plainField: FormField = {
  binary: false,
  text: false,
  object: false,
  contentType: undefined,
  mediaType: undefined,
  writing: undefined,
  headers: []
}

/** JSON text of a value, refused where there is none (a circle, a function). */
export const jsonText = (value: unknown, subject: string): string => {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    // A circle, a BigInt, or nesting beyond the host's stack: JSON has none of them.
  }
  return text ?? refuse(`Invalid JSON ${subject}: the value cannot be encoded as JSON`)
}

const isJsonType = (contentType: string | undefined): boolean =>
  contentType !== undefined && isJson(essenceOf(contentType.split(",", 1)[0]!))

/** One value as the text of its field: scalars as they are, objects as JSON. */
export const fieldText = (value: unknown, name: string, field: FormField): string => {
  const text = scalarText(value)
  if (text === undefined) return jsonText(value, `body field '${name}'`)
  return isJsonType(field.contentType) && (typeof value !== "string" || field.text) ? JSON.stringify(value) : text
}

/** A list or object with nothing in it, for which a form sends nothing. */
export const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0

/** The pairs of a form field that is not bytes; none for an empty list or object. */
export const formPairs = (value: unknown, name: string, field: FormField): ReadonlyArray<Pair> => {
  if (isEmpty(value)) return []
  if (field.writing !== undefined) return queryPairs(value, name, field.writing)
  const values = Array.isArray(value) ? (value as ReadonlyArray<unknown>) : [value]
  return values.filter((item) => item !== undefined).map((item) => ({ name, value: fieldText(item, name, field) }))
}
