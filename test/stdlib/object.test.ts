import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

const RECEIVERS: Readonly<Record<string, string>> = {
  "a literal": "{ b: 1, a: 'x', 3: 0, 1: null }",
  nothing: "{}",
  "many keys": "Object.fromEntries(Array.from({ length: 200 }, (_, i) => ['k' + ((i * 37) % 200), i]))",
  "attributes and accessors":
    "Object.defineProperties({ x: 1 }, { h: { value: 2 }, g: { get() { return this.x }, enumerable: true }, s: { set(v) {}, enumerable: true, configurable: true } })",
  "a null prototype": "Object.assign(Object.create(null), { p: 1, q: { r: 2 } })",
  "symbol keys": "{ [Symbol.for('s')]: 1, t: 2 }",
  "an array": "Object.assign([1, , 3], { extra: true })",
  "a class instance": "new (class { a = 1; #b = 2; get c() { return 3 } static d = 4 })()",
  "a function": "Object.assign(function f(x, y) {}, { own: 1 })",
  "a string object": "Object.assign(Object('hi'), { z: 1 })",
  "a number": "42",
  "a string": "'text'"
}

const CALLS: readonly string[] = [
  "Object.keys(o)",
  "Object.values(o)",
  "Object.entries(o)",
  "Object.assign({ first: 0 }, o)",
  "Object.getOwnPropertyNames(o)",
  "Object.getOwnPropertySymbols(o).map(String)",
  "Object.getOwnPropertyDescriptors(o)",
  "Object.isFrozen(o)",
  "Object.isSealed(o)",
  "Object.isExtensible(o)",
  "[Object.freeze(o), Object.isFrozen(o), attempt(() => { o.fresh = 1 }), attempt(() => { o.b = 9 }), attempt(() => delete o.b), Object.getOwnPropertyDescriptors(o)]",
  "[Object.seal(o), Object.isSealed(o), Object.isFrozen(o), attempt(() => { o.fresh = 1 }), attempt(() => { o.b = 9 }), o.b, attempt(() => delete o.b)]",
  "[Object.preventExtensions(o), attempt(() => { o.fresh = 1 }), attempt(() => delete o.b), Object.keys(o)]",
  "Object.hasOwn(o, 'b')",
  "o.hasOwnProperty === undefined || o.hasOwnProperty(1)",
  "o.propertyIsEnumerable === undefined || o.propertyIsEnumerable('h')",
  "Object.prototype.toString.call(o)",
  "Object.getPrototypeOf(o) === Object.getPrototypeOf(Object(o))",
  "attempt(() => Object.setPrototypeOf(o, null))",
  "(() => { const seen = []; for (const k in o) seen.push(k); return seen })()",
  "Object.is(Object(o), o)",
  "Object.prototype.valueOf.call(o) == o"
]

