import { assert, describe, it } from "vitest"
import { evaluate } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

describe("errors agree with the host", () => {
  it("in every class", () => {
    sameAsHost(`
      const facts = (C, ...args) => { const e = new C(...args); return [e.name, e.message, Object.keys(e), Object.hasOwn(e, "message"), String(e),
        e instanceof Error, e instanceof C, C.length, C.name, Object.getPrototypeOf(C) === Error, Object.prototype.toString.call(e)] }
      return [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((C) => [facts(C), facts(C, "m"), facts(C, 5, { cause: 1 })])`)
  })

  it("in cause, aggregates and calls without new", () => {
    sameAsHost(`
      const e = Error("m", { cause: [1] }), a = new AggregateError(new Set([1, 2]), "all", { cause: "why" })
      return [e.cause, Object.getOwnPropertyDescriptor(e, "cause"), a.errors, a.message, a.cause, AggregateError.length,
        attempt(() => new AggregateError()), "cause" in Error("x", {}), Error(undefined).message, Object.hasOwn(Error(undefined), "message")]`)
  })

  it("in subclasses and in toString", () => {
    sameAsHost(`
      class Mine extends TypeError { constructor(m) { super(m); this.name = "Mine"; this.code = 7 } }
      const m = new Mine("boom"), t = Error.prototype.toString
      return [String(m), m instanceof Mine, m instanceof TypeError, Object.keys(m), t.call({ name: "", message: "only" }), t.call({ name: "N" }),
        t.call({ message: { toString: () => "made" } }), t.call(Object.create(null)), attempt(() => t.call(1))]`)
  })
})

it("has SuppressedError and Error.isError", () => {
  answers(
    `const s = new SuppressedError(1, 2, "m")
     return [s.error, s.suppressed, s.message, Object.keys(s), SuppressedError.length, Error.isError(s), Error.isError({ __proto__: Error.prototype }), Error.isError(new Proxy(s, {}))]`,
    `[1 2 "m" [] 3 true false false]`
  )
})

describe("stack", () => {
  it("shows the program's own calls, and is as it was when it was first read", () => {
    const source = `
      function inner() { const made = new RangeError("here"); return made }
      const outer = () => { const got = inner(); return got }
      const e = outer(), before = e.stack
      e.message = "changed"
      return [before, e.stack === before]`
    const [stack, same] = evaluate(source) as [string, boolean]
    assert.match(stack, /^RangeError: here\n {4}at inner \(2:\d+\)\n {4}at outer \(3:\d+\)\n {4}at 4:\d+$/)
    assert.isTrue(same)
  })

  it("is an accessor that assignment shadows", () => {
    answers(
      `const e = new Error("x"), d = Object.getOwnPropertyDescriptor(Error.prototype, "stack")
       const before = Object.hasOwn(e, "stack")
       e.stack = "mine"
       return [before, e.stack, typeof d.get, d.get.call({}), attempt(() => d.get.call(1)), attempt(() => d.set.call(e, 5)), attempt(() => { Error.prototype.stack = "s" })]`,
      `[false "mine" "function" undefined TypeError TypeError TypeError]`
    )
  })
})
