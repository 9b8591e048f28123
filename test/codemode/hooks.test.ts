import { Deferred, Effect, Exit, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool, toolError } from "../../src/index.ts"
import { itEffect, run, valueOf } from "../support/run.ts"
import type { RunOptions } from "../support/run.ts"
import { answering, echo, pending, refuse, running } from "../support/tools.ts"

/** Hooks that note what they are told. */
function recording(): {
  readonly events: unknown[]
  readonly hooks: Pick<RunOptions, "onToolCallStart" | "onToolCallEnd">
} {
  const events: unknown[] = []
  return {
    events,
    hooks: {
      onToolCallStart: (call) => Effect.sync(() => void events.push(["start", call])),
      onToolCallEnd: ({ durationMs, ...call }) =>
        Effect.sync(() => {
          expect(durationMs).toBeGreaterThanOrEqual(0)
          events.push(["end", call])
        })
    }
  }
}

const double = Tool.make({
  description: "Doubles",
  input: Schema.Struct({ value: Schema.NumberFromString }),
  output: Schema.NumberFromString,
  run: ({ value }) => Effect.succeed(String(value * 2))
})

describe("hooks", () => {
  it("are told of the call with decoded input, before and after it", async () => {
    const { events, hooks } = recording()
    const tools = { host: { double } }
    expect(await valueOf(`return tools.host.double({ value: "21" })`, { tools, ...hooks })).toBe(42)
    const call = { index: 0, name: "host.double", input: { value: 21 } }
    expect(events).toEqual([
      ["start", call],
      ["end", { ...call, outcome: "success" }]
    ])
  })

  it("pass the same input object to hooks and to run", async () => {
    const seen: unknown[] = []
    const tools = { t: running((input) => Effect.sync(() => void seen.push(input))) }
    await run("await tools.t({ a: 1 })", {
      tools,
      onToolCallStart: ({ input }) => Effect.sync(() => void seen.push(input))
    })
    expect(seen).toHaveLength(2)
    expect(seen[0]).toBe(seen[1])
  })

  it("number calls by their place in toolCalls, from 0 in each execution", async () => {
    const { events, hooks } = recording()
    const runtime = CodeMode.make({ tools: { echo }, ...hooks })
    const code = "await tools.echo({ n: 1 }); await tools.nope({}).catch(() => 0); await tools.echo({ n: 2 })"
    for (const _ of [1, 2]) await Effect.runPromise(runtime.execute(code))
    const starts = events.filter((event) => (event as unknown[])[0] === "start")
    expect(starts.map((event) => (event as [string, CodeMode.ToolCallStarted])[1].index)).toEqual([0, 1, 0, 1])
  })

  it("report failures with the text that the program sees", async () => {
    const { events, hooks } = recording()
    const tools = {
      refuse,
      die: running(() => Effect.die(new Error("secret"))),
      bad: answering(() => 1)
    }
    const code = `
      const failures = []
      for (const name of ["refuse", "die", "bad"]) await tools[name]({}).catch((e) => failures.push(e.message))
      return failures`
    const texts = ["refused", "Tool execution failed", "Invalid output from tool 'bad'."]
    expect(await valueOf(code, { tools, ...hooks })).toEqual(texts)
    const ends = events.filter((event) => (event as unknown[])[0] === "end").map((event) => (event as unknown[])[1])
    expect(ends).toEqual(
      ["refuse", "die", "bad"].map((name, index) => ({
        index,
        name,
        input: {},
        outcome: "failure",
        message: texts[index]
      }))
    )
  })

  it("are silent for calls that were never admitted", async () => {
    const { events, hooks } = recording()
    const tools = { double, echo }
    const code = `
      const kinds = []
      for (const call of [
        () => tools.nope({}), () => tools.double({ value: 1 }), () => tools.double({}, {}), () => tools.echo({ p: Promise.resolve(1) })
      ]) await call().catch((e) => kinds.push(e.message))
      return kinds.length`
    expect(await run(code, { tools, ...hooks })).toEqual({ ok: true, value: 4, toolCalls: [] })
    await run("await tools.echo({})", { tools, limits: { maxToolCalls: 0 }, ...hooks })
    expect(events).toEqual([])
  })

  it("get no end for interrupted calls", async () => {
    const { events, hooks } = recording()
    const { tool } = pending()
    await run("tools.never({}); return 1", { tools: { never: tool }, ...hooks })
    await run("await tools.never({})", { tools: { never: tool }, limits: { timeoutMs: 20 }, ...hooks })
    const self = running(() => Effect.interrupt)
    await Effect.runPromiseExit(CodeMode.execute({ code: "await tools.self({})", tools: { self }, ...hooks }))
    expect(events.map((event) => (event as unknown[])[0])).toEqual(["start", "start", "start"])
  })

  it("fire for search", async () => {
    const { events, hooks } = recording()
    await valueOf(`return search({ query: "echo" })`, { tools: { echo }, ...hooks })
    const call = { index: 0, name: "search", input: { query: "echo" } }
    expect(events).toEqual([
      ["start", call],
      ["end", { ...call, outcome: "success" }]
    ])
  })

  itEffect("hold run back until the start hook has finished, and the answer until the end hook has", () =>
    Effect.gen(function* () {
      const order: string[] = []
      const note = (text: string): Effect.Effect<void> => Effect.sync(() => void order.push(text))
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({
          code: `const value = await tools.t({}); console.log("after"); return value`,
          tools: { t: running(() => Effect.andThen(note("run"), Effect.as(Effect.sleep(10), 7))) },
          onToolCallStart: () => Effect.andThen(Effect.sleep(100), note("start")),
          onToolCallEnd: ({ durationMs }) => Effect.andThen(Effect.sleep(100), note(`end ${durationMs}`))
        })
      )
      yield* TestClock.adjust(99)
      expect(order).toEqual([])
      yield* TestClock.adjust(1)
      expect(order).toEqual(["start", "run"])
      yield* TestClock.adjust(10)
      yield* TestClock.adjust(99)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toMatchObject({ ok: true, value: 7, logs: ["after"] })
      expect(order).toEqual(["start", "run", "end 10"])
    })
  )

  itEffect("interleave between parallel calls", () =>
    Effect.gen(function* () {
      const order: string[] = []
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({
          code: "await Promise.all([tools.t({ ms: 20 }), tools.t({ ms: 10 })])",
          tools: { t: running((input) => Effect.sleep((input as { ms: number }).ms)) },
          onToolCallStart: ({ index }) => Effect.sync(() => void order.push(`start ${index}`)),
          onToolCallEnd: ({ index, durationMs }) => Effect.sync(() => void order.push(`end ${index} ${durationMs}`))
        })
      )
      yield* TestClock.adjust(10)
      yield* TestClock.adjust(10)
      yield* Fiber.join(fiber)
      expect(order).toEqual(["start 0", "start 1", "end 1 10", "end 0 20"])
    })
  )

  itEffect("may wait around search, which still answers at once", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({
          code: `
            const later = tools.echo({}).then(() => console.log("tool"))
            const names = ["echo"].map((query) => search({ query }).items[0].path)
            console.log("search"); await later
            return names`,
          tools: { echo },
          onToolCallStart: ({ name }) => (name === "search" ? Effect.sleep(50) : Effect.void),
          onToolCallEnd: ({ name }) => (name === "search" ? Effect.sleep(50) : Effect.void)
        })
      )
      yield* TestClock.adjust(50)
      yield* TestClock.adjust(50)
      expect(yield* Fiber.join(fiber)).toMatchObject({ ok: true, value: ["tools.echo"], logs: ["search", "tool"] })
    })
  )
})

