// long chains of yield* go on, return and throw
//> "5 100 x 100 100 1,2 5 1000 x 1000 1000 1,2 5 2000 x 2000 2000 1,2 5 100 y 100 5 1000 y 1000"
const out = []
function* deep(n) { try { if (n > 0) yield* deep(n - 1); else { yield 1; yield 2 } } finally { last = n } }
let last = -1
for (const d of [100, 1000, 2000]) {
  let g = deep(d); g.next(); out.push(g.return(5).value, last)
  g = deep(d); g.next(); try { g.throw(new Error("x")) } catch (e) { out.push(e.message, last) }
  g = deep(d); for (const x of g) { if (x === 1) break } out.push(last)
  g = deep(d); out.push([...g].join())
}
async function* adeep(n) { try { if (n > 0) yield* adeep(n - 1); else { yield 1; yield 2 } } finally { last = n } }
for (const d of [100, 1000]) {
  let g = adeep(d); await g.next(); out.push((await g.return(5)).value, last)
  g = adeep(d); await g.next(); try { await g.throw(new Error("y")) } catch (e) { out.push(e.message, last) }
}
return out.join(" ")
---
// a generator runs only when asked
//> [{"value":1,"done":false},{"value":2,"done":false},{"value":3,"done":true},{"value":null,"done":true},["made","a","b","c"]]
const log = []
function* g() { log.push("a"); yield 1; log.push("b"); yield 2; log.push("c"); return 3 }
const it = g()
log.push("made")
return [it.next(), it.next(), it.next(), it.next(), log]
---
// next sends values in; the first one is lost
//> [{"value":0,"done":false},{"value":1,"done":false},{"value":2,"done":false},{"value":["a","b","c"],"done":true}]
function* g() { const got = []; while (got.length < 3) got.push(yield got.length); return got }
const it = g()
return [it.next("lost"), it.next("a"), it.next("b"), it.next("c")]
---
// return ends, runs finally, and can be overridden there
//> [{"value":"r","done":true},{"value":null,"done":true},{"value":"late","done":false},{"value":"own","done":true},{"value":null,"done":true},["f"]]
const log = []
function* g() { try { yield 1; yield 2 } finally { log.push("f") } }
function* h() { try { yield 1 } finally { yield "late"; return "own" } }
const a = g(), b = h()
a.next(); b.next()
return [a.return("r"), a.next(), b.return("r"), b.next(), b.next(), log]
---
// return before the first next does not run the body
//> [{"value":5,"done":true},{"value":null,"done":true},[]]
const log = []
function* g() { try { log.push("body"); yield } finally { log.push("f") } }
const it = g()
return [it.return(5), it.next(), log]
---
// throw enters at the yield, or at the start
//> [{"value":"caught x","done":false},{"value":"y","done":false},{"value":"caught y","done":false},"start",{"value":null,"done":true}]
function* g() { for (;;) try { yield "y" } catch (e) { yield "caught " + e } }
const it = g()
it.next()
const other = g()
let e
try { other.throw("start") } catch (x) { e = x }
return [it.throw("x"), it.next(), it.throw("y"), e, other.next()]
---
// a generator that throws is finished
//> [{"value":1,"done":false},"boom",{"value":null,"done":true}]
function* g() { yield 1; throw "boom" }
const it = g(), out = [it.next()]
try { it.next() } catch (e) { out.push(e) }
return [...out, it.next()]
---
// running twice at once is an error
//! TypeError: Generator is already running. @2:23
let it
function* g() { yield it.next() }
it = g()
it.next()
---
// yield* passes next, throw and return through
//> [{"value":1,"done":false},{"value":2,"done":false},{"value":"recovered","done":false},{"value":"outer","done":true},["a","caught x","cleanup","inner result"]]
const log = []
function* inner() { try { log.push(yield 1); log.push(yield 2) } catch (e) { log.push("caught " + e); yield "recovered" } finally { log.push("cleanup") } return "inner result" }
function* outer() { log.push(yield* inner()); return "outer" }
const it = outer()
return [it.next("lost"), it.next("a"), it.throw("x"), it.next("b"), log]
---
// yield* return
//> [{"value":1,"done":false},{"value":"held","done":false},{"value":null,"done":true},{"value":null,"done":true},["inner","outer"]]
const log = []
function* inner() { try { yield 1 } finally { log.push("inner"); yield "held" } }
function* outer() { try { yield* inner() } finally { log.push("outer") } }
const it = outer()
return [it.next(), it.return("r"), it.next(), it.next(), log]
---
// yield* over arrays, strings and iterables without throw and return
//> [[1,2,"a","b",0,1],["TypeError"],{"value":7,"done":true}]
const log = []
const plain = { [Symbol.iterator]: () => ({ i: 0, next() { return { value: this.i++, done: this.i > 2 } } }) }
function* g() { yield* [1, 2]; yield* "ab"; const r = yield* plain; return r }
const it = g()
const all = [...g()]
function* t() { yield* plain }
const x = t(); x.next()
try { x.throw("e") } catch (e) { log.push(e.name) }
const y = t(); y.next()
return [all, log, y.return(7)]
---
// yield* closes an iterator that lacks throw
//> ["closed","TypeError"]
const log = []
const src = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { log.push("closed"); return {} } }) }
function* g() { yield* src }
const it = g()
it.next()
try { it.throw("x") } catch (e) { log.push(e.name) }
return log
---
// yield* hands the result object on without looking at its value
//> [true,[]]
const log = []
const result = { done: false, get value() { log.push("value"); return 1 } }
const src = { [Symbol.iterator]: () => ({ next: () => result }) }
function* g() { yield* src }
const r = g().next()
return [r === result, log]
---
// yield in every position
//> [["key","value","default","template","cond","then","arg","spread","unary","l","r"],[{"k":1},2,"t","T",["a",1,2],-3,9]]
function* g() { const o = { [yield "key"]: yield "value" }; const [a = yield "default"] = []; const t = `${yield "template"}`; const c = (yield "cond") ? yield "then" : yield "else"; const f = ((...x) => x)(yield "arg", ...(yield "spread")); return [o, a, t, c, f, -(yield "unary"), (yield "l") + (yield "r")] }
const it = g(), asked = []
let r = it.next()
const answers = { key: "k", value: 1, default: 2, template: "t", cond: true, then: "T", arg: "a", spread: [1, 2], unary: 3, l: 4, r: 5 }
while (!r.done) { asked.push(r.value); r = it.next(answers[r.value]) }
return [asked, r.value]
---
// yield in switch, loops, labels, try and finally
//> [1,2,"t2","f2",3,"do","do","init","test","body0","update","test",null]
function* g() {
  l: for (const x of [1, 2, 3]) { switch (yield x) { case "skip": continue l; case "stop": break l } try { yield "t" + x } finally { yield "f" + x } }
  do { var y = yield "do" } while (y)
  for (let i = yield "init"; i < (yield "test"); i += yield "update") yield "body" + i
}
const it = g(), sent = [undefined, "skip", "go", 0, 0, "stop", true, false, 0, 2, 0, 1, 1], out = []
for (const s of sent) out.push(it.next(s).value)
return out
---
// generators as iterators in destructuring, spread, Array.from, Map, Promise.all
//> ["a",[["b",2]],[["a",1],["b",2]],{"a":1,"b":2},["a","b"],[1,2]]
function* pairs() { yield ["a", 1]; yield ["b", 2] }
const [[x], ...rest] = pairs()
return [x, rest, [...new Map(pairs())], Object.fromEntries(pairs()), Array.from(pairs(), ([k]) => k), await Promise.all((function* () { yield 1; yield Promise.resolve(2) })())]
---
// destructuring closes a generator
//> [1,["closed"]]
const log = []
function* g() { try { yield 1; yield 2 } finally { log.push("closed") } }
const [a] = g()
return [a, log]
---
// an endless generator with take
//> [1,3,5]
function* naturals() { let n = 0; while (true) yield n++ }
const out = []
for (const n of naturals()) { if (n > 5) break; if (n % 2) out.push(n) }
return out
---
// a recursive generator walks a tree
//> [1,2,3,4]
const tree = { v: 1, c: [{ v: 2, c: [{ v: 3, c: [] }] }, { v: 4, c: [] }] }
function* walk(t) { yield t.v; for (const c of t.c) yield* walk(c) }
return [...walk(tree)]
---
// generator objects and their prototypes
//> [true,"object","[object Generator]",true,["value","done"],true,true]
function* g() { yield 1 }
const it = g()
const proto = Object.getPrototypeOf(it)
return [proto === g.prototype, typeof g.prototype.constructor, Object.prototype.toString.call(it), it[Symbol.iterator]() === it, Object.keys(it.next()), it instanceof g, Object.getPrototypeOf(g.prototype) === Object.getPrototypeOf(function* () {}).prototype]
---
// a generator with its own prototype
//> [5,true]
function* g() {}
g.prototype.extra = 5
const a = g().extra
g.prototype = null
return [a, Object.getPrototypeOf(g()) === Object.getPrototypeOf(function* () {}).prototype]
---
// parameters are bound when the generator is called
//> [["default","called","body"],"TypeError"]
const log = []
function* g(a = log.push("default")) { log.push("body"); yield a }
const it = g()
log.push("called")
it.next()
let e
try { (function* ({ x }) {})() } catch (x) { e = x.name }
return [log, e]
---
// this, arguments and new.target in generators
//> [true,2,true]
const o = { *g() { yield this === o; yield arguments.length; yield new.target === undefined } }
return [...o.g(1, 2)]
---
// yield binds looser than anything but the comma
//> [2,"a",true,true]
function* g() { const x = yield 1 + 1; yield x ? "a" : "b"; yield; yield
  "not this" }
