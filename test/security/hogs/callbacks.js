// the callback of map
return [1].map(() => { for (;;) ; })
---
// short callbacks of every array method
const xs = Array.from({ length: 1000 }, (_, i) => i)
for (;;) {
  xs.map((x) => x); xs.filter((x) => x % 2); xs.some((x) => x < 0); xs.every((x) => x >= 0); xs.find((x) => x < 0)
  xs.findIndex((x) => x < 0); xs.findLast((x) => x < 0); xs.findLastIndex((x) => x < 0); xs.forEach(() => 0)
  xs.reduce((a, b) => a + b, 0); xs.reduceRight((a, b) => a + b, 0); xs.flatMap((x) => [x, x])
}
---
// nested callbacks
const xs = Array.from({ length: 300 }, (_, i) => i)
return xs.map((a) => xs.map((b) => xs.map((c) => xs.map((d) => a + b + c + d))))
---
// an array that grows while it is walked
const xs = [1]
for (const x of xs) xs.push(x)
---
// a comparator that loops
return [2, 1].sort(() => { for (;;) ; })
---
// sorting a million numbers with a comparator, again and again
const xs = Array.from({ length: 1e6 }, (_, i) => (i * 7919) % 1_000_003)
for (;;) xs.toSorted((a, b) => a - b)
---
// sorting a million texts without a comparator
const xs = Array.from({ length: 1e6 }, (_, i) => "k" + ((i * 7919) % 1_000_003))
for (;;) xs.toSorted()
---
// sorting long texts that differ at the end
const base = "x".repeat(100_000)
const xs = Array.from({ length: 1000 }, (_, i) => base + ((i * 7919) % 1009))
for (;;) xs.toSorted()
---
// a comparator without order
const xs = Array.from({ length: 100_000 }, (_, i) => i)
for (;;) xs.sort(() => Math.random() - 0.5)
---
// a comparator that throws, caught
const xs = Array.from({ length: 1000 }, (_, i) => i)
for (;;) { try { xs.sort(() => { throw 1 }) } catch {} }
---
// the callback of a typed array
return new Uint8Array(10).map(() => { for (;;) ; })
---
// sorting large typed arrays
const xs = new Float64Array(4e6).map((_, i) => (i * 7919) % 4_000_037)
for (;;) xs.toSorted()
---
// sorting large typed arrays with a comparator
const xs = new Float64Array(1e6).map((_, i) => (i * 7919) % 1_000_003)
for (;;) xs.toSorted((a, b) => b - a)
---
// the callback of replace
return "a".replace(/a/, () => { for (;;) ; })
---
// the callback of replaceAll, many times
const s = "ab".repeat(50_000)
for (;;) s.replaceAll("a", () => "c")
---
// the callback of Array.from
return Array.from({ length: 1 }, () => { for (;;) ; })
---
// the callback of Object.groupBy and Map.groupBy
const xs = Array.from({ length: 100_000 }, (_, i) => i)
for (;;) { Object.groupBy(xs, (x) => x % 100); Map.groupBy(xs, (x) => x) }
---
// the callback of Map.forEach, which adds to the map
const m = new Map([[0, 0]])
m.forEach((v, k) => m.set(k + 1, v))
---
// the callback of Set.forEach, which moves its element to the end
const s = new Set([1])
s.forEach((v) => { s.delete(v); s.add(v) })
---
// the callbacks of set algebra, on an object that only looks like a set
const like = { size: 1e9, has() { return true }, keys() { return { next() { return { done: false, value: 1 } } } } }
return new Set([1, 2, 3]).union(like)
---
// getOrInsertComputed
return new Map().getOrInsertComputed(1, () => { for (;;) ; })
---
// iterator helpers over an endless generator
function* all() { for (let i = 0; ; i++) yield i }
return all().map((x) => x).filter(() => false).next()
---
// drop over an endless iterator
function* all() { for (;;) yield 1 }
return all().drop(Infinity).next()
---
// flatMap of empty iterators
function* all() { for (;;) yield 1 }
return all().flatMap(() => []).next()
---
// reduce, some, find and toArray over an endless iterator
function* all() { for (;;) yield 1 }
return [all().some((x) => x > 1), all().find((x) => x > 1), all().reduce((a, b) => a + b)]
---
// a chain of ten thousand iterator helpers
let it = [1, 2, 3].values()
for (let i = 0; i < 9000; i++) it = it.map((x) => x)
for (;;) { for (const x of it) ; it = it.map((x) => x) }
---
// Iterator.zip and concat of endless iterators
const all = () => Iterator.from({ next: () => ({ done: false, value: 1 }) })
for (const x of Iterator.concat(Iterator.zip([all(), all()]), all())) ;
---
// a JSON reviver
return JSON.parse("[1]", () => { for (;;) ; })
---
// a JSON reviver over large data
const text = JSON.stringify(Array.from({ length: 50_000 }, (_, i) => ({ i })))
for (;;) JSON.parse(text, (k, v) => v)
---
// a JSON replacer
return JSON.stringify({ a: 1 }, () => { for (;;) ; })
---
// a JSON replacer that nests for ever
let n = 0
for (;;) { try { JSON.stringify({}, (k, v) => ({ a: n++ })) } catch {} }
---
// toJSON
return JSON.stringify({ toJSON() { for (;;) ; } })
---
// a bound function of a bound function
let f = () => 0
for (let i = 0; i < 9000; i++) f = f.bind(null, i % 3)
for (;;) { try { f() } catch {} }
---
// call of call of call
const call = Function.prototype.call
for (;;) call.call(call, call, call, () => 0)
---
// Reflect.apply and Reflect.construct
class A {}
for (;;) { Reflect.apply(Math.max, null, [1, 2]); Reflect.construct(A, []) }
---
// Promise.try and then of a thenable
return await { then() { for (;;) ; } }
---
// the executor of a promise
return new Promise(() => { for (;;) ; })
---
// queueMicrotask
queueMicrotask(() => { for (;;) ; })
await tools.never({})
---
// Object.defineProperties with getters in its descriptors
return Object.defineProperties({}, { x: { get value() { for (;;) ; } } })
---
// Object.assign through getters and setters
const from = { get x() { return 1 } }
const to = { set x(v) { for (;;) ; } }
Object.assign(to, from)
---
// Object.fromEntries of an endless iterable
return Object.fromEntries({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: ["a", 1] }) }) })
---
// String.raw with an endless template
return String.raw({ raw: { length: 2 ** 53 - 1 } })
---
// DisposableStack that disposes for ever
const stack = new DisposableStack()
stack.defer(() => { for (;;) ; })
stack.dispose()
---
// DisposableStack with a million callbacks
for (;;) {
  const stack = new DisposableStack()
  for (let i = 0; i < 1e6; i++) stack.defer(() => 0)
  stack.dispose()
}
---
// console.log of an object whose getters and toString loop
console.log({ get x() { for (;;) ; }, toString() { for (;;) ; } }, { [Symbol.toPrimitive]() { for (;;) ; } })
for (;;) ;
