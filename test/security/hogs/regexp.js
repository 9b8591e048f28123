// nested quantifiers
return /(a+)+$/.test("a".repeat(100_000) + "b")
---
// nested quantifiers, anchored
return /^(a+)+$/.test("a".repeat(100_000) + "b")
---
// alternatives that match the same
return /^(a|a)*$/.test("a".repeat(100_000) + "b")
---
// nested stars of alternatives
return /^((a|b)*|(b|a)*)*$/.test("ab".repeat(50_000) + "c")
---
// overlapping quantified parts
return /^(\w+\s?)*$/.test("word ".repeat(20_000) + "!")
---
// many stars in a row
return /a*a*a*a*a*a*a*a*a*a*b/.test("a".repeat(100_000))
---
// a lazy quantifier in a lazy quantifier
return /^(a+?)+?$/.test("a".repeat(100_000) + "b")
---
// nested lookaheads
return /^(?=(?=(a+)+b)(a+)+c)(a+)+d/.test("a".repeat(100_000))
---
// nested lookaheads under a star
return /^((?=(a*)*b)|a)*$/.test("a".repeat(100_000) + "c")
---
// lookbehind
//ends value
return /(?<=(a+)+)b$/.test("a".repeat(100_000) + "c".repeat(10) + "b")
---
// negative lookbehind at every position
//ends value
return /(?<!(a|aa)+)c/.test("a".repeat(100_000))
---
// backreferences
return /^(a*)*\1\1\1$/.test("a".repeat(100_000) + "b")
---
// backreferences to long captures
return /(.*)\1\1x/.test("ab".repeat(50_000))
---
// named backreferences, without case
return /^(?<x>a+)+\k<x>$/i.test("aA".repeat(50_000) + "b")
---
// counted repetition
return /^(a{1,1000}){1,1000}$/.test("a".repeat(100_000) + "b")
---
// a large counted repetition of nothing
//ends value
return /(?:){0,4000000000}(?:(?:){1000000}){1000000}x/.test("y".repeat(100_000))
---
// counted repetitions that nest
return /((((a{0,30}){0,30}){0,30}){0,30}){0,30}b/.test("a".repeat(100_000))
---
// a pattern that is quadratic by where it starts
//ends value
return /a+b/.test("a".repeat(100_000)) || /\s+$/.test(" ".repeat(100_000) + "x")
---
// a quadratic pattern of any character
return /.*.*=.*/s.test("x".repeat(100_000))
---
// a quadratic pattern by replace
//ends value
return "x".repeat(100_000).replace(/x*y/g, "")
---
// a quadratic split
//ends value
return "x".repeat(100_000).split(/x+y/)
---
// a pattern for mail addresses
return /^([a-zA-Z0-9_.\-])+@(([a-zA-Z0-9\-])+\.)+([a-zA-Z0-9]{2,4})+$/.test("a@a." + "a".repeat(100_000) + "!")
---
// a pattern for tags
//ends value
return /<(\w+)(?:\s+\w+\s*=\s*(?:"[^"]*"|'[^']*'|\S+)\s*)*\s*\/?>/.test("<a " + "b=c ".repeat(20_000))
---
// sets and properties under nested quantifiers
return /^([\p{L}--[a-c]]+|[\p{L}&&\p{ASCII}]+)+$/v.test("x".repeat(100_000) + "1")
---
// without case, unicode, nested
return /^(ſ+|s+|S+)+$/iu.test("s".repeat(100_000) + "1")
---
// many alternatives
const pattern = new RegExp("^(?:" + Array.from({ length: 600 }, (_, i) => "a".repeat((i % 40) + 1)).join("|") + ")*$")
return pattern.test("a".repeat(100_000) + "!")
---
// global matches of a slow pattern
const s = ("a".repeat(25) + "b").repeat(4000)
for (;;) s.match(/(a+)+c/g)
---
// sticky matches from every place
const s = "a".repeat(100_000)
const r = /(a+)+b/y
for (let i = 0; ; i = (i + 1) % s.length) { r.lastIndex = i; r.test(s) }
---
// replacing with long substitutions
const s = "a".repeat(10_000)
for (;;) { try { s.replace(/a/g, "$&$`$'") } catch {} }
---
// a linear pattern on a long text, for ever
const s = "lorem ipsum ".repeat(100_000)
for (;;) s.match(/\bips\w+/g)
---
// a linear pattern that finds nothing in sixteen million units
const s = "x".repeat(2 ** 24)
for (;;) /y/.test(s)
---
// patterns made anew for ever
for (let i = 0; ; i++) new RegExp("(a" + i + "|b)*[c-z]{1,9}", "giu")
---
// long patterns made anew for ever
const source = "(?:a|b[c-d]{2,3})".repeat(900)
for (let i = 0; ; i++) new RegExp(source + i)
---
// patterns that are refused, caught
for (;;) { try { new RegExp("(".repeat(1000)) } catch {} }
---
// patterns that nest deeply
const source = "(".repeat(20_000) + "a" + ")".repeat(20_000)
for (;;) { try { new RegExp(source).test("a") } catch {} }
---
// all matches with indices and groups
const s = "k=v;".repeat(100_000)
for (;;) for (const m of s.matchAll(/(?<k>\w)=(?<v>\w)/dg)) ;
---
// RegExp.escape of long texts
const s = "a.b*".repeat(1e6)
for (;;) RegExp.escape(s)
---
// a replacement that opens names and never closes them
const template = "$<".repeat(4e6)
for (;;) "abc".replace(/(?<x>b)/, template)
---
// a splitter whose results have no end
class R extends RegExp {
  static get [Symbol.species]() { return function () { return { lastIndex: 0, exec() { this.lastIndex++; return { length: 2 ** 40 } } } } }
}
return "abc".split(new R("a"))
---
// splits with a thousand captures
const r = new RegExp("," + "()".repeat(900)), s = "a,".repeat(10_000)
for (;;) { try { s.split(r) } catch {} }
---
// long patterns of every shape made anew for ever
const shapes = [
  ["(?:" + Array.from({ length: 5000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join("|") + ")*", ""],
  [Array.from({ length: 3000 }, (_, i) => "[" + String.fromCharCode(0x4e00 + i) + "b]").join("|"), "i"],
  ["[" + Array.from({ length: 16_000 }, (_, i) => String.fromCharCode(0x100 + i * 2)).join("") + "]", "i"],
  ["[\\q{" + Array.from({ length: 2000 }, (_, i) => "w" + i).join("|") + "}]", "iv"],
  ["(?:^a?|".repeat(490) + "x" + ")".repeat(490) + "|^".repeat(6000), ""],
  ["(?:a|b|c|d|e|f(?:g|h|i|j|k)?|".repeat(400) + "x" + ")?".repeat(400), ""],
  ["(a)".repeat(2000) + Array.from({ length: 2000 }, (_, i) => "\\" + (i + 1)).join(""), ""],
  ["(?=a(?!b)c)(?<=x|yz)".repeat(800), "u"],
  ["\\p{RGI_Emoji}|".repeat(1000) + "x", "v"],
  ["[".repeat(400) + "\\q{" + "abc|".repeat(2000) + "d}" + "\\q{ab}]".repeat(400), "iv"],
  ["[^".repeat(490) + Array.from({ length: 7000 }, (_, i) => String.fromCharCode(0x100 + 2 * i)).join("") + "\\d]".repeat(490), "iv"],
  ["\\k<".repeat(5000), ""],
  ["[" + "\\p{RGI_Emoji}".repeat(1200) + "]", "iv"]
]
for (let i = 0; ; i++) new RegExp(shapes[i % shapes.length][0] + i, shapes[i % shapes.length][1])
---
// thousands of words that differ in their first character, for match
for (let i = 0; ; i++) {
  "x".match("(?:" + Array.from({ length: 4000 }, (_, k) => String.fromCharCode(0x3400 + k) + (i % 10)).join("|") + ")+")
}
---
// long patterns whose mistake comes last, caught
const text = "(a|b)c[d-f]".repeat(1400)
for (let i = 0; ; i++) { try { new RegExp(text + i + "**") } catch {} }
---
// names that overlap or are never closed, caught
const patterns = [
  "(?<a>)\\k<b>" + "\\k<".repeat(5300),
  "(?<a>)\\k<b>" + "(?<c)".repeat(3200),
  ("(?<".repeat(166) + "\\u0061".repeat(80) + ">").repeat(16)
]
for (let i = 0; ; i++) { try { new RegExp(patterns[i % 3]) } catch {} }
---
// set operations on strings by the thousand
const words = Array.from({ length: 2000 }, (_, i) => i.toString(36).padStart(3, "a")).join("|")
const emoji = "[\\p{RGI_Emoji}" + "--\\q{ab}".repeat(900) + "]x"
const s = "👍🏽".repeat(10_000)
for (let i = 0; ; i++) {
  new RegExp(`[\\q{${words}${i}}${"--\\q{}".repeat(1300)}]`, "iv")
  s.match(new RegExp(emoji, "iv"))
}
---
// emoji in a literal, matched and replaced for ever
const s = Array.from({ length: 3000 }, (_, i) => String.fromCodePoint(0x1f300 + i) + "\u200d\u{1f9d1}\u{1f3fd}").join("")
for (;;) s.match(/\p{RGI_Emoji}x/iv), s.replace(/\p{RGI_Emoji}+?x/giv, ""), /^\p{RGI_Emoji}{2,}$/iv.test(s)
---
// each property of strings, in literals
const s = "👩🏻‍❤️‍💋‍👩🏻4️⃣🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿👍🏽ⓜ️".repeat(3000)
for (;;) {
  s.match(/\p{Basic_Emoji}x/v), s.match(/\p{Emoji_Keycap_Sequence}x/v), s.match(/\p{RGI_Emoji_Modifier_Sequence}x/v)
  s.match(/\p{RGI_Emoji_Flag_Sequence}x/iv), s.match(/\p{RGI_Emoji_Tag_Sequence}x/iv), s.match(/\p{RGI_Emoji_ZWJ_Sequence}x/iv)
  s.match(/\p{RGI_Emoji_ZWJ_Sequence}x/v), s.match(/\p{RGI_Emoji}+x/v), s.match(/(?<!\p{RGI_Emoji})x/v)
}
---
// classes that the host compiles for long, in literals
const s = "Aa1-".repeat(300)
let n = 0
for (let i = 0; ; i++) {
  n += /^(?:\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C}\P{C})+/u.test(s)
  n += new RegExp("^" + "[^\\p{Lu}a]\\S\\W.".repeat(60) + i, "u").test(s)
  n += new RegExp("^" + "\\p{Lu}\\p{Ll}\\P{Nd}".repeat(48) + i, "u").test(s)
  n += new RegExp("^" + "[^a]".repeat(240) + i, "u").test(s + "\u0100")
  n += new RegExp("^" + "[\\u0100-\\uffff]".repeat(60) + i, "i").test(s + "\u0100")
}
---
// long patterns of a host's own cost, in literals that are made once
const s = "Aa1-".repeat(300)
for (;;) s.match(/\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}\P{L}\p{L}x/gu), s.split(/[^\p{Lu}a]\S\W.[^\p{Lu}a]\S\W.[^\p{Lu}a]\S\W./u)
---
// flags of any length, caught
const s = "gimsuy".repeat(2 ** 21)
for (;;) { try { new RegExp("x", s) } catch {} try { RegExp("x", s + "g") } catch {} }
---
// flags of pattern objects
const s = "あ".repeat(2 ** 23), r = { flags: s, exec: () => null, [Symbol.match]: true }
for (;;) { RegExp.prototype[Symbol.replace].call(r, "a", "b"); RegExp.prototype[Symbol.match].call(r, "a"); try { "a".matchAll(r) } catch {} }
