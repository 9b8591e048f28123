import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import type { SchemaType } from "../../src/tool.ts"
import { renderType } from "../../src/tool-runtime/signature.ts"

const compact = (schema: unknown, side: "input" | "output" = "input"): string =>
  renderType(schema as SchemaType, side, { layout: "compact" })

const pretty = (schema: unknown): string => renderType(schema as SchemaType, "input", { layout: "pretty" })

const string = { type: "string" }
const number = { type: "number" }
const boolean = { type: "boolean" }

const nested = (levels: number, innermost: unknown = string): unknown => {
  let schema = innermost
  for (let level = 0; level < levels; level++) schema = { type: "object", properties: { next: schema } }
  return schema
}

describe("JSON Schema, compact", () => {
  const rows: ReadonlyArray<readonly [schema: unknown, text: string]> = [
    [string, "string"],
    [number, "number"],
    [{ type: "integer" }, "number"],
    [boolean, "boolean"],
    [{ type: "null" }, "null"],
    [{}, "unknown"],
    [{ description: "anything", "x-note": 1 }, "unknown"],
    [{ const: 5 }, "5"],
    [{ enum: ["open", "closed", null] }, '"open" | "closed" | null'],
    [{ type: "array", items: string }, "Array<string>"],
    [{ type: "array" }, "Array<unknown>"],
    [{ type: "object" }, "{}"],
    [{ type: "object", properties: { a: string, b: number }, required: ["a"] }, "{ a: string; b?: number }"],
    [{ type: "object", properties: {}, additionalProperties: number }, "{ [key: string]: number }"],
    [
      { type: "object", properties: { a: string }, required: ["a"], additionalProperties: string },
      "{ a: string; [key: string]: string }"
    ],
    [{ type: "object", properties: { a: string }, additionalProperties: true }, "{ a?: string }"],
    [{ type: "object", properties: { a: string }, additionalProperties: false }, "{ a?: string }"],
    [{ type: ["object", "null"], properties: { name: string } }, "{ name?: string } | null"],
    [{ anyOf: [string, number] }, "string | number"],
    [{ oneOf: [string, number] }, "string | number"],
    [{ anyOf: [string, {}] }, "unknown"],
    [
      {
        anyOf: [
          { type: "object", properties: { name: string }, required: ["name"] },
          { type: "object", properties: { count: number }, required: ["count"] }
        ],
        properties: { common: boolean },
        required: ["common"]
      },
      "({ name: string } | { count: number }) & { common: boolean }"
    ],
    [
      {
        $ref: "#/$defs/User",
        properties: { active: boolean },
        required: ["active"],
        $defs: { User: { type: "object", properties: { id: string }, required: ["id"] } }
      },
      "{ id: string } & { active: boolean }"
    ],
    [
      {
        allOf: [{ type: "object", properties: { id: string } }, { type: ["string", "null"] }],
        properties: { common: boolean }
      },
      "{ common?: boolean } & { id?: string } & (string | null)"
    ],
    [{ allOf: [{ properties: { id: string } }, { $ref: "#/$defs/Missing" }] }, "unknown"],
    [{ allOf: [{ properties: { id: string } }, { allOf: [{ $ref: "#/$defs/Missing" }] }] }, "unknown"],
    [{ allOf: [{ $ref: "#/$defs/Note" }], type: "string", $defs: { Note: { description: "Only a note" } } }, "string"],
    [{ $ref: "https://example.com/schema.json" }, "unknown"],
    [{ $ref: "#/$defs/Missing" }, "unknown"],
    [{ $ref: "#/$defs/User/properties/id", $defs: { User: { properties: { id: string } } } }, "unknown"],
    [{ $ref: "not a reference" }, "unknown"],
    [{ $ref: 7 }, "unknown"],
    [
      {
        $ref: "#/$defs/Node",
        $defs: { Node: { type: "object", properties: { child: { $ref: "#/$defs/Node" }, name: string } } }
      },
      "{ child?: unknown; name?: string }"
    ],
    [
      { type: "object", properties: { plain: boolean, 123: number, "foo-bar": string } },
      '{ "123"?: number; plain?: boolean; "foo-bar"?: string }'
    ],
    [{ $ref: "#/definitions/A", $defs: { A: string }, definitions: { A: number } }, "string"],
    [{ $ref: "#/$defs/a~1b", $defs: { "a/b": string } }, "string"],
    [{ $ref: "#/$defs/a~0b", $defs: { "a~b": string } }, "string"],
    [{ $ref: "#/$defs/Lookup%20Input", $defs: { "Lookup Input": string } }, "string"],
    [{ $ref: "#/$defs/toString", $defs: {} }, "unknown"],
    [{ not: { type: "null" } }, "{}"],
    [{ not: { type: "null" }, description: "Empty" }, "{}"],
    [{ anyOf: [{ type: "object" }, { type: "array" }] }, "{}"],
    [{ not: string }, "unknown"],
    [{ not: {} }, "unknown"],
    [nested(12), `${"{ next?: ".repeat(9)}unknown${" }".repeat(9)}`]
  ]
  for (const [schema, text] of rows) {
    it(text, () => expect(compact(schema)).toBe(text))
  }

  it("shadows definitions for their own subtree only", () => {
    const schema = {
      type: "object",
      properties: {
        inner: { $ref: "#/$defs/T", $defs: { T: number } },
        outer: { $ref: "#/$defs/T" },
        mixed: { $ref: "#/$defs/Uses", $defs: { T: boolean } }
      },
      $defs: { T: string, Uses: { type: "array", items: { $ref: "#/$defs/T" } } }
    }
    expect(compact(schema)).toBe("{ inner?: number; outer?: string; mixed?: Array<string> }")
  })
})

