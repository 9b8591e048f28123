/** What a host passes to `fromSpec`, looked at before anything is made of it: what is silently no option protects nothing. */
import { Effect } from "effect"
import { DEFAULT_MAX_RESPONSE_BYTES } from "./answer.ts"
import type { AuthResolver } from "./credential.ts"
import { HEADER_NAME, UNSENDABLE } from "./credential.ts"
import type { Document, JsonRecord } from "./document.ts"
import { EMPTY, isRecord } from "./document.ts"
import { silencePromise } from "./promise.ts"
import type { StaticHeaders } from "./request.ts"

/** What {@link fromSpec} takes. */
export interface Options<R = never> {
  /** A parsed OpenAPI 3.0 or 3.1 document. */
  readonly spec: Document
  /** Replaces every declared server. Absolute `http` or `https`, without query or fragment. */
  readonly baseUrl?: string | undefined
  /** Where credentials come from. Without it only operations that allow anonymous access can be called. */
  readonly auth?: AuthResolver<R> | undefined
  /**
   * Sent with every request and never visible to programs. A declared header parameter of the same name wins. A record:
   * write `Object.fromEntries(headers)` for `Headers` and Maps.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Values of server variables by name; the rest use their declared defaults. */
  readonly serverVariables?: Readonly<Record<string, string>> | undefined
  /** The largest answer that is read, in bytes after decompression. Default 50 MiB. */
  readonly maxResponseBytes?: number | undefined
  /**
   * What becomes of operations whose success answer may be `text/event-stream`. `skip`, the default, lists them in
   * `skipped`. `text` makes tools of them: JSON is asked for where it is offered too, and a stream is read to its end
   * as one text, under the client's time limit.
   */
  readonly eventStreams?: "skip" | "text" | undefined
}

/** Options without anything left to decide. */
export interface ResolvedOptions<R> {
  readonly document: JsonRecord
  readonly baseUrl: string | undefined
  readonly auth: AuthResolver<R> | undefined
  readonly headers: StaticHeaders
  readonly variables: Readonly<Record<string, string>>
  readonly maxResponseBytes: number
  readonly eventStreams: "skip" | "text"
}

const OPTIONS: readonly (keyof Options)[] = [
  "spec",
  "baseUrl",
  "auth",
  "headers",
  "serverVariables",
  "maxResponseBytes",
  "eventStreams"
]

/** Throws for what is no option. What a document may be is for documents: none of them is refused. */
export const readOptions = <R>(options: Options<R>): ResolvedOptions<R> => {
  try {
    checkKeys(options)
    return {
      document: documentOf(options),
      baseUrl: checkBaseUrl(options.baseUrl),
      auth: checkAuth(options.auth),
      headers: checkHeaders(options.headers),
      variables: checkVariables(options.serverVariables),
      maxResponseBytes: checkLimit(options.maxResponseBytes),
      eventStreams: checkEventStreams(options.eventStreams)
    }
  } catch (refusal) {
    // Nobody else will look at what was refused, nor at what came with it.
    silenceAll(options)
    throw refusal
  }
}

const silenceAll = (options: unknown): void => {
  silencePromise(options)
  for (const option of membersOf(options)) {
    silencePromise(option)
    membersOf(option).forEach(silencePromise)
  }
}

const membersOf = (value: unknown): ReadonlyArray<unknown> => {
  try {
    return isRecord(value) ? Object.values(value) : []
  } catch {
    // A getter of the host's.
    return []
  }
}

/** A misspelt option would do nothing: no credentials, no limit. */
const checkKeys = (options: object): void => {
  if (!isRecord(options) || isPromise(options)) {
    throw new TypeError(`fromSpec takes an object of options, not ${nameOf(options)}`)
  }
  for (const key of Object.keys(options)) {
    if ((OPTIONS as readonly string[]).includes(key)) continue
    throw new TypeError(`fromSpec has no option ${JSON.stringify(key.slice(0, 100))}. It has ${OPTIONS.join(", ")}.`)
  }
}

