import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

describe("Map", () => {
  it("keeps order, compares by SameValueZero and forgets the sign of zero", () => {
    sameAsHost("return new Map([[-0, 'a'], [NaN, 1], [NaN, 2], ['0', 3], [0, 'b'], [0n, 4], [undefined, 5]])")
    sameAsHost(
      "const m = new Map([[1, 'a'], [2, 'b']]); m.delete(1); m.set(1, 'c'); return [m, m.size, m.has(1), m.get(3)]"
    )
    sameAsHost("return [...new Map([[-0, 1]]).keys()]")
  })

  it("lets entries come and go while it is walked", () => {
    sameAsHost(`
      const m = new Map([[1, 1], [2, 2], [3, 3]])
      const seen = []
      for (const [k] of m) { seen.push(k); if (k < 10) m.set(k + 10, 0); m.delete(k); if (k === 2) m.delete(3) }
      return [seen, m]`)
    sameAsHost(`
      const m = new Map([[1, 1], [2, 2]])
      const seen = []
      m.forEach((v, k, all) => { seen.push(k, all === m); if (k === 1 && v === 1) { m.clear(); m.set(5, 5).set(1, 9) } })
      return [seen, m]`)
    sameAsHost(`
      const m = new Map([[1, 1], [2, 2], [3, 3]])
      const it = m.keys()
      const first = it.next().value
      m.delete(1); m.delete(2); m.set(2, 0)
      const rest = [...it]
      m.set(4, 4)
      return [first, rest, it.next()]`)
    sameAsHost(`
      const m = new Map([[1, 1], [2, 2], [3, 3], [4, 4]])
      const it = m.entries()
      it.next(); it.next(); it.next()
      m.delete(3); m.delete(2); m.delete(1); m.set(0, 0)
      return [...it]`)
  })

  it("takes entries from any iterable, and closes it on a fault", () => {
    sameAsHost("return new Map(new Map([['a', 1]]))")
    sameAsHost("return [attempt(() => new Map([1])), attempt(() => new Map(5)), attempt(() => Map())]")
    sameAsHost(
      "let closed = 0; const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { closed++; return {} } }) }; return [attempt(() => new Map(it)), closed]"
    )
    sameAsHost("class M extends Map { set(k, v) { return super.set(k, v * 2) } } return new M([[1, 1], [2, 2]])")
    sameAsHost(
      "const own = Map.prototype.set; const seen = []; Map.prototype.set = function (k, v) { seen.push(k); return own.call(this, k, v) }; try { return [new Map([[1, 2]]), seen] } finally { Map.prototype.set = own }"
    )
  })

  it("refuses other receivers by name", () => {
    const { value } = runEngine("try { Map.prototype.get.call(new Set(), 1) } catch (e) { return e.message }")
    assert.strictEqual(value, "Map.prototype.get was called on an object (Set), which is not a Map.")
  })

  it("groups and inserts what is missing", () => {
    answers("return Map.groupBy([1, 2, 3, -0], (x) => x % 2)", "Map([1 [1 3]] [0 [2 -0]])")
    answers(
      "const m = new Map([[1, 'a']]); return [m.getOrInsert(1, 'x'), m.getOrInsert(2, 'b'), m]",
      '["a" "b" Map([1 "a"] [2 "b"])]'
    )
    answers(
      "const m = new Map(); return [m.getOrInsertComputed(-0, (k) => { m.set(0, 'own'); return text(k) }), m, attempt(() => m.getOrInsertComputed(1))]",
      '["0" Map([0 "0"]) TypeError]'
    )
  })

  it("stays right beyond the size at which keys are spread over many tables", () => {
    sameAsHost(`
      const m = new Map()
      const objects = []
      for (let i = 0; i < 20000; i++) { m.set(i * 1.5, i); m.set("key " + i, i); if (i % 10 === 0) { const o = { i }; objects.push(o); m.set(o, i) } }
      for (let i = 0; i < 20000; i += 3) { m.delete(i * 1.5); m.delete("key " + i) }
      for (let i = 0; i < objects.length; i += 2) m.delete(objects[i])
      m.set("key 3", "again")
      let sum = 0
      for (const [k, v] of m) if (typeof v === "number") sum += v
      return [m.size, sum, m.get("key 3"), m.get("key 4"), m.get(1.5), m.get(objects[1]), m.has(objects[0]), [...m.keys()].at(-1)]`)
  })

  it("is walked right across that size", () => {
    sameAsHost(`
      const m = new Map(Array.from({ length: 32800 }, (_, i) => [i, i]))
      const seen = []
      let steps = 0
      for (const [k] of m) {
        steps++
        if (k > 32760 && k < 32775) { seen.push(k); m.delete(k); m.delete(k + 1); if (k % 2) m.set(k + 100000, 1) }
        if (k === 100000 + 32765) { seen.push("clear"); m.clear(); m.set("a", 1).set(-0, 2) }
        if (typeof k === "string" || k === 0) seen.push(text(k))
      }
      return [seen, steps, m, m.size]`)
    sameAsHost(`
      const m = new Map(Array.from({ length: 32770 }, (_, i) => ["k" + i, i]))
      const it = m.keys()
      for (let i = 0; i < 32769; i++) it.next()
      m.delete("k32768"); m.delete("k32769"); m.set("new", 1)
      const rest = [...it]
      m.set("later", 1)
      return [rest, [...it], m.size, m.get("k5"), m.get("new")]`)
  })
})