describe("names that are required and declared nowhere", () => {
  const Base = { type: "object", properties: { id: string } }
  const rows: ReadonlyArray<readonly [schema: unknown, text: string]> = [
    [{ type: "object", properties: { a: string }, required: ["a", "zz"] }, "{ a: string; zz: unknown }"],
    [{ type: "object", required: ["q"], additionalProperties: string }, "{ q: string; [key: string]: string }"],
    [{ type: "object", required: ["q"], additionalProperties: false }, "{ q: unknown }"],
    [
      { type: "object", required: ["q"], patternProperties: { "^x": string }, additionalProperties: number },
      "{ q: unknown } & { [key: string]: string | number }"
    ],
    [{ type: ["object", "null"], required: ["q"] }, "{ q: unknown } | null"],
    [
      {
        allOf: [{ $ref: "#/$defs/Base" }, { type: "object", properties: { b: string }, required: ["id", "b"] }],
        $defs: { Base }
      },
      "{ id: string } & { b: string }"
    ],
    [
      {
        allOf: [{ $ref: "#/$defs/Base" }, { required: ["id", "zz"] }, { type: "object", required: ["zz"] }],
        $defs: { Base }
      },
      "{ id: string } & { zz: unknown }"
    ],
    [{ type: ["string", "null"], allOf: [{ required: ["q"] }] }, "string | null"],
    [
      { $ref: "#/$defs/Base", type: "object", required: ["id", "q"], $defs: { Base } },
      "{ id: string } & { q: unknown }"
    ],
    [
      { type: "object", required: ["a", "q"], anyOf: [{ properties: { a: string } }, { properties: { a: number } }] },
      "({ a: string } | { a: number }) & { q: unknown }"
    ],
    [
      { type: "object", properties: { a: string, b: string }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      "{ a?: string; b?: string }"
    ]
  ]
  for (const [schema, text] of rows) it(text, () => expect(compact(schema)).toBe(text))
})

describe("non-finite numbers", () => {
  const special = (...values: ReadonlyArray<string>): unknown => ({ type: "string", enum: values })
  const rows: ReadonlyArray<readonly [members: ReadonlyArray<unknown>, text: string]> = [
    [[number, special("Infinity", "-Infinity", "NaN")], "number"],
    [[number, special("NaN"), special("Infinity"), special("-Infinity")], "number"],
    [[number, special("NaN", "Infinity", "unknown")], 'number | "NaN" | "Infinity" | "unknown"'],
    [[number, string], "number | string"],
    [[number, { type: "null" }], "number | null"],
    [[string, special("NaN")], 'string | "NaN"'],
    [[special("NaN"), special("Infinity")], '"NaN" | "Infinity"']
  ]
  for (const [anyOf, text] of rows) it(text, () => expect(compact({ anyOf })).toBe(text))
})

describe("Effect Schema", () => {
  class Account extends Schema.Class<Account>("Account")({ id: Schema.String, since: Schema.Date }) {}
  interface Tree {
    readonly name: string
    readonly child?: Tree
  }
  const Tree = Schema.Struct({
    name: Schema.String,
    child: Schema.optionalKey(Schema.suspend((): Schema.Codec<Tree> => Tree))
  })
  const rows: ReadonlyArray<readonly [name: string, schema: SchemaType, input: string, output?: string]> = [
    ["Number", Schema.Number, "number"],
    ["Finite", Schema.Finite, "number"],
    ["Int", Schema.Int, "number"],
    ["String", Schema.String, "string"],
    [
      "optional keys",
      Schema.Struct({ a: Schema.optionalKey(Schema.String), b: Schema.optional(Schema.String) }),
      "{ a?: string; b?: string | null }"
    ],
    ["NullOr", Schema.Struct({ a: Schema.NullOr(Schema.String) }), "{ a: string | null }"],
    ["UndefinedOr", Schema.Struct({ a: Schema.UndefinedOr(Schema.String) }), "{ a: string | null }"],
    ["Literals", Schema.Literals(["a", 1, true]), '"a" | 1 | true'],
    ["a number or a literal", Schema.Union([Schema.Number, Schema.Literal("unknown")]), 'number | "unknown"'],
    ["Record", Schema.Record(Schema.String, Schema.Number), "{ [key: string]: number }"],
    [
      "a struct with a record rest",
      Schema.StructWithRest(Schema.Struct({ a: Schema.String }), [Schema.Record(Schema.String, Schema.Unknown)]),
      "{ a: string } & { [key: string]: unknown }"
    ],
    ["Tuple", Schema.Tuple([Schema.String, Schema.Boolean]), "[string, boolean]"],
    ["ReadonlyMap", Schema.ReadonlyMap(Schema.String, Schema.Number), "Array<[string, number]>", "{}"],
    ["ReadonlySet", Schema.ReadonlySet(Schema.String), "Array<string>", "{}"],
    ["Date", Schema.Date, "string"],
    ["URL", Schema.URL, "string"],
    ["BigInt", Schema.BigInt, "string", "unknown"],
    ["Symbol", Schema.Symbol, "string", "unknown"],
    ["Uint8Array", Schema.Uint8Array, "string", "unknown"],
    ["NumberFromString", Schema.NumberFromString, "string", "number"],
    ["Void", Schema.Void, "null"],
    ["Undefined", Schema.Undefined, "null"],
    ["Null", Schema.Null, "null"],
    ["Unknown", Schema.Unknown, "unknown"],
    ["Any", Schema.Any, "unknown"],
    ["Json", Schema.Json, "unknown"],
    ["Never", Schema.Never, "unknown"],
    ["an empty struct", Schema.Struct({}), "{}"],
    ["a class", Account, "{ id: string; since: string }"],
    ["a class inside", Schema.Array(Account), "Array<{ id: string; since: string }>"],
    ["an identifier", Schema.Struct({ id: Schema.String }).annotate({ identifier: "Lookup Input" }), "{ id: string }"],
    ["recursion", Tree, "{ name: string; child?: unknown }"],
    ["an enum", Schema.Enum({ A: "a", B: 2 }), '"a" | 2'],
    ["JSON text", Schema.fromJsonString(Schema.Struct({ a: Schema.Int })), "string", "{ a: number }"],
    ["a symbol key", Schema.Struct({ [Symbol.iterator]: Schema.String }), "unknown"]
  ]
  for (const [name, schema, input, output = input] of rows) {
    it(`${name}: ${input}, ${output}`, () => {
      expect(compact(schema, "input")).toBe(input)
      expect(compact(schema, "output")).toBe(output)
    })
  }

  it("keeps every description", () => {
    const schema = Schema.Struct({
      text: Schema.String.annotate({ description: "A text" }),
      finite: Schema.Finite.annotate({ description: "A finite number" }),
      plain: Schema.Number.annotate({ description: "A plain number" }),
      bounded: Schema.Number.check(Schema.isGreaterThan(0)).annotate({ description: "A bounded number" }),
      key: Schema.String.annotateKey({ description: "A key" }),
      when: Schema.DateFromString.annotate({ description: "A transformed text" }),
      date: Schema.Date.annotate({ description: "A date" }),
      maybe: Schema.optional(Schema.String.annotate({ description: "Perhaps a text" })),
      named: Schema.String.annotate({ identifier: "Name", description: "A named text" })
    })
    expect(pretty(schema)).toBe(`{
  /** A text */
  text: string,
  /** A finite number */
  finite: number,
  /** A plain number */
  plain: number,
  /** A bounded number */
  bounded: number,
  /** A key */
  key: string,
  /** A transformed text */
  when: string,
  /** A date */
  date: string,
  /** Perhaps a text */
  maybe?: string | null,
  /** A named text */
  named: string,
}`)
  })
})

describe("pretty layout", () => {
  const field = (schema: unknown, required = false): string =>
    pretty({ type: "object", properties: { field: schema }, ...(required ? { required: ["field"] } : {}) })

  it("indents by depth, an object in an array one step more", () => {
    expect(
      pretty({
        type: "object",
        properties: {
          items: { type: "array", items: { type: "object", properties: { path: string }, required: ["path"] } }
        },
        required: ["items"]
      })
    ).toBe("{\n  items: Array<{\n      path: string,\n    }>,\n}")
  })

  it("says what keys must match", () => {
    expect(pretty({ type: "object", patternProperties: { "^x-": string } })).toBe(
      "{\n  /** Keys match ^x- */\n  [key: string]: string,\n}"
    )
    expect(
      pretty({
        type: "object",
        patternProperties: { "^x-*/": string, "^y": number, "^no": false },
        additionalProperties: boolean
      })
    ).toBe(
      "{\n  /** Keys match ^x-* / (string) or ^y (number), or are others */\n  [key: string]: string | number | boolean,\n}"
    )
    expect(field({ type: "object", propertyNames: { pattern: "^[a-z]+$" } })).toContain(
      "    /** Keys match ^[a-z]+$ */\n    [key: string]: unknown,\n"
    )
    expect(compact({ type: "object", patternProperties: { "^x-": string } })).toBe("{ [key: string]: string }")
  })

  it("tells no bound that nothing can be measured by", () => {
    expect(field({ type: "array", items: string, minItems: -1, maxItems: 1.5 })).toBe("{\n  field?: Array<string>,\n}")
    expect(field({ type: "array", minItems: "2", maxItems: Number.NaN })).toBe("{\n  field?: Array<unknown>,\n}")
    expect(compact({ type: "array", prefixItems: [string], minItems: -1, maxItems: -1 })).toBe(
      "[string?, ...Array<unknown>]"
    )
    const joined = renderType(
      {
        type: "object",
        properties: { f: { type: "string", minLength: -3, maxLength: 0.5, multipleOf: 0, minimum: -1.5 } }
      },
      "input",
      { layout: "pretty", commentStyle: "joined" }
    )
    expect(joined).toBe("{\n  /** @minimum -1.5 */\n  f?: string,\n}")
  })

  it("writes objects without fields as {}", () => {
    expect(field({ type: "object" })).toBe("{\n  field?: {},\n}")
  })

  const rows: ReadonlyArray<readonly [name: string, schema: unknown, required: boolean, text: string]> = [
    [
      "a description",
      { ...string, description: "Repository owner" },
      true,
      "  /** Repository owner */\n  field: string,\n"
    ],
    [
      "a description and a default",
      { ...number, description: "Results per page", default: 30 },
      false,
      "  /**\n   * Results per page\n   * @default 30\n   */\n  field?: number,\n"
    ],
    [
      "bounds of an array",
      { type: "array", items: string, default: ["a", "b"], minItems: 2, maxItems: 5 },
      false,
      '  /**\n   * @default ["a","b"]\n   * @minItems 2\n   * @maxItems 5\n   */\n  field?: Array<string>,\n'
    ],
    ["deprecation", { ...string, deprecated: true }, false, "  /** @deprecated */\n  field?: string,\n"],
    [
      "every tag in order",
      { ...string, format: "date", default: "x", deprecated: true, description: "D" },
      false,
      '  /**\n   * D\n   * @deprecated\n   * @default "x"\n   * @format date\n   */\n  field?: string,\n'
    ],
    [
      "blank lines",
      { ...string, description: "\nFirst line\n\nSecond line  \n" },
      false,
      "  /**\n   * First line\n   *\n   * Second line\n   */\n  field?: string,\n"
    ],
    [
      "a comment's end",
      { ...string, description: "Ends */ early" },
      false,
      "  /** Ends * / early */\n  field?: string,\n"
    ],
    ["nothing to say", string, false, "  field?: string,\n"],
    ["a blank description", { ...string, description: " \n " }, false, "  field?: string,\n"],
    ["a default without JSON", { ...number, default: 1n }, false, "  field?: number,\n"],
    [
      "no description of a union's members",
      { anyOf: [{ ...string, description: "x" }, number] },
      false,
      "  field?: string | number,\n"
    ],
    [
      "no description of items",
      { type: "array", items: { ...string, description: "x" } },
      false,
      "  field?: Array<string>,\n"
    ]
  ]
  for (const [name, schema, required, text] of rows) {
    it(`comments a field: ${name}`, () => expect(field(schema, required)).toBe(`{\n${text}}`))
  }

  it("leaves the root without a comment", () => {
    expect(pretty({ type: "object", description: "Root", properties: { a: string } })).toBe("{\n  a?: string,\n}")
  })
})

describe("schemas from the wild", () => {
  const rows: ReadonlyArray<readonly [name: string, schema: unknown, text: string]> = [
    ["items that are a union", { type: "array", items: { anyOf: [string, number] } }, "Array<string | number>"],
    [
      "constants with titles",
      {
        oneOf: [
          { const: "a", title: "A" },
          { const: "b", title: "B" }
        ]
      },
      '"a" | "b"'
    ],
    ["a string enum", { type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    [
      "a choice of required fields",
      {
        type: "object",
        properties: { a: string, b: string },
        anyOf: [{ required: ["a"] }, { required: ["b"] }]
      },
      "{ a?: string; b?: string }"
    ],
    [
      "required fields in another part",
      { allOf: [{ properties: { a: string, b: string } }, { required: ["a"] }] },
      "{ a: string; b?: string }"
    ],
    [
      "required fields beside the parts",
      { allOf: [{ $ref: "#/$defs/Base" }], required: ["a"], $defs: { Base: { properties: { a: string } } } },
      "{ a: string }"
    ],
    ["nullable", { type: "string", nullable: true }, "string | null"],
    [
      "nullable around parts",
      { nullable: true, allOf: [{ type: "object", properties: { a: string } }] },
      "{ a?: string } | null"
    ],
    ["a nullable enum", { type: "string", enum: ["a", null], nullable: true }, '"a" | null'],
    ["pattern properties", { type: "object", patternProperties: { "^x-": string } }, "{ [key: string]: string }"],
    [
      "pattern and additional properties",
      { type: "object", patternProperties: { "^x-": string }, additionalProperties: number },
      "{ [key: string]: string | number }"
    ],
    ["property names", { type: "object", propertyNames: { pattern: "^a" } }, "{ [key: string]: unknown }"],
    [
      "listed property names",
      { type: "object", propertyNames: { enum: ["a", "b-c"] }, additionalProperties: number },
      '{ a?: number; "b-c"?: number }'
    ],
    [
      "a property called required",
      { type: "object", properties: { required: boolean, properties: string }, required: ["required"] },
      "{ required: boolean; properties?: string }"
    ],
    [
      "required inside properties",
      { type: "object", properties: { a: string, required: ["a"] } },
      "{ a?: string; required?: unknown }"
    ],
    ["a null schema", null, "unknown"],
    ["a null property", { type: "object", properties: { a: null, b: string } }, "{ a?: unknown; b?: string }"],
    ["properties that are a list", { type: "object", properties: [string] }, "{}"],
    ["required that is a flag", { type: "object", properties: { a: string }, required: true }, "{ a?: string }"],
    ["an unknown type", { type: "file" }, "unknown"],
    ["a type without its keyword", { properties: { a: string } }, "{ a?: string }"],
    ["items without a type", { items: string }, "Array<string>"],
    [
      "optional fields beside an index",
      { properties: { a: string }, additionalProperties: string },
      "{ a?: string } & { [key: string]: string }"
    ],
    [
      "fields of another type beside an index",
      { properties: { a: number }, required: ["a"], additionalProperties: string },
      "{ a: number } & { [key: string]: string }"
    ],
    [
      "fields of a narrower type beside an index",
      { properties: { a: { enum: ["x"] } }, required: ["a"], additionalProperties: string },
      '{ a: "x"; [key: string]: string }'
    ],
    ["a typed choice", { type: "string", anyOf: [{ enum: ["a"] }, { enum: ["b"] }] }, '"a" | "b"'],
    ["the same member twice", { anyOf: [{ type: "string", format: "date" }, string] }, "string"],
    [
      "a closed tuple",
      { type: "array", prefixItems: [string, number], items: false, minItems: 1 },
      "[string, number?]"
    ],
    ["an open tuple", { prefixItems: [string], items: number, minItems: 1 }, "[string, ...Array<number>]"],
    ["an older tuple", { type: "array", items: [string, number], additionalItems: false }, "[string?, number?]"],
    ["a tuple of unions", { prefixItems: [{ anyOf: [string, number] }], items: false }, "[(string | number)?]"],
    ["an object constant", { const: { a: [1, null] } }, '{"a":[1,null]}'],
    ["a bigint constant", { const: 1n }, "unknown"],
    ["a forbidden property", { type: "object", properties: { a: false } }, "{ a?: never }"]
  ]
  for (const [name, schema, text] of rows) it(`${name}: ${text}`, () => expect(compact(schema)).toBe(text))

  it("keeps every variant of a long choice", () => {
    const variants = Array.from({ length: 14 }, (_, at) => ({
      type: "object",
      properties: { kind: { const: `k${at}` }, value: string },
      required: ["kind"]
    }))
    const text = compact({ type: "array", items: { oneOf: variants } })
    for (let at = 0; at < 14; at++) expect(text).toContain(`"k${at}"`)
  })

  it("never throws", () => {
    const circular: Record<string, unknown> = { type: "object" }
    circular["properties"] = { self: circular }
    const throwing = {
      type: "object",
      get properties() {
        throw new Error("no")
      }
    }
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no")
        },
        getOwnPropertyDescriptor: () => {
          throw new Error("no")
        }
      }
    )
    expect(compact(circular)).toContain("self?:")
    expect(compact(throwing)).toBe("unknown")
    expect(compact(proxy)).toBe("unknown")
    for (const value of [undefined, true, 7, "x", [], () => 1, Symbol("s")]) expect(compact(value)).toBe("unknown")
  })
})
