import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf } from "./evaluate.ts"
import { answers } from "./host-comparison.ts"

describe("structuredClone", () => {
  it("copies data of every kind, cycles and shared parts included", () => {
    answers(
      `class P { constructor() { this.x = 1 } get y() { return 2 } }
       const src = { n: [1, , -0, null, undefined, 10n, NaN, "s"], m: new Map([[{ k: 1 }, new Set([1])]]), d: new Date(5), r: /x/gi, p: new P(), num: new Number(4), get g() { return [7] } }
       src.self = src; src.again = src.m; src.n.named = src.p; src.r.lastIndex = 3
       const c = structuredClone(src)
       return [c !== src, c.self === c, c.again === c.m, c.n.named === c.p, c.n, [...c.m.keys()], [...c.m.values()], c.d.getTime(), String(c.r), c.r.lastIndex, c.p, c.p instanceof P, c.num + 1, c.g, Object.keys(c).length,
         structuredClone(1), structuredClone("s"), structuredClone(null), structuredClone(undefined)]`,
      `[true true true true [1 hole -0 null undefined 10n NaN "s"] [{k: 1}] [Set(1)] 5 "/x/gi" 0 {x: 1} false 5 [7] 9 1 "s" null undefined]`
    )
  })

  it("copies errors with class, message and cause", () => {
    answers(
      `const e = Object.assign(new TypeError("bad", { cause: { z: 1 } }), { extra: 1 }); class Mine extends RangeError {}; const mine = new Mine("m")
       const c = structuredClone(e), named = structuredClone(Object.assign(new Error("x"), { name: "Unknown" }))
       return [c, c.message, c.cause, "extra" in c, structuredClone(mine).constructor === RangeError, named.name, typeof c.stack, Object.hasOwn(structuredClone(new Error()), "message")]`,
      `[TypeError "bad" {z: 1} false true "Error" "string" false]`
    )
  })

  it("copies bytes, and moves those of 'transfer'", () => {
    answers(
      `const all = new Uint8Array([1, 2, 3, 4]), part = all.subarray(1, 3), c = structuredClone({ all, part, view: new DataView(all.buffer, 2) })
       c.all[1] = 9
       const grow = structuredClone(new ArrayBuffer(2, { maxByteLength: 8 })), moving = new Uint8Array([5, 6]).buffer
       const moved = structuredClone({ b: moving, v: new Uint8Array(moving) }, { transfer: [moving] })
       return [all[1], c.part, c.part.buffer === c.all.buffer, c.view.getUint8(0), grow.resizable, grow.maxByteLength, moving.byteLength, moved.v, moved.v.buffer === moved.b]`,
      "[2 Uint8Array(9 3) true 3 true 8 0 Uint8Array(5 6) true]"
    )
  })

  it("refuses what is no data", () => {
    const refusal = (value: string, options = ""): string =>
      String(evaluate(`try { structuredClone(${value}${options}) } catch (e) { return e.name + ": " + e.message }`))
    for (const value of [
      "() => 1",
      "Symbol('s')",
      "{ f() {} }",
      "new WeakMap()",
      "new Proxy({}, {})",
      "[].values()",
      "Object(Symbol())",
      "search"
    ]) {
      assert.match(refusal(value), /^DataCloneError: structuredClone: /, value)
    }
    assert.match(refusal("[Promise.resolve(1)]"), /^TypeError: .*un-awaited Promise/)
    assert.match(refusal("tools.a"), /^TypeError: .*tools\.a is a tool reference/)
    assert.match(refusal(""), /^TypeError/)
    assert.match(refusal("{}", ", { transfer: [{}] }"), /^DataCloneError/)
    assert.match(refusal("{}", ", { transfer: 1 }"), /^TypeError/)
    assert.match(refusal("{}", ", { transfer: [1] }"), /^TypeError/)
    assert.match(
      refusal("(() => { const b = new ArrayBuffer(1); b.transfer(); return b })()"),
      /^DataCloneError: .*detached/
    )
  })

  it("needs no host stack for depth, and copies much in slices", () => {
    const deep = "let d = {}, at = d; for (let i = 0; i < 100000; i++) at = at.x = {};"
    assert.equal(
      runEngine(`${deep} let c = structuredClone(d), n = 0; while (c.x) { c = c.x; n++ } return n`).value,
      100_000
    )
    const wide = "const a = Array.from({ length: 20000 }, (_, i) => ({ i }));"
    assert.isAbove(slicesOf(`${wide} structuredClone(a)`), slicesOf(wide) + 10)
  })

  it("runs getters, which may take their time or throw", () => {
    answers(
      `const slow = { get a() { let n = 0; for (let i = 0; i < 1000; i++) n += i; return n }, get b() { throw new EvalError("g") } }
       return [attempt(() => structuredClone(slow)), structuredClone({ get a() { delete this.b; return 1 }, b: 2 })]`,
      "[EvalError {a: 1}]"
    )
  })
})
