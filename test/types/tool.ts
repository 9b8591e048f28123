/** What `run` receives and answers with, by the kind of schema. */
import { Context, Effect, Schema, SchemaGetter } from "effect"
import { CodeMode, Tool, ToolError, toolError } from "../../src/index.ts"
import type { Equal } from "./equal.ts"
import { expectType } from "./equal.ts"

// An Effect Schema: decoded input, encoded output.
Tool.make({
  description: "Decoded",
  input: Schema.Struct({ id: Schema.NumberFromString, tag: Schema.optionalKey(Schema.String) }),
  output: Schema.Struct({ at: Schema.NumberFromString }),
  run: (input) => {
    expectType<Equal<typeof input, { readonly id: number; readonly tag?: string }>>()
    return Effect.succeed({ at: "7" })
  }
})
Tool.make({
  description: "The decoded form is not what run answers with",
  input: Schema.Struct({}),
  output: Schema.Struct({ at: Schema.NumberFromString }),
  // @ts-expect-error a number is the decoded form
  run: () => Effect.succeed({ at: 7 })
})

// Unions stay unions.
Tool.make({
  description: "Union",
  input: Schema.Union([
    Schema.Struct({ kind: Schema.Literal("a"), a: Schema.String }),
    Schema.Struct({ kind: Schema.Literal("b"), b: Schema.Int })
  ]),
  output: Schema.Union([Schema.String, Schema.Null]),
  run: (input) => Effect.succeed(input.kind === "a" ? input.a : null)
})

// A JSON Schema renders only: everything is unknown.
Tool.make({
  description: "JSON",
  input: { type: "object", properties: { id: { type: "string" } } },
  output: { type: "number" },
  run: (input) => {
    expectType<Equal<typeof input, unknown>>()
    return Effect.succeed("anything")
  }
})

// No output schema: anything goes.
Tool.make({ description: "None", input: Schema.Struct({}), run: () => Effect.succeed({ any: "thing" }) })

// Failures are unrestricted.
Tool.make({ description: "Fails", input: Schema.Struct({}), run: () => Effect.fail({ code: 1 }) })
Tool.make({ description: "Refuses", input: Schema.Struct({}), run: () => Effect.fail(toolError("no")) })
Tool.make({
  description: "Refuses",
  input: Schema.Struct({}),
  run: () => Effect.fail(new ToolError({ message: "no" }))
})

// Services of the schemas are services of the tool, beside those of run.
class Key extends Context.Service<Key, { readonly id: string }>()("Key") {}
class Lock extends Context.Service<Lock, { readonly id: string }>()("Lock") {}
const Sealed = Schema.String.pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transformEffect((value: string) => Effect.map(Key, ({ id }) => id + value)),
    encode: SchemaGetter.transform((value: string) => value)
  })
)
const sealedInput = Tool.make({ description: "Sealed", input: Schema.Struct({ s: Sealed }), run: () => Effect.void })
expectType<Equal<typeof sealedInput, Tool.Definition<Key>>>()
const sealedOutput = Tool.make({
  description: "Sealed",
  input: Schema.Struct({}),
  output: Sealed,
  run: () => Effect.map(Lock, ({ id }) => id)
})
expectType<Equal<typeof sealedOutput, Tool.Definition<Key | Lock>>>()

// What hosts match on.
declare const result: CodeMode.Result
if (result.ok) {
  expectType<Equal<typeof result, CodeMode.Success>>()
  expectType<Equal<typeof result.warnings, readonly CodeMode.Diagnostic[] | undefined>>()
} else {
  expectType<Equal<typeof result, CodeMode.Failure>>()
  expectType<Equal<typeof result.error.kind, CodeMode.DiagnosticKind>>()
  // @ts-expect-error a failure has no warnings
  void result.warnings
}
const data: CodeMode.DataValue = { a: [1, "x", null, { b: true }] }
void data
// @ts-expect-error dates are not data
const noData: CodeMode.DataValue = new Date()
void noData
type Named = [
  CodeMode.ResolvedExecutionLimits,
  CodeMode.ExecutionLimits,
  CodeMode.DiscoveryOptions,
  CodeMode.ToolDescription,
  CodeMode.ToolCall,
  CodeMode.ToolCallHooks,
  CodeMode.ExecuteOptions,
  CodeMode.Options,
  CodeMode.Input
]
expectType<Equal<Named["length"], 9>>()

// @ts-expect-error a description is required
Tool.make({ input: Schema.Struct({}), run: () => Effect.void })
// @ts-expect-error run answers with an Effect
Tool.make({ description: "x", input: Schema.Struct({}), run: () => 1 })