describe("Object's methods agree with the host", () => {
  for (const [name, receiver] of Object.entries(RECEIVERS)) {
    it(`on ${name}`, () => {
      sameAsHost(
        `return [${CALLS.map((call) => `attempt(() => { const o = ${receiver}; return ${call} })`).join(",\n")}]`
      )
    })
  }

  it("in the order that accessors and traps see", () => {
    sameAsHost(`
      const seen = []
      const watched = new Proxy({ a: 1, b: 2, [Symbol.iterator]: 3 }, {
        ownKeys(t) { seen.push("ownKeys"); return Reflect.ownKeys(t) },
        getOwnPropertyDescriptor(t, k) { seen.push("gopd " + String(k)); return Reflect.getOwnPropertyDescriptor(t, k) },
        get(t, k) { seen.push("get " + String(k)); return t[k] },
        has(t, k) { seen.push("has " + String(k)); return k in t },
        set(t, k, v) { seen.push("set " + String(k)); t[k] = v; return true },
        defineProperty(t, k, d) { seen.push("define " + String(k) + " " + Object.keys(d)); return Reflect.defineProperty(t, k, d) }
      })
      Object.keys(watched); Object.entries(watched); Object.assign(watched, { c: 4 }); Object.assign({}, watched)
      attempt(() => Object.defineProperty({}, "x", watched)); Object.freeze(watched); ({ ...watched })
      return seen`)
  })

  it("with keys that are converted", () => {
    sameAsHost(`
      const key = { toString() { return "k" } }
      return [Object.hasOwn({ k: 1 }, key), Object.getOwnPropertyDescriptor({ k: 1 }, key), ({ k: 1 }).hasOwnProperty(key),
        Object.fromEntries([[key, 1], [7, 2], [true, 3], [null, 4]]), Object.fromEntries(new Map([["m", 1]]))]`)
  })

  it("when the arguments are wrong", () => {
    sameAsHost(`return [
      () => Object.keys(null), () => Object.entries(undefined), () => Object.assign(null), () => Object.create(1),
      () => Object.defineProperty(1, "x", {}), () => Object.defineProperty({}, "x", 1),
      () => Object.defineProperty({}, "x", { get: 1 }), () => Object.defineProperty({}, "x", { get() {}, value: 1 }),
      () => Object.fromEntries(null), () => Object.fromEntries([1]), () => Object.setPrototypeOf({}, 1),
      () => Object.setPrototypeOf(Object.prototype, {}), () => { const a = {}; const b = Object.create(a); Object.setPrototypeOf(a, b) },
      () => Object.prototype.__defineGetter__.call({}, "x", 1), () => Object.prototype.hasOwnProperty.call(null, "x")
    ].map(attempt)`)
  })

  it("through __proto__ and the accessors of old", () => {
    sameAsHost(`
      const o = { __proto__: { inherited: 1 } }
      o.__defineGetter__("g", () => 5); o.__defineSetter__("g", (v) => { o.last = v })
      o.g = 6
      return [o.inherited, o.g, o.last, o.__lookupGetter__("g")(), o.__lookupSetter__("none"), Object.keys(o), (o.__proto__ = null, "x" in o)]`)
  })
})

it("groups into an object without a prototype, keys in order of appearance", () => {
  answers(
    `const groups = Object.groupBy([1, 2, 3, 4], (x, i) => (x % 2 ? "odd" : "even") + (i > 2))
     return [groups, Object.getPrototypeOf(groups), Object.groupBy("aba", (c) => c)]`,
    `[{oddfalse: [1 3], evenfalse: [2], eventrue: [4]} null {a: ["a" "a"], b: ["b"]}]`
  )
  answers(
    "return [attempt(() => Object.groupBy(null, (x) => x)), attempt(() => Object.groupBy([], 1))]",
    "[TypeError TypeError]"
  )
})

it("frozen objects that were alike stay alike, and private fields stay writable", () => {
  answers(
    `class Counter { #n = 0; bump() { return ++this.#n } }
     const c = Object.freeze(new Counter())
     return [c.bump(), c.bump(), [1, 2].map((x) => Object.freeze({ x })).map((o) => o.x), Object.isFrozen(c)]`,
    "[1 2 [1 2] true]"
  )
})

describe("tool references", () => {
  it("have keys, and nothing else that Object could read", () => {
    for (const name of ["values", "entries", "getOwnPropertyNames", "getPrototypeOf", "freeze", "isFrozen", "hasOwn"]) {
      const message = evaluate(`try { Object.${name}(tools.a) } catch (e) { return e.message }`)
      assert.include(String(message), `Object.${name}(...) cannot read tool references`)
    }
    assert.include(
      String(evaluate("try { Object.assign({}, tools) } catch (e) { return e.message }")),
      "Object.assign(...)"
    )
    assert.deepEqual(evaluate("return Object.keys(tools)"), [])
  })
})

it("stops on the way through large objects", () => {
  const make = "const o = {}; for (let i = 0; i < 20000; i++) o['k' + i] = i;"
  for (const call of [
    "Object.entries(o)",
    "Object.assign({}, o)",
    "Object.freeze(o)",
    "Object.getOwnPropertyDescriptors(o)"
  ]) {
    assert.isAbove(slicesOf(`${make} ${call}`), slicesOf(make) + 2, call)
  }
})

