import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compile, compileInPortions } from "../../../src/interpreter/regexp/compile.ts"
import { emitProgram } from "../../../src/interpreter/regexp/emit.ts"
import { parseFlags } from "../../../src/interpreter/regexp/flags.ts"
import { parsePattern } from "../../../src/interpreter/regexp/parse.ts"
import { finish, GLANCE, Pace, PORTION } from "../../../src/interpreter/regexp/portions.ts"
import { RegExpSyntaxError } from "../../../src/interpreter/regexp/syntax-error.ts"
import { buildTree } from "../../../src/interpreter/regexp/tree.ts"
import { caseArbitrary } from "./pattern-arbitrary.ts"

/** Raise it for a long session: `REGEXP_FUZZ_RUNS=20000 npx vitest run test/interpreter/regexp`. */
const numRuns = Number(process.env["REGEXP_FUZZ_RUNS"] ?? 500)
const timeout = 30_000 + numRuns * 50

/** What a pattern comes to when no more than `longest` units of it are parsed at once. */
function outcome(pattern: string, flagText: string, longest: number) {
  const flags = parseFlags(flagText)
  const pace = new Pace()
  const failAt = (what: string, index: number): never => {
    throw new RegExpSyntaxError(what, index)
  }
  try {
    const parsed = finish(parsePattern(pattern, flags, failAt, pace, longest))
    const tree = finish(buildTree(parsed, flags, failAt, pace))
    const { code, low, beyond, groupNames, groupCount } = finish(emitProgram(tree, pattern, flagText, flags, pace))
    return JSON.stringify([code.join(), low.join(), beyond.join(), [...groupNames], groupCount])
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return error
    throw error
  }
}

function isSameInPieces(pattern: string, flags: string): void {
  const whole = outcome(pattern, flags, PORTION)
  for (const longest of [1, 4, 11]) {
    const inPieces = outcome(pattern, flags, longest)
    // Of several mistakes another one may be found first.
    if (whole instanceof RegExpSyntaxError) expect(inPieces).toBeInstanceOf(RegExpSyntaxError)
    else expect(inPieces).toBe(whole)
  }
}

const scraps = [
  String.raw`a b n k 1 2 , | | ( ) (?: (?= (?<! (?<n> (?<m> (?i: (?-s: (? [ ] [^ - < > [a-z] [\]] [[a]] && \q{a|b}`,
  String.raw`* + ? { } {1} {1,2} {,2} {2,1} ^ $ . \ \\ \b \0 \1 \2 \12 \k \k<n> \k<m> \d \w \p{L} \u{61} \u0061`,
  "\\ud83d \\ude00 \ud83d \ude00 😀 \\x61 \\cA \\c"
].flatMap((line) => line.split(" "))

describe("a pattern in pieces means what it means as a whole", () => {
  it(
    "any pattern",
    () => {
      fc.assert(
        fc.property(caseArbitrary, ({ pattern, flags }) => isSameInPieces(pattern, flags)),
        { numRuns }
      )
    },
    timeout
  )

  it(
    "scraps of syntax, most of them wrong",
    () => {
      const pattern = fc.array(fc.constantFrom(...scraps), { maxLength: 12 }).map((list) => list.join(""))
      fc.assert(
        fc.property(pattern, fc.constantFrom("", "u", "v", "i"), (text, flags) => isSameInPieces(text, flags)),
        { numRuns: numRuns * 4 }
      )
    },
    timeout
  )
})

const long: ReadonlyArray<readonly [string, string, string]> = [
  ["words", Array.from({ length: 1500 }, (_, index) => `word${index}`).join("|"), ""],
  ["a long text", "abc\\u0064".repeat(1800), "u"],
  ["a group around all", `^(?:${"(a|b)?[c-e]+".repeat(1200)})$`, "i"],
  ["names and references", `(?<first>a)${"x\\k<first>\\1{2}".repeat(900)}`, ""],
  ["deep groups", `${"(?:a|".repeat(480)}${"b".repeat(8000)}${")".repeat(480)}`, "v"],
  ["classes with strings", "[\\q{one|two|three}\\p{L}]".repeat(600), "iv"],
  ["classes within classes", `${"[".repeat(400)}\\q{${"abc|".repeat(2000)}d}${"\\q{ab}]".repeat(400)}`, "iv"],
  ["names that are never closed", "\\k<".repeat(5000), ""],
  ["long names", `(?<${"n".repeat(900)}>x)|`.repeat(16), ""],
  ["a number of no group", `\\${"1".repeat(16_000)}`, ""],
  [
    "characters that differ",
    `(?:${Array.from({ length: 5000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join("|")})*`,
    ""
  ]
]

describe("compiling a long pattern can be stopped", () => {
  it.each(long)("%s", (_name, pattern, flags) => {
    const portions = compileInPortions(pattern, flags)
    let count = 1
    while (portions.next().done !== true) count++
    expect(count).toBeGreaterThan(pattern.length / PORTION)
    expect(count).toBeLessThan(pattern.length / 20)
  })

  it.each([
    [
      "names within names",
      `${"(?<".repeat(100)}${"\\u0061".repeat(110)}>)`.repeat(16),
      "groups are nested more than 500"
    ],
    ["groups that are never closed", `${"a".repeat(16_000)}(`, `"(" at index 16000 is never closed`],
    ["classes that are never closed", `${"[".repeat(400)}${"a".repeat(15_000)}`, "is never closed"]
  ])("also while it is only looked at: %s", (_name, pattern, complaint) => {
    const portions = compileInPortions(pattern, "")
    let count = 1
    expect(() => {
      while (portions.next().done !== true) count++
    }).toThrow(complaint)
    expect(count).toBeGreaterThan((pattern.length * GLANCE) / PORTION)
  })

  const message = (pattern: string): string => {
    try {
      compile(pattern, "")
    } catch (error) {
      if (error instanceof RegExpSyntaxError) return error.message.slice(error.message.indexOf("/: ") + 3)
      throw error
    }
    return "no mistake"
  }

  it("names the missing group whatever stands behind it", () => {
    for (const tail of ["\\k<".repeat(5000), "(?<c)".repeat(3200), "(?<c>)<"]) {
      expect(message(`(?<a>)\\k<b>${tail}`)).toContain("\\k<b> names a group")
    }
  })

  it("names the place of a mistake in the whole pattern", () => {
    const text = "ab".repeat(4000)
    expect(message(`${text}**`)).toContain(`"*" at index 8001 follows another quantifier`)
    expect(message(`(?:${text})+*`)).toContain(`"*" at index 8005 follows another quantifier`)
    expect(message(`(?:${text}[z-a])`)).toContain("index 8007 (")
    expect(message(`${text}(`)).toContain(`"(" at index 8000 is never closed`)
    expect(message(`${text})`)).toContain(`unmatched ")" at index 8000`)
    expect(message(`${text}(?<n-m>a)`)).toContain("invalid group name at index 8004")
    expect(message(`${text}(?<${"n".repeat(2000)}-m>a)`)).toContain("invalid group name at index 10003")
    expect(message(`(?<n>a)${text}\\k<m>`)).toContain("\\k<m> names a group that does not exist")
    expect(message(`(?<n>a)${text}(?<n>b)`)).toContain(`the group name "n" is used twice`)
  })
})
