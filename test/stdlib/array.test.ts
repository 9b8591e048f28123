import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

const METHODS: readonly string[] = [
  "a.at(-1)",
  "a.at(1.9)",
  "a.at(99)",
  "a.concat([7], 8, [[9]], [, 1])",
  "a.copyWithin(0, 2)",
  "a.copyWithin(1, 0, 3)",
  "a.copyWithin(-2, -3, -1)",
  "[...a.entries()]",
  "a.every((x) => x < 9)",
  "a.fill(0, 1, -1)",
  "a.filter((x, i) => x > 1 || i === 0)",
  "a.find((x) => x > 1)",
  "a.findIndex((x) => x > 1)",
  "a.findLast((x) => x > 1)",
  "a.findLastIndex((x) => x > 100)",
  "a.flat(Infinity)",
  "a.flatMap((x) => [x, [x], , x])",
  "(() => { const seen = []; a.forEach((x, i, all) => seen.push(x, i, all === a)); return seen })()",
  "a.includes(undefined)",
  "a.includes(NaN)",
  "a.includes(2, -3)",
  "a.indexOf(2)",
  "a.indexOf(undefined)",
  "a.join()",
  "a.join('--')",
  "[...a.keys()]",
  "a.lastIndexOf(2)",
  "a.lastIndexOf(2, -2)",
  "a.map((x, i) => [x, i])",
  "a.map(String)",
  "a.pop()",
  "a.push(5, 6)",
  "attempt(() => a.reduce((sum, x) => sum + x))",
  "a.reduce((sum, x, i, all) => sum + x + i + all.length, 'from')",
  "attempt(() => a.reduceRight((sum, x) => sum + '|' + x))",
  "a.reduceRight((...args) => args.length, 0)",
  "a.reverse()",
  "a.shift()",
  "a.slice(1, -1)",
  "a.slice(-2)",
  "a.some((x) => x === undefined)",
  "a.sort()",
  "a.sort((x, y) => y - x)",
  "a.splice(1, 2, 'x', 'y', 'z')",
  "a.splice(-1)",
  "a.splice(0, 0)",
  "a.toReversed()",
  "a.toSorted((x, y) => (x > y) - (x < y))",
  "a.toSpliced(1, 1, 'x', 'y')",
  "a.toString()",
  "a.unshift(1, 2)",
  "[...a.values()]",
  "a.with(0, 'new')",
  "attempt(() => a.with(99, 1))",
  "a.length = 2",
  "delete a[0]",
  "Object.keys(a)"
]

const RECEIVERS: Readonly<Record<string, string>> = {
  numbers: "[3, 1, 2, 5, 2]",
  nothing: "[]",
  holes: "[1, , 3, , 2]",
  "mixed values": "[null, undefined, 10, 9, true, -0]",
  "nested arrays": "[[1, [2, [3]]], [], [[[4]]]]",
  "a sparse array": "(() => { const s = [1]; s[1200] = 2; s[5] = 3; s.length = 1203; return s })()",
  "elements with attributes": "Object.defineProperty([1, 2, 3], 1, { get: () => 7, configurable: true })",
  "a subclass": "new (class Mine extends Array {})(1, 2, 3)",
  "an array-like": "Object.setPrototypeOf({ length: 3, 0: 1, 2: 2 }, Array.prototype)"
}

describe("the methods of arrays agree with the host", () => {
  for (const [name, receiver] of Object.entries(RECEIVERS)) {
    it(`on ${name}`, () => {
      const calls = METHODS.map((call) => `attempt(() => { const a = ${receiver}; return [${call}, a, a.length] })`)
      sameAsHost(`return [${calls.join(",\n")}]`)
    })
  }

  it("when a prototype has elements", () => {
    const calls = METHODS.map((call) => `attempt(() => { const a = [1, , 3]; return [${call}, a] })`)
    sameAsHost(`
      Array.prototype[1] = "inherited"
      try { return [${calls.join(",\n")}].map(text) } finally { delete Array.prototype[1] }`)
  })

  it("when callbacks change the array", () => {
    for (const method of [
      "map",
      "filter",
      "forEach",
      "some",
      "every",
      "find",
      "findLast",
      "flatMap",
      "reduce",
      "reduceRight"
    ]) {
      for (const change of [
        "a.pop()",
        "a.shift()",
        "a.push(9)",
        "a.length = 1",
        "delete a[2]",
        "a[1] = 'set'",
        "a.splice(0, 2)"
      ]) {
        sameAsHost(`
          const a = [1, 2, 3, 4]
          const seen = []
          const result = a.${method}((...args) => { seen.push(args[0], args[1]); if (seen.length < 5) ${change}; return false })
          return [result, seen, a]`)
      }
    }
  })

  it("when comparators change, throw or are inconsistent", () => {
    sameAsHost("const a = [3, 1, 2]; return [attempt(() => a.sort(() => { throw new RangeError('no') })), a]")
    sameAsHost("const a = [3, 1, 2, 5]; a.sort((x, y) => { a.length = 2; return x - y }); return a")
    sameAsHost("const a = [3, , 1, undefined, 2]; a.sort((x, y) => ({ valueOf: () => y - x })); return a")
    sameAsHost("return attempt(() => [1, 2].sort('name'))")
    sameAsHost(
      "return Array.from({ length: 500 }, (_, i) => ({ k: (i * 7) % 13, i })).sort((a, b) => a.k - b.k).map((x) => x.i)"
    )
    sameAsHost("return Array.from({ length: 2000 }, (_, i) => (i * 7919) % 2003).sort()")
  })

  it("on strange lengths and receivers", () => {
    sameAsHost("return attempt(() => new Array(-1))")
    sameAsHost("return attempt(() => { const a = []; a.length = 2 ** 32 })")
    sameAsHost("const o = { length: 2 ** 53 - 1 }; return attempt(() => Array.prototype.push.call(o, 1))")
    sameAsHost("const o = { length: 2 ** 53 - 1, [2 ** 53 - 2]: 'x' }; return [Array.prototype.pop.call(o), o]")
    sameAsHost("return attempt(() => Array.prototype.map.call(null, String))")
    sameAsHost("return Array.prototype.map.call('abc', (x) => x + x)")
    sameAsHost("return attempt(() => Object.freeze([1]).push(2))")
    sameAsHost("return attempt(() => { const a = Object.freeze([2, 1]); a.sort() })")
  })

  it("with species", () => {
    sameAsHost(`
      class Mine extends Array { static get [Symbol.species]() { return Array } }
      const a = new Mine(1, 2, 3)
      return [a.map((x) => x).constructor.name, a.filter(Boolean).constructor.name, a.constructor.name]`)
    sameAsHost(`
      const a = [1, 2, 3]
      a.constructor = { [Symbol.species]: function (n) { return { length: 5, n } } }
      return [a.slice(1), a.splice(0, 1), a.concat([4])]`)
  })
})

