import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { evaluate, slicesOf } from "./evaluate.ts"
import { answers, sameAsHost } from "./host-comparison.ts"

/** An iterator that notes what is asked of it. */
const NOTED = `
  const seen = []
  const noted = (...values) => ({ __proto__: Iterator.prototype, next() { seen.push("next"); return values.length ? { value: values.shift(), done: false } : { value: undefined, done: true } },
    return(v) { seen.push("return"); return {} } })
`

describe("iterator helpers", () => {
  it("map, filter, take, drop and flatMap are lazy, and close what they leave", () => {
    answers(
      `${NOTED}
       const lazy = noted(1, 2, 3, 4).map((x, i) => x * 10 + i).filter((x) => x !== 21).drop(1).take(1)
       return [seen.length, lazy.next(), lazy.next(), lazy.next(), seen]`,
      `[0 {value: 32, done: false} {value: undefined, done: true} {value: undefined, done: true} ["next" "next" "next" "return"]]`
    )
    answers(
      "return [[1, 2].values().flatMap((x) => [x, x]).toArray(), attempt(() => [1].values().flatMap(() => 'text').next())]",
      "[[1 1 2 2] TypeError]"
    )
  })

  it("reduce, toArray, forEach, some, every, find and includes consume", () => {
    answers(
      `${NOTED}
       const found = noted(1, 2, 3).find((x) => x === 2)
       return [found, seen.slice(), noted(1, 2).reduce((a, b) => a + b), noted(5).reduce((a, b) => a + b, "x"), noted(1, 2).toArray(), noted(1).some((x) => x > 1),
         noted(1).every((x) => x > 0), noted().forEach(() => {}), noted(1, NaN).includes(NaN), noted(1, 2).includes(1, 1), attempt(() => noted().reduce((a) => a))]`,
      `[2 ["next" "next" "return"] 3 "x5" [1 2] false true undefined true false TypeError]`
    )
  })

  it("chunks, windows and join", () => {
    answers(
      `const v = () => [1, 2, 3, 4, 5].values()
       return [v().chunks(2).toArray(), v().windows(3).toArray(), v().windows(9).toArray(), v().windows(9, "allow-partial").toArray(), v().join("-"), [null, 1].values().join(),
         attempt(() => v().chunks(0)), attempt(() => v().chunks("2")), attempt(() => v().windows(1, "other"))]`,
      `[[[1 2] [3 4] [5]] [[1 2 3] [2 3 4] [3 4 5]] [] [[1 2 3 4 5]] "1-2-3-4-5" ",1" RangeError TypeError TypeError]`
    )
  })

  it("close the receiver when an argument is wrong or a callback throws", () => {
    answers(
      `${NOTED}
       const outcomes = [attempt(() => noted(1).map()), attempt(() => noted(1).take(NaN)), attempt(() => noted(1).drop(-1)), attempt(() => noted(1).map(() => { throw new EvalError("x") }).next())]
       return [outcomes, seen]`,
      `[[TypeError RangeError RangeError EvalError] ["return" "return" "return" "next" "return"]]`
    )
  })

  it("refuse to be entered twice, and end when they throw", () => {
    answers(
      `let helper; const once = { __proto__: Iterator.prototype, next() { return { value: attempt(() => helper.next()), done: false } } }
       helper = once.map((x) => x)
       const failing = [1, 2].values().map(() => { throw new URIError("x") })
       return [helper.next().value, attempt(() => failing.next()), failing.next(), failing.return()]`,
      `[TypeError URIError {value: undefined, done: true} {value: undefined, done: true}]`
    )
  })
})

describe("Iterator", () => {
  it("is abstract, extensible, and wraps what is not its own", () => {
    answers(
      `class Mine extends Iterator { next() { return { value: 1, done: false } } }
       const wrapped = Iterator.from({ next: () => ({ value: 7, done: false }) })
       return [attempt(() => Iterator()), attempt(() => new Iterator()), new Mine().take(2).toArray(), wrapped.next(), wrapped instanceof Iterator, wrapped.return(),
         Iterator.from("añ").toArray(), Iterator.from([1]).next().value, attempt(() => Iterator.from(5)), Iterator.prototype.constructor === Iterator, Iterator.prototype[Symbol.toStringTag]]`,
      `[TypeError TypeError [1 1] {value: 7, done: false} true {value: undefined, done: true} ["a" "ñ"] 1 TypeError true "Iterator"]`
    )
  })

  it("concat, zip and zipKeyed", () => {
    answers(
      `return [Iterator.concat([1], new Set([2]), "".split("")).toArray(), Iterator.zip([[1, 2, 3], "ab".split("")]).toArray(),
         Iterator.zip([[1, 2], [3]], { mode: "longest", padding: ["p", "q"] }).toArray(), attempt(() => Iterator.zip([[1], []], { mode: "strict" }).toArray()),
         Iterator.zipKeyed({ a: [1, 2], b: [3, 4] }).toArray(), attempt(() => Iterator.concat(1)), attempt(() => Iterator.zip([[1]], { mode: "odd" }))]`,
      `[[1 2] [[1 "a"] [2 "b"]] [[1 3] [2 "q"]] TypeError [{a: 1, b: 3} {a: 2, b: 4}] TypeError TypeError]`
    )
  })

  it("zip of very many is done in slices", () => {
    const make =
      "const lists = Array.from({ length: 20_000 }, (_, i) => [i]); const keyed = Object.fromEntries(lists.entries());"
    for (const call of [
      "Iterator.zip(lists).next()",
      "Iterator.zip(lists, { mode: 'longest', padding: lists }).toArray()",
      "Iterator.zip(lists, { mode: 'strict' }).toArray()",
      "Iterator.zipKeyed(keyed).next()"
    ]) {
      assert.isAbove(slicesOf(`${make} ${call}`), slicesOf(make) + 5, call)
    }
  })

  it("zip closes the others in reverse order", () => {
    answers(
      `const seen = []; const source = (name, n) => ({ [Symbol.iterator]() { return this }, next: () => ({ done: n-- <= 0, value: name }), return() { seen.push(name); return {} } })
       const all = Iterator.zip([source("a", 9), source("b", 1), source("c", 9)])
       return [all.next(), all.next(), seen]`,
      `[{value: ["a" "b" "c"], done: false} {value: undefined, done: true} ["c" "a"]]`
    )
  })

  it("disposes by return", () => {
    answers(`${NOTED} { using it = noted(1) } return seen`, `["return"]`)
  })
})