const it = g()
return [it.next().value, it.next(true).value, it.next().value === undefined, it.next().value === undefined]
---
// return inside a for of inside a generator closes the source
//> ["source closed"]
const log = []
function* source() { try { yield 1; yield 2 } finally { log.push("source closed") } }
function* g() { for (const x of source()) { yield x } }
const it = g()
it.next()
it.return()
return log
---
// a generator left in the middle costs nothing
//> "done"
function* g() { try { yield 1 } finally { console.log("never") } }
g().next()
return "done"
---
// calling methods of generators on others
//! TypeError: next of a generator was called on an object (Object). @2:1
function* g() {}
g.prototype.next.call({})
---
// generators may not be called with new
//! TypeError: g is not a constructor: call it without `new`. @2:1
function* g() {}
new g()
---
// yield outside of generators is refused
//! ParseError: The keyword 'yield' is reserved. @1:19
const f = () => { yield 1 }
---
// yield in the parameters of a generator is refused
//! ParseError: Yield expression cannot be a default value. @1:17
function* g(a = yield 1) {}
---
// two generators interleave
//> ["a0","b0","a1","b1"]
function* count(name) { for (let i = 0; i < 2; i++) yield name + i }
const a = count("a"), b = count("b")
return [a.next().value, b.next().value, a.next().value, b.next().value]
---
// a throw in finally during return replaces it
//> ["from finally",{"value":null,"done":true}]
function* g() { try { yield 1 } finally { throw "from finally" } }
const it = g()
it.next()
try { it.return() } catch (e) { return [e, it.next()] }
---
// return(value) completes with the value a finally does not touch, also through nested tries
//> [{"value":"v","done":true},{"value":null,"done":true}]
function* g() { try { try { yield } finally { const x = 1 } } catch (e) { yield "never" } finally { } }
const it = g()
it.next()
return [it.return("v"), it.next()]
---
// yield* to itself through several levels keeps order, deep delegation works
//> 51
function* level(n) { if (n > 0) yield* level(n - 1); yield n }
return [...level(50)].length
---
// async generators: values, awaiting of yields, return
//> [{"value":1,"done":false},{"value":"sent","done":false},{"value":"r","done":true},{"value":null,"done":true}]
async function* g() { const a = yield Promise.resolve(1); yield a; return Promise.resolve("r") }
const it = g()
return [await it.next(), await it.next("sent"), await it.next(), await it.next()]
---
// a rejected yield throws into the generator
//> ["caught no"]
async function* g() { try { yield Promise.reject("no") } catch (e) { yield "caught " + e } }
const out = []
for await (const x of g()) out.push(x)
return out
---
// requests to an async generator wait in a queue
//> [[{"value":1,"done":false},{"value":2,"done":false},{"value":null,"done":true},{"value":null,"done":true},{"value":"r","done":true}],["start","asked","between","end"]]
const log = []
async function* g() { log.push("start"); yield 1; log.push("between"); yield 2; log.push("end") }
const it = g()
const all = [it.next(), it.next(), it.next(), it.next(), it.return("r")]
log.push("asked")
return [await Promise.all(all), log]
---
// throw and return in the queue, in order
//> [["fulfilled",{"value":1,"done":false}],["fulfilled",{"value":"caught t","done":false}],["fulfilled",{"value":"finally","done":false}],["fulfilled",{"value":"r","done":true}],["fulfilled",{"value":null,"done":true}]]
async function* g() { try { yield 1; yield 2 } catch (e) { yield "caught " + e } finally { await null; yield "finally" } }
const it = g()
return (await Promise.allSettled([it.next(), it.throw("t"), it.return("r"), it.next(), it.next()])).map(({ status, value, reason }) => [status, value ?? reason])
---
// return of an async generator awaits its argument
//> [{"value":"x","done":true},{"value":"y","done":true},"z",{"value":null,"done":true}]
async function* g() { yield 1 }
const a = g(), b = g(), c = g()
await b.next()
const out = [await a.return(Promise.resolve("x")), await b.return(Promise.resolve("y"))]
try { await c.return(Promise.reject("z")) } catch (e) { out.push(e) }
return [...out, await a.next()]
---
// yield* in an async generator takes sync and async sources
//> [{"value":1,"done":false},{"value":"r","done":false},{"value":2,"done":false},{"value":3,"done":false},{"value":null,"done":true}]
async function* inner() { const x = yield 1; return x }
async function* g() { const r = yield* inner(); yield r; yield* [Promise.resolve(2), 3] }
const it = g()
return [await it.next(), await it.next("r"), await it.next(), await it.next(), await it.next()]
---
// yield* in an async generator passes throw and return on
//> [{"value":1,"done":false},{"value":"c","done":false},{"value":"r","done":true},["t","f"]]
const log = []
async function* inner() { try { yield 1; yield 2 } catch (e) { log.push(e); yield "c" } finally { log.push("f") } }
async function* g() { yield* inner() }
const it = g()
return [await it.next(), await it.throw("t"), await it.return("r"), log]
---
// await in finally of an async generator that is closed early
//> [1,"finally"]
const log = []
async function* g() { try { yield 1; yield 2 } finally { await Promise.resolve(); log.push("finally") } }
for await (const x of g()) { log.push(x); break }
return log
---
// async generator objects
//> ["[object AsyncGenerator]",true,true,true]
async function* g() {}
const it = g()
return [Object.prototype.toString.call(it), it[Symbol.asyncIterator]() === it, it.next() instanceof Promise, (await it.next()).done]
---
// methods of async generators on others reject
//> "TypeError"
async function* g() {}
try { await g.prototype.next.call({}) } catch (e) { return e.name }
---
// an async generator's failure rejects its request, then it is finished
//> [{"value":1,"done":false},"RangeError",{"value":null,"done":true}]
async function* g() { yield 1; throw new RangeError("x") }
const it = g(), out = [await it.next()]
try { await it.next() } catch (e) { out.push(e.name) }
return [...out, await it.next()]
---
// an async generator does not start before next, and parameters fail at the call by throwing
//> "early"
async function* g(a = (() => { throw "early" })()) {}
try { g() } catch (e) { return e }
---
// await and yield mixed in expressions
//> [{"value":2,"done":false},{"value":14,"done":false}]
async function* g() { const r = (await Promise.resolve(1)) + (yield 2) + (await Promise.resolve(3)); yield r }
const it = g()
return [await it.next(), await it.next(10)]
---
// pipelines of async generators
//> [1,9,25]
async function* numbers() { for (let i = 1; i <= 5; i++) yield i }
async function* map(src, f) { for await (const x of src) yield f(x) }
async function* filter(src, f) { for await (const x of src) if (f(x)) yield x }
const out = []
for await (const x of map(filter(numbers(), (n) => n % 2), async (n) => n * n)) out.push(x)
return out
---
// delegation deeper than the host's stack
//> 80200
function* level(n) { if (n > 0) yield* level(n - 1); yield n }
let sum = 0
for (const n of level(400)) sum += n
return sum
---
// recursion of async generators deeper than the host's stack
//> [0,100,200,300]
async function* level(n) { if (n > 0) for await (const x of level(n - 1)) { if (x % 100 === 0) yield x } yield n }
const out = []
for await (const n of level(300)) out.push(n)
return out
---
// coroutines of every kind call each other deeper than the host's stack
//> 600
async function a(n) { if (n > 0) for (const p of g(n - 1)) return 1 + await p; return 0 }
function* g(n) { yield ag(n).next().then((r) => r.value) }
async function* ag(n) { yield 1 + await a(n) }
return a(300)
---
// endless recursion through generators, async functions and async generators is caught
//> ["RangeError","RangeError","RangeError"]
//host prints on the console of the process
const out = []
function* g() { yield* g() }
async function f() { return 1 + await f() }
async function* ag() { yield* ag() }
try { g().next() } catch (e) { out.push(e.name) }
try { await f() } catch (e) { out.push(e.name) }
try { await ag().next() } catch (e) { out.push(e.name) }
return out
