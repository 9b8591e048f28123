/** Text to document: JSON by the platform, YAML by the optional peer `yaml`, which is loaded only when it is needed. */
import { Data, Effect } from "effect"
import type { Document } from "./document.ts"
import { isRecord } from "./document.ts"

/** Why a text is no document. */
export class DocumentError extends Data.TaggedError("OpenAPIDocumentError")<{
  readonly message: string
  /** 1-based, where known. */
  readonly line?: number
  /** 1-based, where known. */
  readonly column?: number
  readonly cause?: unknown
}> {}

const asDocument = (value: unknown): Effect.Effect<Document, DocumentError> =>
  isRecord(value)
    ? Effect.succeed(value)
    : Effect.fail(new DocumentError({ message: "An OpenAPI document must be an object." }))

/** JSON that is no JSON would be read as YAML flow style, with a message that helps less. */
const looksLikeJson = (text: string): boolean => /^\s*[{[]/.test(text)

interface YamlFailure {
  readonly message: string
  readonly linePos?: readonly [{ readonly line: number; readonly col: number }, ...ReadonlyArray<unknown>]
}

/** Values that a document's aliases may expand to. */
const MAX_VALUES = 4_000_000

/** Anchors are shared objects: a bomb of them is small until it is copied, and a circle of them is no JSON value. */
const checkExpansion = (root: unknown): void => {
  const sizes = new Map<object, number | undefined>()
  const measure = (value: unknown): number => {
    if (typeof value !== "object" || value === null) return 1
    if (sizes.has(value)) {
      const known = sizes.get(value)
      if (known === undefined) throw new RangeError("an anchor contains itself")
      return known
    }
    sizes.set(value, undefined)
    let size = 1
    for (const member of Object.values(value)) size += measure(member)
    if (size > MAX_VALUES) throw new RangeError(`they stand for more than ${MAX_VALUES} values`)
    sizes.set(value, size)
    return size
  }
  measure(root)
}

const readYaml = (yaml: typeof import("yaml"), text: string): Effect.Effect<unknown, DocumentError> => {
  const fail = (failure: YamlFailure): Effect.Effect<never, DocumentError> => {
    const at = failure.linePos?.[0]
    return Effect.fail(
      new DocumentError({
        message: `The document is not valid YAML: ${failure.message}`,
        ...(at === undefined ? {} : { line: at.line, column: at.col }),
        cause: failure
      })
    )
  }
  // Without `logLevel` odd keys would be told to the process's standard error.
  const document = yaml.parseDocument(text, { version: "1.2", merge: true, prettyErrors: true, logLevel: "error" })
  const [error] = document.errors
  if (error !== undefined) return fail(error as YamlFailure)
  return Effect.try({
    // The peer counts uses of an anchor, of which a long document has many; what must be bounded is what they expand to.
    try: () => {
      const value: unknown = document.toJS({ maxAliasCount: -1 })
      checkExpansion(value)
      return JSON.parse(JSON.stringify(value)) as unknown
    },
    catch: (cause) =>
      new DocumentError({
        message: `The document's YAML aliases cannot be expanded: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })
  })
}

/**
 * Reads the text of an OpenAPI document, JSON or YAML.
 *
 * YAML needs the optional peer dependency `yaml`; JSON needs nothing. Fails with a {@link DocumentError} for text that
 * is neither, for a value that is no object, and for YAML without the peer.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { OpenAPI } from "effect-codemode"
 *
 * const tools = Effect.map(OpenAPI.parse("openapi: 3.1.0\npaths: {}"), (spec) => OpenAPI.fromSpec({ spec }).tools)
 * ```
 */
export const parse = (text: string): Effect.Effect<Document, DocumentError> =>
  Effect.suspend(() => {
    if (typeof text !== "string")
      return Effect.fail(new DocumentError({ message: "The text of a document must be a string." }))
    const source = text.startsWith("\uFEFF") ? text.slice(1) : text
    let failure: unknown
    try {
      return asDocument(JSON.parse(source))
    } catch (cause) {
      failure = cause
    }
    const message = failure instanceof Error ? failure.message : String(failure)
    const notJson = new DocumentError({ message: `The document is not valid JSON: ${message}`, cause: failure })
    return Effect.tryPromise({
      // Bundlers let an absent module pass where its failure is handled in place.
      try: () => import("yaml").catch((cause: unknown) => Promise.reject(cause)),
      catch: (cause) =>
        new DocumentError({
          message: "The document is not JSON. To read YAML, install the optional peer dependency 'yaml'.",
          cause
        })
    }).pipe(
      Effect.flatMap((yaml) => readYaml(yaml, source)),
      Effect.flatMap(asDocument),
      Effect.mapError((error) => (looksLikeJson(source) ? notJson : error))
    )
  })
