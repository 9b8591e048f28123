import { Effect, Tracer } from "effect"
import { HttpClient } from "effect/http"
import { describe, expect, it } from "vitest"
import type { Credential } from "../../src/openapi/index.ts"
import { toolError } from "../../src/tool-error.ts"
import { failure, inputType, one, onlySkip, onlyTool, recorder, refusal, resolver, resultOf, run } from "./support.ts"

const schemes = {
  bearer: { type: "http", scheme: "Bearer" },
  basic: { type: "http", scheme: "basic" },
  headerKey: { type: "apiKey", in: "header", name: "X-Key" },
  queryKey: { type: "apiKey", in: "query", name: "api_key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "sid" },
  oauth: { type: "oauth2", flows: {} },
  open: { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
  tls: { type: "mutualTLS" },
  aliased: { $ref: "#/components/securitySchemes/bearer" },
  broken: { type: "apiKey", in: "body", name: "x" },
  nameless: { type: "apiKey", in: "header" },
  unknown: { type: "telepathy" }
}

const spec = (security: unknown, rest: object = {}, document: object = {}) =>
  one({ security, ...rest }, { document: { components: { securitySchemes: schemes }, ...document } })

const sentWith = async (
  security: unknown,
  credentials: Record<string, Credential>,
  input: unknown = {},
  rest: object = {}
) => {
  const recording = recorder()
  const { auth } = resolver(credentials)
  await run(onlyTool(spec(security, rest), { auth }), input, recording)
  return recording.sent[0]!
}

const need = (...names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, []]))

describe("security declarations", () => {
  it("count only where they are there", () => {
    const document = { components: { securitySchemes: schemes }, security: [need("bearer")] }
    const { skipped } = resultOf(one({ security: undefined }, { document }))
    expect(skipped).toEqual([])
  })

  it.each([
    [null, "invalid-security", "security declaration is not an array"],
    ["x", "invalid-security", "security declaration is not an array"],
    [[5], "invalid-security", "security requirement is not an object"],
    [[{ bearer: "x" }], "invalid-security", "security requirement scopes are not string arrays"],
    [[{ bearer: [5] }], "invalid-security", "security requirement scopes are not string arrays"],
    [[need("missing")], "security-scheme", "security requirement references missing or malformed scheme: missing"],
    [
      [need("broken"), need("unknown", "nameless")],
      "security-scheme",
      "security requirement references missing or malformed scheme: broken, unknown, nameless"
    ],
    [
      [JSON.parse('{"__proto__":[]}')],
      "security-scheme",
      "security requirement references missing or malformed scheme: __proto__"
    ],
    [
      [need("constructor")],
      "security-scheme",
      "security requirement references missing or malformed scheme: constructor"
    ]
  ])("%j skip the operation", (security, code, reason) => {
    expect(onlySkip(spec(security))).toMatchObject({ code, reason })
  })

  it("of the document are inherited, malformed ones too", () => {
    expect(onlySkip(one({}, { document: { security: null } })).code).toBe("invalid-security")
    expect(inputType(onlyTool(one({ security: [] }, { document: { security: null } })))).toBe("{}")
  })

  it("drop alternatives whose scheme is missing", async () => {
    const sent = await sentWith([need("missing"), need("bearer")], { bearer: { type: "bearer", token: "T" } })
    expect(sent.headers["authorization"]).toBe("Bearer T")
  })

  it("never show in the tool", () => {
    const tool = onlyTool(spec([need("queryKey", "headerKey")]))
    expect(inputType(tool)).toBe("{}")
    expect(JSON.stringify([tool.description, tool.input])).not.toMatch(/key/i)
  })
})

