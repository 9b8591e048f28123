/** What `run` receives and answers with, by the kind of schema. */
import { Context, Effect, Schema } from "effect"
import { Tool, ToolError, toolError } from "../../src/index.ts"
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

// Services of the schemas are services of the tool.
class Key extends Context.Service<Key, { readonly id: string }>()("Key") {}
const Sealed = Schema.String.pipe(
  Schema.decodeTo(Schema.String, {
    decode: { run: (value: never) => Effect.map(Key, () => value) } as never,
    encode: { run: (value: never) => Effect.succeed(value) } as never
  })
)
expectType<Equal<typeof Sealed extends Schema.Constraint ? true : false, true>>()

// @ts-expect-error a description is required
Tool.make({ input: Schema.Struct({}), run: () => Effect.void })
// @ts-expect-error run answers with an Effect
Tool.make({ description: "x", input: Schema.Struct({}), run: () => 1 })
