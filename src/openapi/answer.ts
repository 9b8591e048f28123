/** What a server sent, as the value or the failure that the program gets. */
import { Effect, Stream } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"
import type { ToolError } from "../tool-error.ts"
import { toolError } from "../tool-error.ts"
import { encodeBase64 } from "./base64.ts"
import { charsetOf, essenceOf, isJson, isTextual } from "./media-type.ts"

/** 50 MiB. */
export const DEFAULT_MAX_RESPONSE_BYTES = 52_428_800

/** The longest text that a program can hold, in UTF-16 units. */
const MAX_TEXT_UNITS = 2 ** 24

const MAX_EXCERPT_UNITS = 1024

const sizeText = (bytes: number): string => {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`
}

const isEmptyBody = (error: HttpClientError.HttpClientError): boolean => error.reason._tag === "EmptyBodyError"

/** The body's bytes, at most `limit` of them. */
export const readBytes = (
  response: HttpClientResponse.HttpClientResponse,
  method: string,
  limit: number,
  label: string
): Effect.Effect<Uint8Array, ToolError> => {
  const tooLarge = toolError(`${label}: the response exceeds ${sizeText(limit)} (HTTP ${response.status})`)
  // The length that a HEAD answer declares is that of a body it does not have.
  if (method !== "HEAD" && Number(response.headers["content-length"] ?? 0) > limit) return Effect.fail(tooLarge)
  return Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        size += chunk.length
        if (size > limit) return Effect.fail(tooLarge)
        chunks.push(chunk)
        return Effect.void
      }),
      Effect.catchTag("HttpClientError", (error) =>
        isEmptyBody(error)
          ? Effect.void
          : Effect.fail(
              toolError(`${label}: the response could not be read to its end (HTTP ${response.status})`, error)
            )
      ),
      Effect.map(() => join(chunks, size))
    )
  })
}

const join = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  if (chunks.length === 1) return chunks[0]!
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Lenient: a byte order mark is dropped, bad bytes become U+FFFD, an unknown charset is read as UTF-8. */
const decode = (bytes: Uint8Array, charset: string | undefined): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const checkLength = (units: number, what: string, label: string): ToolError | undefined =>
  units > MAX_TEXT_UNITS
    ? toolError(
        `${label}: the response's ${what} has ${units} characters; at most ${MAX_TEXT_UNITS} fit a program's string`
      )
    : undefined

/** The value of a successful answer. Its own content type decides how it is read. */
export const valueOf = (
  bytes: Uint8Array,
  contentType: string | undefined,
  binaryOnly: boolean,
  label: string
): Effect.Effect<unknown, ToolError> => {
  if (bytes.length === 0) return Effect.succeed(null)
  const essence = essenceOf(contentType ?? "")
  if (isJson(essence)) {
    const text = decode(bytes, undefined)
    if (text.trim() === "") return Effect.succeed(null)
    return Effect.try({
      try: () => JSON.parse(text) as unknown,
      catch: (cause) => toolError(`${label} returned malformed JSON`, cause)
    })
  }
  const declaredCharset = charsetOf(contentType ?? "")
  if (essence === "" ? !binaryOnly : isTextual(essence) || declaredCharset !== undefined) {
    const text = decode(bytes, declaredCharset)
    return checkLength(text.length, "text", label) ?? Effect.succeed(text)
  }
  return (
    checkLength(Math.ceil(bytes.length / 3) * 4, "base64 text", label) ??
    Effect.sync(() => ({
      contentType: contentType ?? "application/octet-stream",
      base64: encodeBase64(bytes),
      bytes: bytes.length
    }))
  )
}

const compact = (text: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return value === null ? undefined : JSON.stringify(value)
  } catch {
    return text
  }
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** Every form of a secret that a server may echo: as it is, inside JSON, inside a URL or a form, in base64. */
const spellings = (secret: string): ReadonlyArray<string> => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret.replace(/[\uD800-\uDFFF]/g, "\uFFFD")),
  new URLSearchParams([["", secret]]).toString().slice(1),
  encodeBase64(new TextEncoder().encode(secret))
]

/** A text without the secrets of the call. */
export const scrub = (text: string, secrets: ReadonlyArray<string>): string => {
  const all = [...new Set(secrets.filter((secret) => secret !== "").flatMap(spellings))]
  if (all.length === 0) return text
  const pattern = all
    .sort((left, right) => right.length - left.length)
    .map(escapePattern)
    .join("|")
  return text.replace(new RegExp(pattern, "g"), "[redacted]")
}

/** What an unsuccessful answer says about itself, scrubbed and short. */
export const excerptOf = (
  bytes: Uint8Array,
  contentType: string | undefined,
  secrets: ReadonlyArray<string>
): string => {
  const essence = essenceOf(contentType ?? "")
  const text = decode(bytes, isJson(essence) ? undefined : charsetOf(contentType ?? ""))
  const body = isJson(essence) ? compact(text) : text
  if (body === undefined || body.trim() === "") return "no response body"
  const scrubbed = scrub(body, secrets)
  return scrubbed.length > MAX_EXCERPT_UNITS ? `${scrubbed.slice(0, MAX_EXCERPT_UNITS)}...` : scrubbed
}
