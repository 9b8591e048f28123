import { Parser } from "acorn"
import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { CodeMode } from "../../../src/index.ts"
import { JavaScriptParser } from "../../../src/interpreter/syntax/parser.ts"
import { accepts } from "../../support/caught.ts"

const range = (length: number, text: (i: number) => string): string =>
  Array.from({ length }, (_, i) => text(i)).join("")

it.each(["", "const typed: number = 1; "])("no expression of the host is made of a literal (%s)", async (before) => {
  const made: Array<unknown> = []
  const construct = (target: RegExpConstructor, [pattern, flags]: [string, string?]) => {
    made.push(pattern)
    return new target(pattern, flags)
  }
  const runtime = CodeMode.make({ tools: {} })
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, { construct })
  try {
    const code = `${before}if (0) /(never)[/]/giu; return /a\\/b/.test("a/b")`
    expect(await Effect.runPromise(runtime.execute(code))).toMatchObject({ ok: true, value: true })
  } finally {
    globalThis.RegExp = original
  }
  expect(made).not.toContain("(never)[/]")
})

it("a literal that takes the host long to compile is checked at once", { timeout: 5000 }, async () => {
  const literal = `/${"[\\p{RGI_Emoji}]".repeat(500)}/iv`
  const result = await Effect.runPromise(CodeMode.make({ tools: {} }).execute(`if (0) ${literal}; return 1`))
  expect(result).toMatchObject({ ok: true, value: 1 })
})

it("groups may have one name where acorn says that they may", () => {
  const alternatives = fc.letrec<{ alternatives: string; group: string }>((tie) => ({
    alternatives: fc
      .array(fc.array(tie("group"), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((all) => all.map((groups) => groups.join("")).join("|")),
    group: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("x", "(?<a>x)", "(?<b>y)", "\\k<a>"),
      fc
        .tuple(fc.constantFrom("(?:", "(", "(?=", "(?<!", "(?<a>", "(?<b>", "(?<c>"), tie("alternatives"))
        .map(([open, inner]) => `${open}${inner})`)
    )
  })).alternatives
  let refused = 0
  let accepted = 0
  fc.assert(
    fc.property(alternatives, (pattern) => {
      const program = `return /${pattern || "(?:)"}/`
      const expected = accepts(() => Parser.parse(program, { ecmaVersion: "latest", allowReturnOutsideFunction: true }))
      if (expected) accepted++
      else refused++
      expect([program, accepts(() => new JavaScriptParser(program).parse())]).toEqual([program, expected])
    }),
    { numRuns: 1000 }
  )
  expect(Math.min(refused, accepted)).toBeGreaterThan(50)
})

it.each([
  [
    "deep groups of one name",
    Array(100)
      .fill(`${"(?:".repeat(250)}(?<a>)${")".repeat(250)}`)
      .join("|")
  ],
  ["many groups of one name", Array(14_000).fill("(?<a>)").join("|")],
  ["many names below many groups", "(?:".repeat(490) + range(9000, (i) => `(?<a${i}>)`) + ")".repeat(490)],
  ["names at every depth", "(?:".repeat(490) + range(490, (i) => `(?<a${i}>))`)]
])("a literal with %s is checked in time that is linear in its length", { timeout: 5000 }, async (_, pattern) => {
  const program = `if (0) /${pattern}/; `.repeat(4) + "return 1"
  const result = await Effect.runPromise(CodeMode.make({ tools: {} }).execute(program))
  expect(result).toMatchObject({ ok: true, value: 1 })
})
