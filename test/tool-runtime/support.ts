/** Tools for tests: only what is shown of them matters. */
import { Effect } from "effect"
import * as Schema from "effect/Schema"
import type { Definition, SchemaType } from "../../src/tool.ts"
import * as Tool from "../../src/tool.ts"

export * as Namespace from "../../src/tool-runtime/namespace.ts"

export const tool = (
  description: string,
  input: SchemaType = Schema.Struct({}),
  output?: SchemaType
): Definition<unknown> => ({
  ...Tool.make({ description, input, run: () => Effect.succeed(null) }),
  output
})
