// long lists of guards in a recursive function
//> [300,5,300,2000]
function many(n) {
  if (n < -1) return 1
  if (n < -2) return 1
  if (n < -3) return 1
  if (n < -4) return 1
  if (n < -5) return 1
  if (n < -6) return 1
  if (n < -7) return 1
  if (n < -8) return 1
  if (n < -9) return 1
  if (n < -10) return 1
  if (n < -11) return 1
  if (n < -12) return 1
  if (n < -13) return 1
  if (n < -14) return 1
  if (n < -15) return 1
  if (n < -16) return 1
  if (n < -17) return 1
  if (n < -18) return 1
  if (n < -19) return 1
  if (n < -20) return 1
  if (n < -21) return 1
  if (n < -22) return 1
  if (n < -23) return 1
  if (n < -24) return 1
  if (n < -25) return 1
  if (n < -26) return 1
  if (n < -27) return 1
  if (n < -28) return 1
  if (n < -29) return 1
  if (n < -30) return 1
  if (n < -31) return 1
  if (n < -32) return 1
  if (n < -33) return 1
  if (n < -34) return 1
  if (n < -35) return 1
  if (n < -36) return 1
  if (n < -37) return 1
  if (n < -38) return 1
  if (n < -39) return 1
  if (n < -40) return 1
  if (n < -41) return 1
  if (n < -42) return 1
  if (n < -43) return 1
  if (n < -44) return 1
  if (n < -45) return 1
  if (n < -46) return 1
  if (n < -47) return 1
  if (n < -48) return 1
  if (n < -49) return 1
  if (n < -50) return 1
  if (n < -51) return 1
  if (n < -52) return 1
  if (n < -53) return 1
  if (n < -54) return 1
  if (n < -55) return 1
  if (n < -56) return 1
  if (n < -57) return 1
  if (n < -58) return 1
  if (n < -59) return 1
  if (n < -60) return 1
  return n ? many(n - 1) + 1 : 0
}
function loops(n) {
  for (;;) break
  x: {}
  try { n < -1 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -2 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -3 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -4 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -5 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -6 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -7 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -8 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -9 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -10 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -11 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -12 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -13 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -14 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -15 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -16 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -17 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -18 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -19 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -20 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -21 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -22 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -23 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -24 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -25 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -26 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -27 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -28 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -29 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -30 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -31 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -32 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -33 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -34 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -35 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -36 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -37 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -38 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -39 } finally { n < 0 }
  for (;;) break
  x: {}
  try { n < -40 } finally { n < 0 }
  return n ? loops(n - 1) + 1 : 0
}
const sorted = [5, 3].sort((a, b) => { if (a === 9) return 0; if (b === 9) return 0; if (a === 8) return 0; if (b === 8) return 0; if (a === 7) return 0; if (b === 7) return 0; return b - a })
return [many(300), sorted[0], loops(300), many(2000)]
---
// kinds of functions and what they are
//> [["function","[object Function]",true],["function","[object Function]",false],["function","[object AsyncFunction]",false],["function","[object AsyncFunction]",false],["function","[object GeneratorFunction]",true],["function","[object AsyncGeneratorFunction]",true],["function","[object Function]",false],["function","[object Function]",true],["function","[object Function]",false]]
const kinds = [function () {}, () => {}, async () => {}, async function () {}, function* () {}, async function* () {}, { m() {} }.m, class {}, Object.getOwnPropertyDescriptor({ get a() { return 1 } }, "a").get]
return kinds.map((f) => [typeof f, Object.prototype.toString.call(f), Object.hasOwn(f, "prototype")])
---
// what cannot be constructed
//> ["TypeError","TypeError","TypeError","TypeError","TypeError","TypeError","TypeError"]
const out = []
for (const f of [() => {}, async () => {}, async function () {}, function* () {}, { m() {} }.m, Math.max, parseInt]) {
  try { new f() } catch (e) { out.push(e.name) }
}
return out
---
// new on a method, with the place
//! TypeError: o.m is not a constructor: call it without `new`. @2:1
const o = { m() {} }
new o.m()
---
// functions hoist above var of the same name
//> "number"
var f = 1
function f() {}
return typeof f
---
// name and length
//> ["a",2,"b",1,0,"s","get g",1,"bound a","",2]
function a(x, y) {}
const b = (x, y = 1, z) => {}
const c = (...rest) => {}
class D { static s() {} get g() { return 1 } constructor(x) {} }
const g = Object.getOwnPropertyDescriptor(D.prototype, "g").get
return [a.name, a.length, b.name, b.length, c.length, D.s.name, g.name, D.length, a.bind().name, (function () {}).name, ((a, b) => {}).length]
---
// properties of a function are as specified
//> {"length":[false,false,true],"name":[false,false,true],"prototype":[true,false,false]}
function f() {}
return Object.fromEntries(Reflect.ownKeys(f).map((k) => { const d = Object.getOwnPropertyDescriptor(f, k); return [k, [d.writable, d.enumerable, d.configurable]] }))
---
// name is not writable but configurable
//> ["TypeError","y"]
const f = () => {}
try { f.name = "x" } catch (e) { Object.defineProperty(f, "name", { value: "y" }); return [e.name, f.name] }
---
// names from symbols and computed keys
//> ["[desc]","","a1","1.5","get acc"]
const s = Symbol("desc"), t = Symbol()
const o = { [s]() {}, [t]: () => {}, ["a" + 1]: function () {}, 1.5() {}, get ["acc"]() { return 1 } }
return [o[s].name, o[t].name, o.a1.name, o[1.5].name, Object.getOwnPropertyDescriptor(o, "acc").get.name]
---
// a named function expression knows itself, and cannot be reassigned
//> [120,"undefined","TypeError"]
const f = function fact(n) { return n < 2 ? 1 : n * fact(n - 1) }
const g = function self() { try { self = 1 } catch (e) { return e.name } }
return [f(5), typeof fact, g()]
---
// this: undefined in plain calls, the receiver in methods, lexical in arrows
//> [true,true,true,true,true,true,true,true]
const o = { m() { return this }, arrow: () => this, nested() { return (() => this)() } }
const loose = o.m
return [o.m() === o, loose() === undefined, o.arrow() === undefined, o.nested() === o, (0, o.m)() === undefined, (o.m)() === o, o?.m() === o, o["m"]() === o]
---
// call, apply, bind
//> [[1,2],[3,4,5],[null,"a",null],[1,2,3,4],"bound bound f",0]
function f(...args) { return [this?.id, ...args] }
const b = f.bind({ id: 1 }, 2).bind({ id: 9 }, 3)
return [f.call({ id: 1 }, 2), f.apply({ id: 3 }, [4, 5]), f.apply(undefined, { length: 2, 0: "a" }), b(4), b.name, b.length]
---
// primitives as this stay primitives in strict code
//> ["number","string","object","undefined","boolean"]
const f = function () { return typeof this }
return [f.call(1), f.call("s"), f.call(null), f.call(undefined), f.call(true)]
---
// arguments is not mapped, counts what was passed, and iterates
//> [[1,2,2,[9,2],"[object Arguments]"],[1,1,null,[9],"[object Arguments]"],[1,3,2,[9,2,3],"[object Arguments]"]]
function f(a, b) { arguments[0] = 9; b = 8; return [a, arguments.length, arguments[1], [...arguments], Object.prototype.toString.call(arguments)] }
return [f(1, 2), f(1), f(1, 2, 3)]
---
// arguments.callee is poisoned
//! TypeError: 'caller', 'callee' and 'arguments' of functions cannot be read in strict code. @1:33
function f() { return arguments.callee }
f()
---
// arrows see the arguments of the function around them
//> ["outer"]
function f() { return (() => [...arguments])("inner") }
return f("outer")
---
// arguments at the top of a program
//> "ReferenceError"
//host what the host compares with is inside a function
try { return arguments } catch (e) { return e.name }
---
// new.target
//> [true,"function",true,true,true,true]
function F() { return new.target }
class A { constructor() { this.t = new.target } }
class B extends A {}
const arrow = function () { return (() => new.target)() }
return [F() === undefined, typeof new F(), new A().t === A, new B().t === B, Reflect.construct(A, [], B).t === B, arrow() === undefined]
---
// constructors that return objects and primitives
//> [{"y":2},{"x":1},{"x":1},[1]]
function F(v) { this.x = 1; return v }
return [new F({ y: 2 }), new F(5), new F(null), new F([1])]
---
// spread in calls, new and arrays, any iterable
//> [[1,2,3,"a","b",4],[1,2,3],9]
const f = (...a) => a
class A { constructor(...a) { this.a = a } }
return [f(...[1, 2], 3, ..."ab", ...new Set([4])), new A(...[1], ...[2, 3]).a, Math.max(...[3, 9, 2])]
---
// spreading what is not iterable
//! TypeError: 5 is not iterable. @1:1
Math.max(...5)
---
// spreading undefined in an array
//! TypeError: items is not iterable: it is undefined. @2:8
const items = undefined
return [...items]
---
// spread evaluates left to right and steps the iterator at once
//> ["start","end","after"]
const log = []
function* g() { log.push("start"); yield 1; log.push("end") }
const f = () => log
f(...g(), log.push("after"))
return log
---
// argument order: callee, arguments, then the check that it can be called
//> ["callee","argument","TypeError"]
const log = []
try { (log.push("callee"), undefined)(log.push("argument")) } catch (e) { log.push(e.name) }
return log
---
// calling something that is no function names it
//! TypeError: user.greet is not a function: it is undefined. @2:1
const user = { name: "x" }
user.greet("hi")
---
// calling the result of a call
//! TypeError: f() is not a function: it is the number 1. @2:1
const f = () => 1
f()()
---
// calling undefined
//! TypeError: undefined is not a function: it is undefined. @1:1
undefined()
---
// closures share their variables
//> [2,1]
const make = () => { let n = 0; return { inc: () => ++n, get: () => n } }
const a = make(), b = make()
a.inc(); a.inc(); b.inc()
return [a.get(), b.get()]
---
// immediately invoked functions, currying, composition
//> [1,2,3,11,true]
const curry = (f) => (a) => (b) => f(a, b)
const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x)
return [(function (a) { return a })(1), (() => 2)(), curry((a, b) => a + b)(1)(2), compose((x) => x + 1, (x) => x * 2)(5), (async () => 1)() instanceof Promise]
---
// recursion through several functions
//> [false,true]
const even = (n) => n === 0 ? true : odd(n - 1)
const odd = (n) => n === 0 ? false : even(n - 1)
return [even(501), odd(1001)]
---
// getters and setters in literals, with computed and numeric names
//> [5,"d","zero",6,["0","a","dyn","quoted name","_a","q"]]
const k = "dyn"
const o = { get a() { return this._a ?? 1 }, set a(v) { this._a = v }, get [k]() { return "d" }, get 0() { return "zero" }, set "quoted name"(v) { this.q = v } }
o.a = 5
o["quoted name"] = 6
return [o.a, o.dyn, o[0], o.q, Object.keys(o)]
---
// object literals: shorthand, spread, methods, __proto__
//> [3,2,true,["a","b","m","__proto__"],true,true,true]
const a = 1, proto = { inherited: true }
const o = { a, ...{ b: 2, a: 3 }, m() { return super.toString === Object.prototype.toString }, __proto__: proto, ["__proto__"]: "own" }
const shorthand = (() => { const __proto__ = 5; return { __proto__ } })()
return [o.a, o.b, o.inherited, Object.keys(o), shorthand.hasOwnProperty("__proto__"), Object.getPrototypeOf({ __proto__: null }) === null, Object.getPrototypeOf({ __proto__: 5 }) === Object.prototype]
---
// two __proto__ in a literal are refused
//! ParseError: Redefinition of __proto__ property. @1:21
({ __proto__: null, __proto__: {} })
---
// super in object methods follows the home object, not this
//> ["base 1!","base 2!"]
const base = { hi() { return `base ${this.n}` } }
const o = { __proto__: base, n: 1, hi() { return super.hi() + "!" } }
const other = { n: 2, hi: o.hi }
return [o.hi(), other.hi()]
---
// spread in literals copies own enumerable properties and ignores primitives
//> [{"0":7,"1":"b","yes":1},1]
const s = Symbol()
const o = { ...null, ...undefined, ...1, ..."ab", ...[7], ...Object.create({ no: 1 }, { yes: { value: 1, enumerable: true }, hidden: { value: 2 } }), [s]: 1 }
return [o, Object.getOwnPropertySymbols({ ...o }).length]
---
// duplicate keys: the last one wins, the first one gives the order
//> [[["a",3],["b",2],["c",4]]]
const o = { a: 1, b: 2, a: 3, get c() { return 1 }, c: 4 }
return [Object.entries(o)]
---
// integer keys come first
//> ["1","2","b","a","-1","01"]
return Object.keys({ b: 1, 2: 1, a: 1, 1: 1, [-1]: 1, "01": 1 })
---
// function source text
//> ["function f(a, b) { return a /* keep */ + b }","x=>x","async *gen() {}","class A { m() {} }","get x() { return 1 }"]
function f(a, b) { return a /* keep */ + b }
const o = { async *gen() {}, get x() { return 1 } }
class A { m() {} }
return [f.toString(), (x=>x).toString(), o.gen.toString(), String(A), Object.getOwnPropertyDescriptor(o, "x").get.toString()]
---
// built-in functions print as native
//> ["function max() { [native code] }","function () { [native code] }"]
return [Math.max.toString(), (() => {}).bind().toString()]
---
// duplicate parameters are refused
//! ParseError: Two parameters have the same name. @1:15
const f = (a, a) => 1
---
// "use strict" in a function with a default is refused
//! ParseError: Illegal 'use strict' directive in function with non-simple parameter list. @1:1
function f(a = 1) { "use strict" }
---
// yield and await are names nowhere in strict async code
//! ParseError: Cannot use 'await' as identifier inside an async function. @1:7
const await = 1
---
// a return at the top, then nothing
//> 1
return 1
throw 2
---
// default parameters are evaluated per call, left to right
//> [1,2,2,1]
const log = []
const d = (n) => (log.push(n), n)
const f = (a = d(1), b = d(2)) => [a, b]
f(); f(0); f(undefined, 5)
return log
---
// parameters and closures: each call has its own
//> [[1,2,3],[2,3,4]]
const fs = [1, 2, 3].map((x) => () => x++)
return [fs.map((f) => f()), fs.map((f) => f())]
---
// functions as keys and values, callbacks with this
//> [["t"],"fn"]
const out = []
;[1].forEach(function () { out.push(this.tag) }, { tag: "t" })
const m = new Map([[out.push, "fn"]])
return [out, m.get(out.push)]
---
// Function.prototype is itself a function without a body
//> ["function",null,"",true]
return [typeof Function.prototype, Function.prototype(), Function.prototype.name, (() => {}) instanceof Function]
---
// dynamic code is refused
//! EvalError: dynamic code is not available
//host a difference on purpose
new Function("return 1")
---
// eval is refused, directly and indirectly
//> ["EvalError","EvalError","EvalError","EvalError","EvalError"]
//host a difference on purpose
const out = []
try { eval("1") } catch (e) { out.push(e.name) }
try { (0, eval)("1") } catch (e) { out.push(e.name) }
try { (() => {}).constructor("1")() } catch (e) { out.push(e.name) }
try { (function* () {}).constructor("1") } catch (e) { out.push(e.name) }
try { (async () => {}).constructor("1") } catch (e) { out.push(e.name) }
return out
---
// instanceof, also with Symbol.hasInstance and bound functions
//> [true,true,false,true,true,false,"TypeError","TypeError"]
class A {}
class B extends A {}
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0 } }
const Bound = A.bind()
const out = [new B() instanceof A, 2 instanceof Even, 3 instanceof Even, new B() instanceof Bound, Object.create(A.prototype) instanceof A, 1 instanceof Number]
try { 1 instanceof {} } catch (e) { out.push(e.name) }
try { ({}) instanceof (() => {}) } catch (e) { out.push(e.name) }
return out
---
// ten thousand frames are available
//> 9000
const depth = (n) => n === 0 ? 0 : 1 + depth(n - 1)
return depth(9000)
---
// endless recursion is a RangeError that the program may catch, again and again
//> [true,true,true]
const f = () => 1 + f()
const out = []
for (let i = 0; i < 3; i++) try { f() } catch (e) { out.push(e instanceof RangeError) }
return out
---
// endless recursion uncaught
//! RangeError: Maximum call stack size exceeded: more than 10,000 calls are waiting for each other. @1:24
const walk = (node) => walk(node.next ?? node)
walk({})
---
// mutual recursion of constructors, getters, toString and comparators ends in a RangeError too
//> ["RangeError","RangeError","RangeError","RangeError","RangeError","RangeError"]
const out = []
class A { constructor() { this.x = new A() } }
const tries = [() => new A(), () => { const o = { get x() { return this.x } }; return o.x }, () => { const o = { toString() { return `${o}` } }; return `${o}` }, () => { const s = () => [1, 2].sort(s); s() }, () => { const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x }, () => { const m = () => [1].map(m); m() }]
for (const t of tries) try { t() } catch (e) { out.push(e.name) }
return out
---
// deep recursion keeps finally blocks and values in order
//> ["end",[0,1000,2000,3000,4000,5000]]
const log = []
const f = (n) => { try { return n === 0 ? "end" : f(n - 1) } finally { if (n % 1000 === 0) log.push(n) } }
return [f(5000), log]
