import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Credential, Options } from "../../src/openapi/index.ts"
import { fromSpec, parse } from "../../src/openapi/index.ts"
import { caught } from "../support/caught.ts"
import { flatten, inputType, outputType, recorder, resolver, resultOf, run } from "./support.ts"

const string = { type: "string" }

const spec = {
  openapi: "3.1.0",
  info: { title: "Example", version: "1" },
  security: [{ Bearer: [] }],
  components: {
    securitySchemes: {
      Bearer: { type: "http", scheme: "bearer" },
      ApiKey: { type: "apiKey", in: "query", name: "api_key" }
    },
    schemas: { User: { type: "object", properties: { id: string, name: string }, required: ["id", "name"] } }
  },
  paths: {
    "/users/{userId}": {
      parameters: [{ in: "path", name: "userId", required: true, schema: string }],
      get: {
        operationId: "users.get",
        summary: "Get a user",
        parameters: [
          { in: "query", name: "include", explode: false, schema: { type: "array", items: string } },
          { in: "query", name: "verbose", schema: { type: "boolean" } },
          { in: "header", name: "X-Trace-ID", schema: string }
        ],
        responses: {
          200: { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/User" } } } }
        }
      },
      delete: { operationId: "users.remove", responses: { 204: { description: "" } } }
    },
    "/users": {
      post: {
        operationId: "users.create",
        security: [{ ApiKey: [] }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { name: string, email: string, role: { enum: ["admin", "member"] } },
                required: ["name", "email"],
                additionalProperties: false
              }
            }
          }
        },
        responses: {
          201: {
            description: "",
            content: { "application/vnd.example+json": { schema: { $ref: "#/components/schemas/User" } } }
          }
        }
      }
    },
    "/search": {
      get: {
        operationId: "search.run",
        security: [],
        parameters: [
          {
            in: "query",
            name: "filter",
            style: "deepObject",
            explode: true,
            schema: { type: "object", properties: { query: string, page: { type: "integer" } }, required: ["query"] }
          },
          { in: "query", name: "tags", schema: { type: "array", items: string } }
        ],
        responses: { 200: { description: "", content: { "text/plain": { schema: string } } } }
      }
    }
  }
}

describe("a whole document", () => {
  const credentials: Record<string, Credential> = {
    Bearer: { type: "bearer", token: "TOKEN" },
    ApiKey: { type: "apiKey", value: "KEY" }
  }
  const { asked, auth } = resolver(credentials)
  const { skipped, tools } = resultOf(spec, { baseUrl: "https://api.example/", auth })
  const flat = flatten(tools)
  const { client, sent } = recorder(({ method, url }) => {
    if (method === "DELETE") return new Response(null, { status: 204 })
    if (url.includes("/search")) return new Response("found", { headers: { "content-type": "text/plain" } })
    const contentType = method === "POST" ? "application/vnd.example+json" : "application/json"
    return new Response('{"id":"user-1","name":"Ada"}', {
      status: method === "POST" ? 201 : 200,
      headers: { "content-type": contentType }
    })
  })

  it("becomes a tree of tools with signatures", () => {
    expect(skipped).toEqual([])
    expect(Object.keys(flat)).toEqual(["users.get", "users.remove", "users.create", "search.run"])
    expect(inputType(flat["users.get"]!)).toBe(
      '{ userId: string; include?: Array<string>; verbose?: boolean; "X-Trace-ID"?: string }'
    )
    expect(outputType(flat["users.get"]!)).toBe("{ id: string; name: string }")
    expect(inputType(flat["search.run"]!)).toBe("{ filter?: { query: string; page?: number }; tags?: Array<string> }")
    expect(outputType(flat["search.run"]!)).toBe("string")
    expect(outputType(flat["users.remove"]!)).toBe("null")
    expect(flat["users.get"]!.description).toBe("Get a user")
  })

  it("sends what the document says", async () => {
    const user = { id: "user-1", name: "Ada" }
    expect(
      await run(
        flat["users.get"]!,
        { userId: "user-1", include: ["profile", "permissions"], verbose: true, "X-Trace-ID": "trace-1" },
        { client }
      )
    ).toEqual(user)
    expect(sent.at(-1)).toMatchObject({
      method: "GET",
      url: "https://api.example/users/user-1?include=profile%2Cpermissions&verbose=true",
      headers: { "x-trace-id": "trace-1", authorization: "Bearer TOKEN" }
    })

    expect(await run(flat["users.create"]!, { name: "Ada", email: "a@x", role: "admin" }, { client })).toEqual(user)
    expect(sent.at(-1)).toMatchObject({
      method: "POST",
      url: "https://api.example/users?api_key=KEY",
      body: '{"name":"Ada","email":"a@x","role":"admin"}'
    })
    expect(sent.at(-1)!.headers["content-type"]).toBe("application/json")
    expect(sent.at(-1)!.headers["authorization"]).toBeUndefined()

    expect(await run(flat["search.run"]!, { filter: { query: "effect", page: 2 }, tags: ["a", "b"] }, { client })).toBe(
      "found"
    )
    expect([...new URL(sent.at(-1)!.url).searchParams]).toEqual([
      ["filter[query]", "effect"],
      ["filter[page]", "2"],
      ["tags", "a"],
      ["tags", "b"]
    ])
    expect(sent.at(-1)!.headers["authorization"]).toBeUndefined()

    expect(await run(flat["users.remove"]!, { userId: "user-1" }, { client })).toBe(null)
    expect(sent.at(-1)).toMatchObject({ method: "DELETE", url: "https://api.example/users/user-1", body: "" })
    expect(asked.map(({ name }) => name)).toEqual(["Bearer", "ApiKey", "Bearer"])
  })
})

