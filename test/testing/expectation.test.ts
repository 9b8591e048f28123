import { DateTime, Duration, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { assertCalls, differences, record } from "../../src/testing.ts"
import type { ExpectedCall, RecordedCall } from "../../src/testing.ts"
import { caught } from "../support/caught.ts"
import { Money } from "./money.ts"

class Order extends Schema.Class<Order>("Order")({ id: Schema.String }) {}
class Hidden {
  readonly #value: number
  constructor(value: number) {
    this.#value = value
  }
  get value(): number {
    return this.#value
  }
}

class Point {
  readonly x: number
  constructor(x: number) {
    this.x = x
  }
  toJSON(): unknown {
    return { x: this.x }
  }
}

class Endless {
  readonly x = 1
  toJSON(): unknown {
    return new Endless()
  }
}

const called = (input: unknown): { readonly calls: readonly RecordedCall[] } => ({
  calls: [{ index: 0, name: "t", input, outcome: "success", startedAt: 0, endedAt: 0 }]
})

/** What is said of one input against another, without the beginning that is always the same. */
const said = (input: unknown, wanted: unknown): string | undefined =>
  differences(called(input), [{ name: "t", input: wanted }])[0]
    ?.replace("call 0, t: its input", "")
    .trim()

const nested = (depth: number, leaf: unknown): unknown => {
  let value = leaf
  for (let i = 0; i < depth; i++) value = { a: value }
  return value
}

describe("the same data", () => {
  const cycle = (): object => {
    const one: { self?: object; n: number } = { n: 1 }
    one.self = one
    return one
  }
  it.each<[string, () => unknown]>([
    ["NaN", () => ({ a: NaN })],
    ["a cycle", cycle],
    ["a date", () => [new Date(1), new Date(NaN)]],
    [
      "a map",
      () =>
        new Map<unknown, unknown>([
          ["a", { n: 1 }],
          [{ k: 1 }, [2]]
        ])
    ],
    ["a set", () => new Set<unknown>([1, { n: 1 }, { n: 2 }])],
    ["bytes", () => ({ bytes: new Uint8Array([1, 2]), buffer: new Uint8Array([3]).buffer })],
    ["a pattern", () => /a/g],
    ["an error", () => new TypeError("no")],
    ["a URL", () => new URL("http://a/b")],
    ["a boxed number", () => Object(1)],
    ["an option", () => [Option.some({ a: [1] }), Option.none()]],
    ["values of Effect", () => [Duration.seconds(1), DateTime.makeUnsafe(0)]],
    ["an instance of a schema's class", () => new Order({ id: "1" })],
    ["an instance that tells what it hides", () => ({ price: new Money(1) })],
    ["20,000 levels", () => nested(20_000, 1)],
    ["shared parts, 2^60 ways", () => Array.from({ length: 60 }).reduce((one) => [one, one], [] as unknown)]
  ])("agrees: %s", (_, make) => {
    expect(said(make(), make())).toBeUndefined()
  })

  it("agrees where only the class or the sign of 0 differs", () => {
    expect(said(new Order({ id: "1" }), { id: "1" })).toBeUndefined()
    expect(said(new Point(1), { x: 1 })).toBeUndefined()
    expect(said({ x: 1 }, new Point(1))).toBeUndefined()
    expect(said(Object.assign(Object.create(null), { a: -0 }), { a: 0 })).toBeUndefined()
  })
})

describe("different data", () => {
  it.each<[string, unknown, unknown, string]>([
    ["BigInts", { a: 5n }, { a: 6n }, 'is {"a":5n}, expected was {"a":6n}'],
    [
      "BigInts without a prototype",
      Object.assign(Object.create(null), { a: 1n }),
      { a: 1 },
      'is {"a":1n}, expected was {"a":1}'
    ],
    [
      "a date and its text",
      new Date(0),
      "1970-01-01T00:00:00.000Z",
      'is Date("1970-01-01T00:00:00.000Z"), expected was "1970-01-01T00:00:00.000Z"'
    ],
    ["an absent key", { a: undefined }, {}, 'is {"a":undefined}, expected was {}'],
    ["maps", new Map([["a", 1]]), new Map([["a", 2]]), 'is Map{"a" => 1}, expected was Map{"a" => 2}'],
    ["sets", new Set([{ n: 1 }]), new Set([{ n: 2 }]), 'is Set{{"n":1}}, expected was Set{{"n":2}}'],
    ["bytes", new Uint8Array([1]), new Int8Array([1]), "is Uint8Array[1], expected was Int8Array[1]"],
    ["URLs", new URL("http://a/"), new URL("http://b/"), 'is URL("http://a/"), expected was URL("http://b/")'],
    ["errors", new Error("a"), new TypeError("a"), 'is Error("a"), expected was TypeError("a")'],
    ["boxed numbers", Object(1), Object(2), "is Number(1), expected was Number(2)"],
    ["a symbol and its text", Symbol("a"), "Symbol(a)", 'is Symbol(a), expected was "Symbol(a)"'],
    [
      "options",
      Option.some(1),
      Option.none(),
      'is {"_id":"Option","_tag":"Some","value":1}, expected was {"_id":"Option","_tag":"None"}'
    ],
    [
      "a list within an option",
      Option.some([1]),
      Option.some([2]),
      'is {"_id":"Option","_tag":"Some","value":[1]}, expected was {"_id":"Option","_tag":"Some","value":[2]}'
    ],
    [
      "instances that hide what they hold",
      new Hidden(1),
      new Hidden(2),
      "is Hidden{}, expected was another that looks the same"
    ],
    [
      "instances that hide a part of what they hold",
      new Money(1),
      new Money(99),
      'is Money({"currency":"EUR","cents":1}), expected was Money({"currency":"EUR","cents":99})'
    ],
    [
      "a part of an instance",
      new Money(1),
      { currency: "EUR" },
      'is Money({"currency":"EUR","cents":1}), expected was {"currency":"EUR"}'
    ],
    ["a record and an instance", { x: 1 }, new Point(2), 'is {"x":1}, expected was Point({"x":2})'],
    ["an instance and nothing", new Hidden(1), {}, "is Hidden{}, expected was {}"],
    ["functions", () => 1, () => 2, "is a function, expected was another that looks the same"],
    ["lengths", [1, 2], [1], "is [1,2], expected was [1]"]
  ])("is told apart in words that differ: %s", (_, input, wanted, message) => {
    expect(said(input, wanted)).toBe(message)
  })

  it("is shown where it differs, where it is too large to be shown", () => {
    const list = (last: unknown): unknown => ({ list: [...Array(5000).keys(), { "last one": last }] })
    expect(said(list(1), list(2))).toBe('.list[5000]["last one"] is 1, expected was 2')
    expect(said(list(1), { list: [] })).toBe(".list.length is 5001, expected was 0")
    expect(said(nested(20_000, 1), nested(20_000, 2))).toBe(
      `${".a".repeat(16)}…${".a".repeat(16)} is 1, expected was 2`
    )
    expect(said({ text: "x".repeat(5000) + "1" }, { text: "x".repeat(5000) + "2" })).toBe(
      '.text from unit 5000 on is "1", expected was "2"'
    )
  })

  it("is found in the end where a `toJSON` has none", () => {
    expect(differences(called(new Endless()), [{ name: "t", input: new Endless() }])).toHaveLength(1)
  })

  it("is found although the two were alike before", () => {
    const recording = called({ a: { b: 1 } })
    const wanted = { name: "t", input: { a: { b: 1 } } }
    expect(differences(recording, [wanted])).toEqual([])
    wanted.input.a.b = 2
    expect(differences(recording, [wanted])).toEqual([
      'call 0, t: its input is {"a":{"b":1}}, expected was {"a":{"b":2}}'
    ])
    const option = { name: "t", input: Option.some({ b: 1 }) }
    const held = called(Option.some({ b: 1 }))
    expect(differences(held, [option])).toEqual([])
    ;(Option.getOrThrow(option.input) as { b: number }).b = 2
    expect(differences(held, [option])).toHaveLength(1)
  })

  it("is whatever cannot be looked at", () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(said(proxy, {})).toBe("is [unreadable], expected was {}")
    const throwing = {
      get a(): never {
        throw new Error("no")
      }
    }
    expect(said(throwing, { a: 1 })).toBe('is [unreadable], expected was {"a":1}')
  })
})