it("generators' methods agree with the host", () => {
  sameAsHost(`
    const log = []
    function* g(x) { try { const y = yield x; log.push(y); yield y * 2 } finally { log.push("finally"); yield "cleanup" } }
    const a = g(1), b = g(2), c = g(3), of = Object.getPrototypeOf
    return [a.next("ignored"), a.next(5), a.return("r"), a.next(), a.next(), b.throw === a.throw, attempt(() => b.throw(new RangeError("x"))), b.next(), c.next(), c.return(9), log,
      Object.prototype.toString.call(a), a[Symbol.iterator]() === a, of(of(of(a))) === of(of([].values())), attempt(() => of(of(a)).next.call({}))]`)
})

describe("async iterators", () => {
  it("generators queue requests and answer in order", () => {
    answers(
      `const log = []
       async function* g() { try { const x = yield 1; log.push(x); yield Promise.resolve(2) } finally { log.push("end") } }
       const a = g(), all = await Promise.all([a.next(), a.next("x"), a.return("r"), a.next()])
       const wrong = await Object.getPrototypeOf(g.prototype).next.call({}).catch((e) => e)
       return [all, log, wrong, a[Symbol.asyncIterator]() === a]`,
      `[[{value: 1, done: false} {value: 2, done: false} {value: "r", done: true} {value: undefined, done: true}] ["x" "end"] TypeError true]`
    )
  })

  it("helpers await, and close their source", () => {
    answers(
      `const log = []
       async function* g() { try { yield 1; yield 2; yield 3; yield 4 } finally { log.push("closed") } }
       const doubled = await g().map(async (x) => x * 2).filter((x) => x > 2).take(2).toArray()
       const early = g().map((x) => x); const first = await early.next(); const ended = await early.return(); const unused = await g().take(1).return()
       return [doubled, first, ended, unused, await g().reduce((a, b) => a + b), await g().find(async (x) => x === 3), await g().some((x) => x > 9), await g().every((x) => x < 9),
         await g().drop(3).toArray(), await g().flatMap((x) => [x, x]).take(3).toArray(), await g().map(() => { throw new RangeError("m") }).next().catch((e) => e), log.length]`,
      `[[4 6] {value: 1, done: false} {value: undefined, done: true} {value: undefined, done: true} 10 3 false true [4] [1 1 2] RangeError 9]`
    )
  })

  it("AsyncIterator.from takes sync and async sources", () => {
    answers(
      `return [await AsyncIterator.from([Promise.resolve(1), 2]).toArray(), await AsyncIterator.from({ next: async () => ({ done: true }) }).toArray(), attempt(() => new AsyncIterator()), attempt(() => AsyncIterator.from(1))]`,
      "[[1 2] [] TypeError TypeError]"
    )
  })

  it("sync iterators under for await close when a value rejects", () => {
    answers(
      `const log = []; const source = { [Symbol.iterator]: () => ({ next: () => ({ value: Promise.reject("r"), done: false }), return() { log.push("closed"); return {} } }) }
       try { for await (const x of source) log.push(x) } catch (e) { log.push(e) }
       return log`,
      `["closed" "r"]`
    )
  })
})

it("endless native iterators can be stopped", () => {
  const endless = "Iterator.from({ next: Reflect.get.bind(null, { x: { done: false, value: 1 } }, 'x') })"
  for (const call of ["toArray()", "find((x) => false)", "drop(1e9).next()", "forEach(Boolean)"]) {
    assert.equal(runEngine(`return ${endless}.${call}`, { maxSlices: 20 }).value, "too many slices", call)
  }
})

it("many values go through helpers in slices", () => {
  const source =
    "return Array.from({ length: 20000 }, (_, i) => i).values().map((x) => x + 1).filter((x) => x % 2).take(1e5).toArray().length"
  assert.equal(evaluate(source.replace("20000", "200")), 100)
  assert.isAbove(slicesOf(source), 10)
})
