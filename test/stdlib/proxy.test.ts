import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate } from "./evaluate.ts"
import { sameAsHost } from "./host-comparison.ts"

const HANDLER = `
  const seen = []
  const noting = (target, answers = {}) => new Proxy(target, new Proxy({}, { get(_, trap) {
    return (...args) => { seen.push(trap + ":" + args.slice(1).map((a) => (Object(a) === a ? typeof a : String(a))).join(","));
      return trap in answers ? answers[trap] : Reflect[trap](...args) } } }))
`

describe("proxies agree with the host", () => {
  it("in the traps that every operation calls", () => {
    sameAsHost(`${HANDLER}
      const p = noting({ a: 1, get g() { return this === p } }), f = noting(function (x) { return [new.target === undefined, x] })
      p.a; p.a = 2; delete p.a; "a" in p; p.g; Object.keys(p); ({ ...p }); JSON.stringify(p)
      Object.getPrototypeOf(p); Object.setPrototypeOf(p, null); Object.isExtensible(p); Object.preventExtensions(p); Object.isFrozen(p)
      f(1); new f(2); f.call(3, 4); Reflect.construct(f, [], Array); typeof f; p instanceof Object
      Reflect.set(Object.create(noting({})), "x", 1); Reflect.set({}, "y", 2, noting({ y: 1 }))
      class K { #x = 1; static has(o) { return #x in o } } K.has(p)
      return seen`)
  })

  it("in every invariant", () => {
    sameAsHost(`
      const fixed = Object.freeze({ a: 1, get b() { return 2 }, set c(v) {} }), loose = { a: 1 }
      const bad = (trap, answer, target, use) => attempt(() => use(new Proxy(target, { [trap]: () => answer })))
      return [
        bad("getPrototypeOf", 1, loose, Object.getPrototypeOf), bad("getPrototypeOf", null, fixed, Object.getPrototypeOf),
        bad("setPrototypeOf", true, fixed, (p) => Object.setPrototypeOf(p, null)), bad("setPrototypeOf", false, loose, (p) => Reflect.setPrototypeOf(p, null)),
        bad("isExtensible", false, loose, Object.isExtensible), bad("isExtensible", true, fixed, Object.isExtensible),
        bad("preventExtensions", true, loose, Object.preventExtensions), bad("preventExtensions", false, loose, Reflect.preventExtensions),
        bad("getOwnPropertyDescriptor", 1, loose, (p) => Object.hasOwn(p, "a")), bad("getOwnPropertyDescriptor", undefined, fixed, (p) => Object.hasOwn(p, "a")),
        bad("getOwnPropertyDescriptor", { value: 2, configurable: false }, loose, (p) => Object.hasOwn(p, "a")), bad("getOwnPropertyDescriptor", { value: 1, configurable: true }, fixed, (p) => Object.hasOwn(p, "z")),
        bad("getOwnPropertyDescriptor", { value: 1, configurable: true }, loose, (p) => Object.getOwnPropertyDescriptor(p, "new")),
        bad("defineProperty", true, fixed, (p) => Object.defineProperty(p, "z", {})), bad("defineProperty", true, loose, (p) => Object.defineProperty(p, "z", { configurable: false })),
        bad("defineProperty", true, fixed, (p) => Object.defineProperty(p, "a", { value: 2 })), bad("defineProperty", false, loose, (p) => Reflect.defineProperty(p, "a", {})),
        bad("has", false, fixed, (p) => "a" in p), bad("has", false, loose, (p) => "a" in p), bad("get", 2, fixed, (p) => p.a), bad("get", 2, fixed, (p) => p.c), bad("get", 2, loose, (p) => p.a),
        bad("set", true, fixed, (p) => { p.a = 2 }), bad("set", true, fixed, (p) => { p.b = 2 }), bad("set", false, loose, (p) => { p.a = 2 }),
        bad("deleteProperty", true, fixed, (p) => delete p.a), bad("deleteProperty", false, loose, (p) => delete p.a), bad("ownKeys", 1, loose, Object.keys), bad("ownKeys", [1], loose, Object.keys),
        bad("ownKeys", ["a", "a"], loose, Object.keys), bad("ownKeys", [], fixed, Object.keys), bad("ownKeys", ["a", "b", "c", "d"], fixed, Object.keys), bad("ownKeys", ["z"], loose, Reflect.ownKeys),
        bad("construct", 1, function () {}, (p) => new p()), bad("apply", 1, () => 2, (p) => p()), bad("get", 1, loose, (p) => p()), attempt(() => new (new Proxy(() => {}, {}))())
      ]`)
  })

  it("when revoked, and when made of nothing", () => {
    sameAsHost(`
      const { proxy, revoke } = Proxy.revocable({}, {}), { proxy: f, revoke: end } = Proxy.revocable(function () {}, {})
      revoke(); revoke(); end()
      return [() => proxy.x, () => { proxy.x = 1 }, () => Object.keys(proxy), () => Array.isArray(proxy), () => f(), () => new f(), () => typeof f, () => void new Proxy(1, {}), () => new Proxy({}, null),
        () => Proxy({}, {}), () => Proxy.length, () => "prototype" in Proxy, () => typeof new Proxy(proxy, {}), () => Object.prototype.toString.call(f)].map(attempt)`)
  })

  it("as arrays, prototypes and targets of proxies", () => {
    sameAsHost(`
      const a = new Proxy([1, 2, 3], {}), chain = new Proxy(new Proxy({ deep: 1 }, {}), {}), heir = Object.create(new Proxy({}, { get: (t, k, r) => [k, r === heir], set(t, k, v, r) { Object.defineProperty(r, k, { value: v + 1 }); return true } }))
      a.push(4); heir.x = 1
      return [Array.isArray(a), a.length, a.map((x) => x * 2), [...a], [0].concat(a), Object.prototype.toString.call(a), JSON.stringify(a), chain.deep, heir.other, Object.getOwnPropertyDescriptor(heir, "x").value]`)
  })
})

