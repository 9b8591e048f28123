import { expect, it } from "vitest"
import { compile } from "../../../src/interpreter/regexp/index.ts"

it("a program tells what it was made from", () => {
  const program = compile("(?<year>\\d{4})-(\\d\\d)(?<rest>.*)", "gdi")
  expect(program.source).toBe("(?<year>\\d{4})-(\\d\\d)(?<rest>.*)")
  expect(program.flagText).toBe("gdi")
  expect(program.flags).toEqual({
    hasIndices: true,
    global: true,
    ignoreCase: true,
    multiline: false,
    dotAll: false,
    unicode: false,
    unicodeSets: false,
    sticky: false
  })
  expect(program.groupCount).toBe(4)
  expect([...program.groupNames]).toEqual([
    ["year", [1]],
    ["rest", [3]]
  ])
})

it("names come in the order of their groups, whatever refers to them first", () => {
  expect([...compile("\\k<b>(?<a>x)(?<b>y)", "").groupNames]).toEqual([
    ["a", [1]],
    ["b", [2]]
  ])
})

it("compiling large patterns takes room in proportion", () => {
  expect(compile("(?:[ab]|[cd]|e)".repeat(1000), "").code.length).toBeLessThan(30_000)
  expect(compile("(?:".repeat(400) + "a+" + ")*".repeat(400), "").code.length).toBeLessThan(10_000)
  expect(compile("(?:".repeat(400) + "a" + "|b)".repeat(400), "").code.length).toBeLessThan(10_000)
  const words = Array.from({ length: 2000 }, (_, index) => `w${index}`)
  expect(compile(words.join("|"), "").code.length).toBeLessThan(40_000)
})

it("a pattern compiled again is the same program, until many others were", () => {
  const program = compile("again(\\d)", "g")
  expect(compile("again(\\d)", "g")).toBe(program)
  expect(compile("again(\\d)", "i")).not.toBe(program)
  for (let index = 0; index < 200; index++) compile(`other${index}`, "")
  expect(compile("again(\\d)", "g")).not.toBe(program)
})
