import { describe, expect, it } from "vitest"
import type { Json } from "./support.ts"
import { flatten, inputType, jsonAnswer, jsonBody, one, onlyTool, outputType, resultOf, wire } from "./support.ts"

const string = { type: "string" }
const hiddenIn = (annotation: string) => ({ ...string, [annotation]: true })
const readOnly = hiddenIn("readOnly")
const writeOnly = hiddenIn("writeOnly")

const both = (schema: unknown, schemas: Json = {}, version = "3.1.0") =>
  onlyTool(
    one(
      { requestBody: jsonBody(schema), responses: jsonAnswer(schema) },
      { method: "post", document: { openapi: version, components: { schemas } } }
    )
  )

const object = (properties: Json, required: ReadonlyArray<string> = Object.keys(properties), rest: Json = {}) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
  ...rest
})

describe("readOnly and writeOnly", () => {
  const user = object({
    id: readOnly,
    name: string,
    password: writeOnly,
    profile: object({ createdAt: readOnly, secret: writeOnly, label: string })
  })

  it.each(["3.0.3", "3.1.0"])("leave requests and answers without what is not theirs (%s)", (version) => {
    const tool = both(user, {}, version)
    expect(inputType(tool)).toBe("{ name: string; password: string; profile: { secret: string; label: string } }")
    expect(outputType(tool)).toBe("{ id: string; name: string; profile: { createdAt: string; label: string } }")
  })

  it("apply to components, parameters and every nesting", () => {
    const schemas = { User: user, Users: { type: "array", items: { $ref: "#/components/schemas/User" } } }
    const tool = both({ $ref: "#/components/schemas/Users" }, schemas)
    expect(inputType(tool)).toBe(
      "{ body: Array<{ name: string; password: string; profile: { secret: string; label: string } }> }"
    )
    expect(outputType(tool)).toBe("Array<{ id: string; name: string; profile: { createdAt: string; label: string } }>")
    const parameters = [
      {
        in: "query",
        name: "filter",
        style: "deepObject",
        schema: { type: "object", additionalProperties: { anyOf: [user, string] } }
      }
    ]
    expect(inputType(onlyTool(one({ parameters })))).toBe(
      "{ filter?: { [key: string]: { name: string; password: string; profile: { secret: string; label: string } } | string } }"
    )
  })

  it("hide through allOf and every hop of a reference, but not through alternatives", () => {
    const schemas = {
      Id: { $ref: "#/components/schemas/Deep" },
      Deep: readOnly,
      Plain: string
    }
    const tool = both(
      object(
        {
          viaRef: { $ref: "#/components/schemas/Id" },
          viaSibling: { $ref: "#/components/schemas/Plain", readOnly: true },
          viaAllOf: { allOf: [string, { allOf: [{ $ref: "#/components/schemas/Id" }] }] },
          viaAnyOf: { anyOf: [readOnly, string] },
          viaOneOf: { oneOf: [readOnly] },
          notTrue: { ...string, readOnly: "true" },
          inherited: Object.create({ readOnly: true })
        },
        []
      ),
      schemas
    )
    expect(Object.keys((tool.input as { properties: object }).properties)).toEqual([
      "viaAnyOf",
      "viaOneOf",
      "notTrue",
      "inherited"
    ])
  })

  it("count beside a 3.0 reference too", () => {
    const tool = both(
      object({ id: { $ref: "#/components/schemas/S", readOnly: true }, name: string }),
      { S: string },
      "3.0.3"
    )
    expect(inputType(tool)).toBe("{ name: string }")
    expect(outputType(tool)).toBe("{ id: string; name: string }")
  })

  it("clean required across the branches of allOf, even in components", () => {
    const schemas = {
      Base: { type: "object", properties: { id: string, name: string }, required: ["id", "name"] },
      Other: { allOf: [{ $ref: "#/components/schemas/Base" }] }
    }
    const composed = {
      allOf: [
        { $ref: "#/components/schemas/Other" },
        { type: "object", properties: { id: readOnly }, required: ["id"] },
        { required: ["id"] }
      ],
      required: ["id", "name"]
    }
    const tool = both(composed, schemas)
    expect(JSON.stringify((tool.input as { properties: object }).properties)).not.toContain('"id"')
    expect(inputType(tool)).toBe("{ body: { name: string } }")
    expect(outputType(tool)).toContain("id: string")
    // The component itself is not changed for others.
    expect((tool.input as unknown as { $defs: Json }).$defs["Base"]).toEqual(schemas.Base)
  })

  it("do not reach into not, if and contains", () => {
    const inner = { type: "object", properties: { id: readOnly }, required: ["id"] }
    const tool = both({ type: "object", not: inner, if: inner, else: inner, contains: inner })
    expect(tool.input).toMatchObject({
      properties: {
        body: { not: inner, if: inner, contains: inner, else: { type: "object", properties: {}, required: [] } }
      }
    })
  })

  it("decide flattening and drop what is given anyway", async () => {
    const tool = both(user)
    const sent = await wire(tool, { id: "1", name: "n", password: "p", profile: { createdAt: "x", label: "l" } })
    expect(JSON.parse(sent.body)).toEqual({ name: "n", password: "p", profile: { createdAt: "x", label: "l" } })
  })

  it("end for recursive and diamond-shaped references, whatever is asked first", () => {
    const schemas: Record<string, unknown> = {
      A: { allOf: [{ $ref: "#/components/schemas/B" }] },
      B: { allOf: [{ $ref: "#/components/schemas/C" }] },
      C: { allOf: [{ $ref: "#/components/schemas/A" }, { readOnly: true }] },
      Node: object({ id: readOnly, next: { $ref: "#/components/schemas/Node" } }, ["id", "next"]),
      Loop: { $ref: "#/components/schemas/Loop" }
    }
    const layers = 60
    for (let layer = 0; layer < layers; layer++) {
      const next = { $ref: `#/components/schemas/D${layer + 1}` }
      schemas[`D${layer}`] = { allOf: [next, next], properties: { [`p${layer}`]: next }, required: ["id"] }
    }
    schemas[`D${layers}`] = { type: "object", properties: { id: readOnly }, required: ["id"] }
    for (const order of [
      ["A", "B", "C"],
      ["B", "C", "A"],
      ["C", "B", "A"]
    ]) {
      const properties = Object.fromEntries(order.map((name) => [name, { $ref: `#/components/schemas/${name}` }]))
      expect(inputType(both(object({ ...properties, kept: string }), schemas))).toBe("{ kept: string }")
    }
    expect(inputType(both({ $ref: "#/components/schemas/Node" }, schemas))).toBe("{ next: { next: unknown } }")
    expect(inputType(both({ $ref: "#/components/schemas/Loop" }, schemas))).toBe("{ body: unknown }")
    const diamond = both({ $ref: "#/components/schemas/D0" }, schemas)
    expect(JSON.stringify(diamond.input)).not.toContain('"id"')
  })

  it("strip a circle of allOf once", () => {
    const schemas = {
      A: { allOf: [{ $ref: "#/components/schemas/B" }, { properties: { id: readOnly } }], properties: { a: string } },
      B: { allOf: [{ $ref: "#/components/schemas/A" }], properties: { id: string, b: string }, required: ["id"] }
    }
    const tool = both({ $ref: "#/components/schemas/A" }, schemas)
    expect(JSON.stringify(tool.input)).not.toContain('"id"')
  })

  it("leave everything where nothing is annotated, and share it", () => {
    const schemas = { User: object({ id: string }) }
    const spec = {
      servers: [{ url: "https://api.test" }],
      components: { schemas },
      paths: Object.fromEntries(
        [1, 2].map((n) => [
          `/${n}`,
          { get: { operationId: `o${n}`, responses: jsonAnswer({ $ref: "#/components/schemas/User" }) } }
        ])
      )
    }
    const { o1, o2 } = flatten(resultOf(spec).tools) as unknown as Record<string, { output: { $defs: Json } }>
    expect(o1!.output.$defs).toBe(o2!.output.$defs)
    expect(o1!.output.$defs["User"]).toBe(schemas.User)
  })
})
