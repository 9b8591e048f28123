/** A body's value as the bytes that its media type makes of it. */
import { HttpBody } from "effect/http"
import type { Body } from "./body.ts"
import type { JsonRecord } from "./document.ts"
import { isRecord } from "./document.ts"
import { isFile, readFile } from "./file.ts"
import type { FormField } from "./form.ts"
import { fieldText, formPairs, isEmpty, jsonText, plainField } from "./form.ts"
import { charsetOf, essenceOf, isContentType, isJson, isRange } from "./media-type.ts"
import type { Part } from "./multipart.ts"
import { writeMultipart } from "./multipart.ts"
import { encodeForm } from "./percent.ts"
import { refuse } from "./refusal.ts"
import type { Pair } from "./style.ts"
import { scalarText } from "./style.ts"

/** Pairs as `application/x-www-form-urlencoded` text. */
export const writePairs = (pairs: ReadonlyArray<Pair>): string =>
  pairs.map((pair) => `${encodeForm(pair.name)}=${pair.encoded ?? encodeForm(pair.value)}`).join("&")

const asRecord = (value: unknown): JsonRecord =>
  isRecord(value) ? value : refuse("The body of a form must be an object")

/** The first media type of an encoding that may be sent; it can list several, or ranges. */
const concreteType = (declared: string | undefined): string | undefined =>
  declared
    ?.split(",")
    .map((type) => type.trim())
    .find((type) => isContentType(type) && !isRange(essenceOf(type)))

const partOf = (value: unknown, name: string, field: FormField): Part => {
  const { headers } = field
  const declared = concreteType(field.contentType) ?? field.mediaType
  const bytesMeant = field.binary || (isFile(value) && !field.object)
  if (bytesMeant && (isFile(value) || scalarText(value) !== undefined)) {
    const file = readFile(value, `body field '${name}'`)
    return {
      name,
      filename: file.filename ?? name,
      contentType: file.contentType ?? declared ?? "application/octet-stream",
      headers,
      bytes: file.bytes
    }
  }
  const structured = scalarText(value) === undefined
  const contentType = declared ?? (structured ? "application/json" : undefined)
  if (structured && contentType !== undefined && !isJson(essenceOf(contentType))) {
    refuse(`body field '${name}' is sent as ${contentType} and must be a string`)
  }
  const bytes = new TextEncoder().encode(fieldText(value, name, field))
  return { name, filename: undefined, contentType, headers, bytes }
}

const partsOf = (value: JsonRecord, fields: ReadonlyMap<string, FormField>): ReadonlyArray<Part> =>
  Object.entries(value).flatMap(([name, item]) => {
    const field = fields.get(name) ?? plainField
    // A form has no `null` for bytes: there is a file, or there is none.
    if (item === undefined || isEmpty(item) || (item === null && field.binary)) return []
    if (field.writing !== undefined && !field.binary) {
      return formPairs(item, name, field).map((pair) => ({
        name: pair.name,
        filename: undefined,
        contentType: undefined,
        headers: field.headers,
        bytes: new TextEncoder().encode(pair.value)
      }))
    }
    return (Array.isArray(item) ? (item as ReadonlyArray<unknown>) : [item]).map((one) => partOf(one, name, field))
  })

/** A text in the charset that its content type names; UTF-8 where it names none. */
const encodeText = (text: string, contentType: string): HttpBody.HttpBody => {
  const charset = (charsetOf(contentType) ?? "utf-8").toLowerCase()
  if (/^utf-?8$/.test(charset)) return HttpBody.text(text, contentType)
  const latin = /^(?:iso-8859-1|latin-?1)$/.test(charset)
  if (/^utf|^ucs/.test(charset) || (latin ? /[^\0-\xff]/ : /[^\0-\x7f]/).test(text)) {
    refuse(`The body is sent as ${contentType}; pass its bytes as { base64 } in that charset`)
  }
  return HttpBody.uint8Array(
    Uint8Array.from(text, (character) => character.charCodeAt(0)),
    contentType
  )
}

/** The bytes of a body. Refuses what its media type cannot express. */
export const encodeBody = (body: Body, value: unknown): HttpBody.HttpBody => {
  switch (body.kind) {
    case "json":
      return HttpBody.text(jsonText(value, "body"), body.contentType)
    case "urlencoded": {
      const pairs = Object.entries(asRecord(value)).flatMap(([name, item]) =>
        item === undefined ? [] : formPairs(item, name, body.fields().get(name) ?? plainField)
      )
      return HttpBody.text(writePairs(pairs), body.contentType)
    }
    case "multipart": {
      const { bytes, contentType } = writeMultipart(
        partsOf(asRecord(value), body.fields()),
        essenceOf(body.contentType)
      )
      return HttpBody.uint8Array(bytes, contentType)
    }
    case "text": {
      const text = scalarText(value)
      if (text !== undefined) return encodeText(text, body.contentType)
      if (!isFile(value)) return refuse(`The body is sent as ${body.contentType} and must be a string`)
      const file = readFile(value, "The body")
      return HttpBody.uint8Array(file.bytes, file.contentType ?? body.contentType)
    }
    case "binary": {
      const file = readFile(value, "The body")
      return HttpBody.uint8Array(file.bytes, file.contentType ?? body.contentType)
    }
  }
}
