// finally that loops after a throw
try { throw 1 } finally { for (;;) ; }
---
// finally that loops when time is up
try { for (;;) ; } finally { for (;;) ; }
---
// finally in a caller of the loop
const f = () => { for (;;) ; }
const g = () => { try { f() } finally { for (;;) ; } }
g()
---
// catch that goes on
for (;;) { try { for (;;) throw 1 } catch { continue } }
---
// a finally that swallows everything
for (;;) { try { throw new Error("x") } finally { continue } }
---
// a finally that returns over a loop
const f = () => { try { for (;;) ; } finally { return 1 } }
for (;;) f()
---
// catching what ends the call depth
const f = () => { try { f() } catch { f() } }
f()
---
// catching what ends the call depth, and finally as well
const f = () => { try { f() } finally { f() } }
f()
---
// disposers that loop when time is up
{ using r = { [Symbol.dispose]() { for (;;) ; } }; for (;;) ; }
---
// an async disposer that waits when time is up
{ await using r = { async [Symbol.asyncDispose]() { for (;;) await tools.echo({}) } }; for (;;) await null }
---
// a generator's finally when time is up
function* g() { try { yield 1 } finally { for (;;) ; } }
for (const x of g()) for (;;) ;
---
// a return of an iterator when time is up
for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { for (;;) ; } }) }) for (;;) ;
---
// catching the interruption of a tool
for (;;) { try { await tools.never({}) } catch { for (;;) ; } finally { for (;;) ; } }
---
// work that goes on beside a return
//ends value
const spin = async () => { for (;;) await null }
spin()
return 1
---
// a getter at the result
return { get x() { for (;;) ; } }
---
// toJSON at the result
return { toJSON() { for (;;) ; } }
---
// toJSON that answers anew for ever
//ends InvalidDataValue
const make = () => ({ get a() { return make() }, get b() { return make() } })
return make()
---
// a getter that answers shared objects, exponentially
//ends InvalidDataValue
let o = {}
for (let i = 0; i < 30; i++) o = { a: o, b: o }
return o
---
// a shared array at the result, exponentially
//ends InvalidDataValue
let xs = []
for (let i = 0; i < 31; i++) xs = [xs, xs, xs]
return xs
---
// a result that is deep, again and again
//ends InvalidDataValue
let o = {}
for (let i = 0; i < 100_000; i++) o = { o }
return o
---
// a result that is long
//ends value
return Array.from({ length: 1e6 }, (_, i) => i)
---
// a result of long texts
//ends value InvalidDataValue
const s = "x".repeat(2 ** 24 - 8)
return [s, s, s, s]
---
// a result of one text, many times
//ends value
const s = "x".repeat(1e6)
return Array.from({ length: 200 }, () => s)
---
// a sparse result
//ends InvalidDataValue
return Array(2 ** 32 - 1)
---
// a result with a hundred thousand keys
//ends value
return Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => ["k" + i, i]))
---
// a thousand losses at the result
//ends value
return Array.from({ length: 100_000 }, () => new Map())
---
// a hundred thousand promises at the result
//ends InvalidDataValue
return Array.from({ length: 100_000 }, () => Promise.resolve())
---
// a thrown value whose conversion loops
//ends ExecutionFailure
throw { toString() { for (;;) ; }, get message() { for (;;) ; }, get name() { for (;;) ; } }
---
// a thrown error whose message is a getter that loops
//ends ExecutionFailure
const e = new Error("x")
Object.defineProperty(e, "message", { get() { for (;;) ; } })
throw e
---
// a thrown proxy
//ends ExecutionFailure
throw new Proxy({}, { get() { for (;;) ; }, getPrototypeOf() { for (;;) ; }, getOwnPropertyDescriptor() { for (;;) ; } })
---
// a thrown text that is long
//ends ExecutionFailure
throw "x".repeat(2 ** 24)
---
// a rejection whose reason is a proxy
Promise.reject(new Proxy({}, { get() { for (;;) ; } }))
for (let i = 0; ; i++) await null
---
// a hundred thousand rejections, left behind
//ends value
for (let i = 0; i < 100_000; i++) Promise.reject(new Error("x" + i))
await null
return 1
---
// rejections whose reasons loop when they are described
//ends value
Promise.reject({ toString() { for (;;) ; } })
Promise.reject(new Proxy({}, { get() { for (;;) ; } }))
await null
return 1
