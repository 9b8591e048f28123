/**
 * The host interrupts at any moment: after every one of the first operations of an execution, whatever it is doing then. The end is an interruption or
 * the result, everything that began has been cleaned up, and the next execution has all that it needs.
 */
import { Cause, Effect, Exit, Fiber, Schema, SchemaGetter, Scheduler } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool, toolError } from "../../src/index.ts"

/** Lets every fiber go on for so many operations only (it takes three to get anywhere), and calls `onTask` after each turn of any of them. */
class CountingScheduler extends Scheduler.MixedScheduler {
  private readonly operations: number
  private readonly onTask: () => void
  constructor(operations: number, onTask: () => void) {
    super()
    this.operations = operations
    this.onTask = onTask
  }
  override shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    return fiber.currentOpCount >= this.operations
  }
  override makeDispatcher(): ReturnType<Scheduler.MixedScheduler["makeDispatcher"]> {
    const dispatcher = super.makeDispatcher()
    const schedule = dispatcher.scheduleTask.bind(dispatcher)
    dispatcher.scheduleTask = (task, priority) =>
      schedule(() => {
        task()
        this.onTask()
      }, priority)
    return dispatcher
  }
}

/** What is alive of tools and hooks, and what was counted. */
class Host {
  live = 0
  starts = 0
  ends = 0
  readonly ran = new Map<string, number>()

  private readonly counted = (name: string, effect: Effect.Effect<unknown, unknown>): Effect.Effect<unknown, unknown> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        this.live++
        this.ran.set(name, (this.ran.get(name) ?? 0) + 1)
      }),
      () => effect,
      () => Effect.sync(() => void this.live--)
    )

  private readonly tool = (
    name: string,
    effect: Effect.Effect<unknown, unknown>,
    input: Tool.SchemaType = { type: "object" }
  ): Tool.Definition => ({
    ...(Tool.make({ description: name, input, run: () => this.counted(name, effect) }) as Tool.Definition),
    concurrency: 2
  })

  readonly tools = {
    now: this.tool("now", Effect.succeed(1)),
    turn: this.tool("turn", Effect.as(Effect.yieldNow, 2)),
    refuse: this.tool("refuse", Effect.fail(toolError("no"))),
    die: this.tool("die", Effect.andThen(Effect.yieldNow, Effect.die("x"))),
    broken: this.tool(
      "broken",
      Effect.flatMap(Effect.yieldNow, () => undefined as never)
    ),
    large: this.tool(
      "large",
      Effect.sync(() => Array.from({ length: 20_000 }, (_, i) => i))
    ),
    never: this.tool("never", Effect.never),
    slow: this.tool(
      "slow",
      Effect.onInterrupt(Effect.never, () => Effect.andThen(Effect.yieldNow, Effect.yieldNow))
    ),
    stubborn: this.tool("stubborn", Effect.uninterruptible(Effect.andThen(Effect.yieldNow, Effect.yieldNow))),
    messy: this.tool("messy", Effect.ensuring(Effect.never, Effect.die("messy"))),
    decoded: this.tool(
      "decoded",
      Effect.succeed(3),
      Schema.Any.pipe(
        Schema.decodeTo(Schema.Any, {
          decode: SchemaGetter.transformEffect((value: unknown) => Effect.as(Effect.yieldNow, value)),
          encode: SchemaGetter.passthrough({ strict: false })
        } as never)
      ) as unknown as Schema.Top
    )
  }

  readonly runtime = (limits: CodeMode.ExecutionLimits): CodeMode.Runtime =>
    CodeMode.make({
      tools: this.tools,
      limits: { maxConcurrentToolCalls: 4, ...limits },
      onToolCallStart: () =>
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => void this.starts++)
        ),
      onToolCallEnd: () =>
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => void this.ends++)
        )
    })
}

