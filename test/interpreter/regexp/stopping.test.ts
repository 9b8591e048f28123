import { describe, expect, it } from "vitest"
import { compile, Matcher } from "../../../src/interpreter/regexp/index.ts"
import { search } from "./host.ts"

const long = "a".repeat(100_000)
const family = "👩‍👩‍👧‍👦".repeat(2000)

describe("a search stops after the steps it was given", () => {
  it.each([
    ["(a+)+$", "", `${long}b`],
    ["^(a|a)*$", "", `${long}b`],
    ["(a|aa)+$", "", `${long}b`],
    ["(x+x+)+y", "", "x".repeat(100_000)],
    ["(?=(a+)+b)", "", long],
    ["(?!(?:a|a)*b)c", "", long],
    ["(?<=(?:a|aa)+)b", "", `${long}b`],
    ["(a*)\\1b", "", long],
    ["(.*)\\1\\1x", "", long],
    ["^(?:.*a){20}$", "", `${long}b`],
    [".*.*.*=", "s", long],
    ["(?:a{0,100}){0,100}b", "", long],
    ["(?:|a){100000}b", "", long],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "", long],
    ["(?:\\p{L}+)+$", "u", `${long}1`],
    ["(A+)+$", "i", `${long}b`],
    ["\\p{RGI_Emoji}+$", "v", `${family}x`]
  ])("/%s/%s", (pattern, flags, input) => {
    const matcher = new Matcher(compile(pattern, flags), input)
    matcher.start(0)
    let used = 0
    for (let run = 0; run < 20; run++) {
      if (matcher.run(1000) !== "paused") return
      // One scan of text may overdraw the budget, by a chunk at most.
      expect(matcher.stepsUsed - used).toBeLessThan(12_000)
      used = matcher.stepsUsed
    }
  })

  it("also one that only scans", () => {
    const text = "a".repeat(3_000_000)
    for (const [pattern, flags] of [
      ["b", ""],
      ["bc", ""],
      ["[bc]", ""],
      ["^b", "m"],
      ["a*b", ""],
      ["\\w+\\b,", ""],
      ["[^]*?b", ""],
      ["\\p{Ll}+1", "u"],
      ["a{2900000}b", "y"],
      ["(a{1400000})\\1b", "y"]
    ]) {
      const matcher = new Matcher(compile(pattern, flags), text, undefined, false)
      matcher.start(0)
      let used = 0
      let outcome = matcher.run(100)
      for (let run = 0; run < 10_000 && outcome === "paused"; run++) {
        expect(matcher.stepsUsed - used).toBeLessThan(20_000)
        used = matcher.stepsUsed
        outcome = matcher.run(100)
      }
      expect([pattern, outcome]).toEqual([pattern, "fail"])
    }
  })
})

describe("patterns other engines are slow on", () => {
  it.each([
    ["\\s+$", "", " ".repeat(100_000) + "x"],
    ["^\\s+|\\s+$", "", "x" + " ".repeat(100_000) + "x"],
    ["[\\w.]+@", "", "a".repeat(100_000)],
    ["(\\w+)=", "", "a".repeat(100_000)],
    ["\\w+\\b,", "", "a".repeat(100_000)],
    ["\\p{L}+\\d", "u", "ä".repeat(100_000)]
  ])("/%s/%s takes steps in proportion to the input", (pattern, flags, input) => {
    const matcher = new Matcher(compile(pattern, flags), input, undefined, false)
    matcher.start(0)
    const outcome = matcher.run(1_000_000)
    expect(outcome).toBe("fail")
    expect(matcher.stepsUsed).toBeLessThan(400_000)
  })
})

describe("backtracking state", () => {
  it("beyond the limit ends the search", () => {
    const matcher = new Matcher(compile("(?:(a)|b)*[ab]c", ""), "ab".repeat(50_000), 1 << 14)
    matcher.start(0)
    let outcome = matcher.run(1_000_000)
    while (outcome === "paused") outcome = matcher.run(1_000_000)
    expect(outcome).toBe("exhausted")
    matcher.start(99_999)
    expect(matcher.run(1000)).toBe("fail")
  })

  it("of ordinary loops over a megabyte fits", () => {
    const text = `"${"\\n word".repeat(150_000)}"`
    expect(search(compile('"(?:[^"\\\\]|\\\\.)*"', ""), text)).toEqual([0, text.length])
    expect(search(compile("(?:\\w+,?)*;", ""), "abc,".repeat(250_000) + ";")).toEqual([0, 1_000_001])
  })
})

it("matchers of one program do not disturb each other while paused", () => {
  const program = compile("(?:(a+)|b)*c", "")
  const inputs = ["aabaabac", "bbbbbbbaac", "aaaab", "c"]
  const matchers = inputs.map((input) => {
    const matcher = new Matcher(program, input)
    matcher.start(0)
    return matcher
  })
  const outcomes = matchers.map((matcher) => matcher.run(1))
  for (let turn = 0; turn < 500; turn++) {
    matchers.forEach((matcher, index) => {
      if (outcomes[index] === "paused") outcomes[index] = matcher.run(1)
    })
  }
  const results = matchers.map((matcher, index) =>
    outcomes[index] === "match" ? Array.from(matcher.captures.subarray(0, 4)) : outcomes[index]
  )
  expect(results).toEqual(inputs.map((input) => search(program, input) ?? "fail"))
})
