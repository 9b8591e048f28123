import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compile, Matcher } from "../../../src/interpreter/regexp/index.ts"
import type { Program } from "../../../src/interpreter/regexp/index.ts"
import { hostSearch } from "./host.ts"
import { caseArbitrary, denseCaseArbitrary, ordinaryCaseArbitrary } from "./pattern-arbitrary.ts"
import type { PatternCase } from "./pattern-arbitrary.ts"

/** Raise it for a long session: `REGEXP_FUZZ_RUNS=20000 npx vitest run test/interpreter/regexp`. */
const numRuns = Number(process.env["REGEXP_FUZZ_RUNS"] ?? 300)
const timeout = 30_000 + numRuns * 50
const maxSteps = 50_000
const maxPausedSteps = 3000

/** `undefined` when the pattern is too slow to compare. */
function boundedSearch(program: Program, input: string, lastIndex: number, stepsPerRun: number) {
  const matcher = new Matcher(program, input, undefined, false)
  matcher.start(lastIndex)
  let outcome = matcher.run(stepsPerRun)
  const most = stepsPerRun === 1 ? maxPausedSteps : maxSteps
  while (outcome === "paused" && matcher.stepsUsed < most) outcome = matcher.run(stepsPerRun)
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

/** The bounds of every match, as `matchAll` finds them. */
function allMatches(searchFrom: (from: number) => ReadonlyArray<number> | null | undefined, input: string) {
  const result: Array<ReadonlyArray<number>> = []
  let from = 0
  while (from <= input.length) {
    const bounds = searchFrom(from)
    if (bounds === undefined) return undefined
    if (bounds === null) break
    result.push(bounds)
    from = bounds[1] > bounds[0] ? bounds[1] : bounds[1] + (input.codePointAt(bounds[1])! > 0xffff ? 2 : 1)
  }
  return result
}

function everyMatchAgrees({ pattern, flags, inputs }: PatternCase): void {
  const program = compile(pattern, flags)
  for (const input of inputs) {
    const found = allMatches((from) => boundedSearch(program, input, from, maxSteps), input)
    if (found === undefined) continue
    const expected = allMatches((from) => hostSearch(pattern, flags, input, from), input)!
    if (flags.includes("u") && expected.some((bounds) => cutsPair(input, bounds))) continue
    expect(found, JSON.stringify(input)).toEqual(expected)
  }
}

const hostAccepts = ({ pattern, flags }: PatternCase): boolean => {
  // V8 reorders lists of words in lookbehinds as well: `/(?<=(ba|a|c))$/.exec("ba")` gives "a" for the group.
  if (/\(\?<[=!]/.test(pattern) && /\|[^|]*\|/.test(pattern)) return false
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

describe("random patterns give what the host's engine gives", () => {
  it(
    "over the whole grammar",
    () => {
      fc.assert(fc.property(caseArbitrary.filter(hostAccepts), agreesWithHost), { numRuns })
    },
    timeout
  )

  it(
    "put together of ordinary parts, for every match",
    () => {
      fc.assert(fc.property(ordinaryCaseArbitrary.filter(hostAccepts), everyMatchAgrees), { numRuns })
    },
    timeout
  )

  it(
    "over two letters",
    () => {
      fc.assert(fc.property(denseCaseArbitrary.filter(hostAccepts), agreesWithHost), { numRuns })
    },
    timeout
  )
})
