import { describe, expect, it } from "vitest"
import { analyse, MAX_DEPTH } from "../../../src/interpreter/syntax/analyse.ts"
import { MAX_SOURCE_LENGTH, parseProgram } from "../../../src/interpreter/syntax/parse.ts"
import { read, refusal } from "./support.ts"

describe("a program is the body of a strict async function", () => {
  it.each([
    "return await f()",
    "function f() {}\nfunction f() {}\nvar f",
    "var a; var a; function a() {}",
    "function f(await) { var await = await + 1; return await }",
    "await using r = f(); using s = g()",
    "for await (const x of y) {}",
    "debugger",
    "class A { accessor = 1; static async = 2; get; set }",
    "const { a = 1, ...b } = c ?? d?.e?.[0]?.(1) ?? 2n ** 3n",
    "x ||= y &&= z ??= 1_000; `${a}` + tag`\\u{1F600}`",
    "class A { static #x; static { #x in A } }",
    "label: for (;;) { break label }",
    "/(?<y>a)|(?<y>b)/dgimsy; /[\\p{L}--[a-z]]/v",
    "function* g() { yield* f() } async function* h() { yield await 1 }",
    "let undefined2, async, of, get, let2; async = of"
  ])("accepts %s", (source) => {
    expect(() => analyse(parseProgram(source))).not.toThrow()
  })

  it.each([
    ["with (a) {}", "1:1"],
    ["x = 010", "1:5"],
    ["x = '\\01'", "1:6"],
    ["delete x", "1:1"],
    ["let await", "1:5"],
    ["new.target", "1:1"],
    ["() => new.target", "1:7"],
    ["super.x", "1:1"],
    ["eval = 1", "1:1"],
    ["function f(a, a) {}", "1:15"],
    ["let a; let a", "1:12"],
    ["let a; var a", "1:12"],
    ["{ function f() {} var f }", "1:23"],
    ["function f(a = 1) { 'use strict' }", "1:1"],
    ["a: a: ;", "1:4"],
    ["break", "1:1"],
    ["class A { constructor() {} constructor() {} }", "1:28"],
    ["this.#x", "1:6"],
    ["a\n<!-- b", "2:1"],
    ["a\n--> b", "2:3"],
    ["#!/usr/bin/env node", "1:2"],
    ["let x = /(/", "1:9"],
    ["import defer from", "1:18"]
  ])("refuses %s at %s", async (source, at) => {
    const error = await refusal(source)
    expect(error.kind).toBe("ParseError")
    expect(error.at).toBe(at)
  })

  it("accepts texts without statements", () => {
    for (const source of ["// only a comment", ";;;", "{}", "/* a */ ; "])
      expect(parseProgram(source).entry).toBe("statements")
  })

  it("keeps offsets of the submitted text", () => {
    const source = "\uFEFF// é😀\r\nconst a = 1"
    const [statement] = parseProgram(source).body
    expect(source.slice(statement.start, statement.end)).toBe("const a = 1")
  })
})

describe("length", () => {
  it.each(["", " \n\t ", "\uFEFF", "\u00A0\u2028"])("refuses an empty text (%j)", async (source) => {
    expect(await refusal(source)).toMatchObject({ kind: "ParseError", message: "Code cannot be empty.", at: null })
  })

  it("reads up to 5 MiB of UTF-16 units, and says so beyond", async () => {
    const longest = "//" + " ".repeat(MAX_SOURCE_LENGTH - 2)
    expect(parseProgram(longest).body).toEqual([])
    const error = await refusal(longest + " ")
    expect(error).toMatchObject({ kind: "ParseError", at: null })
    expect(error.message).toContain("5242881")
    expect(error.message).toContain("5242880 (5 MiB)")
  })
})

