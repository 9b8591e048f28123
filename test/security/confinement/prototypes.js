// the whole heap of the program
return reach(globalThis)
---
// __proto__ of everything, written to
const found = []
for (const v of [{}, [], () => 0, "x", 1, true, 1n, Symbol(), /x/, new Date(0), new Map(), Promise.resolve(), new Error("x")]) { v.__proto__.polluted = "mine"; found.push(v.__proto__, v.__proto__.__proto__) }
return reach(...found)
---
// __proto__ in literals, by assignment, by Object.setPrototypeOf
const o = { __proto__: { a: 1 } }
const p = {}
p.__proto__ = o
Object.setPrototypeOf(o, Object.prototype)
return reach(o, p)
---
// __proto__ from JSON
const o = JSON.parse('{"__proto__":{"polluted":"mine"},"constructor":{"prototype":{"polluted":"mine"}}}')
const merge = (a, b) => { for (const k of Object.keys(b)) { if (typeof b[k] === "object" && typeof a[k] === "object") merge(a[k], b[k]); else a[k] = b[k] } return a }
merge({}, o)
return reach({})
---
// __proto__ by Object.assign, fromEntries and spread
Object.assign({}, JSON.parse('{"__proto__":{"x":1}}'))
Object.fromEntries([["__proto__", { x: 1 }]])
;({ ...JSON.parse('{"__proto__":{"x":1}}') })
return reach({}, Object.prototype)
---
// __defineGetter__ and __lookupGetter__
Object.prototype.__defineGetter__("polluted", () => "ESCAPED")
;({}).__defineSetter__.call(Array.prototype, "x", () => 0)
return reach({}.__lookupGetter__("__proto__"), {}.__lookupSetter__("__proto__"))
---
// the getter of __proto__ on every value
const get = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").get
return reach(...[1, "x", true, 1n, Symbol(), {}, globalThis, console, Math, search].map((v) => get.call(v)))
---
// every prototype of the program, frozen, emptied and refilled
const all = [Object, Function, Promise, Map, Set, RegExp, Error, String, Number, Array]
const ownKeys = Reflect.ownKeys
for (let i = 0; i < 10; i++) {
  const keys = ownKeys(all[i].prototype)
  for (let j = 0; j < keys.length; j++) { try { all[i].prototype[keys[j]] = () => "mine" } catch {} }
}
return false
---
// Array.prototype methods replaced before the result crosses
Array.prototype.map = Array.prototype.push = Array.prototype.slice = Array.prototype[Symbol.iterator] = () => { throw new Error("mine") }
Object.prototype.toJSON = undefined
Object.keys = Object.entries = JSON.stringify = () => "ESCAPED"
return false
---
// Object.prototype with getters, before the result and a call cross
const seen = []
for (const key of ["then", "toJSON", "value", "get", "set", "length", "name", "description", "input", "output", "message", "stack", "_tag", "run", "path"]) {
  const d = Object.create(null)
  d.get = function () { seen.push(this); return undefined }
  d.configurable = true
  Object.defineProperty(Object.prototype, key, d)
}
await tools.echo({ a: 1 })
try { await tools.refuse({}) } catch {}
search({ query: "echo" })
return reach(...seen)
---
// Promise.prototype.then replaced, then await and tools
const seen = []
const then = Promise.prototype.then
Promise.prototype.then = function (...args) { seen.push(this, ...args); return then.apply(this, args) }
await null
await tools.echo({ a: 1 })
await Promise.all([tools.echo({ b: 1 })])
for await (const x of [tools.echo({})]) seen.push(x)
return reach(...seen)
---
// Promise.prototype.constructor and species replaced
const seen = []
Object.defineProperty(Promise.prototype, "constructor", { get() { seen.push(this); return Promise } })
Object.defineProperty(Promise, Symbol.species, { get() { seen.push(this); return Promise } })
await tools.echo({ a: 1 })
tools.echo({}).then((x) => x)
return reach(...seen)
---
// globals replaced
for (const key of Reflect.ownKeys(globalThis)) { try { globalThis[key] = () => "ESCAPED" } catch {} }
return false
---
// globals deleted
for (const key of Reflect.ownKeys(globalThis)) { try { delete globalThis[key] } catch {} }
return false
---
// globals frozen
Object.freeze(globalThis)
return false
---
// the prototype of the global object
Object.setPrototypeOf(globalThis, { polluted: "mine" })
return reach(globalThis)
---
// names of the host
const found = []
for (const name of ["process", "require", "module", "exports", "Buffer", "global", "window", "self", "document", "fetch", "setTimeout", "setImmediate", "WebAssembly", "SharedArrayBuffer", "Atomics", "performance", "navigator", "Deno", "Bun", "importScripts", "XMLHttpRequest", "WebSocket", "FinalizationRegistry", "gc", "print", "load", "read", "$262", "vi", "expect", "__dirname", "__filename", "Worker", "MessageChannel", "BroadcastChannel", "structuredClone_", "reportError", "localStorage", "indexedDB", "crypto.subtle"]) if (name in globalThis) found.push(name)
return found.length > 0 && found
---
// names of the host without globalThis
const found = []
for (const t of [() => process, () => require, () => module, () => Buffer, () => fetch, () => setTimeout, () => WebAssembly, () => agent, () => SUSP, () => realm, () => Effect]) { try { found.push(t()) } catch (e) { if (e.name !== "ReferenceError" || reach(e)) found.push(e) } }
return found.length > 0
---
// crypto has no subtle powers
return reach(crypto) || Reflect.ownKeys(crypto).length > 3
---
// iterators and their prototypes
const its = [[].values(), new Map().entries(), new Set().values(), "x"[Symbol.iterator](), "x".matchAll(/x/g), (function* () {})(), Iterator.from({ next() {} }), [1].values().map((x) => x), new Headers().entries(), new URLSearchParams().keys(), new Intl.Segmenter("en").segment("x")[Symbol.iterator]()]
for (const it of its) for (let p = it; p !== null; p = Object.getPrototypeOf(p)) { try { p.polluted = "mine" } catch {} }
return reach(...its)
---
// async iterators and their prototypes
async function* g() {}
const its = [g(), AsyncIterator.from(g()), AsyncIterator.from(g()).map((x) => x)]
for (const it of its) for (let p = it; p !== null; p = Object.getPrototypeOf(p)) p.polluted = "mine"
return reach(...its, Object.getPrototypeOf(Object.getPrototypeOf(g)))
---
// wrappers of primitives
return reach(Object(1), Object("x"), Object(true), Object(1n), Object(Symbol.iterator), Object(Symbol()))
---
// internal objects by property descriptors
const found = []
const seen = new Set()
const walk = (o) => {
  if ((typeof o !== "object" && typeof o !== "function") || o === null || seen.has(o) || seen.size > 3000 || o === tools) return
  seen.add(o)
  for (const d of Object.values(Object.getOwnPropertyDescriptors(o))) { found.push(d); walk(d.value); walk(d.get); walk(d.set) }
  walk(Object.getPrototypeOf(o))
}
walk(globalThis)
return reach(...found)
---
// hidden keys: symbols and numbers that the engine may use
const found = []
for (const o of [{}, [], () => 0, new Map(), Promise.resolve(1), new Error("x"), globalThis, /x/, new Proxy({}, {})]) {
  for (const key of ["shape", "slots", "elements", "cells", "code", "details", "trace", "stack_", "realm", "host", "a0", "s0", "slot0", "records", "state", "result", "reactions", "_tag", "kind", "toolCalls", "path", "target", "handler"]) if (key in o && typeof o[key] !== "undefined") found.push(key)
}
return found.length > 0 && found
---
// array elements that are holes stay holes
const xs = [, 1]
return reach(xs[0], Object.values(xs), xs.concat([]), [...xs], Object.getOwnPropertyDescriptor(xs, 0), xs.at(0), xs.find(() => true), Reflect.get(xs, 0)) || typeof xs[0] !== "undefined"
---
// private names of another class
class A { #x = 1; static read(o) { return o.#x } static has(o) { return #x in o } }
const found = []
for (const o of [{}, globalThis, console, tools, new Proxy(new A(), {}), () => 0, Promise.resolve()]) { try { found.push(A.read(o)) } catch (e) { found.push(e) } found.push(A.has(o)) }
return reach(...found) || found.includes(true)
---
// private fields stamped on built-in objects
class Stamp extends (function (o) { return o }) { #x = "ESCAPED"; static read(o) { return o.#x } }
for (const o of [globalThis, console, Math, Object.prototype, search]) { try { new Stamp(o) } catch {} }
return false
---
// prototypes with null, cycles and proxies
const o = Object.create(null)
try { const a = {}; const b = Object.create(a); Object.setPrototypeOf(a, b) } catch (e) { if (reach(e)) return e }
try { Object.setPrototypeOf(Object.prototype, {}) } catch (e) { if (reach(e)) return e }
return reach(o)
---
// classes that extend null, built-ins and proxies
class A extends null {}
class B extends Map {}
class C extends Promise {}
class D extends Array {}
class E extends new Proxy(Error, {}) {}
const found = [A, A.prototype, new B(), new C(() => 0), new D(3), new E("x")]
try { found.push(new A()) } catch (e) { found.push(e) }
return reach(...found)
---
// super beyond the top
const o = { __proto__: null, m() { return super.x } }
const p = { m() { return [super.constructor, super.__proto__, super.hasOwnProperty] } }
try { o.m() } catch (e) { if (reach(e)) return e }
return reach(...p.m())
---
// the realm by newTarget of another function
const N = function () {}.bind()
N.prototype = null
return reach(Reflect.construct(Map, [], new Proxy(N, {})), Reflect.construct(Array, [], N), Reflect.construct(Error, ["x"], N))
---
// template objects
const tag = (s) => s
const make = () => tag`a${1}b`
const t = make()
return reach(t, t.raw) || t !== make() || !Object.isFrozen(t) || !Object.isFrozen(t.raw)