describe("options that no host can mean", () => {
  const make = (options: object) => () => resultOf(spec, options)

  it("are refused at once, without showing a header's value", () => {
    expect(make({ headers: { "x y": "v" } })).toThrow(new TypeError('headers: "x y" is no name of a header'))
    const told = new TypeError("headers: the value of 'x-key' is no text that a header can carry")
    expect(make({ headers: { "x-key": "secret\r\nb: c" } })).toThrow(told)
    expect(make({ headers: { "x-key": 5 } })).toThrow(told)
    expect(make({ eventStreams: "stream" })).toThrow(RangeError)
    for (const maxResponseBytes of [0, -1, 1.5, "5", null]) expect(make({ maxResponseBytes })).toThrow(RangeError)
    expect(make({ maxReponseBytes: 5 })).toThrow(
      new TypeError(
        'fromSpec has no option "maxReponseBytes". ' +
          "It has spec, baseUrl, auth, headers, serverVariables, maxResponseBytes, eventStreams."
      )
    )
  })

  it.each<[string, object, string]>([
    [
      "Headers",
      { headers: new Headers({ "x-key": "secret" }) },
      "headers must be a record of texts, not an instance of Headers: write Object.fromEntries(headers)"
    ],
    ["a Map of headers", { headers: new Map([["x-key", "v"]]) }, "write Object.fromEntries(headers)"],
    ["a list of headers", { headers: [["x-key", "v"]] }, "not an array: write Object.fromEntries(headers)"],
    ["a text of headers", { headers: "ab" }, "headers must be a record of texts, not a text"],
    ["a number of headers", { headers: 5 }, "not a number"],
    ["no headers by null", { headers: null }, "headers must be a record of texts, not null"],
    ["headers to come", { headers: Promise.resolve({}) }, "not a promise: await it first"],
    ["an Effect of headers", { headers: Effect.succeed({}) }, "not an Effect: run it first"],
    ["a header to come", { headers: { "x-key": Promise.resolve("v") } }, "the value of 'x-key' is no text"],
    [
      "a token",
      { auth: "secret" },
      "auth must be an object with a function resolve that answers an Effect of a credential"
    ],
    ["a resolver alone", { auth: () => Effect.void }, "not a function"],
    ["credentials", { auth: { bearer: "secret" } }, "auth must be an object with a function resolve"],
    ["null for a resolver", { auth: null }, "not null"],
    ["a resolver to come", { auth: Promise.resolve({}) }, "not a promise: await it first"],
    [
      "a Map of variables",
      { serverVariables: new Map([["a", "b"]]) },
      "not an instance of Map: write Object.fromEntries(serverVariables)"
    ],
    ["a text of variables", { serverVariables: "x" }, "serverVariables must be a record of texts, not a text"],
    ["no variables by null", { serverVariables: null }, "not null"],
    [
      "an unset variable",
      { serverVariables: { region: undefined } },
      `the value of "region" is no text, but undefined`
    ],
    ["an address to come", { baseUrl: Promise.resolve("https://a.test") }, "baseUrl must be a text, not a promise"]
  ])("are refused at once where they are %s", (_, options, message) => {
    const error = caught(make(options))
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toContain("secret")
  })

  it("take a server variable that has one text", () => {
    const servers = [{ url: "https://a.test:{port}" }]
    const { skipped } = resultOf({ ...spec, servers }, { serverVariables: { port: 8080 as never } })
    expect(skipped).toEqual([])
  })

  it("take an instance that has what they need", () => {
    class Resolver {
      resolve() {
        return Effect.undefined
      }
    }
    class Document {
      paths = spec.paths
    }
    const { tools } = resultOf(new Document(), { auth: new Resolver(), baseUrl: "https://a.test" })
    expect(Object.keys(flatten(tools))).toEqual(["users.get", "users.remove", "search.run"])
  })

  it.each<[string, unknown, string]>([
    ["missing", {}, "fromSpec needs a spec"],
    ["no options", undefined, "fromSpec takes an object of options, not undefined"],
    ["a list", [], "fromSpec takes an object of options, not an array"],
    ["a promise of options", Promise.resolve({ spec }), "not a promise: await it first"],
    ["JSON", { spec: JSON.stringify(spec) }, "spec must be a parsed document, not a text. Use OpenAPI.parse(text)."],
    ["YAML", { spec: "# Example\nopenapi: 3.1.0\npaths: {}" }, "Use OpenAPI.parse(text)."],
    ["bytes", { spec: new TextEncoder().encode("{}") }, "Use OpenAPI.parse(text, decoded from the bytes)."],
    ["a promise", { spec: Promise.resolve(spec) }, "spec must be a parsed document, not a promise: await it first"],
    ["what parse answers", { spec: parse("{}") }, "spec must be a parsed document, not an Effect: run it first"],
    ["a Map", { spec: new Map() }, "spec must be a parsed document, not an instance of Map"],
    ["an answer", { spec: new Response("{}") }, "not an instance of Response"],
    ["a function", { spec: () => spec }, "not a function"]
  ])("need a document, and not %s", (_, options, message) => {
    const error = caught(() => fromSpec(options as Options))
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toContain(message)
  })

  it("leave no rejection behind", async () => {
    const failing = (): never => Promise.reject(new Error("secret")) as never
    for (const options of [
      failing(),
      { spec: failing() },
      { spec, auth: failing(), headers: { "x-key": failing() } },
      { spec, headers: { "x-key": failing(), "y key": failing() } },
      { spec, serverVariables: { region: failing() }, baseUrl: failing() },
      { spec, token: failing() }
    ]) {
      expect(caught(() => fromSpec(options as Options))).toBeInstanceOf(TypeError)
    }
    const { tools } = resultOf(spec, { baseUrl: "https://a.test", auth: { resolve: failing } })
    await expect(run(flatten(tools)["users.remove"]!, { userId: "1" })).rejects.toThrow("must answer an Effect")
    // An unhandled rejection would fail the test run.
    await new Promise((resolve) => setTimeout(resolve, 10))
  })

  it("skip every operation where it is the address", () => {
    for (const baseUrl of [5, null, {}]) {
      const { skipped, tools } = resultOf(spec, { baseUrl: baseUrl as never })
      expect(Object.keys(tools)).toEqual([])
      expect(new Set(skipped.map(({ code }) => code))).toEqual(new Set(["server-not-absolute"]))
    }
  })
})
