// a Map that grows
const m = new Map()
for (let i = 0; ; i++) m.set(i, i)
---
// a Map with keys that are added and deleted
const m = new Map()
for (let i = 0; ; i++) { m.set(i, i); m.delete(i - 1000) }
---
// a Set of objects
const s = new Set()
for (;;) s.add({})
---
// clearing a large Set while it is walked
for (;;) { const s = new Set(Array.from({ length: 1e5 }, (_, i) => i)); for (const x of s) { s.clear(); break } }
---
// set algebra of large sets
const a = new Set(Array.from({ length: 3e5 }, (_, i) => i)), b = new Set(Array.from({ length: 3e5 }, (_, i) => i * 2))
for (;;) { a.union(b); a.intersection(b); a.symmetricDifference(b); a.isSubsetOf(b) }
---
// a WeakMap that grows
const m = new WeakMap(), keep = []
for (;;) { const k = {}; m.set(k, keep); keep.push(k) }
---
// an object with keys without end
const o = {}
for (let i = 0; ; i++) o["k" + i] = i
---
// objects with shapes without end
for (let i = 0; ; i++) { const o = {}; for (let j = 0; j < 50; j++) o["k" + ((i * j) % 100_003)] = j }
---
// an array that grows
const xs = []
for (;;) xs.push(1)
---
// an array that grows at its front
const xs = []
for (;;) xs.unshift(1)
---
// an array that shrinks at its front
for (;;) { const xs = Array(300_000).fill(0); while (xs.length > 0) xs.shift() }
---
// splicing in the middle
const xs = Array(1e6).fill(0)
for (;;) { xs.splice(500_000, 1); xs.splice(500_000, 0, 1) }
---
// sparse writes
const xs = []
for (let i = 0; ; i++) xs[(i * 7919_777) % 4294967295] = i
---
// copies of a large array
const xs = Array(1e6).fill(0)
for (;;) { xs.slice(); xs.concat(xs); xs.toReversed(); xs.with(0, 1); Array.from(xs) }
---
// searching a large array
const xs = Array(5e6).fill(0)
for (;;) { xs.indexOf(1); xs.includes(NaN); xs.lastIndexOf(2) }
---
// filling and copying within a large array
const xs = Array(5e6).fill(0)
for (;;) { xs.fill(1); xs.copyWithin(1, 0); xs.reverse() }
---
// flattening to the bottom
let xs = [1]
for (let i = 0; i < 5000; i++) xs = [xs, xs, 1]
return xs.flat(Infinity)
---
// flattening an array that holds itself
const xs = [1]
xs.push(xs, xs)
for (;;) { try { xs.flat(Infinity) } catch {} }
---
// structuredClone of large data
const data = Array.from({ length: 50_000 }, (_, i) => ({ i, s: "x" + i, xs: [i] }))
for (;;) structuredClone(data)
---
// structuredClone of deep data
let o = {}
for (let i = 0; i < 9000; i++) o = { o }
for (;;) { try { structuredClone(o) } catch {} }
---
// structuredClone of buffers and maps
const data = new Map(Array.from({ length: 50_000 }, (_, i) => [i, new Uint8Array(10)]))
for (;;) structuredClone(data)
---
// JSON of large data
const data = Array.from({ length: 50_000 }, (_, i) => ({ i, s: "x" + i }))
for (;;) JSON.parse(JSON.stringify(data))
---
// JSON of large text
const text = "[" + "1,".repeat(2e6) + "1]"
for (;;) JSON.parse(text)
---
// JSON of long strings
const s = "\u0001\"é".repeat(500_000)
for (;;) JSON.parse(JSON.stringify(s))
---
// JSON of many digits
//ends ExecutionFailure
const text = "0." + "1".repeat(4e6)
for (;;) JSON.parse(text)
---
// JSON of deep text, caught
const text = "[".repeat(4e6)
for (;;) { try { JSON.parse(text) } catch {} }
---
// JSON that is indented
const data = Array.from({ length: 30_000 }, (_, i) => ({ i, xs: [1, { y: 2 }] }))
for (;;) JSON.stringify(data, null, 10)
---
// JSON of shared objects, exponentially
let o = {}
for (let i = 0; i < 60; i++) o = { a: o, b: o }
return JSON.stringify(o)
---
// JSON with a long list of keys
const keys = Array.from({ length: 100_000 }, (_, i) => "k" + i), o = Object.fromEntries(keys.map((k) => [k, 1]))
for (;;) JSON.stringify([o], keys)
---
// freezing, sealing and comparing large objects
const o = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => ["k" + i, i]))
for (;;) { Object.isFrozen(Object.freeze({ ...o })); Object.isSealed(o) }
---
// freezing long arrays
for (;;) Object.freeze(Array(1e6).fill(0))
---
// keys, values and descriptors of large objects
const o = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => ["k" + i, i]))
for (;;) { Object.keys(o); Object.values(o); Object.getOwnPropertyDescriptors(o); Reflect.ownKeys(o) }
---
// keys that are numbers, out of order
for (;;) { const o = {}; for (let i = 50_000; i > 0; i--) o[i * 3] = i; Object.keys(o) }
---
// symbols without end
for (let i = 0; ; i++) Symbol.for("x" + i)
---
// functions as text
const f = function () { /* long */ return 1 }
for (;;) String(f)
---
// error objects
for (;;) new Error("x")
---
// error stacks
const f = (n) => n === 0 ? new Error("x").stack : f(n - 1)
for (;;) f(1000)
---
// errors with causes of causes
let e = new Error("x")
for (;;) e = new Error("y", { cause: e })
---
// errors with long messages, thrown and caught
const s = "x".repeat(1e6)
for (;;) { try { throw new Error(s + s) } catch (e) { String(e) } }
---
// errors of many errors
const all = Array.from({ length: 100_000 }, () => new Error("x"))
for (;;) { const e = new AggregateError(all); String(e); console.error(e) }
---
// weak references and their targets
const keep = []
for (;;) keep.push(new WeakRef({}))
---
// the largest array that is filled
const xs = Array(1e7).fill(1.5)
for (;;) xs.length
---
// splicing a very large array
const xs = Array(9e6).fill(0)
for (;;) xs.splice(4e6, 1, 1, 2)
---
// a very large array that is cut and filled again
const xs = Array(9e6).fill(0)
for (;;) { xs.length = 100; xs.length = 9e6; xs.fill(1) }
---
// putting in front of a very large array
const xs = Array(9e6).fill(0)
for (;;) xs.unshift(1)
---
// splitting into millions of units
const text = "x".repeat(9e6)
for (;;) text.split("")
---
// JSON of millions of elements
const text = "[" + "0,".repeat(8e6) + "1]"
for (;;) JSON.parse(text)
