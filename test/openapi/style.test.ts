import { describe, expect, it } from "vitest"
import { one, onlyTool, refusal, resultOf, wire } from "./support.ts"

interface Declared {
  readonly style?: string
  readonly explode?: boolean
  readonly allowReserved?: boolean
  readonly schema?: unknown
  readonly content?: unknown
}

const tool = (location: string, declared: Declared, version = "3.1.1") =>
  onlyTool(
    one(
      {
        parameters: [
          { in: location, name: "color", ...(declared.content === undefined ? { schema: {} } : {}), ...declared }
        ]
      },
      { path: location === "path" ? "/items/{color}" : "/items", document: { openapi: version } }
    )
  )

const BASE = "https://api.test/items"

const path = async (declared: Declared, value: unknown, version?: string) =>
  (await wire(tool("path", declared, version), { color: value })).url.slice(BASE.length + 1)

const query = async (declared: Declared, value: unknown) =>
  (await wire(tool("query", declared), { color: value })).url.slice(BASE.length)

const header = async (declared: Declared, value: unknown) =>
  (await wire(tool("header", declared), { color: value })).headers["color"]

const cookie = async (declared: Declared, value: unknown) =>
  (await wire(tool("cookie", declared), { color: value })).headers["cookie"]

const list = ["blue", "black", "brown"]
const record = { R: 100, G: 200, B: 150 }

describe("path styles", () => {
  it.each([
    ["simple", false, "blue", "blue"],
    ["simple", false, list, "blue,black,brown"],
    ["simple", false, record, "R,100,G,200,B,150"],
    ["simple", true, list, "blue,black,brown"],
    ["simple", true, record, "R=100,G=200,B=150"],
    ["label", false, "blue", ".blue"],
    ["label", false, list, ".blue,black,brown"],
    ["label", false, record, ".R,100,G,200,B,150"],
    ["label", true, list, ".blue.black.brown"],
    ["label", true, record, ".R=100.G=200.B=150"],
    ["matrix", false, "", ";color"],
    ["matrix", false, "blue", ";color=blue"],
    ["matrix", false, list, ";color=blue,black,brown"],
    ["matrix", false, record, ";color=R,100,G,200,B,150"],
    ["matrix", true, list, ";color=blue;color=black;color=brown"],
    ["matrix", true, record, ";R=100;G=200;B=150"]
  ])("%s explode=%s of %j is %s", async (style, explode, value, text) => {
    expect(await path({ style, explode }, value)).toBe(text)
  })

  it("default to simple without explode, whose items are escaped one by one", async () => {
    expect(await path({}, "a!")).toBe("a%21")
    expect(await path({}, ["a!", "b*"])).toBe("a%21,b%2A")
    expect(await path({}, "a/b?c#d&e'f(g)%é 😀,")).toBe("a%2Fb%3Fc%23d%26e%27f%28g%29%25%C3%A9%20%F0%9F%98%80%2C")
    expect(await path({}, record)).toBe("R,100,G,200,B,150")
    expect(await path({}, true)).toBe("true")
    expect(await path({}, null)).toBe("null")
    expect(await path({}, "\ud800x")).toBe("%EF%BF%BDx")
  })

  it.each(["3.0.0", "3.0.3", "3.1.0"])("join a label by dots in %s", async (version) => {
    expect(await path({ style: "label" }, list, version)).toBe(".blue.black.brown")
  })

  it.each(["3.0.4", "3.1.1", "3.1.2"])("join a label by commas in %s", async (version) => {
    expect(await path({ style: "label" }, list, version)).toBe(".blue,black,brown")
  })

  it.each([
    [{}, ""],
    [{}, "."],
    [{}, ".."],
    [{}, []],
    [{}, {}],
    [{ style: "label" }, ""],
    [{ style: "label" }, "."],
    [{ style: "matrix" }, []]
  ])("refuse to make an empty or dot segment: %j of %j", async (declared, value) => {
    expect(await refusal(tool("path", declared), { color: value })).toContain("'color'")
  })

  it("leave no placeholder in the address", async () => {
    const missing = onlyTool(one({}, { path: "/x/{undeclared}" }))
    expect(await refusal(missing, { undeclared: "a" })).toContain("undeclared")
  })

  it("fill placeholders in the template's own query, and every occurrence", async () => {
    const spec = one({ parameters: [{ in: "path", name: "id", schema: {} }] }, { path: "/x/{id}/y/{id}?v={id}#{id}" })
    expect((await wire(onlyTool(spec), { id: "a&b" })).url).toBe("https://api.test/x/a%26b/y/a%26b?v=a%26b")
  })
})

