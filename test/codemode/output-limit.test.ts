import { describe, expect, it } from "vitest"
import { run } from "../support/run.ts"
import { refuse } from "../support/tools.ts"

const limited = (code: string, maxOutputBytes: number) => run(code, { tools: { refuse }, limits: { maxOutputBytes } })
const marker = (bytes: number, limit: number): string =>
  ` [result truncated: ${bytes} bytes exceeds the ${limit}-byte output limit; return a smaller value]`

describe("maxOutputBytes", () => {
  it("cuts a value to a prefix of its JSON", async () => {
    expect(await limited(`return { data: "x".repeat(200) }`, 40)).toEqual({
      ok: true,
      value: `{"data":"${"x".repeat(31)}${marker(211, 40)}`,
      truncated: true,
      toolCalls: []
    })
  })

  it("gives logs what the value leaves", async () => {
    expect(await limited(`console.log("first line"); console.log("y".repeat(200)); return "ok"`, 40)).toEqual({
      ok: true,
      value: "ok",
      logs: ["first line", "[logs truncated: showing 1 of 2 lines]"],
      truncated: true,
      toolCalls: []
    })
  })

  it("gives warnings a budget of their own", async () => {
    const code = `for (let i = 0; i < 100; i++) tools.refuse({ text: "r".repeat(1000) }); return "done"`
    expect(await limited(code, 64)).toMatchObject({
      ok: true,
      value: "done",
      warnings: [{ kind: "Truncated", message: "100 additional warnings omitted by the output limit." }],
      truncated: true
    })
  })

  it("keeps a warning beside a cut value and drops every log line", async () => {
    const result = await limited(`tools.refuse({}); console.log("a"); console.log("b"); return "x".repeat(500)`, 128)
    expect(result).toMatchObject({
      ok: true,
      value: `"${"x".repeat(127)}${marker(502, 128)}`,
      warnings: [{ kind: "ToolFailure" }],
      logs: ["[logs truncated: showing 0 of 2 lines]"],
      truncated: true
    })
  })

  it("of 0 leaves the marker alone", async () => {
    expect(await limited("return null", 0)).toMatchObject({ ok: true, value: marker(4, 0), truncated: true })
  })

  it("cuts no character in half", async () => {
    expect(await limited(`return "héllo"`, 4)).toMatchObject({ value: `"hé${marker(8, 4)}` })
    expect(await limited(`return "héllo"`, 3)).toMatchObject({ value: `"h${marker(8, 3)}` })
    expect(await limited(`return "😀😀"`, 7)).toMatchObject({ value: `"😀${marker(10, 7)}` })
    expect(await limited(`return "\\uFFFD\\uFFFD"`, 4)).toMatchObject({ value: `"\uFFFD${marker(8, 4)}` })
  })

  it("leaves what fits, to the byte", async () => {
    expect(await limited(`return "ok"`, 4)).toEqual({ ok: true, value: "ok", toolCalls: [] })
    expect(await limited(`return "ok"`, 3)).toMatchObject({ truncated: true })
    expect(await limited(`console.log("ab"); return 1`, 4)).not.toHaveProperty("truncated")
    expect(await limited(`console.log("ab"); return 1`, 3)).toMatchObject({ truncated: true })
  })

  it("stops at the first line that does not fit", async () => {
    const result = await limited(`for (const line of ["a", "b".repeat(50), "c"]) console.log(line)`, 20)
    expect(result).toMatchObject({ logs: ["a", "[logs truncated: showing 1 of 3 lines]"] })
  })

  it("never cuts the error of a failure, but its logs", async () => {
    const result = await limited(`console.log("x".repeat(100)); throw new Error("e".repeat(300))`, 10)
    expect(result).toEqual({
      ok: false,
      error: { kind: "ExecutionFailure", message: `Uncaught: ${"e".repeat(300)}` },
      logs: ["[logs truncated: showing 0 of 1 lines]"],
      truncated: true,
      toolCalls: []
    })
  })

  it("absent cuts nothing", async () => {
    const result = await run(`console.log("y".repeat(50_000)); return "x".repeat(100_000)`)
    expect(result).not.toHaveProperty("truncated")
    expect(result.logs?.[0]).toHaveLength(50_000)
  })

  it("measures large values as JSON.stringify would", async () => {
    const code = `
      const value = { s: "é😀\\ud83d\\n".repeat(40_000), list: Array.from({ length: 30_000 }, (_, i) => ({ i, t: i % 2 === 0, n: null, f: i / 3 })), e: [], o: {} }
      return value`
    const whole = await run(code)
    if (!whole.ok) return expect.fail()
    const text = JSON.stringify(whole.value)
    const bytes = new TextEncoder().encode(text).length
    const cut = await limited(code, 1_000_000)
    expect(cut.ok && typeof cut.value === "string").toBe(true)
    const value = (cut as { value: string }).value
    expect(value.endsWith(marker(bytes, 1_000_000))).toBe(true)
    const kept = value.slice(0, value.length - marker(bytes, 1_000_000).length)
    expect(text.startsWith(kept)).toBe(true)
    expect(new TextEncoder().encode(kept).length).toBeGreaterThan(1_000_000 - 4)
    expect(await limited(code, bytes)).not.toHaveProperty("truncated")
  })
})

describe("logs without a limit", () => {
  it("are kept up to 4 MiB, with a marker that counts all of them", async () => {
    const result = await run(
      `const line = "x".repeat(1023); for (let i = 0; i < 5000; i++) console.log(line); return 1`
    )
    expect(result).toMatchObject({ ok: true, value: 1, truncated: true })
    expect(result.logs).toHaveLength(4097)
    expect(result.logs?.at(-1)).toBe("[logs truncated: showing 4096 of 5000 lines]")
  })

  it("count lines that were never kept, with a limit too", async () => {
    const result = await limited(
      `const line = "x".repeat(1023); for (let i = 0; i < 5000; i++) console.log(line)`,
      2100
    )
    expect(result.logs).toHaveLength(3)
    expect(result.logs?.at(-1)).toBe("[logs truncated: showing 2 of 5000 lines]")
  })

  it("are a copy", async () => {
    const result = await run(`console.log("a"); return 1`)
    expect(result.logs).toEqual(["a"])
  })
})
