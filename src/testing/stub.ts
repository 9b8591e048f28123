/** Tools that answer from a table, and real tools with faults put in. */
import { Effect } from "effect"
import type { Duration } from "effect"
import { checkObject } from "../tool-runtime/known-keys.ts"
import type { Namespace, Tools } from "../tool-runtime/namespace.ts"
import { makeToolTree } from "../tool-runtime/tool-tree.ts"
import { silence } from "../tool-runtime/silence.ts"
import { ToolError } from "../tool-error.ts"
import type { Definition } from "../tool.ts"
import { checkList, checkRecord, checkTool, durationOf } from "./given.ts"
import { hostEffect } from "./host-effect.ts"
import { isPlain } from "./kind.ts"
import { show } from "./show.ts"
import { mapTools, withRun } from "./tool-map.ts"
import type { Tree } from "./tool-map.ts"
import { isAlike } from "./unlike.ts"

/** What a row is asked with. */
export interface StubCall {
  /** The decoded input. */
  readonly input: unknown
  /** How many calls this tool has had before this one. */
  readonly count: number
}

/** One row of a stub's table. The first row that applies answers. */
export interface StubRow<R = never> {
  /**
   * Which inputs it is for: a predicate that answers `true`, or data. A record is for all inputs whose keys of the same name hold the same data; anything else
   * (a text, an array, a `Date`, a `Map`) is for inputs that are the same data as a whole. Without it: any.
   */
  readonly when?: unknown
  /** How many calls it answers: a whole number; without it, all. */
  readonly times?: number
  /** Waits so long before it answers, by the `Clock` at hand. */
  readonly delay?: Duration.Input
  /**
   * What `run` answers, in place of the tool's: an Effect such as `Effect.succeed(value)`, `Effect.fail(toolError("no"))`, `Effect.die(defect)` or
   * `Effect.never`, or a function that makes one. Plain data and promises are none: write `Effect.succeed(data)` and `Effect.promise(() => …)`. Without it the row answers with nothing, or, with {@link inject}, as the tool itself does.
   */
  readonly answer?: Effect.Effect<unknown, unknown, R> | ((call: StubCall) => Effect.Effect<unknown, unknown, R>)
}

/**
 * A tool with the description and the schemas of another, which answers from a table and never runs the other's body. A call for which there is no row
 * fails with a `ToolError` that shows its input, and so does one whose row misbehaves: a predicate that answers no boolean, an `answer` that makes no Effect.
 * Answers pass the tool's output schema. Rows count their calls over the life of the stub: make it anew for
 * every test.
 *
 * @throws TypeError for a tool that is none, and for rows that are none: a key that {@link StubRow} does not know, an `answer` that is neither an Effect nor a function, a `delay` that is no
 *   duration; RangeError for a negative `delay` or one of `NaN`, and for `times` that are no whole number of at least 0.
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
 * @throws TypeError and RangeError as {@link stub} does.
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
  scripted<R | S>(tool, rows, {
    unanswered: (input) => hostEffect(() => tool.run(input)),
    unmatched: (input) => hostEffect(() => tool.run(input))
  })

/**
 * A whole tree of stubs: the same paths, descriptions and schemas, and no body of a real tool. `tables` has the rows by canonical path; tools without any
 * fail when they are called.
 *
 * @throws TypeError for a table of a path that the tree does not have, and for tables that are no record of lists; TypeError and RangeError as {@link stub} does.
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
  checkObject("tools", tools)
  checkObject("tables", tables)
  const paths = new Set(makeToolTree(tools).entries.map(({ path }) => path))
  for (const path of Object.keys(tables)) {
    if (!paths.has(path))
      throw new TypeError(`There is no tool '${path}' to stub. There are: ${[...paths].join(", ")}.`)
    checkList(`tables[${JSON.stringify(path)}]`, tables[path])
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
  checkTool(tool)
  checkList("rows", rows)
  // Holes too.
  const table = Array.from(rows, (row, i) => checked(row, `rows[${i}]`))
  const used = table.map(() => 0)
  let count = 0
  return withRun(tool, (input) =>
    Effect.suspend(() => {
      const call: StubCall = { input, count: count++ }
      for (const [i, row] of table.entries()) {
        if (used[i] >= row.times) continue
        const applies = row.applies(input)
        if (typeof applies !== "boolean") return misbehaves(`rows[${i}].when`, "a boolean", applies)
        if (!applies) continue
        used[i]++
        const { answer, delay } = row
        const answered = Effect.suspend(() => {
          if (answer === undefined) return otherwise.unanswered(input)
          const effect: unknown = typeof answer === "function" ? answer(call) : answer
          if (!Effect.isEffect(effect)) return misbehaves(`rows[${i}].answer`, "an Effect", effect)
          return effect as Effect.Effect<unknown, unknown, R>
        })
        return delay === undefined ? answered : Effect.delay(answered, delay)
      }
      return otherwise.unmatched(input)
    })
  )
}

/** A row that has been looked at. */
interface Row<R> {
  readonly applies: (input: unknown) => unknown
  readonly times: number
  readonly delay: Duration.Duration | undefined
  readonly answer: StubRow<R>["answer"]
}

function checked<R>(row: StubRow<R>, name: string): Row<R> {
  checkRecord(name, row, ["when", "times", "delay", "answer"])
  const { when, times = Infinity, delay, answer } = row
  if (times !== Infinity && !(Number.isSafeInteger(times) && times >= 0)) {
    throw new RangeError(`${name}.times must be a whole number of at least 0, not ${show(times)}.`)
  }
  if (answer !== undefined && typeof answer !== "function" && !Effect.isEffect(answer)) {
    silence(answer)
    throw new TypeError(
      `${name}.answer must be an Effect or a function that makes one, not ${show(answer)}. Data is answered by Effect.succeed(data).`
    )
  }
  return {
    applies: typeof when === "function" ? (when as (input: unknown) => unknown) : (input) => isFor(when, input),
    times,
    delay: delay === undefined ? undefined : durationOf(`${name}.delay`, delay),
    answer
  }
}

/** What a row does only when it is asked; the program, and so the test, is told of it. */
function misbehaves(name: string, wanted: string, value: unknown): Effect.Effect<never, ToolError> {
  silence(value)
  return Effect.fail(new ToolError({ message: `The stub's ${name} must answer ${wanted}, not ${show(value)}.` }))
}

function isFor(when: unknown, input: unknown): boolean {
  if (when === undefined) return true
  if (!isRecord(when) || !isPlain(when) || !isRecord(input)) return isAlike(input, when)
  return Object.keys(when).every((key) => Object.hasOwn(input, key) && isAlike(input[key], when[key]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
