import { Context, Duration, Effect, Exit, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { CodeMode, Namespace, Tool, toolError } from "../../src/index.ts"
import { inject, record, stub, stubs } from "../../src/testing.ts"
import type { StubRow } from "../../src/testing.ts"
import { caught } from "../support/caught.ts"
import { errorOf, itEffect, run, valueOf } from "../support/run.ts"
import { echo } from "../support/tools.ts"
import { Money } from "./money.ts"

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

describe("tools and tables", () => {
  const failing = (): Promise<unknown> => Promise.reject(new Error("secret"))
  it.each<[string, unknown, string]>([
    ["undefined", undefined, "tool must be a tool as `Tool.make` makes it, not undefined."],
    ["null", null, "not null."],
    ["a record", {}, "tool must be a tool as `Tool.make` makes it, not {}."],
    ["an Effect", Effect.void, "not an Effect: run it first."]
  ])("are refused: %s in place of a tool", (_, tool, message) => {
    for (const make of [stub, inject]) {
      const error = caught(() => make(tool as typeof echo, []))
      expect(error).toBeInstanceOf(TypeError)
      expect((error as Error).message).toContain(message)
    }
  })

  it.each<[string, unknown, unknown, string]>([
    ["a Map of tables", { echo }, new Map([["echo", []]]), "tables must be an object, not a Map."],
    ["a list of tables", { echo }, [], "tables must be an object."],
    ["null for tables", { echo }, null, "tables must be an object."],
    ["no tables", { echo }, undefined, "tables must be an object."],
    ["a table that is none", { echo }, { echo: undefined }, 'tables["echo"] must be an array, not undefined.'],
    ["a row in place of a table", { echo }, { echo: { answer: Effect.void } }, 'tables["echo"] must be an array'],
    ["no tree", undefined, {}, "tools must be an object."],
    ["a tool in place of a tree", echo, {}, "The tool tree must be a record of tools, not a tool"],
    ["a Map of tools", new Map([["echo", echo]]), {}, "tools must be an object, not a Map."]
  ])("are refused: %s", (_, tools, tables, message) => {
    const error = caught(() => stubs(tools as {}, tables as {}))
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toContain(message)
  })

  it("are no promises, whose rejections are nobody's", async () => {
    for (const refused of [
      () => stub(failing() as never, []),
      () => inject(failing() as never, []),
      () => stub(echo, failing() as never),
      () => stub(echo, [failing() as never]),
      () => stubs(failing() as never, {}),
      () => stubs({ echo: failing() } as never, {}),
      () => stubs({ echo }, failing() as never),
      () => stubs({ echo }, { echo: failing() as never })
    ]) {
      expect((caught(refused) as Error).message).toMatch(/not a promise/)
    }
    // An unhandled rejection would fail the test run.
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
})

describe("rows", () => {
  const oneRow = (row: unknown): (() => unknown) => {
    return () => stub(echo, [row as StubRow])
  }
  it.each<[string, unknown, string]>([
    ["misspelt keys", { wen: { a: 2 } }, 'rows[0] has no meaning for "wen"; the keys are when, times, delay, answer.'],
    ["another misspelt key", { anwser: Effect.void }, 'rows[0] has no meaning for "anwser"'],
    ["no objects", "a", 'rows[0] must be an object, not "a".'],
    ["a Map", new Map([["answer", Effect.void]]), "rows[0] must be an object, not Map{"],
    ["a hole", undefined, "rows[0] must be an object, not undefined."],
    [
      "data as an answer",
      { answer: { status: 1 } },
      'rows[0].answer must be an Effect or a function that makes one, not {"status":1}.'
    ],
    ["a promise as an answer", { answer: Promise.resolve(1) }, "rows[0].answer must be an Effect"],
    ["no duration", { delay: "banana" }, 'rows[0].delay must be a duration such as 200 or "1 second", not "banana".'],
    ["a misspelt unit", { delay: { secnds: 1 } }, 'rows[0].delay has no meaning for "secnds"'],
    ["NaN as a delay", { delay: NaN }, "rows[0].delay must not be less than 0, nor NaN; it is NaN."],
    ["NaN within a delay", { delay: { seconds: NaN } }, "rows[0].delay must not be less than 0, nor NaN"],
    ["a negative delay", { delay: "-1 second" }, "rows[0].delay must"],
    ["times that are none", { times: "2" }, 'rows[0].times must be a whole number of at least 0, not "2".'],
    ["NaN times", { times: NaN }, "rows[0].times must be"],
    ["half times", { times: 1.5 }, "rows[0].times must be"]
  ])("are refused with %s", (_, row, message) => {
    expect(oneRow(row)).toThrow(message)
    expect(() => inject(echo, [row as StubRow])).toThrow(message)
    expect(() => stubs({ echo }, { echo: [row as StubRow] })).toThrow(message)
  })

  it("are a list", () => {
    expect(() => stub(echo, new Array<StubRow>(1))).toThrow("rows[0] must be an object, not undefined.")
    expect(() => stub(echo, { answer: Effect.void } as unknown as StubRow[])).toThrow("rows must be an array")
  })

  it.each<[string, NonNullable<StubRow["delay"]>]>([
    ["a number", 0],
    ["a text", "1 millis"],
    ["units", { milliseconds: 1 }],
    ["a Duration", Duration.millis(1)]
  ])("wait for %s", async (_, delay) => {
    expect(
      await valueOf("return tools.t({})", { tools: { t: stub(echo, [{ delay, answer: Effect.succeed(1) }]) } })
    ).toBe(1)
  })

  it.each<[string, unknown, unknown, boolean]>([
    ["a date and any record", new Date(0), { a: 1 }, false],
    ["a map and any record", new Map([["a", 2]]), { a: 1 }, false],
    ["a pattern and any record", /a/, { a: 1 }, false],
    ["a date and the same", new Date(0), new Date(0), true],
    ["a map and the same", new Map([["a", { n: 2 }]]), new Map([["a", { n: 2 }]]), true],
    ["a map and another", new Map([["a", 1]]), new Map([["a", 2]]), false],
    ["a record and a record with more", { a: { b: 1 } }, { a: { b: 1 }, c: 2 }, true],
    ["a record within that has more", { a: { b: 1 } }, { a: { b: 1, c: 2 } }, false],
    ["an array and a longer one", [1], [1, 2], false],
    ["a text", "a", "a", true],
    ["an instance and the same", { price: new Money(1) }, { price: new Money(1) }, true],
    ["an instance and one that hides another value", { price: new Money(1) }, { price: new Money(99) }, false]
  ])("compare %s", async (_, when, input, applies) => {
    const exit = await Effect.runPromiseExit(stub(echo, [{ when, answer: Effect.void }]).run(input))
    expect(Exit.isSuccess(exit)).toBe(applies)
  })

  it("remember nothing of an input that was changed in place", async () => {
    const when = { list: [1] }
    const tool = stub(echo, [{ when, answer: Effect.sync(() => when.list.push(2)) }])
    const code =
      "return [await tools.t({ list: [1] }), await tools.t({ list: [1] }).catch(() => 'none'), await tools.t({ list: [1, 2] })]"
    expect(await valueOf(code, { tools: { t: tool } })).toEqual([2, "none", 3])
  })

  it("say what they do wrong when they are asked, and leave no rejection behind", async () => {
    const failing = (): unknown => Promise.reject(new Error("secret"))
    const wrong = (row: unknown): Promise<string> =>
      errorOf("await tools.t({})", { tools: { t: stub(echo, [row as StubRow]) } }).then(({ message }) => message)
    expect(await wrong({ answer: failing })).toBe("The stub's rows[0].answer must answer an Effect, not Promise{}.")
    expect(await wrong({ answer: () => ({ status: 1 }) })).toBe(
      `The stub's rows[0].answer must answer an Effect, not {"status":1}.`
    )
    expect(await wrong({ when: failing })).toBe("The stub's rows[0].when must answer a boolean, not Promise{}.")
    expect(caught(oneRow({ answer: failing() }))).toMatchObject({
      message: expect.stringContaining("rows[0].answer must be an Effect")
    })
    // As any tool that is none.
    const asynchronous = { ...echo, run: failing } as unknown as typeof echo
    expect(await errorOf("await tools.t({})", { tools: { t: inject(asynchronous, []) } })).toMatchObject({
      message: "Tool execution failed"
    })
    // An unhandled rejection would fail the test run.
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
})
