/** Tools that tests share. */
import { Deferred, Effect, Schema } from "effect"
import { Tool, toolError } from "../../src/index.ts"

/** Answers with its input. */
export const echo = Tool.make({
  description: "Answers with its input",
  input: { type: "object" },
  run: (input) => Effect.succeed(input)
})

/** Refuses with a text for the program. */
export const refuse = Tool.make({
  description: "Refuses",
  input: { type: "object" },
  run: (input) => Effect.fail(toolError((input as { readonly text?: string }).text ?? "refused"))
})

/** A tool that answers `value`, whatever it is passed. */
export const answering = (value: unknown): Tool.Definition =>
  Tool.make({ description: "Answers", input: { type: "object" }, run: () => Effect.sync(() => value) })

/** A tool with a body. */
export const running = <R>(run: (input: unknown) => Effect.Effect<unknown, unknown, R>): Tool.Definition<R> =>
  Tool.make({ description: "Runs", input: { type: "object" }, run })

/** A tool that never ends by itself, and counts how often it was started and interrupted. */
export function pending(): { readonly tool: Tool.Definition; started: number; interrupted: number } {
  const counts = {
    started: 0,
    interrupted: 0,
    tool: running(() =>
      Effect.suspend(() => {
        counts.started++
        return Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            counts.interrupted++
          })
        )
      })
    )
  }
  return counts
}

/** A tool whose calls wait until `open` is called; `started` lists their inputs. */
export function gated(): { readonly tool: Tool.Definition; readonly started: unknown[]; readonly open: () => void } {
  const gate = Deferred.makeUnsafe<void>()
  const started: unknown[] = []
  return {
    started,
    open: () => Deferred.doneUnsafe(gate, Effect.void),
    tool: running((input) =>
      Effect.suspend(() => {
        started.push(input)
        return Effect.as(Deferred.await(gate), input)
      })
    )
  }
}

/** The order tool of the examples. */
export const lookup = Tool.make({
  description: "Look up one order",
  input: Schema.Struct({ id: Schema.String }),
  output: Schema.Struct({ id: Schema.String, status: Schema.String }),
  run: ({ id }) => Effect.succeed({ id, status: "open" })
})
