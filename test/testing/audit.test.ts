import { Clock, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Namespace, Tool, toolError } from "../../src/index.ts"
import { assertClean, audit, AuditFailure, renderReport } from "../../src/testing.ts"
import type { AuditOptions, Report } from "../../src/testing.ts"
import type { Tools } from "../../src/tool-runtime/namespace.ts"
import { caught } from "../support/caught.ts"
import { echo, pending, running } from "../support/tools.ts"

const auditing = (options: AuditOptions<Tools<never>>): Promise<Report> => Effect.runPromise(audit(options))

const lookup = Tool.make({
  description: "Look up one order",
  input: Schema.Struct({ id: Schema.String }),
  run: ({ id }) => Effect.delay(Effect.succeed({ id }), 300)
})

describe("an audit of good tools", () => {
  it("proves all laws of them", async () => {
    const report = await auditing({
      tools: {
        orders: Namespace.make({ description: "Orders", tools: { lookup, "by-name.find": lookup } }),
        never: pending().tool,
        constructor: echo,
        ["__proto__"]: echo
      } as {},
      samples: { "orders.lookup": { id: "1" }, "orders.by-name.find": { id: "2" } },
      onToolCallStart: () => Effect.sleep(1),
      onToolCallEnd: () => Effect.void
    })
    expect(report.violations).toEqual([])
    expect(report.proven).toEqual({ gate: 5, catalog: 5, cancellation: 2 })
    expect(report.unproven.map(({ law, tool }) => [law, tool])).toEqual([
      ["cancellation", "never"],
      ["cancellation", "constructor"],
      ["cancellation", "__proto__"]
    ])
    assertClean(report)
    expect(renderReport(report).split("\n")[0]).toBe(
      "No violations. Proven: gate of 5 tools, catalog of 5, cancellation of 2."
    )
  })

  it("runs no tool without a sample", async () => {
    let runs = 0
    await auditing({ tools: { t: running(() => Effect.sync(() => ++runs)) } })
    expect(runs).toBe(0)
  })

  it("is the same on a clock that stands still", async () => {
    const report = await Effect.runPromise(
      audit({ tools: { lookup }, samples: { lookup: { id: "1" } }, patience: 1000 }).pipe(
        Effect.provide(TestClock.layer())
      )
    )
    expect(report.violations).toEqual([])
    expect(report.unproven).toEqual([{ law: "gate", tool: "lookup", reason: "the call did not end in time." }])
    expect(report.proven.cancellation).toBe(1)
  })

  it("says what it could not prove", async () => {
    const report = await auditing({
      tools: { echo, denied: echo, wrong: lookup, blocked: echo, dotted: running(() => Effect.fail(toolError("no"))) },
      samples: { echo: { n: 1 }, denied: {}, wrong: { id: 1 }, blocked: { ["__proto__"]: 1 }, dotted: {} },
      onToolCallStart: ({ name }) => (name === "denied" ? Effect.die("policy") : Effect.void)
    })
    expect(report.violations).toEqual([])
    expect(report.unproven).toMatchObject([
      { law: "gate", tool: "denied", reason: "the host's own start hook denies the sample." },
      { law: "gate", tool: "wrong", reason: expect.stringContaining("the sample is not accepted") },
      { law: "gate", tool: "blocked", reason: expect.stringContaining("the blocked property '__proto__'") },
      { law: "cancellation", tool: "echo", reason: "it answers before it could be cancelled." },
      { law: "cancellation", tool: "denied", reason: "the call did not get as far as the tool." },
      { law: "cancellation", tool: "wrong", reason: "the call did not get as far as the tool." },
      { law: "cancellation", tool: "blocked", reason: "the call did not get as far as the tool." },
      { law: "cancellation", tool: "dotted", reason: "it answers before it could be cancelled." }
    ])
  })

  it("is the same on a clock that throws", async () => {
    const clock = {
      ...Clock.Clock.defaultValue(),
      currentTimeMillisUnsafe: (): never => {
        throw new Error("secret")
      }
    }
    const options: AuditOptions<Tools<never>> = {
      tools: { echo, never: pending().tool },
      samples: { echo: {}, never: {} },
      patience: 500
    }
    const report = await Effect.runPromise(Effect.provideService(audit(options), Clock.Clock, clock))
    expect(report.violations).toEqual([])
    expect(report.proven).toEqual({ gate: 1, catalog: 2, cancellation: 1 })
  })
})

