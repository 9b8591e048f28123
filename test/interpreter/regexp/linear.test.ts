import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compile, Matcher } from "../../../src/interpreter/regexp/index.ts"
import type { Program } from "../../../src/interpreter/regexp/index.ts"
import { caseArbitrary, denseCaseArbitrary, ordinaryCaseArbitrary } from "./pattern-arbitrary.ts"
import type { PatternCase } from "./pattern-arbitrary.ts"

const numRuns = Number(process.env["REGEXP_FUZZ_RUNS"] ?? 300)
const timeout = 30_000 + numRuns * 50

function searched(program: Program, input: string, lastIndex: number, linear: boolean) {
  const matcher = new Matcher(program, input, undefined, linear)
  matcher.start(lastIndex)
  let outcome = matcher.run(100_000)
  while (outcome === "paused") outcome = matcher.run(100_000)
  return outcome === "match" ? Array.from(matcher.captures.subarray(0, program.groupCount * 2)) : outcome
}

function tryCompile({ pattern, flags }: PatternCase): Program | undefined {
  try {
    return compile(pattern, flags)
  } catch {
    return undefined
  }
}

function bothAgree(example: PatternCase): void {
  const program = tryCompile(example)
  if (program?.linear === undefined) return
  for (const input of example.inputs) {
    if (example.lastIndex > input.length) continue
    expect(searched(program, input, example.lastIndex, true), JSON.stringify(input)).toEqual(
      searched(program, input, example.lastIndex, false)
    )
  }
}

describe("the fast path", () => {
  it.each([
    ["ordinary", ordinaryCaseArbitrary],
    ["any", caseArbitrary],
    ["dense", denseCaseArbitrary]
  ])(
    "finds what the machine finds: %s patterns",
    (_, arbitrary) => {
      fc.assert(fc.property(arbitrary, bothAgree), { numRuns })
    },
    timeout
  )

  it("is taken by patterns decided by the next character", () => {
    for (const pattern of [
      "^\\d{4}-\\d{2}-\\d{2}$",
      "(\\d+)\\.(\\d+)",
      "\\w+",
      "\\b(?:ERROR|WARN)\\b",
      '"(?:[^"\\\\]|\\\\.)*"',
      "-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?",
      '(\\w+)=("[^"]*"|\\S+)',
      "\\w+\\b"
    ]) {
      expect(compile(pattern, "").linear, pattern).toBeDefined()
    }
  })

  it("is not taken by patterns with two ways to match the same text", () => {
    for (const pattern of [
      "(a+)+$",
      "(a|a)*$",
      "(?:a|ab)*c",
      "a*ab",
      "(?:a?)*b",
      "(?:a*b?)*c",
      ".*=",
      "\\w+\\d",
      "(?:\\w+\\s?)+$",
      "(a)\\1",
      "(?=a+)b",
      "(?:a|b|ab)+?c",
      "x*x*x*y"
    ]) {
      expect(compile(pattern, "").linear, pattern).toBeUndefined()
    }
  })

  it("leaves to the machine inputs on which the attempts together could take long", () => {
    const pairs = compile("\\d+-", "")
    expect(pairs.linear!.maxInput).toBeLessThan(1001)
    expect(compile("^\\d+-", "").linear!.maxInput).toBe(65_536)
    const matcher = new Matcher(pairs, "1".repeat(100_000))
    matcher.start(0)
    expect(matcher.run(1)).toBe("paused")
  })

  it("takes a bounded time on the worst input it is used for", () => {
    const worst: ReadonlyArray<readonly [string, string, string]> = [
      ["\\d+-", "", "1"],
      ['"(?:[^"\\\\]|\\\\.)*"', "s", '"a\\'],
      ["(?:a|b)+c", "", "ab"],
      ["\\b(?:alpha|beta|gamma|delta)x", "i", "alpha "],
      ["(?:[ab]{3},){5}", "", "aba,"],
      ["\\w+\\b-", "", "a"],
      ["a{200}b", "", "a"]
    ]
    for (const [pattern, flags, unit] of worst) {
      const program = compile(pattern, flags)
      const input = unit.repeat(70_000).slice(0, program.linear!.maxInput)
      const host = new RegExp(pattern, flags)
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now()
        host.test(input)
        return performance.now() - start
      })
      // About 1 ms on an idle machine.
      expect([pattern, Math.min(...times) < 10]).toEqual([pattern, true])
    }
  })

  it("places captures it only has the text of", () => {
    const place = (pattern: string, input: string) => searched(compile(pattern, ""), input, 0, true)
    expect(place("(\\d+)-(\\d\\d):x(\\w+)", " 123-45:xyz")).toEqual([1, 11, 1, 4, 5, 7, 9, 11])
    expect(place("(\\w+)\\s+(\\w+)", "--ab   cde-")).toEqual([2, 10, 2, 4, 7, 10])
    expect(compile("(a)\\s+(b)\\s+(c)", "").linear).toBeUndefined()
    expect(compile("(a)?b", "").linear).toBeUndefined()
  })
})
