// an endless iterator in for of
for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }) ;
---
// a next that loops
for (const x of { [Symbol.iterator]: () => ({ next() { for (;;) ; } }) }) ;
---
// a return that loops
for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { for (;;) ; } }) }) break
---
// a done getter that loops
for (const x of { [Symbol.iterator]: () => ({ next: () => ({ get done() { for (;;) ; } }) }) }) ;
---
// spreading an endless iterable
return [...{ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }]
---
// spreading an endless iterable into a call
//ends ExecutionFailure
return Math.max(...{ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) })
---
// destructuring a long iterable
function* all() { for (;;) yield 1 }
const [...xs] = all()
---
// an endless generator
function* all() { for (;;) yield 1 }
for (const x of all()) ;
---
// a generator that never yields
function* all() { for (;;) ; }
return all().next()
---
// generators that delegate ten thousand deep
function* nest(n) { if (n > 0) yield* nest(n - 1); else for (;;) yield 1 }
for (const x of nest(5000)) ;
---
// a generator that is returned again and again, with finally
function* g() { try { yield 1 } finally { for (;;) yield 2 } }
const it = g()
it.next()
for (;;) it.return()
---
// a tree of generators
function* tree(n) { if (n > 0) { yield* tree(n - 1); yield n; yield* tree(n - 1) } }
for (const x of tree(60)) ;
---
// Map and Set constructors from endless iterables
function* pairs() { for (;;) yield [1, 1] }
return new Map(pairs())
---
// a Set that grows while it is walked
const s = new Set([0])
for (const x of s) s.add(x + 1)
---
// Array.from an endless iterator
function* all() { for (let i = 0; ; i++) yield i }
return Array.from(all())
---
// Promise.all of an endless iterable
function* all() { for (;;) yield 1 }
return Promise.all(all())
---
// Promise.race over many promises, again and again
const ps = Array.from({ length: 100_000 }, () => Promise.resolve(1))
for (;;) await Promise.race(ps)
---
// typed arrays from endless iterables
function* all() { for (;;) yield 1 }
return new Uint8Array(all())
---
// string iteration of long texts
const s = "😀a".repeat(500_000)
for (;;) for (const c of s) ;
---
// matchAll over long texts
const s = "ab ".repeat(300_000)
for (;;) for (const m of s.matchAll(/\w+/g)) ;
---
// entries of large objects
const o = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => ["k" + i, i]))
for (;;) for (const [k, v] of Object.entries(o)) ;
---
// URLSearchParams and Headers of many entries
const p = new URLSearchParams()
for (let i = 0; i < 50_000; i++) p.append("k" + (i % 100), "v")
for (;;) { p.sort(); for (const [k, v] of p) ; String(p) }
---
// an iterator whose values are getters that throw, caught
for (;;) { try { for (const x of { [Symbol.iterator]: () => ({ next: () => ({ get value() { throw 1 } }) }) }) ; } catch {} }
