import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { responder } from "../../examples/demo/server.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** Runs the demo as `npm run demo -- …` does. */
const demo = (args: readonly string[], input = ""): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["examples/demo/start.mjs", ...args], { cwd: root })
    let out = ""
    let error = ""
    child.stdout.on("data", (data: Buffer) => (out += data.toString()))
    child.stderr.on("data", (data: Buffer) => (error += data.toString()))
    child.on("close", (code) => resolve({ code, out, error }))
    child.stdin.end(input)
  })

describe("the demo", () => {
  it("runs its program over real documents", async () => {
    const { code, out, error } = await demo([])
    expect(error).toBe("")
    expect(code).toBe(0)
    for (const heading of ["Program", "Tool calls", "Logs", "Result"]) expect(out).toContain(`\n${heading}\n`)
    expect(out).toContain("63 documents, 1823759 bytes\n642 operations")
    expect(out).toContain(`["3.0/star-trek", 120]`.replace(", ", ","))
    expect(out).toMatch(/specs\.read: 63 calls, the longest \d+ ms/)
    expect(out).toMatch(/64 tool calls in [\d.]+ ms/)
    expect(out).not.toContain("\u001b")
  }, 60_000)

  it("prints the bare result with --json", async () => {
    const { code, out } = await demo(["-", "--json"], "return (await tools.specs.list({ version: '3.1' })).length")
    expect(JSON.parse(out)).toEqual({ ok: true, value: 12, toolCalls: [{ name: "specs.list" }] })
    expect(code).toBe(0)
  }, 60_000)

  it("shows the line of a failure with a caret", async () => {
    const { code, out } = await demo(["-"], "const value = 1\nreturn value()\n")
    expect(code).toBe(1)
    expect(out).toContain("  1 | const value = 1\n> 2 | return value()\n    |        ^")
  }, 60_000)

  it("knows limits", async () => {
    const late = await demo(["-", "--timeout", "50", "--json"], "for (;;) ;")
    expect(late.code).toBe(1)
    expect(JSON.parse(late.out)).toMatchObject({ ok: false, error: { kind: "TimeoutExceeded" } })
    const refused = await demo(["-", "--max-tool-calls", "0", "--json"], "await tools.specs.list({})")
    expect(JSON.parse(refused.out)).toMatchObject({
      ok: false,
      error: { kind: "ToolCallLimitExceeded" },
      toolCalls: []
    })
  }, 60_000)

  it("explains itself to whoever calls it wrongly", async () => {
    for (const args of [
      ["--timeout", "0x10"],
      ["--timeout", "1e3"],
      ["--max-tool-calls", ""],
      ["--max-tool-calls", "1.5"],
      ["--no-such-option"],
      ["no-such-file.js"]
    ]) {
      const { code, out, error } = await demo(args)
      expect(code, args.join(" ")).toBe(2)
      expect(out).toBe("")
      expect(error).toMatch(/^[^\n]+ See --help\.\n$/)
    }
    const { code, out } = await demo(["--help"])
    expect(code).toBe(0)
    expect(out).toContain("Usage: npm run demo")
  }, 120_000)

  const petstore = "node_modules/@readme/oas-examples/3.0/json/petstore.json"

  it("answers the operations of a document with its own examples", async () => {
    const program = `const pet = await tools.api.getPetById({ petId: 7 })
      await tools.api.addPet({ body: { name: "Rex", photoUrls: [] } })
      return [pet.name, pet.status, await tools.api.getInventory({})]`
    const { code, error, out } = await demo(["--openapi", petstore, program])
    expect([code, error]).toEqual([0, ""])
    expect(out).toContain("\nRequests\n\nGET /pet/7 → 200\nPOST /pet → 200\nGET /store/inventory → 200\n")
    expect(out).toContain('["doggie", "available", '.replaceAll(", ", ","))
    expect(out).toMatch(/api\.getPetById +\d+ ms +\{"petId":7\}/)
  }, 60_000)

  it("lists a document's tools, reads YAML and programs from standard input", async () => {
    const yaml = petstore.replaceAll("json", "yaml")
    const listed = await demo(["--openapi", yaml, "--json"])
    expect(JSON.parse(listed.out)).toMatchObject({
      ok: true,
      value: { tools: expect.arrayContaining(["tools.api.getPetById"]) }
    })
    const piped = await demo(
      ["--openapi", yaml, "-", "--json"],
      "return (await tools.api.getPetById({ petId: 1 })).name"
    )
    expect(JSON.parse(piped.out)).toMatchObject({ ok: true, value: "doggie" })
  }, 60_000)

  it("sends requests elsewhere on request, with a token", async () => {
    const seen: Array<string> = []
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers["api_key"]}`)
      response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}')
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const { port } = server.address() as AddressInfo
    const options = ["--base-url", `http://127.0.0.1:${port}/v2`, "--token", "T", "--json"]
    const { out } = await demo(["--openapi", petstore, "return tools.api.getInventory({})", ...options])
    server.close()
    expect(JSON.parse(out)).toMatchObject({ ok: true, value: { a: 1 } })
    expect(seen).toEqual(["GET /v2/store/inventory T"])
  }, 60_000)

  it("says what is wrong with its arguments", async () => {
    expect(await demo(["--openapi", "nowhere.json", "1"])).toMatchObject({
      code: 2,
      error: expect.stringContaining("could not be read")
    })
    expect(await demo(["--base-url", "http://localhost"])).toMatchObject({
      code: 2,
      error: expect.stringContaining("--openapi")
    })
  }, 60_000)
})

describe("the demo's server", () => {
  const answer = responder({
    paths: {
      "/a/{id}": {
        get: { responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } } } }
      },
      "/a/self": {
        get: {
          responses: {
            201: {
              content: {
                "text/plain": { example: "me" },
                "application/json": { examples: { x: { $ref: "#/components/examples/X" } } }
              }
            }
          }
        }
      },
      "/a": {
        delete: { responses: { 204: {} } },
        post: { responses: { default: { content: { "*/*": { schema: { type: "string" } } } } } }
      },
      "/b.{x}/{y}?op=1": { get: {} }
    },
    components: {
      schemas: {
        A: {
          allOf: [
            {
              type: "object",
              properties: { id: { type: "string", format: "uuid" }, secret: { type: "string", writeOnly: true } }
            },
            {
              properties: {
                tags: { type: "array", items: { enum: ["x", "y"] } },
                child: { $ref: "#/components/schemas/A" }
              }
            }
          ]
        }
      },
      examples: { X: { value: { whole: true } } }
    }
  })

  it("prefers the most literal path, the first success, JSON and given examples", () => {
    expect(answer("GET", "/a/self")).toEqual({ status: 201, type: "application/json", body: '{"whole":true}' })
    const { body, status } = answer("GET", "/a/7?q=1")
    expect(status).toBe(200)
    expect(JSON.parse(String(body))).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tags: ["x"],
      child: { tags: ["x"] }
    })
    expect(String(body)).not.toContain("secret")
    expect(answer("DELETE", "/a")).toEqual({ status: 204, type: undefined, body: "" })
    expect(answer("POST", "/a")).toEqual({ status: 200, type: "application/json", body: '"text"' })
    expect(answer("GET", "/b.1/2?op=1&z")).toMatchObject({ status: 200 })
    for (const [method, path] of [
      ["GET", "/b.1/2"],
      ["PUT", "/a"],
      ["GET", "/a/7/8"],
      ["GET", "/bx1/2?op=1"]
    ] as const) {
      expect(answer(method, path).status).toBe(404)
    }
  })
})
