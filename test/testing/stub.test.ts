import { Context, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { CodeMode, Namespace, Tool, toolError } from "../../src/index.ts"
import { inject, record, stub, stubs } from "../../src/testing.ts"
import { itEffect, run, valueOf } from "../support/run.ts"
import { echo } from "../support/tools.ts"

class Shop extends Context.Service<Shop, { readonly status: (id: string) => string }>()("Shop") {}

const lookup = Tool.make({
  description: "Look up one order",
  input: Schema.Struct({ id: Schema.String, part: Schema.optionalKey(Schema.Int) }),
  output: Schema.Struct({ status: Schema.String }),
  concurrency: 3,
  run: ({ id }) => Effect.map(Shop, (shop) => ({ status: shop.status(id) }))
})

describe("stub", () => {
  it("answers from its table, by the first row that applies", async () => {
    const tool = stub(lookup, [
      { when: { id: "1" }, times: 1, answer: Effect.succeed({ status: "first" }) },
      { when: { id: "1", part: 2 }, answer: Effect.fail(toolError("no part")) },
      { when: { id: "1" }, answer: ({ count }) => Effect.succeed({ status: `call ${count}` }) },
      {
        when: (input: unknown) => (input as { id: string }).id.startsWith("9"),
        answer: Effect.succeed({ status: "nine" })
      }
    ])
    const code = `
      const seen = []
      for (const input of [{ id: "1", part: 2 }, { id: "1", part: 2 }, { id: "1" }, { id: "99" }, { id: "2" }]) {
        seen.push(await tools.lookup(input).then((order) => order.status, (error) => error.message))
      }
      return seen`
    expect(await valueOf(code, { tools: { lookup: tool } })).toEqual([
      "first",
      "no part",
      "call 2",
      "nine",
      `The stub has no answer for the input {"id":"2"}.`
    ])
  })

  it("is the tool in everything else", async () => {
    const tool = stub(lookup, [{ answer: Effect.succeed({ status: 7 }) }])
    const real = CodeMode.make({ tools: { lookup } as {} }).catalog()
    expect(CodeMode.make({ tools: { lookup: tool } }).catalog()).toEqual(real)
    expect(tool.concurrency).toBe(3)
    expect(await run(`await tools.lookup({ id: 1 })`, { tools: { lookup: tool } })).toMatchObject({
      error: { kind: "InvalidToolInput" }
    })
    expect(await run(`await tools.lookup({ id: "1" })`, { tools: { lookup: tool } })).toMatchObject({
      error: { kind: "InvalidToolOutput" }
    })
    const silent = Tool.make({ description: "", input: {}, run: () => Effect.die("real") })
    expect(await valueOf("return typeof (await tools.silent())", { tools: { silent: stub(silent, [{}]) } })).toBe(
      "undefined"
    )
  })

  itEffect("waits by the clock at hand", () =>
    Effect.gen(function* () {
      const tool = stub(lookup, [{ delay: "1 minute", answer: Effect.succeed({ status: "late" }) }])
      const fiber = yield* Effect.forkChild(
        record({ code: `return (await tools.lookup({ id: "1" })).status`, tools: { lookup: tool } })
      )
      yield* TestClock.adjust("59 seconds")
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 second")
      const { result, calls } = yield* Fiber.join(fiber)
      expect(result).toMatchObject({ ok: true, value: "late" })
      expect(calls).toMatchObject([{ startedAt: 0, endedAt: 60_000 }])
    })
  )
})

describe("inject", () => {
  it("puts faults into a real tool, and lets the other calls be", async () => {
    const flaky = inject(lookup, [{ times: 2, answer: Effect.fail(toolError("again")) }])
    const code = `
      let tries = 0
      for (;;) { try { tries++; return [tries, (await tools.lookup({ id: "1" })).status] } catch {} }`
    const execution = CodeMode.execute({ code, tools: { lookup: flaky } })
    const shop = Shop.of({ status: (id) => `real ${id}` })
    expect(await Effect.runPromise(Effect.provideService(execution, Shop, shop))).toMatchObject({
      value: [3, "real 1"]
    })
  })

  itEffect("only delays where a row has no answer", () =>
    Effect.gen(function* () {
      const slow = inject(echo, [{ when: { n: 1 }, delay: 500 }])
      const fiber = yield* Effect.forkChild(
        record({ code: "return [await tools.slow({ n: 2 }), await tools.slow({ n: 1 })]", tools: { slow } })
      )
      yield* TestClock.adjust(500)
      const { result, calls } = yield* Fiber.join(fiber)
      expect(result).toMatchObject({ value: [{ n: 2 }, { n: 1 }] })
      expect(calls.map(({ endedAt }) => endedAt)).toEqual([0, 500])
    })
  )
})

describe("stubs", () => {
  const real = {
    orders: Namespace.make({ description: "The shop", tools: { lookup } }),
    "chat.send": echo,
    alias: echo
  }

  it("stand in for a whole tree", async () => {
    const tools = stubs(real, {
      "orders.lookup": [{ answer: Effect.succeed({ status: "open" }) }],
      "chat.send": [{ answer: Effect.succeed("sent") }]
    })
    const code = `
      return [await tools.orders.lookup({ id: "1" }), await tools.chat.send({}), await tools.alias({ n: 1 }).catch((e) => e.message),
        search({ query: "shop" }).items.map((item) => item.path)]`
    expect(await valueOf(code, { tools: tools as {} })).toEqual([
      { status: "open" },
      "sent",
      `The stub has no answer for the input {"n":1}.`,
      ["tools.orders.lookup"]
    ])
  })

  it("name the tools there are where a table is for none", () => {
    expect(() => stubs(real, { "orders.lokup": [] })).toThrow(
      new TypeError("There is no tool 'orders.lokup' to stub. There are: orders.lookup, chat.send, alias.")
    )
  })
})
