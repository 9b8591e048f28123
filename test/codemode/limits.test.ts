import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"
import { itEffect, run, valueOf } from "../support/run.ts"
import { echo, gated, pending, refuse, running } from "../support/tools.ts"

describe("timeoutMs", () => {
  it.each([
    "while (true) {}",
    "for (;;) await null",
    "const f = () => f; for (;;) f()",
    "[1, 2].sort(() => { for (;;) {} })",
    "({ get x() { for (;;) {} } }).x",
    "/^(a|a)*$/.test('a'.repeat(40) + 'b')",
    "return { toJSON() { for (;;) {} } }",
    "return { get x() { for (;;) {} } }",
    "throw { get x() { for (;;) {} } }",
    "new Promise(() => { for (;;) {} })",
    "await tools.echo({ get x() { for (;;) {} } })",
    "function f() { try { f() } finally { f() } } f()",
    "class A { static { for (;;) {} } }",
    "for (const x of { [Symbol.iterator]() { return { next: () => ({ done: false }) } } }) ;"
  ])("ends %s", async (code) => {
    const startedAt = performance.now()
    const result = await run(`console.log("begun"); ${code}`, { tools: { echo }, limits: { timeoutMs: 200 } })
    expect(performance.now() - startedAt).toBeLessThan(3000)
    if (code.startsWith("throw")) return expect(result.ok).toBe(false)
    expect(result).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" }, logs: ["begun"], toolCalls: [] })
    if (!result.ok) expect(result.error.message).toContain("timed out after 200ms")
  })

  it("keeps tool calls and runs neither catch nor finally", async () => {
    const { tool } = pending()
    const code = `
      try { await tools.echo({}); await tools.never({}) } catch { console.log("catch") } finally { console.log("finally") }`
    const result = await run(code, { tools: { echo, never: tool }, limits: { timeoutMs: 30 } })
    expect(result).toMatchObject({
      ok: false,
      error: { kind: "TimeoutExceeded" },
      toolCalls: [{ name: "echo" }, { name: "never" }]
    })
    expect(result).not.toHaveProperty("logs")
  })

  it("interrupts every live call, awaited or not", async () => {
    const never = pending()
    await run("tools.never({}); tools.never({}); await tools.never({})", {
      tools: { never: never.tool },
      limits: { timeoutMs: 30 }
    })
    expect(never).toMatchObject({ started: 3, interrupted: 3 })
  })

  it("is honoured right after parsing", async () => {
    const long = `return 1 // ${"x".repeat(4_000_000)}`
    const slow = `${"f(1,2,3);".repeat(60_000)} function f() {} return 1`
    expect(await run(slow, { limits: { timeoutMs: 1 } })).toMatchObject({
      ok: false,
      error: { kind: "TimeoutExceeded" }
    })
    expect(await valueOf(long, { limits: { timeoutMs: 10_000 } })).toBe(1)
  })

  itEffect("answers only after tools have cleaned up", () =>
    Effect.gen(function* () {
      let cleaned = 0
      const slow = running(() =>
        Effect.onInterrupt(Effect.never, () =>
          Effect.andThen(
            Effect.sleep(500),
            Effect.sync(() => void cleaned++)
          )
        )
      )
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({ code: "await tools.slow({})", tools: { slow }, limits: { timeoutMs: 100 } })
      )
      yield* TestClock.adjust(100)
      yield* TestClock.adjust(499)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
      expect(cleaned).toBe(1)
    })
  )

  itEffect("keeps a value that was copied out before it, with a warning in front", () =>
    Effect.gen(function* () {
      const slow = running(() => Effect.onInterrupt(Effect.never, () => Effect.sleep(500)))
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({
          code: `tools.slow({}); tools.refuse({}); console.log("x"); return { done: true, at: NaN }`,
          tools: { slow, refuse },
          limits: { timeoutMs: 100 }
        })
      )
      yield* TestClock.adjust(100)
      yield* TestClock.adjust(400)
      const result = yield* Fiber.join(fiber)
      expect(result).toMatchObject({ ok: true, value: { done: true, at: null }, logs: ["x"] })
      if (!result.ok) return
      expect(result.warnings?.map(({ kind }) => kind)).toEqual(["TimeoutExceeded", "ToolFailure", "InvalidDataValue"])
      expect(result.warnings?.[0].message).toContain("background work was still running at the 100ms timeout")
    })
  )

  itEffect("does not call a value returned that failed the boundary", () =>
    Effect.gen(function* () {
      const slow = running(() => Effect.onInterrupt(Effect.never, () => Effect.sleep(500)))
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({ code: "tools.slow({}); return () => 1", tools: { slow }, limits: { timeoutMs: 100 } })
      )
      yield* TestClock.adjust(100)
      yield* TestClock.adjust(400)
      expect(yield* Fiber.join(fiber)).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    })
  )

  itEffect("does not fire early when it is longer than a timer", () =>
    Effect.gen(function* () {
      const never = pending()
      const timeoutMs = 2 ** 31 + 5
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({ code: "await tools.never({})", tools: { never: never.tool }, limits: { timeoutMs } })
      )
      yield* TestClock.adjust(2 ** 31 - 1)
      yield* TestClock.adjust(5)
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(fiber)).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    })
  )

  itEffect("is the host's clock", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(CodeMode.execute({ code: "for (;;) ;", limits: { timeoutMs: 3_600_000 } }))
      yield* TestClock.adjust("1 hour")
      expect(yield* Fiber.join(fiber)).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    })
  )
})

