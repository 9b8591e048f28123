// concatenation
let s = ""
for (;;) { s += "x"; if (s.length > 1e6) s = "" }
---
// concatenation that doubles, read at its end
for (;;) { let s = "x"; for (let i = 0; i < 23; i++) s += s; s.charCodeAt(s.length - 1) }
---
// concatenation beyond the longest text, caught
let s = "x".repeat(2 ** 24 - 1)
for (;;) { try { s + s } catch {} }
---
// repeat
for (;;) "ab".repeat(2 ** 23)
---
// padding
for (;;) { "x".padStart(2 ** 24, "abc"); "x".padEnd(2 ** 24, "é") }
---
// indexOf that nearly matches everywhere
const text = "a".repeat(400_000)
const wanted = "a".repeat(200_000) + "b"
for (;;) text.indexOf(wanted)
---
// lastIndexOf and includes that nearly match
const text = "a".repeat(400_000)
const wanted = "b" + "a".repeat(200_000)
for (;;) { text.lastIndexOf(wanted); text.includes(wanted) }
---
// split into single units
const text = "x".repeat(1e6)
for (;;) text.split("")
---
// split at a long separator that nearly matches
const text = "ab".repeat(200_000)
for (;;) text.split("ab".repeat(50_000) + "c")
---
// replaceAll that doubles
let s = "a"
for (;;) { try { s = s.replaceAll("a", "aa") } catch { s = "a" } }
---
// join of nested arrays
let xs = ["x"]
for (let i = 0; i < 60; i++) xs = [xs, xs]
return xs.join()
---
// join of a million elements
const xs = Array.from({ length: 1e6 }, (_, i) => i)
for (;;) xs.join(", ")
---
// normalising
const s = "e\u0301\u0323".repeat(300_000)
for (;;) { s.normalize("NFC"); s.normalize("NFKD") }
---
// normalising marks without end
//ends ExecutionFailure
const s = "a" + "\u0323\u0301".repeat(500_000)
for (;;) s.normalize("NFC")
---
// changing case
const s = "ßΣİı".repeat(500_000)
for (;;) { s.toUpperCase(); s.toLowerCase(); s.toLocaleUpperCase("tr") }
---
// comparing long texts
const a = "x".repeat(2 ** 23) + "a", b = "x".repeat(2 ** 23) + "b"
for (;;) { a < b; a === b; a == b + "" }
---
// comparing long texts by locale
//ends ExecutionFailure
const a = "é".repeat(500_000) + "a", b = "é".repeat(500_000) + "b"
for (;;) a.localeCompare(b)
---
// sorting by locale
const xs = Array.from({ length: 20_000 }, (_, i) => "é" + ((i * 7919) % 20_011))
for (;;) xs.toSorted((a, b) => a.localeCompare(b))
---
// URI coding
const s = "é %".repeat(300_000)
for (;;) decodeURIComponent(encodeURIComponent(s))
---
// escapes that cannot be decoded, caught
const s = "%41".repeat(300_000) + "%"
for (;;) { try { decodeURI(s) } catch {} }
---
// base64
const s = "x".repeat(3e6)
for (;;) atob(btoa(s))
---
// text coding
const s = "é😀".repeat(500_000)
for (;;) new TextDecoder().decode(new TextEncoder().encode(s))
---
// trimming
const s = " ".repeat(8e6) + "x" + " ".repeat(8e6)
for (;;) s.trim()
---
// code points
const s = "😀".repeat(1e6)
for (;;) { [...s]; s.isWellFormed(); s.toWellFormed() }
---
// String.fromCharCode of many
const xs = Array(100_000).fill(97)
for (;;) String.fromCharCode(...xs)
---
// slicing every suffix
let s = "x".repeat(1e6)
for (;;) { let t = s; while (t.length > 0) t = t.slice(1) }
---
// keys from long texts
const o = {}
for (let i = 0; ; i++) { o["x".repeat(100_000) + (i % 100)] = i }
---
// numbers from long texts
const s = "1".repeat(2 ** 22)
for (;;) { Number(s); parseFloat(s); parseInt(s, 7) }
---
// numbers with endless digits
for (;;) { (1.5e300).toString(36); (1 / 3).toFixed(100); (5e-324).toPrecision(100); (2 ** 53).toString(2) }
---
// Date.parse of long texts
const s = "2024-01-01T00:00:00.".padEnd(2 ** 22, "0") + "Z"
for (;;) { Date.parse(s); Date.parse(" ".repeat(1e6)); Date.parse("(".repeat(1e6)) }
---
// URLs from long texts
const s = "http://h/" + "é/../".repeat(200_000) + "?" + "a=é&".repeat(100_000)
for (;;) { try { new URL(s).href } catch {} }
---
// URLs with long hosts
for (;;) { try { new URL("http://" + "é.".repeat(100_000)) } catch {} try { new URL("http://" + "1".repeat(1e6)) } catch {} }
---
// property names of many megabytes
const o = {}
const name = "é中".repeat(2 ** 23 - 9)
for (let i = 0; ; i++) { try { o[name + i] = i } catch {} }
---
// property names as long as they may be
const o = {}
const name = "é中".repeat(2 ** 19 - 9)
for (let i = 0; ; i++) o[name + i] = i
---
// sets of texts of many megabytes
const set = new Set()
const text = "é中".repeat(2 ** 23 - 9)
for (let i = 0; ; i++) { set.add(text + i); if (i % 4 === 0) set.clear() }
---
// comparing texts of many megabytes
const text = "é中".repeat(2 ** 23 - 9)
for (;;) {
  switch (text + "a") { case text + "b": case text + "c": }
  Object.is(text + 1, text + 2);
  ("é中".repeat(2 ** 23) === "é中".repeat(2 ** 23 - 1) + "é!");
  (`${text}a` < `${text}b`);
  ("é中".padEnd(2 ** 24, "é") === text.concat("é", "中"));
}
---
// names of registered symbols
const name = "é中".repeat(2 ** 19 - 9)
for (let i = 0; ; i++) Symbol.for(name + i)
---
// JSON whose names are as long as they may be
const text = JSON.stringify({ ["é中".repeat(2 ** 19)]: 1 })
for (;;) JSON.parse(text)
---
// names of many megabytes in JSON
const o = { ["\u0001".repeat(2 ** 20 - 10)]: 1 }
for (;;) JSON.stringify(o)
---
// joining two texts of many megabytes
const b = "a".repeat(2 ** 23 - 10)
for (;;) { [b, b].join(""); String([b, b]); String.raw({ raw: ["", "", ""] }, b, b) }
---
// texts around others that are long
const b = "a".repeat(2 ** 22)
const s = Symbol(b)
for (;;) {
  String(s).charCodeAt(9)
  ;({ [s]() {} })[s].name.charCodeAt(9)
  new Error(b).stack.charCodeAt(1)
  Object.prototype.toString.call({ [Symbol.toStringTag]: b }).charCodeAt(9)
  RegExp.prototype.toString.call({ source: b, flags: b }).charCodeAt(9)
}
---
// reading many ropes
const b = "あ".repeat(2 ** 19 - 1)
for (;;) {
  const ropes = Array.from({ length: 100 }, () => b + b)
  for (const rope of ropes) rope.charCodeAt(7)
}
---
// reading many ropes that grew from one another
let t = "あ".repeat(2 ** 23)
const ropes = Array.from({ length: 18 }, () => (t = t + "x"))
for (const rope of ropes) rope.charCodeAt(7)
for (;;) ;
---
// reading many ropes of templates
const b = "あ".repeat(2 ** 22 - 1)
for (;;) {
  const ropes = Array.from({ length: 10 }, () => `${b}${b}`)
  for (const rope of ropes) rope.at(7)
}
---
// replacing within a text of many megabytes
const b = "あ".repeat(2 ** 22)
for (;;) { ("x" + b).replace(/x/, "$'$&"); ("x" + b).replace("x", b) }
---
// JSON of texts just short enough for one step
const b = "\u0001".repeat(2 ** 15 - 2)
const o = { a: b, b, c: b, d: b }
for (;;) JSON.stringify(o)
---
// reading many ropes by index
let t = "あ".repeat(2 ** 23)
const ropes = Array.from({ length: 14 }, () => (t = t + "x"))
for (const rope of ropes) rope[7]
for (const { 3: unit } of ropes) ;
for (;;) ;
---
// comparing many ropes
let t = "あ".repeat(2 ** 23)
const ropes = Array.from({ length: 14 }, () => (t = t + "x"))
for (const rope of ropes) rope < "あ"
for (;;) ;
---
// many ropes as numbers
let t = "あ".repeat(2 ** 23)
const ropes = Array.from({ length: 14 }, () => (t = t + "x"))
new Float64Array(ropes)
for (;;) ;
---
// many ropes from toString
let t = "あ".repeat(2 ** 23)
const ropes = Array.from({ length: 14 }, () => (t = t + "x"))
for (const rope of ropes) "".charCodeAt.call({ toString: () => rope }, 3)
for (;;) ;
---
// many ropes as arguments
let t = "あ".repeat(2 ** 23)
const ropes = Array.from({ length: 14 }, () => (t = t + "x"))
Math.max(...ropes)
for (;;) ;
---
// many ropes in messages of errors
let t = "あ".repeat(2 ** 23)
const ropes = Array.from({ length: 14 }, () => (t = t + "x"))
for (const rope of ropes) {
  try { rope() } catch {}
  try { null[rope] } catch {}
}
for (;;) ;
---
// messages with a long name
class A { static name = "あ".repeat(2 ** 23) }
const messages = Array.from({ length: 12 }, () => { try { A() } catch (error) { return error.message } })
for (const message of messages) message[3]
for (;;) ;
---
// very many ropes of a megabyte
let t = "あ".repeat(2 ** 20)
const ropes = Array.from({ length: 300 }, () => (t = t + "x"))
for (const rope of ropes) rope[0]
for (;;) ;
---
// very many ropes, printed
let t = "あ".repeat(2 ** 20)
const ropes = Array.from({ length: 60 }, () => (t = t + "x"))
console.log(...ropes)
for (;;) ;
---
// many ropes of equal content
const base = "あ".repeat(2 ** 22)
const half = "い".repeat(2 ** 22)
const ropes = []
for (let i = 0; i < 10; i++) {
  let t = base + half
  t = t + "x"
  t = t + "y"
  ropes.push(t)
}
for (const rope of ropes) rope[7]
for (;;) ;
