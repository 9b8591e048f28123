/** Bytes as a program passes them: `{ base64, filename?, contentType? }`, or a plain text that is sent as UTF-8. */
import type { JsonSchema } from "../tool.ts"
import { decodeBase64 } from "./base64.ts"
import { isRecord, own } from "./document.ts"
import { isContentType } from "./media-type.ts"
import { refuse } from "./refusal.ts"
import { scalarText } from "./style.ts"

/** What a signature shows where bytes are expected. */
export const FILE_SCHEMA: JsonSchema = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: {
        base64: { type: "string" },
        filename: { type: "string" },
        contentType: { type: "string" }
      },
      required: ["base64"],
      additionalProperties: false
    }
  ]
}

export interface File {
  readonly bytes: Uint8Array
  readonly filename: string | undefined
  readonly contentType: string | undefined
}

/** `bytes` is the size that a binary answer has beside its base64, so that one can be passed on as it came. */
const KEYS: ReadonlySet<string> = new Set(["base64", "bytes", "contentType", "filename"])

/** Whether a value is written as bytes, as opposed to an object that merely has a `base64` among other keys. */
export const isFile = (value: unknown): boolean =>
  isRecord(value) &&
  typeof own(value, "base64") === "string" &&
  Object.keys(value).every((key) => KEYS.has(key)) &&
  (!Object.hasOwn(value, "bytes") || typeof value["bytes"] === "number")

const optionalText = (value: unknown, subject: string, key: string): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : refuse(`${subject} has a '${key}' that is no string`)
}

/** The bytes of an input. */
export const readFile = (value: unknown, subject: string): File => {
  // `null` is no file, and four letters would be a wrong one.
  const text = value === null ? undefined : scalarText(value)
  if (text !== undefined) {
    return { bytes: new TextEncoder().encode(text), filename: undefined, contentType: undefined }
  }
  if (!isRecord(value) || !isFile(value)) {
    return refuse(`${subject} must be a string or { base64, filename?, contentType? }`)
  }
  const bytes = decodeBase64(value["base64"] as string) ?? refuse(`${subject} is not valid base64`)
  const contentType = optionalText(own(value, "contentType"), subject, "contentType")
  if (contentType !== undefined && !isContentType(contentType)) refuse(`${subject} has an invalid contentType`)
  return { bytes, filename: optionalText(own(value, "filename"), subject, "filename"), contentType }
}
