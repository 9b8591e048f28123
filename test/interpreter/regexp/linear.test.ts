import * as fc from "fast-check"
import { worst } from "../../../bench/regexp-worst.ts"
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

  it("is not taken by patterns that the host compiles for long", () => {
    for (const [part, flags, few, many] of [
      ["\\p{Lu}", "u", 10, 50],
      ["[^\\p{Lu}a]\\S\\W.", "u", 5, 60],
      ["\\P{C}{3}", "u", 5, 30],
      ["[^a]", "u", 40, 200],
      ["\\P{L}\\p{L}", "u", 5, 50],
      ["(?:a|b)", "", 40, 140],
      ["a?b", "", 50, 300]
    ] as const) {
      expect(compile(`^${part.repeat(few)}$`, flags).linear, `${part} × ${few}`).toBeDefined()
      expect(compile(`^${part.repeat(many)}$`, flags).linear, `${part} × ${many}`).toBeUndefined()
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

  it("takes inputs only as long as its budget of character tests allows", () => {
    // `npm run bench -- regexp` prints the time that the worst inputs of these take.
    const longest = Object.fromEntries(
      worst.map(([pattern, flags]) => [`/${pattern}/${flags}`, compile(pattern, flags).linear!.maxInput])
    )
    expect(longest).toEqual({
      "/\\d+-/": 500,
      '/"(?:[^"\\\\]|\\\\.)*"/s': 500,
      "/(?:a|b)+c/": 500,
      "/\\b(?:alpha|beta|gamma|delta)x/i": 37_037,
      "/(?:[ab]{3},){5}/": 22_222,
      "/\\w+\\b-/": 500,
      "/a{200}b/": 2487
    })
  })

  it("counts a test for a property as several", () => {
    const longest = (pattern: string): number => compile(pattern, "u").linear!.maxInput
    expect(longest("\\p{L}{18}1")).toBeLessThan(longest("[a-z]{18}1") / 4)
    expect(longest("(?:\\P{Nd}\\p{Lu}){9}x")).toBeLessThan(10_000)
    expect(longest("\\p{L}+")).toBeGreaterThan(50_000)
  })

  it("places captures it only has the text of", () => {
    const place = (pattern: string, input: string) => searched(compile(pattern, ""), input, 0, true)
    expect(place("(\\d+)-(\\d\\d):x(\\w+)", " 123-45:xyz")).toEqual([1, 11, 1, 4, 5, 7, 9, 11])
    expect(place("(\\w+)\\s+(\\w+)", "--ab   cde-")).toEqual([2, 10, 2, 4, 7, 10])
    expect(compile("(a)\\s+(b)\\s+(c)", "").linear).toBeUndefined()
    expect(compile("(a)?b", "").linear).toBeUndefined()
  })
})
