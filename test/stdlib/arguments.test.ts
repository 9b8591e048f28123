import { assert, describe, it } from "vitest"
import { evaluate, slicesOf } from "./evaluate.ts"
import { sameAsHost } from "./host-comparison.ts"

describe("arguments objects agree with the host", () => {
  it("on elements that are read, written, deleted and listed", () => {
    sameAsHost(`"use strict"
      function f() {
        const a = arguments
        a[0] = "x"; a[5] = 5; a.named = 1; delete a[1]
        return [a.length, a[0], a[1], 1 in a, Object.keys(a), Reflect.ownKeys(a).map(String), JSON.stringify(a), [...a],
          Array.from(a), Object.entries(a), { ...a }, Object.prototype.toString.call(a), Array.prototype.slice.call(a, 2),
          Object.assign([], a), Object.getOwnPropertyDescriptors(a).length]
      }
      return [f(1, 2, 3), f(), (function () { return arguments.length })(...[1, , 3])]`)
  })

  it("on attributes, freezing and inheritance", () => {
    sameAsHost(`"use strict"
      function frozen() {
        const a = Object.freeze(arguments)
        return [Object.isFrozen(a), attempt(() => { a[0] = 2 }), attempt(() => { a[9] = 2 }), a[0], Object.getOwnPropertyDescriptor(a, 1)]
      }
      function defined() {
        Object.defineProperty(arguments, 1, { get: () => "got", enumerable: false })
        Object.defineProperty(arguments, 0, { value: 7, writable: false })
        return [arguments[1], attempt(() => { arguments[0] = 1 }), Object.keys(arguments), [...arguments], attempt(() => { delete arguments[1] })]
      }
      function inherited() {
        const o = Object.create(arguments)
        const before = [o[0], 0 in o, o[1]]
        arguments[1] = "later"
        return [before, o[1], Object.setPrototypeOf([, , 3], arguments)[0], [].concat(Object.setPrototypeOf([, 2], arguments))[0]]
      }
      return [frozen(1, 2), defined(1, 2, 3), inherited("p")]`)
  })
})

const MANY = `const xs = Array(131_072).fill(1), f = (...rest) => rest.length
  function g() { return arguments.length }
  class A { constructor() { this.n = arguments.length } }
  class B extends A {}`

describe("calls with many arguments", () => {
  it("can have as many as the host", () => {
    const calls =
      "f(...xs), f.apply(null, xs), g(...xs), Reflect.apply(g, null, xs), new B(...xs).n, Reflect.construct(A, xs).n, " +
      "f.bind(null, ...xs.slice(1))(1), f.call(null, ...xs.slice(1)) + 1, new Proxy(f, { apply: (t, _, all) => all.length })(...xs), Array.of(...xs).length, " +
      "[].concat(...xs).length"
    assert.deepEqual(evaluate(`${MANY}; return [${calls}]`), new Array(11).fill(131_072))
  })

  it("end with a RangeError beyond that, which closes what is iterated", () => {
    const result = evaluate(`${MANY}
      let closed = 0
      function* endless() { try { for (;;) yield 1 } finally { closed++ } }
      const name = (call) => { try { return call() } catch (error) { return error.name } }
      return [() => f(...xs, 1), () => f(1, ...xs), () => f.apply(null, { length: 2e5 }), () => f.bind(null, 1)(...xs), () => f(...endless()),
        () => Reflect.construct(A, { length: 2e5 }), () => new B(...xs, ...xs)].map(name).concat(closed)`)
    assert.deepEqual(result, [...new Array(7).fill("RangeError"), 1])
  })

  it("take several slices", () => {
    for (const call of [
      "f(...xs)",
      "f.apply(null, xs)",
      "Reflect.apply(f, null, xs)",
      "Iterator.concat(...xs.fill([]))"
    ]) {
      assert.isAbove(slicesOf(`${MANY}; ${call}; return 1`), slicesOf(`${MANY}; return 1`), call)
    }
  })
})

it("making arrays longer and shorter takes several slices, and leaves holes", () => {
  sameAsHost(`
    const a = [1]; a.length = 5000; const b = [1]; b.length = 3; const c = [1, 2, 3]; c.length = 1; c.length = 3; const d = []; d[4096] = 1; d[9000] = 2
    return [a.length, 1 in a, Object.keys(a), b, c, 2 in c, d.length, Object.keys(d), d.indexOf(1), a.push(1), a.lastIndexOf(1), a.fill(0).length, a[4999]]`)
  for (const change of ["a.length = 4000; a.length = 1", "a[a.length + 1000] = 1", "a.length = 1e6; a.length = 1"]) {
    assert.isAbove(slicesOf(`for (let i = 0; i < 2000; i++) { const a = [1]; ${change} } return 1`), 2, change)
  }
})