describe("query styles", () => {
  it.each([
    ["form", true, "", "?color="],
    ["form", true, "blue", "?color=blue"],
    ["form", true, list, "?color=blue&color=black&color=brown"],
    ["form", true, record, "?R=100&G=200&B=150"],
    ["form", false, list, "?color=blue%2Cblack%2Cbrown"],
    ["form", false, record, "?color=R%2C100%2CG%2C200%2CB%2C150"],
    ["form", true, [], ""],
    ["form", false, [], ""],
    ["form", false, {}, ""],
    ["spaceDelimited", false, list, "?color=blue%20black%20brown"],
    ["spaceDelimited", false, record, "?color=R%20100%20G%20200%20B%20150"],
    ["spaceDelimited", true, list, "?color=blue&color=black&color=brown"],
    ["spaceDelimited", undefined, list, "?color=blue%20black%20brown"],
    ["pipeDelimited", false, list, "?color=blue%7Cblack%7Cbrown"],
    ["pipeDelimited", false, record, "?color=R%7C100%7CG%7C200%7CB%7C150"],
    ["pipeDelimited", true, list, "?color=blue&color=black&color=brown"],
    ["deepObject", true, record, "?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
    ["deepObject", undefined, record, "?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
    [
      "deepObject",
      true,
      { a: { b: { c: 1 } }, d: ["x", { e: null }] },
      "?color%5Ba%5D%5Bb%5D%5Bc%5D=1&color%5Bd%5D%5B0%5D=x&color%5Bd%5D%5B1%5D%5Be%5D=null"
    ],
    ["deepObject", true, ["x", "y"], "?color%5B0%5D=x&color%5B1%5D=y"],
    ["deepObject", true, 5, "?color=5"],
    ["deepObject", true, {}, ""]
  ])("%s explode=%s of %j is %s", async (style, explode, value, text) => {
    expect(await query({ style, ...(explode === undefined ? {} : { explode }) }, value)).toBe(text)
  })

  it("default to form with explode; scalars as JavaScript writes them, spaces as +", async () => {
    expect(await query({}, true)).toBe("?color=true")
    expect(await query({}, 5)).toBe("?color=5")
    expect(await query({}, null)).toBe("?color=null")
    expect(await query({}, "a b&c=d+e")).toBe("?color=a+b%26c%3Dd%2Be")
    expect(await query({}, ["x", "y"])).toBe("?color=x&color=y")
    expect(await query({}, undefined)).toBe("")
  })

  it("escape deepObject as a form does", async () => {
    const spec = one({
      parameters: [{ in: "query", name: "location", style: "deepObject", explode: true, schema: { type: "object" } }]
    })
    expect((await wire(onlyTool(spec), { location: { directory: "/tmp/a b" } })).url).toBe(
      "https://api.test/test?location%5Bdirectory%5D=%2Ftmp%2Fa+b"
    )
    expect(await refusal(onlyTool(spec), { location: "text" })).toContain("'location'")
  })

  it("let reserved characters through where allowReserved says so, but none that end the value", async () => {
    const allowed = { allowReserved: true }
    expect(await query(allowed, ":/?[]@!$'()*,;=")).toBe(
      // The URL standard escapes the apostrophe in every query.
      "?color=:/?[]@!$%27()*,;="
    )
    expect(await query(allowed, "a&b#c+d e%20f%zz é")).toBe("?color=a%26b%23c%2Bd%20e%20f%25zz%20%C3%A9")
    expect(await query({ ...allowed, explode: false }, ["a/b", "c"])).toBe("?color=a/b,c")
    expect(await query({ ...allowed, style: "pipeDelimited" }, ["a/b", "c"])).toBe("?color=a/b%7Cc")
    expect(await query({ ...allowed, style: "deepObject" }, { a: "x/y" })).toBe("?color%5Ba%5D=x/y")
  })

  it("leave the other pairs of such a query as they are", async () => {
    const spec = one(
      {
        parameters: [
          { in: "query", name: "a b", schema: {} },
          { in: "query", name: "raw", allowReserved: true, schema: {} }
        ]
      },
      { path: "/test?fixed=1" }
    )
    expect((await wire(onlyTool(spec), { "a b": "c d&", raw: "x/y" })).url).toBe(
      "https://api.test/test?fixed=1&a+b=c+d%26&raw=x/y"
    )
  })

  it.each([
    [{}, [["nested"]]],
    [{}, { a: { b: 1 } }],
    [{}, { a: undefined }],
    [{}, [undefined]],
    [{ explode: false }, [{}]],
    [{ style: "pipeDelimited" }, [[]]],
    [{ style: "deepObject" }, { a: undefined }]
  ])("refuse nesting that %j cannot express: %j", async (declared, value) => {
    const message = await refusal(tool("query", declared), { color: value })
    expect(message).toContain("unsupported nested value")
    expect(message).toContain("'color'")
  })

  it("refuse a circle", async () => {
    const circle: Record<string, unknown> = {}
    circle["self"] = circle
    expect(await refusal(tool("query", { style: "deepObject" }), { color: circle })).toContain("nested")
  })
})

describe("header styles", () => {
  it("are simple and unescaped", async () => {
    expect(await header({}, "a b,%c")).toBe("a b,%c")
    expect(await header({}, list)).toBe("blue,black,brown")
    expect(await header({}, record)).toBe("R,100,G,200,B,150")
    expect(await header({ explode: true }, record)).toBe("R=100,G=200,B=150")
    expect(await header({ explode: true }, list)).toBe("blue,black,brown")
    expect(await header({}, "")).toBe("")
    expect(await header({}, [])).toBeUndefined()
    expect(await header({ explode: true }, {})).toBeUndefined()
  })

  it.each(["a\r\nx: y", "a\nb", "a\0b", "日本"])("refuse %j", async (value) => {
    expect(await refusal(tool("header", {}), { color: value })).toContain("'color'")
  })

  it("do not send what the transport owns", async () => {
    const names = ["Content-Length", "Host", "Connection", "Transfer-Encoding", "X-Own"]
    const spec = one({ parameters: names.map((name) => ({ in: "header", name, schema: { type: "string" } })) })
    const owned = onlyTool(spec)
    expect(Object.keys((owned.input as { properties: object }).properties)).toEqual(names)
    const { headers } = await wire(owned, Object.fromEntries(names.map((name) => [name, "1"])))
    expect(Object.keys(headers)).toEqual(["x-own"])
  })

  it("merge names that differ in case", () => {
    const { tools } = resultOf(
      one(
        { parameters: [{ in: "header", name: "X-ID", schema: {} }] },
        { item: { parameters: [{ in: "header", name: "x-id", schema: {} }] } }
      )
    )
    expect(Object.keys((tools["op"] as { input: { properties: object } }).input.properties)).toEqual(["X-ID"])
  })
})

describe("cookie styles", () => {
  it("are form, and cookies of one request share one header", async () => {
    expect(await cookie({}, "a;b c")).toBe("color=a%3Bb%20c")
    expect(await cookie({ explode: false }, list)).toBe("color=blue,black,brown")
    expect(await cookie({ explode: false }, record)).toBe("color=R,100,G,200,B,150")
    expect(await cookie({}, list)).toBe("color=blue; color=black; color=brown")
    expect(await cookie({}, record)).toBe("R=100; G=200; B=150")
    expect(await cookie({}, "")).toBe("color=")
    expect(await cookie({}, [])).toBeUndefined()
    const spec = one({ parameters: ["a", "b"].map((name) => ({ in: "cookie", name, schema: {} })) })
    expect((await wire(onlyTool(spec, { headers: { Cookie: "z=0" } }), { a: 1, b: 2 })).headers["cookie"]).toBe(
      "z=0; a=1; b=2"
    )
  })

  it("in style cookie are not escaped", async () => {
    expect(await cookie({ style: "cookie" }, "a=b/c")).toBe("color=a=b/c")
    expect(await refusal(tool("cookie", { style: "cookie" }), { color: "a;b" })).toContain("'color'")
  })
})

describe("parameters with content", () => {
  const json = { content: { "application/json": { schema: {} } } }

  it("are JSON text, strings quoted", async () => {
    expect(await query(json, { a: [1, null] })).toBe("?color=%7B%22a%22%3A%5B1%2Cnull%5D%7D")
    expect(await query(json, "x")).toBe("?color=%22x%22")
    expect(await path(json, { a: 1 })).toBe("%7B%22a%22%3A1%7D")
    expect(await header(json, { a: 1 })).toBe('{"a":1}')
    expect(await cookie(json, { a: 1 })).toBe("color=%7B%22a%22%3A1%7D")
  })

  it("are ASCII in a header, which JSON can always be", async () => {
    expect(await header(json, { path: "/é/日本/😀" })).toBe('{"path":"/\\u00e9/\\u65e5\\u672c/\\ud83d\\ude00"}')
  })

  it("are themselves under other media types", async () => {
    expect(await query({ content: { "text/plain": { schema: {} } } }, "x y")).toBe("?color=x+y")
    expect(await refusal(tool("query", { content: { "text/plain": {} } }), { color: {} })).toContain("'color'")
    expect(await query({ content: { "application/x-www-form-urlencoded": {} } }, { a: 1, b: "c d" })).toBe(
      "?color=a%3D1%26b%3Dc%2Bd"
    )
  })
})