describe("Array's static methods agree with the host", () => {
  it("from and of", () => {
    sameAsHost("return Array.from({ length: 3, 1: 'x' }, function (x, i) { return [x, i, this.k] }, { k: 1 })")
    sameAsHost("return Array.from(new Map([[1, 2]]))")
    sameAsHost("return Array.from('a😀b')")
    sameAsHost("return Array.from([1, , 3])")
    sameAsHost("return attempt(() => Array.from(null))")
    sameAsHost(
      "const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { closed = true; return {} } }) }; let closed = false; return [attempt(() => Array.from(it, () => { throw new TypeError })), closed]"
    )
    sameAsHost("return [Array.of(7), Array.of.call(function (n) { this.n = n }, 1, 2)]")
  })

  it("fromAsync", () => {
    answers("return Array.fromAsync([1, Promise.resolve(2)], async (x) => x * 2)", "[2 4]")
    answers("return Array.fromAsync((async function* () { yield 1; yield 2 })())", "[1 2]")
    answers("return Array.fromAsync({ length: 2, 0: Promise.resolve('a') })", '["a" undefined]')
    answers("return Array.fromAsync(null).catch((e) => e)", "TypeError")
  })
})

describe("arrays inside themselves", () => {
  it("join as the empty text", () => sameAsHost("const a = [1]; a.push(a, [a]); return [a.join('-'), String(a)]"))

  it("nest deeply without harm", () => {
    answers(
      "let a = []; for (let i = 0; i < 2000; i++) a = [a]; return [a.flat(Infinity).length, a.join().length]",
      "[0 0]"
    )
    answers("const a = []; a.push(a); return attempt(() => a.flat(Infinity))", "RangeError")
  })
})

describe("a comparator", () => {
  it("is asked about no pair twice", () => {
    const program = `
      let x = 1
      const random = () => (x = (x * 48271) % 2147483647) / 2147483647
      const twice = []
      for (const method of ["sort", "toSorted"]) {
        for (let n = 2; n <= 40; n++) {
          for (let round = 0; round < 5; round++) {
            const list = Array.from({ length: n }, (_, id) => ({ id, key: Math.floor(random() * (round + 1) * 10) }))
            const asked = new Set()
            list[method]((a, b) => {
              const pair = [a.id, b.id].sort((p, q) => p - q).join()
              if (asked.has(pair)) twice.push([method, n, pair])
              asked.add(pair)
              return a.key - b.key
            })
          }
        }
      }
      return twice.join()`
    assert.strictEqual(runEngine(program).value, "")
    const { value } = runEngine(
      "let n = 0; const a = [3, 1].sort((x, y) => { n++; return x - y }); return [n, a].join()"
    )
    assert.strictEqual(value, "1,1,3")
  })
})

describe("long arrays", () => {
  const slicesOf = (program: string): number => {
    const { ok, value, slices } = runEngine(program)
    assert.isTrue(ok, String(value))
    return slices
  }

  it("give the host a turn inside every method", () => {
    for (const call of [
      "a.sort((x, y) => x - y)",
      "a.map((x) => x)",
      "a.map(Boolean)",
      "a.toSorted()",
      "a.join('-')",
      "a.includes(-1, 0)",
      "a.indexOf('x', 0)",
      "Array.from(a)",
      "[...a, ...a]",
      "a.reverse() && a.concat(a, a, a, a)",
      "a.flat()",
      "[].concat(...a)",
      "[].concat(...new Array(200).fill(a.slice(0, 4000)))",
      "Array.prototype.unshift.apply({ length: 0 }, a)",
      "Array.prototype.splice.apply({ length: 0 }, a)"
    ]) {
      assert.isAbove(slicesOf(`const a = new Array(100_000).fill(1); ${call}; return 1`), 0, call)
    }
  })

  it("end at ten million elements with a RangeError", () => {
    for (const program of ["const a = new Array(6e6).fill(0); a.concat(a)", "Array.from({ length: 2e7 })"]) {
      const { ok, value } = runEngine(`try { ${program} } catch (e) { return e.name + " " + e.message }`)
      assert.isTrue(ok)
      assert.match(String(value), /^RangeError .*10,000,000/)
    }
  })

  it("join no further than one string goes", () => {
    const { value } = runEngine("try { Array(3e6).join('abcdefgh') } catch (e) { return e.name }")
    assert.strictEqual(value, "RangeError")
  })
})
