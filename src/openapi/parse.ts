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
  const document = yaml.parseDocument(text, { version: "1.2", merge: true, prettyErrors: true })
  const [error] = document.errors
  if (error !== undefined) return fail(error as YamlFailure)
  return Effect.try({
    // Anchors are limited (an entity bomb is refused), and a circle of them is no JSON value.
    try: () => JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 1000 }))) as unknown,
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
