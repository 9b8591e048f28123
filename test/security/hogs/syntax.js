// an empty for loop
for (;;) ;
---
// a while loop that counts
let i = 0
while (true) i++
---
// a do loop with an empty block
do {} while (1)
---
// a for loop without a body, its work in the head
for (let i = 0, j = 1; i < 3; i += j, j = -j) ;
---
// continue to an outer label
outer: for (;;) { for (;;) continue outer }
---
// break out of a label within an endless loop
for (;;) { inner: { for (;;) break inner } }
---
// a switch within a loop
let state = 0
for (;;) switch (state) { case 0: state = 1; break; case 1: state = 2; break; default: state = 0 }
---
// recursion without depth
const f = (n) => n < 2 ? 1 : f(n - 1) + f(n - 2)
return f(80)
---
// recursion to the end of the stack, again and again
const down = () => down()
for (;;) { try { down() } catch {} }
---
// mutual recursion of methods
const o = { a(n) { return n > 0 ? this.b(n - 1) + this.b(n - 1) : 0 }, b(n) { return n > 0 ? this.a(n - 1) + this.a(n - 1) : 0 } }
return o.a(60)
---
// closures that make closures
let make = () => make
for (;;) { const last = make; make = () => last }
---
// a static block of a class
class A { static { for (;;) ; } }
---
// a field initialiser
class A { x = (() => { for (;;) ; })() }
new A()
---
// a private method that calls itself
class A { #n = 0; #spin() { for (;;) this.#n++ } go() { this.#spin() } }
new A().go()
---
// a computed class key
class A { [(() => { for (;;) ; })()]() {} }
---
// classes made in a loop, each extending the last
let C = class {}
for (;;) C = class extends C {}
---
// a constructor chain of ten thousand classes
//ends ExecutionFailure
let C = class {}
for (let i = 0; i < 9000; i++) C = class extends C {}
for (;;) new C()
---
// a default parameter
const f = (x = (() => { for (;;) ; })()) => x
f()
---
// a destructuring default
const { a = (() => { for (;;) ; })() } = {}
---
// rest elements of long arrays
const xs = Array.from({ length: 1e6 }, (_, i) => i)
for (;;) { const [, ...rest] = xs; if (rest.length === 0) break }
---
// rest properties of large objects
const o = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => ["k" + i, i]))
for (;;) { const { k0, ...rest } = o; if (rest.k1 !== 1) break }
---
// a tagged template
const tag = () => { for (;;) ; }
return tag`x${1}`
---
// template literals that double
let s = "ab"
for (;;) { s = `${s}${s}`; if (s.length > 1e6) s = "ab" }
---
// optional chains and nullish operators
let a = null
for (;;) a = a?.b?.c ?? a?.[0] ?? null
---
// comma and conditional expressions
let x = 0
for (;;) x = (x, x ? (x, 0) : (1, 1))
---
// for in over a large object
const o = {}
for (let i = 0; i < 100_000; i++) o["k" + i] = i
for (;;) for (const k in o) ;
---
// for in over a deep prototype chain
let o = {}
for (let i = 0; i < 3000; i++) { o["k" + i] = 1; o = Object.create(o) }
for (;;) for (const k in o) ;
---
// property look-up through a deep prototype chain
let o = {}
for (let i = 0; i < 200_000; i++) o = Object.create(o)
for (;;) o.missing
---
// in and instanceof over a deep prototype chain
let o = {}
for (let i = 0; i < 200_000; i++) o = Object.create(o)
class A {}
for (;;) { "x" in o; o instanceof A }
---
// delete and add
const o = {}
for (let i = 0; ; i++) { o["k" + (i % 1000)] = i; delete o["k" + ((i + 500) % 1000)] }
---
// arguments objects of long calls
function f() { return arguments.length }
const xs = Array(50_000).fill(0)
for (;;) f(...xs)
---
// spread of long arrays
const xs = Array(100_000).fill(1)
for (;;) { const ys = [...xs, ...xs] }
---
// spread of large objects
const o = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => ["k" + i, i]))
for (;;) { const p = { ...o, ...o } }
---
// using that disposes for ever
{ using r = { [Symbol.dispose]() { for (;;) ; } } }
---
// using in a loop
for (;;) { using r = { [Symbol.dispose]() {} } }
---
// await using that disposes for ever
{ await using r = { async [Symbol.asyncDispose]() { for (;;) await null } } }
---
// typeof of a name in its dead zone, caught
for (;;) { try { typeof later } catch {} }
let later = 1
