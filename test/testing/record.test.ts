import { Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Namespace, Tool, toolError } from "../../src/index.ts"
import { assertCalls, differences, record } from "../../src/testing.ts"
import { itEffect } from "../support/run.ts"
import { echo, pending, running } from "../support/tools.ts"

const double = Tool.make({
  description: "Doubles",
  input: Schema.Struct({ value: Schema.NumberFromString }),
  output: Schema.NumberFromString,
  run: ({ value }) => Effect.succeed(String(value * 2))
})

describe("record", () => {
  it("answers the result and what each call got and answered", async () => {
    const tools = { math: Namespace.make({ description: "Numbers", tools: { double } }), echo }
    const recording = await Effect.runPromise(
      record({
        code: `
          const [a] = await Promise.all([tools.math.double({ value: "21" }), tools.echo({ n: 1 })])
          return [a, search({ query: "numbers" }).items.length]`,
        tools
      })
    )
    expect(recording.result).toMatchObject({ ok: true, value: [42, 1] })
    expect(recording.calls).toMatchObject([
      { index: 0, name: "math.double", input: { value: 21 }, outcome: "success", output: "42" },
      { index: 1, name: "echo", input: { n: 1 }, outcome: "success", output: { n: 1 } },
      { index: 2, name: "search", input: { query: "numbers" }, outcome: "success" }
    ])
    expect(recording.calls[2]).not.toHaveProperty("output")
    expect(recording.calls[0]).not.toHaveProperty("message")
  })

  it("tells failures, denials and interruptions apart", async () => {
    const { calls, events, result } = await Effect.runPromise(
      record({
        code: `
          tools.never({})
          const texts = []
          for (const name of ["refuse", "die", "bad", "denied"]) await tools[name]({}).catch((e) => texts.push(e.message))
          return texts`,
        tools: {
          never: pending().tool,
          refuse: running(() => Effect.fail(toolError("no"))),
          die: running(() => Effect.die("secret")),
          bad: running(() => Effect.succeed(1n)),
          denied: echo
        },
        onToolCallStart: ({ name }) => (name === "denied" ? Effect.die("secret") : Effect.void)
      })
    )
    const texts = ["no", "Tool execution failed", "Invalid output from tool 'bad'.", "Tool execution failed"]
    expect(result).toMatchObject({ ok: true, value: texts })
    expect(calls.map(({ name, outcome, message }) => [name, outcome, message])).toEqual([
      ["never", "interrupted", undefined],
      ["refuse", "failure", texts[0]],
      ["die", "failure", texts[1]],
      ["bad", "failure", texts[2]],
      ["denied", "denied", texts[3]]
    ])
    expect(events.map(({ event, name }) => `${event} ${name}`).join(", ")).toBe(
      "start never, run never, start refuse, run refuse, failure refuse, start die, run die, failure die, " +
        "start bad, run bad, failure bad, start denied, denied denied, interrupted never"
    )
  })

  itEffect("measures time by the clock at hand, and how many tools are at work at once", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        record({
          code: "await Promise.all([100, 200, 300].map((ms) => tools.sleep({ ms })))",
          tools: { sleep: { ...running((input) => Effect.sleep((input as { ms: number }).ms)), concurrency: 2 } }
        })
      )
      for (let i = 0; i < 5; i++) yield* TestClock.adjust(100)
      const { calls, concurrency } = yield* Fiber.join(fiber)
      expect(calls.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
        [0, 100],
        [0, 200],
        [100, 400]
      ])
      expect(concurrency).toBe(2)
    })
  )

  itEffect("lists calls that never got a place", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        record({
          code: "await Promise.all([tools.never({}), tools.never({ n: 2 })])",
          tools: { never: { ...pending().tool, concurrency: 1 } },
          limits: { timeoutMs: 50 }
        })
      )
      yield* TestClock.adjust(50)
      const { calls } = yield* Fiber.join(fiber)
      expect(calls.map(({ name, outcome }) => [name, outcome])).toEqual([
        ["never", "interrupted"],
        ["never", "interrupted"]
      ])
    })
  )

  it("keeps the tools as they are: one that stands twice shares its places", async () => {
    const tool = { ...running(() => Effect.yieldNow), concurrency: 1 }
    const { concurrency } = await Effect.runPromise(
      record({ code: "await Promise.all([tools.a({}), tools.b({}), tools.b({})])", tools: { a: tool, b: tool } })
    )
    expect(concurrency).toBe(1)
  })

  it("throws what is wrong with the options at once", () => {
    expect(() => record({ code: "", limits: { timeoutMs: 0 } })).toThrow(RangeError)
    expect(() => record({ code: "", tools: { "": echo } })).toThrow(TypeError)
  })
})

describe("expected calls", () => {
  const recorded = (): ReturnType<typeof Effect.runPromise<Effect.Success<ReturnType<typeof record>>, never>> =>
    Effect.runPromise(record({ code: "await tools.echo({ n: [1, { a: 2 }] }); await tools.echo({})", tools: { echo } }))

  it("agree, whatever they leave out", async () => {
    const recording = await recorded()
    expect(
      differences(recording, [
        { name: "echo", input: { n: [1, { a: 2 }] } },
        { name: "echo", outcome: "success" }
      ])
    ).toEqual([])
    assertCalls(recording, [{ name: "echo" }, { name: "echo", output: {} }])
  })

  it("differ in words", async () => {
    const recording = await recorded()
    expect(
      differences(recording, [
        { name: "echo", input: { n: 1 }, outcome: "denied" },
        { name: "other" },
        { name: "more" }
      ])
    ).toEqual([
      `call 0, echo: its input is {"n":[1,{"a":2}]}, expected was {"n":1}`,
      `call 0, echo: its outcome is "success", expected was "denied"`,
      "call 1: other was expected, it was echo",
      "call 2: more was expected, there was none"
    ])
    expect(() => assertCalls(recording, [{ name: "echo" }])).toThrow("call 1, echo: none was expected")
  })
})
