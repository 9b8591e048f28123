import { describe, expect, it } from "vitest"
import fc from "fast-check"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf, valueOf } from "./evaluate.ts"
import { sameAsHost } from "./host-comparison.ts"

describe("JSON", () => {
  it("reads and writes what the host reads and writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom("", "  ", "\t"), (value, gap) => {
        const text = JSON.stringify(value, null, gap)
        const program = `return JSON.stringify(JSON.parse(${JSON.stringify(text)}), null, ${JSON.stringify(gap)})`
        expect(runEngine(program).value).toBe(JSON.stringify(JSON.parse(text), null, gap))
      }),
      { numRuns: 300, seed: 1 }
    )
  })

  it("agrees with the host on which texts are JSON", () => {
    const base = [
      '{"a":1,"b":[true,null,"x\\n"]}',
      '[{"id":1,"n":"a"},{"id":2,"n":"b"}]',
      '"\\u0041"',
      "  12  ",
      "[[],{}]"
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...base),
        fc.nat(40),
        fc.constantFrom(...'"\\{}[],:0-.e \na\u0001t/'),
        fc.boolean(),
        (text, at, c, insert) => {
          const broken = text.slice(0, at) + (insert ? c : "") + text.slice(insert ? at : at + 1)
          const read = (): string => {
            try {
              return JSON.stringify(JSON.parse(broken))
            } catch {
              return "SyntaxError"
            }
          }
          const program = `try { return JSON.stringify(JSON.parse(${JSON.stringify(broken)})) } catch (e) { return e.name }`
          expect(runEngine(program).value).toBe(read())
        }
      ),
      { numRuns: 500, seed: 2 }
    )
  })

  it("follows the specification on what is not plain data", () => {
    sameAsHost(`
      class Point { constructor(x) { this.x = x } toJSON(key) { return key + this.x } }
      const odd = {
        un: undefined, fn() {}, sym: Symbol("s"), nan: NaN, inf: -Infinity, neg: -0, date: new Date(0),
        map: new Map([[1, 2]]), set: new Set([1]), re: /x/, err: new Error("boom"), num: new Number(3), str: new String("s"),
        bool: new Boolean(false), arr: [undefined, () => 1, Symbol("t")], p: new Point(1), get g() { return 7 }, 2: "b", 1: "a", [Symbol("k")]: 1
      }
      Object.defineProperty(odd, "hidden", { value: 1, enumerable: false })
      return [
        JSON.stringify(odd), JSON.stringify(odd, null, 2), JSON.stringify(odd, ["p", "x", "num", 1]), JSON.stringify(undefined),
        JSON.stringify(Symbol("x")), JSON.stringify(() => 1), JSON.stringify(Object.create({ inherited: 1 })),
        JSON.stringify({ a: [1, { b: 2 }] }, function (key, value) { return typeof value === "number" ? value + this.length : value }),
        JSON.stringify({ a: 1 }, null, 20), JSON.stringify([], null, 2), JSON.stringify({}, null, 2), JSON.stringify("\\ud800"),
        attempt(() => JSON.stringify(1n)), attempt(() => { const o = {}; o.o = o; return JSON.stringify(o) })
      ]
    `)
  })

  it("a toJSON that appears on a prototype is seen", () => {
    sameAsHost(`
      const data = [{ a: 1 }, [2]], before = JSON.stringify(data)
      Object.prototype.toJSON = function () { return "object" }
      const with_ = JSON.stringify(data)
      delete Object.prototype.toJSON
      Array.prototype.toJSON = function () { return this.length }
      const array = JSON.stringify({ x: [1, 2] })
      delete Array.prototype.toJSON
      return [before, with_, array, JSON.stringify(data)]
    `)
  })

  it("revivers see keys in order, the holder, and the source text of primitives", () => {
    sameAsHost(`
      const seen = []
      const value = JSON.parse('{"a":[1,{"b":2}],"2":3,"1":4}', function (key, v) { seen.push(key); return key === "b" ? undefined : typeof v === "number" ? v * 10 : v })
      return [value, seen]
    `)
    expect(
      evaluate(
        `return JSON.parse('{"n":1.0,"big":12345678901234567890,"s":"x","o":{"t":true}}', (key, value, { source }) => source ?? value)`
      )
    ).toEqual({ n: "1.0", big: "12345678901234567890", s: '"x"', o: { t: "true" } })
    expect(
      evaluate(
        `return JSON.parse("[1,2]", function (key, value, { source }) { if (key === "0") this[1] = 3; return source ?? value })`
      )
    ).toEqual(["1", 3])
  })

  it("raw JSON is written as it stands", () => {
    expect(valueOf(`JSON.stringify({ big: JSON.rawJSON("12345678901234567890") })`)).toBe(
      '{"big":12345678901234567890}'
    )
    expect(
      valueOf(`[JSON.isRawJSON(JSON.rawJSON("1")), JSON.isRawJSON({}), Object.isFrozen(JSON.rawJSON("1"))]`)
    ).toEqual([true, false, true])
    expect(valueOf(`JSON.rawJSON("{}")`)).toMatch(/SyntaxError/)
  })

  it("own keys named __proto__ and toString are data", () => {
    sameAsHost(`
      const o = JSON.parse('{"__proto__":{"x":1},"toString":2,"constructor":3}')
      return [Object.keys(o), Object.getPrototypeOf(o) === Object.prototype, JSON.stringify(o), o.x]
    `)
  })

  it("nesting costs no host stack", () => {
    expect(evaluate(`const t = "[".repeat(9000) + "]".repeat(9000); return JSON.stringify(JSON.parse(t)) === t`)).toBe(
      true
    )
    expect(
      evaluate(
        `let o = {}; const top = o; for (let i = 0; i < 9000; i++) o = o.next = {}; return JSON.stringify(top).length`
      )
    ).toBe(81_002)
    expect(
      evaluate(
        `let o = {}; const top = o; for (let i = 0; i < 5000; i++) o = o.next = {}; o.next = top; try { JSON.stringify(top) } catch (e) { return e.name }`
      )
    ).toBe("TypeError")
  })

  it("long work is done in slices", () => {
    const many = `JSON.stringify(Array.from({ length: 3000 }, (_, id) => ({ id, name: "n" + id })))`
    expect(slicesOf(`const t = ${many}; return JSON.parse(t).length`)).toBeGreaterThan(5)
    expect(
      runEngine(`const t = JSON.stringify("a\\n".repeat(1e5)); return JSON.parse(t) === "a\\n".repeat(1e5)`).value
    ).toBe(true)
  })
})

