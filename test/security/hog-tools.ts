/** Tools for hostile programs. */
import { Effect } from "effect"
import { Tool, toolError } from "../../src/index.ts"

const tool = (run: (input: unknown) => Effect.Effect<unknown, unknown>): Tool.Definition =>
  Tool.make({ description: "", input: { type: "object" }, run })

const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `row ${id}`, tags: ["a", "b"] }))

export const hogTools = {
  echo: tool((input) => Effect.succeed(input)),
  never: tool(() => Effect.never),
  alone: { ...tool(() => Effect.never), concurrency: 1 },
  refuse: tool(() => Effect.fail(toolError("no"))),
  rows: tool(() => Effect.succeed(rows))
}
