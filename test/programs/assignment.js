// every compound assignment
//> [10,8,32,16,7,49,392,196,98,98,354,355]
let a = 7, out = []
out.push(a += 3, a -= 2, a *= 4, a /= 2, a %= 9, a **= 2, a <<= 3, a >>= 1, a >>>= 1, a &= 0xff, a |= 0x100, a ^= 1)
return out
---
// compound assignment to a constant evaluates the right side, then fails
//> [["right","TypeError","TypeError","TypeError","TypeError","TypeError","TypeError"],1]
const log = []
const a = 1
try { a += (log.push("right"), 1) } catch (e) { log.push(e.name) }
try { a++ } catch (e) { log.push(e.name) }
try { --a } catch (e) { log.push(e.name) }
try { ({ a } = { a: 1 }) } catch (e) { log.push(e.name) }
try { [a] = [1] } catch (e) { log.push(e.name) }
try { for (a of [1]) ; } catch (e) { log.push(e.name) }
return [log, a]
---
// logical assignment writes only when it must, also to constants
//> [5,["get","set","get","get","set","get","get","set"],1,1,"TypeError"]
const log = []
const o = { get x() { log.push("get"); return this._x }, set x(v) { log.push("set"); this._x = v } }
o.x ||= 1; o.x ||= 2; o.x &&= 3; o.x ??= 4; o._x = null; o.x ??= 5
const c = 1
let e
try { c &&= 2 } catch (x) { e = x.name }
return [o._x, log, c ||= 2, c ??= 3, e]
---
// logical assignment does not evaluate its right side when it stops
//> [1,0,2,0]
let n = 0
const f = () => (n++, 1)
let a = 1, b = 0, c = 2
a ||= f(); b &&= f(); c ??= f()
return [a, b, c, n]
---
// a chain of assignments goes right to left, targets left to right
//> ["a","b","value"]
const log = []
const o = (name) => (log.push(name), {})
let x
o("a").p = o("b").q = x = (log.push("value"), 1)
return log
---
// evaluation order of a member assignment: object, key, value, then key conversion
//> ["object","key","value","toString"]
const log = []
const obj = () => (log.push("object"), {})
const key = () => (log.push("key"), { toString() { log.push("toString"); return "k" } })
const value = () => (log.push("value"), 1)
obj()[key()] = value()
return log
---
// compound member assignment converts its key once
//> [["toString","value"],{"k":2}]
//host V8 converts the key twice
const log = []
const o = { k: 1 }
o[{ toString() { log.push("toString"); return "k" } }] += (log.push("value"), 1)
return [log, o]
---
// null base fails before the key is converted, after the value for plain assignment
//> ["value","TypeError","TypeError","evaluated","TypeError"]
const log = []
const key = { toString() { log.push("toString"); return "k" } }
try { null[key] = log.push("value") } catch (e) { log.push(e.name) }
try { null[key] } catch (e) { log.push(e.name) }
try { null[(log.push("evaluated"), key)]() } catch (e) { log.push(e.name) }
return log
---
// assignment answers its right side, not what a setter keeps
//> [5,10]
const o = { set x(v) { this._x = v * 2 } }
return [o.x = 5, o._x]
---
// array destructuring: holes, defaults, rest, nested, swaps
//> [1,10,3,4,[5,6],2,1]
const [a, , b = 10, [c, d = 4] = [3], ...rest] = [1, 2, undefined, undefined, 5, 6]
let x = 1, y = 2;
[x, y] = [y, x]
return [a, b, c, d, rest, x, y]
---
// object destructuring: renaming, defaults, computed, nested, rest
//> [1,2,3,4,null,7,{"h":8,"i":9}]
const key = "dyn"
const { a, b: renamed, c = 3, [key + "amic"]: d, e: { f, g = 7 } = {}, ...rest } = { a: 1, b: 2, dynamic: 4, h: 8, i: 9, [Symbol()]: 0 }
return [a, renamed, c, d, f, g, rest]
---
// defaults apply to undefined alone, and are evaluated only then
//> [1,null,0,"",1]
let n = 0
const d = () => ++n
const [a = d(), b = d(), c = d(), e = d()] = [undefined, null, 0, ""]
return [a, b, c, e, n]
---
// defaults see what stands left of them
//> [1,2,3,1,2]
const { a = 1, b = a + 1, c = b + 1 } = {}
const [x = 1, y = x * 2] = []
return [a, b, c, x, y]
---
// a default that reads what stands right of it
//! ReferenceError: Cannot access 'b' before initialization. @1:13
const { a = b, b } = { b: 1 }
---
// destructuring assignment to members, with the reference evaluated before the value is read
//> ["target a","get a","target b","get b","default"]
const log = []
const target = (name) => (log.push(`target ${name}`), {})
const source = { get a() { log.push("get a"); return 1 }, get b() { log.push("get b"); return undefined } };
({ a: target("a").p, b: target("b").q = (log.push("default"), 2) } = source)
return log
---
// array destructuring evaluates the target before it steps the iterator
//> ["target","next","target","next","return"]
const log = []
const it = { [Symbol.iterator]: () => ({ next() { log.push("next"); return { value: 1, done: false } }, return() { log.push("return"); return {} } }) }
const t = () => (log.push("target"), {});
[t().a, t().b] = it
return log
---
// a pattern that takes all does not close, one that stops early does
//> [0,null,0,[0,1,2],["closed 2","closed 4"]]
const log = []
const make = (n) => ({ [Symbol.iterator]: () => ({ i: 0, next() { return { value: this.i, done: this.i++ >= n } }, return() { log.push("closed " + n); return {} } }) })
const [a, b] = make(1)
const [c] = make(2)
const [...d] = make(3)
const [] = make(4)
return [a, b, c, d, log]
---
// a throw while destructuring closes, and wins over a throw of return()
//> ["closed","kept"]
const log = []
const it = { [Symbol.iterator]: () => ({ next: () => ({ value: undefined, done: false }), return() { log.push("closed"); throw "lost" } }) }
try { const [a = (() => { throw "kept" })()] = it } catch (e) { log.push(e) }
return log
---
// destructuring null and undefined
//> ["TypeError","TypeError","TypeError","TypeError","TypeError","TypeError"]
const out = []
for (const v of [null, undefined]) {
  try { const {} = v } catch (e) { out.push(e.name) }
  try { const [] = v } catch (e) { out.push(e.name) }
  try { ({} = v) } catch (e) { out.push(e.name) }
}
return out
---
// destructuring a property of undefined names it
//! TypeError: Cannot destructure '{ user }' from undefined. @1:7
const { user } = undefined
---
// destructuring something not iterable
//! TypeError: Cannot destructure '[a]': '{ length: 1 }' is not iterable: it is an object. Take `Object.values(...)` or `Object.entries(...)` of it. @1:7
const [a] = { length: 1 }
---
// primitives can be destructured
//> [3,"a","function","😀","x"]
const { length, [0]: first } = "abc"
const { toFixed } = 1
const [a, b] = "😀x"
return [length, first, typeof toFixed, a, b]
---
// object rest copies own enumerable properties, leaves out the named, invokes getters
//> [{"a":1},1,["a"]]
const log = []
const proto = { inherited: 1 }
const o = Object.create(proto, { a: { enumerable: true, get() { log.push("a"); return 1 } }, b: { value: 2, enumerable: true }, c: { value: 3 } })
const { b, ...rest } = o
return [rest, Object.getOwnPropertyDescriptor(rest, "a").value, log]
---
// rest with a computed key that is not a string
//> [1,2,{"z":3}]
const key = { toString: () => "k" }
const { [key]: v, [1]: one, ...rest } = { k: 1, 1: 2, z: 3 }
return [v, one, rest]
---
// an array rest may be a pattern
//> [1,2,3,2]
const [a, ...[b, c, ...{ length }]] = [1, 2, 3, 4, 5]
return [a, b, c, length]
---
// a rest target may be a member
//> {"all":[1,2],"x":1,"rest":{"y":2}}
const o = {};
[...o.all] = [1, 2];
({ x: o.x, ...o.rest } = { x: 1, y: 2 })
return o
---
// parameters: patterns, defaults, rest
//> [[null,2,3,4,null,7],[1,2,5,null,6,7],0]
const f = ({ a, b = 2 } = {}, [c, d] = [3, 4], ...[e, g = 7]) => [a, b, c, d, e, g]
return [f(), f({ a: 1 }, [5], 6), f.length]
---
// parameter defaults have a scope of their own
//> ["outer",1,"inner"]
let x = "outer"
function f(a = () => x, b = (x) => x) { var x = "inner"; return [a(), b(1), x] }
return f()
---
// a var of the body starts with the parameter's value when they share a name
//> [1,2,1]
function f(a, g = () => a) { var a; const before = a; a = 2; return [before, a, g()] }
return f(1)
---
// a parameter default that reads a later parameter
//! ReferenceError: Cannot access 'b' before initialization. @1:16
const f = (a = b, b = 1) => a
f()
---
// names given by assignment and destructuring
//> ["f","g","h","i","","k","","m"]
let f = () => {}, g
g = function () {}
const { h = class {} } = {}
const [i = async () => {}] = []
let o = {}
o.j = () => {}
const k = (() => {})
let l = (0, () => {})
g ||= () => {}
let m
m ??= () => {}
return [f.name, g.name, h.name, i.name, o.j.name, k.name, l.name, m.name]
---
// parenthesised targets do not name
//> ""
let f
(f) = function () {}
return f.name
---
// destructuring in for, catch, parameters and assignment expressions at once
//> [["a1","b0"],[2,1],2,true]
const out = []
for (const [k, { v = 0 }] of Object.entries({ a: { v: 1 }, b: {} })) out.push(k + v)
const swap = ([a, b]) => { [a, b] = [b, a]; return [a, b] }
let r
const source = { a: [1, 2] }
const same = ({ a: [, r] } = source) === source
return [out, swap([1, 2]), r, same]
---
// assigning to a read-only property
//! TypeError: Cannot assign to read only property 'a' of object. @3:3
"use strict"
const o = Object.freeze({ a: 1 })
o.a = 2
---
// assigning to a property without a setter
//! TypeError: Cannot assign to read only property 'a' of object. @2:3
const o = { get a() { return 1 } }
o.a = 2
---
// adding a property to a frozen object
//! TypeError: Cannot assign to read only property '1' of object. @1:1
Object.freeze([1]).push(2)
---
// deleting what cannot be deleted
//! TypeError: Cannot delete property 'a' of Object.freeze({ a: 1 }). @1:32
delete Object.freeze({ a: 1 }).a
---
// setting a property of a primitive
//! TypeError: Cannot create property 'x' on a string. @2:3
const s = "text"
s.x = 1
---
// setting a property of null
//! TypeError: Cannot set properties of null (setting 'retries'). @2:8
let config = null
config.retries = 3
---
// increments of numbers, strings, BigInt and members
//> [1,2,3,5,6,"11",1,2,1,3,1]
let a = 1, b = "5", c = 10n, o = { x: "1", y: null }
return [a++, a, ++a, b++, b, (c++, String(c)), o.x++, o.x, ++o.y, a--, --a]
---
// increment converts once and by valueOf
//> [41,42,1]
let calls = 0
let v = { valueOf() { calls++; return 41 } }
const old = v++
return [old, v, calls]
---
// an increment of a symbol
//! TypeError: Cannot convert a Symbol value to a number. @2:1
let s = Symbol("x")
s++
---
// assigning to a call is refused
//! ParseError: Assigning to rvalue. @1:1
//host V8 refuses it when it runs
f() = 1
---
// an invalid pattern is refused
//! ParseError: Assigning to rvalue. @1:1
({ a: 1 }) = {}
---
// a rest element must be last
//! ParseError: Comma is not permitted after the rest element. @1:12
const [...a, b] = []
---
// super property assignment goes to this
//> ["A1",2,true]
class A { set x(v) { this._x = "A" + v } }
class B extends A { m() { super.x = 1; super.y = 2; return [this._x, this.y, Object.hasOwn(this, "y")] } }
return new B().m()
---
// assigning through the prototype chain finds setters and read-only properties
//> [[1,"TypeError"],[]]
const log = []
const proto = { set s(v) { log.push(v) } }
Object.defineProperty(proto, "r", { value: 1 })
const o = Object.create(proto)
o.s = 1
try { o.r = 2 } catch (e) { log.push(e.name) }
return [log, Object.keys(o)]
---
// array length assignment truncates and grows
//> [[1,null,null],false,"RangeError"]
const a = [1, 2, 3]
a.length = 1
a.length = 3
try { a.length = -1 } catch (e) { return [a, 1 in a, e.name] }
---
// exponent assignment groups as one
//> 512
let a = 2
a **= 3 ** 2
return a
