import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { makeCatalog } from "../../src/tool-runtime/catalog.ts"
import { MAX_SIGNATURE, makeSignature } from "../../src/tool-runtime/signature.ts"
import type { SchemaType } from "../../src/tool.ts"
import { tool } from "./support.ts"

const order = tool(
  "Look up an order",
  Schema.Struct({ id: Schema.String }),
  Schema.Struct({ id: Schema.String, status: Schema.String })
)

describe("catalog", () => {
  const { catalog } = makeCatalog({
    orders: { lookup: order },
    context7: {
      "resolve-library-id": tool(
        "Resolve\n\nin two lines",
        Schema.Struct({ libraryName: Schema.String }),
        Schema.String
      )
    },
    loose: tool("No output", Schema.Struct({ q: Schema.String })),
    ping: tool("", Schema.Struct({}), Schema.String)
  })

  it("describes every tool by path, full description and signature", () => {
    expect(catalog()).toEqual([
      {
        path: "orders.lookup",
        description: "Look up an order",
        signature: "tools.orders.lookup(input: {\n  id: string,\n}): Promise<{\n  id: string,\n  status: string,\n}>"
      },
      {
        path: "context7.resolve-library-id",
        description: "Resolve\n\nin two lines",
        signature: 'tools.context7["resolve-library-id"](input: {\n  libraryName: string,\n}): Promise<string>'
      },
      {
        path: "loose",
        description: "No output",
        signature: "tools.loose(input: {\n  q: string,\n}): Promise<unknown>"
      },
      { path: "ping", description: "", signature: "tools.ping(input: {}): Promise<string>" }
    ])
  })

  it("gives fresh objects with exactly these keys", () => {
    const [first] = catalog()
    expect(Object.keys(first!)).toEqual(["path", "description", "signature"])
    expect(catalog()[0]).not.toBe(first)
  })

  it("is empty without tools", () => {
    expect(makeCatalog().catalog()).toEqual([])
    expect(makeCatalog({ empty: {} }).catalog()).toEqual([])
  })

  it("keeps a bad schema to its own type", () => {
    const bad = [null, 7, { type: "object", properties: null, required: "x" }, { $ref: "#" }] as ReadonlyArray<unknown>
    const tools = Object.fromEntries(
      bad.map((schema, at) => [`t${at}`, tool("T", schema as SchemaType, Schema.String)])
    )
    const { catalog } = makeCatalog({ ...tools, fine: order })
    expect(catalog().map(({ signature }) => signature)).toEqual([
      "tools.t0(input: unknown): Promise<string>",
      "tools.t1(input: unknown): Promise<string>",
      "tools.t2(input: {}): Promise<string>",
      "tools.t3(input: unknown): Promise<string>",
      expect.stringContaining("tools.fine(input: {")
    ])
    const output = makeCatalog({ a: tool("A", Schema.Struct({ q: Schema.String }), 7 as unknown as SchemaType) })
    expect(output.catalog()[0]!.signature).toBe("tools.a(input: {\n  q: string,\n}): Promise<unknown>")
  })

  it("keeps names apart that differ in punctuation alone", () => {
    const { catalog } = makeCatalog({ "my-tool": order, my_tool: order })
    expect(catalog().map(({ signature }) => signature.split("(")[0])).toEqual(['tools["my-tool"]', "tools.my_tool"])
  })

  it("answers for paths", () => {
    const { lookup, children, signature } = makeCatalog({ a: { "b.c": order }, "a.d": order })
    expect(lookup(["a.b", "c"])?.tool).toBe(order)
    expect(lookup(["a", "x"])).toBeUndefined()
    expect(children([])).toEqual(["a"])
    expect(children(["a"])).toEqual(["b", "d"])
    expect(children(["a", "d"])).toEqual([])
    expect(children(["x"])).toBeUndefined()
    expect(signature("a.d")?.text).toContain("tools.a.d(input: {")
    expect(signature("a")).toBeUndefined()
  })
})

describe("options", () => {
  it("refuse a budget that is no safe integer from 0 on", () => {
    for (const catalogBudget of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "7", null]) {
      const make = () => makeCatalog({}, { catalogBudget: catalogBudget as number })
      expect(make).toThrow(RangeError)
      expect(make).toThrow(/discovery\.catalogBudget/)
    }
    expect(() => makeCatalog({}, { catalogBudget: undefined })).not.toThrow()
    expect(() => makeCatalog({}, { catalogBudget: 0 })).not.toThrow()
  })

  it("refuse unknown rankings and styles", () => {
    expect(() => makeCatalog({}, { ranking: "best" as "plain" })).toThrow(/discovery\.ranking/)
    expect(() => makeCatalog({}, { signatureStyle: "tiny" as "compact" })).toThrow(/discovery\.signatureStyle/)
  })
})

