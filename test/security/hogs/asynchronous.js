// awaiting nothing for ever
for (;;) await null
---
// awaiting a resolved promise for ever
const p = Promise.resolve()
for (;;) await p
---
// microtasks that make microtasks
const again = () => queueMicrotask(again)
again()
await tools.never({})
---
// two chains of promises
const spin = () => Promise.resolve().then(spin)
spin(); spin()
await new Promise(() => {})
---
// a thenable that resolves with itself made anew
const make = () => ({ then(resolve) { resolve(make()) } })
await make()
---
// a thenable that calls back at once, for ever
for (;;) await { then(resolve) { resolve(1) } }
---
// async functions that call each other
//ends ExecutionFailure
const a = async () => { await b() }
const b = async () => { await a() }
await a()
---
// async recursion without await
const a = async () => a()
for (;;) { try { await a() } catch {} }
---
// a tree of async functions
const tree = async (n) => n === 0 ? 0 : (await tree(n - 1)) + (await tree(n - 1))
return await tree(60)
---
// an async generator that never ends
async function* all() { for (;;) yield 1 }
for await (const x of all()) ;
---
// an async generator that is asked without waiting
async function* all() { for (;;) yield 1 }
const it = all()
for (;;) it.next()
---
// for await over an endless sync iterable of promises
for await (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: Promise.resolve(1) }) }) }) ;
---
// Array.fromAsync of an endless iterable
async function* all() { for (;;) yield 1 }
return await Array.fromAsync(all())
---
// async iterator helpers
async function* all() { for (;;) yield 1 }
return await AsyncIterator.from(all()).map((x) => x).filter(() => false).toArray()
---
// promises that grow in number
const ps = []
for (;;) ps.push(new Promise(() => {}))
---
// reactions that grow in number on one promise
const p = new Promise(() => {})
for (;;) p.then(() => 0)
---
// rejections that nobody handles
for (;;) Promise.reject(new Error("x"))
---
// rejections that nobody handles, with a turn between
for (;;) { Promise.reject(1); await null }
---
// Promise.all within Promise.all
const nest = (n) => n === 0 ? Promise.resolve(1) : Promise.all([nest(n - 1), nest(n - 1)])
return await nest(40)
---
// Promise.any of a million rejections
for (;;) { try { await Promise.any(Array.from({ length: 100_000 }, () => Promise.reject(1))) } catch {} }
---
// finally callbacks that return promises
let p = Promise.resolve()
for (;;) p = p.finally(() => p)
---
// a chain of a million reactions that starts at once
let start
let p = new Promise((resolve) => { start = resolve })
for (let i = 0; i < 1e6; i++) p = p.then((x) => x)
start(1)
return await p
---
// a chain of promises that resolve to each other
let p = Promise.resolve(1)
for (let i = 0; i < 1e6; i++) { const q = p; p = new Promise((r) => r(q)) }
return await p
---
// loops beside a tool call that waits
tools.never({})
for (;;) ;
---
// calls of a tool, one after the other
for (;;) await tools.echo({ n: 1 })
---
// calls of a tool without waiting
for (;;) tools.echo({ n: 1 })
---
// calls of a tool that fails, caught
for (;;) { try { await tools.refuse({}) } catch {} }
---
// calls of a tool that is not there, caught
for (;;) { try { tools.nothing.here({}) } catch {} }
---
// a flood of calls that never end
for (;;) tools.never({})
---
// a flood of calls that wait for a place
for (;;) tools.alone({})
---
// calls with large arguments
const rows = Array.from({ length: 20_000 }, (_, i) => ({ i, s: "x".repeat(20) }))
for (;;) await tools.echo({ rows })
---
// calls of a tool that answers with much
for (;;) await tools.rows({})
---
// calls with arguments whose getters loop
await tools.echo({ get x() { for (;;) ; } })
---
// calls with arguments that are refused, caught
for (;;) { try { await tools.echo({ f() {} }) } catch {} }
---
// searches
for (;;) search({ query: "echo rows never" })
---
// searches with long queries
const query = "echo ".repeat(100_000)
for (;;) { try { search({ query }) } catch {} }
---
// keys of tools, listed for ever
for (;;) { Object.keys(tools); "echo" in tools; for (const k in tools) ; }
---
// tool references made for ever
let t = tools
for (;;) { try { t = t.a } catch { t = tools } }
---
// logs
for (;;) console.log("x")
---
// logs of large objects
const o = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => ["k" + i, { i, xs: [1, 2, 3] }]))
for (;;) console.log(o)
---
// logs of long texts
const s = "x".repeat(1e6)
for (;;) console.log(s, s)
---
// logs of many lines in a deep group
for (let i = 0; i < 100; i++) console.group()
for (;;) console.log("\n".repeat(2 ** 24 - 1))
---
// tables of many rows
const rows = Array.from({ length: 20_000 }, (_, i) => ({ i, ["k" + (i % 50)]: "x" }))
for (;;) console.table(rows)
---
// groups, counters and timers of the console
for (let i = 0; ; i++) { console.group("g"); console.count("c" + i); console.time("t" + i); console.assert(false, i) }
---
// traces
const f = (n) => n === 0 ? console.trace("x") : f(n - 1)
for (;;) f(100)
