/** An operation as our own model. Everything after this reads only the model, never the document. */
import type { HttpMethod } from "effect/http"
import type { JsonSchema } from "../tool.ts"
import type { Body } from "./body.ts"
import { bodyOf } from "./body.ts"
import type { JsonRecord } from "./document.ts"
import { own, ownList, ownText } from "./document.ts"
import type { Field } from "./input.ts"
import { fieldsOf, inputSchema } from "./input.ts"
import { lazy } from "./lazy.ts"
import type { ParameterReader } from "./parameter.ts"
import type { References } from "./reference.ts"
import type { Answers } from "./response.ts"
import { answersOf } from "./response.ts"
import type { Schemas } from "./schema.ts"
import type { Alternative, Securities } from "./security.ts"
import type { BaseReader } from "./server.ts"
import { Skip } from "./skip.ts"

export interface OperationModel {
  readonly method: HttpMethod.HttpMethod
  /** The path template as the document writes it. */
  readonly path: string
  readonly operationId: string | undefined
  readonly summary: string | undefined
  readonly description: string | undefined
  /** What the model reads. */
  readonly text: string
  /** Absolute, without trailing slashes. */
  readonly base: string
  readonly labelSeparator: string
  /** Made on demand, as is {@link input}: most tools of a large document are never looked at. */
  readonly fields: () => ReadonlyArray<Field>
  readonly body: Body | undefined
  readonly input: () => JsonSchema
  readonly answers: Answers
  /** In order of preference; none where the operation needs no credential. */
  readonly security: ReadonlyArray<Alternative>
}

/** What an operation is read with. */
export interface Reading {
  readonly document: JsonRecord
  readonly references: References
  readonly request: Schemas
  readonly response: Schemas
  readonly parameters: ParameterReader
  readonly securities: Securities
  readonly base: BaseReader
  readonly labelSeparator: string
  readonly eventStreams: "skip" | "text"
}

const text = (record: JsonRecord, key: string): string | undefined => {
  const value = own(record, key)
  return typeof value === "string" ? value : undefined
}

/** The model of an operation, or the first reason why it cannot be a tool: answers, server, inputs, security. */
export const operationOf = (
  operation: JsonRecord,
  pathItem: JsonRecord,
  method: HttpMethod.HttpMethod,
  path: string,
  reading: Reading
): OperationModel | Skip => {
  const { document, references } = reading
  const answers = answersOf(operation, references, reading.response, reading.eventStreams)
  if (answers instanceof Skip) return answers
  const base = reading.base([operation, pathItem, document])
  if (base instanceof Skip) return base
  const parameters = reading.parameters(ownList(pathItem, "parameters"), ownList(operation, "parameters"))
  if (parameters instanceof Skip) return parameters
  const body = bodyOf(operation, method, references, reading.request)
  if (body instanceof Skip) return body
  const security = reading.securities.of(operation)
  if (security instanceof Skip) return security
  const fields = lazy(() => fieldsOf(parameters, body, reading.request))
  return {
    method,
    path,
    operationId: text(operation, "operationId"),
    summary: text(operation, "summary"),
    description: text(operation, "description"),
    text: ownText(operation, "description") ?? ownText(operation, "summary") ?? `${method} ${path}`,
    base,
    labelSeparator: reading.labelSeparator,
    fields,
    body,
    input: lazy(() => inputSchema(fields(), reading.request)),
    answers,
    security
  }
}
