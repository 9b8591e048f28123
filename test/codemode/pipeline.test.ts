import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { errorOf, run, successOf, valueOf } from "../support/run.ts"
import { echo, refuse } from "../support/tools.ts"

describe("empty source", () => {
  it.each(["", "  \n\t", "\uFEFF", "\uFEFF \n"])("%j is refused", async (code) => {
    expect(await run(code)).toEqual({
      ok: false,
      error: { kind: "ParseError", message: "Code cannot be empty." },
      toolCalls: []
    })
  })

  it.each(["// nothing", "/* nothing */", ";;;", "{}"])("%j answers null", async (code) => {
    expect(await valueOf(code)).toBeNull()
  })
})

describe("parsing", () => {
  it("refuses a syntax error with its place", async () => {
    const error = await errorOf("const a = 1\nconst = 2")
    expect(error).toMatchObject({ kind: "ParseError", location: { line: 2, column: 7 } })
  })

  it("refuses what is outside the language with its place, before anything runs", async () => {
    const result = await run(`console.log("ran")\nif (false) import("x")`)
    expect(result).toMatchObject({ ok: false, error: { kind: "UnsupportedSyntax", location: { line: 2 } } })
    expect(result).not.toHaveProperty("logs")
  })

  it("counts lines and columns from 1 in the submitted text", async () => {
    const error = await errorOf("const value = 1\nreturn value()")
    expect(error.location).toEqual({ line: 2, column: 8 })
    expect(error.message).toContain("(line 2, col 8)")
  })

  it("accepts TypeScript, fences and lone functions, with positions as submitted", async () => {
    expect(await valueOf("const a: number = 1\nreturn a as unknown")).toBe(1)
    expect(await valueOf("Here it is:\n```js\nreturn 2\n```\n")).toBe(2)
    expect(await valueOf("async () => 3")).toBe(3)
    const error = await errorOf("const a: number = 1\nreturn (a as any)()")
    expect(error.location?.line).toBe(2)
  })

  it("refuses more than 5 MiB of source and says so", async () => {
    const error = await errorOf(`return "${"x".repeat(5 * 2 ** 20)}"`)
    expect(error.kind).toBe("ParseError")
    expect(error.message).toMatch(/5/)
  })

  it("refuses what nests too deep, without dying", async () => {
    const deep = await errorOf(`return ${"(".repeat(20_000)}1${")".repeat(20_000)}`)
    expect(deep.kind).toBe("ParseError")
    const chained = await run(`return 1${" + 1".repeat(20_000)}`)
    if (chained.ok) expect(chained.value).toBe(20_001)
    else expect(chained.error.kind).toBe("ParseError")
  })
})

describe("the result", () => {
  it.each([
    ["return 5", 5],
    ["1; 2", 2],
    ["if (true) { 2 }", null],
    ["1; const v = 2", null],
    ["return", null],
    ["return undefined", null],
    ["const a = 1", null],
    [`return tools.echo({ a: 1 })`, { a: 1 }],
    [`tools.echo({ a: 1 })`, { a: 1 }],
    [`await tools.echo({ a: 1 })`, { a: 1 }],
    ["return (async () => (async () => 7)())()", 7],
    ["return Promise.resolve(8)", 8]
  ])("%s", async (code, value) => {
    expect(await valueOf(code, { tools: { echo } })).toEqual(value)
  })

  it("of console.log is null, with a log", async () => {
    expect(await run(`return console.log("x")`)).toEqual({ ok: true, value: null, logs: ["x"], toolCalls: [] })
  })

  it("has only the keys that say something", async () => {
    expect(Object.keys(await successOf("return 1"))).toEqual(["ok", "value", "toolCalls"])
    const failed = await run("throw 1")
    expect(Object.keys(failed).sort()).toEqual(["error", "ok", "toolCalls"])
  })

  it("survives its schema and JSON", async () => {
    const tools = { echo, refuse }
    const programs = [
      "return { a: [1, null, 'x', { b: -0 }], d: new Date(0), m: new Map(), n: NaN }",
      "console.log('x'); await tools.echo({}); Promise.reject(new Error('boom')); return 'é😀\\ud800'",
      "await tools.refuse({})",
      "await tools.nope({})",
      "return value()",
      "const ="
    ]
    for (const code of programs) {
      const result = await run(code, { tools })
      const text = JSON.parse(JSON.stringify(result)) as unknown
      expect(Schema.decodeUnknownSync(CodeMode.Result)(text)).toEqual(result)
    }
  })
})

describe("a program that only defines", () => {
  it.each([
    ["const main = async () => { return 1 }", "`main` was defined", "return await main()"],
    ["function helper() {} async function main() {}", "`helper` and `main` were defined", "return await main()"],
    ["function helper() {} async function main() { return helper() }", ": `main` was defined", "return await main()"],
    ["async function main() { return helper() } function helper() {}", ": `main` was defined", "return await main()"],
    ["function a() { return b() } function b() { return a() }", "`b` was defined", "return await b()"],
    ["async function main(input) {}", "`main` was defined", "return await main(...)"],
    ["const LIMIT = 5\nconst URLS = ['a', { b: 1 }]\nconst run = async function () {}", "`run`", "return await run()"],
    ["class Client { get() {} static base = 'x' }\nasync function main() {}", "`main`", "return await main()"],
    ["interface I {}\nconst main = async (): Promise<void> => {}\nlet other: I", "`main`", "return await main()"]
  ])("says so: %s", async (code, text, call) => {
    const { value, warnings } = await successOf(code)
    expect(value).toBe(null)
    expect(warnings).toHaveLength(1)
    expect(warnings?.[0].kind).toBe("ExecutionFailure")
    expect(warnings?.[0].message).toContain("Nothing has run")
    expect(warnings?.[0].message).toContain(text)
    expect(warnings?.[0].message).toContain("never called")
    expect(warnings?.[0].suggestions).toEqual([`End the program with \`${call}\`.`])
  })

  it.each([
    "async function main() {} await main()",
    "async function main() {} main()",
    "const main = async () => {}; console.log('x')",
    "function main() {} return 1",
    "function main() {}",
    "async () => null",
    "const x = 1",
    "class A {}",
    "function f() {} const x = f()",
    "function f() {} f`x`",
    "function f() {} class A { static x = f() }",
    "function f() {} class A { static { f() } }",
    "function f() {} class A { [f()]() {} }",
    "function f() {} if (true) f()",
    "function f() {} const { x } = { x: f() }",
    "const f = (() => 1)()",
    ";"
  ])("and is silent where something ran, or nothing could: %s", async (code) => {
    expect(await successOf(code)).not.toHaveProperty("warnings")
  })
})
