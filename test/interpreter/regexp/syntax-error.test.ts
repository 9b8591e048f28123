import { describe, expect, it } from "vitest"
import { compile, RegExpSyntaxError } from "../../../src/interpreter/regexp/index.ts"

function complaint(pattern: string, flags = ""): string {
  try {
    compile(pattern, flags)
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return error.message
    throw error
  }
  throw new Error(`/${pattern}/${flags} compiles`)
}

describe("a refused pattern says what is wrong and what to write", () => {
  it.each([
    ["*a", "", `"*" at index 0 has nothing to repeat; write "\\*" to match "*" itself`],
    ["a**", "", `"*" at index 2 follows another quantifier; write "\\*"`],
    ["a|?", "", `"?" at index 2 has nothing to repeat`],
    ["{1}", "", `"{1}" at index 0 has nothing to repeat; write "\\{"`],
    ["(?<=a)*", "", `"*" at index 6 follows an assertion`],
    ["(a(b)", "", `"(" at index 0 is never closed; add ")" or write "\\("`],
    ["a)b", "", `unmatched ")" at index 1; write "\\)"`],
    ["[ab", "", `"[" at index 0 is never closed; add "]" or write "\\["`],
    ["[ab", "v", `write "\\["`],
    ["[z-a]", "", `("z-a") is out of order; write the smaller end first`],
    ["[\\w-a]", "u", `has a class such as \\w as an end, which the flag u forbids; write "\\-"`],
    ["a\\", "", `"\\" at the end of the pattern; write "\\\\"`],
    ["a{2,1}", "", `write "{1,2}"`],
    ["a{1", "u", `"{" at index 1 does not start a quantifier such as {2,5}; with the flag u write "\\{"`],
    ["}", "u", `lone "}" at index 0 is not allowed with the flag u; write "\\}"`],
    ["\\-", "u", `invalid escape "\\-" at index 0 with the flag u; write "-" without the backslash`],
    ["\\2(a)", "u", `there is no such group`],
    ["\\x1", "u", `write two hexadecimal digits: \\x41`],
    ["\\u{110000}", "u", `write four hexadecimal digits`],
    ["(?P<n>a)", "", `JavaScript writes (?<name>…)`],
    ["(?>a)", "", `there are no atomic groups`],
    ["(?i)a", "", `pass "i" as flags of the expression, or write (?i:…)`],
    ["(?x:a)", "", `only i, m and s can be changed inside a pattern`],
    ["(?#note)", "", `there are no comments in patterns`],
    ["(?<1a>x)", "", `a name is an identifier closed by ">"`],
    ["(?<a>x)(?<a>y)", "", `the group name "a" is used twice in one alternative`],
    ["(?<a>x)|(?:(?<a>y)(?<a>z))", "", `the group name "a" is used twice in one alternative`],
    ["(?<a>.)\\k<b>", "", `\\k<b> names a group that does not exist`],
    ["\\k<a", "u", `a name is an identifier closed by ">"`],
    ["\\k", "u", `write \\k<name>`],
    ["\\p{Klingon}", "u", `"\\p{Klingon}" at index 0 is not a Unicode property`],
    ["\\p{RGI_Emoji}", "u", `need the flag v instead of u`],
    ["[a&&b--c]", "v", `nest one of them in brackets`],
    ["[(]", "v", `"(" at index 1 must be escaped in a class with the flag v; write "\\("`],
    ["[^\\q{ab}]", "v", `contains strings of several characters`]
  ])("/%s/%s", (pattern, flags, part) => {
    const message = complaint(pattern, flags)
    expect(message).toContain(`Invalid regular expression: /${pattern}/${flags}: `)
    expect(message).toContain(part)
  })

  it.each([
    ["gg", `the flag "g" is written twice`],
    ["G", `flags are lower case: write "g"`],
    ["x", `there is no flag "x" (extended)`],
    ["q", `the flags are d, g, i, m, s, u, v and y`],
    ["uv", `"u" and "v" exclude each other`]
  ])("flags %s", (flags, part) => {
    expect(complaint("a", flags)).toContain(part)
  })

  it("names the place in the source when a name is repeated before it", () => {
    expect(complaint("(?<a>x)|(?<a>y)|*", "")).toContain(`"*" at index 16`)
  })

  it("shows no more than the start of a long pattern", () => {
    const message = complaint(`${"a".repeat(5000)}(`)
    expect(message.length).toBeLessThan(500)
    expect(message).toContain(`"(" at index 5000`)
    expect(complaint("a", "gimsuy".repeat(5000)).length).toBeLessThan(200)
  })
})

describe("patterns that would take too long to compile", () => {
  it.each([
    ["too long", "a".repeat(16_385)],
    ["too deep", `${"(".repeat(501)}${")".repeat(501)}`],
    ["too deep a class", `${"[".repeat(501)}${"]".repeat(501)}`, "v"],
    ["too many references", `${"()".repeat(3000)}(?<a>)${"\\k<a>".repeat(1900)}`]
  ])("%s", (_, pattern, flags = "") => {
    expect(complaint(pattern, flags)).toMatch(/allowed|nested|too many/)
  })

  it("repeated names deep inside groups take no exponential time", () => {
    const deep = `${"(?:".repeat(200)}(?<a>x)${")".repeat(200)}`
    expect(complaint(deep + deep)).toContain("used twice in one alternative")
    expect(compile(`${deep}|${deep}`, "").groupNames).toEqual(new Map([["a", [1, 2]]]))
  })
})
