import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

describe("call, apply and bind agree with the host", () => {
  it("on receivers and arguments", () => {
    sameAsHost(`
      function show(...args) { return [typeof this, String(this), args, new.target === undefined] }
      return [show.call(), show.call(null, 1), show.call("s", 1, 2), show.apply(undefined, [1, , 3]), show.apply(7),
        show.apply(7, { length: 2, 1: "b" }), show.bind("x", 1)(2), show.bind().call("ignored"), show.bind(1).bind(2, "a")("b"),
        attempt(() => show.apply(1, 2)), attempt(() => Function.prototype.call.call(1)), attempt(() => Function.prototype.bind.call({}))]`)
  })

  it("on constructors", () => {
    sameAsHost(`
      class A { constructor(...args) { this.args = args; this.target = new.target.name } }
      const B = A.bind(null, 1)
      class C extends A {}
      return [new B(2), attempt(() => class extends B {}), B.name, B.length, "prototype" in B, new B() instanceof B, Reflect.construct(B, [4], C), attempt(() => B())]`)
  })

  it("on names and lengths", () => {
    sameAsHost(`
      function f(a, b = 1, ...c) {}
      const g = Object.defineProperty((x, y, z) => 0, "name", { value: Symbol("s") })
      return [f.name, f.length, f.bind().name, f.bind(0, 1).length, f.bind(0, 1, 2, 3).length, g.bind().name, g.bind(0, 1).length,
        Object.defineProperty(() => {}, "length", { value: Infinity }).bind(0, 1).length, (() => {}).bind().bind().name]`)
  })
})

it("shows the source of the program's functions, and a form for built-ins that cannot be read back", () => {
  sameAsHost(`
    const o = { method /* a */ (x) { return x }, get g() { return 1 }, async *gen() {}, ["com" + "puted"]: 1, [Symbol.iterator]() {} }
    class K { static /* s */ async m() {} #p() {} static get q() { return 1 } }
    return [String(function  f ( ) {}), String((a)=>a), String(o.method), String(Object.getOwnPropertyDescriptor(o, "g").get), String(o.gen),
      String(K), String(K.m), String(o[Symbol.iterator]), String(Object.getOwnPropertyDescriptor(K, "q").get),
      String(Array.prototype.map), String(Function), attempt(() => Function.prototype.toString.call({}))]`)
  assert.match(String(evaluate("return String(Math.max.bind(null))")), /^function \(\) \{ \[native code\] \}$/)
})

it("Function.prototype is a function that answers undefined", () => {
  sameAsHost(
    "return [typeof Function.prototype, Function.prototype(), Function.prototype.length, Function.prototype.name, 'prototype' in Function.prototype]"
  )
})

it("dynamic code is refused by an EvalError that says what to do", () => {
  for (const call of ["Function('return 1')", "new Function()", "eval('1')", "(0, eval)('1')"]) {
    const message = String(evaluate(`try { ${call} } catch (e) { return e.name + ": " + e.message }`))
    assert.match(message, /^EvalError: .*dynamic code is not available/)
  }
  answers(
    `const AsyncFunction = (async () => {}).constructor
     return [attempt(() => AsyncFunction("")), (() => {}) instanceof Function, (async () => {}) instanceof AsyncFunction, typeof eval]`,
    `[EvalError true true "function"]`
  )
})

it("the four kinds of functions have the prototypes of the specification", () => {
  sameAsHost(`
    const of = Object.getPrototypeOf
    const g = function* () {}, ag = async function* () {}, a = async () => {}
    return [g.constructor.name, ag.constructor.name, a.constructor.name, of(of(g.prototype)) === of(g).prototype, of(a.constructor) === Function,
      Object.prototype.toString.call(g), "prototype" in a, Object.getOwnPropertyDescriptor(of(g), "prototype")]`)
})

it("poisons caller and arguments", () => {
  sameAsHost(
    "return [attempt(() => (() => {}).caller), attempt(() => { Function.prototype.arguments = 1 }), Object.hasOwn(function () {}, 'caller')]"
  )
})

it("chains of built-ins that call built-ins neither overflow nor hold the host", () => {
  const chain = "let f = () => 'end'; for (let i = 0; i < 9000; i++) f = f.bind(null);"
  assert.equal(runEngine(`${chain} return f()`).value, "end")
  assert.isAbove(slicesOf(`${chain} f()`), slicesOf(chain))
  const nested = "const c = Function.prototype.call; return c.apply(c, Array.from({ length: 12000 }, () => c))"
  assert.match(String(runEngine(nested).value), /^RangeError: Maximum call stack size exceeded/)
})
