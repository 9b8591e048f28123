import { gzipSync } from "node:zlib"
import type { ServerResponse } from "node:http"
import { Effect, Fiber } from "effect"
import { HttpClient, HttpClientError } from "effect/http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Options } from "../../src/openapi/index.ts"
import { layerFetch } from "../../src/openapi/index.ts"
import type { Loopback } from "./loopback.ts"
import { listen, refusedBy, viaFetch, viaGuarded } from "./loopback.ts"
import type { Json } from "./support.ts"
import { one, onlyTool, refusal, resolver } from "./support.ts"

type Route = (response: ServerResponse) => void

const routes = new Map<string, Route>()

let server: Loopback

beforeAll(async () => {
  server = await listen(({ target }, response) => routes.get(target)!(response))
})

afterAll(() => server.close())

let count = 0

/** A tool whose operation is answered by `route`. */
const answered = (route: Route, operation: Json = {}, options: Omit<Options, "spec"> = {}, method = "get") => {
  const path = `/route/${count++}`
  routes.set(path, route)
  const document = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } }
  return onlyTool(one(operation, { method, path, document }), { baseUrl: server.url, ...options })
}

const plain = (status: number, contentType: string | undefined, body: string | Uint8Array) =>
  answered((response) => {
    response.statusCode = status
    if (contentType !== undefined) response.setHeader("content-type", contentType)
    response.end(body)
  })

describe("successful answers", () => {
  it.each([
    ["application/json", '{"a":[1,null]}', { a: [1, null] }],
    ["application/problem+JSON; charset=utf-8", "7", 7],
    ["application/json", "\uFEFF[1]", [1]],
    ["application/json", "", null],
    ["text/plain", "123", "123"],
    [undefined, "123", "123"],
    ["text/html; charset=utf-8", "<p>é</p>", "<p>é</p>"],
    ["application/xml", "<a/>", "<a/>"],
    ["image/svg+xml", "<svg/>", "<svg/>"],
    ["application/yaml", "a: 1", "a: 1"],
    ["application/x-ndjson", "{}\n{}\n", "{}\n{}\n"],
    ["application/vnd.custom; charset=utf-8", "x", "x"],
    ["text/plain", "", null],
    ["image/png", "", null]
  ])("of %s %j are %j", async (contentType, body, value) => {
    expect(await viaFetch(plain(200, contentType, body), {})).toEqual(value)
  })

  it.each([200, 201, 203, 206, 299])("may have status %d", async (status) => {
    expect(await viaFetch(plain(status, "application/json", "1"), {})).toBe(1)
  })

  it("without a body are null", async () => {
    for (const status of [204, 205]) {
      expect(
        await viaFetch(
          answered((response) => void response.writeHead(status).end()),
          {}
        )
      ).toBe(null)
    }
  })

  it("to HEAD are null, whatever length they announce", async () => {
    const tool = answered(
      (response) => void response.writeHead(200, { "content-length": "99999999999" }).end(),
      {},
      {},
      "head"
    )
    expect(await viaFetch(tool, {})).toBe(null)
  })

  it("that are no text are bytes", async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256)
    const value = (await viaFetch(plain(200, "image/png", bytes), {})) as Json
    expect(value).toEqual({ contentType: "image/png", base64: Buffer.from(bytes).toString("base64"), bytes: 100_000 })
  })

  it.each([
    ["application/pdf;charset=UTF-8", [0x25, 0x50, 0x44, 0x46]],
    ["image/png; charset=iso-8859-1", [0x89, 0x50]],
    ["application/vnd.custom; charset=utf-8", [0x61, 0xff]],
    ["application/vnd.custom; charset=bogus", [0x61]]
  ])("of %s are bytes in spite of its charset", async (contentType, bytes) => {
    const base64 = Buffer.from(bytes).toString("base64")
    const value = await viaFetch(plain(200, contentType, Uint8Array.from(bytes)), {})
    expect(value).toEqual({ contentType, base64, bytes: bytes.length })
  })

  it("without a type are bytes where only bytes are declared", async () => {
    const tool = answered((response) => response.end(Buffer.from([255])), {
      responses: { 200: { content: { "application/pdf": {} } } }
    })
    expect(await viaFetch(tool, {})).toEqual({ contentType: "application/octet-stream", base64: "/w==", bytes: 1 })
  })

  it("are decompressed", async () => {
    const tool = answered((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      response.end(gzipSync('{"zipped":true}'))
    })
    expect(await viaFetch(tool, {})).toEqual({ zipped: true })
  })

  it("with bad UTF-8 are read leniently, and another charset is honoured", async () => {
    expect(await viaFetch(plain(200, "text/plain", Uint8Array.from([0x61, 0xff, 0x62])), {})).toBe("a\uFFFDb")
    expect(await viaFetch(plain(200, "text/plain; charset=iso-8859-1", Uint8Array.from([0xe9])), {})).toBe("é")
    expect(await viaFetch(plain(200, 'text/plain; charset="bogus"', "é"), {})).toBe("é")
    expect(await viaFetch(plain(200, "application/json", Uint8Array.from([0x22, 0xff, 0x22])), {})).toBe("\uFFFD")
  })

  it("that are broken JSON fail without being shown", async () => {
    const error = await refusedBy(plain(200, "application/json", '{"secret":'), {})
    expect(error.message).toMatch(/^GET \/route\/\d+ returned malformed JSON$/)
    expect(error.cause).toBeInstanceOf(SyntaxError)
  })
})

