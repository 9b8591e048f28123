import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compile, Matcher } from "../../../src/interpreter/regexp/index.ts"
import type { Program } from "../../../src/interpreter/regexp/index.ts"
import { hostSearch } from "./host.ts"
import { caseArbitrary, denseCaseArbitrary } from "./pattern-arbitrary.ts"
import type { PatternCase } from "./pattern-arbitrary.ts"

const maxSteps = 50_000

/** `undefined` when the pattern is too slow to compare. */
function boundedSearch(program: Program, input: string, lastIndex: number, stepsPerRun: number) {
  const matcher = new Matcher(program, input)
  matcher.start(lastIndex)
  let outcome = matcher.run(stepsPerRun)
  while (outcome === "paused" && matcher.stepsUsed < maxSteps) outcome = matcher.run(stepsPerRun)
  if (outcome === "paused" || outcome === "exhausted") return undefined
  return outcome === "match" ? Array.from(matcher.captures.subarray(0, program.groupCount * 2)) : null
}

/** V8 in Node 20 finds empty matches between the halves of a surrogate pair; the specification steps by code point. */
function cutsPair(input: string, bounds: ReadonlyArray<number> | null): boolean {
  return (bounds ?? [])
    .slice(0, 2)
    .some((at) => /^[\ud800-\udbff][\udc00-\udfff]/.test(input.slice(at - 1, at + 1)) && at > 0)
}

function agreesWithHost({ pattern, flags, inputs, lastIndex }: PatternCase): void {
  const program = compile(pattern, flags)
  for (const input of inputs) {
    if (lastIndex > input.length) continue
    const found = boundedSearch(program, input, lastIndex, maxSteps)
    if (found === undefined) continue
    const expected = hostSearch(pattern, flags, input, lastIndex)
    if (/[uv]/.test(flags) && cutsPair(input, expected)) continue
    expect(found, JSON.stringify(input)).toEqual(expected)
    // A pause after every step changes nothing.
    const paused = boundedSearch(program, input, lastIndex, 1)
    if (paused !== undefined) expect(paused, `${JSON.stringify(input)}, paused`).toEqual(expected)
  }
}

const hostAccepts = ({ pattern, flags }: PatternCase): boolean => {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

describe("random patterns give what the host's engine gives", () => {
  it("over the whole grammar", () => {
    fc.assert(fc.property(caseArbitrary.filter(hostAccepts), agreesWithHost), { numRuns: 600 })
  })

  it("over two letters", () => {
    fc.assert(fc.property(denseCaseArbitrary.filter(hostAccepts), agreesWithHost), { numRuns: 600 })
  })
})
