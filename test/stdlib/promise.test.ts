import { assert, describe, it } from "vitest"
import { runEngine } from "../support/engine.ts"
import { hostIsV8 } from "../support/host.ts"
import { evaluate, slicesOf } from "./evaluate.ts"

const SLICES = [16_384, 1, 3]

/** Runs the body of an async function in the host and in the guest, and compares the log that it keeps in `seen`. */
async function sameOrderAsHost(body: string): Promise<void> {
  const program = `const seen = []; const log = (...xs) => { seen.push(xs.map(String).join(" ")) }
    ${body}
    for (let i = 0; i < 40; i++) await null
    return seen`
  const AsyncFunction = (async () => {}).constructor as new (code: string) => () => Promise<unknown>
  const expected = hostIsV8 ? await new AsyncFunction(`"use strict";${program}`)() : runEngine(program).value
  for (const sliceSteps of SLICES) {
    assert.deepEqual(runEngine(program, { sliceSteps }).value, expected, `${body}\nat slices of ${sliceSteps}`)
  }
}

describe("jobs come in the host's order", () => {
  it("through then, catch and finally", () =>
    sameOrderAsHost(`
      const p = Promise.resolve(1)
      p.then((v) => log("a", v)).then(() => log("b")); p.then((v) => log("c", v))
      Promise.reject(new TypeError("x")).catch((e) => log("caught", e)).finally((...args) => { log("finally", args.length); return "ignored" }).then((v) => log("after", v))
      Promise.resolve("kept").finally(() => Promise.resolve("slow")).then((v) => log(v))
      Promise.resolve(1).finally(() => { throw "thrown" }).catch((e) => log(e))
      new Promise((resolve) => { log("executor"); resolve(p); log("still") }).then((v) => log("adopted", v))
      log("sync")`))

  it("through async functions and thenables", () =>
    sameOrderAsHost(
      `
      const thenable = { then(resolve, reject) { log("then called"); resolve("t"); reject("no"); resolve("no") } }
      const f = async (x) => { log("f", x); const v = await thenable; log("f got", v); return v }
      f(1).then((v) => log("f done", v)); Promise.resolve(thenable).then((v) => log("resolved", v))
      Promise.resolve().then(() => thenable).then((v) => log("returned", v))
      const self = new Promise((r) => setSelf = r); var setSelf; setSelf(self); self.catch((e) => log(e.constructor.name))
      ;(async () => { try { await Promise.reject("r") } catch (e) { log("caught", e) } finally { log("finally") } })()`.replace(
        "const self = new Promise((r) => setSelf = r); var setSelf;",
        "let setSelf; const self = new Promise((r) => { setSelf = r });"
      )
    ))

  it("through all, allSettled, any and race", () =>
    sameOrderAsHost(`
      const late = (v, n) => { let p = Promise.resolve(); while (n--) p = p.then(() => {}); return p.then(() => v) }
      const bad = (e, n) => late(0, n).then(() => { throw e })
      Promise.all([1, late(2, 3), Promise.resolve(3), { then: (r) => r(4) }]).then((v) => log("all", v))
      Promise.all([]).then((v) => log("empty", v.length)); Promise.all([late(1, 5), bad("e", 2)]).catch((e) => log("all failed", e))
      Promise.allSettled([1, bad("x", 1), late("y", 2)]).then((v) => log(JSON.stringify(v)))
      Promise.any([bad(1, 1), late("any", 2)]).then((v) => log(v)); Promise.any([bad(1, 2), bad(2, 1)]).catch((e) => log(e.constructor.name, e.errors))
      Promise.any(new Set()).catch((e) => log(e.errors.length))
      Promise.race([late("slow", 4), late("fast", 1), bad("never seen", 3)]).then((v) => log(v))
      Promise.all(42).catch((e) => log(e.constructor.name)); Promise.all([Promise.reject(1), Promise.reject(2)]).catch((e) => log("first", e))`))

  it("when a program changes what promises are", () =>
    sameOrderAsHost(`
      class Mine extends Promise { static get [Symbol.species]() { log("species"); return Promise } }
      const m = Mine.resolve(1); log(m instanceof Mine, m.then() instanceof Mine, Mine.all([]) instanceof Mine)
      Mine.all([m, 2]).then((v) => log("mine", v))
      const own = Promise.resolve(5); own.then = function (...args) { log("own then"); return Promise.prototype.then.apply(this, args) }
      Promise.all([own]).then((v) => log("own", v)); Promise.race([own]).then((v) => log("raced", v))
      const before = Promise.resolve; let calls = 0
      Promise.resolve = function (v) { calls++; return before.call(this, v) }
      Promise.all([1, Promise.reject(2).catch(() => 3)]).then((v) => log("patched", v, calls)); Promise.resolve = before
      await null; log("awaited")`))
})

