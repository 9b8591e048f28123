import { describe, expect, it } from "vitest"
import type { Json } from "./support.ts"
import { flatten, inputType, jsonAnswer, one, onlyTool, outputType, resultOf } from "./support.ts"

const string = { type: "string" }

const answer = (schema: unknown, document: Json = {}) => onlyTool(one({ responses: jsonAnswer(schema) }, { document }))

const converted = (schema: unknown, version: string) => {
  const tool = onlyTool(one({ parameters: [{ in: "query", name: "x", schema }] }, { document: { openapi: version } }))
  return (tool.input as { properties: Json }).properties["x"]
}

describe("schemas of 3.0", () => {
  it.each([
    [{ type: "string", nullable: true }, { type: ["string", "null"] }],
    [{ type: "string", nullable: false }, { type: "string" }],
    [{ nullable: true }, {}],
    [{ nullable: true, oneOf: [string] }, { oneOf: [string, { type: "null" }] }],
    [{ nullable: true, anyOf: [string] }, { anyOf: [string, { type: "null" }] }],
    [
      { nullable: true, description: "d", allOf: [string] },
      { description: "d", anyOf: [{ allOf: [string] }, { type: "null" }] }
    ],
    [
      { type: "integer", minimum: 1, exclusiveMinimum: true },
      { type: "integer", exclusiveMinimum: 1 }
    ],
    [
      { type: "integer", maximum: 9, exclusiveMaximum: true, minimum: 1, exclusiveMinimum: false },
      { type: "integer", exclusiveMaximum: 9, minimum: 1 }
    ],
    [{ exclusiveMinimum: true }, {}],
    [
      { type: "string", example: "a" },
      { type: "string", examples: ["a"] }
    ],
    [
      { type: "array", items: { type: "string", nullable: true }, minItems: 1 },
      { type: "array", items: { type: ["string", "null"] }, minItems: 1 }
    ],
    [
      { type: "string", pattern: "^a", maxLength: 3, format: "date", default: "x", enum: ["a", null] },
      { type: "string", pattern: "^a", maxLength: 3, format: "date", default: "x", enum: ["a", null] }
    ],
    [
      { $ref: "#/components/schemas/X", description: "d", nullable: true, type: "string" },
      { $ref: "#/components/schemas/X", description: "d" }
    ],
    [
      {
        type: "object",
        properties: { nullable: { type: "boolean", nullable: true }, example: string },
        default: { nullable: true }
      },
      {
        type: "object",
        properties: { nullable: { type: ["boolean", "null"] }, example: string },
        default: { nullable: true }
      }
    ]
  ])("%j are read as %j", (schema, expected) => {
    expect(converted(schema, "3.0.3")).toEqual(expected)
  })
})

describe("schemas of 3.1", () => {
  it.each([
    [
      { type: ["string", "null"], exclusiveMinimum: 1, nullable: true },
      { type: ["string", "null"], exclusiveMinimum: 1, nullable: true }
    ],
    [{ examples: ["b"], example: "a" }, { examples: ["a", "b"] }],
    [
      { $ref: "#/nowhere", description: "d", type: "string" },
      { $ref: "#/nowhere", description: "d", type: "string" }
    ],
    [true, {}],
    [false, { not: {} }],
    [5, {}],
    [null, {}]
  ])("%j are read as %j", (schema, expected) => {
    expect(converted(schema, "3.1.0")).toEqual(expected)
  })

  it("are what any other version has", () => {
    const schema = { type: "string", nullable: true }
    for (const version of ["3.1.2", "3.2.0", "4", 5 as never, undefined as never])
      expect(converted(schema, version)).toEqual(schema)
  })
})

