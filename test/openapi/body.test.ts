import { Cause, Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { layerFetch } from "../../src/openapi/index.ts"
import { makeSignature } from "../../src/tool-runtime/signature.ts"
import type { Json } from "./support.ts"
import { inputType, jsonBody, one, onlySkip, onlyTool, refusal, wire } from "./support.ts"
import { hostIsV8 } from "../support/host.ts"

const string = { type: "string" }

const post = (requestBody: unknown, document: Json = {}, rest: Json = {}) =>
  onlyTool(one({ requestBody, ...rest }, { method: "post", document }))

const closed = (properties: Json, required: ReadonlyArray<string> = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

const user = closed({ name: string, email: string, role: { enum: ["admin", "member"] } }, ["name", "email"])

describe("JSON bodies", () => {
  it.each([
    ["a required closed object", jsonBody(user), '{ name: string; email: string; role?: "admin" | "member" }'],
    ["one that is not required", jsonBody(closed({ name: string }, ["name"]), false), "{ body?: { name: string } }"],
    ["a dictionary", jsonBody({ type: "object", additionalProperties: string }), "{ body: { [key: string]: string } }"],
    [
      "a composition",
      jsonBody({ ...closed({ a: string }), allOf: [closed({ b: string })] }),
      "{ body: { a?: string } & { b?: string } }"
    ],
    [
      "a nullable object",
      jsonBody({ ...closed({ a: string }), type: ["object", "null"] }),
      "{ body: { a?: string } | null }"
    ],
    ["an open object", jsonBody({ type: "object", properties: { a: string } }), "{ body: { a?: string } }"],
    ["a string", jsonBody(string), "{ body: string }"],
    ["anything", { content: { "application/json": {} } }, "{ body?: unknown }"],
    ["a schema that is none", jsonBody(5), "{ body: unknown }"],
    ["no object", 5, "{}"]
  ])("of %s", (_, requestBody, type) => {
    expect(inputType(post(requestBody))).toBe(type)
  })

  it("flatten behind references, but not beside what they are narrowed by", () => {
    const document = {
      components: {
        requestBodies: { Create: jsonBody({ $ref: "#/components/schemas/Alias" }) },
        schemas: { Alias: { $ref: "#/components/schemas/User", description: "An alias" }, User: user }
      }
    }
    expect(inputType(post({ $ref: "#/components/requestBodies/Create" }, document))).toBe(
      '{ name: string; email: string; role?: "admin" | "member" }'
    )
    const narrowed = jsonBody({ $ref: "#/components/schemas/User", properties: { extra: string } })
    expect(inputType(post(narrowed, document))).toContain("{ body: ")
  })

  it("do not flatten 3.0's nullable", () => {
    const nullable = jsonBody({ ...closed({ a: string }), nullable: true })
    expect(inputType(post(nullable, { openapi: "3.0.3" }))).toBe("{ body: { a?: string } | null }")
  })

  it("send exactly what was given, under the declared type", async () => {
    const tool = post(jsonBody(user, true, "application/merge-patch+json"))
    const sent = await wire(tool, { name: "n", email: "e", unknown: 1 })
    expect(sent).toMatchObject({ method: "POST", body: '{"name":"n","email":"e"}' })
    expect(sent.headers["content-type"]).toBe("application/merge-patch+json")
    expect((await wire(post(jsonBody(closed({ a: string }))), {})).body).toBe("{}")
    const nothing = await wire(post(jsonBody(user, false)), {})
    expect(nothing.body).toBe("")
    expect(nothing.headers["content-type"]).toBeUndefined()
    expect((await wire(post(jsonBody({}, false)), { body: null })).body).toBe("null")
    const proto = jsonBody({ type: "object", properties: JSON.parse('{"__proto__":{}}'), additionalProperties: false })
    expect((await wire(post(proto), { __proto___2: 1 })).body).toBe('{"__proto__":1}')
  })

  it("take the first JSON type of several, whatever else is declared", async () => {
    const content = {
      "application/octet-stream": {},
      "application/x-www-form-urlencoded": { schema: user },
      "Application/VND.x+JSON; v=1": { schema: string },
      "application/json": { schema: user }
    }
    const sent = await wire(post({ required: true, content }), { body: "x" })
    expect(sent.headers["content-type"]).toBe("Application/VND.x+JSON; v=1")
    expect(sent.body).toBe('"x"')
  })

  it.each([
    [{ content: {} }, "none"],
    [{ content: 5 }, "none"],
    [{}, "none"],
    [{ content: { "application/json": 5 } }, "application/json"],
    [{ content: { "application/json": null, "text/plain": "x" } }, "application/json, text/plain"]
  ])("that declare nothing usable skip the operation: %j", (requestBody, declared) => {
    expect(onlySkip(one({ requestBody }, { method: "post" }))).toMatchObject({
      code: "body-content",
      reason: `request body has no JSON content (declared: ${declared})`
    })
  })

  it("that JSON cannot express are refused", async () => {
    const circle: Record<string, unknown> = {}
    circle["self"] = circle
    expect(await refusal(post(jsonBody({})), { body: circle })).toContain("Invalid JSON body")
    expect(await refusal(post(jsonBody({})), { body: () => 1 })).toContain("Invalid JSON body")
    expect(await refusal(post(jsonBody({})), { body: { n: 1n } })).toContain("Invalid JSON body")
    expect(await refusal(post(jsonBody(user)), { name: circle, email: "e" })).toContain("Invalid JSON body")
  })

  it("that are missing are refused by their visible name", async () => {
    expect(await refusal(post(jsonBody({})), {})).toContain("'body'")
    expect(await refusal(post(jsonBody(user)), { name: "n" })).toContain("'email'")
  })

  it("lose definitions of the body itself when flattened", () => {
    const schema = { ...closed({ a: { $ref: "#/$defs/Local" } }), $defs: { Local: string } }
    expect(inputType(post(jsonBody(schema)))).toBe("{ a?: unknown }")
  })

  it("without fields are no input of GET and HEAD, where no client sends them", () => {
    const form = (schema: unknown) => ({ content: { "application/x-www-form-urlencoded": { encoding: {}, schema } } })
    const get = (requestBody: unknown) => inputType(onlyTool(one({ requestBody })))
    expect(get(form({ type: "object", properties: {} }))).toBe("{}")
    expect(get(form({ type: "object", properties: { a: string } }))).toBe("{ body?: { a?: string } }")
    expect(get({ required: true, ...form({ type: "object" }) })).toBe("{ body: {} }")
    expect(inputType(post(form({ type: "object", properties: {} })))).toBe("{ body?: {} }")
  })
})

describe("urlencoded bodies", () => {
  const form = (schema: unknown, encoding: Json = {}, mediaType = "application/x-www-form-urlencoded") => ({
    required: true,
    content: { [mediaType]: { schema, encoding } }
  })
  const sendForm = async (value: unknown, encoding: Json = {}, schema: unknown = { type: "object" }) => {
    const sent = await wire(post(form(schema, encoding)), { body: value })
    expect(sent.headers["content-type"]).toBe("application/x-www-form-urlencoded")
    return sent.body
  }

  it("repeat lists, write objects as JSON and leave empty ones out", async () => {
    expect(await sendForm({ a: "x y&=+", b: [1, true], c: { d: [null] }, e: [], f: {}, g: "", h: null })).toBe(
      "a=x+y%26%3D%2B&b=1&b=true&c=%7B%22d%22%3A%5Bnull%5D%7D&g=&h=null"
    )
    expect(await sendForm({ a: [{ b: 1 }, "c"] })).toBe("a=%7B%22b%22%3A1%7D&a=c")
    expect(await sendForm({})).toBe("")
  })

  it("nest under deepObject, as Stripe documents it", async () => {
    const deep = { style: "deepObject", explode: true }
    expect(
      await sendForm(
        { metadata: { order: "7 8" }, expand: ["a", "b"], card: { address: { city: "x" } }, email: "e@x", off: [] },
        { metadata: deep, expand: deep, card: deep, email: deep, off: deep }
      )
    ).toBe("metadata%5Border%5D=7+8&expand%5B0%5D=a&expand%5B1%5D=b&card%5Baddress%5D%5Bcity%5D=x&email=e%40x")
  })

  it.each([
    [{ explode: true }, ["a", "b"], "x=a&x=b"],
    [{ style: "form", explode: false }, ["a", "b"], "x=a%2Cb"],
    [{ style: "form" }, { k: 1 }, "k=1"],
    [{ style: "pipeDelimited" }, ["a", "b"], "x=a%7Cb"],
    [{ style: "spaceDelimited" }, ["a", "b"], "x=a%20b"],
    [{ allowReserved: true }, "a/b&c", "x=a/b%26c"],
    [{ contentType: "application/json" }, ["a"], "x=a"],
    [{ contentType: "application/json" }, { a: 1 }, "x=%7B%22a%22%3A1%7D"],
    [5, "a", "x=a"]
  ])("honour the encoding %j of %j", async (encoding, value, text) => {
    expect(await sendForm({ x: value }, { x: encoding })).toBe(text)
  })

  it("quote text that is declared JSON", async () => {
    const schema = { type: "object", properties: { x: string } }
    expect(await sendForm({ x: "a" }, { x: { contentType: "application/json" } }, schema)).toBe("x=%22a%22")
  })

  it("flatten like JSON", async () => {
    const tool = post(form(user))
    expect(inputType(tool)).toBe('{ name: string; email: string; role?: "admin" | "member" }')
    expect((await wire(tool, { name: "a b", email: "c" })).body).toBe("name=a+b&email=c")
  })

  it("keep a declared charset and refuse what is no object", async () => {
    const tool = post(form({ type: "object" }, {}, "application/x-www-form-urlencoded; charset=utf-8"))
    expect((await wire(tool, { body: { a: 1 } })).headers["content-type"]).toBe(
      "application/x-www-form-urlencoded; charset=utf-8"
    )
    expect(await refusal(tool, { body: "a=1" })).toContain("must be an object")
    expect(await refusal(post(form({}, { x: { style: "form" } })), { body: { x: [[1]] } })).toContain(
      "unsupported nested value"
    )
  })
})

describe("requests that fetch does not send", () => {
  it.each([
    [
      "get",
      { body: { a: 1 } },
      "GET /test failed with a transport error; the client may be one that sends no body with GET"
    ],
    [
      "head",
      { body: { a: 1 } },
      "HEAD /test failed with a transport error; the client may be one that sends no body with HEAD"
    ],
    ["trace", {}, "TRACE /test failed with a transport error; the client may be one that sends no TRACE"]
  ])("%s", async (method, input, told) => {
    const requestBody = { required: method !== "trace", content: { "application/json": {} } }
    const tool = onlyTool(one({ requestBody }, { method }), { baseUrl: "http://127.0.0.1:1" })
    const exit = await Effect.runPromiseExit(tool.run(input).pipe(Effect.provide(layerFetch)))
    expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toMatchObject({ message: told })
  })
})

describe("forms whose members come again and again", () => {
  it("are written once each", () => {
    const schemas: Record<string, Json> = {
      A60: { type: "object", properties: { f: { type: "string", format: "binary" } } }
    }
    for (let at = 0; at < 60; at++) {
      const next = { $ref: `#/components/schemas/A${at + 1}` }
      schemas[`A${at}`] = { allOf: [next, next, next, next], properties: { g: { type: "string", format: "binary" } } }
    }
    const content = { "multipart/form-data": { schema: { $ref: "#/components/schemas/A0" } } }
    const document = { components: { schemas } }
    const tool = onlyTool(one({ requestBody: { required: true, content } }, { method: "post", document }))
    expect(makeSignature({ path: "op", input: tool.input, output: undefined }).text).toContain("g?: ")
  })
})

describe("forms without a schema of fields", () => {
  const media = (mediaType: string, schema?: Json) =>
    post({ required: true, content: { [mediaType]: schema === undefined ? {} : { schema } } })
  const urlencoded = "application/x-www-form-urlencoded"

  it("are objects", async () => {
    for (const schema of [undefined, {}, { type: "array" }, { description: "Anything" }]) {
      expect(inputType(media(urlencoded, schema))).toBe("{ body: {} }")
    }
    for (const schema of [undefined, { type: "string" }]) {
      expect(inputType(media("multipart/form-data", schema))).toBe("{ body: {} }")
    }
    expect((await wire(media(urlencoded), { body: { a: "b c" } })).body).toBe("a=b+c")
  })

  it("and texts where the document says so", async () => {
    const tool = media(urlencoded, { type: "string" })
    expect(inputType(tool)).toBe("{ body: string }")
    const sent = await wire(tool, { body: "a=b&c=%20" })
    expect([sent.headers["content-type"], sent.body]).toEqual([urlencoded, "a=b&c=%20"])
  })
})

describe("multipart bodies", () => {
  const multipart = (properties: Json, encoding: Json = {}, rest: Json = {}, mediaType = "multipart/form-data") => ({
    required: true,
    content: { [mediaType]: { schema: { type: "object", properties, ...rest }, encoding } }
  })
  const file = { type: "string", format: "binary" }
  const png = "iVBORw0KGgo="

  /** The parts as `[head, body]`, body as Latin-1. */
  const parts = async (requestBody: unknown, value: unknown, document: Json = {}) => {
    const sent = await wire(post(requestBody, document), { body: value })
    const [, boundary] = /boundary=(.+)$/.exec(sent.headers["content-type"]!)!
    const text = Array.from(sent.bytes, (byte) => String.fromCharCode(byte)).join("")
    const pieces = text.split(`--${boundary}`)
    expect(pieces[0]).toBe("")
    expect(pieces.at(-1)).toBe("--\r\n")
    return pieces.slice(1, -1).map((piece) => {
      expect(piece.startsWith("\r\n") && piece.endsWith("\r\n")).toBe(true)
      const at = piece.indexOf("\r\n\r\n")
      return [piece.slice(2, at), piece.slice(at + 4, -2)] as const
    })
  }

  it("show files as bytes or text", () => {
    const tool = post(multipart({ name: string, photo: file, all: { type: "array", items: file } }))
    expect(inputType(tool)).toBe(
      "{ body: { name?: string; photo?: string | { base64: string; filename?: string; contentType?: string }; " +
        "all?: Array<string | { base64: string; filename?: string; contentType?: string }> } }"
    )
    const flat = post(multipart({ photo: { ...file, description: "A photo" } }, {}, { additionalProperties: false }))
    expect(inputType(flat)).toBe("{ photo?: string | { base64: string; filename?: string; contentType?: string } }")
    expect(flat.input).toMatchObject({ properties: { photo: { description: "A photo" } } })
  })

  it("find files behind references and compositions", () => {
    const document = {
      components: {
        schemas: {
          Bytes: file,
          Base: { type: "object", properties: { raw: { $ref: "#/components/schemas/Bytes" } } },
          Upload: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", properties: { note: string } }] }
        }
      }
    }
    const body = { content: { "multipart/form-data": { schema: { $ref: "#/components/schemas/Upload" } } } }
    expect(inputType(post(body, document))).toBe(
      "{ body?: ({ raw?: string | { base64: string; filename?: string; contentType?: string } }) & { note?: string } }"
    )
  })

  it("write text, JSON and files as parts", async () => {
    const body = multipart({
      name: string,
      meta: { type: "object" },
      photo: file,
      note: file,
      tags: { type: "array", items: string }
    })
    expect(
      await parts(body, {
        name: "é",
        meta: { a: [1] },
        photo: { base64: png, filename: 'a"b\r\n.png', contentType: "image/png" },
        note: "plain",
        tags: ["x", "y"],
        extra: 5,
        none: [],
        absent: undefined
      })
    ).toEqual([
      ['Content-Disposition: form-data; name="name"', "Ã©"],
      ['Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json', '{"a":[1]}'],
      [
        'Content-Disposition: form-data; name="photo"; filename="a%22b%0D%0A.png"\r\nContent-Type: image/png',
        "\x89PNG\r\n\x1a\n"
      ],
      [
        'Content-Disposition: form-data; name="note"; filename="note"\r\nContent-Type: application/octet-stream',
        "plain"
      ],
      ['Content-Disposition: form-data; name="tags"', "x"],
      ['Content-Disposition: form-data; name="tags"', "y"],
      ['Content-Disposition: form-data; name="extra"', "5"]
    ])
  })

  it.skipIf(!hostIsV8)("are what the platform itself reads from them", async () => {
    const body = multipart({ name: string, photo: file, meta: { type: "object" } })
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 13) % 256)
    const value = {
      name: 'é "x" \r\n--',
      photo: { base64: Buffer.from(bytes).toString("base64"), filename: '日本 "1".png', contentType: "image/png" },
      meta: { a: 1 }
    }
    const sent = await wire(post(body), { body: value })
    const form = await new Response(Uint8Array.from(sent.bytes), { headers: sent.headers }).formData()
    expect(form.get("name")).toBe('é "x" \r\n--')
    const photo = form.get("photo") as File
    expect([photo.name, photo.type]).toEqual(['日本 "1".png', "image/png"])
    expect(new Uint8Array(await photo.arrayBuffer())).toEqual(bytes)
    expect(form.get("meta")).toBe('{"a":1}')
  })

  it("honour content types, headers and styles of the encoding", async () => {
    const body = multipart(
      {
        photo: { type: "string" },
        data: { type: "array", items: { type: "object" } },
        deep: { type: "object" },
        csv: string
      },
      {
        photo: {
          contentType: "image/*, image/png, image/jpeg",
          headers: {
            "X-Kind": { schema: { const: "p" } },
            "Content-Type": { schema: { default: "no" } },
            "X-Free": { schema: string }
          }
        },
        data: { contentType: "application/vnd.x+json" },
        deep: { style: "deepObject", explode: true },
        csv: { contentType: "text/csv" }
      }
    )
    expect(
      await parts(body, { photo: { base64: png }, data: [{ a: 1 }, { b: 2 }], deep: { a: { b: 1 } }, csv: "a,b" })
    ).toEqual([
      [
        'Content-Disposition: form-data; name="photo"; filename="photo"\r\nContent-Type: image/png\r\nX-Kind: p',
        "\x89PNG\r\n\x1a\n"
      ],
      ['Content-Disposition: form-data; name="data"\r\nContent-Type: application/vnd.x+json', '{"a":1}'],
      ['Content-Disposition: form-data; name="data"\r\nContent-Type: application/vnd.x+json', '{"b":2}'],
      ['Content-Disposition: form-data; name="deep[a][b]"', "1"],
      ['Content-Disposition: form-data; name="csv"\r\nContent-Type: text/csv', "a,b"]
    ])
  })

  it("leave out a file that is null, and write no header twice", async () => {
    const body = multipart(
      { photo: { type: ["string", "null"], format: "binary" }, note: { type: ["string", "null"] } },
      { note: { headers: { "content-disposition": { schema: { const: "form-data; name=other" } } } } }
    )
    expect(await parts(body, { photo: null, note: null })).toEqual([
      ['Content-Disposition: form-data; name="note"', "null"]
    ])
  })

  it("take the type of a part from its schema where nothing else says it", async () => {
    const body = multipart(
      {
        photo: { ...string, contentMediaType: "image/png" },
        photos: { type: "array", items: { ...string, contentMediaType: "image/gif" } },
        encoded: { ...string, contentEncoding: "base64" },
        both: { ...string, contentEncoding: "base64", contentMediaType: "image/png" },
        chosen: { ...string, contentMediaType: "image/png" }
      },
      { chosen: { contentType: "image/jpeg" } }
    )
    const file = { base64: "aGk=" }
    const heads = (await parts(body, { photo: file, photos: [file], encoded: "aGk=", both: "aGk=", chosen: file })).map(
      ([head]) => head!.split("\r\n")[1]
    )
    expect(heads).toEqual([
      "Content-Type: image/png",
      "Content-Type: image/gif",
      "Content-Type: application/octet-stream",
      "Content-Type: image/png",
      "Content-Type: image/jpeg"
    ])
  })

  it("keep an object that merely has a base64 key", async () => {
    const body = multipart({ meta: { type: "object", properties: { base64: string } } })
    expect(await parts(body, { meta: { base64: "x" } })).toEqual([
      ['Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json', '{"base64":"x"}']
    ])
  })

  it("choose a boundary that stands in no part, always the same", async () => {
    const body = multipart({ a: string })
    const tool = post(body)
    const boundary = async (a: string) => (await wire(tool, { body: { a } })).headers["content-type"]
    expect(await boundary("x")).toBe(await boundary("x"))
    expect(await boundary("--effect-codemode-000000")).not.toBe(await boundary("x"))
  })

  it("of other kinds have parts without names", async () => {
    const body = multipart({ meta: { type: "object" }, media: file }, {}, {}, "multipart/related")
    expect(await parts(body, { meta: { a: 1 }, media: { base64: png, contentType: "image/png" } })).toEqual([
      ["Content-Type: application/json", '{"a":1}'],
      ['Content-Disposition: attachment; filename="media"\r\nContent-Type: image/png', "\x89PNG\r\n\x1a\n"]
    ])
  })

  it.each([
    [{ photo: { base64: "***" } }, "not valid base64"],
    [{ photo: { base64: "AAAAA" } }, "not valid base64"],
    [{ photo: { base64: "", contentType: "image/png\r\nX: y" } }, "invalid contentType"],
    [{ photo: { base64: "", filename: 5 } }, "'filename'"],
    [{ xml: { a: 1 } }, "application/xml"],
    [5, "must be an object"]
  ])("refuse %j", async (value, text) => {
    const tool = post(multipart({ photo: file, xml: string }, { xml: { contentType: "application/xml" } }))
    expect(await refusal(tool, { body: value })).toContain(text)
  })
})