describe("maxToolCalls", () => {
  it("0 forbids every call", async () => {
    const result = await run("await tools.echo({})", { tools: { echo }, limits: { maxToolCalls: 0 } })
    expect(result).toMatchObject({ ok: false, error: { kind: "ToolCallLimitExceeded" }, toolCalls: [] })
  })

  it("admits in order and rejects the rest, which a program can catch", async () => {
    const options = { tools: { echo }, limits: { maxToolCalls: 2 } }
    const all = await run("return Promise.all([1, 2, 3].map((n) => tools.echo({ n })))", options)
    expect(all).toMatchObject({
      ok: false,
      error: { kind: "ToolCallLimitExceeded" },
      toolCalls: [{ name: "echo" }, { name: "echo" }]
    })
    const caught = `
      const out = []
      for (const n of [1, 2, 3]) out.push(await tools.echo({ n }).then(({ n }) => n, (e) => e instanceof Error && e.name))
      return out`
    expect(await valueOf(caught, options)).toEqual([1, 2, "Error"])
  })

  it("only warns where the call is never awaited", async () => {
    const result = await run("tools.echo({}); tools.echo({}); return 1", {
      tools: { echo },
      limits: { maxToolCalls: 1 }
    })
    expect(result).toMatchObject({ ok: true, value: 1, warnings: [{ kind: "ToolCallLimitExceeded" }] })
  })

  it("counts search and throws there at once", async () => {
    const events: string[] = []
    const result = await run("search({}); return search({})", {
      limits: { maxToolCalls: 1 },
      onToolCallStart: ({ name }) => Effect.sync(() => void events.push(`start ${name}`)),
      onToolCallEnd: ({ name }) => Effect.sync(() => void events.push(`end ${name}`))
    })
    expect(result).toMatchObject({
      ok: false,
      error: { kind: "ToolCallLimitExceeded" },
      toolCalls: [{ name: "search" }]
    })
    expect(events).toEqual(["start search", "end search"])
    expect(await valueOf("try { search({}) } catch (e) { return e.message }", { limits: { maxToolCalls: 0 } })).toMatch(
      /limit/
    )
  })

  it("absent means as many as the program likes", async () => {
    const result = await run("for (let i = 0; i < 150; i++) await tools.echo({})", { tools: { echo } })
    expect(result.toolCalls).toHaveLength(150)
  })
})

