/** Tools that answer from a table, and real tools with faults put in. */
import { Duration, Effect, Equal } from "effect"
import type { Namespace, Tools } from "../tool-runtime/namespace.ts"
import { makeToolTree } from "../tool-runtime/tool-tree.ts"
import { ToolError } from "../tool-error.ts"
import type { Definition } from "../tool.ts"
import { show } from "./show.ts"
import { mapTools, withRun } from "./tool-map.ts"
import type { Tree } from "./tool-map.ts"

/** What a row is asked with. */
export interface StubCall {
  /** The decoded input. */
  readonly input: unknown
  /** How many calls this tool has had before this one. */
  readonly count: number
}

/** One row of a stub's table. The first row that applies answers. */
export interface StubRow<R = never> {
  /** Which inputs it is for: a predicate, or data. An object is for all inputs whose keys of the same name are equal. Without it: any. */
  readonly when?: unknown
  /** How many calls it answers; without it, all. */
  readonly times?: number
  /** Waits so long before it answers, by the `Clock` at hand. */
  readonly delay?: Duration.Input
  /**
   * What `run` answers, in place of the tool's: an Effect such as `Effect.succeed(value)`, `Effect.fail(toolError("no"))`, `Effect.die(defect)` or
   * `Effect.never`, or a function that makes one. Without it the row answers with nothing, or, with {@link inject}, as the tool itself does.
   */
  readonly answer?: Effect.Effect<unknown, unknown, R> | ((call: StubCall) => Effect.Effect<unknown, unknown, R>)
}

/**
 * A tool with the description and the schemas of another, which answers from a table and never runs the other's body. A call for which there is no row
 * fails with a `ToolError` that shows its input. Answers pass the tool's output schema. Rows count their calls over the life of the stub: make it anew for
 * every test.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { CodeMode, Tool, toolError } from "effect-codemode"
 * import { stub } from "effect-codemode/testing"
 *
 * const lookup = Tool.make({
 *   description: "Look up one order",
 *   input: Schema.Struct({ id: Schema.String }),
 *   run: () => Effect.die("this would call the shop")
 * })
 * const tools = {
 *   lookup: stub(lookup, [
 *     { when: { id: "41" }, answer: Effect.succeed({ status: "open" }) },
 *     { when: { id: "42" }, answer: Effect.fail(toolError("No such order.")), delay: "1 second" }
 *   ])
 * }
 *
 * const result = await Effect.runPromise(CodeMode.execute({ code: `return tools.lookup({ id: "41" })`, tools }))
 * ```
 */
export const stub = <R = never>(tool: Definition<unknown>, rows: readonly StubRow<R>[]): Definition<R> =>
  scripted(tool, rows, {
    unanswered: () => Effect.void,
    unmatched: (input) =>
      Effect.fail(new ToolError({ message: `The stub has no answer for the input ${show(input)}.` }))
  })

/**
 * A tool that does what it does, except for the calls for which there is a row: for testing what a program makes of failures, delays and odd answers. A row
 * without `answer` only delays.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { CodeMode, Tool, toolError } from "effect-codemode"
 * import { inject } from "effect-codemode/testing"
 *
 * const ping = Tool.make({ description: "Ping", input: { type: "object" }, run: () => Effect.succeed("pong") })
 * const flaky = inject(ping, [{ times: 2, answer: Effect.fail(toolError("Try again.")) }])
 *
 * const code = "for (;;) { try { return await tools.ping({}) } catch {} }"
 * const result = await Effect.runPromise(CodeMode.execute({ code, tools: { ping: flaky } })) // "pong", after 3 calls
 * ```
 */
export const inject = <R, S = never>(tool: Definition<R>, rows: readonly StubRow<S>[]): Definition<R | S> =>
  scripted<R | S>(tool, rows, { unanswered: (input) => tool.run(input), unmatched: (input) => tool.run(input) })

/**
 * A whole tree of stubs: the same paths, descriptions and schemas, and no body of a real tool. `tables` has the rows by canonical path; tools without any
 * fail when they are called.
 *
 * @throws TypeError for a table of a path that the tree does not have.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { CodeMode, Tool } from "effect-codemode"
 * import { stubs } from "effect-codemode/testing"
 *
 * const real = { chat: { send: Tool.make({ description: "Send", input: { type: "object" }, run: () => Effect.die("sent!") }) } }
 * const tools = stubs(real, { "chat.send": [{ answer: Effect.succeed("m1") }] })
 *
 * const result = await Effect.runPromise(CodeMode.execute({ code: `return tools.chat.send({ text: "hi" })`, tools }))
 * ```
 */
export const stubs = <R = never>(
  tools: Tree,
  tables: Readonly<Record<string, readonly StubRow<R>[]>>
): Tools<R> | Namespace<R> => {
  const paths = new Set(makeToolTree(tools).entries.map(({ path }) => path))
  for (const path of Object.keys(tables)) {
    if (!paths.has(path))
      throw new TypeError(`There is no tool '${path}' to stub. There are: ${[...paths].join(", ")}.`)
  }
  return mapTools(tools, (tool, path) => stub(tool, Object.hasOwn(tables, path) ? tables[path] : []))
}

type Answering<R> = (input: unknown) => Effect.Effect<unknown, unknown, R>

function scripted<R>(
  tool: Definition<unknown>,
  rows: readonly StubRow<R>[],
  otherwise: {
    /** For rows without an answer. */
    readonly unanswered: Answering<R>
    /** For calls without a row. */
    readonly unmatched: Answering<R>
  }
): Definition<R> {
  const used = rows.map(() => 0)
  let count = 0
  return withRun(tool, (input) =>
    Effect.suspend(() => {
      const call: StubCall = { input, count: count++ }
      const at = rows.findIndex((row, i) => used[i] < (row.times ?? Infinity) && applies(row.when, input))
      if (at < 0) return otherwise.unmatched(input)
      used[at]++
      const { answer, delay } = rows[at]
      const answered = Effect.suspend(() =>
        answer === undefined ? otherwise.unanswered(input) : typeof answer === "function" ? answer(call) : answer
      )
      return delay === undefined ? answered : Effect.delay(answered, delay)
    })
  )
}

function applies(when: unknown, input: unknown): boolean {
  if (when === undefined) return true
  if (typeof when === "function") return (when as (input: unknown) => unknown)(input) === true
  if (!isRecord(when) || !isRecord(input)) return Equal.equals(when, input)
  return Object.keys(when).every((key) => Object.hasOwn(input, key) && Equal.equals(when[key], input[key]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
