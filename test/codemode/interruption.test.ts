import { Cause, Effect, Exit, Fiber, Schema, SchemaGetter } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { itEffect, run } from "../support/run.ts"
import type { RunOptions } from "../support/run.ts"
import { echo, pending, running } from "../support/tools.ts"

const exitOf = (
  code: string,
  tools: CodeMode.Options["tools"],
  more: Pick<RunOptions, "limits" | "onToolCallStart" | "onToolCallEnd"> = {}
): Promise<Exit.Exit<CodeMode.Result>> => Effect.runPromiseExit(CodeMode.execute({ ...more, code, tools: tools as {} }))

const isInterruption = (exit: Exit.Exit<unknown>): boolean =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)

describe("the host interrupts", () => {
  it.each([undefined, 60_000])("and every call is interrupted first (timeoutMs %s)", async (timeoutMs) => {
    const never = pending()
    const fiber = Effect.runFork(
      CodeMode.execute({
        code: "tools.never({}); await tools.never({})",
        tools: { never: never.tool },
        limits: { timeoutMs }
      })
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(never.started).toBe(2)
    const exit = await Effect.runPromise(Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber)))
    expect(isInterruption(exit)).toBe(true)
    expect(never.interrupted).toBe(2)
  })

  it.each([
    ["a pure loop", "for (;;) ;"],
    ["a loop of awaits", "for (;;) await 0"],
    ["copying the result", "return { toJSON() { for (;;) ; } }"],
    ["a getter", "({ get x() { for (;;) ; } }).x"],
    ["a regular expression", "/^(a|a)*$/.test('a'.repeat(60) + 'b')"],
    ["waiting for a tool", "await tools.never({})"]
  ])("%s", async (_, code) => {
    const fiber = Effect.runFork(CodeMode.execute({ code, tools: { never: pending().tool } }))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const startedAt = performance.now()
    const exit = await Effect.runPromise(Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber)))
    expect(isInterruption(exit)).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })

  it("before anything has run", async () => {
    const fiber = Effect.runFork(Effect.andThen(Effect.yieldNow, CodeMode.execute({ code: "return 1" })))
    fiber.interruptUnsafe()
    expect(isInterruption(await Effect.runPromise(Fiber.await(fiber)))).toBe(true)
  })

  itEffect("during clean-up after the return: interruption, and the clean-up is finished", () =>
    Effect.gen(function* () {
      for (const timeoutMs of [undefined, 60_000]) {
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
          CodeMode.execute({ code: "tools.slow({}); return 1", tools: { slow }, limits: { timeoutMs } })
        )
        yield* TestClock.adjust(100)
        fiber.interruptUnsafe()
        yield* TestClock.adjust(100)
        expect(fiber.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust(300)
        expect(isInterruption(yield* Fiber.await(fiber))).toBe(true)
        expect(cleaned).toBe(1)
      }
    })
  )

  it("while the program's own clean-up code does not run", async () => {
    const lines: unknown[] = []
    const fiber = Effect.runFork(
      CodeMode.execute({
        code: "try { await tools.never({}) } finally { await tools.note({}) }",
        tools: { never: pending().tool, note: running((input) => Effect.sync(() => void lines.push(input))) }
      })
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(lines).toEqual([])
  })
})