describe("broken hooks", () => {
  const broken: [string, () => Effect.Effect<void>][] = [
    ["dies", () => Effect.die(new Error("secret"))],
    [
      "throws",
      () => {
        throw new Error("secret")
      }
    ],
    ["answers no Effect", () => undefined as never],
    ["answers a promise", () => Promise.resolve() as never],
    ["fails against its type", () => Effect.fail("secret") as never]
  ]

  it.each(broken)("a start hook that %s fails the call, and run never starts", async (_, onToolCallStart) => {
    let ran = 0
    const tools = { t: running(() => Effect.sync(() => ++ran)) }
    const result = await run("await tools.t({})", { tools, onToolCallStart })
    expect(result).toEqual({
      ok: false,
      error: { kind: "ToolFailure", message: "Tool execution failed" },
      toolCalls: [{ name: "t" }]
    })
    expect(ran).toBe(0)
  })

  it.each(broken)("an end hook that %s fails the call", async (_, onToolCallEnd) => {
    const result = await run("return tools.echo({}).catch((e) => e.message)", { tools: { echo }, onToolCallEnd })
    expect(result).toMatchObject({ ok: true, value: "Tool execution failed" })
  })

  it.each(broken)("a hook that %s fails search", async (_, hook) => {
    const code = "try { return search({}) } catch (e) { return e.message }"
    expect(await valueOf(code, { onToolCallStart: hook })).toBe("Tool execution failed")
    expect(await valueOf(code, { onToolCallEnd: hook })).toBe("Tool execution failed")
  })

  it("one that interrupts itself is like a tool that does", async () => {
    const options = { tools: { echo }, onToolCallStart: () => Effect.interrupt }
    const awaited = await Effect.runPromiseExit(CodeMode.execute({ ...options, code: "await tools.echo({})" }))
    expect(Exit.hasInterrupts(awaited)).toBe(true)
    expect(await run("tools.echo({}); return 1", options)).toEqual({
      ok: true,
      value: 1,
      toolCalls: [{ name: "echo" }]
    })
    const searched = await Effect.runPromiseExit(CodeMode.execute({ ...options, code: "return search({})" }))
    expect(Exit.hasInterrupts(searched)).toBe(true)
  })

  it("one that never ends runs into the timeout, around search too", async () => {
    const onToolCallStart = (): Effect.Effect<void> => Effect.never
    for (const code of ["await tools.echo({})", "search({})"]) {
      const result = await run(code, { tools: { echo }, limits: { timeoutMs: 30 }, onToolCallStart })
      expect(result).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    }
  })

  it("may refuse nothing, but a ToolError from one is still generic", async () => {
    const onToolCallStart = (): Effect.Effect<void> => Effect.fail(toolError("secret")) as never
    const result = await run("await tools.echo({})", { tools: { echo }, onToolCallStart })
    expect(result).toMatchObject({ ok: false, error: { message: "Tool execution failed" } })
  })

  it("see nothing of each other's executions", async () => {
    const gate = Deferred.makeUnsafe<void>()
    const { events, hooks } = recording()
    const runtime = CodeMode.make({ tools: { t: running(() => Deferred.await(gate)) }, ...hooks })
    const both = [1, 2].map(() => Effect.runPromise(runtime.execute("await tools.t({}); return 1")))
    await Promise.resolve()
    Deferred.doneUnsafe(gate, Effect.void)
    for (const result of await Promise.all(both)) expect(result.toolCalls).toEqual([{ name: "t" }])
    expect(events).toHaveLength(4)
  })
})
