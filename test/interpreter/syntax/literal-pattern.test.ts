import { Effect } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { CodeMode } from "../../../src/index.ts"

afterEach(() => vi.unstubAllGlobals())

it.each(["", "const typed: number = 1; "])("no expression of the host is made of a literal (%s)", async (before) => {
  const made: Array<unknown> = []
  const construct = (target: RegExpConstructor, [pattern, flags]: [string, string?]) => {
    made.push(pattern)
    return new target(pattern, flags)
  }
  vi.stubGlobal("RegExp", new Proxy(RegExp, { construct }))
  const runtime = CodeMode.make({ tools: {} })
  const result = await Effect.runPromise(runtime.execute(`${before}if (0) /(never)[/]/giu; return /a\\/b/.test("a/b")`))
  expect(result).toMatchObject({ ok: true, value: true })
  expect(made).not.toContain("(never)[/]")
})

it("a literal that takes the host long to compile is checked at once", { timeout: 5000 }, async () => {
  const literal = `/${"[\\p{RGI_Emoji}]".repeat(500)}/iv`
  const result = await Effect.runPromise(CodeMode.make({ tools: {} }).execute(`if (0) ${literal}; return 1`))
  expect(result).toMatchObject({ ok: true, value: 1 })
})
