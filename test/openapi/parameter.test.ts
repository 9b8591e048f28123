import { describe, expect, it } from "vitest"
import type { Json } from "./support.ts"
import { inputType, one, onlySkip, onlyTool, refusal, resultOf, wire } from "./support.ts"

const string = { type: "string" }

const withParameters = (parameters: ReadonlyArray<unknown>, path = "/test", document = {}) =>
  one({ parameters }, { path, document })

describe("parameters", () => {
  it("are merged by location and name: the last wins at the first's place", () => {
    const spec = one(
      {
        parameters: [
          { in: "query", name: "limit", schema: { type: "boolean" } },
          { in: "query", name: "limit", required: true, schema: { type: "number" } }
        ]
      },
      { item: { parameters: [{ in: "query", name: "limit", schema: string }] } }
    )
    expect(inputType(onlyTool(spec))).toBe("{ limit: number }")
  })

  it("are presented path, query, header, cookie, body", () => {
    const spec = one(
      {
        parameters: [
          { in: "cookie", name: "c", schema: string },
          { in: "header", name: "h", schema: string },
          { in: "query", name: "q2", schema: string },
          { in: "query", name: "q1", required: true, schema: string },
          { in: "path", name: "p", schema: string }
        ],
        requestBody: { content: { "application/json": { schema: string } } }
      },
      { method: "post", path: "/{p}" }
    )
    expect(inputType(onlyTool(spec))).toBe(
      "{ p: string; q2?: string; q1: string; h?: string; c?: string; body?: string }"
    )
  })

  it("ignore headers that the request itself owns", () => {
    const parameters = ["Accept", "content-type", "AUTHORIZATION"].map((name) => ({ in: "header", name, style: 5 }))
    expect(inputType(onlyTool(withParameters(parameters)))).toBe("{}")
  })

  it("describe themselves where their schema does not", () => {
    const tool = onlyTool(
      withParameters([
        { in: "query", name: "a", description: "Mine", schema: string },
        { in: "query", name: "b", description: "Mine", schema: { ...string, description: "Its own" } },
        { in: "query", name: "c", deprecated: true, schema: string }
      ])
    )
    expect(tool.input).toMatchObject({
      properties: {
        a: { type: "string", description: "Mine" },
        b: { type: "string", description: "Its own" },
        c: { type: "string", deprecated: true }
      }
    })
  })

  it("are described by what stands beside a reference to them", () => {
    const reference = { $ref: "#/components/parameters/A" }
    const document = {
      components: { parameters: { A: { in: "query", name: "a", description: "Shared", schema: string } } }
    }
    const described = (entry: Json) => onlyTool(one({ parameters: [entry] }, { document })).input
    expect(described(reference)).toMatchObject({ properties: { a: { description: "Shared" } } })
    expect(described({ ...reference, description: "Here" })).toMatchObject({
      properties: { a: { description: "Here" } }
    })
  })

  it("may be references, into any part of the document", () => {
    const spec = {
      ...withParameters(
        [
          { $ref: "#/components/parameters/Limit" },
          { $ref: "#/paths/~1other~1%7Bid%7D/get/parameters/0" },
          { $ref: "#/x-shared/a b" },
          { $ref: "#/x-shared/c%20d" }
        ],
        "/test",
        {
          components: {
            parameters: {
              Limit: { $ref: "#/components/parameters/Size" },
              Size: { in: "query", name: "size", schema: string }
            }
          },
          "x-shared": {
            "a b": { in: "query", name: "raw", schema: string },
            "c d": { in: "query", name: "coded", schema: string }
          }
        }
      )
    }
    const paths = {
      ...(spec as { paths: object }).paths,
      "/other/{id}": { get: { parameters: [{ in: "query", name: "id", schema: string }], "x-websocket": true } }
    }
    const { tools } = resultOf({ ...spec, paths })
    expect(inputType(tools["op"] as never)).toBe("{ size?: string; id?: string; raw?: string; coded?: string }")
  })

  it.each([
    [[5], "invalid-parameter", "parameter declaration is invalid or unresolved"],
    [[{ in: "query" }], "invalid-parameter", "parameter declaration is missing name or location"],
    [[{ name: "x" }], "invalid-parameter", "parameter declaration is missing name or location"],
    [[{ $ref: "#/nowhere" }], "invalid-parameter", "parameter declaration is missing name or location"],
    [[{ $ref: "other.json#/x" }], "invalid-parameter", "parameter declaration is missing name or location"],
    [
      [{ in: "body", name: "x", schema: string }],
      "parameter-location",
      "parameter 'x' uses unsupported location 'body'"
    ],
    [[{ in: "query", name: "x" }], "parameter-schema", "parameter 'x' declares neither schema nor content"],
    [[{ in: "query", name: "x", content: {} }], "parameter-content", "parameter 'x' uses unsupported content encoding"],
    [
      [{ in: "query", name: "query", style: "", schema: string }],
      "parameter-style",
      "parameter 'query' has an invalid style"
    ],
    [
      [{ in: "query", name: "query", style: 5, schema: string }],
      "parameter-style",
      "parameter 'query' has an invalid style"
    ],
    [
      [{ in: "query", name: "x", explode: "no", schema: string }],
      "parameter-explode",
      "parameter 'x' has an invalid explode value"
    ],
    [
      [{ in: "query", name: "x", allowReserved: 1, schema: string }],
      "parameter-allow-reserved",
      "parameter 'x' has an invalid allowReserved value"
    ],
    [
      [{ in: "query", name: "x", style: "matrix", schema: string }],
      "parameter-style",
      "query parameter 'x' uses unsupported style 'matrix'"
    ],
    [
      [{ in: "path", name: "x", style: "form", schema: string }],
      "parameter-style",
      "path parameter 'x' uses unsupported style 'form'"
    ],
    [
      [{ in: "header", name: "x", style: "form", schema: string }],
      "parameter-style",
      "header parameter 'x' uses unsupported style 'form'"
    ],
    [
      [{ in: "cookie", name: "x", style: "simple", schema: string }],
      "parameter-style",
      "cookie parameter 'x' uses unsupported style 'simple'"
    ],
    [
      [{ in: "query", name: "x", style: "deepObject", explode: false, schema: {} }],
      "parameter-deep-object",
      "query parameter 'x' uses deepObject with explode=false"
    ]
  ])("skip the operation: %j", (parameters, code, reason) => {
    expect(onlySkip(withParameters(parameters))).toEqual({ method: "GET", path: "/test", code, reason })
  })

  it("treat a list that is none as empty, and a schema that is none as unknown", () => {
    expect(inputType(onlyTool(one({ parameters: "x" })))).toBe("{}")
    expect(inputType(onlyTool(withParameters([{ in: "query", name: "x", schema: 5 }])))).toBe("{ x?: unknown }")
  })
})