describe("Set", () => {
  it("agrees with the host", () => {
    sameAsHost(
      "const s = new Set([3, 1, 3, NaN, NaN, -0]); s.add(2).delete(1); return [s, s.size, [...s.entries()], s.keys === s.values]"
    )
    sameAsHost(
      "const s = new Set([1, 2, 3]); const seen = []; for (const x of s) { seen.push(x); s.delete(x); if (seen.length < 9) s.add(x + 1) } return seen"
    )
    sameAsHost(
      "const s = new Set([1, 2]); const seen = []; s.forEach(function (a, b, c) { seen.push(a, b, c === s, this.t); if (a === 1) s.add(7) }, { t: 1 }); return seen"
    )
    sameAsHost("return [attempt(() => Set()), attempt(() => new Set(1)), attempt(() => Set.prototype.add.call([], 1))]")
  })

  it("has the algebra of sets", () => {
    answers(
      `const a = new Set([1, 2, 3, 4]), b = new Set([3, 4, 5])
       return [a.union(b), a.intersection(b), a.difference(b), b.difference(a), a.symmetricDifference(b)]`,
      "[Set(1 2 3 4 5) Set(3 4) Set(1 2) Set(5) Set(1 2 5)]"
    )
    answers(
      `const a = new Set([1, 2]), b = new Set([1, 2, 3])
       return [a.isSubsetOf(b), b.isSubsetOf(a), b.isSupersetOf(a), a.isDisjointFrom(new Set([9])), a.isDisjointFrom(b)]`,
      "[true false true true false]"
    )
    answers("return new Set([1, 2]).union(new Map([[7, 'x']]))", "Set(1 2 7)")
    answers(
      "return [attempt(() => new Set().union([1])), attempt(() => new Set().union({ size: -1, has() {}, keys() {} }))]",
      "[TypeError RangeError]"
    )
    answers(
      `const a = new Set([1, 2, 3])
       return a.intersection({ size: 9, n: 0, has(x) { if (this.n++ < 4) { a.delete(x); a.add(x) } return x !== 2 }, keys() {} })`,
      "Set(1 3)"
    )
  })
})

describe("WeakMap and WeakSet", () => {
  it("hold objects and unregistered symbols", () => {
    answers(
      `const k = {}, s = Symbol("s"), m = new WeakMap([[k, 1], [s, 2], [Symbol.iterator, 3]])
       return [m.get(k), m.get(s), m.get(Symbol.iterator), m.has(1), m.delete(k), m.has(k), attempt(() => m.set(Symbol.for("x"), 1)), attempt(() => m.set(1, 1))]`,
      "[1 2 3 false true false TypeError TypeError]"
    )
    answers(
      "const k = {}, s = new WeakSet([k]); return [s.has(k), s.delete(k), s.has(k), attempt(() => s.add('x'))]",
      "[true true false TypeError]"
    )
    answers("const k = {}, m = new WeakMap(); return [m.getOrInsert(k, 1), m.getOrInsertComputed(k, () => 2)]", "[1 1]")
  })
})

describe("large collections", () => {
  it("of integers that the host tells apart slowly give it a turn", () => {
    const program = (by: string) => `
      const map = new Map()
      for (let i = 1n; i <= 3000n; i++) map.set(i * ${by}, i)
      let sum = 0n
      for (let i = 1n; i <= 3000n; i++) sum += map.get(i * ${by})
      map.delete(5n * ${by})
      return [sum, map.size, map.has(5n * ${by}), map.has(6n * ${by})]
    `
    const alike = runEngine(program("(1n << 64n)"))
    const others = runEngine(program("0x123456789abcdef0123456789abcdefn"))
    assert.deepEqual(alike.value, [4_501_500n, 2999, false, true])
    assert.deepEqual(others.value, alike.value)
    assert.isAbove(alike.slices, 3 * others.slices)
  })

  it("give the host a turn while they are filled, copied and walked", () => {
    for (const program of [
      "const s = new Set(Array(50_000).keys()); return s.union(new Set([-1])).size",
      "return [...new Map(Array.from(Array(50_000), (_, i) => [i, i]))].length",
      "let n = 0; new Set(Array(50_000).keys()).forEach(Boolean); return n"
    ]) {
      const { ok, slices } = runEngine(program)
      assert.isTrue(ok)
      assert.isAbove(slices, 2, program)
    }
  })
})