describe("what an audit is given", () => {
  const cycle: { self?: object } = {}
  cycle.self = { cycle }
  it.each<[string, unknown, string]>([
    ["of a tool that there is not", { eho: {} }, "There is no tool 'eho' for the sample of that name."],
    [
      "with a BigInt",
      { echo: { a: 1n } },
      "The sample of 'echo' must be data that a program can pass, and input.a is 1n."
    ],
    ["with a cycle", { echo: cycle }, "input.self.cycle is a cycle."],
    ["that is a function", { echo: () => 1 }, "input is a function."],
    ["with a symbol", { echo: [Symbol("a")] }, "input[0] is Symbol(a)."],
    ["with NaN", { echo: { a: NaN } }, "input.a is NaN."],
    ["with a map", { echo: { a: new Map([[1, 2]]) } }, "input.a is Map{1 => 2}."],
    [
      "with too many levels",
      { echo: Array.from({ length: 20_000 }).reduce((a) => ({ a }), {} as unknown) },
      "nested deeper than 32 levels."
    ],
    ["in a list", [{}], "samples must be an object."]
  ])("is no sample %s", (_, samples, message) => {
    expect(() => audit({ tools: { echo }, samples: samples as Record<string, unknown> })).toThrow(message)
    expect(() => audit({ tools: { echo }, samples: samples as Record<string, unknown> })).toThrow(TypeError)
  })

  it("is passed as a program would", async () => {
    const inputs: unknown[] = []
    const sample = { date: new Date(0), absent: undefined, text: "\u2028'`${1}" }
    const auditing = audit({
      tools: { t: running((input) => Effect.sync(() => void inputs.push(input))), u: running(() => Effect.die("ran")) },
      samples: { t: sample, u: undefined }
    })
    sample.text = "changed since"
    const report = await Effect.runPromise(auditing)
    expect(inputs[0]).toEqual({ date: "1970-01-01T00:00:00.000Z", text: "\u2028'`${1}" })
    expect(report.unproven).toContainEqual({
      law: "cancellation",
      tool: "u",
      reason: "there is no sample to call it with."
    })
  })

  it.each<[unknown, string]>([
    ["banana", 'must be a duration such as 200 or "1 second", not "banana".'],
    ["5", 'must be a duration such as 200 or "1 second", not "5".'],
    [null, "not null."],
    [NaN, "must not be less than 0, nor NaN; it is NaN."],
    [-1, "must not be less than 0, nor NaN; it is -1."],
    [0, "must be more than 0, and finite; it is 0."],
    [Infinity, "must be more than 0, and finite; it is Infinity."]
  ])("is no patience and no grace of %s", (input, message) => {
    expect(() => audit({ patience: input as number })).toThrow(`patience ${message}`.replace("patience not", "not"))
    expect(() => audit({ grace: input as number })).toThrow(message)
  })

  it("has names that are not misspelt", () => {
    expect(() => audit({ smaples: {} } as {})).toThrow('options has no option "smaples". Did you mean samples?')
    expect(() => audit({ patince: 1 } as {})).toThrow("Did you mean patience?")
    expect(() => audit({ onToolCalStart: 1 } as {})).toThrow("Did you mean onToolCallStart?")
  })
})

