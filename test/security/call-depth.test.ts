/** The depth of calls is what it is, however often a program was suspended: what has returned does not count. */
import { describe, expect, it } from "vitest"
import { runEngine } from "../support/engine.ts"

const programs: Record<string, readonly [string, unknown]> = {
  "calls in a loop": [
    "const f = (n) => n === 0 ? 0 : 1 + f(n - 1); let s = 0; for (let i = 0; i < 3000; i++) s += f(30); return s",
    90_000
  ],
  "calls that only pass on what they are answered": [
    "const f = (n) => n === 0 ? 1 : f(n - 1); let s = 0; for (let i = 0; i < 3000; i++) s += f(30); return s",
    3000
  ],
  "calls deeper than the host's stack, in a loop": [
    "const f = (n) => n === 0 ? 0 : 1 + f(n - 1); let s = 0; for (let i = 0; i < 150; i++) s += f(900); return s",
    135_000
  ],
  "loops within calls within loops": [
    "const deep = (n) => n === 0 ? 0 : 1 + deep(n - 1); const walk = (n) => { for (let i = 0; i < 3; i++) deep(160); return n === 0 ? 0 : walk(n - 1) + 1 }; return walk(300)",
    300
  ],
  "callbacks of built-ins": [
    "const f = (n) => [n].map((x) => x === 0 ? 0 : 1 + f(x - 1))[0]; let s = 0; for (let i = 0; i < 300; i++) s += f(40); return s",
    12_000
  ],
  "async functions": [
    "const f = async (n) => n === 0 ? 0 : 1 + await f(n - 1); let s = 0; for (let i = 0; i < 300; i++) s += await f(40); return s",
    12_000
  ],
  generators: [
    "function* g(n) { if (n > 0) yield* g(n - 1); yield n } let s = 0; for (let i = 0; i < 300; i++) for (const x of g(20)) s += x; return s",
    63_000
  ],
  "throws through many calls": [
    "const f = (n) => { if (n === 0) throw 1; try { return 1 + f(n - 1) } finally { s++ } }; let s = 0; for (let i = 0; i < 300; i++) { try { f(40) } catch {} } return s",
    12_000
  ]
}

describe.each([53, 1000, 16_384])("with slices of %i steps", (sliceSteps) => {
  it.each(Object.entries(programs))("%s", (_, [source, value]) => {
    expect(runEngine(source, { sliceSteps })).toMatchObject({ ok: true, value })
  })

  it("and what has not returned does", () => {
    for (const call of ["f()", "1 + f()", "[0].map(f)", "(() => f())()"]) {
      // The depth is looked at where the host's stack is deep, so up to one stack of calls more than ten thousand go through.
      const source = `let n = 0; const f = () => { n++; return ${call} }; try { f() } catch (e) { return [e.name, n > 4000 && n <= 10_150] }`
      expect(runEngine(source, { sliceSteps }).value).toEqual(["RangeError", true])
    }
    expect(runEngine("const f = (n) => n === 0 ? 0 : 1 + f(n - 1); return f(9990)", { sliceSteps }).value).toBe(9990)
  })
})