describe("Reflect", () => {
  it("agrees with the host", () => {
    sameAsHost(`
      const o = { a: 1, get me() { return this }, set b(v) { this.set = v } }, receiver = {}
      return [Reflect.get(o, "me", receiver) === receiver, Reflect.set(o, "b", 5, receiver), receiver.set, Reflect.set(Object.freeze({ x: 1 }), "x", 2), Reflect.set({}, "n", 1, 5),
        Reflect.has(o, "toString"), Reflect.ownKeys({ b: 1, 2: 1, [Symbol.iterator]: 1, a: 1, 1: 1 }).map(String), Reflect.defineProperty(o, "c", { value: 3 }), Reflect.deleteProperty(o, "c"), Reflect.apply(Math.max, null, { length: 2, 0: 1, 1: 7 }),
        Reflect.construct(Date, [0], Array) instanceof Array, attempt(() => Reflect.construct(() => {}, [])), attempt(() => Reflect.apply(1)), attempt(() => Reflect.get(1, "x")), attempt(() => Reflect.apply(() => {}, null, 1)),
        Reflect.getPrototypeOf([]) === Array.prototype, Reflect.setPrototypeOf(Object.preventExtensions({}), null), Object.prototype.toString.call(Reflect), Reflect.isExtensible({})]`)
  })
})

it("deep chains of proxies use no host stack and end at the depth of calls", () => {
  const chain = (n: number): string => `let p = { a: 1 }; for (let i = 0; i < ${n}; i++) p = new Proxy(p, {});`
  assert.equal(evaluate(`${chain(3000)} return p.a`), 1)
  assert.match(String(runEngine(`${chain(50_000)} return p.a`).value), /^RangeError: Maximum call stack size exceeded/)
  assert.match(
    String(runEngine("const p = new Proxy({}, {}); Object.setPrototypeOf(p, p); return p.x").value),
    /^\w*Error/
  )
})

it("proxies with built-ins as traps can be stopped", () => {
  const loop =
    "const h = {}; const p = new Proxy({}, h); h.getPrototypeOf = Reflect.get.bind(null, { p }, 'p'); ({}).isPrototypeOf(p)"
  assert.equal(runEngine(loop, { maxSlices: 20 }).value, "too many slices")
  assert.equal(
    runEngine(loop.replace("({}).isPrototypeOf(p)", "p instanceof Map"), { maxSlices: 20 }).value,
    "too many slices"
  )
})