/** The text of a document, as opposed to one that is in the place of a document by mistake: it would be one, if it were parsed. */
const DOCUMENT_TEXT = /^\uFEFF?\s*\{|^\uFEFF?\s*["']?(?:openapi|swagger|paths)["']?\s*:/m

const documentOf = (options: { readonly spec: unknown }): JsonRecord => {
  if (!("spec" in options)) throw new TypeError("fromSpec needs a spec: a parsed OpenAPI document")
  const { spec } = options
  if ((typeof spec === "string" && DOCUMENT_TEXT.test(spec)) || isBytes(spec)) {
    const text = typeof spec === "string" ? "text" : "text, decoded from the bytes"
    throw new TypeError(`spec must be a parsed document, not ${nameOf(spec)}. Use OpenAPI.parse(${text}).`)
  }
  if (typeof spec === "function" || (isRecord(spec) && isForeign(spec) && !Object.hasOwn(spec, "paths"))) {
    throw new TypeError(`spec must be a parsed document, not ${nameOf(spec)}`)
  }
  return isRecord(spec) ? spec : EMPTY
}

const checkBaseUrl = (baseUrl: string | undefined): string | undefined => {
  if (isPromise(baseUrl)) throw new TypeError(`baseUrl must be a text, not ${nameOf(baseUrl)}`)
  return baseUrl
}

const checkAuth = <R>(auth: AuthResolver<R> | undefined): AuthResolver<R> | undefined => {
  if (auth === undefined) return undefined
  if (!isRecord(auth) || typeof (auth as { readonly resolve?: unknown }).resolve !== "function") {
    // Whatever it is may be a secret, so it is not shown.
    throw new TypeError(
      `auth must be an object with a function resolve that answers an Effect of a credential, not ${nameOf(auth)}`
    )
  }
  return auth
}

/** The host's headers by lower-case name. What no request could carry is a mistake of the host's. */
const checkHeaders = (headers: Readonly<Record<string, string>> = {}): StaticHeaders => {
  checkTable("headers", headers)
  return new Map(
    Object.entries(headers).map(([name, value]) => {
      if (!HEADER_NAME.test(name)) throw new TypeError(`headers: ${JSON.stringify(name)} is no name of a header`)
      // The value may be a secret, so it is not shown.
      if (typeof value !== "string" || UNSENDABLE.test(value)) {
        throw new TypeError(`headers: the value of '${name}' is no text that a header can carry`)
      }
      return [name.toLowerCase(), value]
    })
  )
}

const checkVariables = (variables: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
  checkTable("serverVariables", variables)
  for (const [name, value] of Object.entries<unknown>(variables)) {
    // As of declared defaults, numbers and booleans have one text.
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") continue
    throw new TypeError(
      `serverVariables: the value of ${JSON.stringify(name.slice(0, 100))} is no text, but ${nameOf(value)}`
    )
  }
  return variables
}

/** Throws for what is no record: of anything else no member would be seen. */
const checkTable = (option: string, table: unknown): void => {
  const isIterable = Array.isArray(table) || (isRecord(table) && Symbol.iterator in table)
  const isHidden = isRecord(table) && (Effect.isEffect(table) || (isForeign(table) && Object.keys(table).length === 0))
  if (isRecord(table) && !isIterable && !isHidden) return
  const advice = isIterable ? `: write Object.fromEntries(${option})` : ""
  throw new TypeError(`${option} must be a record of texts, not ${nameOf(table)}${advice}`)
}

const checkEventStreams = (choice: "skip" | "text" | undefined): "skip" | "text" => {
  if (choice !== undefined && choice !== "skip" && choice !== "text") {
    throw new RangeError('eventStreams must be "skip" or "text"')
  }
  return choice ?? "skip"
}

const checkLimit = (bytes: number | undefined): number => {
  if (bytes === undefined) return DEFAULT_MAX_RESPONSE_BYTES
  if (!Number.isSafeInteger(bytes) || bytes < 1) {
    throw new RangeError("maxResponseBytes must be a safe integer of at least 1")
  }
  return bytes
}

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1)

/** Whether an object may hold anything elsewhere than in its properties: a promise, a Map, an Effect, a module. */
const isForeign = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return !isPlain || tagOf(value) !== "Object"
}

const isPromise = (value: unknown): boolean => isRecord(value) && tagOf(value) === "Promise"

const isBytes = (value: unknown): boolean => ArrayBuffer.isView(value) || tagOf(value).endsWith("ArrayBuffer")

/** What a value is, and what to do with it where that is plain; nothing of what it holds. */
const nameOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  if (typeof value === "string") return "a text"
  if (Array.isArray(value)) return "an array"
  if (typeof value !== "object") return `a ${typeof value}`
  if (isPromise(value)) return "a promise: await it first"
  if (Effect.isEffect(value)) return "an Effect: run it first"
  const tag = tagOf(value)
  if (tag === "Module") return "a module: pass its default export"
  const { constructor } = value as { readonly constructor?: { readonly name?: unknown } }
  const name = tag === "Object" && typeof constructor?.name === "string" ? constructor.name : tag
  return name === "Object" || name === "" ? "an object" : `an instance of ${name.slice(0, 100)}`
}
