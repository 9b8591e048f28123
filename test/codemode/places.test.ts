import { Deferred, Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"
import { gated, pending, running } from "../support/tools.ts"

const alone = <R>(run: (input: unknown) => Effect.Effect<unknown, unknown, R>): Tool.Definition<R> =>
  Tool.make({ description: "One at a time", input: { type: "object" }, concurrency: 1, run })

/** Lets every fiber run that can. */
const settle = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

describe("places of tools and of executions", () => {
  it("are taken together: a call that waits for one holds no other", async () => {
    const quick = alone(() => Effect.succeed(1))
    const runtime = CodeMode.make({ limits: { maxConcurrentToolCalls: 1 }, tools: { wait: pending().tool, quick } })
    const value = await Effect.runPromise(
      Effect.gen(function* () {
        const other = yield* Effect.forkChild(runtime.execute("tools.wait({}); await tools.quick({})"))
        yield* settle
        const result = yield* runtime.execute("return await tools.quick({})")
        yield* Fiber.interrupt(other)
        return result
      })
    )
    expect(value).toMatchObject({ ok: true, value: 1 })
  })

  it("leave an execution's other calls free while one waits for its tool", async () => {
    const { tool: slow, open } = gated()
    const runtime = CodeMode.make({
      limits: { maxConcurrentToolCalls: 1 },
      tools: { slow: { ...slow, concurrency: 1 }, quick: running(() => Effect.succeed(2)) }
    })
    const result = await Effect.runPromise(
      Effect.gen(function* () {
        const holder = yield* Effect.forkChild(runtime.execute("await tools.slow({})"))
        yield* settle
        const other = yield* Effect.forkChild(
          runtime.execute("const s = tools.slow({}); return [await tools.quick({})]")
        )
        yield* settle
        open()
        yield* Fiber.join(holder)
        return yield* Fiber.join(other)
      })
    )
    expect(result).toMatchObject({ ok: true, value: [2] })
  })

  it("go to each execution in turn, and within one in order", async () => {
    const order: unknown[] = []
    const gate = Deferred.makeUnsafe<void>()
    const one = alone((input) =>
      Effect.andThen(
        Effect.sync(() => void order.push((input as { readonly by: string }).by)),
        Deferred.await(gate)
      )
    )
    const runtime = CodeMode.make({ tools: { one } })
    const calls = (by: string, count: number): string =>
      `await Promise.all(Array.from({ length: ${count} }, (_, i) => tools.one({ by: "${by}" + i })))`
    await Effect.runPromise(
      Effect.gen(function* () {
        const fibers = [yield* Effect.forkChild(runtime.execute(calls("a", 5)))]
        yield* settle
        fibers.push(yield* Effect.forkChild(runtime.execute(calls("b", 2))))
        yield* settle
        fibers.push(yield* Effect.forkChild(runtime.execute(calls("c", 1))))
        yield* settle
        Deferred.doneUnsafe(gate, Effect.void)
        yield* Effect.forEach(fibers, Fiber.join)
      })
    )
    expect(order).toEqual(["a0", "a1", "b0", "c0", "a2", "b1", "a3", "a4"])
  })

  it("are kept ahead for a call that others of its execution would keep out for ever", async () => {
    const shared = alone(() => Effect.sleep(3))
    const runtime = CodeMode.make({
      limits: { maxConcurrentToolCalls: 1 },
      tools: { shared, free: running(() => Effect.sleep(2)) }
    })
    const busy = "const work = async () => { for (;;) await tools.shared({}) }; await Promise.all([work(), work()])"
    const kept = `let done = false
      const work = async () => { while (!done) await tools.free({}) }
      const others = [work(), work()]
      await tools.shared({})
      done = true
      await Promise.all(others)
      return "done"`
    const result = await Effect.runPromise(
      Effect.gen(function* () {
        const other = yield* Effect.forkChild(runtime.execute(busy))
        const result = yield* runtime.execute(kept)
        yield* Fiber.interrupt(other)
        return result
      })
    )
    expect(result).toMatchObject({ ok: true, value: "done" })
  })

  it.each([
    ["has returned and its time is up", "all.catch(() => 0); return 1"],
    ["has thrown", "all.catch(() => 0); throw new Error()"],
    ["has timed out", "await all"]
  ])("go to no call once the program %s", async (_, end) => {
    let started = 0
    let isOver = false
    let late = 0
    const one = alone(() =>
      Effect.suspend(() => {
        started++
        if (isOver) late++
        return Effect.onInterrupt(Effect.sleep(60_000), () =>
          Effect.sync(() => {
            isOver = true
          })
        )
      })
    )
    const code = `const all = Promise.all(Array.from({ length: 1000 }, () => tools.one({}))); await 0; ${end}`
    await Effect.runPromise(CodeMode.execute({ code, tools: { one }, limits: { timeoutMs: 100 } }))
    expect([started, late]).toEqual([1, 0])
  })

  it("are given back by thousands of calls that stop waiting, and by those that had just got one", async () => {
    const one = alone((input) => (input === null ? Effect.never : Effect.yieldNow))
    const runtime = CodeMode.make({ limits: { maxConcurrentToolCalls: 2 }, tools: { one } })
    const flood =
      "const all = Array.from({ length: 2000 }, () => tools.one({})); await Promise.all(all); return all.length"
    const result = await Effect.runPromise(
      Effect.gen(function* () {
        for (const turns of [0, 1, 2, 3, 5, 8, 13, 40]) {
          const fiber = yield* Effect.forkChild(runtime.execute(flood))
          for (let i = 0; i < turns; i++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
        }
        return yield* runtime.execute(flood)
      })
    )
    expect(result).toMatchObject({ ok: true, value: 2000 })
  })
})
