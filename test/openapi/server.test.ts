import { describe, expect, it } from "vitest"
import { one, onlySkip, onlyTool, resultOf, wire } from "./support.ts"

const urlOf = async (
  servers: { document?: unknown; item?: unknown; operation?: unknown },
  options = {},
  path = "/test"
) => {
  const spec = one(servers.operation === undefined ? {} : { servers: servers.operation }, {
    path,
    item: servers.item === undefined ? {} : { servers: servers.item },
    document: { servers: servers.document }
  })
  return (await wire(onlyTool(spec, options), {})).url
}

const at = (url: string) => [{ url }]

describe("base URL", () => {
  it("is the nearest declared level, and baseUrl before all", async () => {
    const servers = {
      document: at("https://document.example"),
      item: at("https://item.example"),
      operation: at("https://operation.example/v1")
    }
    expect(await urlOf(servers)).toBe("https://operation.example/v1/test")
    expect(await urlOf({ ...servers, operation: undefined })).toBe("https://item.example/test")
    expect(await urlOf({ document: servers.document })).toBe("https://document.example/test")
    expect(await urlOf(servers, { baseUrl: "http://base.example/x/" })).toBe("http://base.example/x/test")
  })

  it("takes the first object of the list and drops trailing slashes", async () => {
    expect(await urlOf({ document: ["x", { url: "https://a.example/v1///" }, { url: "https://b.example" }] })).toBe(
      "https://a.example/v1/test"
    )
  })

  it.each([
    ["/#fragment", "https://a.example/"],
    ["/x?action=run#y", "https://a.example/x?action=run"],
    ["/x#{y}", "https://a.example/x"],
    ["noslash", "https://a.example/noslash"],
    ["/a//b", "https://a.example/a//b"]
  ])("keeps the template %s in its place", async (path, url) => {
    expect(await urlOf({ document: at("https://a.example") }, {}, path)).toBe(url)
  })

  it("fills server variables from defaults and overrides", async () => {
    const document = [
      {
        url: "{scheme}://{region}.example:{port}/v{n}",
        variables: {
          scheme: { default: "https" },
          region: { default: "eu" },
          port: { default: 8443 },
          n: { default: "1" }
        }
      }
    ]
    expect(await urlOf({ document })).toBe("https://eu.example:8443/v1/test")
    expect(await urlOf({ document }, { serverVariables: { region: "us", n: "2" } })).toBe(
      "https://us.example:8443/v2/test"
    )
    expect(await urlOf({ document }, { baseUrl: "https://{host}/a", serverVariables: { host: "h.example" } })).toBe(
      "https://h.example/a/test"
    )
  })

  it.each([
    [undefined, "no-server", "spec declares no servers; pass baseUrl"],
    [[], "no-server", "spec declares no servers; pass baseUrl"],
    ["x", "no-server", "spec declares no servers; pass baseUrl"],
    [[{}], "no-server", "spec declares no servers; pass baseUrl"],
    [
      at("https://{region}.example"),
      "server-variable",
      "server URL 'https://{region}.example' is not an absolute URL; pass baseUrl"
    ],
    [at("/v1"), "server-not-absolute", "server URL '/v1' is not an absolute HTTP(S) URL"],
    [at("https:/x"), "server-not-absolute", "not an absolute HTTP(S) URL"],
    [at("//kubernetes.local"), "server-not-absolute", "not an absolute HTTP(S) URL"],
    [at("ftp://x.example"), "server-not-absolute", "not an absolute HTTP(S) URL"],
    [at("https://x.example:99999"), "server-not-absolute", "not an absolute HTTP(S) URL"],
    [at("https://x.example?a=b"), "server-query-or-fragment", "contains an unsupported query string or fragment"],
    [at("https://x.example/#a"), "server-query-or-fragment", "contains an unsupported query string or fragment"],
    [at("https://user:secret@x.example"), "server-credentials", "contains credentials"]
  ])("refuses %j", (servers, code, reason) => {
    const skip = onlySkip(one({}, { document: { servers } }))
    expect(skip).toMatchObject({ method: "GET", path: "/test", code })
    expect(skip.reason).toContain(reason)
    expect(skip.reason).not.toContain("secret")
  })

  it("does not fall through from a level that declares nothing usable", () => {
    expect(onlySkip(one({ servers: [] })).code).toBe("no-server")
    expect(onlySkip(one({}, { item: { servers: [{ url: "/rel" }] } })).code).toBe("server-not-absolute")
  })

  it("puts every operation into skipped where baseUrl is bad", () => {
    const { skipped, tools } = resultOf(
      { servers: at("https://x.example"), paths: { "/a": { get: {}, post: {} }, "/b": { get: {} } } },
      { baseUrl: "/relative" }
    )
    expect(Object.keys(tools)).toEqual([])
    expect(skipped.map(({ code, method, path }) => [method, path, code])).toEqual([
      ["GET", "/a", "server-not-absolute"],
      ["POST", "/a", "server-not-absolute"],
      ["GET", "/b", "server-not-absolute"]
    ])
  })
})