describe("depth", () => {
  const deep: Record<string, (n: number) => string> = {
    operators: (n) => "1" + " + 1".repeat(n),
    parentheses: (n) => "(".repeat(n) + "1" + ")".repeat(n),
    members: (n) => "a" + ".b".repeat(n),
    calls: (n) => "a" + "()".repeat(n),
    "optional chains": (n) => "a" + "?.b".repeat(n),
    blocks: (n) => "{".repeat(n) + "}".repeat(n),
    arrays: (n) => "[".repeat(n) + "]".repeat(n),
    arrows: (n) => "x => ".repeat(n) + "x",
    "unary operators": (n) => "!".repeat(n) + "1",
    "else if": (n) => "if (a) ; else ".repeat(n) + ";",
    conditionals: (n) => "a ? b : ".repeat(n) + "c",
    assignments: (n) => "a = ".repeat(n) + "1",
    templates: (n) => "`${".repeat(n) + "1" + "}`".repeat(n),
    functions: (n) => "function f() {".repeat(n) + "}".repeat(n),
    objects: (n) => "x = " + "{ a: ".repeat(n) + "1" + "}".repeat(n),
    classes: (n) => "class A { static {".repeat(n) + "}}".repeat(n),
    labels: (n) => Array.from({ length: n }, (_, index) => `l${index}:`).join("") + ";",
    patterns: (n) => "let " + "[".repeat(n) + "a" + "]".repeat(n) + " = 1",
    "new operators": (n) => "new ".repeat(n) + "a",
    "tagged templates": (n) => "a" + "``".repeat(n),
    groups: (n) => "/" + "(".repeat(n) + ")".repeat(n) + "/"
  }

  it.each(Object.entries(deep))("%s: 20,000 are a ParseError, 200 are fine", async (_, write) => {
    expect(() => analyse(parseProgram(write(200)))).not.toThrow()
    const error = await refusal(write(20_000))
    expect(error.kind).toBe("ParseError")
    expect(error.message).toMatch(/nests? too deeply/)
  })

  it("bounds the depth that later stages meet, wherever it is", () => {
    const { astDepth } = analyse(parseProgram("1" + " + 1".repeat(MAX_DEPTH - 10)))
    expect(astDepth).toBeGreaterThan(MAX_DEPTH - 20)
    expect(astDepth).toBeLessThanOrEqual(MAX_DEPTH)
    expect(() => analyse(parseProgram("1" + " + 1".repeat(MAX_DEPTH)))).toThrow(/too deeply/)
  })

  it("refuses deep TypeScript likewise", async () => {
    expect((await refusal("let x: number = a" + "!.b".repeat(50_000))).message).toMatch(/too deeply/)
  })
})

describe("long texts take time in proportion", () => {
  const count = 40_000
  const list = (write: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => write(index)).join("")

  it.each<[string, string]>([
    ["declarations", list((index) => `let a${index};`)],
    ["destructured names", `let {${list((index) => `a${index},`)}} = x`],
    ["vars in a block", `{${list((index) => `var a${index};`)}}`],
    ["classes", list((index) => `class C${index} {}`)],
    ["groups of one name", `x = /${list(() => "(?<a>x)|")}/`]
  ])(
    "%s",
    (_, source) => {
      // A quadratic list of names takes more than a minute here.
      expect(() => analyse(parseProgram(source))).not.toThrow()
    },
    20_000
  )

  it("gives up on TypeScript that would be read exponentially often", async () => {
    for (const source of [
      "<T>".repeat(300) + "x",
      "a<".repeat(300) + "b",
      "<T>(x) => ".repeat(200) + "x",
      "(a ? (b) : c => ".repeat(60)
    ]) {
      const text = source + "\nlet y: number = ;"
      expect((await refusal(text)).kind).toBe("ParseError")
    }
  }, 20_000)
})

describe("modules", () => {
  it.each([
    ["import a from 'a'", "1:1"],
    ["import 'a'", "1:1"],
    ["import type { A } from 'a'", "1:1"],
    ["import { type A } from 'a'", "1:1"],
    ["import a = require('a')", "1:1"],
    ["1\nexport const a = 1", "2:1"],
    ["export default 1", "1:1"],
    ["export default (a) => a", "1:1"],
    ["export default () => 1\n2", "1:1"],
    ["export { a }", "1:1"],
    ["export * from 'a'", "1:1"],
    ["export type A = 1", "1:1"],
    ["const a = await import('a')", "1:17"],
    ["if (x) { return import.meta.url }", "1:17"],
    ["{ import a from 'a' }", "1:3"],
    ["let x: number = import.meta", "1:17"]
  ])("refuses %s at %s", async (source, at) => {
    const error = await refusal(source)
    expect(error).toMatchObject({ kind: "UnsupportedSyntax", at })
    expect(error.suggestions).toHaveLength(1)
  })

  it("says that modules are absent and that tools is the way out", async () => {
    const error = await refusal("import fs from 'node:fs'")
    expect(error.message).toBe("`import` is not available: programs have no modules.")
    expect(error.suggestions![0]).toContain("`tools`")
  })

  it("does not take a syntax error for a module", async () => {
    expect((await refusal("import json")).kind).toBe("ParseError")
    expect((await refusal("import a from 'a'\nlet = ;")).kind).toBe("ParseError")
  })

  it("reads an ordinary program with the ordinary parser", async () => {
    expect((await read("return 1")).entry).toBe("statements")
  })
})
