/** What an execution answers: schemas and types in one. Everything in a result is plain JSON data. */
import { Schema } from "effect"

/** The kinds of diagnostics. `Truncated` only ever appears among warnings. */
export const DiagnosticKind = Schema.Literals([
  "ParseError",
  "UnsupportedSyntax",
  "UnknownTool",
  "InvalidToolInput",
  "InvalidToolOutput",
  "InvalidDataValue",
  "ToolCallLimitExceeded",
  "TimeoutExceeded",
  "ToolFailure",
  "ExecutionFailure",
  "Truncated"
])
export type DiagnosticKind = typeof DiagnosticKind.Type

/** What went wrong, where (1-based line and column in the submitted text), and what to write instead. */
export const Diagnostic = Schema.Struct({
  kind: DiagnosticKind,
  message: Schema.String,
  location: Schema.optionalKey(Schema.Struct({ line: Schema.Int, column: Schema.Int })),
  suggestions: Schema.optionalKey(Schema.Array(Schema.String))
})
export type Diagnostic = typeof Diagnostic.Type

/** One admitted tool call. */
export const ToolCall = Schema.Struct({ name: Schema.String })
export type ToolCall = typeof ToolCall.Type

/** The program returned. */
export const Success = Schema.Struct({
  ok: Schema.Literal(true),
  value: Schema.Json,
  warnings: Schema.optionalKey(Schema.Array(Diagnostic)),
  logs: Schema.optionalKey(Schema.Array(Schema.String)),
  truncated: Schema.optionalKey(Schema.Boolean),
  toolCalls: Schema.Array(ToolCall)
})
export type Success = typeof Success.Type

/** The program was refused, threw, or was stopped. */
export const Failure = Schema.Struct({
  ok: Schema.Literal(false),
  error: Diagnostic,
  logs: Schema.optionalKey(Schema.Array(Schema.String)),
  truncated: Schema.optionalKey(Schema.Boolean),
  toolCalls: Schema.Array(ToolCall)
})
export type Failure = typeof Failure.Type

export const Result = Schema.Union([Success, Failure])
export type Result = typeof Result.Type

/** What a model passes to the one tool that runs programs. */
export const Input = Schema.Struct({ code: Schema.String })
export type Input = typeof Input.Type

/** A diagnostic without absent members. */
export function diagnostic(
  kind: DiagnosticKind,
  message: string,
  more: {
    readonly location?: { readonly line: number; readonly column: number } | undefined
    readonly suggestions?: readonly string[] | undefined
  } = {}
): Diagnostic {
  return {
    kind,
    message,
    ...(more.location === undefined ? {} : { location: more.location }),
    ...(more.suggestions === undefined || more.suggestions.length === 0 ? {} : { suggestions: [...more.suggestions] })
  }
}