describe("other bodies", () => {
  const body = (mediaType: string, schema?: unknown) => ({
    required: true,
    content: { [mediaType]: schema === undefined ? {} : { schema } }
  })
  const FILE = "string | { base64: string; filename?: string; contentType?: string }"

  it.each([
    ["text/plain", string, "string"],
    ["text/csv; charset=utf-8", undefined, "string"],
    ["application/xml", { type: "object", properties: { a: string } }, "string"],
    ["application/soap+xml", undefined, "string"],
    ["application/yaml", undefined, "string"],
    ["text/plain", { type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    ["application/octet-stream", file(), FILE],
    ["image/*", file(), FILE],
    ["*/*", undefined, FILE],
    ["*/*", string, FILE],
    ["*/*", { type: "object", properties: { a: string } }, "{ a?: string }"],
    ["*/*", { properties: { a: string } }, "{ a?: string }"]
  ])("of type %s with schema %j take %s", (mediaType, schema, type) => {
    expect(inputType(post(body(mediaType, schema)))).toBe(`{ body: ${type} }`)
  })

  it.each([
    ["text/plain", string, "é", "é", "text/plain"],
    ["text/plain; charset=utf-8", string, 5, "5", "text/plain; charset=utf-8"],
    ["text/*", string, "x", "x", "text/plain; charset=utf-8"],
    ["application/xml", {}, "<a/>", "<a/>", "application/xml"],
    ["application/xml", {}, { base64: "PGEvPg==" }, "<a/>", "application/xml"],
    ["application/octet-stream", {}, "text", "text", "application/octet-stream"],
    ["application/octet-stream", {}, { base64: "aGk" }, "hi", "application/octet-stream"],
    ["application/octet-stream", {}, { base64: "aGk=", contentType: "image/png" }, "hi", "image/png"],
    ["image/png", {}, { base64: "aGk=" }, "hi", "image/png"],
    ["image/*", {}, { base64: "aGk=" }, "hi", "application/octet-stream"],
    ["*/*", {}, { base64: "aGk=" }, "hi", "application/octet-stream"],
    ["*/*", {}, { base64: "aGk=", contentType: "image/png" }, "hi", "image/png"],
    ["*/*", { type: "object" }, { a: 1 }, '{"a":1}', "application/json"],
    ["*/*", { type: "array" }, [1], "[1]", "application/json"],
    ["application/*", { type: "object" }, { a: 1 }, '{"a":1}', "application/json"]
  ])("%s %j: %j is sent as %j, %s", async (mediaType, schema, value, text, contentType) => {
    const sent = await wire(post(body(mediaType, schema)), { body: value })
    expect(sent.body).toBe(text)
    expect(sent.headers["content-type"]).toBe(contentType)
  })

  it("are written in the declared charset, or refused", async () => {
    const latin = post(body("text/plain; charset=ISO-8859-1", string))
    const sent = await wire(latin, { body: "é" })
    expect([...sent.bytes]).toEqual([0xe9])
    expect(sent.headers["content-type"]).toBe("text/plain; charset=ISO-8859-1")
    expect(await refusal(latin, { body: "日" })).toContain("base64")
    const windows = post(body("text/csv; charset=windows-1252", string))
    expect((await wire(windows, { body: "a,b" })).body).toBe("a,b")
    expect(await refusal(windows, { body: "é" })).toContain("charset")
    expect([...(await wire(windows, { body: { base64: "6Q==" } })).bytes]).toEqual([0xe9])
    expect(await refusal(post(body("text/plain; charset=utf-16", string)), { body: "a" })).toContain("utf-16")
  })

  it("keep every byte", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256)
    const base64 = Buffer.from(bytes).toString("base64")
    const sent = await wire(post(body("application/octet-stream")), { body: { base64 } })
    expect(sent.bytes).toEqual(bytes)
    const urlSafe = base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
    expect((await wire(post(body("image/png")), { body: { base64: urlSafe } })).bytes).toEqual(bytes)
  })

  it("are never the letters of null", async () => {
    expect(await refusal(post(body("image/png")), { body: null })).toContain("base64")
    expect(await refusal(post(body("application/octet-stream")), { body: null })).toContain("base64")
  })

  it("may be a binary answer as it came", async () => {
    const answer = { contentType: "image/png", base64: "aGk=", bytes: 2 }
    const sent = await wire(post(body("application/octet-stream")), { body: answer })
    expect(sent.body).toBe("hi")
    expect(sent.headers["content-type"]).toBe("image/png")
    expect(await refusal(post(body("image/png")), { body: { base64: "aGk=", bytes: "2" } })).toContain("base64")
  })

  it("refuse what is neither text nor bytes", async () => {
    expect(await refusal(post(body("text/plain")), { body: {} })).toContain("text/plain")
    expect(await refusal(post(body("image/png")), { body: [1] })).toContain("base64")
    expect(await refusal(post(body("image/png")), { body: { base64: "aGk=", other: 1 } })).toContain("base64")
  })

  it.each([
    [["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"], "application/x-www-form-urlencoded"],
    [["image/png", "application/xml", "multipart/form-data"], "multipart/form-data"],
    [["*/*", "image/png", "text/csv"], "text/csv"],
    [["*/*", "image/png"], "image/png"],
    [["application/octet-stream", "image/png"], "application/octet-stream"],
    [["*/*", "application/json"], "application/json"]
  ])("of %j choose %s", async (mediaTypes, chosen) => {
    const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, {}]))
    const value = chosen.includes("form") ? {} : "x"
    const sent = await wire(post({ required: true, content }), { body: value })
    expect(sent.headers["content-type"]).toContain(chosen)
  })

  function file() {
    return { type: "string", format: "binary" }
  }
})