it("statics of every kind agree with the host", () =>
  sameOrderAsHost(`
    const attempt = (f) => { try { return f() } catch (e) { return e.constructor.name } }
    log(Promise.length, Promise.name, attempt(() => Promise()), attempt(() => new Promise()), attempt(() => Promise.prototype.then.call({})), attempt(() => Promise.resolve.call(1)))
    const { promise, resolve } = (() => { let resolve; return { promise: new Promise((r) => { resolve = r }), resolve } })()
    new Promise(() => { throw new RangeError("in executor") }).catch((e) => log(e.name))
    new Promise((r, j) => { j("first"); r("second"); throw 3 }).catch((e) => log(e))
    log(Object.prototype.toString.call(Promise.resolve()), Promise.resolve(promise) === promise, typeof Promise.resolve())`))

it("has withResolvers, try and the keyed combinators", () => {
  const program = `
    const { promise, resolve } = Promise.withResolvers(); resolve("w")
    const keyed = await Promise.allKeyed({ a: Promise.resolve(1), b: 2, [Symbol.iterator]: 3 })
    const settled = await Promise.allSettledKeyed({ ok: 1, no: Promise.reject("r") })
    return [await promise, await Promise.try((a, b) => a + b, 1, 2), await Promise.try(() => { throw "t" }).catch((e) => e),
      Object.keys(keyed), keyed.b, Object.getPrototypeOf(keyed), settled.ok.value, settled.no.reason]`
  assert.deepEqual(evaluate(program), ["w", 3, "t", ["a", "b"], 2, null, 1, "r"])
})

describe("what a model gets wrong", () => {
  const message = (body: string): string =>
    String(evaluate(`try { ${body} } catch (e) { return e.name + ": " + e.message }`))

  it("a promise used as its value says to await it", () => {
    for (const body of ["Promise.resolve({}).items", "Promise.resolve([]).length", "Promise.resolve([])[0]"]) {
      assert.match(message(body), /^TypeError: Cannot read '\w+' of an un-awaited Promise\. Write `\(await promise\)/)
    }
    assert.match(message("return Promise.resolve(1) + 1"), /un-awaited Promise/)
    assert.match(message("return `${Promise.resolve(1)}`"), /un-awaited Promise/)
    assert.match(message("for (const x of Promise.resolve([])) {}"), /await/)
  })

  it("what is somewhere on its chain is read as ever", () => {
    assert.deepEqual(
      evaluate(
        "const p = Promise.resolve(1); p.mine = undefined; return [p.mine, typeof p.then, typeof p.hasOwnProperty, p[Symbol.iterator], 'items' in p]"
      ),
      [undefined, "function", "function", undefined, false]
    )
  })

  it("a race without runners rejects instead of hanging", () => {
    assert.match(message("await Promise.race([])"), /never settle/)
  })

  it("a tool reference is no handler", () => {
    for (const method of ["then", "catch", "finally"]) {
      assert.match(message(`Promise.resolve(1).${method}(tools.a.b)`), /arrow function/)
    }
  })
})

it("many promises at once are added and settled in slices", () => {
  const make = "const ps = Array.from({ length: 20000 }, (_, i) => Promise.resolve(i));"
  assert.isAbove(slicesOf(`${make} return (await Promise.all(ps)).length`), slicesOf(make) + 5)
  assert.equal(runEngine(`${make} return (await Promise.all(ps)).reduce((a, b) => a + b)`).value, 199_990_000)
})

it("queueMicrotask runs in the order of jobs, and refuses what is no function", () => {
  const program = `
    const seen = []
    Promise.resolve().then(() => seen.push(1)); queueMicrotask(() => seen.push(2)); Promise.resolve().then(() => seen.push(3))
    await null; await null
    let refused; try { queueMicrotask(1) } catch (e) { refused = e.name }
    return [seen, refused, queueMicrotask(() => {})]`
  assert.deepEqual(evaluate(program), [[1, 2, 3], "TypeError", undefined])
})
