// if, else if, else
//> ["neg","zero","pos"]
const kind = (n) => { if (n < 0) return "neg"; else if (n === 0) { return "zero" } else return "pos" }
return [kind(-1), kind(0), kind(1)]
---
// a dangling else belongs to the nearest if
//> [1,2,3]
const f = (a, b) => { if (a) if (b) return 1; else return 2; return 3 }
return [f(true, true), f(true, false), f(false, false)]
---
// truthiness
//> "000000001111111"
return [0, -0, NaN, "", null, undefined, false, 0n, "0", " ", [], {}, () => {}, 1n, Symbol()].map((v) => v ? 1 : 0).join("")
---
// empty statements and empty blocks
//> "end"
;;; {} ; {{}} if (1) ; for (;false;) ; while (false) ; label: ; return "end"
---
// for with every part left out
//> 5
let i = 0
for (;;) { if (i++ > 3) break }
return i
---
// for with several declarations and a comma in the update
//> [[0,10],[3,8]]
const out = []
for (let i = 0, j = 10; i < j; i += 3, j -= 2) out.push([i, j])
return out
---
// for closures capture a variable per iteration
//> [0,1,2]
const fs = []
for (let i = 0; i < 3; i++) fs.push(() => i)
return fs.map((f) => f())
---
// for closures of the head, test and update see the copies that the specification says
//> [0,0,1,1,0,2,2,0]
const fs = []
for (let i = 0, f = () => i; fs.push(() => i, f), i < 2; fs.push(() => i), i++) ;
return fs.map((f) => f())
---
// a closure may change its iteration's variable
//> [1,3,5]
const out = []
for (let i = 0; i < 6; i++) { const bump = () => { i += 1 }; bump(); out.push(i) }
return out
---
// var in a for is one variable
//> [3,3,3]
const fs = []
for (var i = 0; i < 3; i++) fs.push(() => i)
return fs.map((f) => f())
---
// for with const works as long as nothing assigns
//> 3
let n = 0
for (const limit = 3; n < limit; n++) ;
return n
---
// for with const that the update assigns
//! TypeError: constant variable 'i' @1:26
for (const i = 0; i < 3; i++) ;
---
// while and do while
//> [5,1]
let i = 0, j = 0
while (i < 5) i++
do { j++ } while (j < 0)
return [i, j]
---
// do while needs no semicolon before the next statement
//> 13
let i = 0
do i++; while (i < 3) i += 10
return i
---
// continue in do while goes to the test
//> [1,3,4]
let i = 0, seen = []
do { i++; if (i === 2) continue; seen.push(i) } while (i < 4)
return seen
---
// labelled break and continue across loops
//> ["00","01","10","11"]
const out = []
outer: for (let i = 0; i < 4; i++) {
  for (let j = 0; j < 4; j++) {
    if (j === 2) continue outer
    if (i === 2) break outer
    out.push(`${i}${j}`)
  }
}
return out
---
// labelled block
//> [1,3]
const out = []
block: { out.push(1); if (out.length) break block; out.push(2) }
out.push(3)
return out
---
// nested labels on one statement
//> 3
let n = 0
a: b: c: for (;;) { n++; if (n < 3) continue b; break a }
return n
---
// break out of a labelled if
//> "ok"
x: if (true) { if (true) break x; throw 1 }
return "ok"
---
// break and continue run the finally blocks on their way, inside out
//> ["inner0","outer0","inner1","outer1","inner2","outer2"]
const out = []
outer: for (const i of [0, 1, 2]) {
  try {
    try { if (i === 0) continue outer; if (i === 1) continue; break outer } finally { out.push(`inner${i}`) }
  } finally { out.push(`outer${i}`) }
}
return out
---
// switch falls through
//> ["1,2","2","3,d","d"]
const f = (v) => { const out = []; switch (v) { case 1: out.push(1); case 2: out.push(2); break; case 3: out.push(3); default: out.push("d") } return out.join() }
return [1, 2, 3, 4].map(f)
---
// default in the middle is chosen last and falls through
//> ["1,d,2","2","d,2"]
const f = (v) => { const out = []; switch (v) { case 1: out.push(1); default: out.push("d"); case 2: out.push(2) } return out.join() }
return [1, 2, 3].map(f)
---
// switch compares strictly and evaluates cases until one matches
//> ["2",2,"1","2","yes"]
const log = []
const t = (v) => (log.push(v), v)
switch (t("2")) { case t(2): log.push("no"); case t("1"): log.push("no"); break; case t("2"): log.push("yes"); break; case t("never"): }
return log
---
// NaN matches no case
//> "default"
switch (NaN) { case NaN: return "match"; default: return "default" }
---
// one scope for the whole switch
//> "ReferenceError"
switch (2) { case 1: let a = 1; break; case 2: try { a } catch (e) { return e.name } }
---
// functions of a switch are hoisted to its whole block
//> "f"
switch (1) { case 0: function f() { return "f" } case 1: return f() }
---
// continue inside a switch continues the loop around it
//> [0,2]
const out = []
for (const i of [0, 1, 2]) { switch (i) { case 1: continue; default: break } out.push(i) }
return out
---
// a switch without cases still evaluates its discriminant
//> 1
let n = 0
switch (n++) {}
return n
---
// a return inside a switch inside a loop inside a try
//> ["r",["f"]]
const out = []
const f = () => { for (;;) try { switch (1) { case 1: return "r" } } finally { out.push("f") } }
return [f(), out]
---
// throw any value
//> [true,true,true,true,true,true]
const out = []
for (const v of [1, "s", null, undefined, { a: 1 }, [1]]) try { throw v } catch (e) { out.push(e === v) }
return out
---
// catch without a binding
//> "caught"
try { throw 1 } catch { return "caught" }
---
// catch with a pattern and defaults
//> [1,2,3,9,{}]
try { throw { a: 1, b: [2, 3] } } catch ({ a, b: [x, y, z = 9], ...rest }) { return [a, x, y, z, rest] }
---
// a pattern in catch that fails throws from there
//> true
try { try { throw null } catch ({ a }) { return "no" } } catch (e) { return e instanceof TypeError }
---
// the catch parameter shadows, a var inside it does not
//> "outer"
var e = "outer"
try { throw "inner" } catch (e) { var e = "assigned" }
return e
---
// finally runs after return, and the value was computed before
//> [1,2,["finally"]]
const log = []
let x = 1
const f = () => { try { return x } finally { x = 2; log.push("finally") } }
return [f(), x, log]
---
// return in finally wins over return, throw, break and continue
//> [2,3,4,5]
const a = () => { try { return 1 } finally { return 2 } }
const b = () => { try { throw 1 } finally { return 3 } }
const c = () => { for (;;) { try { break } finally { return 4 } } }
const d = () => { for (;;) { try { continue } finally { return 5 } } }
return [a(), b(), c(), d()]
---
// break in finally drops a throw and a return
//> ["a","b"]
const a = () => { x: try { throw 1 } finally { break x } return "a" }
const b = () => { for (const i of [1, 2]) { try { return i } finally { continue } } return "b" }
return [a(), b()]
---
// throw in finally replaces what was pending
//> 2
try { try { throw 1 } finally { throw 2 } } catch (e) { return e }
---
// throw in catch still runs finally
//> ["f",2]
const log = []
try { try { throw 1 } catch (e) { throw e + 1 } finally { log.push("f") } } catch (e) { log.push(e) }
return log
---
// nested finally blocks run inside out
//> ["r",1,2,3]
const log = []
const f = () => { try { try { try { return log.push("r") } finally { log.push(1) } } finally { log.push(2) } } finally { log.push(3) } }
f()
return log
---
// finally with await keeps the pending completion
//> ["value","boom",["after","after"]]
const log = []
const f = async () => { try { return "value" } finally { await null; log.push("after") } }
const g = async () => { try { throw "boom" } finally { await null; log.push("after") } }
return [await f(), await g().catch((e) => e), log]
---
// a loop in finally does not disturb the pending return
//> "kept"
const f = () => { try { return "kept" } finally { for (let i = 0; i < 5; i++) if (i === 3) break; l: { break l } } }
return f()
---
// for of over arrays, strings, maps, sets, arguments, generators
//> [1,2,"a","é","😀","a",1,1,2,7,8,9]
const out = []
for (const x of [1, 2]) out.push(x)
for (const x of "aé😀") out.push(x)
for (const [k, v] of new Map([["a", 1]])) out.push(k, v)
for (const x of new Set([1, 1, 2])) out.push(x)
;(function () { for (const x of arguments) out.push(x) })(7, 8)
for (const x of (function* () { yield 9 })()) out.push(x)
return out
---
// for of sees elements that are added on the way
//> [1,2,10,20,100]
const a = [1, 2], out = []
for (const x of a) { out.push(x); if (a.length < 5) a.push(x * 10) }
return out
---
// for of with every kind of target
//> [2,{"p":3,"q1":4,"x":8},10,10]
const o = {}, a = []
let v
for (v of [1, 2]) ;
for (o.p of [3]) ;
for (o["q" + 1] of [4]) ;
for (a[a.length] of [5, 6]) ;
for ([a[9]] of [[7]]) ;
for ({ x: o.x = 8 } of [{}]) ;
var w
for (var w of [10]) ;
return [v, o, a.length, w]
---
// for of closes the iterator on break, return and throw, not at the end
//> ["break","return","throw","label"]
const log = []
const make = (name) => ({ [Symbol.iterator]: () => ({ i: 0, next() { return { value: this.i, done: this.i++ > 2 } }, return() { log.push(name); return {} } }) })
for (const x of make("break")) break
;(() => { for (const x of make("return")) return })()
try { for (const x of make("throw")) throw 1 } catch {}
l: for (const y of [1]) for (const x of make("label")) continue l
for (const x of make("end")) ;
return log
---
// a throw from return() is lost when the body threw, and wins when it broke
//> ["body","return"]
const make = () => ({ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { throw "return" } }) })
const out = []
try { for (const x of make()) throw "body" } catch (e) { out.push(e) }
try { for (const x of make()) break } catch (e) { out.push(e) }
return out
---
// return() that answers no object is an error only when the loop did not throw
//> ["body","TypeError"]
const make = () => ({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return: () => 1 }) })
const out = []
try { for (const x of make()) throw "body" } catch (e) { out.push(e) }
try { for (const x of make()) break } catch (e) { out.push(e.name) }
return out
---
// an iterator that fails in next is not closed
//> ["next","TypeError"]
const log = []
const it = { [Symbol.iterator]: () => ({ next() { throw "next" }, return() { log.push("closed"); return {} } }) }
try { for (const x of it) ; } catch (e) { log.push(e) }
const bad = { [Symbol.iterator]: () => ({ next: () => 1, return() { log.push("closed"); return {} } }) }
try { for (const x of bad) ; } catch (e) { log.push(e.name) }
return log
---
// a pattern that fails in the head closes the iterator
//> ["closed","TypeError"]
const log = []
const it = { [Symbol.iterator]: () => ({ next: () => ({ value: null }), return() { log.push("closed"); return {} } }) }
try { for (const { a } of it) ; } catch (e) { log.push(e.name) }
return log
---
// for of reads next once
//> 1
let reads = 0
const it = { [Symbol.iterator]: () => ({ i: 0, get next() { reads++; return () => ({ value: 1, done: this.i++ > 3 }) } }) }
for (const x of it) ;
return reads
---
// for of over nothing iterable
//! TypeError: 5 is not iterable. @1:17
for (const x of 5) ;
---
// for of over undefined
//! TypeError: o.items is not iterable: it is undefined. @2:17
const o = {}
for (const x of o.items) ;
---
// for of expression is evaluated where its own names are uninitialised
//> "ReferenceError"
try { for (const x of [x]) ; } catch (e) { return e.name }
---
// for in: own before inherited, integers first, shadowed and non-enumerable left out
//> ["1","2","shown","last","inherited"]
const proto = { inherited: 1, shadowed: 2 }
const o = Object.create(proto, { hidden: { value: 1, enumerable: false }, shown: { value: 1, enumerable: true }, shadowed: { value: 1, enumerable: false } })
o[2] = 0; o[1] = 0; o.last = 0; o[Symbol()] = 0
const keys = []
for (const k in o) keys.push(k)
return keys
---
// for in over null, undefined, numbers and strings
//> ["0","1"]
const keys = []
for (const k in null) keys.push(k)
for (const k in undefined) keys.push(k)
for (const k in 12) keys.push(k)
for (const k in "ab") keys.push(k)
return keys
---
// for in skips what was deleted before its turn and need not see what was added
//> ["a","c"]
const o = { a: 1, b: 2, c: 3 }, keys = []
for (const k in o) { keys.push(k); delete o.b; o.z = 1 }
return keys
---
// for in over an array gives index strings and extra properties, not holes
//> ["string","0","string","2","string","extra"]
const a = [1, , 3]
a.extra = 1
const keys = []
for (const k in a) keys.push(typeof k, k)
return keys
---
// for in with a closure per iteration and a pattern
//> ["a","b",3,"x"]
const fs = []
for (const k in { a: 1, b: 2 }) fs.push(() => k)
for (const { length } in { abc: 1 }) fs.push(() => length)
for (const [first] in { xyz: 1 }) fs.push(() => first)
return fs.map((f) => f())
---
// for in through a proxy asks for keys and descriptors
//> ["a","b"]
const log = []
const p = new Proxy({ a: 1 }, { ownKeys: () => (log.push("ownKeys"), ["a", "b"]), getOwnPropertyDescriptor: (t, k) => (log.push(k), { value: 1, enumerable: true, configurable: true }), getPrototypeOf: () => (log.push("proto"), null) })
const keys = []
for (const k in p) keys.push(k)
return keys
---
// for await over sync and async sources
//> [1,2,3,4,5]
const out = []
for await (const x of [1, Promise.resolve(2), 3]) out.push(x)
for await (const x of (async function* () { yield 4; yield Promise.resolve(5) })()) out.push(x)
return out
---
// for await closes asynchronously and awaits return()
//> ["return","settled","later","after"]
const log = []
const it = { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 1, done: false }), return() { log.push("return"); return new Promise((r) => r(log.push("settled"), {})).then(() => (log.push("later"), {})) } }) }
for await (const x of it) break
log.push("after")
return log
---
// for await over a rejecting promise in a sync source closes the source
//> ["closed","no"]
//host Node 20 is older than this rule
const log = []
const it = { [Symbol.iterator]: () => ({ next: () => ({ value: Promise.reject("no"), done: false }), return() { log.push("closed"); return {} } }) }
try { for await (const x of it) ; } catch (e) { log.push(e) }
return log
---
// for await takes what an async iterator gives without awaiting the value
//> true
const p = Promise.resolve(1)
const it = { n: 0, [Symbol.asyncIterator]() { return this }, next() { return { value: p, done: this.n++ > 0 } } }
for await (const x of it) return x === p
---
// for await with a failing next
//> "RangeError"
const it = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new RangeError("x")) }) }
try { for await (const x of it) ; } catch (e) { return e.name }
---
// debugger does nothing
//> 1
debugger
return 1
---
// var is hoisted, undefined before its assignment, and may be declared twice
//> [true,1]
const before = x
var x = 1
var x
return [before === undefined, x]
---
// function declarations are hoisted with their value, the last one wins
//> 2
const r = f()
function f() { return 1 }
function f() { return 2 }
return r
---
// functions in blocks are local to them
//> "undefined"
{ function g() { return "block" } }
return typeof g
---
// functions in blocks are hoisted within them
//> "hoisted"
{ const r = g(); function g() { return "hoisted" } return r }
---
// let shadows per block
//> 1
let x = 1
{ let x = 2; { let x = 3 } x++ }
return x
---
// names before their declaration are errors, also in typeof
//> ["ReferenceError","ReferenceError","ReferenceError","undefined"]
const out = []
try { a } catch (e) { out.push(e.name) }
try { typeof a } catch (e) { out.push(e.name) }
try { a = 1 } catch (e) { out.push(e.name) }
let a
return [...out, typeof a]
---
// a name before its declaration, with the place
//! ReferenceError: Cannot access 'later' before initialization. @1:17
const f = () => later
f()
let later = 1
---
// typeof of a name that does not exist
//> "undefined"
return typeof nothingOfThatName
---
// a name that does not exist
//! ReferenceError: nothingOfThatName is not defined. @2:12
const x = 1
return x + nothingOfThatName
---
// assignment to a name that does not exist
//! ReferenceError: undeclared is not defined. Declare it with `let` before assigning to it. @1:1
undeclared = 1
---
// closures in loop bodies over const
//> [[1,2],[2,4],[3,6]]
const fs = []
for (const x of [1, 2, 3]) { const y = x * 2; fs.push(() => [x, y]) }
return fs.map((f) => f())
---
// while bodies make a fresh binding each turn
//> [1,3,5]
const fs = []
let i = 0
while (i < 3) { let j = i++; fs.push(() => j++) }
return fs.map((f) => f() + f())
---
// a block closure survives its block
//> 5
let get, set
{ let secret = 1; get = () => secret; set = (v) => { secret = v } }
set(5)
return get()
---
// comments everywhere
//> 2
/* a */ const /* b */ x /* c */ = /* d */ 1 // e
return /* no newline in here */ x /* f */ + /* g
*/ 1
---
// automatic semicolons
//> [1,2,true]
let a = 1
let b = a
++b
const f = () => {
  return
  1
}
return [a, b, f() === undefined]
---
// var of a for inside a nested function does not leak
//> [2,"undefined"]
function f() { for (var i = 0; i < 2; i++) ; return i }
return [f(), typeof i]
---
// let is a usable name nowhere in strict code
//! ParseError: The keyword 'let' is reserved. @1:5
let let = 1
---
// duplicate declarations are refused before anything runs
//! ParseError: Identifier 'a' has already been declared. @3:7
console.log("never")
let a = 1
{ var a = 2 }
---
// break outside of a loop is refused
//! ParseError: `break` is outside of a loop or switch, or names a label that is not around it. @1:1
break
---
// an unknown label is refused
//! ParseError: `continue` is outside of a loop, or names a label that is not around it. @1:12
for (;;) { continue nowhere }
