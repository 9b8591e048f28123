import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import type { DocumentError } from "../../src/openapi/index.ts"
import { fromSpec, parse } from "../../src/openapi/index.ts"
import { flatten } from "./support.ts"

const read = (text: string) => Effect.runPromise(parse(text))

const error = async (text: string): Promise<DocumentError> => {
  const exit = await Effect.runPromiseExit(parse(text))
  if (Exit.isSuccess(exit)) throw new Error("expected a failure")
  const [reason] = exit.cause.reasons
  if (reason?._tag !== "Fail") throw new Error("expected a failure")
  return reason.error
}

describe("parse", () => {
  it("reads JSON", async () => {
    expect(await read('\uFEFF {"openapi":"3.1.0","paths":{}}')).toEqual({ openapi: "3.1.0", paths: {} })
  })

  it("reads YAML, keys as texts and values as JSON", async () => {
    const text = [
      "openapi: 3.0.3",
      "servers: [{ url: 'https://api.test' }]",
      "x-date: 2020-01-01",
      "x-no: no",
      "x-shared: &shared { type: string }",
      "paths:",
      "  /a:",
      "    get:",
      "      operationId: a",
      "      parameters:",
      "        - { in: query, name: q, schema: *shared }",
      "        - { in: query, name: r, schema: { <<: *shared, minLength: 1 } }",
      "      responses:",
      "        200: { description: ok }",
      "  __proto__: { polluted: true }"
    ].join("\n")
    const document = (await read(text)) as Record<string, unknown>
    expect(document["x-date"]).toBe("2020-01-01")
    expect(document["x-no"]).toBe("no")
    expect(Object.keys(document["paths"] as object)).toEqual(["/a", "__proto__"])
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
    const { tools } = fromSpec({ spec: document })
    expect(flatten(tools)["a"]!.input).toMatchObject({
      properties: { q: { type: "string" }, r: { type: "string", minLength: 1 } }
    })
    expect(Object.keys((document["paths"] as { "/a": { get: { responses: object } } })["/a"].get.responses)).toEqual([
      "200"
    ])
  })

  it("reads a real document the same from JSON and YAML", async () => {
    const require = createRequire(import.meta.url)
    const json = readFileSync(require.resolve("@readme/oas-examples/3.1/json/petstore.json"), "utf8")
    const yaml = readFileSync(require.resolve("@readme/oas-examples/3.1/yaml/petstore.yaml"), "utf8")
    expect(await read(yaml)).toEqual(await read(json))
  })

  it.each([
    ["5", "must be an object"],
    ["[]", "must be an object"],
    ["", "must be an object"],
    ["just text", "must be an object"],
    ['{"openapi": ', "not valid JSON"],
    ["a: b: c", "not valid YAML"],
    ["a: 1\na: 2", "not valid YAML"],
    ["a: *missing", "aliases"]
  ])("refuses %j: %s", async (text, message) => {
    const failure = await error(text)
    expect(failure._tag).toBe("OpenAPIDocumentError")
    expect(failure.message).toContain(message)
  })

  it("takes anchors that are used again and again", async () => {
    const uses = Array.from({ length: 2000 }, (_, index) => `k${index}: *x`)
    const spec = (await read(["x: &x { a: { b: 1 } }", ...uses].join("\n"))) as Record<string, unknown>
    expect(Object.keys(spec)).toHaveLength(2001)
    expect(spec["k1999"]).toEqual({ a: { b: 1 } })
  })

  it("refuses what is no text", async () => {
    expect((await error(Buffer.from("{}") as unknown as string)).message).toContain("must be a string")
  })

  it("says where YAML breaks", async () => {
    expect(await error("openapi: 3.1.0\npaths: {\n  a: ]\n")).toMatchObject({
      line: expect.any(Number),
      column: expect.any(Number)
    })
  })

  it("refuses aliases that expand without bound or in a circle", async () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x,x,x]"]
    for (let level = 1; level < 12; level++)
      bomb.push(
        `b${level}: &b${level} [${Array(10)
          .fill(`*${level === 1 ? "a" : `b${level - 1}`}`)
          .join(",")}]`
      )
    expect((await error(bomb.join("\n"))).message).toContain("aliases")
    expect((await error("a: &a { self: *a }")).message).toContain("aliases")
  })
})
