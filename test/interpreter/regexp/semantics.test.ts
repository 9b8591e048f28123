import { describe, expect, it } from "vitest"
import { compile } from "../../../src/interpreter/regexp/index.ts"
import { exec, hostSearch, search } from "./host.ts"

describe("what the host of Node 20 cannot do or gets wrong", () => {
  it("modifiers apply to their group only", () => {
    expect(exec("(?i:a)b", "", "Ab")).toEqual(["Ab"])
    expect(exec("(?i:a)b", "", "AB")).toBeNull()
    expect(exec("(?-i:a)b", "i", "aB")).toEqual(["aB"])
    expect(exec("(?-i:a)b", "i", "AB")).toBeNull()
    expect(exec("(?m:^b$)", "", "a\nb\nc")).toEqual(["b"])
    expect(exec("(?m:^b)$", "", "a\nb\nc")).toBeNull()
    expect(exec("(?s:.).", "", "\na")).toEqual(["\na"])
    expect(exec("(?s-i:.a)", "i", "\nA")).toBeNull()
    expect(exec("(?i:(?-i:a)b)c", "", "aBc")).toEqual(["aBc"])
    expect(exec("(?i:[a-z]\\w)", "u", "A\u017f")).toEqual(["A\u017f"])
    expect(exec("(.)(?i:\\1)", "", "aA")).toEqual(["aA", "a"])
  })

  it("a name may repeat in different alternatives", () => {
    expect(exec("(?<y>\\d{4})-\\d\\d|\\d\\d/(?<y>\\d{4})", "", "11/2026")).toEqual(["11/2026", undefined, "2026"])
    expect(compile("(?<y>a)|(?<x>b)(?:(?<z>c)|(?<z>d))|(?<y>e)", "").groupNames).toEqual(
      new Map([
        ["y", [1, 5]],
        ["x", [2]],
        ["z", [3, 4]]
      ])
    )
    expect(exec("(?:(?<a>x)|(?<a>y))\\k<a>", "", "yxyy")).toEqual(["yy", undefined, "y"])
    expect(exec("(?:(?:(?<a>x)|(?<a>y))\\k<a>){2}", "", "xxyy")).toEqual(["xxyy", undefined, "y"])
    expect(exec("(?<\\u0061>x)|(?<a>y)", "", "y")).toEqual(["y", undefined, "y"])
  })

  it("negated classes under v", () => {
    expect(exec("[^]", "v", "a")).toEqual(["a"])
    expect(exec("[^]", "iv", "a")).toEqual(["a"])
    expect(exec("[^x]", "iv", "X")).toBeNull()
    expect(exec("[^\\P{Lu}]", "iv", "a")).toEqual(["a"])
    expect(exec("[^\\p{Lu}]", "iv", "a")).toBeNull()
    expect(exec("\\P{Lu}", "iv", "aB1")).toEqual(["1"])
    expect(exec("\\P{Lu}", "iu", "aB1")).toEqual(["a"])
    expect(exec("((?:[^😀] ){1,2})", "v", "a b ")).toEqual(["a b ", "a b "])
  })

  it("alternatives of a lookbehind are tried in their order", () => {
    expect(exec("(?<=(ba|a|c))$", "", "ba")).toEqual(["", "ba"])
    expect(exec("(?<=(ab|b|aab))$", "", "aab")).toEqual(["", "ab"])
    expect(exec("(?<=x(b|ab|aab))$", "", "xaab")).toEqual(["", "aab"])
    expect(exec("(?<=(?=(ab|a|abc))\\w)c", "", "abc")).toBeNull()
  })

  it("an empty match is never inside a surrogate pair", () => {
    expect(search(compile("\\B", "u"), "a😀")).toEqual([3, 3])
    expect(search(compile("(?:)", "u"), "😀", 1)).toEqual([0, 0])
    expect(search(compile("^|\\udf06", "u"), "\ud834\udf06", 1)).toEqual([0, 0])
  })
})

