/** What an operation answers with on success, as a schema, and what to ask for. */
import type { JsonSchema } from "../tool.ts"
import type { JsonRecord } from "./document.ts"
import { isRecord, own, ownRecord } from "./document.ts"
import { lazy } from "./lazy.ts"
import { essenceOf, isJson, isRange, isText, isTextual } from "./media-type.ts"
import type { References } from "./reference.ts"
import { referenceOf } from "./reference.ts"
import type { Schemas } from "./schema.ts"
import { unionOf } from "./schema.ts"
import { Skip } from "./skip.ts"

export interface Answers {
  /** The output's schema; `undefined` where nothing is known. Made on demand. */
  readonly output: () => JsonSchema | undefined
  /** The `accept` header, where JSON is to be preferred to something else. */
  readonly accept: string | undefined
  /** An answer that names no content type is bytes, since nothing else is declared. */
  readonly binaryOnly: boolean
}

/** How an answer that is neither JSON nor text reaches the program. */
const BINARY_SCHEMA: JsonSchema = {
  type: "object",
  properties: { contentType: { type: "string" }, base64: { type: "string" }, bytes: { type: "integer" } },
  required: ["contentType", "base64", "bytes"],
  additionalProperties: false
}

const TEXT_SCHEMA: JsonSchema = { type: "string" }

const NULL_SCHEMA: JsonSchema = { type: "null" }

interface Considered {
  readonly declaration: JsonRecord
  /** Declared as `default`: a success answer only for want of another, and often meant for failures. */
  readonly fallback: boolean
}

/** The declarations of success: `2dd` in order, then `2XX`, else `default`. */
const consider = (operation: JsonRecord, references: References): ReadonlyArray<Considered> | Skip => {
  const responses = ownRecord(operation, "responses")
  const considered: Array<Considered> = []
  // In code units `2XX` comes after every number, as does `2xx`.
  const statuses = Object.keys(responses).filter((status) => /^2(?:\d\d|XX)$/i.test(status))
  for (const status of statuses.length > 1 ? statuses.sort() : statuses) {
    const declaration = references.resolve(responses[status])
    if (!isRecord(declaration) || referenceOf(declaration) !== undefined) {
      return new Skip("invalid-response", "successful response declaration is invalid or unresolved")
    }
    considered.push({ declaration, fallback: false })
  }
  if (considered.length > 0) return considered
  const declaration = references.resolve(own(responses, "default"))
  return isRecord(declaration) && referenceOf(declaration) === undefined ? [{ declaration, fallback: true }] : []
}

const isBinaryFormat = (schema: unknown, references: References): boolean => {
  const resolved = references.resolve(schema)
  return isRecord(resolved) && own(resolved, "format") === "binary"
}

/** What one media type of one answer gives; `undefined` is the unknown. */
const mediaSchema = (
  mediaType: string,
  media: unknown,
  references: References,
  schemas: Schemas
): JsonSchema | undefined => {
  const essence = essenceOf(mediaType)
  const schema = isRecord(media) ? own(media, "schema") : undefined
  if (isJson(essence)) {
    if (schema === undefined) return undefined
    const converted = schemas.convert(schema)
    return isBinaryFormat(schema, references) ? unionOf([converted, BINARY_SCHEMA]) : converted
  }
  if (essence === "*/*" || essence === "application/*") {
    const resolved = references.resolve(schema)
    const type = isRecord(resolved) ? own(resolved, "type") : undefined
    // A string under a range may arrive as text, as bytes or as any JSON.
    return type === "object" || type === "array" ? schemas.convert(schema) : undefined
  }
  return isTextual(essence) ? TEXT_SCHEMA : BINARY_SCHEMA
}

const answerSchema = (
  { declaration, fallback }: Considered,
  references: References,
  schemas: Schemas
): ReadonlyArray<JsonSchema | undefined> => {
  const content = own(declaration, "content")
  if (content !== undefined && !isRecord(content)) return [undefined]
  const mediaTypes = isRecord(content) ? Object.keys(content) : []
  // A `default` without content usually describes failures, so it says nothing about success.
  if (mediaTypes.length === 0) return [fallback ? undefined : NULL_SCHEMA]
  const offersJson = mediaTypes.some((mediaType) => isJson(essenceOf(mediaType)))
  return mediaTypes
    .filter((mediaType) => {
      // Beside JSON, which is asked for, only the `text/*` types count.
      const essence = essenceOf(mediaType)
      return !offersJson || isJson(essence) || isText(essence)
    })
    .map((mediaType) => mediaSchema(mediaType, (content as JsonRecord)[mediaType], references, schemas))
}

const acceptOf = (essences: ReadonlyArray<string>): string | undefined => {
  if (essences.every(isJson)) return undefined
  const first = essences.includes("application/json") ? "application/json" : essences.find(isJson)
  return first === undefined ? undefined : `${first}, */*;q=0.1`
}

export const answersOf = (
  operation: JsonRecord,
  references: References,
  schemas: Schemas,
  eventStreams: "skip" | "text"
): Answers | Skip => {
  if (own(operation, "x-websocket") === true) {
    return new Skip("websocket", "WebSocket operations are not supported")
  }
  const considered = consider(operation, references)
  if (considered instanceof Skip) return considered
  const essences: Array<string> = []
  for (const { declaration } of considered) {
    for (const mediaType of Object.keys(ownRecord(declaration, "content"))) essences.push(essenceOf(mediaType))
  }
  if (eventStreams === "skip" && essences.includes("text/event-stream")) {
    return new Skip("sse", "SSE operations are not supported")
  }
  return {
    output: lazy(() => {
      const output = unionOf(considered.flatMap((one) => answerSchema(one, references, schemas)))
      return output === undefined ? undefined : schemas.root(output)
    }),
    accept: acceptOf(essences),
    binaryOnly:
      essences.length > 0 && essences.every((essence) => !isJson(essence) && !isTextual(essence) && !isRange(essence))
  }
}
