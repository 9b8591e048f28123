import { describe, expect, it } from "vitest"
import type { Json } from "./support.ts"
import { jsonAnswer, one, onlySkip, onlyTool, outputType, recorder, run, wire } from "./support.ts"

const string = { type: "string" }
const number = { type: "number" }

const answer = (...types: ReadonlyArray<readonly [string, unknown?]>): Json => ({
  description: "",
  content: Object.fromEntries(types.map(([type, schema]) => [type, schema === undefined ? {} : { schema }]))
})

const typeOf = (responses: unknown, document: Json = {}) => outputType(onlyTool(one({ responses }, { document })))

const BINARY = "{ contentType: string; base64: string; bytes: number }"

describe("output types", () => {
  it.each([
    ["JSON", jsonAnswer(number), "number"],
    ["no content", { 204: { description: "" } }, "null"],
    ["empty content", { 200: { content: {} } }, "null"],
    ["text and nothing", { 200: answer(["text/plain", string]), 204: {} }, "string | null"],
    [
      "several in order",
      { 201: answer(["application/json", number]), 200: answer(["application/json", string]) },
      "string | number"
    ],
    ["JSON and text", { 200: answer(["application/json", number], ["text/html"]) }, "number | string"],
    [
      "two JSON types",
      { 200: answer(["application/json", number], ["application/x+json", string]) },
      "number | string"
    ],
    ["the same twice", { 200: answer(["text/plain"], ["text/html"]), 202: answer(["text/plain"]) }, "string"],
    ["a range last", { "2xx": answer(["text/plain"]), 200: answer(["application/json", number]) }, "number | string"],
    ["failures only", { 404: answer(["application/json", string]) }, "unknown"],
    ["JSON without schema", { 200: answer(["application/json"]) }, "unknown"],
    ["JSON without schema beside text", { 200: answer(["application/json"], ["text/plain"]) }, "unknown"],
    ["content that is none", { 200: { content: 5 } }, "unknown"],
    ["no responses", undefined, "unknown"],
    ["responses that are none", "x", "unknown"],
    ["default alone", { default: answer(["application/json", number]) }, "number"],
    ["default beside success", { default: answer(["application/json", number]), 204: {} }, "null"],
    ["default without content", { default: { description: "Unexpected error" } }, "unknown"],
    ["bytes", { 200: answer(["image/png"]) }, BINARY],
    [
      "octets by their format",
      { 200: answer(["application/octet-stream", { type: "string", format: "binary" }]) },
      BINARY
    ],
    ["bytes or text", { 200: answer(["application/pdf"], ["text/html"]) }, `${BINARY} | string`],
    [
      "JSON preferred to bytes",
      { 200: answer(["application/json", number], ["application/yaml"], ["application/x-protobuf"]) },
      "number"
    ],
    [
      "JSON that may be bytes",
      { 200: answer(["application/json", { type: "string", format: "binary" }]) },
      `string | ${BINARY}`
    ],
    ["XML", { 200: answer(["application/xml", { type: "object" }]) }, "string"],
    ["+xml", { 200: answer(["image/svg+xml"]) }, "string"],
    ["YAML", { 200: answer(["application/yaml"]) }, "string"],
    ["any type of object", { 200: answer(["*/*", { type: "object", properties: { a: string } }]) }, "{ a?: string }"],
    ["any type of string", { 200: answer(["*/*", string]) }, "unknown"]
  ])("of %s", (_, responses, type) => {
    expect(typeOf(responses)).toBe(type)
  })

  it("follow references", () => {
    const components = {
      responses: {
        Ok: { $ref: "#/components/responses/Really" },
        Really: answer(["application/json", { $ref: "#/components/schemas/N" }])
      },
      schemas: { N: number }
    }
    expect(typeOf({ 200: { $ref: "#/components/responses/Ok" } }, { components })).toBe("number")
    expect(typeOf({ default: { $ref: "#/components/responses/Ok" } }, { components })).toBe("number")
    expect(typeOf({ default: { $ref: "#/nowhere" } }, { components })).toBe("unknown")
  })

  it("carry the definitions of the document and their own", () => {
    const schema = { $ref: "#/$defs/Local", $defs: { Local: string } }
    const tool = onlyTool(
      one({ responses: jsonAnswer(schema) }, { document: { components: { schemas: { Global: number } } } })
    )
    expect(outputType(tool)).toBe("string")
    expect(tool.output).toMatchObject({ $defs: { Local: string, Global: number } })
  })
})

describe("answers that cannot be a value", () => {
  it.each([
    [{ "x-websocket": true, responses: { 200: 5 } }, "websocket", "WebSocket operations are not supported"],
    [{ responses: { 200: 5 } }, "invalid-response", "successful response declaration is invalid or unresolved"],
    [
      { responses: { "2XX": { $ref: "#/nowhere" } } },
      "invalid-response",
      "successful response declaration is invalid or unresolved"
    ],
    [
      { responses: { 200: answer(["application/json", string], ["text/event-stream"]) } },
      "sse",
      "SSE operations are not supported"
    ],
    [
      { responses: { default: answer(["text/event-stream; charset=utf-8"]) } },
      "sse",
      "SSE operations are not supported"
    ]
  ])("skip the operation: %j", (operation, code, reason) => {
    expect(onlySkip(one(operation))).toEqual({ method: "GET", path: "/test", code, reason })
  })

  it("of events can be read to their end on request", async () => {
    const responses = { 200: answer(["application/json", string], ["text/event-stream"]) }
    const tool = onlyTool(one({ responses }), { eventStreams: "text" })
    expect(outputType(tool)).toBe("string")
    expect((await wire(tool, {})).headers["accept"]).toMatch(/^application\/json\b/)
    const events = recorder(() => new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } }))
    expect(await run(tool, {}, events)).toBe("data: 1\n\n")
  })

  it("are the first thing checked", () => {
    const broken = { responses: { 200: answer(["text/event-stream"]) }, parameters: [5], security: null }
    expect(onlySkip(one(broken, { document: { servers: [] } })).code).toBe("sse")
    expect(onlySkip(one({ parameters: [5], security: null }, { document: { servers: [] } })).code).toBe("no-server")
    expect(onlySkip(one({ parameters: [5], requestBody: {}, security: null })).code).toBe("invalid-parameter")
    expect(onlySkip(one({ requestBody: {}, security: null })).code).toBe("body-content")
    expect(onlySkip(one({ security: null })).code).toBe("invalid-security")
  })
})

describe("accept", () => {
  const acceptOf = async (responses: unknown, options = {}) =>
    (await wire(onlyTool(one({ responses }), options), {})).headers["accept"]

  it("asks for JSON first where there is something else", async () => {
    expect(await acceptOf({ 200: answer(["application/yaml"], ["application/json", string]) })).toMatch(
      /^application\/json\b/
    )
    expect(await acceptOf({ 200: answer(["text/plain"], ["application/x+json", string]) })).toMatch(
      /^application\/x\+json\b/
    )
    expect(await acceptOf({ 200: answer(["application/json"]), 202: answer(["text/plain"]) })).toMatch(
      /^application\/json\b/
    )
  })

  it("is not sent where there is no choice", async () => {
    expect(await acceptOf(jsonAnswer(string))).toBeUndefined()
    expect(await acceptOf({ 200: answer(["image/png"]) })).toBeUndefined()
    expect(await acceptOf({})).toBeUndefined()
  })

  it("gives way to the host's own", async () => {
    const responses = { 200: answer(["application/yaml"], ["application/json", string]) }
    expect(await acceptOf(responses, { headers: { Accept: "application/yaml" } })).toBe("application/yaml")
  })
})