describe("a tool that interrupts itself", () => {
  const bodies: [string, () => Effect.Effect<unknown>][] = [
    ["at once", () => Effect.interrupt],
    ["later", () => Effect.andThen(Effect.sleep(5), Effect.interrupt)],
    [
      "through its own fiber",
      () =>
        Effect.withFiber((fiber) => {
          fiber.interruptUnsafe()
          return Effect.never
        })
    ],
    [
      "through its own fiber, later",
      () =>
        Effect.andThen(
          Effect.sleep(5),
          Effect.withFiber((fiber) => {
            fiber.interruptUnsafe()
            return Effect.never
          })
        )
    ]
  ]
  const awaited = [
    "await tools.self({})",
    "return tools.self({})",
    "tools.self({})",
    "await Promise.all([tools.echo({}), tools.self({})])",
    "await Promise.all([tools.self({}), tools.never({})])",
    "await Promise.allSettled([tools.self({})])",
    "await Promise.race([tools.self({}), tools.never({})])",
    "await Promise.any([tools.self({}), tools.never({})])",
    "await tools.self({}).then(() => 1, () => 2).catch(() => 3).finally(() => 4)",
    "await (async () => { try { await tools.self({}) } catch { return 1 } })()",
    "const p = tools.self({}); await tools.echo({}); await tools.pause({}); await p",
    "const p = (async () => tools.self({}))(); await tools.pause({}); return p",
    "await new Promise((resolve) => tools.self({}).then(resolve))",
    "await new Promise((resolve) => { tools.self({}).then((v) => resolve(v)) })",
    "for await (const x of (async function* () { yield tools.self({}) })()) ;",
    "for await (const x of [tools.self({})]) ;",
    "await using x = { [Symbol.asyncDispose]: () => tools.self({}) }",
    "await Array.fromAsync([tools.self({})])"
  ]

  it.each(bodies)("%s ends the run as interruption where it is awaited", async (_, body) => {
    const tools = { self: running(body), echo, never: pending().tool, pause: running(() => Effect.sleep(20)) }
    for (const code of awaited) {
      expect(isInterruption(await exitOf(code, tools)), code).toBe(true)
    }
  })

  const unawaited = [
    "tools.self({}); await tools.pause({}); return 1",
    "tools.self({}).then(() => 2); await tools.pause({}); return 1",
    "Promise.all([tools.self({}), tools.echo({})]); await tools.pause({}); return 1",
    "(async () => { await tools.self({}) })(); await tools.pause({}); return 1",
    "Promise.race([tools.self({})]); await tools.pause({}); return 1",
    "const p = tools.self({}).catch(() => 0); await tools.pause({}); return 1"
  ]

  it.each(bodies)("%s is silent where nothing waits for it", async (_, body) => {
    const tools = { self: running(body), echo, pause: running(() => Effect.sleep(20)) }
    for (const code of unawaited) {
      const result = await run(code, { tools })
      expect(result, code).toMatchObject({ ok: true, value: 1 })
      expect(result).not.toHaveProperty("warnings")
    }
  })
})

describe("what is around a tool and interrupts itself is like a tool that does", () => {
  const interrupting = Schema.Any.pipe(
    Schema.decodeTo(Schema.Any, {
      decode: SchemaGetter.transformEffect(() => Effect.interrupt),
      encode: SchemaGetter.passthrough({ strict: false })
    } as never)
  ) as unknown as Schema.Top
  const pause = running(() => Effect.sleep(20))
  const cases: [string, RunOptions][] = [
    ["a start hook", { onToolCallStart: ({ name }) => (name === "self" ? Effect.interrupt : Effect.void) }],
    ["an end hook", { onToolCallEnd: ({ name }) => (name === "self" ? Effect.interrupt : Effect.void) }],
    ["an input schema", { tools: { self: { ...echo, input: interrupting } } }],
    ["an output schema", { tools: { self: { ...echo, output: interrupting } } }]
  ]

  it.each(cases)("%s", async (_, { tools, ...hooks }) => {
    const all = { self: echo, pause, ...tools } as RunOptions["tools"]
    for (const limits of [{}, { timeoutMs: 60_000 }]) {
      const code = "try { await tools.self({}) } catch { return 1 } finally { return 2 }"
      expect(isInterruption(await exitOf(code, all, { ...hooks, limits }))).toBe(true)
    }
    const unawaited = await run("tools.self({}); await tools.pause({}); return 1", { tools: all, ...hooks })
    expect(unawaited).toMatchObject({ ok: true, value: 1 })
    expect(unawaited).not.toHaveProperty("warnings")
  })
})