describe("references", () => {
  it("into components become definitions that every tool carries", () => {
    const schemas = {
      "a/b~c": string,
      "x y": { type: "number" },
      U: {
        type: "object",
        properties: { s: { $ref: "#/components/schemas/a~1b~0c" }, n: { $ref: "#/components/schemas/x%20y" } }
      }
    }
    const tool = answer({ type: "array", items: { $ref: "#/components/schemas/U" } }, { components: { schemas } })
    expect(tool.output).toEqual({
      type: "array",
      items: { $ref: "#/$defs/U" },
      $defs: {
        "a/b~c": string,
        "x y": { type: "number" },
        U: { type: "object", properties: { s: { $ref: "#/$defs/a~1b~0c" }, n: { $ref: "#/$defs/x y" } } }
      }
    })
    expect(outputType(tool)).toBe("Array<{ s?: string; n?: number }>")
    expect(Object.keys((tool.input as { $defs: Json }).$defs)).toEqual(Object.keys(schemas))
  })

  it("into any other part of the document become definitions as well", () => {
    const spec = {
      openapi: "3.1.0",
      servers: [{ url: "https://api.test" }],
      paths: {
        "/v1/users/{id}": {
          get: {
            operationId: "first",
            parameters: [{ in: "path", name: "id", schema: { type: "integer" } }],
            responses: jsonAnswer({
              type: "object",
              properties: { links: { type: "object", properties: { self: string } } }
            })
          }
        },
        "/second": {
          get: {
            operationId: "second",
            responses: jsonAnswer({
              type: "object",
              properties: {
                links: {
                  $ref: "#/paths/~1v1~1users~1%7Bid%7D/get/responses/200/content/application~1json/schema/properties/links"
                },
                whole: { $ref: "#/paths/~1v1~1users~1{id}/get/responses/200/content/application~1json/schema" },
                id: { $ref: "#/paths/~1v1~1users~1{id}/get/parameters/0/schema" },
                through: { $ref: "#/components/responses/Alias/content/application~1json/schema" },
                nested: { $ref: "#/components/schemas/Outer/properties/inner" },
                missing: { $ref: "#/paths/~1nowhere" },
                external: { $ref: "https://example.com/x.json#/y" },
                list: { $ref: "#/paths/~1second/get/parameters/length" }
              }
            })
          }
        }
      },
      components: {
        schemas: {
          Outer: {
            type: "object",
            properties: {
              inner: { type: "array", items: { $ref: "#/components/schemas/Outer/properties/leaf" } },
              leaf: { type: "boolean" }
            }
          }
        },
        responses: {
          Alias: { $ref: "#/components/responses/Real" },
          Real: { content: { "application/json": { schema: { type: "null" } } } }
        }
      }
    }
    const { second } = flatten(resultOf(spec).tools)
    expect(outputType(second!)).toBe(
      "{ links?: { self?: string }; whole?: { links?: { self?: string } }; id?: number; through?: null; " +
        "nested?: Array<boolean>; missing?: unknown; external?: unknown; list?: unknown }"
    )
    const text = JSON.stringify(second!.output)
    for (const [, name] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      expect(Object.keys((second!.output as unknown as { $defs: Json }).$defs)).toContain(name)
    }
  })

  it("that go in circles end", () => {
    const schemas = {
      Tree: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } }
      },
      A: { $ref: "#/components/schemas/B" },
      B: { $ref: "#/components/schemas/A" }
    }
    const document = { components: { schemas } }
    expect(outputType(answer({ $ref: "#/components/schemas/Tree" }, document))).toBe("{ children?: Array<unknown> }")
    expect(outputType(answer({ $ref: "#/components/schemas/A" }, document))).toBe("unknown")
    expect(
      inputType(
        onlyTool(
          one(
            { parameters: [{ $ref: "#/components/parameters/P" }], responses: {} },
            {
              document: {
                components: {
                  parameters: { P: { in: "query", name: "p", schema: { $ref: "#/components/schemas/A" } } },
                  schemas
                }
              }
            }
          )
        )
      )
    ).toBe("{ p?: unknown }")
  })

  it("keep what stands beside them in 3.1", () => {
    const schemas = { User: { type: "object", properties: { id: string }, required: ["id"] } }
    const narrowed = {
      $ref: "#/components/schemas/User",
      properties: { active: { type: "boolean" } },
      required: ["active"]
    }
    expect(outputType(answer(narrowed, { components: { schemas } }))).toBe("{ id: string } & { active: boolean }")
  })

  it("to $defs of the document's root are found", () => {
    expect(outputType(answer({ $ref: "#/$defs/Shared" }, { $defs: { Shared: string } }))).toBe("string")
  })

  it("under names of object members are plain data", () => {
    const schemas = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"number"}}') as Json
    const document = { components: { schemas } }
    const tool = answer(
      {
        type: "object",
        properties: {
          a: { $ref: "#/components/schemas/__proto__" },
          b: { $ref: "#/components/schemas/constructor" },
          c: { $ref: "#/components/schemas/toString" }
        }
      },
      document
    )
    expect(outputType(tool)).toBe("{ a?: string; b?: number; c?: unknown }")
    expect(Object.getPrototypeOf((tool.output as { $defs: Json }).$defs)).toBe(Object.prototype)
  })
})

