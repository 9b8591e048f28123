// the symbol registry is not the host's
const s = Symbol.for("nodejs.util.inspect.custom")
const o = { [s]() { return "ESCAPED" }, [Symbol.for("nodejs.rejection")]: 1, [Symbol.for("effect/Effect")]: { _tag: "x" } }
console.log(o)
return reach(s, o) || Symbol.keyFor(s) !== "nodejs.util.inspect.custom"
---
// a registered symbol that the host left a marker in
return Symbol.keyFor(Symbol.for("confinement.marker")) !== "confinement.marker" || reach(Symbol.for("confinement.marker"))
---
// well-known symbols are of the program's own
return reach(...Reflect.ownKeys(Symbol).map((k) => Symbol[k])) || typeof Symbol.iterator !== "symbol" || typeof Symbol.iterator !== typeof Symbol()
---
// wrapped symbols, as keys and by valueOf
const w = Object(Symbol.iterator)
return [][w] !== [][Symbol.iterator] || reach(w, w.valueOf(), w.description)
---
// descriptions of symbols that look like keys of the engine
const found = []
for (const text of ["__proto__", "constructor", "@@iterator", "Symbol.iterator", "suspended", "hole", "TDZ", "empty", ""]) { const s = Symbol(text); found.push({}[s], { [s]: 1 }, Object.getOwnPropertySymbols({ [s]: 1 })) }
return reach(...found)
---
// statics of RegExp are absent
const found = []
;/(secret)/.exec("a secret"); "x".replace(/(x)/, "y"); "k=v".split(/(=)/)
for (const key of ["$1", "$2", "$9", "$_", "$&", "$+", "$`", "$'", "input", "lastMatch", "lastParen", "leftContext", "rightContext"]) if (key in RegExp || RegExp[key] !== undefined) found.push(key)
return found.length > 0 && found
---
// what the host matched before
const found = []
for (const key of Object.getOwnPropertyNames(RegExp)) found.push(RegExp[key])
for (const key of Reflect.ownKeys(RegExp.prototype)) { try { found.push(RegExp.prototype[key]) } catch (e) { found.push(e) } }
return reach(...found)
---
// RegExp.prototype.compile is absent or harmless
const r = /x/
return typeof r.compile === "function" && reach(r.compile)
---
// matches, groups and indices
const m = /(?<x>a)(b)?/d.exec("ab")
m.groups.__proto__ = { polluted: "mine" }
return reach(m, m.groups, m.indices, m.indices.groups, [..."ab".matchAll(/(?<y>.)/g)])
---
// groups named like members of Object.prototype
const m = /(?<__proto__>a)(?<constructor>b)(?<toString>c)/.exec("abc")
return reach(m.groups) || m.groups.constructor !== "b" || "abc".replace(/(?<constructor>a)/, "$<constructor>$<toString>") !== "abc"
---
// errors of bad patterns
const found = []
for (const p of ["(", "[", "\\", "*", "(?<a>x)(?<a>y)", "(?<=", "{1}", "\\u{110000}", "(?i-i:x)", "[b-a]", "x{2,1}", "(?<", "\\k<a>"]) for (const f of ["", "u", "v", "zz", "uv"]) { try { new RegExp(p, f) } catch (e) { found.push(e, e.message, e.stack) } }
return reach(...found)
---
// substitutions name nothing of the host
return reach("x".replace("x", "$& $` $' $1 $<a> $$ ${process}"), "x".replace(/(?<a>x)/, "$<__proto__>$<constructor>"))
---
// a pattern as text, with slashes and line ends
return reach(String(new RegExp("/\n\u2028")), new RegExp("").source, RegExp.prototype.source, String(RegExp.prototype), RegExp.prototype.flags)
---
// texts of every error that the engine throws by itself
const found = []
const tries = [
  () => null.x, () => undefined(), () => (void 0)[Symbol()], () => missing, () => { const x = 1; x = 2 }, () => { y; let y }, () => new (() => 0)(), () => 1n + 1, () => BigInt(1.5), () => Symbol() + "",
  () => [].reduce(() => 0), () => new Array(-1), () => "x".repeat(-1), () => (1).toFixed(101), () => JSON.parse("{"), () => JSON.parse(""), () => { const o = {}; o.o = o; JSON.stringify(o) }, () => decodeURI("%"),
  () => new Proxy(1, {}), () => Object.defineProperty(1, "x", {}), () => Reflect.ownKeys(1), () => ({}) instanceof 1, () => "x" in 1, () => new Date(NaN).toISOString(), () => [...1], () => { const [a] = 1 }, () => { const { a } = null },
  () => class extends 1 {}, () => new WeakMap().set(1, 1), () => structuredClone(() => 0), () => new URL("x"), () => atob("%"), () => new Intl.NumberFormat("x-"), () => Object.freeze(new Uint8Array(1)), () => new Uint8Array(-1),
  () => Object.setPrototypeOf(Object.preventExtensions({}), {}), () => { "use strict"; Object.freeze([]).push(1) }, () => new Intl.DateTimeFormat("en", { timeZone: "Nowhere" }), () => new TextDecoder("nope"), () => crypto.getRandomValues(1),
  () => Iterator.from(1), () => new Map([1]), () => Promise(), () => Symbol.keyFor(1), () => [].at(1n), () => 2n ** -1n, () => 1n / 0n, () => new Set().union(1), () => tools.x = 1, () => delete tools.echo, () => String(tools), () => tools + 1
]
for (const t of tries) { try { t() } catch (e) { found.push(e, String(e), e.stack, e.name, e.message) } }
return reach(...found) || found.length < tries.length * 4
---
// numbers, dates and locales as text
return reach((1.5).toLocaleString(), new Date(0).toLocaleString(), String(new Date(0)), new Date(0).toString(), new Intl.DateTimeFormat().resolvedOptions().timeZone, new Intl.NumberFormat().resolvedOptions().locale)
---
// the zone and the locale are not the host's
return new Intl.DateTimeFormat().resolvedOptions().timeZone !== "UTC" || new Date(0).getTimezoneOffset() !== 0
---
// Intl objects and their internals
const made = [new Intl.NumberFormat("en"), new Intl.DateTimeFormat("en"), new Intl.Collator("en"), new Intl.ListFormat("en"), new Intl.PluralRules("en"), new Intl.RelativeTimeFormat("en"), new Intl.Segmenter("en")]
for (const o of made) { o.polluted = 1; Object.getPrototypeOf(o).polluted = "mine"; try { Object.getPrototypeOf(o).format = () => "mine" } catch {} Object.getPrototypeOf(o).resolvedOptions = () => 0 }
return reach(...made, Intl, ...made.map((o) => o.constructor), ...made.map((o) => Reflect.ownKeys(o)))
---
// legacy constructor of Intl, and its fallback symbol
const o = Object.create(Intl.NumberFormat.prototype)
const found = []
try { found.push(Intl.NumberFormat.call(o)) } catch (e) { found.push(e) }
found.push(Object.getOwnPropertySymbols(o))
return reach(o, ...found)
---
// options bags with getters and proxies, handed to Intl
const seen = []
const bag = new Proxy({}, { get(t, k, r) { seen.push(t, k, r); return undefined } })
for (const K of [Intl.NumberFormat, Intl.DateTimeFormat, Intl.Collator, Intl.ListFormat, Intl.PluralRules, Intl.RelativeTimeFormat, Intl.Segmenter]) { try { new K("en", bag) } catch (e) { seen.push(e) } }
;(1).toLocaleString("en", bag); new Date(0).toLocaleString("en", bag); "a".localeCompare("b", "en", bag)
return reach(...seen)
---
// formatToParts and resolvedOptions are the program's own objects
const parts = [...new Intl.NumberFormat("en").formatToParts(1234.5), ...new Intl.DateTimeFormat("en").formatToParts(0), new Intl.NumberFormat("en").resolvedOptions(), new Intl.Collator("en").resolvedOptions()]
for (const p of parts) p.__proto__.polluted = "mine"
return reach(...parts) || parts.some((p) => Object.getPrototypeOf(p) !== Object.prototype)
---
// URL, its parameters and their live link
const u = new URL("http://user:pw@h:1/p?q#f")
u.searchParams.append("x", "y")
u.__proto__.polluted = "mine"
return reach(u, u.searchParams, URL, URLSearchParams)
---
// Headers, text coding
const h = new Headers([["a", "b"]])
h.__proto__.polluted = "mine"
return reach(h, new TextEncoder(), new TextEncoder().encode("x"), new TextDecoder(), TextDecoder)
---
// buffers are the program's own
const b = new ArrayBuffer(8)
const u = new Uint8Array(b)
u.__proto__.polluted = "mine"
u.buffer.__proto__.polluted = "mine"
return reach(b, u, u.buffer, new DataView(b), u.subarray(1), u.slice(1), Object.getPrototypeOf(Uint8Array)) || u.buffer !== b
---
// a new buffer holds nothing of the host
return new Uint8Array(4096).some((x) => x !== 0) || new Uint8Array(new ArrayBuffer(65536)).some((x) => x !== 0) || new Uint8Array(new ArrayBuffer(8, { maxByteLength: 64 }).transfer(64)).some((x) => x !== 0)
---
// structuredClone of everything
const found = []
for (const v of [{}, [], new Map([[1, {}]]), new Set([1]), new Date(0), /x/g, new Error("x"), new Uint8Array(2), new ArrayBuffer(2), Object(1), Object(1n), { get x() { return 1 } }, new Proxy({}, {}), () => 0, Symbol(), tools, globalThis, Promise.resolve(), new WeakMap(), class {}]) { try { found.push(structuredClone(v)) } catch (e) { found.push(e) } }
return reach(...found)
---
// structuredClone with transfer, and with options that are proxies
const found = []
const b = new ArrayBuffer(8)
try { found.push(structuredClone(b, { transfer: [b] })) } catch (e) { found.push(e) }
try { found.push(structuredClone({}, new Proxy({}, { get(t, k) { found.push(t, k) } }))) } catch (e) { found.push(e) }
return reach(...found)
---
// JSON.rawJSON and its objects
const raw = JSON.rawJSON("1")
return reach(raw) || !Object.isFrozen(raw) || Object.getPrototypeOf(raw) !== null
---
// JSON.parse contexts
const found = []
JSON.parse('{"a":[1,{"b":2}]}', function (k, v, context) { found.push(this, context); return v })
return reach(...found)
---
// console takes any receiver and shows nothing
const found = []
for (const key of Reflect.ownKeys(console)) { const f = console[key]; if (typeof f !== "function") continue; try { found.push(f.call(undefined, {}), f.call({}, new Proxy({}, {})), new Proxy(f, {})("x"), f(console, globalThis)) } catch (e) { found.push(e) } }
return reach(console, ...found)
---
// console prints values by the library's own text
console.log(globalThis, console, Math, Object.prototype, search, tools, new Error("x"), Promise.resolve(1), new Proxy({}, {}), class A {}, () => 0, Symbol.iterator, new WeakMap(), (function* () {})())
console.dir(new Map([[{}, new Set([1])]]), { depth: 9, showHidden: true })
console.table([{ a: console }])
console.trace("here")
return false
---
// console on objects that try to take part in printing
const seen = []
const o = new Proxy({}, { get(t, k, r) { seen.push(k, r); return undefined }, ownKeys() { return ["a"] }, getOwnPropertyDescriptor() { return { value: 1, enumerable: true, configurable: true } } })
console.log(o, [o], { o }); console.table(o); console.error(o)
return reach(...seen)
---
// console with placeholders of the host
console.log("%s %d %i %f %j %o %O %c %%", {}, 1, 2, 3, {}, globalThis, console)
return false
---
// dates read the host's clock and nothing else
return reach(Date, new Date(), Date.now()) || typeof Date.now() !== "number"
---
// Math.random has no state to be reached
return reach(Math.random) || Object.getOwnPropertyNames(Math.random).join() !== "length,name"
---
// locale methods on texts
return reach("x".toLocaleUpperCase("tr"), "x".localeCompare("y", ["en"]), [1, new Date(0)].toLocaleString("en"), (1n).toLocaleString("en"))
---
// symbols that are added to texts, both ways, by every operator
const found = []
for (const t of [() => Symbol() + "", () => "" + Symbol.iterator, () => `${Symbol()}`, () => Symbol() + 1, () => 1n + Symbol(), () => { let s = ""; s += Symbol() }, () => Symbol() + {}, () => [] + Symbol(), () => Symbol() < "a", () => Symbol() == "a"]) { try { found.push(typeof t()) } catch (e) { found.push(e.name) } }
return found.join() === "TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,boolean" ? false : found
