import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

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
    for (const args of [["--timeout", "x"], ["no-such-file.js"]]) {
      const { code, out, error } = await demo(args)
      expect(code).toBe(2)
      expect(out).toBe("")
      expect(error).toContain("Usage: npm run demo")
    }
  }, 60_000)
})
