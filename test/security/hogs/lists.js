// a length that makes an array longer
for (;;) { const a = [1]; a.length = 1e6 }
---
// a length that makes an array longer and shorter
const a = [1]
for (;;) { a.length = 1e6; a.length = 1; a.length = 4000; a.length = 1 }
---
// long arrays of holes that are kept
const xs = []
for (;;) { const a = [1]; a.length = 1e6; xs.push(a); if (xs.length > 1e4) xs.length = 0 }
---
// a length that Object.defineProperty and Reflect.set give
for (;;) {
  const a = [1]
  Object.defineProperty(a, "length", { value: 4000 })
  Reflect.set(a, "length", 8000)
}
---
// writes behind the end of an array
let a = []
for (;;) { a[a.length + 1024] = 1; if (a.length > 3e6) a = [] }
---
// arrays that hold an element far away
for (;;) { const a = []; a[4096] = 1 }
---
// joining arrays of holes
const holes = Array(60_000)
for (;;) [].concat(holes, holes, holes, holes)
---
// arguments objects of 131,072 arguments
const xs = Array(2 ** 17).fill(1)
function f() { return arguments.length }
for (;;) { f(...xs); f.apply(null, xs) }
---
// arguments objects of short lists
const xs = Array(100).fill(1)
function f() { return arguments }
for (;;) { f(...xs); f.apply(null, xs) }
---
// arguments objects of generators
const xs = Array(1e5).fill(1)
function* f() { yield arguments }
for (;;) f(...xs).next()
---
// more arguments than a call can have
const xs = Array(1e6).fill(1)
for (;;) { try { Math.max(...xs) } catch {} try { Math.max.apply(null, xs) } catch {} }
---
// apply with an array that is copied at once
const xs = Array(65_536).fill(1)
const f = () => 1
for (;;) f.apply(null, xs)
---
// Reflect.apply and Reflect.construct with an array that is copied at once
const xs = Array(65_536).fill(1)
class A {}
for (;;) { Reflect.apply(Math.abs, null, xs); Reflect.construct(A, xs) }
---
// calls of functions that many arguments are bound to
const f = Math.abs.bind(null, ...Array(1e5).fill(1))
for (;;) { f(); f(1, 2) }
---
// many arguments through a proxy
const xs = Array(1e5).fill(1)
const f = new Proxy(() => 1, { apply: () => 1, construct: () => ({}) })
const g = new Proxy(class {}, { construct: () => ({}) })
for (;;) { f(...xs); new g(...xs) }
---
// Iterator.concat of many
const xs = Array(1e5).fill([])
for (;;) Iterator.concat(...xs)
---
// built-ins with many arguments that they do not look at
const xs = Array(1e5).fill(1)
for (;;) { new Date(...xs); new Map().set(...xs); Promise.resolve(...xs); new Error(...xs); Array.isArray(...xs) }
---
// built-ins with some hundred arguments
const xs = Array(250).fill(1)
for (;;) { Math.max.apply(null, xs); [].push(...xs); [].concat(...xs); Array.of(...xs) }
---
// built-ins that make lists of many arguments
const xs = Array(1e5).fill(1)
for (;;) { new Array(...xs); Array.of(...xs); [].push(...xs); [].unshift(...xs); [].splice(0, 0, ...xs); [].toSpliced(0, 0, ...xs) }
---
// copies of sixty thousand elements
const xs = Array(60_000).fill(1)
for (;;) { xs.with(0, 1); xs.toReversed(); Array(60_000).sort() }
---
// rest elements of sixty thousand
const xs = Array(60_000).fill(1)
for (;;) { const [x, ...rest] = xs; const [...all] = xs }
---
// rest elements of an assignment
const xs = Array(60_000).fill(1)
let x, rest
for (;;) [x, ...rest] = xs
---
// rest elements of an endless iterator
let rest
;[...rest] = Iterator.from({ next: () => ({ value: 1, done: false }) })