describe("a report", () => {
  it.each<[string, unknown, string]>([
    ["the audit itself", audit({}), "report must be what `audit` answers, not an Effect: run it first."],
    ["a promise", Promise.resolve({ violations: [] }), "not a promise: await it first."],
    ["nothing", undefined, "not undefined."]
  ])("is not %s", (_, report, message) => {
    for (const read of [assertClean, renderReport]) {
      const error = caught(() => read(report as Report))
      expect(error).toBeInstanceOf(TypeError)
      expect((error as Error).message).toContain(message)
    }
  })
})

describe("an audit of odd names", () => {
  it("proves tools whose names are longer than their signatures show", async () => {
    const names = ["x", "a-", "🙂"].map((letter) => letter.repeat(5000))
    const tools = Object.fromEntries([...names, `a.${names[0]}.b`].map((name) => [name, echo]))
    const report = await auditing({ tools })
    expect(report.violations).toEqual([])
    expect(report.proven).toMatchObject({ gate: 4, catalog: 4 })
    expect(renderReport(report).length).toBeLessThan(2000)
  })

  it("splits its programs where names are very long", async () => {
    const tools = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${"x".repeat(2 ** 19)}${i}`, echo]))
    const report = await auditing({ tools })
    expect(report.violations).toEqual([])
  })
})

/** Waits; interrupted, it waits for so many milliseconds more. */
const stubborn = (ms: number): Effect.Effect<unknown> =>
  Effect.uninterruptibleMask((restore) => Effect.andThen(Effect.exit(restore(Effect.never)), Effect.sleep(ms)))

describe("an audit of tools that end a little later", () => {
  it("lets them, within its grace", async () => {
    const options = { tools: { t: running(() => stubborn(300)) }, samples: { t: {} }, patience: 1000 }
    expect((await auditing({ ...options, grace: 900 })).violations).toEqual([])
    const [{ message }] = (await auditing({ ...options, grace: "100 millis" })).violations
    expect(message).toContain("the most is 100 ms.")
    expect(Number(/for (\d+) ms/.exec(message)?.[1])).toBeGreaterThanOrEqual(290)
  })
})

describe("an audit of tools that cannot be cancelled", () => {
  it.each<[string, Effect.Effect<unknown>, string]>([
    ["never ends", Effect.uninterruptible(Effect.never), "it goes on"],
    ["ends too late", Effect.uninterruptible(Effect.sleep(2500)), "it goes on"],
    ["ends late", Effect.uninterruptible(Effect.sleep(600)), "interrupted while it was at work, it went on for"],
    ["goes on after it has caught the interruption", stubborn(400), "interrupted while it was at work, it went on for"],
    [
      "has a slow finaliser",
      Effect.onInterrupt(Effect.never, () => Effect.sleep(400)),
      "and so would every timeout; the most is 250 ms."
    ],
    ["has a finaliser that never ends", Effect.onInterrupt(Effect.never, () => Effect.never), "it goes on"],
    ["has a finaliser that dies", Effect.ensuring(Effect.never, Effect.die("x")), "its clean-up does not work"]
  ])("finds one that %s", async (_, body, message) => {
    const report = await auditing({ tools: { t: running(() => body) }, samples: { t: {} }, patience: 800 })
    const found = report.violations.filter(({ law }) => law === "cancellation")
    expect(found.map(({ tool }) => tool)).toEqual(["t"])
    expect(found[0].message).toContain(message)
    expect(() => assertClean(report)).toThrow(AuditFailure)
    expect(() => assertClean(report)).toThrow(/1 violation:\n- cancellation: t: interrupted/)
  })
})

/** Real work, which no Effect knows of. */
const timer = (ms: number): Effect.Effect<unknown> =>
  Effect.promise(() => new Promise((resolve) => setTimeout(resolve, ms)))

describe("an audit of tools that can be cancelled only at first", () => {
  it.each<[string, Effect.Effect<unknown>, RegExp]>([
    [
      "never ends",
      Effect.andThen(timer(10), Effect.uninterruptible(Effect.never)),
      /^interrupted 800 ms after it began, it goes on/
    ],
    [
      "works on",
      Effect.andThen(Effect.sleep(5), Effect.uninterruptible(Effect.sleep(600))),
      /^interrupted \d{3} ms after it began, it went on for \d{3} ms/
    ],
    [
      "works on in a mask",
      Effect.uninterruptibleMask((restore) => Effect.andThen(restore(Effect.sleep(3)), Effect.sleep(600))),
      /^interrupted \d{3} ms after it began, it went on for \d{3} ms/
    ],
    [
      "works on in the middle",
      Effect.andThen(Effect.sleep(250), Effect.andThen(Effect.uninterruptible(Effect.sleep(350)), Effect.sleep(100))),
      /^interrupted \d{3} ms after it began, it went on/
    ],
    [
      "works on at the end",
      Effect.andThen(Effect.sleep(500), Effect.uninterruptible(Effect.sleep(260))),
      /^interrupted \d{3} ms after it began, it went on/
    ],
    [
      "has a slow finaliser later on",
      Effect.andThen(
        Effect.sleep(5),
        Effect.onInterrupt(Effect.sleep(100), () => Effect.sleep(400))
      ),
      /^interrupted \d+ ms after it began, it went on for \d{3} ms/
    ],
    [
      "has a finaliser that dies later on",
      Effect.andThen(Effect.sleep(5), Effect.ensuring(Effect.sleep(100), Effect.die("x"))),
      /^interrupted \d+ ms after it began, it failed: its clean-up does not work/
    ]
  ])("finds one that then %s", async (_, body, message) => {
    const report = await auditing({ tools: { t: running(() => body) }, samples: { t: {} }, patience: 800, grace: 150 })
    const found = report.violations.filter(({ law }) => law === "cancellation")
    expect(found).toMatchObject([{ tool: "t", message: expect.stringMatching(message) }])
    expect(report.proven.cancellation).toBe(0)
  })

  it("proves one that can be cancelled throughout, at every moment, with as many calls as it says", async () => {
    let runs = 0
    const tool = running(() =>
      Effect.andThen(
        Effect.sync(() => runs++),
        Effect.sleep(600)
      )
    )
    const report = await auditing({ tools: { t: tool }, samples: { t: {} } })
    expect(report.violations).toEqual([])
    expect(report.proven.cancellation).toBe(1)
    expect(runs).toBe(6)
  })
})

describe("an audit of hosts that are not what they seem", () => {
  it("finds a catalog that is not what can be called", async () => {
    let reads = 0
    const tools = new Proxy({ a: echo, b: echo } as Tools<never>, { ownKeys: () => (reads++ < 2 ? ["a"] : ["b"]) })
    const report = await auditing({ tools })
    const found = report.violations.filter(({ law }) => law === "catalog")
    expect(found.map(({ tool, message }) => `${tool}: ${message}`)).toEqual([
      "a: `tools.a` calls nothing.",
      "a: a program that lists the names of `tools` does not find it.",
      "b: it is not in the catalog, and calling it calls 'b'."
    ])
  })

  it("says why tools that are no Effects are not proven", async () => {
    const failing = (): Effect.Effect<never> => Promise.reject(new Error("secret")) as never
    const tools = { t: { ...echo, run: failing }, within: running(() => Effect.flatMap(Effect.yieldNow, failing)) }
    const report = await auditing({ tools, samples: { t: {}, within: {} }, patience: 1000 })
    expect(report.violations).toEqual([])
    expect(report.proven.gate).toBe(2)
    expect(report.unproven.map(({ law, tool }) => `${law} ${tool}`)).toEqual(["cancellation t", "cancellation within"])
  })

  it("finds an end hook that turns successes into failures", async () => {
    const report = await auditing({ tools: { echo }, samples: { echo: {} }, onToolCallEnd: () => Effect.die("x") })
    expect(report.violations).toEqual([
      { law: "gate", tool: "echo", message: "the end hook is told of a success, and the program sees the opposite." }
    ])
  })
})