describe("unsuccessful answers", () => {
  it.each([
    [404, "application/json", '{ "message" : "no\\u0020such" }', 'HTTP 404: {"message":"no such"}'],
    [500, "text/plain", " as it is ", "HTTP 500:  as it is "],
    [400, "application/json", "{broken", "HTTP 400: {broken"],
    [401, "application/json", "null", "HTTP 401: no response body"],
    [503, undefined, "", "HTTP 503: no response body"],
    [304, undefined, "", "HTTP 304: no response body"],
    [302, "text/plain", "moved", "HTTP 302: moved"]
  ])("%d %s %j", async (status, contentType, body, text) => {
    expect((await refusedBy(plain(status, contentType, body), {})).message).toMatch(
      new RegExp(`^GET /route/\\d+ failed with ${text.replace(/[{}.[\]\\]/g, "\\$&")}$`)
    )
  })

  it("are cut after 1024 characters", async () => {
    const exact = await refusedBy(plain(500, "text/plain", "x".repeat(1024)), {})
    expect(exact.message.endsWith(`: ${"x".repeat(1024)}`)).toBe(true)
    const long = await refusedBy(plain(500, "text/plain", "x".repeat(1025)), {})
    expect(long.message.endsWith(`: ${"x".repeat(1024)}...`)).toBe(true)
  })

  it("show none of the call's secrets, in no spelling", async () => {
    const token = 'p"ss w/rd+ü'
    const echo = (contentType: string, body: string) => {
      const tool = answered(
        (response) => void response.writeHead(401, { "content-type": contentType }).end(body),
        { security: [{ key: [] }] },
        {
          auth: resolver({ key: { type: "basic", username: "ada", password: token } }).auth,
          headers: { "X-Api-Key": "static-1", "X-Plain": "visible" }
        }
      )
      return refusedBy(tool, {}).then(({ message }) => message)
    }
    const encoded = Buffer.from(`ada:${token}`).toString("base64")
    expect(await echo("text/plain", `got ${token} and ${encoded} of ada, static-1, visible`)).toMatch(
      /: got \[redacted\] and \[redacted\] of \[redacted\], \[redacted\], visible$/
    )
    expect(await echo("text/plain", `b64 ${Buffer.from(token).toString("base64")}`)).toMatch(/: b64 \[redacted\]$/)
    expect(await echo("application/json", JSON.stringify({ echo: token }))).toMatch(/: \{"echo":"\[redacted\]"\}$/)
    expect(await echo("text/plain", `?p=${encodeURIComponent(token)}&q=${new URLSearchParams([["", token]])}`)).toMatch(
      /: \?p=\[redacted\]&q==\[redacted\]$/
    )
  })

  const secret = `se/cr+et=é"<&>'k \\ü`
  const base64 = Buffer.from(secret).toString("base64")
  const lower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())

  it.each([
    ["a URL with small letters", lower(encodeURIComponent(secret))],
    ["a form with small letters", lower(new URLSearchParams([["", secret]]).toString().slice(1))],
    ["a URL in a URL", encodeURIComponent(encodeURIComponent(secret))],
    ["JSON with escaped slashes", JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/")],
    [
      "JSON in ASCII",
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(/[^ -~]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`)
    ],
    ["JSON in JSON", JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    [
      "HTML",
      secret
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&#x3E;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#039;")
    ],
    ["base64 without padding", base64.replace(/=+$/, "")],
    ["base64 for URLs", base64.replaceAll("+", "-").replaceAll("/", "_")]
  ])("show no secret as %s", async (_, text) => {
    expect(text).not.toContain(secret)
    const tool = answered(
      (response) => void response.writeHead(401, { "content-type": "text/html" }).end(`<p>${text}</p>`),
      { security: [{ key: [] }] },
      { auth: resolver({ key: { type: "basic", username: "ada", password: secret } }).auth }
    )
    expect((await refusedBy(tool, {})).message).toMatch(/: <p>\[redacted\]<\/p>$/)
  })

  it("lose a secret before they are cut", async () => {
    const tool = answered(
      (response) => void response.writeHead(500).end(`${"x".repeat(1020)}SECRETSECRET`),
      { security: [{ key: [] }] },
      { auth: resolver({ key: { type: "bearer", token: "SECRETSECRET" } }).auth }
    )
    expect((await refusedBy(tool, {})).message).not.toContain("SECR")
  })
})

describe("large answers", () => {
  it("are refused by their announced length, unread", async () => {
    const tool = answered((response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "52428801" })
      response.write("x")
    })
    expect((await refusedBy(tool, {})).message).toContain("response exceeds 50 MiB")
  })

  it("are refused while they arrive, failures too, and let go of", async () => {
    for (const status of [200, 500]) {
      let closed = false
      const chunk = Buffer.alloc(1 << 20, 97)
      const tool = answered((response) => {
        response.writeHead(status, { "content-type": "text/plain" })
        response.on("close", () => (closed = true))
        const push = (): void => {
          while (!closed && response.write(chunk)) continue
          if (!closed) response.once("drain", push)
        }
        push()
      })
      expect((await refusedBy(tool, {})).message).toContain("response exceeds 50 MiB")
      await expect.poll(() => closed).toBe(true)
    }
  })

  it("are refused by the size after decompression", async () => {
    const tool = answered(
      (response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
        response.end(gzipSync(Buffer.alloc(3000, 97)))
      },
      {},
      { maxResponseBytes: 2048 }
    )
    expect((await refusedBy(tool, {})).message).toContain("response exceeds 2 KiB")
  })

  it("may be as large as the host allows", async () => {
    const exactly = (bytes: number) => plainWithin(bytes, 1000)
    const plainWithin = (bytes: number, maxResponseBytes: number) =>
      answered((response) => void response.end("x".repeat(bytes)), {}, { maxResponseBytes })
    expect(await viaFetch(exactly(1000), {})).toHaveLength(1000)
    expect((await refusedBy(exactly(1001), {})).message).toContain("response exceeds 1000 bytes")
  })

  it("that no string of a program can hold name their size", async () => {
    const size = 2 ** 24 + 1
    const text = await refusedBy(plain(200, "text/plain", Buffer.alloc(size, 97)), {})
    expect(text.message).toContain(`${size} characters`)
    expect(text.message).toContain(`${2 ** 24}`)
    const binary = await refusedBy(plain(200, "image/png", Buffer.alloc(12_600_000)), {})
    expect(binary.message).toContain("16800000 characters")
  })
})

describe("broken transports", () => {
  it("are named as such, with their reason only as cause", async () => {
    const closed = onlyTool(one({ parameters: [{ in: "query", name: "q", schema: {} }] }), {
      baseUrl: "http://127.0.0.1:1"
    })
    const error = await refusedBy(closed, { q: "private" })
    expect(error.message).toBe("GET /test failed with a transport error")
    expect(error.cause).toBeInstanceOf(HttpClientError.HttpClientError)
    const reset = answered((response) => void response.socket!.destroy())
    expect((await refusedBy(reset, {})).message).toContain("transport error")
  })

  it("in the middle of an answer are told apart", async () => {
    const tool = answered((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
      response.write('{"a":')
      setTimeout(() => response.socket!.destroy(), 20)
    })
    const error = await refusedBy(tool, {})
    expect(error.message).toContain("could not be read to its end")
    expect(error.cause).toBeDefined()
  })

  it("include a client that filters by status", async () => {
    const tool = plain(500, "text/plain", "boom")
    const client = await Effect.runPromise(HttpClient.HttpClient.pipe(Effect.provide(layerFetch)))
    expect(await refusal(tool, {}, { client: HttpClient.filterStatusOk(client) })).toMatch(/transport error$/)
  })

  it("do not swallow an interruption, and the server sees it", async () => {
    let closed = false
    const tool = answered((response) => void response.on("close", () => (closed = true)))
    const fiber = Effect.runFork(tool.run({}).pipe(Effect.provide(layerFetch)))
    await expect.poll(() => server.received.some(({ target }) => target === `/route/${count - 1}`)).toBe(true)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await expect.poll(() => closed).toBe(true)
  })
})

describe("connections", () => {
  it("are kept and reused by small answers", async () => {
    const sockets = new Set<unknown>()
    const tool = answered((response) => {
      sockets.add(response.socket)
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
    for (let call = 0; call < 5; call++) await viaGuarded(tool, {})
    expect(sockets.size).toBeLessThan(5)
  })
})