describe("credentials", () => {
  it.each([
    ["bearer", { type: "bearer", token: "T" }, { authorization: "Bearer T" }],
    ["aliased", { type: "bearer", token: "T" }, { authorization: "Bearer T" }],
    ["headerKey", { type: "bearer", token: "T" }, { authorization: "Bearer T" }],
    [
      "basic",
      { type: "basic", username: "ü", password: "p:日本" },
      { authorization: `Basic ${Buffer.from("ü:p:日本").toString("base64")}` }
    ],
    ["oauth", { type: "header", name: "X-Custom", value: "v" }, { "x-custom": "v" }],
    ["headerKey", { type: "apiKey", value: "k" }, { "x-key": "k" }],
    ["cookieKey", { type: "apiKey", value: "k=1/+" }, { cookie: "sid=k=1/+" }]
  ] as const)("for %s: %j", async (name, credential, headers) => {
    expect((await sentWith([need(name)], { [name]: credential })).headers).toEqual(headers)
  })

  it("in the query replace a parameter of that name", async () => {
    const parameters = [
      { in: "query", name: "api_key", schema: {} },
      { in: "query", name: "a", schema: {} }
    ]
    const sent = await sentWith(
      [need("queryKey")],
      { queryKey: { type: "apiKey", value: "k&1" } },
      { api_key: "mine", a: 1 },
      { parameters }
    )
    expect(sent.url).toBe("https://api.test/test?a=1&api_key=k%261")
  })

  it("share the cookie header and replace a cookie of that name", async () => {
    const parameters = ["sid", "b"].map((name) => ({ in: "cookie", name, schema: {} }))
    const sent = await sentWith(
      [need("cookieKey")],
      { cookieKey: { type: "apiKey", value: "k" } },
      { sid: "mine", b: 2 },
      { parameters }
    )
    expect(sent.headers["cookie"]).toBe("b=2; sid=k")
  })

  it("that are a cookie header of their own join it, and replace cookies of their names", async () => {
    const parameters = ["sid", "b"].map((name) => ({ in: "cookie", name, schema: {} }))
    const sent = await sentWith(
      [need("oauth", "cookieKey")],
      {
        oauth: { type: "header", name: "Cookie", value: "sid=k; more=1" },
        cookieKey: { type: "apiKey", value: "c" }
      },
      { sid: "mine", b: 2 },
      { parameters }
    )
    expect(sent.headers["cookie"]).toBe("b=2; sid=c; sid=k; more=1")
  })

  it("under names of object members work", async () => {
    const securitySchemes = { key: { type: "apiKey", in: "query", name: "__proto__" } }
    const tool = onlyTool(one({ security: [need("key")] }, { document: { components: { securitySchemes } } }), {
      auth: resolver({ key: { type: "apiKey", value: "v" } }).auth
    })
    const recording = recorder()
    await run(tool, {}, recording)
    expect(recording.sent[0]!.url).toBe("https://api.test/test?__proto__=v")
  })

  it("are all sent where one requirement names several", async () => {
    const sent = await sentWith([need("bearer", "queryKey", "cookieKey")], {
      bearer: { type: "bearer", token: "T" },
      queryKey: { type: "apiKey", value: "q" },
      cookieKey: { type: "apiKey", value: "c" }
    })
    expect(sent.url).toBe("https://api.test/test?api_key=q")
    expect(sent.headers).toEqual({ authorization: "Bearer T", cookie: "sid=c" })
  })

  it("that clash are refused", async () => {
    const clash = async (names: ReadonlyArray<string>, credentials: Record<string, Credential>) =>
      refusal(onlyTool(spec([need(...names)]), { auth: resolver(credentials).auth }), {})
    const bearer: Credential = { type: "bearer", token: "T" }
    expect(await clash(["bearer", "oauth"], { bearer, oauth: bearer })).toContain("multiple credentials")
    expect(
      await clash(["headerKey", "oauth"], {
        headerKey: { type: "apiKey", value: "secret" },
        oauth: { type: "header", name: "x-KEY", value: "secret" }
      })
    ).toMatch(/multiple credentials(?!.*secret)/)
  })

  it("that do not fit are refused without being shown", async () => {
    const of = (name: string, credential: Credential) =>
      refusal(onlyTool(spec([need(name)]), { auth: resolver({ [name]: credential }).auth }), {})
    expect(await of("bearer", { type: "apiKey", value: "secret" })).toMatch(/apiKey(?!.*secret)/)
    expect(await of("bearer", { type: "bearer", token: "secret\r\nx: y" })).toMatch(/characters(?!.*secret)/)
    expect(await of("cookieKey", { type: "apiKey", value: "secret;x" })).toMatch(/characters(?!.*secret)/)
  })

  it("that are none at all are refused: the call must not go without", async () => {
    const answers = [
      null,
      "secret",
      {},
      { type: "Bearer", token: "secret" },
      { type: "bearer" },
      { type: "bearer", token: undefined },
      { type: "bearer", token: 5 },
      { type: "basic", username: "secret" },
      { type: "header", name: "X Key", value: "secret" },
      { type: "header", name: "", value: "secret" },
      { type: "apiKey" }
    ]
    for (const answer of answers) {
      const recording = recorder()
      const { auth } = resolver({ headerKey: answer as unknown as Credential })
      const told = await refusal(onlyTool(spec([need("headerKey")]), { auth }), {}, recording)
      expect(told).toMatch(/no credential|no valid name/)
      expect(told).not.toContain("secret")
      expect(recording.sent).toEqual([])
    }
  })

  it("of type none leave the authentication to the transport", async () => {
    expect((await sentWith([need("tls"), need("bearer")], { tls: { type: "none" } })).headers).toEqual({})
    const sent = await sentWith([need("tls"), need("bearer")], { bearer: { type: "bearer", token: "T" } })
    expect(sent.headers).toEqual({ authorization: "Bearer T" })
  })

  it("win over every other header of that name, which keep their own order", async () => {
    const parameters = [
      { in: "header", name: "X-Key", schema: {} },
      { in: "header", name: "X-Own", schema: {} }
    ]
    const requestBody = { required: true, content: { "application/json": {} } }
    const recording = recorder()
    const tool = onlyTool(
      one(
        { parameters, requestBody, security: [need("headerKey")] },
        { method: "post", document: { components: { securitySchemes: schemes } } }
      ),
      {
        headers: { "X-KEY": "static", "X-Own": "static", "X-Static": "static", "Content-Type": "static" },
        auth: resolver({ headerKey: { type: "apiKey", value: "auth" } }).auth
      }
    )
    await run(tool, { "X-Key": "param", "X-Own": "param", body: 1 }, recording)
    expect(recording.sent[0]!.headers).toMatchObject({
      "x-key": "auth",
      "x-own": "param",
      "x-static": "static",
      "content-type": "application/json"
    })
  })
})

