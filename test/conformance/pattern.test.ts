import { describe, expect, it } from "vitest"
import { groupFailures, patternOf } from "./pattern.ts"

describe("patternOf", () => {
  it("takes values and places out of an assertion", () => {
    const note =
      'ExecutionFailure: Uncaught: {"message":"a.length Expected SameValue(«3», «4») to be true"} (line 12, col 3)'
    expect(patternOf(note)).toBe("assert.sameValue: «number» is not «number»")
    expect(patternOf('ExecutionFailure: Test262Error: x Expected SameValue(«undefined», «"a"») to be true')).toBe(
      "assert.sameValue: «undefined» is not «string»"
    )
  })

  it("keeps names, which tell what is missing", () => {
    expect(patternOf("ExecutionFailure: [].flatMap is not a function (line 4, col 2)")).toBe(
      "[].flatMap is not a function"
    )
    expect(patternOf("async: TypeError: Promise.try is not a function")).toBe(
      "TypeError: Promise.try is not a function"
    )
  })

  it("takes numbers and quoted texts out of any other message", () => {
    expect(patternOf('ParseError: Unexpected token "x" (12:4)')).toBe('ParseError: Unexpected token "…"')
    expect(patternOf("ExecutionFailure: Index 17 is beyond 3")).toBe("Index N is beyond N")
  })

  it("drops what a test says before what an assertion says", () => {
    expect(
      patternOf(
        "ExecutionFailure: Test262Error: my text Expected a TypeError to be thrown but no exception was thrown at all"
      )
    ).toBe("assert.throws: Expected a TypeError to be thrown but no exception was thrown at all")
  })
})

it("groupFailures counts by pattern, most frequent first", () => {
  const verdict = (path: string, note: string) => ({ path, pass: note === "", note, ms: 0 })
  const groups = groupFailures([
    verdict("a", "timeout"),
    verdict("b", ""),
    verdict("c", "defect: 1"),
    verdict("d", "defect: 2")
  ])
  expect(groups.map(({ pattern, paths }) => [pattern, paths])).toEqual([
    ["defect: N", ["c", "d"]],
    ["timeout", ["a"]]
  ])
})
