import { assert, describe, it } from "vitest"
import { intrinsics } from "../../src/stdlib/index.ts"
import { evaluate } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

it("every intrinsic can be made, and every property read", () => {
  const names = Object.keys(intrinsics)
  assert.isAbove(names.length, 100)
  const program = `
    const seen = new Set(), queue = [globalThis]
    const of = (v) => (typeof v === "object" && v !== null) || typeof v === "function"
    let properties = 0
    while (queue.length) {
      const o = queue.pop()
      if (seen.has(o) || o === tools || o === search) continue
      seen.add(o)
      const proto = Object.getPrototypeOf(o)
      if (proto) queue.push(proto)
      for (const key of Reflect.ownKeys(o)) {
        const d = Object.getOwnPropertyDescriptor(o, key)
        properties++
        for (const part of [d.value, d.get, d.set]) if (of(part)) queue.push(part)
      }
    }
    return [seen.size, properties]`
  const [objects, properties] = evaluate(program) as number[]
  assert.isAbove(objects, 500)
  assert.isAbove(properties, 1500)
})

describe("the global object", () => {
  it("has the constants and attributes of the specification", () => {
    sameAsHost(`
      const g = globalThis, attributes = (k) => { const d = Object.getOwnPropertyDescriptor(g, k); return [d.writable, d.enumerable, d.configurable] }
      return [["NaN", "Infinity", "undefined", "globalThis", "Object", "parseInt", "Promise", "Reflect", "JSON", "eval"].map(attributes), g.undefined, typeof g, attempt(() => { g.NaN = 1 }), parseInt === Number.parseInt, eval.length]`)
  })

  it("takes what a program adds, for this program only", () => {
    answers(
      "globalThis.added = 5; Array.prototype.mine = 6; return [added, [].mine, Object.keys(globalThis).includes('added')]",
      "[5 6 true]"
    )
    answers("return [typeof added, [].mine]", `["undefined" undefined]`)
  })

  it("has nothing of the host", () => {
    for (const name of [
      "process",
      "require",
      "setTimeout",
      "fetch",
      "Buffer",
      "SharedArrayBuffer",
      "Atomics",
      "FinalizationRegistry",
      "WebAssembly",
      "module"
    ]) {
      assert.equal(evaluate(`return typeof ${name}`), "undefined", name)
    }
  })
})

describe("tools and search", () => {
  it("are bindings that cannot be changed, only shadowed", () => {
    answers(
      `return [typeof tools, typeof tools.any.thing, typeof search, attempt(() => { tools = 1 }), attempt(() => { search = 1 }), attempt(() => { search.x = 1 }), attempt(() => { tools.x = 1 }),
         search.name, Object.keys(search), search == "x", tools == null, (() => { const search = () => "mine"; return search() })()]`,
      `["object" "function" "function" TypeError TypeError TypeError TypeError undefined [] false false "mine"]`
    )
    assert.match(
      String(evaluate("try { return search + 1 } catch (e) { return e.message }")),
      /search is a function, not data/
    )
  })
})