describe("traces", () => {
  it("show no credential, whatever name carries it", async () => {
    const attributes: Array<unknown> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        const { attribute } = span
        span.attribute = (key, value) => {
          attributes.push([key, value])
          attribute.call(span, key, value)
        }
        return span
      }
    })
    const tool = onlyTool(spec([need("headerKey", "queryKey", "cookieKey")]), {
      headers: { "X-Host-Token": "SECRET-4", "X-Plain": "visible" },
      auth: resolver({
        headerKey: { type: "apiKey", value: "SECRET-1" },
        queryKey: { type: "apiKey", value: "SECRET-2" },
        cookieKey: { type: "apiKey", value: "SECRET-3" }
      }).auth
    })
    const { client, sent } = recorder()
    await Effect.runPromise(
      tool.run({}).pipe(
        Effect.provideService(HttpClient.HttpClient, client),
        Effect.provideService(HttpClient.TracerHeaderFilter, () => true),
        Effect.withTracer(tracer)
      )
    )
    expect(sent[0]!.url).toContain("SECRET-2")
    expect(JSON.stringify(attributes)).toContain("visible")
    expect(JSON.stringify(attributes)).not.toContain("SECRET")
  })
})

describe("resolution", () => {
  it("asks with the whole question", async () => {
    const { asked, auth } = resolver({ oauth: { type: "bearer", token: "T" } })
    const tool = onlyTool(spec([{ oauth: ["read", "write"] }], { summary: "Sum", description: "Long" }), { auth })
    await run(tool, {})
    expect(asked).toEqual([
      {
        name: "oauth",
        definition: { type: "oauth2", flows: {} },
        scopes: ["read", "write"],
        operation: { operationId: "op", method: "GET", path: "/test", summary: "Sum", description: "Long" }
      }
    ])
    const bare = onlyTool(
      one(
        { operationId: undefined, security: [need("bearer")] },
        { document: { components: { securitySchemes: schemes } } }
      ),
      { auth }
    )
    await refusal(bare, {})
    expect(asked[1]!["definition"]).toEqual({ type: "http", scheme: "bearer" })
    expect(asked[1]!["operation"]).toStrictEqual({
      operationId: undefined,
      method: "GET",
      path: "/test",
      summary: undefined,
      description: undefined
    })
  })

  it("tries alternatives in order and stops at the first complete one", async () => {
    const { asked, auth } = resolver({
      headerKey: { type: "apiKey", value: "k" },
      bearer: { type: "bearer", token: "T" }
    })
    const tool = onlyTool(spec([need("headerKey", "basic"), need("bearer"), need("oauth")]), { auth })
    const recording = recorder()
    await run(tool, {}, recording)
    expect(asked.map(({ name }) => name)).toEqual(["headerKey", "basic", "bearer"])
    expect(recording.sent[0]!.headers).toEqual({ authorization: "Bearer T" })
  })

  it("goes without where that is allowed", async () => {
    const { asked, auth } = resolver({})
    await run(onlyTool(spec([need("bearer"), {}]), { auth }), {})
    expect(asked.map(({ name }) => name)).toEqual(["bearer"])
    await run(onlyTool(spec([need("bearer"), {}])), {})
    await run(onlyTool(spec([])), {})
  })

  it("names what is unavailable", async () => {
    const message = await refusal(onlyTool(spec([need("bearer"), need("basic"), need("bearer")])), {})
    expect(message).toContain("GET /test")
    expect(message).toContain("'bearer', 'basic'")
    expect(message.match(/bearer/g)).toHaveLength(1)
  })

  it("is made afresh for every call, after the inputs were accepted", async () => {
    const { asked, auth } = resolver({ bearer: { type: "bearer", token: "T" } })
    const parameters = [{ in: "query", name: "a", required: true, schema: {} }]
    const tool = onlyTool(spec([need("bearer")], { parameters }), { auth })
    await refusal(tool, {})
    await refusal(tool, { a: { b: {} } })
    expect(asked).toHaveLength(0)
    for (let call = 1; call <= 3; call++) {
      await run(tool, { a: 1 })
      expect(asked).toHaveLength(call)
    }
  })

  it("ends the call by its own failure, without trying others", async () => {
    const asked: Array<string> = []
    const failing = (error: unknown) => ({
      resolve: ({ name }: { readonly name: string }) =>
        Effect.suspend(() => {
          asked.push(name)
          return Effect.fail(error)
        })
    })
    const security = [need("bearer"), need("basic"), {}]
    expect(await refusal(onlyTool(spec(security), { auth: failing(toolError("Sign in first.")) }), {})).toBe(
      "Sign in first."
    )
    expect(await failure(onlyTool(spec(security), { auth: failing("internal") }), {})).toBe("internal")
    expect(asked).toEqual(["bearer", "bearer"])
  })
})