describe("expected calls", () => {
  it.each<[string, unknown, string]>([
    [
      "a misspelt key",
      [{ name: "t", inputs: { a: 2 } }],
      'expected[0] has no meaning for "inputs"; the keys are name, input, outcome, output, message.'
    ],
    [
      "another misspelt key",
      [{ name: "t" }, { name: "t", outcom: "failure" }],
      'expected[1] has no meaning for "outcom"'
    ],
    ["a key of recordings", [{ name: "t", index: 0 }], 'expected[0] has no meaning for "index"'],
    ["no list", { name: "t" }, 'expected must be an array, not {"name":"t"}.'],
    ["no objects", ["t"], 'expected[0] must be an object, not "t".']
  ])("are refused with %s", (_, expected, message) => {
    expect(() => assertCalls(called({}), expected as readonly ExpectedCall[])).toThrow(message)
    expect(() => differences(called({}), expected as readonly ExpectedCall[])).toThrow(TypeError)
  })
  it("are compared with a recording, and not with what will be one", () => {
    for (const [recording, message] of [
      [record({ code: "" }), "an Effect: run it first."],
      [Promise.resolve(called({})), "a promise: await it first."],
      [undefined, "undefined."]
    ] as const) {
      expect(caught(() => assertCalls(recording as never, []))).toEqual(
        new TypeError(`recording must be what \`record\` answers, not ${message}`)
      )
    }
  })

  it("are no list with holes", () => {
    expect(() => differences(called({}), new Array<ExpectedCall>(1))).toThrow("expected[0] must be an object")
  })
})