it("keys of long texts and typed arrays are listed in slices, in their order", () => {
  for (const target of ["new Uint8Array(60_000)", 'new String("a".repeat(60_000))']) {
    const make = `const o = ${target}; o.x = 1; o[Symbol.iterator] = 2;`
    for (const call of ["Object.keys(o)", "Reflect.ownKeys(o)", "({ ...o })", "Object.assign({}, o)"]) {
      assert.isAbove(slicesOf(`${make} ${call}`), slicesOf(make), call)
    }
    assert.deepEqual(
      evaluate(
        `${make} if (o.length) o[99999] = 3; return [Reflect.ownKeys(o).length, Reflect.ownKeys(o).slice(59_998).map(String)]`
      ),
      target.startsWith("new U")
        ? [60002, ["59998", "59999", "x", "Symbol(Symbol.iterator)"]]
        : [60004, ["59998", "59999", "99999", "length", "x", "Symbol(Symbol.iterator)"]]
    )
  }
  assert.equal(evaluate('try { Object.keys("a".repeat(2 ** 24)) } catch (e) { return e.name }'), "RangeError")
})

it("keys that an operation passes over are steps, too", () => {
  const hidden = "const o = {}; for (let i = 0; i < 50_000; i++) Object.defineProperty(o, 'k' + i, { value: 1 });"
  for (const call of ["Object.assign({}, o)", "Object.keys(o)", "Object.defineProperties({}, o)"]) {
    assert.isAbove(slicesOf(`${hidden} ${call}`), slicesOf(hidden) + 2, call)
  }
  const symbols = "const o = {}; for (let i = 0; i < 50_000; i++) o[Symbol()] = 1;"
  assert.isAbove(slicesOf(`${symbols} Object.values(o)`), slicesOf(symbols) + 2)
})

it("objects with tens of thousands of keys keep their order, indices first", () => {
  const program = `
    const o = { first: 0 }
    for (let i = 0; i < 40000; i++) o[i % 3 ? "k" + ((i * 7919) % 100003) : (i * 7919) % 100003] = i
    for (let i = 0; i < 40000; i += 5) delete o[i % 3 ? "k" + ((i * 7919) % 100003) : (i * 7919) % 100003]
    o[Symbol.iterator] = 1; delete o.first; o.first = 2; o[7] = 7
    const keys = Reflect.ownKeys(o)
    return [keys.length, keys.map(String).join().length, keys.map((k, i) => (i % 997 ? 0 : String(k))).filter(Boolean), keys.slice(-3).map(String), Object.values(o).slice(0, 5), "k7919" in o, o.k15838]`
  const { value, slices } = runEngine(program)
  assert.deepEqual(value, new Function(program)())
  assert.isAbove(slices, 20)
  const array =
    "const a = Array.from({ length: 9000 }, (_, i) => i); delete a[5]; a[20000] = 1; a.name = 2; return Object.keys(a).slice(-3).concat(Object.keys(a).length)"
  assert.deepEqual(runEngine(array).value, new Function(array)())
})

it("a prototype that changes during an operation is the one asked next", () => {
  const { value } = runEngine("const o = { get a() { delete this.b; return 1 }, b: 2, c: 3 }; return Object.entries(o)")
  assert.deepEqual(value, [
    ["a", 1],
    ["c", 3]
  ])
})

it("objects that grew apart each know their own keys", () => {
  sameAsHost(`
    const make = (order) => { const o = {}; for (const n of order) { o["k" + n] = n; o.has = "k" + ((n * 7) % 40) in o } return o }
    const up = Array.from({ length: 40 }, (_, i) => i)
    const orders = [up, up.slice(0, 20), [...up.slice(0, 12), ...up.slice(20)], up.toReversed(), up.map((n) => (n * 11) % 40), up.slice(0, 9), up]
    const objects = orders.map(make)
    const changed = objects.map((o) => Object.defineProperty({ ...o }, "k3", { enumerable: false, value: 1 })).map((o, i) => { o["new" + i] = i; return o })
    const frozen = objects.map((o) => Object.freeze({ ...o, z: 1 }))
    for (const o of objects) { o.late = 1; o["k39"] = "x" }
    return [objects, objects.map((o) => up.map((n) => o["k" + n])), changed.map((o) => [Object.keys(o), o.new0, o.new3, o.late]), frozen.map((o) => [o.z, o.late, o.k39])]`)
})
