import { Effect } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { guardRedirects, layerFetchWith } from "../../src/openapi/index.ts"
import type { Loopback } from "./loopback.ts"
import { listen, refusedBy, viaGuarded } from "./loopback.ts"
import { one, onlyTool, resolver } from "./support.ts"

let home: Loopback
let away: Loopback
let target = ""
let status = 302

beforeAll(async () => {
  away = await listen((_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("away"))
  home = await listen(({ target: path }, response) => {
    if (path.startsWith("/test")) return void response.writeHead(status, { location: target }).end("moved")
    if (path === "/loop") return void response.writeHead(302, { location: "/loop" }).end()
    response.writeHead(200, { "content-type": "text/plain" }).end("home")
  })
})

afterAll(async () => {
  await home.close()
  await away.close()
})

beforeEach(() => {
  home.received.length = 0
  away.received.length = 0
  status = 302
})

const schemes = {
  bearer: { type: "http", scheme: "bearer" },
  custom: { type: "apiKey", in: "header", name: "X-Anything" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  agent: { type: "apiKey", in: "header", name: "User-Agent" },
  query: { type: "apiKey", in: "query", name: "key" }
}

const tool = (scheme?: keyof typeof schemes, method = "get", requestBody?: unknown) =>
  onlyTool(
    one(
      { ...(scheme === undefined ? {} : { security: [{ [scheme]: [] }] }), requestBody },
      { method, document: { components: { securitySchemes: schemes } } }
    ),
    {
      baseUrl: home.url,
      auth: resolver({
        bearer: { type: "bearer", token: "T" },
        custom: { type: "apiKey", value: "k" },
        cookie: { type: "apiKey", value: "c" },
        agent: { type: "apiKey", value: "secret agent" },
        query: { type: "apiKey", value: "a b&c" }
      }).auth
    }
  )

describe("guarded redirects", () => {
  it("within an origin are followed with everything", async () => {
    target = "/moved?x=a%20b#fragment"
    expect(await viaGuarded(tool("bearer"), {})).toBe("home")
    expect(home.received.map(({ target }) => target)).toEqual(["/test", "/moved?x=a%20b"])
    expect(home.received[1]!.headers.authorization).toBe("Bearer T")
  })

  it.each(["bearer", "custom", "cookie"] as const)(
    "to another origin are refused with %s credentials",
    async (scheme) => {
      target = `${away.url}/steal`
      expect((await refusedBy(tool(scheme), {})).message).toBe("GET /test failed with HTTP 302: moved")
      expect(away.received).toEqual([])
    }
  )

  it("to another origin are followed by a request that carries nothing", async () => {
    target = `${away.url}/public`
    expect(await viaGuarded(tool(), {})).toBe("away")
    expect(away.received.map(({ target }) => target)).toEqual(["/public"])
  })

  it("to another origin are refused with a key under an everyday name", async () => {
    target = `${away.url}/steal`
    await refusedBy(tool("agent"), {})
    expect(away.received).toEqual([])
    const program = tool("agent")
      .run({})
      .pipe(Effect.provide(layerFetchWith({ crossOrigin: "strip" })))
    expect(await Effect.runPromise(program)).toBe("away")
    expect(away.received[0]!.headers["user-agent"]).not.toBe("secret agent")
  })

  it.each(["/moved?key=a+b%26c", "/moved?other=a%20b%26c", "/a%20b&c/moved"])(
    "to another origin that repeat the key of the query are refused: %s",
    async (path) => {
      target = away.url + path
      await refusedBy(tool("query"), {})
      expect(away.received).toEqual([])
      target = `${away.url}/signed?signature=x`
      expect(await viaGuarded(tool("query"), {})).toBe("away")
    }
  )

  it("to another origin can be followed without the credentials", async () => {
    target = `${away.url}/signed`
    const program = tool("custom")
      .run({})
      .pipe(Effect.provide(layerFetchWith({ crossOrigin: "strip" })))
    expect(await Effect.runPromise(program)).toBe("away")
    expect(away.received[0]!.headers["x-anything"]).toBeUndefined()
  })

  it("to another origin never carry a body", async () => {
    target = `${away.url}/steal`
    status = 307
    await refusedBy(tool(undefined, "post", { content: { "text/plain": {} } }), { body: "secret" })
    expect(away.received).toEqual([])
  })

  it.each([
    [301, "post", "GET", ""],
    [302, "post", "GET", ""],
    [303, "put", "GET", ""],
    [307, "post", "POST", "text"],
    [308, "put", "PUT", "text"],
    [301, "put", "PUT", "text"]
  ])("%d after %s go on as %s", async (redirect, method, next, body) => {
    target = "/moved"
    status = redirect
    await viaGuarded(tool("bearer", method, { content: { "text/plain": {} } }), { body: "text" })
    expect(home.received[1]).toMatchObject({ method: next })
    expect(home.received[1]!.bytes.toString()).toBe(body)
    expect(home.received[1]!.headers["content-type"]).toBe(body === "" ? undefined : "text/plain")
  })

  it("end after a few, and at an address that is none", async () => {
    target = "/loop"
    await refusedBy(tool(), {})
    expect(home.received).toHaveLength(6)
    for (const bad of ["http://", "file:///etc/passwd", `http://user:pass@${new URL(home.url).host}/`]) {
      target = bad
      expect((await refusedBy(tool(), {})).message).toContain("HTTP 302")
    }
  })

  it("can be refused altogether, for any client", async () => {
    target = "/moved"
    const response = await Effect.runPromise(
      Effect.gen(function* () {
        const client = guardRedirects(yield* HttpClient.HttpClient, { maxRedirects: 0 })
        return yield* client.execute(HttpClientRequest.get(`${home.url}/test`))
      }).pipe(
        Effect.provide(FetchHttpClient.layer),
        Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
      )
    )
    expect(response.status).toBe(302)
    expect(home.received).toHaveLength(1)
  })
})
