/** Request bodies: which of the declared media types is sent, and what a program passes for it. */
import type { JsonSchema } from "../tool.ts"
import type { JsonRecord } from "./document.ts"
import { isRecord, own, ownList, ownRecord, ownText } from "./document.ts"
import { FILE_SCHEMA } from "./file.ts"
import type { FormField } from "./form.ts"
import { formField, propertiesOf } from "./form.ts"
import { lazy } from "./lazy.ts"
import { essenceOf, isJson, isMultipart, isRange, isText, isTextual, isUrlEncoded, isXml } from "./media-type.ts"
import type { References } from "./reference.ts"
import type { Schemas } from "./schema.ts"
import { describe } from "./schema.ts"
import { Skip } from "./skip.ts"

type Kind = "binary" | "json" | "multipart" | "text" | "urlencoded"

/** A property of a closed object body that is an input of its own. */
export interface FlatField {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface Body {
  readonly kind: Kind
  readonly required: boolean
  /** What is sent as `content-type`: the declared key verbatim, or a concrete type for a range. */
  readonly contentType: string
  /** The whole body's schema, for the one input `body`. This and what follows are made on demand. */
  readonly schema: () => JsonSchema
  /** The body's fields as inputs of their own. */
  readonly flat: () => ReadonlyArray<FlatField> | undefined
  /** How the fields of a form are written. */
  readonly fields: () => ReadonlyMap<string, FormField>
}

/** Lower is preferred; equal ranks keep the document's order. */
const rankOf = (essence: string): number => {
  if (essence === "*/*" || essence === "application/*") return 5
  if (isJson(essence)) return 0
  if (isUrlEncoded(essence)) return 1
  if (isMultipart(essence)) return 2
  if (isText(essence) || isXml(essence)) return 3
  return 4
}

const isStructured = (schema: unknown): boolean =>
  isRecord(schema) &&
  (own(schema, "type") === "object" ||
    own(schema, "type") === "array" ||
    (own(schema, "type") === undefined &&
      ["properties", "additionalProperties", "items", "allOf", "anyOf", "oneOf"].some((key) =>
        Object.hasOwn(schema, key)
      )))

const isTextSchema = (schema: unknown): boolean => isRecord(schema) && own(schema, "type") === "string"

const kindOf = (essence: string, schema: unknown): { readonly kind: Kind; readonly concrete: string | undefined } => {
  if (isJson(essence)) return { kind: "json", concrete: undefined }
  // Declared as a text, a form is one that the program writes itself.
  if (isUrlEncoded(essence)) return { kind: isTextSchema(schema) ? "text" : "urlencoded", concrete: undefined }
  if (isMultipart(essence)) return { kind: "multipart", concrete: isRange(essence) ? "multipart/form-data" : undefined }
  if (essence === "*/*" || essence === "application/*") {
    return isStructured(schema)
      ? { kind: "json", concrete: "application/json" }
      : { kind: "binary", concrete: "application/octet-stream" }
  }
  if (isRange(essence)) {
    return isText(essence)
      ? { kind: "text", concrete: "text/plain; charset=utf-8" }
      : { kind: "binary", concrete: "application/octet-stream" }
  }
  return { kind: isTextual(essence) ? "text" : "binary", concrete: undefined }
}

/** Keys beside a `$ref` that say nothing about the value. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["$ref", "description", "summary", "title", "deprecated"])

/** The schema of a body whose fields may be inputs of their own: required, closed, and nothing but an object. */
const closedObject = (schema: unknown, references: References, required: boolean): JsonRecord | undefined => {
  const resolved = references.resolve(schema)
  if (!required || !isRecord(schema) || !isRecord(resolved)) return undefined
  if (resolved !== schema && Object.keys(schema).some((key) => !ANNOTATIONS.has(key))) return undefined
  const closed =
    own(resolved, "type") === "object" &&
    isRecord(own(resolved, "properties")) &&
    own(resolved, "additionalProperties") === false &&
    own(resolved, "nullable") !== true &&
    !["allOf", "anyOf", "oneOf", "$ref"].some((key) => Object.hasOwn(resolved, key))
  return closed ? resolved : undefined
}

/** The schema of bytes, or of a list of them, with the property's own description. */
const fileSchema = (property: unknown, references: References): JsonSchema => {
  const resolved = references.resolve(property)
  const record = isRecord(resolved) ? resolved : {}
  const schema: JsonSchema = own(record, "type") === "array" ? { type: "array", items: FILE_SCHEMA } : FILE_SCHEMA
  return describe(schema, ownText(record, "description"))
}

/** Forms nested deeper by `allOf` and its like are shown as the document has them. */
const MAX_MEMBERS_DEPTH = 16

/** A form's schema with `{ base64 … }` in the place of every property that holds bytes. Members that come again are made once. */
const withFiles = (
  schema: unknown,
  fields: ReadonlyMap<string, FormField>,
  references: References,
  schemas: Schemas,
  made = new Map<unknown, JsonSchema>(),
  depth = 0
): JsonSchema => {
  const resolved = references.resolve(schema)
  const known = made.get(resolved)
  if (known !== undefined) return known
  const concerned =
    isRecord(resolved) &&
    depth < MAX_MEMBERS_DEPTH &&
    [...propertiesOf(resolved, references).keys()].some((name) => fields.get(name)?.binary)
  if (!concerned) return schemas.convert(schema)
  let result: JsonRecord = schemas.convert(resolved)
  // A schema that is a member of itself stays a reference there.
  made.set(resolved, schemas.convert(schema))
  const properties = Object.entries(ownRecord(result, "properties")).map(([name, property]) => [
    name,
    fields.get(name)?.binary === true ? fileSchema(own(ownRecord(resolved, "properties"), name), references) : property
  ])
  if (properties.length > 0) result = { ...result, properties: Object.fromEntries(properties) }
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const members = ownList(resolved, key)
    if (members.length === 0) continue
    result = {
      ...result,
      [key]: members.map((member) => withFiles(member, fields, references, schemas, made, depth + 1))
    }
  }
  made.set(resolved, result)
  return result
}

