import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Namespace, Tool, toolError } from "../../src/index.ts"
import { assertClean, audit, AuditFailure, renderReport } from "../../src/testing.ts"
import type { AuditOptions, Report } from "../../src/testing.ts"
import type { Tools } from "../../src/tool-runtime/namespace.ts"
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
      tools: { echo, denied: echo, wrong: lookup, dotted: running(() => Effect.fail(toolError("no"))) },
      samples: { echo: { n: 1 }, denied: {}, wrong: { id: 1 }, dotted: {} },
      onToolCallStart: ({ name }) => (name === "denied" ? Effect.die("policy") : Effect.void)
    })
    expect(report.violations).toEqual([])
    expect(report.unproven).toMatchObject([
      { law: "gate", tool: "denied", reason: "the host's own start hook denies the sample." },
      { law: "gate", tool: "wrong", reason: expect.stringContaining("the sample is not accepted") },
      { law: "cancellation", tool: "echo", reason: "it answers before it could be cancelled." },
      { law: "cancellation", tool: "denied", reason: "the call did not get as far as the tool." },
      { law: "cancellation", tool: "wrong", reason: "the call did not get as far as the tool." },
      { law: "cancellation", tool: "dotted", reason: "it answers before it could be cancelled." }
    ])
  })

  it("needs samples of tools that exist", () => {
    expect(() => audit({ tools: { echo }, samples: { eho: {} } })).toThrow("There is no tool 'eho'")
  })
})

describe("an audit of tools that cannot be cancelled", () => {
  it.each<[string, Effect.Effect<unknown>, string]>([
    ["never ends", Effect.uninterruptible(Effect.never), "it goes on"],
    ["ends too late", Effect.uninterruptible(Effect.sleep(900)), "it goes on"],
    ["has a finaliser that never ends", Effect.onInterrupt(Effect.never, () => Effect.never), "it goes on"],
    ["has a finaliser that dies", Effect.ensuring(Effect.never, Effect.die("x")), "its clean-up does not work"]
  ])("finds one that %s", async (_, body, message) => {
    const report = await auditing({ tools: { t: running(() => body) }, samples: { t: {} }, patience: 300 })
    const found = report.violations.filter(({ law }) => law === "cancellation")
    expect(found.map(({ tool }) => tool)).toEqual(["t"])
    expect(found[0].message).toContain(message)
    expect(() => assertClean(report)).toThrow(AuditFailure)
    expect(() => assertClean(report)).toThrow(/1 violation:\n- cancellation: t: interrupted/)
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

  it("finds an end hook that turns successes into failures", async () => {
    const report = await auditing({ tools: { echo }, samples: { echo: {} }, onToolCallEnd: () => Effect.die("x") })
    expect(report.violations).toEqual([
      { law: "gate", tool: "echo", message: "the end hook is told of a success, and the program sees the opposite." }
    ])
  })
})
