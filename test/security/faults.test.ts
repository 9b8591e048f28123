/** Whatever a host does wrong, an execution answers a result that keeps the contract, and the next one is fine. */
import { Cause, Clock, Effect, Exit, Fiber, Random, Schema, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { itEffect } from "../support/run.ts"
import type { RunOptions } from "../support/run.ts"
import { echo } from "../support/tools.ts"
import {
  badClocks,
  badEffects,
  badOutputs,
  badRandoms,
  badSchemas,
  badTracers,
  decodeResult,
  leftOutputs,
  rejecting,
  SECRET,
  toolOf
} from "./faults.ts"

type Around = (effect: Effect.Effect<CodeMode.Result>) => Effect.Effect<CodeMode.Result>

/** Runs the program twice in one runtime, and something harmless afterwards; answers the first result. */
async function settled(
  code: string,
  options: RunOptions,
  around: Around = (effect) => effect
): Promise<CodeMode.Result> {
  const runtime = CodeMode.make(options)
  const results: CodeMode.Result[] = []
  for (let i = 0; i < 2; i++) {
    const exit = await Effect.runPromiseExit(around(runtime.execute(code)))
    if (Exit.isFailure(exit)) expect.fail(`the execution did not answer: ${Cause.pretty(exit.cause)}`)
    const text = JSON.stringify(exit.value)
    expect(decodeResult(JSON.parse(text))).toEqual(exit.value)
    expect(text).not.toContain(SECRET)
    results.push(exit.value)
  }
  // What nobody awaited may fail before the end or after it.
  const [first, second] = results.map((result) => ({ ...result, warnings: [] }))
  expect(second).toEqual(first)
  expect(
    await Effect.runPromise(CodeMode.execute({ code: "return tools.echo({ n: 1 })", tools: { echo } }))
  ).toMatchObject({
    value: { n: 1 }
  })
  return results[0]
}

/** What the program catches of a failing call. */
const CATCH = `
  try { return { value: await tools.t({}) } }
  catch (error) { return { name: error.name, message: error.message, keys: Object.keys(error), isError: error instanceof Error } }`

const caught = (message: string): unknown => ({ name: "Error", message, keys: [], isError: true })

describe("a tool whose run", () => {
  it.each(Object.entries(badEffects))("%s: the call fails without any text of the host", async (_, run) => {
    const tools = { t: toolOf(run), echo }
    expect(await settled(CATCH, { tools })).toEqual({
      ok: true,
      value: caught("Tool execution failed"),
      toolCalls: [{ name: "t" }]
    })
    const uncaught = await settled("await tools.t({})", { tools, limits: { timeoutMs: 60_000 } })
    expect(uncaught).toMatchObject({ ok: false, error: { kind: "ToolFailure", message: "Tool execution failed" } })
    const unawaited = await settled("tools.t({}); await tools.echo({}); await tools.echo({}); return 1", { tools })
    expect(unawaited).toMatchObject({ ok: true, value: 1 })
  })
})

describe("a call that went wrong", () => {
  it.each(Object.entries(badEffects))(
    "because its tool %s: frees its places and is told to the end hook",
    async (_, run) => {
      const ends: CodeMode.ToolCallEnded[] = []
      const runtime = CodeMode.make({
        tools: { t: toolOf(run, { concurrency: 1 }), echo },
        limits: { maxConcurrentToolCalls: 1, timeoutMs: 20_000 },
        onToolCallEnd: (call) => Effect.sync(() => void ends.push(call))
      })
      for (let i = 0; i < 2; i++) {
        const code = "await Promise.allSettled([tools.t({}), tools.t({}), tools.t({})]); return tools.echo({ n: 1 })"
        expect(await Effect.runPromise(runtime.execute(code))).toMatchObject({ ok: true, value: { n: 1 } })
      }
      expect(ends.map(({ index, outcome, message }) => [index, outcome, message])).toEqual(
        [1, 2].flatMap(() => [
          ...[0, 1, 2].map((index) => [index, "failure", "Tool execution failed"]),
          [3, "success", undefined]
        ])
      )
    }
  )
})

describe("a tool that answers", () => {
  it.each(Object.entries(badOutputs))(
    "%s: the call fails as invalid output",
    async (_, answer) => {
      const tools = { t: toolOf(() => Effect.sync(answer)) }
      expect(await settled(CATCH, { tools })).toMatchObject({
        ok: true,
        value: caught("Invalid output from tool 't'.")
      })
    },
    60_000
  )
})

describe("a tool that answers data, and", () => {
  it.each(Object.entries(leftOutputs))("%s", async (_, answer) => {
    const tools = { t: toolOf(() => Effect.sync(() => [answer()])) }
    expect(await settled(CATCH, { tools })).toMatchObject({ ok: true, value: { value: [{}] } })
  })

  it("parts that its schema drops: rejected promises in them are nobody's", async () => {
    const output = Schema.Struct({ n: Schema.Number })
    const t = toolOf(() => Effect.sync(() => ({ n: 1, more: [rejecting()], last: rejecting() })), { output })
    expect(await settled(CATCH, { tools: { t } })).toMatchObject({ ok: true, value: { value: { n: 1 } } })
  })
})

describe("a hook that answers something", () => {
  it.each(["onToolCallStart", "onToolCallEnd"])("is like one that answers nothing: %s", async (name) => {
    const options = { tools: { echo }, [name]: () => Effect.sync(() => [rejecting()]) }
    expect(await settled("return [await tools.echo({ n: 1 }), search({}).items.length]", options)).toMatchObject({
      ok: true,
      value: [{ n: 1 }, 1]
    })
  })
})

describe("host code that answers something else where an Effect is due", () => {
  it("has its finalisers run, what is due afterwards too", async () => {
    const ran: string[] = []
    const note = (text: string): Effect.Effect<void> => Effect.sync(() => void ran.push(text))
    const body = Effect.andThen(Effect.sleep(1), Effect.suspend(rejecting as never)).pipe(
      Effect.ensuring(note("inner")),
      Effect.catchDefect(() => Effect.fail("seen")),
      Effect.ensuring(note("outer"))
    )
    await settled(CATCH, { tools: { t: toolOf(() => body) } })
    expect(ran).toEqual(["inner", "outer", "inner", "outer"])
  })
})

describe("a schema that", () => {
  it.each(Object.entries(badSchemas))("%s", async (_, schema) => {
    const tools = { t: toolOf(() => Effect.succeed({ a: 1 }), { output: schema() }), echo }
    expect(await settled(CATCH, { tools })).toMatchObject({ ok: true, value: caught("Invalid output from tool 't'.") })
    const input = { t: toolOf(() => Effect.succeed({ a: 1 }), { input: schema() }), echo }
    const result = await settled(CATCH, { tools: input })
    expect(result).toMatchObject({ ok: true })
    await settled("return search({ query: 'tool' }).items.length", { tools: input })
    await settled("tools.t({}); await tools.echo({}); return 1", { tools: input })
  })
})

describe("a hook that", () => {
  it.each(Object.entries(badEffects))("%s", async (_, hook) => {
    for (const name of ["onToolCallStart", "onToolCallEnd"]) {
      let ran = 0
      const t = toolOf(() => Effect.sync(() => ++ran))
      const options = { tools: { t }, [name]: hook }
      expect(await settled(CATCH, options)).toMatchObject({ value: caught("Tool execution failed") })
      expect(ran).toBe(name === "onToolCallStart" ? 0 : 2)
      await settled("tools.t({}); return 1", options)
      expect(
        await settled("try { return search({}).items.length } catch (e) { return e.message }", options)
      ).toMatchObject({
        value: "Tool execution failed"
      })
    }
  })
})

/** Reads the time and randomness in every way that a program can. */
const readings: Readonly<Record<"clock" | "randomness", readonly string[]>> = {
  clock: [
    "Date.now()",
    "new Date().getTime()",
    "new Date().toISOString()",
    "Date()",
    "new Intl.DateTimeFormat().format()",
    "console.time('x')"
  ],
  randomness: ["Math.random()", "crypto.randomUUID()", "crypto.getRandomValues(new Uint8Array(4)).length"]
}

const withHooks: readonly RunOptions[] = [{}, { onToolCallStart: () => Effect.void, onToolCallEnd: () => Effect.void }]

describe("a clock", () => {
  it.each(Object.entries(badClocks))("%s", async (name, clock) => {
    const around: Around = (effect) => Effect.provideService(effect, Clock.Clock, clock)
    const failed = { ok: false, error: { kind: "ExecutionFailure", message: "The host's clock failed." } }
    const tells = !name.startsWith("whose time") || name.includes("for ever")
    const sleeps = !name.includes("sleep")
    for (const hooks of withHooks) {
      const tools = { echo }
      const calls = "await tools.echo({}); return search({}).items.length"
      expect(await settled(calls, { tools, ...hooks }, around)).toMatchObject({ ok: true, value: 1 })
      expect(await settled(calls, { tools, ...hooks, limits: { timeoutMs: 60_000 } }, around)).toMatchObject(
        tells && sleeps ? { ok: true, value: 1 } : failed
      )
      for (const reading of readings.clock) {
        // Neither `catch` nor `finally` of the program sees it.
        const code = `try { ${reading} } catch { return 2 } finally { if (${!tells}) return 3 } return 1`
        const result = await Effect.runPromise(around(CodeMode.execute({ code, tools, ...hooks })))
        expect(result, reading).toMatchObject(tells ? { ok: true, value: 1 } : failed)
      }
    }
  })

  it("that takes its time is measured in durations of at least 0", async () => {
    for (const [name, clock] of Object.entries(badClocks)) {
      const durations: number[] = []
      await Effect.runPromise(
        Effect.provideService(
          CodeMode.execute({
            code: "await tools.echo({})",
            tools: { echo },
            onToolCallEnd: ({ durationMs }) => Effect.sync(() => void durations.push(durationMs))
          }),
          Clock.Clock,
          clock
        )
      )
      expect(durations, name).toHaveLength(1)
      expect(durations[0], name).toBeGreaterThanOrEqual(0)
    }
  })
})

describe("a source of randomness", () => {
  it.each(Object.entries(badRandoms))("%s: a program that draws ends", async (_, random) => {
    const around: Around = (effect) => Effect.provideService(effect, Random.Random, random)
    for (const reading of readings.randomness) {
      expect(await settled(`try { ${reading} } catch { return 1 }`, {}, around)).toEqual({
        ok: false,
        error: { kind: "ExecutionFailure", message: "The host's source of randomness failed." },
        toolCalls: []
      })
    }
    expect(await settled("return 1", {}, around)).toEqual({ ok: true, value: 1, toolCalls: [] })
  })
})

describe("a tracer", () => {
  it.each(Object.entries(badTracers))("%s: the run goes on without spans", async (_, tracer) => {
    const around: Around = (effect) => Effect.provideService(effect, Tracer.Tracer, tracer)
    for (const limits of [{}, { timeoutMs: 60_000 }]) {
      expect(
        await settled(
          "return [await tools.echo({ n: 1 }), search({}).items.length]",
          { tools: { echo }, limits },
          around
        )
      ).toMatchObject({
        ok: true,
        value: [{ n: 1 }, 1]
      })
      expect(
        await settled("await tools.echo({}); throw new Error('x')", { tools: { echo }, limits }, around)
      ).toMatchObject({
        ok: false
      })
    }
  })
})

describe("a tracer that is around every step and answers nonsense", () => {
  it("ends the execution: it is not asked for ever", async () => {
    let asked = 0
    const tracer: Tracer.Tracer = Tracer.make({
      span: (options) => Tracer.nativeTracer.span(options),
      // The fiber of the test itself goes on.
      context: (primitive, fiber) => {
        if (fiber.cache.tracer === tracer) return primitive["~effect/Effect/evaluate"](fiber)
        if (++asked > 1000) throw new Error("for ever")
        return rejecting() as never
      }
    })
    await Effect.runPromiseExit(Effect.provideService(CodeMode.execute({ code: "return 1" }), Tracer.Tracer, tracer))
    expect(asked).toBeLessThan(100)
  })
})

/** A tool that waits until it is interrupted, and then does `cleanUp`. */
const leaving = (cleanUp: Effect.Effect<unknown>): RunOptions["tools"] => ({
  t: toolOf(() => Effect.onInterrupt(Effect.never, () => cleanUp)),
  echo
})

/** Ways to leave a tool behind, and how the execution ends then. */
const leavings: readonly [string, Partial<CodeMode.Result>][] = [
  ["tools.t({}); return 1", { ok: true, value: 1 }],
  ["await Promise.race([tools.t({}), tools.echo({})]); return 1", { ok: true, value: 1 }],
  ["tools.t({}); throw new Error('x')", { ok: false }],
  ["tools.t({}); return () => 1", { ok: false }],
  ["await tools.t({})", { ok: false, error: { kind: "TimeoutExceeded", message: expect.anything() as string } }]
]

describe("a tool that is left behind", () => {
  it.each(leavings)("may die in its finaliser: %s", async (code, expected) => {
    const cleanUps: readonly Effect.Effect<unknown>[] = [
      Effect.die(new Error(SECRET)),
      Effect.sync(() => {
        throw new Error(SECRET)
      }),
      Effect.flatMap(Effect.void, (): Effect.Effect<void> => undefined as never),
      Effect.suspend(rejecting as never),
      Effect.suspend(() => Effect.die([rejecting()])),
      Effect.interrupt
    ]
    for (const cleanUp of cleanUps) {
      expect(await settled(code, { tools: leaving(cleanUp), limits: { timeoutMs: 200 } })).toMatchObject(expected)
    }
  })

  itEffect("may take its time: the result comes afterwards", () =>
    Effect.gen(function* () {
      for (const [code, expected] of leavings) {
        const bodies: readonly RunOptions[] = [
          { tools: leaving(Effect.sleep(5000)) },
          { tools: { t: toolOf(() => Effect.uninterruptible(Effect.sleep(5200))), echo } }
        ]
        for (const body of bodies) {
          const fiber = yield* Effect.forkChild(CodeMode.execute({ code, limits: { timeoutMs: 200 }, ...body }))
          // The clock stands still while the program starts.
          for (let i = 0; i < 50; i++) yield* Effect.yieldNow
          yield* TestClock.adjust(200)
          yield* TestClock.adjust(4700)
          expect(fiber.pollUnsafe(), code).toBeUndefined()
          yield* TestClock.adjust(400)
          const result = yield* Fiber.join(fiber)
          expect(result).toMatchObject(expected)
          // The time was up while the clean-up went on.
          if (result.ok) expect(result.warnings).toMatchObject([{ kind: "TimeoutExceeded" }])
        }
      }
    })
  )
})

describe("a definition whose", () => {
  const parts = ["description", "input", "output", "run", "concurrency"] as const
  it.each(parts)("%s throws: refused at once, or a failure like any other", async (part) => {
    const tool = Object.defineProperty(
      toolOf(() => Effect.succeed(1)),
      part,
      {
        enumerable: true,
        get: () => {
          throw new Error(SECRET)
        }
      }
    )
    let options: RunOptions | undefined
    try {
      CodeMode.make({ tools: { tool, echo } })
      options = { tools: { tool, echo } }
    } catch {
      // What cannot be set up is the host's to see.
    }
    if (options === undefined) return
    for (const code of [
      "return await tools.tool({}).catch((e) => e.message)",
      "return await tools.tol({}).catch((e) => e.message.length > 0)",
      "try { return search({ query: 'tool' }).items.length } catch (e) { return e.message }",
      "return Object.keys(tools)"
    ]) {
      await settled(code, options)
    }
  })
})
