import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"
import type { CheckResult } from "../../src/codemode.ts"

interface Seen {
  /** What `run` received; absent when it was not called. */
  readonly input?: unknown
  readonly refusal?: string
  readonly check: CheckResult
}

/** Calls a tool with this input by an argument as a program writes it. */
const pass = async (input: Schema.Codec<unknown, unknown>, argument: string): Promise<Seen> => {
  const seen: unknown[] = []
  const run = (value: unknown) => Effect.sync(() => void seen.push(value))
  const runtime = CodeMode.make({ tools: { x: Tool.make({ description: "", input, run }) } })
  const code = `await tools.x(${argument})`
  const check = await Effect.runPromise(runtime.check(code))
  const result = await Effect.runPromise(runtime.execute(code))
  if (result.ok) return { input: seen[0], check }
  expect(result.error.kind).toBe("InvalidToolInput")
  return { refusal: result.error.message, check }
}

class Visit extends Schema.Class<Visit>("Visit")({ id: Schema.String, at: Schema.Date }) {}

interface Branch {
  readonly n: number
  readonly of: ReadonlyArray<Branch>
}
const Branch = Schema.Struct({
  n: Schema.Number,
  of: Schema.Array(Schema.suspend((): Schema.Codec<Branch> => Branch))
})

const field = (a: Schema.Codec<unknown, unknown>) => Schema.Struct({ a })
const time = new Date("2024-01-02T03:04:05.000Z")