describe("what is wrong with a text", () => {
  it.each([
    ["", "the text ends at column 1 of the JSON text. The text is empty"],
    ["undefined", "The value is undefined"],
    ["[object Object]", "The argument is an object already"],
    ["<html>", "This looks like HTML"],
    ["{'a':1}", "JSON strings stand in double quotes"],
    ["{a:1}", 'Property names stand in double quotes: "a".'],
    ["[1,]", "Remove the comma before it."],
    ['{"a":NaN}', "JSON has no NaN: use null."],
    ['{"a":1}\n{"b":2}', "split the text into lines"],
    ['{\n  "a": 1,\n  "b": x\n}', 'found "x\\n}" at line 3, column 8 of the JSON text.'],
    ['"a\nb"', 'as escapes, for example "\\n"'],
    ["[1, 2", 'expected "," or "]" after an element but the text ends'],
    ["True", "write true, false and null"]
  ])("%j", (text, part) => {
    const { value } = runEngine(`return JSON.parse(${JSON.stringify(text)})`)
    expect(value).toContain("SyntaxError: JSON.parse: expected")
    expect(value).toContain(part)
  })
})

describe("what has no JSON form", () => {
  it.each([
    [`JSON.stringify({ items: [1, { owner: Promise.resolve() }] })`, "at items[1].owner is an un-awaited Promise"],
    [`JSON.stringify(Promise.resolve())`, "Write `await`"],
    [`JSON.stringify({ t: tools.a.b })`, "tools.a.b is a tool reference"],
    [`JSON.stringify({ x: [1n] })`, "(at x[0]). Convert it first: String(value)"],
    [
      `(() => { const a = { b: { c: 1 } }; a.b.me = a; return JSON.stringify(a) })()`,
      "the value at b.me contains itself"
    ]
  ])("%s", (expression, part) => {
    expect(valueOf(expression)).toContain(part)
  })
})
