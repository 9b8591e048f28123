// the constructor of a constructor
//! ExecutionFailure
return [].constructor.constructor("return process")()
---
// the constructor of an arrow
//! ExecutionFailure
return (() => 0).constructor("return globalThis")()
---
// the constructor of a method
//! ExecutionFailure
return ({ m() {} }).m.constructor("return this")()
---
// the constructor of a class
//! ExecutionFailure
return (class {}).constructor("return this")()
---
// the constructor of an async function
//! ExecutionFailure
return await (async () => 0).constructor("return process")()
---
// the constructor of a generator function
//! ExecutionFailure
return (function* () {}).constructor("yield process")().next()
---
// the constructor of an async generator function
//! ExecutionFailure
return await (async function* () {}).constructor("yield process")().next()
---
// the constructor of a native
//! ExecutionFailure
return Math.max.constructor("return process")()
---
// the constructor of a bound function
//! ExecutionFailure
return (() => 0).bind(null).constructor("return process")()
---
// the constructor of a proxy of a function
//! ExecutionFailure
return new Proxy(() => 0, {}).constructor("return process")()
---
// the constructor of console.log
//! ExecutionFailure
return console.log.constructor("return process")()
---
// the constructor of search
//! ExecutionFailure
return search.constructor("return process")()
---
// the constructor of a getter
//! ExecutionFailure
return Object.getOwnPropertyDescriptor(Map.prototype, "size").get.constructor("return process")()
---
// the constructor of the resolvers of a promise
//! ExecutionFailure
return new Promise((resolve) => resolve(resolve.constructor("return process")()))
---
// the constructor of %ThrowTypeError%
//! ExecutionFailure
const args = (function () { return arguments })()
return Object.getOwnPropertyDescriptor(args, "callee").get.constructor("return process")()
---
// Function by new, by Reflect.construct, by apply, by a subclass
const tries = [
  () => new Function("return process")(),
  () => Reflect.construct(Function, ["return process"])(),
  () => Function.apply(null, ["return process"])(),
  () => Function.call.call(Function, null, "return process")(),
  () => new (class extends Function {})("return process")(),
  () => Function.bind(null, "return process")()(),
  () => Reflect.apply(Function, null, ["return process"])(),
  () => [].map.call(["return process"], Function),
  () => ["return process"].map(Function)[0](),
  () => Array.from(["return process"], Function)[0](),
  () => "x".replace("x", Function),
  () => Function`return process`(),
  () => new Proxy(Function, {})("return process")(),
  () => new (new Proxy(Function, {}))("return process")(),
  () => Reflect.construct(Object, ["return process"], Function)()
]
return tries.some((t) => { try { const v = t(); return typeof v === "object" && v !== null && "pid" in v } catch (e) { return reach(e) } })
---
// every constructor of functions, by newTarget
const kinds = [() => 0, async () => 0, function* () {}, async function* () {}].map((f) => Object.getPrototypeOf(f).constructor)
return kinds.some((K) => kinds.some((N) => { try { return reach(Reflect.construct(K, ["return process"], N)) || "made" } catch (e) { return reach(e) } }))
---
// eval, direct and indirect
const tries = [() => eval("process"), () => (0, eval)("process"), () => eval.call(null, "process"), () => globalThis.eval("1"), () => [..."1"].map(eval), () => eval?.("process"), () => Reflect.apply(eval, null, ["this"])]
return tries.some((t) => { try { t(); return true } catch (e) { return e.name !== "EvalError" || reach(e) } })
---
// eval of what is no text
try { return eval({}) } catch (e) { return reach(e) }
---
// new.target leads to no constructor of functions
function F() { return new.target }
class A { constructor() { this.t = new.target } }
return reach(new F(), new A().t, F())
---
// this at the top, in functions, in callbacks
const f = function () { return this }
return reach(this, f(), f.call(undefined), [1].map(function () { return this }), (() => this)())
---
// this of callbacks that built-ins call
const seen = []
const note = function () { seen.push(this); return 1 }
;[2, 1].sort(note); "x".replace("x", note); JSON.parse("[1]", note); JSON.stringify({ a: { toJSON: note } }); new Map([[1, 1]]).forEach(note); Array.from([1], note)
Promise.resolve(1).then(note); queueMicrotask(note); await null; await null
new Proxy({}, { get: note }).x; `${{ toString: note }}`; Reflect.apply(note, undefined, [])
return reach(...seen)
---
// caller and callee
function outer() { return inner() }
function inner() {
  const found = []
  for (const key of ["caller", "arguments"]) for (const f of [inner, outer, Function.prototype, () => 0]) { try { found.push(f[key]) } catch (e) { found.push(e) } }
  try { found.push(arguments.callee) } catch (e) { found.push(e) }
  return found
}
return reach(...outer())
---
// callers of callbacks that built-ins call
let found = []
function callback() { try { found.push(callback.caller) } catch (e) { found.push(e) } return 0 }
;[1, 2].sort(callback); [1].map(callback); "x".replace("x", callback)
return reach(...found) || found.some((x) => typeof x === "function")
---
// arguments of callbacks that built-ins call
const seen = []
const note = (...args) => { seen.push(...args); return 1 }
;[2, 1].sort(note); [1].map(note); [1].reduce(note, 0); "x".replace(/x/, note); JSON.parse("[1]", note); JSON.stringify([1], note); new Map([[1, 1]]).forEach(note)
Array.from([1], note); new Promise(note); new Proxy({ a: 1 }, { get: note }).x; ({ set x(v) { note(v) } }).x = 1; ({ [Symbol.toPrimitive]: note }) + ""
"x".replace({ [Symbol.replace]: note }, ""); ({ then: note }); Promise.resolve({ then: note }); await null; await null
new Proxy(function () {}, { apply: note })(1); Reflect.construct(new Proxy(function () {}, { construct() { note(...arguments); return {} } }), [])
return reach(...seen)
---
// functions as text show no host source
const all = [Math.max, console.log, Map, Object.getOwnPropertyDescriptor(Map.prototype, "size").get, [].map, Promise, Proxy, class { x = 1 }, (() => 0).bind(), new Proxy(() => 0, {})]
return all.some((f) => /SUSP|agent|yield|Steps|=>/.test(Function.prototype.toString.call(f)) && !/class/.test(String(f))) || reach(...all.map(String))
---
// Function.prototype.toString of what is no function
try { return reach(Function.prototype.toString.call({})) } catch (e) { return reach(e) }
---
// Symbol.hasInstance of built-ins
return reach(Function.prototype[Symbol.hasInstance]) || Function.prototype[Symbol.hasInstance].call(Object, globalThis) !== true
---
// bind, call and apply on built-ins with foreign receivers
const found = []
for (const C of [Map, Set, Date, Promise, RegExp, URL, Headers, URLSearchParams, TextDecoder, ArrayBuffer, DataView, Uint8Array, WeakMap, WeakRef, Intl.NumberFormat, Intl.DateTimeFormat, Intl.Collator]) {
  for (const key of Reflect.ownKeys(C.prototype)) {
    const { value, get, set } = Object.getOwnPropertyDescriptor(C.prototype, key)
    for (const f of [value, get, set]) {
      if (typeof f !== "function" || key === "constructor") continue
      for (const receiver of [undefined, null, 1, "x", {}, [], () => 0, new Proxy({}, {}), C.prototype, globalThis, tools, Object.create(C.prototype)]) {
        try { found.push(f.call(receiver)) } catch (e) { found.push(e.message, e.stack) }
      }
    }
  }
}
return reach(...found)
---
// built-ins that are called with too few, too many and wrong arguments
const found = []
const odd = [undefined, null, NaN, -1, 2 ** 53, "", "\u0000", Symbol(), 1n, {}, [], () => { throw new Error("mine") }, new Proxy({}, {}), Object.create(null), tools]
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const C = globalThis[name]
  if (typeof C !== "function" || name === "search") continue
  for (const a of odd) {
    try { found.push(C(a)) } catch (e) { found.push(e) }
    try { found.push(new C(a, a)) } catch (e) { found.push(e) }
    for (const key of Reflect.ownKeys(C)) if (typeof C[key] === "function") { try { found.push(C[key](a, a)) } catch (e) { found.push(e) } }
  }
}
return reach(...found)
---
// methods of prototypes with wrong arguments
const found = []
const odd = [undefined, NaN, -1, "x", Symbol(), 1n, {}, () => { throw new Error("mine") }, tools]
for (const made of [[], "x", 1, 1n, true, Symbol(), new Date(0), /x/, new Map(), new Set(), new Uint8Array(2), new ArrayBuffer(2), new Error("x"), new URL("http://a/"), (function* () { yield 1 })(), [].values(), new Intl.NumberFormat("en")]) {
  for (let p = Object.getPrototypeOf(Object(made)); p !== null; p = Object.getPrototypeOf(p)) {
    for (const key of Reflect.ownKeys(p)) {
      let f; try { f = made[key] } catch (e) { found.push(e); continue }
      if (typeof f !== "function" || key === "constructor") continue
      for (const a of odd) { try { found.push(f.call(made, a, a)) } catch (e) { found.push(e) } }
    }
  }
}
return reach(...found)
