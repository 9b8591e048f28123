// a get trap
return new Proxy({}, { get() { for (;;) ; } }).x
---
// every trap, short, in a loop
const p = new Proxy(function () {}, {
  get: (t, k, r) => Reflect.get(t, k, r), set: () => true, has: () => true, deleteProperty: () => true, apply: () => 1, construct: () => ({}),
  getPrototypeOf: (t) => Reflect.getPrototypeOf(t), ownKeys: (t) => Reflect.ownKeys(t),
  getOwnPropertyDescriptor: (t, k) => Reflect.getOwnPropertyDescriptor(t, k)
})
for (;;) { p.x; p.x = 1; "x" in p; delete p.y; p(); new p(); Object.getPrototypeOf(p); Object.keys(p); p instanceof p }
---
// a has trap
return "x" in new Proxy({}, { has() { for (;;) ; } })
---
// an ownKeys trap
return Object.keys(new Proxy({}, { ownKeys() { for (;;) ; } }))
---
// a getPrototypeOf trap under instanceof
return new Proxy({}, { getPrototypeOf() { for (;;) ; } }) instanceof Object
---
// an apply trap
return new Proxy(() => 0, { apply() { for (;;) ; } })()
---
// a defineProperty trap under a class field
class Base { constructor() { return new Proxy(this, { defineProperty() { for (;;) ; } }) } }
class A extends Base { x = 1 }
new A()
---
// a proxy of a proxy, nine thousand deep
let p = {}
for (let i = 0; i < 9000; i++) p = new Proxy(p, {})
for (;;) { try { p.x; p.y = 1; "z" in p; Object.keys(p) } catch {} }
---
// a proxy of a proxy, half a million deep
let p = {}
for (let i = 0; i < 500_000; i++) p = new Proxy(p, {})
for (;;) { try { p.x } catch {} try { Array.isArray(p) } catch {} try { Object.getPrototypeOf(p) } catch {} try { typeof p } catch {} }
---
// a callable proxy of a proxy, half a million deep
let p = () => 0
for (let i = 0; i < 500_000; i++) p = new Proxy(p, {})
for (;;) { try { p() } catch {} try { new p() } catch {} try { typeof p } catch {} try { Object.isFrozen(p) } catch {} }
---
// a proxy that is its own prototype's proxy
const target = {}
const p = new Proxy(target, {})
Object.setPrototypeOf(target, p)
for (;;) { try { p.x } catch {} }
---
// a prototype that is a proxy which creates
const o = Object.create(new Proxy({}, { get: (t, k, r) => r[k + "x"] }))
for (;;) { try { o.a } catch {} }
---
// a handler that is a proxy
const handler = new Proxy({}, { get: () => () => undefined })
const p = new Proxy({}, handler)
for (;;) { p.x; "x" in p; Reflect.set(p, "y", 1) }
---
// a proxy around an array that JSON writes
const p = new Proxy([], { get: (t, k) => k === "length" ? 1e9 : 1 })
return JSON.stringify(p)
---
// a proxy around an array, spread and concatenated
const p = new Proxy([], { get: (t, k) => k === "length" ? 1e9 : Reflect.get(t, k) })
return [].concat(p)
---
// a proxy as an answer of a program
return new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get() { for (;;) ; } })
---
// a proxy as an array-like with callbacks
return Array.prototype.some.call(new Proxy({ length: 1e15 }, { has: () => true }), (x) => x)
---
// ownKeys that answers a million keys
const keys = Array.from({ length: 1e6 }, (_, i) => "k" + i)
const p = new Proxy({}, { ownKeys: () => keys })
for (;;) Reflect.ownKeys(p)
---
// ownKeys of a target that has a hundred thousand fixed keys
const target = {}
for (let i = 0; i < 100_000; i++) Object.defineProperty(target, "k" + i, { value: 1 })
const p = new Proxy(target, { ownKeys: (t) => Reflect.ownKeys(t) })
for (;;) Reflect.ownKeys(p)
---
// revoked proxies, made and caught
for (;;) { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); try { proxy.x } catch {} }
---
// freezing a large object through a proxy
const target = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => ["k" + i, i]))
for (;;) { Object.freeze(new Proxy({ ...target }, {})); Object.isFrozen(new Proxy(target, {})) }
---
// a proxy trap under with Object.assign, entries and spread
const p = new Proxy({ a: 1 }, { get() { for (;;) ; } })
return { ...p }
