import { describe, expect, it } from "vitest"
import { inputType, jsonAnswer, one, onlyTool, outputType, resultOf, run } from "./support.ts"

const string = { type: "string" }

describe("malformed documents", () => {
  it.each([
    [undefined],
    [null],
    [5],
    ["text"],
    [[]],
    [{}],
    [{ paths: [] }],
    [{ paths: "x" }],
    [{ paths: null }],
    [{ paths: { "/a": 5, "/b": [], "/c": null } }]
  ])("give nothing: %j", (spec) => {
    expect(resultOf(spec)).toEqual({ tools: Object.create(null), skipped: [] })
  })

  it("ignore what is no operation", () => {
    const item = {
      get: 5,
      post: null,
      put: [],
      GET: {},
      connect: {},
      query: {},
      "x-get": {},
      parameters: [],
      summary: "s"
    }
    expect(resultOf({ paths: { "/a": item } })).toEqual({ tools: Object.create(null), skipped: [] })
  })

  it("keep document order in skipped", () => {
    const ws = { "x-websocket": true }
    const { skipped } = resultOf({ paths: { "/b": { put: ws, get: ws }, "/a": { trace: ws } } })
    expect(skipped.map(({ method, path }) => `${method} ${path}`)).toEqual(["PUT /b", "GET /b", "TRACE /a"])
  })

  it.each([
    { components: 5 },
    { components: { schemas: [], securitySchemes: "x", parameters: null } },
    { components: { schemas: { Broken: 5 } } }
  ])("treat %j as empty", (document) => {
    const spec = one({ responses: jsonAnswer({ $ref: "#/components/schemas/Broken" }) }, { document })
    expect(outputType(onlyTool(spec))).toBe("unknown")
  })

  it("render component schemas that are none as unknown", () => {
    const document = { components: { schemas: { Broken: 5, Fine: string } } }
    const tool = onlyTool(one({ responses: jsonAnswer(string) }, { document }))
    expect((tool.output as { $defs: object }).$defs).toEqual({ Broken: {}, Fine: string })
  })

  it("read nothing through prototypes", () => {
    const paths = Object.create({ "/inherited": { get: {} } }) as Record<string, unknown>
    paths["/own"] = Object.assign(Object.create({ post: {} }) as object, { get: { operationId: "own" } })
    const { skipped, tools } = resultOf({ servers: [{ url: "https://api.test" }], paths })
    expect(Object.keys(tools)).toEqual(["own"])
    expect(skipped).toEqual([])
  })

  it("leave the siblings of a broken operation alone", () => {
    const { skipped, tools } = resultOf({
      servers: [{ url: "https://api.test" }],
      paths: { "/a": { get: { operationId: "bad", parameters: [5] }, post: { operationId: "good" } } }
    })
    expect(Object.keys(tools)).toEqual(["good"])
    expect(skipped.map(({ code }) => code)).toEqual(["invalid-parameter"])
  })

  it("describe a tool by description, summary or method and path; empty texts are none", () => {
    const text = (operation: object) => onlyTool(one(operation as never)).description
    expect(text({ description: "D", summary: "S" })).toBe("D")
    expect(text({ description: "", summary: "S" })).toBe("S")
    expect(text({ description: 5, summary: "" })).toBe("GET /test")
  })

  it("never change the document", async () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const spec = freeze(
      one(
        {
          parameters: [{ in: "query", name: "q", schema: { type: "string", nullable: true, example: "a" } }],
          responses: jsonAnswer({ $ref: "#/components/schemas/U" })
        },
        {
          document: {
            openapi: "3.0.3",
            components: {
              schemas: { U: { properties: { id: { readOnly: true }, w: { writeOnly: true } }, required: ["id", "w"] } }
            }
          }
        }
      )
    )
    const tool = onlyTool(spec)
    expect(inputType(tool)).toBe("{ q?: string | null }")
    expect(outputType(tool)).toBe("{ id: unknown }")
    await run(tool, {})
  })

  it("follow path items by reference, their own keys first", () => {
    const shared = {
      parameters: [{ in: "query", name: "q", schema: string }],
      get: { operationId: "shared" },
      put: { operationId: "put" }
    }
    const { tools } = resultOf({
      servers: [{ url: "https://api.test" }],
      paths: {
        "/a": { $ref: "#/components/pathItems/Shared", get: { operationId: "own" } },
        "/b": { $ref: "#/nowhere" },
        "/c": { $ref: "x.json" }
      },
      components: { pathItems: { Shared: shared } }
    })
    expect(Object.keys(tools)).toEqual(["own", "put"])
    expect(inputType(tools["own"] as never)).toBe("{ q?: string }")
  })

  it("throw only for an option that is wrong", () => {
    for (const maxResponseBytes of [0, -1, 0.5, NaN, Infinity]) {
      expect(() => resultOf({}, { maxResponseBytes })).toThrow(RangeError)
    }
    expect(() => resultOf({}, { maxResponseBytes: undefined })).not.toThrow()
  })
})
