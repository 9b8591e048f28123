import { Clock, Context, Effect, Fiber, Option, Schema, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Namespace, Tool, toolError } from "../../src/index.ts"
import { assertCalls, differences, record } from "../../src/testing.ts"
import type { Recording } from "../../src/testing.ts"
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

describe("a recording", () => {
  it.each<[string, (effect: Effect.Effect<Recording>) => Effect.Effect<Recording>]>([
    ["as it is", (effect) => effect],
    ["without tracing", Effect.withTracerEnabled(false)],
    ["within a span", Effect.withSpan("host")],
    ["with a tracer that throws", Effect.withTracer(Tracer.make({ span: () => throwing() }))],
    ["with a tracer that has one span for all", Effect.withTracer(Tracer.make({ span: () => oneSpan }))]
  ])("tells calls with the same input apart, %s", async (_, around) => {
    let answers = 0
    const recording = await Effect.runPromise(
      around(
        record({
          code: "return Promise.all([tools.t('a'), tools.t('a'), tools.t('a')])",
          tools: { t: running(() => Effect.sync(() => `out${answers++}`)) },
          // The later, the sooner.
          onToolCallStart: ({ index }) => Effect.sleep(60 - 25 * index)
        })
      )
    )
    expect(recording.result).toMatchObject({ value: ["out2", "out1", "out0"] })
    expect(recording.calls.map(({ output }) => output)).toEqual(["out2", "out1", "out0"])
    expect(recording.events.map(({ event, index }) => `${event} ${index}`)).toEqual(
      ["start 0", "start 1", "start 2"].concat([2, 1, 0].flatMap((index) => [`run ${index}`, `success ${index}`]))
    )
  })

  it("tells a call whose start hook waits from one with the same input that overtakes it", async () => {
    let answers = 0
    const { calls, result } = await Effect.runPromise(
      record({
        code: "const first = tools.t('a'); await tools.tick({}); return [await tools.t('a'), await first]",
        tools: { t: running(() => Effect.sync(() => `out${answers++}`)), tick: running(() => Effect.sleep(1)) },
        onToolCallStart: ({ index }) => (index === 0 ? Effect.sleep(20) : Effect.void)
      })
    )
    expect(result).toMatchObject({ value: ["out0", "out1"] })
    expect(calls.map(({ name, output }) => [name, output])).toEqual([
      ["t", "out1"],
      ["tick", undefined],
      ["t", "out0"]
    ])
  })

  it("tells the outcome that the program sees where the end hook fails", async () => {
    const recording = await Effect.runPromise(
      record({
        code: `
          const told = []
          for (const name of ["ok", "refuse", "ok"]) await tools[name]({}).then(() => told.push("fine"), (e) => told.push(e.message))
          return told`,
        tools: { ok: running(() => Effect.succeed(1)), refuse: running(() => Effect.fail(toolError("no"))) },
        onToolCallEnd: ({ index }) => (index < 2 ? Effect.delay(Effect.die("secret"), 5) : Effect.void)
      })
    )
    const { calls, events, result } = recording
    const text = "Tool execution failed"
    expect(result).toMatchObject({ value: [text, text, "fine"] })
    expect(calls).toMatchObject([
      { outcome: "failure", message: text, output: 1 },
      { outcome: "failure", message: text },
      { outcome: "success" }
    ])
    expect(events.map(({ event }) => event).join(" ")).toBe("start run failure start run failure start run success")
    expect(() => assertCalls(recording, [{ name: "ok", outcome: "success" }])).toThrow("its outcome is")
  })

  it("tells a call that was interrupted within its end hook", async () => {
    const ok = running(() => Effect.succeed(1))
    const { calls } = await Effect.runPromise(
      record({
        code: "tools.ok({}); search({ query: 'x' }); await tools.wait({}); return 1",
        tools: { ok, wait: running(() => Effect.sleep(5)) },
        onToolCallEnd: ({ name }) => (name === "ok" ? Effect.never : Effect.void)
      })
    )
    expect(calls.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["ok", "interrupted"],
      ["search", "success"],
      ["wait", "success"]
    ])
  })

  itEffect("counts the end hook in the time of a call", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        record({ code: "await tools.echo({})", tools: { echo }, onToolCallEnd: () => Effect.sleep(100) })
      )
      yield* TestClock.adjust(100)
      expect((yield* Fiber.join(fiber)).calls).toMatchObject([{ startedAt: 0, endedAt: 100 }])
    })
  )

  it("tells a denied call from one with the same input", async () => {
    const { calls } = await Effect.runPromise(
      record({
        code: "return Promise.allSettled([tools.echo('a'), tools.echo('a')])",
        tools: { echo },
        onToolCallStart: ({ index }) => (index === 0 ? Effect.delay(Effect.die("no"), 20) : Effect.sleep(40))
      })
    )
    expect(calls).toMatchObject([{ outcome: "denied" }, { outcome: "success", output: "a" }])
    expect(calls[0]).not.toHaveProperty("output")
  })

  it("holds inputs and answers as they were", async () => {
    const state: unknown[] = []
    const { calls, result } = await Effect.runPromise(
      record({
        code: "return [await tools.sort({ list: [3, 1, 2] }), await tools.state({}), await tools.state({})]",
        tools: {
          sort: running((input) => Effect.sync(() => (input as { list: number[] }).list.sort().length)),
          state: running(() => Effect.sync(() => (state.push({ n: state.length }), state)))
        },
        onToolCallStart: ({ input }) => Effect.sync(() => void ((input as { seen?: boolean }).seen = true))
      })
    )
    expect(result).toMatchObject({ value: [3, [{ n: 0 }], [{ n: 0 }, { n: 1 }]] })
    expect(calls.map(({ input }) => input)).toEqual([{ list: [3, 1, 2] }, {}, {}])
    expect(calls.map(({ output }) => output)).toEqual([3, [{ n: 0 }], [{ n: 0 }, { n: 1 }]])
  })

  it("copies what data is made of, and nothing else", async () => {
    class Order extends Schema.Class<Order>("Order")({ lines: Schema.mutable(Schema.Array(Schema.String)) }) {}
    class Own {
      value = 1
    }
    let reads = 0
    const shared = [1]
    const self: Record<string, unknown> = {
      date: new Date(0),
      map: new Map([[{ k: 1 }, { n: 1 }]]),
      set: new Set([{ n: 1 }]),
      bytes: new Uint8Array([1, 2]),
      buffer: Buffer.from("a"),
      view: new DataView(new Uint8Array([1, 2, 3]).buffer, 1),
      order: new Order({ lines: ["a"] }),
      option: Option.some([1]),
      nothing: Option.none(),
      bare: Object.assign(Object.create(null), { n: 1 }),
      holes: Object.assign(new Array(2), { 0: 1 }),
      both: [shared, shared],
      get read() {
        return ++reads
      },
      deep: Array.from({ length: 20_000 }).reduce((value) => ({ value }), {} as unknown)
    }
    Object.defineProperty(self, "__proto__", { value: 1, enumerable: true })
    self.self = self
    const own = new Own()
    self.own = own
    const output = await outputOf(self)
    expect(reads).toBe(0)
    ;(self.date as Date).setTime(1)
    ;(self.map as Map<unknown, { n: number }>).forEach((member) => void (member.n = 2))
    ;(self.set as Set<unknown>).clear()
    ;(self.bytes as Uint8Array)[0] = 9
    ;(self.buffer as Uint8Array)[0] = 9
    ;(self.view as DataView).setUint8(0, 9)
    ;(self.order as { lines: string[] }).lines.push("b")
    Option.getOrThrow(self.option as Option.Option<number[]>).push(2)
    ;(self.bare as { n: number }).n = 2
    shared.push(2)
    own.value = 2
    expect(output.date).toEqual(new Date(0))
    expect([...(output.map as Map<unknown, unknown>)]).toEqual([[{ k: 1 }, { n: 1 }]])
    expect([...(output.set as Set<unknown>)]).toEqual([{ n: 1 }])
    expect(output.bytes).toEqual(new Uint8Array([1, 2]))
    expect(output.buffer).toEqual(Buffer.from("a"))
    expect((output.view as DataView).getUint8(0)).toBe(2)
    expect(output.order).toEqual(new Order({ lines: ["a"] }))
    expect(output.order).toBeInstanceOf(Order)
    expect(output.option).toEqual(Option.some([1]))
    expect(Option.isNone(output.nothing as Option.Option<unknown>)).toBe(true)
    expect(Object.getPrototypeOf(output.bare)).toBe(null)
    expect(output.bare).toEqual({ n: 1 })
    expect(1 in (output.holes as [])).toBe(false)
    expect((output.both as unknown[])[0]).toEqual([1])
    expect((output.both as unknown[])[0]).toBe((output.both as unknown[])[1])
    expect(Object.hasOwn(output, "__proto__")).toBe(true)
    expect(output.self).toBe(output)
    // Documented: instances of other classes have no copy.
    expect(output.own).toBe(own)
  })

  it("survives answers that cannot be looked at", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const answer = { proxy, list: [1] }
    const output = await outputOf(answer)
    answer.list.push(2)
    expect(output.proxy).toBe(proxy)
    expect(output.list).toEqual([1])
  })

  it.each<[string, () => number]>([
    [
      "throws",
      () => {
        throw new Error("secret")
      }
    ],
    ["answers nonsense", () => NaN]
  ])("survives a clock that %s, as an execution does", async (_, currentTimeMillisUnsafe) => {
    const clock = { ...Clock.Clock.defaultValue(), currentTimeMillisUnsafe }
    const { result, calls } = await Effect.runPromise(
      Effect.provideService(record({ code: "return tools.echo({ n: 1 })", tools: { echo } }), Clock.Clock, clock)
    )
    expect(result).toMatchObject({ ok: true, value: { n: 1 } })
    expect(calls).toMatchObject([{ outcome: "success", startedAt: 0, endedAt: 0 }])
  })

  it("hears of hooks and tools that are no Effects, and leaves no rejection behind", async () => {
    const failing = (): Effect.Effect<never> => Promise.reject(new Error("secret")) as never
    const { calls, concurrency } = await Effect.runPromise(
      record({
        code: "for (let i = 0; i < 3; i++) await tools.wrong({ i }).catch(() => {})",
        tools: { wrong: { ...echo, run: failing } },
        onToolCallStart: ({ index }) => (index === 0 ? failing() : Effect.void),
        onToolCallEnd: ({ index }) => (index === 2 ? failing() : Effect.void)
      })
    )
    expect(calls.map(({ outcome }) => outcome)).toEqual(["denied", "failure", "failure"])
    expect(concurrency).toBe(1)
    // An unhandled rejection would fail the test run.
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
})

const throwing = (): never => {
  throw new Error("secret")
}

const oneSpan = new Tracer.NativeSpan({
  name: "one",
  parent: Option.none(),
  annotations: Context.empty(),
  links: [],
  startTime: 0n,
  kind: "internal",
  sampled: true
})

/** What a recording holds of an answer. */
const outputOf = async (answer: unknown): Promise<Record<string, unknown>> => {
  const { calls } = await Effect.runPromise(
    record({ code: "await tools.t({}).catch(() => {})", tools: { t: running(() => Effect.succeed(answer)) } })
  )
  return calls[0].output as Record<string, unknown>
}