describe("an input is decoded from what its signature shows", () => {
  const accepted: ReadonlyArray<readonly [string, Schema.Codec<unknown, unknown>, string, unknown]> = [
    ["a date as text", field(Schema.Date), '{ a: "2024-01-02T03:04:05Z" }', { a: time }],
    ["a date object of the program", field(Schema.Date), "{ a: new Date(1704164645000) }", { a: time }],
    ["null for an optional field", Schema.Struct({ a: Schema.optional(Schema.String) }), "{ a: null }", {}],
    ["undefined for an optional field", Schema.Struct({ a: Schema.optional(Schema.String) }), "{ a: undefined }", {}],
    ["null for undefined", field(Schema.UndefinedOr(Schema.String)), "{ a: null }", { a: undefined }],
    [
      "a hole in a list",
      field(Schema.Array(Schema.UndefinedOr(Schema.Number))),
      "{ a: [1, , 2] }",
      { a: [1, undefined, 2] }
    ],
    ["an address", field(Schema.URL), '{ a: "https://a.example/b" }', { a: new URL("https://a.example/b") }],
    ["bytes", field(Schema.Uint8Array), '{ a: "aGk=" }', { a: Uint8Array.of(104, 105) }],
    ["a bigint", field(Schema.BigInt), '{ a: "12345678901234567890" }', { a: 12345678901234567890n }],
    [
      "a map as pairs",
      field(Schema.ReadonlyMap(Schema.String, Schema.Number)),
      '{ a: [["k", 1]] }',
      { a: new Map([["k", 1]]) }
    ],
    ["a set as a list", field(Schema.ReadonlySet(Schema.String)), '{ a: ["k"] }', { a: new Set(["k"]) }],
    ["a class with a date", Visit, '{ id: "1", at: "2024-01-02T03:04:05Z" }', new Visit({ id: "1", at: time })],
    ["dates in a record", Schema.Record(Schema.String, Schema.Date), '{ k: "2024-01-02T03:04:05Z" }', { k: time }],
    ["a number", field(Schema.Number), "{ a: 1.5 }", { a: 1.5 }],
    [
      "numbers everywhere",
      Schema.Struct({
        a: Schema.optional(Schema.Number),
        b: Schema.Array(Schema.Number.check(Schema.isGreaterThan(0))),
        c: Schema.Record(Schema.String, Schema.NullOr(Schema.Number)),
        d: Schema.Tuple([Schema.Number, Schema.String])
      }).check(Schema.makeFilter(({ b }) => b.length < 3 || "too many")),
      '{ a: null, b: [1, 2], c: { k: null, l: 2 }, d: [-0.5, "x"] }',
      { b: [1, 2], c: { k: null, l: 2 }, d: [-0.5, "x"] }
    ],
    [
      "a text that is asked for beside numbers",
      field(Schema.Union([Schema.Number, Schema.Literal("NaN")])),
      '{ a: "NaN" }',
      { a: "NaN" }
    ],
    ["a number that may be the decoded side's", field(Schema.NumberFromString), '{ a: "Infinity" }', { a: Infinity }],
    ["a list that holds itself", Branch, "{ n: 1, of: [{ n: 2, of: [] }] }", { n: 1, of: [{ n: 2, of: [] }] }],
    ["a transformation", field(Schema.NumberFromString), '{ a: "21" }', { a: 21 }],
    ["whatever, where nothing is wanted", Schema.Void, "", undefined],
    ["null, where nothing is wanted", Schema.Void, "null", undefined],
    ["undefined, where it is wanted", Schema.Undefined, "undefined", undefined],
    ["null, where undefined is wanted", Schema.Undefined, "null", undefined],
    ["undefined beside a struct", Schema.UndefinedOr(field(Schema.String)), "undefined", undefined]
  ]
  it.each(accepted)("%s", async (_, input, argument, expected) => {
    const { check, input: received, refusal } = await pass(input, argument)
    expect(refusal).toBeUndefined()
    expect(received).toEqual(expected)
    expect(check).toEqual({ errors: [], hints: [] })
  })

  const refused: ReadonlyArray<readonly [string, Schema.Codec<unknown, unknown>, string, string]> = [
    ["a number for a date", field(Schema.Date), "{ a: 5 }", "Expected string"],
    [
      "null for a key that may be absent only",
      Schema.Struct({ a: Schema.optionalKey(Schema.String) }),
      "{ a: null }",
      "Expected string"
    ],
    ["NaN as text for a number", field(Schema.Number), '{ a: "NaN" }', "Expected number"],
    [
      "an infinity as text for a number",
      field(Schema.optional(Schema.Number)),
      '{ a: "-Infinity" }',
      "Expected number"
    ],
    ["an infinity as text further in", Branch, '{ n: 1, of: [{ n: "Infinity", of: [] }] }', "Expected number"],
    ["NaN for a number", field(Schema.Number), "{ a: NaN }", "Expected number"],
    [
      "an infinity as text for a number of a map",
      field(Schema.ReadonlyMap(Schema.String, Schema.Number)),
      '{ a: [["k", "Infinity"]] }',
      "Expected number"
    ],
    ["a number for a number in text", field(Schema.NumberFromString), "{ a: 21 }", "Expected string"],
    ["an object for a map", field(Schema.ReadonlyMap(Schema.String, Schema.Number)), "{ a: {} }", "Expected array"],
    ["nothing for a struct", field(Schema.String), "undefined", "Expected object"]
  ]
  it.each(refused)("refuses %s, and says so before anything runs", async (_, input, argument, expected) => {
    const { check, refusal } = await pass(input, argument)
    expect(refusal).toContain(expected)
    expect(check.errors.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
      expect.stringMatching(new RegExp(`^InvalidToolInput .*${expected}`, "s"))
    ])
  })

  it("takes the schema itself where it has no JSON form", async () => {
    const hidden = Symbol("hidden")
    const input = Schema.Struct({ a: Schema.String, [hidden]: Schema.optionalKey(Schema.String) })
    expect(await pass(input, '{ a: "x" }')).toMatchObject({ input: { a: "x" }, check: { errors: [] } })
    const suspended = field(Schema.suspend(() => input))
    expect(await pass(suspended, '{ a: { a: "x" } }')).toMatchObject({
      input: { a: { a: "x" } },
      check: { errors: [] }
    })
    expect((await pass(suspended, "{ a: { a: 1 } }")).refusal).toContain("Expected string")
  })

  it("a date that is none is refused by the decoder, not by the check", async () => {
    const { check, refusal } = await pass(field(Schema.Date), '{ a: "soon" }')
    expect(refusal).toContain("valid Date")
    expect(check.errors).toEqual([])
  })
})