describe("set notation", () => {
  it.each([
    ["[\\w--\\d]+", "12ab3", ["ab"]],
    ["[[a-z]&&[^aeiou]]+", "aebcd", ["bcd"]],
    ["[\\q{abc|ab|a}]", "abcd", ["abc"]],
    ["[\\q{abc|ab|a}]b", "ab", ["ab"]],
    ["[\\q{|a}]b", "b", ["b"]],
    ["[\\q{ab|cd}--\\q{cd}]", "cdab", ["ab"]],
    ["[\\q{ab|cd|e}&&\\q{cd|e|f}]+", "abcdef", ["cde"]],
    ["^\\p{RGI_Emoji}$", "👩🏻‍❤️‍💋‍👩🏻", ["👩🏻‍❤️‍💋‍👩🏻"]],
    ["^\\p{Emoji_Keycap_Sequence}$", "4️⃣", ["4️⃣"]],
    ["^[\\p{RGI_Emoji}--\\q{🇩🇪}]+", "🇫🇷🇩🇪", ["🇫🇷"]],
    ["^[\\p{RGI_Emoji_Flag_Sequence}&&\\q{🇩🇪|ab}]", "🇩🇪", ["🇩🇪"]],
    ["(?<=^\\p{RGI_Emoji})x", "👍🏽x", ["x"]],
    ["[\\p{L}--[a-z]]+", "abcÄßd", ["Äß"]]
  ])("%s", (pattern, input, expected) => {
    expect(exec(pattern, "v", input)).toEqual(expected)
  })

  it("strings are compared with case ignored under i", () => {
    // The only cased character that is in a property of strings.
    expect(exec("^\\p{RGI_Emoji}$", "iv", "\u24dc\ufe0f")).toEqual(["\u24dc\ufe0f"])
    expect(exec("^\\p{RGI_Emoji}$", "v", "\u24dc\ufe0f")).toBeNull()
    expect(exec("[\\q{straße}]", "iv", "STRAẞE")).toEqual(["STRAẞE"])
    expect(exec("[\\q{AB|cd}--\\q{ab}]", "iv", "abCD")).toEqual(["CD"])
  })
})

describe("what ECMAScript says about captures and loops", () => {
  it.each([
    // https://tc39.es/ecma262/#sec-pattern-semantics, the notes
    ["((a)|(ab))((c)|(bc))", "", "abc"],
    ["(z)((a+)?(b+)?(c))*", "", "zaacbbbcac"],
    ["(a*)*", "", "b"],
    ["(?=(a+))a*b\\1", "", "baaabac"],
    ["(?=(a+))", "", "baaabac"],
    ["(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac"],
    ["(?:()|a)*?b", "", "aab"],
    ["(?:(a)|b)*", "", "ab"],
    ["(a?)??b", "", "ab"],
    ["(?:a?){3}b", "", "aab"],
    ["(?<=(\\d+)(\\d+))$", "", "1053"],
    ["(?<=\\1(a))b", "", "aab"],
    ["(?<=(?:(a)|b)+)c", "", "abac"],
    ["(?<!^a)b", "", "abb"],
    ["\\k<x>(?<x>a)", "", "a"],
    ["(?:(a)|(b)|(c)){3}", "", "cba"],
    ["(?=(a))*b", "", "b"],
    ["(?=(a)){2}a", "", "a"],
    ["\\1(a)", "", "a"],
    ["(a\\1)", "", "aa"],
    ["\\0\\x41\\u0042\\cA", "", "\0AB\u0001"],
    ["[\\b\\cA\\c1-]", "", "\u0011"],
    ["\\c", "", "\\c"],
    ["a{,2}", "", "a{,2}"],
    ["x{1}{", "", "x{"],
    ["\\8\\u{2}", "", "8uu"],
    ["]", "", "]"],
    ["[\\d-x]", "", "-"],
    ["\\07", "", "\u0007"],
    ["(?:a|ab)(?:c|bcd)(?:d*)", "", "abcd"]
  ])("/%s/%s on %j", (pattern, flags, input) => {
    expect(search(compile(pattern, flags), input)).toEqual(hostSearch(pattern, flags, input))
  })
})

describe("start", () => {
  it("with the flag y tries one place", () => {
    const program = compile("a", "y")
    expect(search(program, "ba", 0)).toBeNull()
    expect(search(program, "ba", 1)).toEqual([1, 2])
  })

  it("may be at the end of the input", () => {
    expect(search(compile("$", ""), "abc", 3)).toEqual([3, 3])
    expect(search(compile("\\w*", ""), "abc", 3)).toEqual([3, 3])
    expect(search(compile("\\w+", ""), "abc", 3)).toBeNull()
  })
})
