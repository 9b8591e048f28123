import { describe, expect, it } from "vitest"
import { compare, formatExpectations, parseExpectations, updated } from "./expectations.ts"
import type { Expectations } from "./expectations.ts"

const parse = (text: string): Expectations => {
  const into: Expectations = new Map()
  parseExpectations(text, "language.txt", into)
  return into
}

const text = `# first reason
# in two lines
language/a.js
language/c.js

# unclassified
language/b.js
`

describe("expectations", () => {
  it("are read and written without a change", () => {
    const expectations = parse(text)
    expect(expectations.get("language/c.js")).toBe("first reason\nin two lines")
    expect(formatExpectations(expectations, "language")).toBe(text)
    expect(formatExpectations(expectations, "built-ins")).toBe("")
  })

  it("must have a reason, be sorted, and name a file once", () => {
    expect(() => parse("language/a.js")).toThrow(/reason/)
    expect(() => parse("# r\nlanguage/b.js\nlanguage/a.js")).toThrow(/sorted/)
    expect(() => parse("# r\nlanguage/a.js\n# s\nlanguage/a.js")).toThrow(/twice/)
  })

  it("tell unexpected failures, unexpected passes and files that do not exist", () => {
    const results = new Map([
      ["language/a.js", true],
      ["language/b.js", false],
      ["language/d.js", false]
    ])
    expect(compare(parse(text), results, () => true)).toEqual({
      unexpectedFailures: ["language/d.js"],
      unexpectedPasses: ["language/a.js"],
      unknown: ["language/c.js"]
    })
    expect(compare(parse(text), results, (path) => path !== "language/c.js").unknown).toEqual([])
  })

  it("are updated: reasons stay, passes go, new failures are unclassified, what was not run is kept", () => {
    const results = new Map([
      ["language/a.js", false],
      ["language/b.js", true],
      ["language/d.js", false]
    ])
    const next = updated(parse(text), results, (path) => path !== "language/c.js")
    expect([...next]).toEqual([
      ["language/a.js", "first reason\nin two lines"],
      ["language/c.js", "first reason\nin two lines"],
      ["language/d.js", "unclassified"]
    ])
  })
})
