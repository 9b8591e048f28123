// await inside a tagged template, at whatever depth the template is first met
//> [7,"a\\n2",["x","y",true,true],[7,7,7],[["s",1,2]]]
const f = (s, v) => v
const parts = (s, ...values) => [s[0], s.raw[1], Object.isFrozen(s), Object.isFrozen(s.raw)]
const g = async () => f`x${await 7}y`
const down = (n, run) => (n ? down(n - 1, run) : run())
function* collect() { const tag = (s, a, b) => [s[0], a, b]; return tag`s${yield 1}m${yield 2}e` }
const it = collect()
it.next()
it.next(1)
return [f`x${await 7}y`, String.raw`a\n${await 2}`, parts`x${await 1}y`, await Promise.all([143, 145, 146].map((n) => down(n, g))), [it.next(2).value]]
---
// await works at the top level, on anything
//> [1,2,"thenable",null,3]
const thenable = { then(resolve) { resolve("thenable") } }
return [await 1, await Promise.resolve(2), await thenable, await null, await (async () => 3)()]
---
// await throws what the promise was rejected with
//> ["RangeError","no"]
try { await Promise.reject(new RangeError("no")) } catch (e) { return [e.name, e.message] }
---
// await of a thenable that throws, rejects, and resolves twice
//> ["thrown","rejected",1]
const out = []
try { await { then() { throw "thrown" } } } catch (e) { out.push(e) }
try { await { then(_, reject) { reject("rejected"); throw "ignored" } } } catch (e) { out.push(e) }
out.push(await { then(resolve) { resolve(1); resolve(2); throw 3 } })
return out
---
// a thenable's then is read once and called in a job
//> ["get","sync","call"]
const log = []
const t = { get then() { log.push("get"); return (r) => { log.push("call"); r() } } }
const p = Promise.resolve(t)
log.push("sync")
await p
return log
---
// order of jobs: then, await, nested resolution
//> ["sync","end",1,2,3,4,5,6]
const log = []
const p = Promise.resolve()
p.then(() => log.push(1)).then(() => log.push(4)).then(() => log.push(6))
;(async () => { log.push("sync"); await null; log.push(2); await null; log.push(5) })()
p.then(() => log.push(3))
log.push("end")
await new Promise((r) => p.then(() => {}).then(() => {}).then(() => {}).then(() => {}).then(r))
return log
---
// resolving with a promise takes two more turns
//> [1,2,"promise in resolve",3,4]
const log = []
const a = new Promise((r) => r(Promise.resolve())).then(() => log.push("promise in resolve"))
Promise.resolve().then(() => log.push(1)).then(() => log.push(2)).then(() => log.push(3)).then(() => log.push(4))
await a
await null; await null
return log
---
// an async function that returns a promise takes three turns, one that awaits it one
//> [1,"g",2,"f",3,4]
const log = []
const f = async () => Promise.resolve()
const g = async () => { await Promise.resolve() }
f().then(() => log.push("f"))
g().then(() => log.push("g"))
Promise.resolve().then(() => log.push(1)).then(() => log.push(2)).then(() => log.push(3)).then(() => log.push(4))
for (let i = 0; i < 8; i++) await null
return log
---
// queueMicrotask and promise jobs share one queue
//> ["m1","p1","m2","after"]
//host Node 20 has no such name here
const log = []
queueMicrotask(() => log.push("m1"))
Promise.resolve().then(() => log.push("p1"))
queueMicrotask(() => log.push("m2"))
await null
log.push("after")
return log
---
// async functions run up to the first await at once
//> ["in","out","later"]
const log = []
const f = async () => { log.push("in"); await null; log.push("later") }
const p = f()
log.push("out")
await p
return log
---
// parameters of async functions fail as rejections
//> [true,"TypeError"]
const f = async ({ x }) => x
let sync = true, e
const p = f().catch((x) => { e = x.name })
await p
return [sync, e]
---
// async arrows in every form
//> [1,2,[1,2,[3]],{"o":1}]
const a = async (x) => x, b = async x => x + 1, c = async ({ x }, [y] = [2], ...z) => [x, y, z], d = async () => ({ o: 1 })
return [await a(1), await b(1), await c({ x: 1 }, undefined, 3), await d()]
---
// async is a name where it is not a keyword
//> [1,"function",2,3]
//host Node 20 has no such name here
const async = (x) => x
const o = { await: 2, async async() { return 3 } }
return [async(1), typeof o.async, o.await, await o.async()]
---
// await in every position
//> [1,2,"tu","yes",9,11,7,-8,[1,2,3]]
const p = (v) => Promise.resolve(v)
const o = { [await p("k")]: await p(1), m: (x) => x }
const [a = await p(2)] = []
const t = `${await p("t")}${await p("u")}`
const c = await p(true) ? await p("yes") : "no"
const call = o.m(await p(3)) + Math.max(...await p([4, 5]), await p(6))
let x = 1
x += await p(10)
const chain = (await p({ deep: { v: 7 } }))?.deep.v
const neg = -await p(8)
const arr = [await p(1), ...await p([2, 3])]
const logic = (await p(0)) || (await p(null)) || await p("last")
return [o.k, a, t, c, call, x, chain, neg, arr]
---
// await in loops, switch, conditions and labels
//> [[0,1,2,1,3,"if"],0]
const p = (v) => Promise.resolve(v), out = []
for (let i = await p(0); i < await p(3); i += await p(1)) out.push(i)
let n = 0
while (await p(n < 2)) n++
do { n-- } while (await p(n > 0))
l: for (const x of await p([1, 2, 3])) { switch (await p(x)) { case await p(2): continue l; default: out.push(x) } }
if (await p(true)) out.push("if"); else out.push("else")
return [out, n]
---
// compound assignment reads before the await
//> 11
let x = 1
const add = async () => { x += await Promise.resolve(10) }
const p = add()
x = 100
await p
return x
---
// evaluation order around awaits: operands left to right, kept across the suspension
//> [10,[1,2,3,4,5,6]]
const log = []
const v = (n) => (log.push(n), n)
const r = v(1) + (await v(2)) * v(3) + [v(4), await v(5), v(6)].length
return [r, log]
---
// try, catch and finally around awaits
//> ["r","c",["try","finally","try","catch x","finally"]]
const log = []
const f = async (fail) => { try { log.push("try"); if (fail) await Promise.reject("x"); await null; return "r" } catch (e) { await null; log.push("catch " + e); return "c" } finally { await null; log.push("finally") } }
return [await f(false), await f(true), log]
---
// Promise.all, allSettled, race, any keep order and first outcomes
//> [["a","b","c"],["fulfilled","rejected"],"fast","ok","AggregateError",["x","y"],"first"]
const later = async (v, n) => { for (let i = 0; i < n; i++) await null; return v }
const fail = async (v, n) => { await later(0, n); throw v }
const out = [await Promise.all([later("a", 3), "b", later("c", 1)])]
out.push((await Promise.allSettled([later(1, 1), fail("x", 2)])).map((r) => r.status))
out.push(await Promise.race([later("slow", 5), later("fast", 1)]))
out.push(await Promise.any([fail("x", 1), later("ok", 4)]))
try { await Promise.any([fail("x", 1), fail("y", 2)]) } catch (e) { out.push(e.name, e.errors) }
try { await Promise.all([later(1, 1), fail("first", 2), fail("second", 3)]) } catch (e) { out.push(e) }
return out
---
// withResolvers, try, finally
//> [1,1,"r","t",["f"]]
//host Node 20 has no such name here
const { promise, resolve } = Promise.withResolvers()
resolve(1)
const log = []
const kept = await Promise.resolve(1).finally(() => { log.push("f"); return 2 })
const replaced = await Promise.resolve(1).finally(() => Promise.reject("r")).catch((e) => e)
const tried = await Promise.try((a) => { throw a }, "t").catch((e) => e)
return [await promise, kept, replaced, tried, log]
---
// a promise settles once
//> [1]
let out = []
new Promise((resolve, reject) => { resolve(1); reject(2); resolve(3); throw 4 }).then((v) => out.push(v), (e) => out.push(e))
await null
return out
---
// a promise resolved with itself
//> "TypeError"
let r
const p = new Promise((resolve) => { r = resolve })
r(p)
try { await p } catch (e) { return e.name }
---
// then with other things than functions passes through
//> [1,3]
return [await Promise.resolve(1).then(null).then(2), await Promise.reject(3).then((x) => x).catch((e) => e)]
---
// sequential and parallel: what runs when
//> [["start 1","end 1","start 2","end 2","start 3","start 4","end 3","end 4","start 5","end 5","start 6","end 6"],[5,6]]
const log = []
const job = async (n) => { log.push(`start ${n}`); await null; log.push(`end ${n}`); return n }
for (const n of [1, 2]) await job(n)
await Promise.all([3, 4].map(job))
const reduced = await [5, 6].reduce(async (p, n) => [...(await p), await job(n)], Promise.resolve([]))
return [log, reduced]
---
// an await in a callback of forEach does not hold the loop up
//> [1,2,"after",-1,-2]
const log = []
;[1, 2].forEach(async (x) => { log.push(x); await null; log.push(-x) })
log.push("after")
await null; await null
return log
---
// an await that nothing can settle
//! ExecutionFailure: waits for a promise that nothing can settle @3:1
const p = new Promise(() => {})
const x = 1
await p
---
// two functions that wait for each other
//! ExecutionFailure: waits for a promise that nothing can settle @4:8
let a, b
a = (async () => { await null; return await b })()
b = (async () => { await null; return await a })()
return await a
---
// a rejection that nobody looks at is a warning
//> 1
//warning lost
//host a difference on purpose
Promise.reject(new Error("lost"))
await null
return 1
---
// an error class keeps its identity across awaits
//> [true,3,"retry 3"]
class Retry extends Error { constructor(n) { super("retry " + n); this.n = n } }
const f = async (n) => { await null; if (n) throw new Retry(n) }
try { await f(3) } catch (e) { return [e instanceof Retry, e.n, e.message] }
---
// an uncaught failure after an await keeps its place
//! TypeError: Cannot read properties of undefined (reading 'deep'). @3:21
const load = async (id) => {
  await null
  return id.missing.deep
}
await load("x")
---
// deep chains of awaits
//> 2000
const f = async (n) => n === 0 ? 0 : 1 + await f(n - 1)
return f(2000)
---
// many promises at once
//> 124750
const r = await Promise.all(Array.from({ length: 500 }, async (_, i) => { if (i % 3) await null; return i }))
return r.reduce((a, b) => a + b, 0)
---
// await in a function that is not async is refused
//! ParseError: `await` is only valid in async functions. @1:25
const f = () => { await 1 }
---
// await in the parameters of an async function is refused
//! ParseError: Await expression cannot be a default value. @1:22
async function f(a = await 1) {}
---
// a semaphore and a queue, written by hand
//> [[2,4,6,8,10],2]
const limit = (n) => { let active = 0; const waiting = []; return async (job) => { if (active >= n) await new Promise((r) => waiting.push(r)); active++; try { return await job() } finally { active--; waiting.shift()?.() } } }
const run = limit(2)
let now = 0, most = 0
const out = await Promise.all([1, 2, 3, 4, 5].map((x) => run(async () => { most = Math.max(most, ++now); await null; await null; now--; return x * 2 })))
return [out, most]
---
// retry with a counter
//> 3
let calls = 0
const flaky = async () => { if (++calls < 3) throw new Error("flaky"); return calls }
const retry = async (f, n) => { for (let i = 1; ; i++) try { return await f() } catch (e) { if (i >= n) throw e } }
return retry(flaky, 5)
---
// async iteration by hand with Symbol.asyncIterator
//> [11,22,33]
class Pages { constructor(n) { this.n = n } async *[Symbol.asyncIterator]() { for (let i = 1; i <= this.n; i++) { await null; yield [i, i * 10] } } }
const out = []
for await (const [page, value] of new Pages(3)) out.push(page + value)
return out
---
// Array.fromAsync
//> [[1,2],[6,8]]
//host Node 20 has no such name here
return [await Array.fromAsync((async function* () { yield 1; yield 2 })()), await Array.fromAsync([Promise.resolve(3), 4], (x) => x * 2)]
---
// return in the middle of a for await leaves finally blocks in order
//> ["r",["body","g","f"]]
const log = []
async function* g() { try { yield 1 } finally { log.push("g") } }
const f = async () => { try { for await (const x of g()) { try { return "r" } finally { log.push("body") } } } finally { log.push("f") } }
return [await f(), log]
---
// subclasses of Promise and then as a method
//> [true,2]
class P extends Promise { then(a, b) { P.count = (P.count ?? 0) + 1; return super.then(a, b) } }
await P.resolve(1)
const q = P.resolve(2).then((x) => x)
return [q instanceof P, P.count]
