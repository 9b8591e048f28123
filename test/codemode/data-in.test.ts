import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Tool } from "../../src/index.ts"
import { run, valueOf } from "../support/run.ts"
import { answering, running } from "../support/tools.ts"

class Point {
  readonly x = 1
  readonly y = 2
}

/** What a program makes of an answer. */
const seen = (value: unknown, expression: string): Promise<unknown> =>
  valueOf(`const v = await tools.t({}); return ${expression}`, { tools: { t: answering(value) } })

describe("host to program", () => {
  it.each<[unknown, string, unknown]>([
    [{ a: [1, "x", null, true, { b: 2 }] }, "v", { a: [1, "x", null, true, { b: 2 }] }],
    [undefined, "v === undefined", true],
    [null, "v === null", true],
    [{ a: undefined }, "['a' in v, v.a === undefined, v]", [true, true, { a: null }]],
    [[undefined], "[v.length, v[0] === undefined, v]", [1, true, [null]]],
    [NaN, "Number.isNaN(v)", true],
    [-Infinity, "v === -Infinity", true],
    [-0, "Object.is(v, -0)", true],
    [new Date(0), "[typeof v, v]", ["string", "1970-01-01T00:00:00.000Z"]],
    [new Date(NaN), "v === null", true],
    [new URL("https://a.test/b"), "[typeof v, v]", ["string", "https://a.test/b"]],
    [
      { r: /x/g, m: new Map([[1, 2]]), s: new Set([1]), p: new URLSearchParams("a=1") },
      "v",
      { r: {}, m: {}, s: {}, p: {} }
    ],
    [Object.assign(Object.create(null) as object, { a: 1 }), "[v, v instanceof Object]", [{ a: 1 }, true]],
    [Object.defineProperty({ a: 1 }, "hidden", { value: 2 }), "Object.keys(v)", ["a"]],
    [{ a: 1, [Symbol("s")]: 2 }, "Reflect.ownKeys(v)", ["a"]],
    // oxlint-disable-next-line no-sparse-arrays
    [[1, , 3], "[v.length, v[1], 1 in v]", [3, null, true]],
    [new Proxy({ a: 1 }, {}), "v", { a: 1 }],
    [new Proxy([1, 2], {}), "[Array.isArray(v), v]", [true, [1, 2]]],
    [{ constructor: 1, prototype: 2, toString: 3 }, "v", { constructor: 1, prototype: 2, toString: 3 }],
    [{ then: 1 }, "v", { then: 1 }],
    ["\ud800", "v.charCodeAt(0)", 0xd800],
    [{ 2: "b", 1: "a", x: 0 }, "Object.keys(v)", ["1", "2", "x"]]
  ])("%j", async (value, expression, expected) => {
    expect(await seen(value, expression)).toEqual(expected)
  })

  it("gives the program objects of its own realm", async () => {
    const code =
      "[v.constructor === Object, v.a.constructor === Array, v.a.map((x) => x + 1), Object.getPrototypeOf(v) === Object.prototype]"
    expect(await seen({ a: [1] }, code)).toEqual([true, true, [2], true])
  })

  it("evaluates own getters once", async () => {
    let read = 0
    const value = {
      get a() {
        return ++read
      }
    }
    expect(await seen(value, "[v.a, v.a]")).toEqual([1, 1])
    expect(read).toBe(1)
  })

  it("never looks at then", async () => {
    let looked = 0
    const value = Object.defineProperty({ a: 1 }, "then", {
      get: () => {
        looked++
        return () => {}
      }
    })
    expect(await seen(value, "v")).toEqual({ a: 1 })
    expect(looked).toBe(0)
  })

  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  const deep = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1)
  const throwing = (): never => {
    throw new Error("s3cret")
  }

  it.each<[string, () => unknown]>([
    ["a class instance", () => new Point()],
    ["an error", () => new Error("s3cret")],
    ["a promise", () => Promise.resolve(1)],
    ["a host response", () => new Response("x")],
    ["an Effect", () => Effect.succeed(1)],
    ["bytes", () => new Uint8Array(2)],
    ["a buffer", () => new ArrayBuffer(2)],
    ["a boxed string", () => Object("x")],
    ["a function", () => () => 1],
    ["a symbol", () => Symbol("s")],
    ["a bigint", () => 1n],
    ["toJSON", () => ({ toJSON: () => 1 })],
    ["a cycle", () => cyclic],
    ["too deep", () => deep(33)],
    ["a getter that throws", () => Object.defineProperty({}, "a", { enumerable: true, get: throwing })],
    ["a proxy whose ownKeys throws", () => new Proxy({}, { ownKeys: throwing })],
    ["a proxy whose get throws", () => new Proxy({ a: 1 }, { get: throwing })],
    ["a proxy whose getPrototypeOf throws", () => new Proxy({}, { getPrototypeOf: throwing })],
    [
      "a revoked proxy",
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      }
    ],
    [
      "an array proxy with an absurd length",
      () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 40 : 0) })
    ],
    ["an array that is too long", () => new Array(10_000_001)],
    ["a string that is too long", () => "x".repeat(2 ** 24 + 1)],
    ["a property name that is too long", () => ({ ["x".repeat(2 ** 20 + 1)]: 1 })],
    ["the key __proto__", () => JSON.parse(`{"__proto__": 1}`) as unknown],
    ["a date with a hostile prototype", () => Object.create(Date.prototype) as unknown],
    ["a proxy of a date", () => new Proxy(new Date(0), {})]
  ])("%s is InvalidToolOutput, nested too", async (_, make) => {
    for (const value of [make, () => ({ a: [make()] })]) {
      const result = await run("await tools.host.call({})", {
        tools: { host: { call: running(() => Effect.sync(value)) } }
      })
      expect(result).toEqual({
        ok: false,
        error: { kind: "InvalidToolOutput", message: "Invalid output from tool 'host.call'." },
        toolCalls: [{ name: "host.call" }]
      })
    }
  })

  it("allows 32 levels and shared objects", async () => {
    expect(await seen(deep(32), "v.flat(Infinity)")).toEqual([1])
    const shared = { a: 1 }
    expect(await seen([shared, shared], "[v, v[0] === v[1]]")).toEqual([[{ a: 1 }, { a: 1 }], false])
  })

  it("copies instances that an output schema makes by their properties, and no others", async () => {
    class Order extends Schema.Class<Order>("Order")({ id: Schema.Int, at: Schema.DateFromString }) {
      get label(): string {
        return `#${this.id}`
      }
    }
    const at = "2026-01-02T00:00:00.000Z"
    const order = Tool.make({ description: "", input: {}, output: Order, run: () => Effect.succeed({ id: 7, at }) })
    const list = Tool.make({
      description: "",
      input: {},
      output: Schema.Array(Order),
      run: () => Effect.succeed([{ id: 7, at }])
    })
    expect(await valueOf("return [await tools.order({}), await tools.list({})]", { tools: { order, list } })).toEqual([
      { id: 7, at },
      [{ id: 7, at }]
    ])
    const anything = (value: unknown): Tool.Definition =>
      Tool.make({ description: "", input: {}, output: Schema.Unknown, run: () => Effect.succeed(value) })
    expect(await run("return tools.t({})", { tools: { t: anything({ p: new Point() }) } })).toMatchObject({
      ok: false,
      error: { kind: "InvalidToolOutput" }
    })
    expect(await valueOf("return tools.t({})", { tools: { t: anything({ p: [1] }) } })).toEqual({ p: [1] })
    // Where it cannot be seen what was handed over, only classes that are schemas are known to be made by one.
    class Row {
      get point(): Point {
        return new Point()
      }
      get order(): Order {
        return order7
      }
    }
    const order7 = Order.make({ id: 7, at: new Date(at) })
    const hidden = Object.defineProperty({}, "point", { value: new Point() })
    const rows = [
      new Row(),
      {
        get point() {
          return new Point()
        }
      },
      hidden
    ] as const
    for (const row of rows) {
      const tool = Tool.make({
        description: "",
        input: {},
        output: Schema.Struct({ point: Schema.Any }),
        run: () => Effect.succeed(row as { point: unknown })
      })
      expect(await run("return tools.t({})", { tools: { t: tool } })).toMatchObject({
        ok: false,
        error: { kind: "InvalidToolOutput" }
      })
    }
    const made = Tool.make({
      description: "",
      input: {},
      output: Schema.Struct({ order: Schema.toType(Order) }),
      run: () => Effect.succeed(new Row() as { order: Order })
    })
    expect(await valueOf("return tools.t({})", { tools: { t: made } })).toEqual({ order: { id: 7, at } })
  })

  it("copies large answers whole", async () => {
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `row ${id}`, even: id % 2 === 0 }))
    expect(await seen(rows, "[v.length, v[59_999], v.filter((row) => row.even).length]")).toEqual([
      60_000,
      { id: 59_999, name: "row 59999", even: false },
      30_000
    ])
  })
})