describe("signatureStyle compact", () => {
  const signature = (input: unknown, output: unknown = { type: "string" }): string =>
    makeSignature({ path: "a.b", input: input as SchemaType, output: output as SchemaType }, "compact").text

  it("leaves out the parameter's name, and an empty input", () => {
    expect(signature({ type: "object", properties: { q: { type: "string" } } })).toBe(
      "tools.a.b({\n  q?: string,\n}): Promise<string>"
    )
    expect(signature(Schema.Struct({}))).toBe("tools.a.b(): Promise<string>")
    expect(signature({ type: "object" })).toBe("tools.a.b(): Promise<string>")
    expect(signature(Schema.Struct({}).annotate({ identifier: "Nothing" }))).toBe("tools.a.b(): Promise<string>")
    expect(signature(Schema.Record(Schema.String, Schema.Unknown))).toBe("tools.a.b({}): Promise<string>")
    expect(signature(Schema.Record(Schema.String, Schema.String))).toBe(
      "tools.a.b({\n  [key: string]: string,\n}): Promise<string>"
    )
  })

  it("shows an input that asks for content, or invites some, as one", () => {
    const empty: ReadonlyArray<unknown> = [
      { type: "object", additionalProperties: false, title: "Nothing", minProperties: 0 },
      { type: "object", minProperties: -1 },
      { type: "object", patternProperties: { "^a": false } },
      { $ref: "#/$defs/None", $defs: { None: { type: "object", maxProperties: 3 } } },
      { anyOf: [{ type: "object" }, { type: "array" }] }
    ]
    for (const schema of empty) expect(signature(schema)).toBe("tools.a.b(): Promise<string>")
    const some: ReadonlyArray<unknown> = [
      { type: "object", minProperties: 1 },
      { type: "object", additionalProperties: true },
      { type: "object", unevaluatedProperties: true },
      { type: "object", not: { maxProperties: 0 } },
      { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      { type: "object", if: { properties: { a: {} } }, then: { required: ["a"] } },
      { $ref: "#/$defs/Some", $defs: { Some: { type: "object", minProperties: 1 } } },
      Schema.Struct({}).check(Schema.isMinProperties(1)),
      Schema.Struct({}).check(Schema.makeFilter((value) => Object.keys(value).length > 0))
    ]
    for (const schema of some) expect(signature(schema)).toBe("tools.a.b({}): Promise<string>")
    expect(signature({ type: "object", required: ["a"] })).toBe("tools.a.b({\n  a: unknown,\n}): Promise<string>")
    expect(signature({ type: "object", propertyNames: { maxLength: 3 } })).toContain("[key: string]: unknown")
  })

  it("promises unknown where nothing is said of the output", () => {
    expect(makeSignature({ path: "a", input: Schema.Struct({}), output: undefined }, "compact").text).toBe(
      "tools.a(): Promise<unknown>"
    )
  })

  const field = (schema: unknown): string => {
    const text = signature({ type: "object", properties: { f: schema } })
    return text.slice("tools.a.b({\n".length, text.indexOf("  f?: "))
  }
  const long = "word ".repeat(30).trim()

  const rows: ReadonlyArray<readonly [name: string, schema: unknown, comment: string]> = [
    [
      "text and tags on a line",
      { type: "number", description: "Results per page", default: 30 },
      "  /** Results per page. @default 30 */\n"
    ],
    [
      "a sentence as it is",
      { type: "number", description: "Results.", default: 30 },
      "  /** Results. @default 30 */\n"
    ],
    ["text alone as it is", { type: "number", description: "Results" }, "  /** Results */\n"],
    [
      "an exclamation",
      { type: "number", description: "Maximum attempts!", minimum: 1 },
      "  /** Maximum attempts!. @minimum 1 */\n"
    ],
    [
      "a long text and tags",
      { type: "number", description: long, default: 1 },
      `  /**\n   * ${long}\n   * @default 1\n   */\n`
    ],
    ["a long text alone", { type: "number", description: long }, `  /**\n   * ${long}\n   */\n`],
    [
      "tags in order",
      { type: "integer", multipleOf: 5, maximum: 8, minimum: 1, format: "int32", default: 3, deprecated: true },
      "  /** @deprecated @default 3 @format int32 @integer @minimum 1 @maximum 8 @multipleOf 5 */\n"
    ],
    [
      "tags of text in order",
      { type: "string", uniqueItems: false, pattern: "^a", maxLength: 9, minLength: 2 },
      "  /** @minLength 2 @maxLength 9 @pattern ^a */\n"
    ],
    [
      "items",
      {
        type: "array",
        minItems: 1,
        description: "People to notify",
        items: { type: "string", description: "Email address", format: "email" }
      },
      "  /**\n   * People to notify. @minItems 1\n   * Each item: Email address. @format email\n   */\n"
    ],
    [
      "values",
      { type: "object", additionalProperties: { type: "string", description: "A value" } },
      "  /** Each value: A value */\n"
    ],
    [
      "further values",
      { type: "object", properties: { a: {} }, additionalProperties: { type: "string", description: "A value" } },
      "  /** Each additional value: A value */\n"
    ],
    ["unique items", { type: "array", uniqueItems: true }, "  /** @uniqueItems true */\n"],
    [
      "several lines",
      { type: "string", description: "One\nTwo", default: "x" },
      '  /**\n   * One\n   * Two\n   * @default "x"\n   */\n'
    ]
  ]
  for (const [name, schema, comment] of rows) it(`comments: ${name}`, () => expect(field(schema)).toBe(comment))

  it("tells of an Effect Schema what is true of it", () => {
    const text = signature(
      Schema.Struct({
        n: Schema.Int,
        s: Schema.String.check(Schema.isMinLength(5)),
        p: Schema.Int.check(Schema.isGreaterThan(0))
      })
    )
    expect(text).toContain("/** @integer */\n  n: number")
    expect(text).not.toContain("@minLength")
    expect(text).toContain("/** @integer @exclusiveMinimum 0 */\n  p: number")
  })
})

describe("a signature's length", () => {
  const fields = (count: number, schema: (at: number) => unknown): unknown => ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, schema(at)]))
  })
  const documented = (count: number, words: number): unknown =>
    fields(count, () => ({ type: "string", description: "word ".repeat(words) }))
  const make = (input: unknown, output: unknown) =>
    makeSignature({ path: "a.b", input: input as SchemaType, output: output as SchemaType })

  it("gives up output comments first, then input comments", () => {
    const first = make(documented(20, 100), documented(20, 100))
    expect(first.text).toContain("word")
    expect([...first.cuts]).toEqual(["comments"])
    expect(first.text.slice(first.text.indexOf("Promise<"))).not.toContain("word")
    const second = make(documented(40, 100), documented(20, 100))
    expect(second.text).not.toContain("word")
    expect(second.text).toContain("field39?: string")
  })

  it("then the deepest levels of the output, then of the input", () => {
    const deep = (width: number, levels: number): unknown =>
      levels === 0 ? { type: "string" } : fields(width, () => deep(width, levels - 1))
    const output = make(
      fields(1, () => ({ type: "string" })),
      deep(6, 5)
    )
    expect([...output.cuts]).toEqual(["comments", "levels"])
    expect(output.text).toContain("input: {\n  field0?: string,\n}")
    expect(output.text).toContain("unknown")
    const input = make(deep(6, 5), deep(6, 5))
    expect(input.text).toContain("input: {\n  field0?: {")
    for (const { text } of [output, input]) expect(text.length).toBeLessThanOrEqual(MAX_SIGNATURE)
  })

  it("holds for anything", () => {
    const shared = { type: "object", properties: {} as Record<string, unknown> }
    for (let at = 0; at < 14; at++) shared.properties[`p${at}`] = { oneOf: [shared, { type: "null" }] }
    const wide = { enum: Array.from({ length: 20_000 }, (_, at) => `value ${at}`) }
    for (const [input, output] of [
      [shared, shared],
      [wide, wide],
      [fields(5000, () => ({ type: "string" })), undefined]
    ]) {
      expect(make(input, output).text.length).toBeLessThanOrEqual(MAX_SIGNATURE)
    }
    expect(make({ type: "object" }, wide).text).toBe("tools.a.b(input: {}): Promise<unknown>")
  })
})