describe("concurrency", () => {
  it("is not limited by default", async () => {
    const gate = gated()
    const result = Effect.runPromise(
      CodeMode.execute({
        code: "return Promise.all(Array.from({ length: 20 }, (_, n) => tools.t({ n })))",
        tools: { t: gate.tool }
      })
    )
    for (let i = 0; i < 100 && gate.started.length < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(gate.started).toHaveLength(20)
    gate.open()
    expect(await result).toMatchObject({ ok: true })
  })

  itEffect("maxConcurrentToolCalls queues calls that are admitted already", () =>
    Effect.gen(function* () {
      let live = 0
      let most = 0
      const order: number[] = []
      const t = running((input) =>
        Effect.gen(function* () {
          order.push((input as { n: number }).n)
          most = Math.max(most, ++live)
          yield* Effect.sleep(10)
          live--
        })
      )
      const fiber = yield* Effect.forkChild(
        CodeMode.execute({
          code: "await Promise.all([0, 1, 2, 3, 4].map((n) => tools.t({ n })))",
          tools: { t },
          limits: { maxConcurrentToolCalls: 2, maxToolCalls: 5, timeoutMs: 1000 }
        })
      )
      for (let i = 0; i < 3; i++) yield* TestClock.adjust(10)
      const result = yield* Fiber.join(fiber)
      expect(result.ok).toBe(true)
      expect(result.toolCalls).toHaveLength(5)
      expect(most).toBe(2)
      expect(order).toEqual([0, 1, 2, 3, 4])
    })
  )

  itEffect("a tool's own concurrency holds over all executions, and its queue takes no place from others", () =>
    Effect.gen(function* () {
      let live = 0
      let most = 0
      const one = Tool.make({
        description: "One at a time",
        input: {},
        concurrency: 1,
        run: () =>
          Effect.gen(function* () {
            most = Math.max(most, ++live)
            yield* Effect.sleep(10)
            live--
          })
      })
      const runtime = CodeMode.make({ tools: { one, echo }, limits: { maxConcurrentToolCalls: 2 } })
      const code =
        "const all = [tools.one({}), tools.one({})]; const e = await tools.echo({ e: 1 }); console.log('echo'); await Promise.all(all); return e"
      const fibers = yield* Effect.all([1, 2].map(() => Effect.forkChild(runtime.execute(code))))
      for (let i = 0; i < 4; i++) yield* TestClock.adjust(10)
      for (const fiber of fibers) expect(yield* Fiber.join(fiber)).toMatchObject({ ok: true, value: { e: 1 } })
      expect(most).toBe(1)
    })
  )

  it("interrupts calls that still wait for a place", async () => {
    const never = pending()
    const result = await run("tools.never({}); tools.never({}); tools.never({}); return 1", {
      tools: { never: never.tool },
      limits: { maxConcurrentToolCalls: 1 }
    })
    expect(result).toMatchObject({ ok: true, value: 1 })
    expect(result).not.toHaveProperty("warnings")
    expect(never).toMatchObject({ started: 1, interrupted: 1 })
  })
})

describe("maxSteps", () => {
  it("stops the program, naming what was allowed and used", async () => {
    const result = await run("for (;;) ;", { limits: { maxSteps: 1000 } })
    expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure" } })
    if (!result.ok) expect(result.error.message).toMatch(/allowed 1000 steps and used \d+/)
  })

  it("is the same every time, however the slices fall", async () => {
    const program = (n: number): string => `
      let s = 0
      for (let i = 0; i < ${n}; i++) s += [1, 2, 3].map((x) => x * i).length
      return s`
    const used = async (): Promise<string> => {
      const result = await run(program(1e6), { limits: { maxSteps: 50_000 } })
      return result.ok ? "" : result.error.message
    }
    const first = await used()
    expect(first).toMatch(/50000/)
    expect(await used()).toBe(first)
    let low = 1
    let high = 100_000
    while (low < high) {
      const middle = (low + high) >> 1
      if ((await run(program(50), { limits: { maxSteps: middle } })).ok) high = middle
      else low = middle + 1
    }
    expect((await run(program(50), { limits: { maxSteps: low } })).ok).toBe(true)
    expect((await run(program(50), { limits: { maxSteps: low - 1 } })).ok).toBe(false)
  })

  it("cannot be caught, and stops tool calls that come after", async () => {
    const result = await run("try { for (;;) ; } catch {} finally { console.log('x'); await tools.echo({}) }", {
      tools: { echo },
      limits: { maxSteps: 500 }
    })
    expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure" }, toolCalls: [] })
    expect(result).not.toHaveProperty("logs")
  })

  it("holds while the result is copied", async () => {
    const result = await run("return { toJSON() { for (;;) ; } }", { limits: { maxSteps: 5000 } })
    expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure" } })
  })
})

describe("a program that waits for what can never happen", () => {
  it.each([
    ["await new Promise(() => {})", 1, 1],
    ["const p = new Promise(() => {})\nconst x = 1\nawait p", 3, 1],
    ["tools.never({})\nawait new Promise(() => {})", 2, 1],
    ["const r = Promise.withResolvers()\nawait r.promise", 2, 1],
    ["async function f() {\n  await new Promise(() => {})\n}\nawait f()", 4, 1],
    ["for await (const x of (async function* () { await new Promise(() => {}) })()) ;", 1, 1]
  ])("%s", async (code, line, column) => {
    const result = await run(code, { tools: { never: pending().tool } })
    expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure", location: { line } } })
    if (!result.ok && column !== 1) expect(result.error.location?.column).toBe(column)
  })

  it("is not one that waits for a tool", async () => {
    const gate = Deferred.makeUnsafe<void>()
    const tools = { t: running(() => Deferred.await(gate)) }
    const result = Effect.runPromise(
      CodeMode.execute({
        code: "const p = Promise.withResolvers(); tools.t({}).then(() => p.resolve(5)); return p.promise",
        tools
      })
    )
    setTimeout(() => Deferred.doneUnsafe(gate, Effect.void), 20)
    expect(await result).toMatchObject({ ok: true, value: 5 })
  })
})