/** What a form is where the document does not say. */
const FORM_SCHEMA: JsonSchema = { type: "object" }

/** Whether a schema describes fields, or what may be some. */
const isForm = (schema: unknown): schema is JsonRecord =>
  isRecord(schema) &&
  ([own(schema, "type")].flat().includes("object") ||
    ["$ref", "properties", "additionalProperties", "allOf", "anyOf", "oneOf"].some((key) => Object.hasOwn(schema, key)))

const wholeSchema = (
  kind: Kind,
  schema: unknown,
  fields: ReadonlyMap<string, FormField>,
  references: References,
  schemas: Schemas
): JsonSchema => {
  const resolved = references.resolve(schema)
  const description = isRecord(resolved) ? ownText(resolved, "description") : undefined
  switch (kind) {
    case "multipart":
      return isForm(resolved) ? withFiles(schema, fields, references, schemas) : describe(FORM_SCHEMA, description)
    case "urlencoded":
      return isForm(resolved) ? schemas.convert(schema) : describe(FORM_SCHEMA, description)
    case "text":
      return isTextSchema(resolved) ? schemas.convert(schema) : describe({ type: "string" }, description)
    case "binary":
      return describe(FILE_SCHEMA, description)
    default:
      return schemas.convert(schema)
  }
}

/** A body that GET and HEAD need not have and that has no fields is no input: no client sends one. */
const isPointless = (method: string, required: boolean, schema: unknown): boolean =>
  (method === "GET" || method === "HEAD") &&
  !required &&
  isRecord(schema) &&
  own(schema, "type") === "object" &&
  Object.keys(ownRecord(schema, "properties")).length === 0 &&
  !["allOf", "anyOf", "oneOf", "additionalProperties"].some(
    (key) => Object.hasOwn(schema, key) && schema[key] !== false
  )

/** The body of an operation; `undefined` where it has none. */
export const bodyOf = (
  operation: JsonRecord,
  method: string,
  references: References,
  schemas: Schemas
): Body | Skip | undefined => {
  const declaration = references.resolve(own(operation, "requestBody"))
  if (!isRecord(declaration)) return undefined
  const content = ownRecord(declaration, "content")
  const declared = Object.keys(content)
  const [chosen] = declared
    .filter((mediaType) => isRecord(content[mediaType]))
    .map((mediaType) => ({ mediaType, essence: essenceOf(mediaType) }))
    .sort((left, right) => rankOf(left.essence) - rankOf(right.essence))
  if (chosen === undefined) {
    const names = declared.length === 0 ? "none" : declared.join(", ")
    return new Skip("body-content", `request body has no JSON content (declared: ${names})`)
  }
  const media = ownRecord(content, chosen.mediaType)
  const schema = own(media, "schema")
  const resolved = references.resolve(schema)
  const required = own(declaration, "required") === true
  if (isPointless(method, required, resolved)) return undefined

  const { concrete, kind } = kindOf(chosen.essence, resolved)
  const fields = lazy(() => formFields(kind, schema, ownRecord(media, "encoding"), references))
  return {
    kind,
    required,
    contentType: concrete ?? chosen.mediaType.trim(),
    schema: () =>
      describe(wholeSchema(kind, schema, fields(), references, schemas), ownText(declaration, "description")),
    flat: lazy(() => {
      if (kind === "text" || kind === "binary") return undefined
      const closed = closedObject(schema, references, required)
      return closed === undefined ? undefined : flatFields(kind, closed, fields(), references, schemas)
    }),
    fields
  }
}

/** How each property of a form is written, those included that only the encoding mentions. */
const formFields = (
  kind: Kind,
  schema: unknown,
  encodings: JsonRecord,
  references: References
): ReadonlyMap<string, FormField> => {
  const fields = new Map<string, FormField>()
  if (kind !== "multipart" && kind !== "urlencoded") return fields
  const properties = propertiesOf(schema, references)
  for (const name of new Set([...properties.keys(), ...Object.keys(encodings)])) {
    fields.set(name, formField(name, properties.get(name), own(encodings, name), references))
  }
  return fields
}

const flatFields = (
  kind: Kind,
  closed: JsonRecord,
  fields: ReadonlyMap<string, FormField>,
  references: References,
  schemas: Schemas
): ReadonlyArray<FlatField> => {
  const hidden = schemas.projection.hiddenNames(closed)
  const required = new Set(ownList(closed, "required"))
  return Object.entries(ownRecord(closed, "properties"))
    .filter(([name]) => !hidden.has(name))
    .map(([name, property]) => ({
      name,
      required: required.has(name),
      schema:
        kind === "multipart" && fields.get(name)?.binary === true
          ? fileSchema(property, references)
          : schemas.convert(property)
    }))
}