describe("inputs", () => {
  const spec = one(
    {
      parameters: [
        { in: "path", name: "id", schema: string },
        { in: "query", name: "id", required: true, schema: string },
        { in: "query", name: "path_id", schema: string },
        { in: "header", name: "id", required: true, schema: string },
        { in: "cookie", name: "id", schema: string }
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { type: "object", properties: { id: string }, required: ["id"], additionalProperties: false }
          }
        }
      }
    },
    { method: "post", path: "/{id}" }
  )

  it("with one name in several places are told apart, and keep their names on the wire", async () => {
    const tool = onlyTool(spec)
    expect(inputType(tool)).toBe(
      "{ path_id: string; query_id: string; path_id_2?: string; header_id: string; cookie_id?: string; body_id: string }"
    )
    const sent = await wire(tool, {
      path_id: "p",
      query_id: "q",
      path_id_2: "literal",
      header_id: "h",
      cookie_id: "c",
      body_id: "b"
    })
    expect(sent.url).toBe("https://api.test/p?id=q&path_id=literal")
    expect(sent.headers).toMatchObject({ id: "h", cookie: "id=c" })
    expect(sent.body).toBe('{"id":"b"}')
  })

  it("called like object members are ordinary, except __proto__", async () => {
    const names = ["constructor", "prototype", "toString", "__proto__"]
    const tool = onlyTool(withParameters(names.map((name) => ({ in: "query", name, schema: string }))))
    expect(inputType(tool)).toBe(
      "{ constructor?: string; prototype?: string; toString?: string; __proto___2?: string }"
    )
    const sent = await wire(tool, { constructor: "a", __proto___2: "b" })
    expect(sent.url).toBe("https://api.test/test?constructor=a&__proto__=b")
  })

  it("are read as own properties, and unknown ones are ignored", async () => {
    const tool = onlyTool(withParameters([{ in: "query", name: "x", schema: string }]))
    expect((await wire(tool, Object.create({ x: "inherited" }))).url).toBe("https://api.test/test")
    expect((await wire(tool, { y: 1 })).url).toBe("https://api.test/test")
    for (const input of [undefined, null, "text", []])
      expect((await wire(tool, input)).url).toBe("https://api.test/test")
  })

  it("that are missing are named as the program knows them", async () => {
    const tool = onlyTool(spec)
    expect(await refusal(tool, {})).toBe("Missing required path parameter 'path_id'")
    expect(await refusal(tool, { path_id: "p" })).toContain("'query_id'")
    expect(await refusal(tool, { path_id: "p", query_id: "q" })).toContain("'header_id'")
    expect(await refusal(tool, { path_id: "p", query_id: "q", header_id: "h" })).toContain("'body_id'")
    const session = onlyTool(withParameters([{ in: "path", name: "sessionID", schema: string }], "/s/{sessionID}"))
    expect(await refusal(session, {})).toContain("Missing required path parameter 'sessionID'")
  })
})
