/**
 * Reading a document that nobody validated: own properties only, and an answer for any shape. An OpenAPI document is
 * a JSON value; names such as `__proto__` and `constructor` are data in it like any other.
 */

/** An object with string keys, as opposed to a list, `null` or a scalar. */
export interface JsonRecord {
  readonly [key: string]: unknown
}

/**
 * A parsed OpenAPI 3.0 or 3.1 document. It is read and never changed, and its parts may be shared with the tools made
 * from it; do not change it afterwards.
 */
export interface Document {
  /** `3.0.x` selects the schema rules of OpenAPI 3.0; anything else those of 3.1 (JSON Schema 2020-12). */
  readonly openapi?: unknown
  readonly info?: unknown
  readonly servers?: unknown
  readonly paths?: unknown
  readonly components?: unknown
  readonly security?: unknown
}

/** Which rules the document's schemas and styles follow. */
export interface Dialect {
  /** OpenAPI 3.0 schemas (`nullable`, boolean exclusive bounds) rather than JSON Schema 2020-12. */
  readonly legacySchemas: boolean
  /** `label` without `explode` joins by `.` up to 3.0.3 and in 3.1.0, by `,` in every later edition. */
  readonly labelSeparator: "." | ","
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A record's own value of a key. */
export const own = (record: JsonRecord, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined)

/** A record's own value of a key if that is a record, else an empty one. */
export const ownRecord = (record: JsonRecord, key: string): JsonRecord => {
  const value = own(record, key)
  return isRecord(value) ? value : EMPTY
}

/** A record's own value of a key if that is a list, else an empty one. */
export const ownList = (record: JsonRecord, key: string): ReadonlyArray<unknown> => {
  const value = own(record, key)
  return Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []
}

/** A record's own value of a key if that is a text that is not empty. */
export const ownText = (record: JsonRecord, key: string): string | undefined => {
  const value = own(record, key)
  return typeof value === "string" && value !== "" ? value : undefined
}

export const EMPTY: JsonRecord = Object.freeze({})

const VERSION = /^3\.(\d+)(?:\.(\d+))?/

export const dialectOf = (document: JsonRecord): Dialect => {
  const version = own(document, "openapi")
  const text = typeof version === "string" ? version : ""
  const [, minor, patch = "0"] = VERSION.exec(text) ?? []
  const early = (minor === "0" && Number(patch) <= 3) || (minor === "1" && Number(patch) === 0)
  return { legacySchemas: text.startsWith("3.0"), labelSeparator: early ? "." : "," }
}
