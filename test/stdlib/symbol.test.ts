import { it } from "vitest"
import { sameAsHost } from "./host-comparison.ts"

it("symbols agree with the host", () => {
  sameAsHost(`
    const s = Symbol("d"), o = Object(s)
    return [String(s), s.description, Symbol().description, Symbol("").toString(), o == s, typeof o, o.valueOf() === s, o.description,
      Symbol.for("k") === Symbol.for("k"), Symbol.keyFor(Symbol.for("k")), Symbol.keyFor(s), Symbol.for().description, Symbol.iterator.toString(),
      attempt(() => new Symbol()), attempt(() => s + ""), attempt(() => +s), attempt(() => Symbol.keyFor("k")), attempt(() => Symbol.prototype.toString.call(1)),
      Object.getOwnPropertyDescriptor(Symbol, "iterator"), Symbol.prototype[Symbol.toStringTag], Symbol(5).description, { [s]: 1 }[s], !s]`)
})

it("booleans agree with the host", () => {
  sameAsHost(`
    const b = new Boolean(false), values = [0, -0, NaN, "", "0", null, undefined, 0n, 1n, [], {}, Symbol()]
    return [values.map(Boolean), b ? 1 : 2, b.valueOf(), String(b), Boolean.prototype.valueOf(), attempt(() => Boolean.prototype.toString.call("x")),
      new (class B extends Boolean {})(1).valueOf(), Object.prototype.toString.call(b), Boolean.length, typeof Object(true)]`)
})