describe("schemas beyond reason", () => {
  it("end at some depth", () => {
    let deep: Json = string
    for (let level = 0; level < 20_000; level++) deep = { type: "array", items: deep }
    const tool = answer(deep)
    expect(outputType(tool)).toMatch(/^Array<Array<.*unknown.*>>$/)
    expect(outputType(answer({ type: "object", properties: { deep, flat: string } }))).toContain("flat?: string")
  })

  const chainOf = (length: number, link: (next: Json, index: number) => Json, last: Json): Json =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `S${index}`,
        index === length - 1 ? last : link({ $ref: `#/components/schemas/S${index + 1}` }, index)
      ])
    )

  it("end for a long chain of references in time that grows with its length", () => {
    const schemas = chainOf(20_000, (next) => next, { type: "object", properties: { a: string } })
    const body = { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } } }
    const started = performance.now()
    const tool = onlyTool(one({ requestBody: body }, { method: "post", document: { components: { schemas } } }))
    expect(Object.keys((tool.input as { $defs: Json }).$defs)).toHaveLength(20_000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it("end for a long chain of allOf that hides names", () => {
    const schemas = chainOf(
      3000,
      (next, index) => ({ allOf: [next], properties: { [`p${index}`]: { readOnly: true } }, required: ["a"] }),
      { properties: { a: { readOnly: true } } }
    )
    const body = { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } } }
    const started = performance.now()
    const tool = onlyTool(one({ requestBody: body }, { method: "post", document: { components: { schemas } } }))
    expect(Object.keys((tool.input as { $defs: Json }).$defs)).toHaveLength(3000)
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it("end for pointers that run through each other", () => {
    const pointers = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`s${index}`, { $ref: `#/x/s${index + 1}/%41/s` }])
    )
    const round = { a: { $ref: "#/x/b/c" }, b: { $ref: "#/x/a/c" } }
    const document = { x: { ...pointers, ...round } }
    for (const start of ["s0", "a"]) {
      const parameters = [{ in: "query", name: "a", schema: { $ref: `#/x/${start}/y` } }]
      expect(inputType(onlyTool(one({ parameters }, { document })))).toBe("{ a?: unknown }")
    }
  })

  it("end for an answer of very many kinds", () => {
    const content = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, index) => [`application/v${index}+json`, { schema: { enum: [index] } }])
    )
    const started = performance.now()
    const { output } = onlyTool(one({ responses: { 200: { content } } }))
    expect((output as { anyOf: ReadonlyArray<Json> }).anyOf).toHaveLength(30_000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it("end where a host's object is a circle", () => {
    const circle: Record<string, unknown> = { type: "object", properties: {} }
    circle["properties"] = { self: circle, name: string }
    expect(outputType(answer(circle))).toContain("name?: string")
  })
})
