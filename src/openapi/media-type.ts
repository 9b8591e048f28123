/** What a media type says about reading and writing a body. */

/** `type/subtype`, lower-cased, without parameters. */
export const essenceOf = (mediaType: string): string => {
  const end = mediaType.indexOf(";")
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase()
}

export const isJson = (essence: string): boolean => essence === "application/json" || essence.endsWith("+json")

/** `text/*` in the narrow sense. */
export const isText = (essence: string): boolean => essence.startsWith("text/")

export const isXml = (essence: string): boolean => essence === "application/xml" || essence.endsWith("+xml")

/** Registered or customary types outside `text/` whose bytes are characters. */
const TEXTUAL: ReadonlySet<string> = new Set([
  "application/ecmascript",
  "application/graphql",
  "application/javascript",
  "application/json-seq",
  "application/jsonl",
  "application/jsonlines",
  "application/ndjson",
  "application/rtf",
  "application/sparql-query",
  "application/sql",
  "application/toml",
  "application/x-httpd-php",
  "application/x-javascript",
  "application/x-json",
  "application/x-jsonlines",
  "application/x-ndjson",
  "application/x-pem-file",
  "application/x-sh",
  "application/x-www-form-urlencoded",
  "application/x-yaml",
  "application/xml-dtd",
  "application/yaml",
  "application/yml"
])

/** Whether the bytes of a type are characters: `text/*`, XML, YAML, scripts and the like. JSON is none of these. */
export const isTextual = (essence: string): boolean =>
  isText(essence) ||
  isXml(essence) ||
  TEXTUAL.has(essence) ||
  essence.endsWith("+yaml") ||
  essence.endsWith("+json-seq")

export const isUrlEncoded = (essence: string): boolean => essence === "application/x-www-form-urlencoded"

export const isMultipart = (essence: string): boolean => essence.startsWith("multipart/")

/** A range such as `image/*`, which may be offered but never sent. */
export const isRange = (essence: string): boolean => essence.includes("*")

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i

/** The `charset` parameter, as written. */
export const charsetOf = (mediaType: string): string | undefined => CHARSET.exec(mediaType)?.[1]

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&'*^.+-]+|"[\x20-\x21\x23-\x7e]*"))*$/

/** Whether a text may be sent as a content type. */
export const isContentType = (text: string): boolean => MEDIA_TYPE.test(text)
