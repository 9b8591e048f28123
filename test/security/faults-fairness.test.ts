/** Large answers of tools are copied in portions, whatever their form: the event loop has its turn meanwhile. */
import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { toolOf } from "./faults.ts"

class Row extends Schema.Class<Row>("Row")({ id: Schema.Number }) {}

const SIZE = 300_000
const rows = Array.from({ length: SIZE / 10 }, (_, id) => ({ id }))

const answers: Readonly<Record<string, () => ReturnType<typeof toolOf>>> = {
  "an array of numbers": () => toolOf(() => Effect.succeed(Array.from({ length: SIZE }, (_, i) => i))),
  "a record of numbers": () =>
    toolOf(() => Effect.succeed(Object.fromEntries(Array.from({ length: SIZE }, (_, i) => [`k${i}`, i])))),
  "an array of records": () => toolOf(() => Effect.succeed(Array.from({ length: SIZE / 3 }, (_, i) => ({ i })))),
  "an array of class instances": () => toolOf(() => Effect.succeed(rows), { output: Schema.Array(Row) })
}

it.each(Object.entries(answers))("%s", async (_, tool) => {
  const runtime = CodeMode.make({ tools: { t: tool() } })
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  const answer = runtime.execute("return Object.keys(await tools.t({})).length > 1000")
  setImmediate(count)
  const result = await Effect.runPromise(answer)
  isOver = true
  expect(result).toMatchObject({ ok: true, value: true })
  // Without portions there would be a handful of turns, of the program's own slices.
  expect(turns).toBeGreaterThan(4)
})
