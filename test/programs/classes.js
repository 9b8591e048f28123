// error classes that capture their stack
//> ["Mine: a","Mine",true,[],"string",false,"TypeError"]
class Mine extends Error {
  constructor(message) {
    super(message)
    Error.captureStackTrace(this, Mine)
    this.name = "Mine"
  }
}
const plain = {}
Error.captureStackTrace(plain)
let refused
try { Error.captureStackTrace(1) } catch (e) { refused = e.name }
const mine = new Mine("a")
return [String(mine), mine.name, mine instanceof Error, Object.keys(plain), typeof plain.stack, Object.keys(mine).includes("stack"), refused]
---
// a class: constructor, methods, accessors, statics
//> [5,"(6, 8)",[6,8],"(0, 0)",["x","y"],"function"]
class Point {
  static origin = new Point(0, 0)
  static from([x, y]) { return new this(x, y) }
  constructor(x, y) { this.x = x; this.y = y }
  get length() { return Math.hypot(this.x, this.y) }
  set length(v) { const f = v / this.length; this.x *= f; this.y *= f }
  toString() { return `(${this.x}, ${this.y})` }
  *[Symbol.iterator]() { yield this.x; yield this.y }
}
const p = Point.from([3, 4])
const before = p.length
p.length = 10
return [before, `${p}`, [...p], `${Point.origin}`, Object.keys(p), typeof Point]
---
// attributes of methods, accessors, statics and the prototype
//> [[true,false,true],[null,false,true],[true,false,true],[true,true,true],[true,true,true],[false,false,false],[true,false,true],["length","name","prototype","s","f"],["constructor","m","g"]]
class A { m() {} get g() { return 1 } static s() {} static f = 1; i = 1 }
const d = (o, k) => { const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(o, k); return [writable, enumerable, configurable] }
return [d(A.prototype, "m"), d(A.prototype, "g"), d(A, "s"), d(A, "f"), d(new A(), "i"), d(A, "prototype"), d(A.prototype, "constructor"), Reflect.ownKeys(A), Reflect.ownKeys(A.prototype)]
---
// a class cannot be called
//! TypeError: Class constructor A cannot be called without 'new'. @2:1
class A {}
A()
---
// a class used before its declaration
//! ReferenceError: Cannot access 'A' before initialization. @1:5
new A()
class A {}
---
// a class in its own heritage is uninitialised
//! ReferenceError: Cannot access 'A' before initialization. @1:17
class A extends A {}
---
// classes shadow their name inside, immutably
//> [true,"TypeError"]
class A { static me() { return A } static change() { A = 1 } }
const B = A
A = null
let e
try { B.change() } catch (x) { e = x.name }
return [B.me() === B, e]
---
// inheritance: super calls, super methods, statics inherited
//> ["BA4",true,"A",true,true,["n","own"]]
class A { constructor(n) { this.n = n } hi() { return "A" + this.n } static make(n) { return new this(n) } static base = "A" }
class B extends A { constructor(n) { super(n * 2); this.own = true } hi() { return "B" + super.hi() } static make(n) { return super.make(n + 1) } }
const b = B.make(1)
return [b.hi(), b instanceof A, B.base, Object.getPrototypeOf(B) === A, b.constructor === B, Object.keys(b)]
---
// a derived class without a constructor passes everything on
//> [1,2,3]
class A { constructor(...a) { this.a = a } }
class B extends A {}
class C extends B {}
return new C(1, 2, 3).a
---
// this before super
//! ReferenceError: Must call super() in a derived class before using 'this' or returning from its constructor. @2:37
class A {}
class B extends A { constructor() { this.x = 1; super() } }
new B()
---
// super is never called
//! ReferenceError: Must call super() in a derived class before using 'this' or returning from its constructor. @1:1
class A {}
class B extends A { constructor() {} }
new B()
---
// super twice
//> "ReferenceError"
class A {}
class B extends A { constructor() { super(); try { super() } catch (e) { this.e = e.name } } }
return new B().e
---
// super called in an arrow, and through a try
//> [{"v":7,"after":7},"ReferenceError"]
class A { constructor(v) { this.v = v } }
class B extends A { constructor() { const go = () => super(7); try { go() } finally { this.after = this.v } } }
class C extends A { constructor() { eval_; } }
const eval_ = 0
let e
try { new C() } catch (x) { e = x.name }
return [new B(), e]
---
// a derived constructor may return an object, not a primitive
//> [{"other":true},"TypeError",true]
class A {}
class B extends A { constructor(v) { if (v === 1) return { other: true }; super(); if (v === 2) return 5; if (v === 3) return undefined } }
const out = [new B(1)]
try { new B(2) } catch (e) { out.push(e.name) }
out.push(new B(3) instanceof B)
return out
---
// extends null, extends a function, extends an expression
//> [1,true,"TypeError",1,"m","mixed","m"]
class N extends null { static s() { return 1 } }
function F() { this.f = 1 }
F.prototype.m = () => "m"
class G extends F {}
const mixin = (Base) => class extends Base { mixed() { return "mixed" } }
class H extends mixin(G) {}
let e
try { new N() } catch (x) { e = x.name }
return [N.s(), Object.getPrototypeOf(N.prototype) === null, e, new G().f, new G().m(), new H().mixed(), new H().m()]
---
// extending what is no constructor
//> ["TypeError","TypeError","TypeError","TypeError","TypeError","TypeError","TypeError"]
const out = []
for (const Base of [undefined, 1, {}, () => {}, function* () {}, { m() {} }.m, Object.assign(function () {}, { prototype: 1 })]) {
  try { class A extends Base {} ; out.push("ok") } catch (e) { out.push(e.name) }
}
return out
---
// extending undefined names it
//! TypeError: Class extends Missing, which is not a constructor or null: it is undefined. @2:17
const Missing = undefined
class A extends Missing {}
---
// extending built-ins
//> [3,3,true,6,true,"Problem: bad",7,2,true]
class Stack extends Array { peek() { return this.at(-1) } }
class Problem extends Error { constructor(m, code) { super(m); this.code = code } get name() { return "Problem" } }
class Registry extends Map { getOr(k, d) { return this.has(k) ? this.get(k) : d } }
const s = Stack.from([1, 2, 3])
const p = new Problem("bad", 7)
const mapped = s.map((x) => x * 2)
return [s.peek(), s.length, mapped instanceof Stack, mapped.peek(), p instanceof Error, `${p}`, p.code, new Registry([["a", 1]]).getOr("b", 2), Array.isArray(s)]
---
// extending Promise, Function-like and typed built-ins
//> [true,false,1,true,true]
class Traced extends Promise { static get [Symbol.species]() { return Promise } }
const t = Traced.resolve(1)
class Even extends Number { isEven() { return this % 2 === 0 } }
class Rx extends RegExp { test(s) { return !super.test(s) } }
return [t instanceof Traced, t.then(() => {}) instanceof Traced, await t, new Even(4).isEven(), new Rx("a").test("b")]
---
// fields: order, this, computed names once, arrows that keep this
//> [["a","s","b","init s","init a","init b","constructor","init a","init b","constructor"],5,["42","a","b","arrow","noInit","quoted name"]]
const log = []
const k = (n) => (log.push(n), n)
class A {
  [k("a")] = log.push("init a");
  static [k("s")] = log.push("init s");
  [k("b")] = (log.push("init b"), this.a);
  arrow = () => this.b;
  noInit;
  'quoted name' = 1;
  42 = 2
  constructor() { log.push("constructor") }
}
const { arrow } = new A()
return [log, arrow(), Object.keys(new A())]
---
// fields are defined, not assigned
//> 1
class A { set x(v) { throw "setter" } }
class B extends A { x = 1 }
return Object.getOwnPropertyDescriptor(new B(), "x").value
---
// fields of a derived class start after super returns
//> ["before","A","undefined","B.m","undefined","B.f","after",1]
const log = []
class A { constructor() { log.push("A", this.f); this.m() } m() { log.push("A.m") } }
class B extends A { f = (log.push("B.f"), 1); constructor() { log.push("before"); super(); log.push("after", this.f) } m() { log.push("B.m", this.f) } }
new B()
return log.map((x) => x ?? "undefined")
---
// a field initialiser sees new.target as undefined, super, and no arguments
//> [true,"A"]
class A { v() { return "A" } }
class B extends A { t = new.target === undefined; s = super.v() }
return [new B().t, new B().s]
---
// arguments in a field initialiser is refused
//! ParseError: Cannot use 'arguments' in class field initializer. @1:15
class A { x = arguments }
---
// named fields: functions take the field's name
//> ["f","#p","g","h"]
class A { f = () => {}; #p = function () {}; static g = class {}; ["h"] = () => {}; p() { return this.#p.name } }
const a = new A()
return [a.f.name, a.p(), A.g.name, a.h.name]
---
// fields and methods of the same name
//> ["number","function",2]
class A { x = 1; x() {} static y() {} static y = 2 }
return [typeof new A().x, typeof A.prototype.x, A.y]
---
// field names that are almost keywords
//> [["get","set","static","async","c"],1,2,3]
class A { get; set; static; async; static static = 1; static async = 2; static get get() { return 3 } 'constructor' () { this.c = 1 } }
return [Object.keys(new A()), A.static, A.async, A.get]
---
// private fields, methods, accessors, statics
//> [[121,242,1,2],true,false,[],"{}"]
class A {
  #n = 1
  static #count = 0
  #bump() { return ++this.#n }
  get #twice() { return this.#n * 2 }
  set #twice(v) { this.#n = v / 2 }
  static #secret() { return ++A.#count }
  run() { this.#bump(); this.#twice = 20; this.#n += 1; this.#n **= 2; return [this.#n, this.#twice, A.#secret(), A.#secret()] }
  static is(o) { return #n in o && #bump in o }
}
return [new A().run(), A.is(new A()), A.is({}), Object.keys(new A()), JSON.stringify(new A())]
---
// private names of another class, and of another evaluation of the same class
//> "TypeError"
const make = () => class { #x = 1; static read(o) { return o.#x } }
const A = make(), B = make()
try { return [A.read(new A()), B.read(new A())] } catch (e) { return e.name }
---
// reading a private field of the wrong object
//! TypeError: Cannot read private member #secret of an object whose class did not declare it. @1:50
class A { #secret = 1; static read(o) { return o.#secret } }
A.read({})
---
// writing to a private method or to an accessor without a setter
//> ["TypeError","TypeError","TypeError"]
class A { #m() {} get #g() { return 1 } a() { this.#m = 1 } b() { this.#g = 1 } set #w(v) {} c() { return this.#w } }
const a = new A(), out = []
for (const f of ["a", "b", "c"]) try { a[f]() } catch (e) { out.push(e.name) }
return out
---
// an undeclared private name is refused
//! ParseError: Private field '#nope' must be declared in an enclosing class. @1:29
class A { m() { return this.#nope } }
---
// a private name twice is refused
//! ParseError: Identifier '#a' has already been declared. @1:15
class A { #a; #a }
---
// deleting a private name is refused
//! ParseError: Private fields can not be deleted. @1:21
class A { #a; m() { delete this.#a } }
---
// #x in o wants an object
//! TypeError: Cannot use 'in' operator to search for '#x' in 1. @1:37
class A { #x; static is(o) { return #x in o } }
A.is(1)
---
// private names with optional chaining, destructuring targets and calls
//> [[null,5,5],[{"deep":1},5,5]]
class A { #v = { deep: 1 }; #f() { return this.#v } m(o) { [this.#v] = [5]; return [o?.#v, this?.#f(), this.#v] } }
return [new A().m(null), new A().m(new A())]
---
// private fields stamped on any object by a returning base constructor
//> [true,1,"TypeError",true]
class Stamp { constructor(o) { return o } }
class P extends Stamp { #x = 1; static has(o) { return #x in o } static get(o) { return o.#x } }
const o = {}
new P(o)
let e
try { new P(o) } catch (x) { e = x.name }
return [P.has(o), P.get(o), e, Object.isExtensible(o)]
---
// a private field of an object that is not extensible
//! TypeError: Cannot add #x to an object that is not extensible. @2:25
//host Node 20 is older than this rule
class Stamp { constructor(o) { return o } }
class P extends Stamp { #x = 1 }
new P(Object.freeze({}))
---
// static blocks: order, this, private access, scopes
//> [["a",true,"number","b","undefined"],1]
const log = []
class A {
  static #hidden
  static a = log.push("a")
  static { log.push(this === A, typeof this.a); var v = 1; this.fromBlock = v; this.#hidden = 5 }
  static b = log.push("b")
  static { log.push(typeof v) }
  static read() { return A.#hidden }
}
return [log, A.fromBlock]
---
// a static block that gives private access to a friend
//> 3
let read
class A { #x; constructor(x) { this.#x = x } static { read = (o) => o.#x } }
return read(new A(3))
---
// await and return in a static block are refused
//! ParseError: Cannot use await in class static initialization block. @1:20
class A { static { await 1 } }
---
// static fields see this and inherit
//> [2,2,3,false]
class A { static x = 1; static y = this.x + 1; static z = () => this.y }
class B extends A { static w = super.x + this.y }
return [A.y, A.z(), B.w, Object.hasOwn(B, "x")]
---
// accessor pairs may be inherited in halves
//> [true,2]
class A { get v() { return 1 } }
class B extends A { set v(x) {} }
class C extends A { get v() { return super.v + 1 } }
return [new B().v === undefined, new C().v]
---
// generators, async and async generator methods, static and private
//> [1,2,4,5,6,7,3]
class A {
  *g() { yield 1 } async a() { return 2 } async *ag() { yield 3 }
  static *sg() { yield 4 } static async sa() { return 5 }
  *#pg() { yield 6 } async #pa() { return 7 } async all() { return [...this.#pg(), await this.#pa()] }
}
const x = new A()
const out = [...x.g(), await x.a(), ...A.sg(), await A.sa(), ...(await x.all())]
for await (const v of x.ag()) out.push(v)
return out
---
// computed method names are evaluated in order with heritage first
//> ["heritage","a","b","c"]
const log = []
const k = (n) => (log.push(n), n)
class A extends (log.push("heritage"), Object) { [k("a")]() {} static [k("b")]() {} get [k("c")]() { return 1 } }
return log
---
// a static method may not be called prototype
//! ParseError: Classes may not have a static property named prototype. @1:18
class A { static prototype() {} }
---
// a computed static name prototype fails when it runs
//> ["TypeError","TypeError"]
const out = []
try { class A { static ["prototype"]() {} } } catch (e) { out.push(e.name) }
try { class A { static ["prototype"] = 1 } } catch (e) { out.push(e.name) }
return out
---
// two constructors are refused
//! ParseError: Duplicate constructor in the same class. @1:28
class A { constructor() {} constructor() {} }
---
// a getter called constructor is refused
//! ParseError: Constructor can't have get/set modifier. @1:15
class A { get constructor() { return 1 } }
---
// super outside of a method is refused
//! ParseError: 'super' keyword outside a method. @1:16
function f() { super.x }
---
// super() outside of a derived constructor is refused
//! ParseError: super() call outside constructor of a subclass. @1:27
class A { constructor() { super() } }
---
// class expressions and their names
//> ["A","Inner","Inner","C","own","","undefined"]
const A = class {}, B = class Inner { static n = Inner.name }
const { C = class {} } = {}
const [D = class { static name = "own" }] = []
return [A.name, B.name, B.n, C.name, D.name, (class {}).name, typeof Inner]
---
// a class expression in an extends clause, a default parameter and a loop
//> [[[0,0],[1,1],[2,2]],"x",false]
const classes = []
for (let i = 0; i < 3; i++) classes.push(class { static id = i; id() { return i } })
const f = (Base = class { x() { return "x" } }) => new (class extends Base {})().x()
return [classes.map((C) => [C.id, new C().id()]), f(), classes[0] === classes[1]]
---
// methods are strict and not enumerable, and have no prototype
//> [true,[],false]
class A { m() { return this } }
const { m } = new A()
const seen = []
for (const k in new A()) seen.push(k)
return [m() === undefined, seen, "prototype" in m]
---
// Symbol.species, toStringTag and toPrimitive in classes
//> [5,"$5","d5","[object Money]",true]
class Money { constructor(n) { this.n = n } get [Symbol.toStringTag]() { return "Money" } [Symbol.toPrimitive](hint) { return hint === "number" ? this.n : hint === "string" ? `$${this.n}` : `d${this.n}` } }
const m = new Money(5)
return [+m, `${m}`, m + "", Object.prototype.toString.call(m), m > 4]
---
// abstract bases with new.target
//> ["Square","abstract"]
class Shape { constructor() { if (new.target === Shape) throw new TypeError("abstract"); this.kind = new.target.name } }
class Square extends Shape {}
let e
try { new Shape() } catch (x) { e = x.message }
return [new Square().kind, e]
---
// accessors on the prototype through super with the right this
//> 7
class A { constructor() { this._v = 1 } get v() { return this._v } set v(x) { this._v = x } }
class B extends A { bump() { super.v += 5; super.v++; return super["v"] } }
return new B().bump()
---
// the super reference evaluates this, then the key
//> ["ReferenceError"]
class A {}
class B extends A { constructor() { const out = []; try { super[(out.push("key"), "x")] } catch (e) { out.push(e.name) } super(); this.out = out } }
return new B().out
---
// changing the prototype changes super
//> 2
class A { m() { return 1 } }
class B extends A { m() { return super.m() } }
const b = new B()
Object.setPrototypeOf(B.prototype, { m: () => 2 })
return b.m()
---
// decorators are refused
//host refused as what it is
//! UnsupportedSyntax: Decorators are not available. @1:1
@dec class A {}
---
// toString of classes, methods and fields keeps the text
//> ["class A { static x = 1; /* c */ m ( a ) { } }","m ( a ) { }"]
class A { static x = 1; /* c */ m ( a ) { } }
return [A.toString(), new A().m.toString()]
---
// many instances share what a shape can share, and fields with different types stay apart
//> [{"a":0,"c":false},{"a":1,"b":"1","c":false},{"a":2,"c":false},{"a":3,"b":"3","c":true},{"a":4,"c":true}]
class P { constructor(i) { this.a = i; if (i % 2) this.b = String(i); this.c = i > 2 } }
return Array.from({ length: 5 }, (_, i) => ({ ...new P(i) }))
---
// getters on instances by Object.defineProperty in the constructor
//> [42,42]
class Lazy { constructor() { Object.defineProperty(this, "v", { configurable: true, get() { const v = 42; Object.defineProperty(this, "v", { value: v }); return v } }) } }
const l = new Lazy()
return [l.v, Object.getOwnPropertyDescriptor(l, "v").value]
---
// an error in a field initialiser leaves the constructor
//! RangeError: field
class A { x = (() => { throw new RangeError("field") })() }
new A()
---
// an async method keeps super and this after an await
//> "A!"
class A { hi() { return "A" } }
class B extends A { async hi() { await null; const arrow = async () => { await null; return super.hi() + this.tag }; return arrow() } tag = "!" }
return new B().hi()
