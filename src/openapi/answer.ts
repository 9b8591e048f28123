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

/** Types whose bytes are no characters, whatever charset a server names with all that it sends. */
const OPAQUE = /^(?:audio|font|image|video)\/|^application\/(?:pdf|gzip|zip)$/

/** The text of a type that is none by itself but comes with a charset, if its bytes are text in it. */
const decodeStrictly = (bytes: Uint8Array, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const textOf = (bytes: Uint8Array, essence: string, charset: string | undefined, binaryOnly: boolean) => {
  if (essence === "" ? !binaryOnly : isTextual(essence)) return decode(bytes, charset)
  return essence === "" || charset === undefined || OPAQUE.test(essence) ? undefined : decodeStrictly(bytes, charset)
}

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
  const text = textOf(bytes, essence, charsetOf(contentType ?? ""), binaryOnly)
  if (text !== undefined) return checkLength(text.length, "text", label) ?? Effect.succeed(text)
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

const anyCase = (text: string): string =>
  text.replace(/[a-f]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" }

const ESCAPES: Readonly<Record<string, string>> = { "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t" }

/** A character that some format escapes, in every spelling: JSON (in JSON), percent, form, HTML. */
const spelled = (character: string): string => {
  const code = character.codePointAt(0)!
  const units = Array.from({ length: character.length }, (_, index) => {
    const hex = character.charCodeAt(index).toString(16).padStart(4, "0")
    return `\\\\{1,4}u${anyCase(hex)}`
  })
  const bytes = new TextEncoder().encode(character)
  const percent = Array.from(bytes, (byte) => `%(?:25){0,2}${anyCase(byte.toString(16).padStart(2, "0"))}`)
  const all = [
    // A backslash may stand before it in JSON, and is itself doubled there.
    character === "\\" ? "\\\\{1,8}" : `\\\\{0,4}${escapePattern(character)}`,
    units.join(""),
    percent.join(""),
    `&#0{0,4}${code};`,
    `&#[xX]0{0,4}${anyCase(code.toString(16))};`
  ]
  if (character === " ") all.push("\\+")
  const entity = ENTITIES[character]
  if (entity !== undefined) all.push(`&${entity};`)
  const escape = ESCAPES[character]
  if (escape !== undefined) all.push(`\\\\{1,4}${escape}`)
  return `(?:${all.join("|")})`
}

/** What no format escapes stands as it is. */
const PLAIN = /^[A-Za-z0-9._~-]$/

/** A secret as a server may echo it. Unpaired surrogates are sent, and so come back, as U+FFFD. */
const spellings = (secret: string): ReadonlyArray<string> => {
  const wellFormed = secret.replace(/[\uD800-\uDFFF]/gu, "\uFFFD")
  const base64 = encodeBase64(new TextEncoder().encode(secret)).replace(/=+$/, "")
  const letters = base64.replace(/[+/]/g, (letter) => (letter === "+" ? "(?:[+-]|%2[bB])" : "(?:[/_]|%2[fF]|\\\\/)"))
  // A few letters without their padding could be anything.
  const padding = `(?:=|%3[dD]){${secret.length < 6 ? (3 - (new TextEncoder().encode(secret).length % 3)) % 3 : 0},2}`
  return [
    Array.from(wellFormed, (character) => (PLAIN.test(character) ? escapePattern(character) : spelled(character))).join(
      ""
    ),
    `${letters}${padding}`
  ]
}

/** A text without the secrets of the call. */
export const scrub = (text: string, secrets: ReadonlyArray<string>): string => {
  const all = [...new Set(secrets.filter((secret) => secret !== ""))]
  if (all.length === 0) return text
  const pattern = all
    .sort((left, right) => right.length - left.length)
    .flatMap(spellings)
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
