import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { codeFrame, locate, locator } from "../../../src/interpreter/syntax/position.ts"

describe("locations", () => {
  it("start at line 1, column 1, and count UTF-16 units", () => {
    expect(locate("const value = 1\nreturn value()", 23)).toEqual({ line: 2, column: 8 })
    expect(locate("", 0)).toEqual({ line: 1, column: 1 })
    expect(locate("'😀' + x", 7)).toEqual({ line: 1, column: 8 })
  })

  it("know every line end of ECMAScript, CR LF as one", () => {
    const source = "a\nb\rc\r\nd\u2028e\u2029f"
    expect([..."abcdef"].map((letter) => locate(source, source.indexOf(letter)))).toEqual(
      [1, 2, 3, 4, 5, 6].map((line) => ({ line, column: 1 }))
    )
    expect(locate(source, source.length)).toEqual({ line: 6, column: 2 })
  })

  it("agree with counting from the start", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\u2028", "😀"), maxLength: 60 })
    fc.assert(
      fc.property(text, fc.nat(), (source, seed) => {
        const offset = source.length === 0 ? 0 : seed % (source.length + 1)
        const lines = source.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/)
        // A place between CR and LF still belongs to the line that they end.
        fc.pre(!(source[offset - 1] === "\r" && source[offset] === "\n"))
        expect(locator(source)(offset)).toEqual({ line: lines.length, column: lines.at(-1)!.length + 1 })
      })
    )
  })
})

describe("code frames", () => {
  it("show the line, the one before, and a caret", () => {
    expect(codeFrame("const value = 1\nreturn value()", 23)).toBe(
      ["  1 | const value = 1", "> 2 | return value()", "    |        ^"].join("\n")
    )
    expect(codeFrame("x +", 3)).toBe(["> 1 | x +", "    |    ^"].join("\n"))
  })

  it("keep tabs, so that the caret stands right", () => {
    expect(codeFrame("\tif (\tx", 6)).toBe(["> 1 | \tif (\tx", "    | \t    \t^"].join("\n"))
  })

  it("show a part of a long line only", () => {
    const source = `${"a".repeat(500)}!${"b".repeat(500)}`
    const [shown, caret] = codeFrame(source, 500).split("\n")
    expect(shown.length).toBeLessThan(140)
    expect(shown[caret.indexOf("^")]).toBe("!")
  })
})
