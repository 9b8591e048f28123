// BigInt that grows
let n = 3n
for (;;) { try { n = n * n } catch { n = 3n } }
---
// BigInt powers
for (;;) { try { 7n ** 90_000n } catch {} }
---
// BigInt division
const a = 7n ** 90_000n, b = 7n ** 45_000n + 1n
for (;;) { a / b; a % b }
---
// BigInt printing and parsing
const a = 7n ** 90_000n
for (;;) BigInt(String(a))
---
// BigInt in other bases
const a = 7n ** 90_000n
for (;;) { a.toString(36); a.toString(3); BigInt("0x" + a.toString(16)); BigInt.asUintN(200_000, a) }
---
// BigInt shifts, caught
for (;;) { try { 1n << 262_140n } catch {} try { 1n << (1n << 60n) } catch {} }
---
// a factorial
let n = 1n
for (let i = 1n; ; i++) { try { n *= i } catch { n = 1n; i = 1n } }
---
// BigInt sorting
const xs = Array.from({ length: 200_000 }, (_, i) => BigInt((i * 7919) % 200_003) << 200n)
for (;;) xs.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
---
// Math over many arguments
const xs = Array.from({ length: 100_000 }, (_, i) => i)
for (;;) { Math.max(...xs); Math.hypot(...xs) }
---
// exact sums
const xs = Array.from({ length: 300_000 }, (_, i) => 10 ** ((i * 37) % 600 - 300))
for (;;) Math.sumPrecise(xs)
---
// random numbers and identifiers
for (;;) { Math.random(); crypto.randomUUID() }
---
// random bytes
const bytes = new Uint8Array(65_536)
for (;;) crypto.getRandomValues(bytes)
---
// buffers as large as they may be
for (;;) new Uint8Array(2 ** 27)
---
// buffers that are kept
const keep = []
for (;;) { keep[keep.length % 3] = new ArrayBuffer(2 ** 26) }
---
// typed arrays, filled and searched
const xs = new Uint8Array(2 ** 26)
for (;;) { xs.fill(1); xs.indexOf(2); xs.reverse(); xs.includes(3) }
---
// typed arrays, copied between types
const a = new Float64Array(2 ** 22), b = new Uint8Array(2 ** 22)
for (;;) { a.set(b); b.set(a); a.slice(); b.copyWithin(0, 1) }
---
// typed arrays, joined
//ends ExecutionFailure
const xs = new Float64Array(1e6).fill(1 / 3)
for (;;) xs.join()
---
// resizing buffers
const b = new ArrayBuffer(0, { maxByteLength: 2 ** 27 })
for (;;) { b.resize(2 ** 27); b.resize(0) }
---
// transferring buffers
let b = new ArrayBuffer(2 ** 26)
for (;;) b = b.transfer(b.byteLength === 2 ** 26 ? 2 ** 25 : 2 ** 26)
---
// bytes as hex and base64
const xs = new Uint8Array(4e6)
for (;;) { Uint8Array.fromHex(xs.toHex()); Uint8Array.fromBase64(xs.toBase64()) }
---
// a DataView
const v = new DataView(new ArrayBuffer(64))
for (let i = 0; ; i = (i + 1) % 57) { v.setFloat64(i, i); v.getBigInt64(i) }
---
// dates
for (let i = 0; ; i++) { const d = new Date(i * 1e6); d.setMonth(i); d.toISOString(); String(d) }
---
// dates for people
for (let i = 0; ; i++) new Date(i * 1e6).toLocaleString("de", { dateStyle: "full", timeStyle: "long", timeZone: "Asia/Tokyo" })
---
// formatters made anew
for (let i = 0; ; i++) { new Intl.DateTimeFormat("de"); new Intl.NumberFormat("fr", { style: "currency", currency: "EUR" }); new Intl.Collator("sv") }
---
// numbers for people
for (let i = 0; ; i++) (i / 7).toLocaleString("en-IN", { maximumFractionDigits: 20 })
---
// huge numbers for people
const n = 7n ** 90_000n
for (;;) { try { n.toLocaleString("en") } catch {} }
---
// formatters of lists, plurals and spans
//ends ExecutionFailure
const list = new Intl.ListFormat("en"), xs = Array.from({ length: 50_000 }, (_, i) => "x" + i)
for (;;) { list.format(xs); new Intl.PluralRules("ar").select(3); new Intl.RelativeTimeFormat("en").format(-3, "day") }
---
// segments of long texts
const s = new Intl.Segmenter("en", { granularity: "word" }).segment("lorem ipsum 😀 ".repeat(50_000))
for (;;) for (const x of s) ;
---
// segments by place
const s = new Intl.Segmenter("en").segment("e\u0301".repeat(200_000))
for (let i = 0; ; i = (i + 997) % 400_000) s.containing(i)
---
// a segment of a million units, caught
const s = new Intl.Segmenter("en", { granularity: "word" }).segment("a".repeat(2 ** 20))
for (;;) { try { s.containing(400_000) } catch {} try { [...s] } catch {} }
---
// locales that are refused, caught
for (;;) { try { Intl.getCanonicalLocales("x".repeat(100_000)) } catch {} try { new Intl.NumberFormat("en-" + "a-b-".repeat(20_000)) } catch {} }
---
// many locales
const xs = Array.from({ length: 20_000 }, (_, i) => "en-u-nu-latn")
for (;;) { try { new Intl.Collator(xs) } catch {} }
