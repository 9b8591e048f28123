import { describe, expect, it } from "vitest"
import { refusal } from "./support.ts"

describe("syntax errors say what is wrong and what to write", () => {
  it.each([
    ["const a = 1 b", "1:13", 'Unexpected token "b".', null],
    ["f(1,, 2)", "1:5", 'Unexpected token ",".', null],
    ["const x = {", "1:12", "Unexpected end of the program.", "cut off"],
    ["items.forEach(x => { await f(x) })", "1:28", "`await` is only valid in async functions.", "async"],
    ["function f() { for await (const x of y) {} }", "1:20", "`await` is only valid in async functions.", "async"],
    ["const s = “hi”", "1:11", "Unexpected character '“'.", "straight quotes"],
    ["\ud800", "1:1", String.raw`Unexpected character '\ud800'.`, "an escape"],
    ["const a = 1 \udfff + 2", "1:13", String.raw`Unexpected character '\udfff'.`, "an escape"],
    ["const a: number = 1; a\ud83d", "1:23", String.raw`Unexpected character '\ud83d'.`, "an escape"],
    ["# a comment\nreturn 1", "1:2", "Unexpected character '#'.", "//"],
    ["x = 'a\nb'", "1:5", "Unterminated string constant.", "backticks"],
    ["let x = 1; let x = 2", "1:16", "Identifier 'x' has already been declared.", "Rename"],
    ["with (a) { b }", "1:1", "`with` is not available.", "object.property"],
    ["return <b>x</b>", "1:13", "Unterminated regular expression.", "JSX"],
    [
      "for (;;) {} break",
      "1:13",
      "`break` is outside of a loop or switch, or names a label that is not around it.",
      null
    ]
  ])("%s", async (source, at, message, suggestion) => {
    const error = await refusal(source)
    expect(error).toMatchObject({ kind: "ParseError", at, message })
    if (suggestion === null) expect(error.suggestions).toBeUndefined()
    else expect(error.suggestions!.join()).toContain(suggestion)
  })

  it.each([
    ["/(a/", "Unterminated group", "\\("],
    ["/a)/", "Unmatched ')'", "\\)"],
    ["/*a/", null, null],
    ["/+a/", "Nothing to repeat", "backslash"],
    ["/[z-a]/", "Range out of order in character class", "\\-"],
    ["/a{3,1}/", "numbers out of order in {} quantifier", "{2,5}"],
    ["/(?a)/", "Invalid group", "(?"],
    ["/\\p{Nope}/u", "Invalid property name", "\\p{L}"],
    ["/(?<a>x)(?<a>y)/", "Duplicate capture group name", "own name"]
  ])("regular expression %s", async (literal, reason, fix) => {
    const error = await refusal(`x = ${literal}`)
    expect(error).toMatchObject({ kind: "ParseError", at: "1:5" })
    if (reason === null) return
    expect(error.message).toContain(reason)
    expect(error.suggestions!.join()).toContain(fix)
  })

  it("names the flag that is wrong", async () => {
    expect((await refusal("x = /a[/]/gx")).message).toBe('Invalid regular expression flag "x".')
    expect((await refusal("x = /a/gig")).message).toBe('Invalid regular expression flag "g".')
    expect((await refusal("x = /a/uv")).suggestions!.join()).toContain("`u` and `v`")
  })

  it("refuses BigInt literals that take long to read", async () => {
    for (const digits of ["9".repeat(10_001), `0x${"f".repeat(10_001)}`, "1_".repeat(6000) + "1"]) {
      for (const type of ["", ": bigint"]) {
        expect((await refusal(`const n${type} = ${digits}n`)).message).toContain("at most 10,000 digits")
      }
    }
  })

  it("is not misled by what the program says", async () => {
    expect((await refusal("x = /call stack exceeded(/")).message).toContain("Unterminated group")
  })

  it("does not repeat long texts", async () => {
    expect((await refusal(`x = /(${"a".repeat(5000)}/`)).message.length).toBeLessThan(120)
    expect((await refusal(`const a = 1 ${"b".repeat(5000)}`)).message.length).toBeLessThan(120)
  })
})