/** Programs that, together, are in every phase: parsing as TypeScript, running, calling, decoding, copying in and out, cleaning up, measuring. */
const programs: readonly string[] = [
  "return 1",
  "const n: number = 1; return [n, search({}).items.length]",
  "syntax error here",
  "let n = 0; for (let i = 0; i < 200000; i++) n += i; return n",
  "return await Promise.all([tools.now({}), tools.turn({}), tools.decoded({}), tools.large({}).then((a) => a.length)])",
  "await Promise.allSettled([tools.refuse({}), tools.die({}), tools.broken({}), tools.refuse({})]); throw new Error('x')",
  "tools.slow({}); tools.stubborn({}); tools.messy({}); await tools.turn({}); return tools.turn({})",
  "tools.slow({}); tools.never({}); tools.never({}); await tools.turn({}).finally(() => tools.now({}))",
  "return { toJSON() { return Array.from({ length: 20000 }, (_, i) => ({ i })) } }",
  "return 'x'.repeat(300000)"
]

/** Runs a program and interrupts it after so many turns of fibers; answers how it ended and how many turns there were. */
async function interruptedAfter(
  turns: number,
  code: string,
  limits: CodeMode.ExecutionLimits,
  operations: number
): Promise<{ readonly exit: Exit.Exit<CodeMode.Result>; readonly turns: number; readonly host: Host }> {
  const host = new Host()
  const runtime = host.runtime(limits)
  let taken = 0
  const scheduler = new CountingScheduler(operations, () => {
    if (++taken === turns) fiber.interruptUnsafe()
  })
  const fiber: Fiber.Fiber<CodeMode.Result> = Effect.runFork(runtime.execute(code), { scheduler })
  const exit = await Effect.runPromise(Fiber.await(fiber))
  const atEnd = taken
  if (Exit.isFailure(exit)) {
    expect(Cause.hasInterruptsOnly(exit.cause), `${code}: ${Cause.pretty(exit.cause)}`).toBe(true)
    expect(taken).toBeGreaterThanOrEqual(turns)
  }
  expect(host.live, code).toBe(0)
  expect(host.ends).toBeLessThanOrEqual(host.starts)
  const [starts, ends] = [host.starts, host.ends]
  // Nothing is left that would still do something, and all places are free: as many calls at once as the limits allow, in the same runtime.
  const next = await Effect.runPromise(
    runtime.execute(
      "return await Promise.all([tools.now({}), tools.now({}), tools.turn({}), tools.turn({}), tools.decoded({})])"
    )
  )
  expect(next, code).toMatchObject({ ok: true, value: [1, 1, 2, 2, 3] })
  expect(host.live).toBe(0)
  expect([host.starts, host.ends]).toEqual([starts + 5, ends + 5])
  return { exit, turns: atEnd, host }
}

/** A limit on the output makes every result be measured. */
const allLimits: readonly CodeMode.ExecutionLimits[] = [{}, { timeoutMs: 60_000 }, { maxOutputBytes: 100 }]

describe("interruption", () => {
  it.each(programs)(
    "after every single turn of the fibers of: %s",
    async (code) => {
      for (const limits of allLimits) {
        const whole = await interruptedAfter(Infinity, code, limits, 4)
        expect(Exit.isSuccess(whole.exit)).toBe(true)
        const until = Math.min(whole.turns, 40)
        let interrupted = 0
        for (let turns = 1; turns <= until; turns++) {
          if (Exit.isFailure((await interruptedAfter(turns, code, limits, 4)).exit)) interrupted++
        }
        expect(interrupted).toBeGreaterThan(0)
      }
    },
    120_000
  )

  it("at any moment of any of them, at any pace", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...programs),
        fc.constantFrom(...allLimits),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 4, max: 40 }),
        async (code, limits, turns, operations) => {
          await interruptedAfter(turns, code, limits, operations)
        }
      ),
      { numRuns: 100, seed: 42 }
    )
  }, 120_000)

  it("leaves nothing behind where the timeout comes at the same moment", async () => {
    for (let ms = 1; ms <= 6; ms++) {
      const host = new Host()
      const runtime = host.runtime({ timeoutMs: ms })
      const fiber = Effect.runFork(runtime.execute("tools.slow({}); tools.stubborn({}); await tools.never({})"))
      await new Promise((resolve) => setTimeout(resolve, ms))
      fiber.interruptUnsafe()
      const exit = await Effect.runPromise(Fiber.await(fiber))
      if (Exit.isSuccess(exit)) expect(exit.value).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
      else expect(Cause.hasInterruptsOnly(exit.cause)).toBe(true)
      expect(host.live).toBe(0)
    }
  })
})
