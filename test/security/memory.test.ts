import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"

const MEGABYTE = 2 ** 20
const tools = {
  echo: Tool.make({ description: "", input: {}, run: (input) => Effect.succeed(input) }),
  never: Tool.make({ description: "", input: {}, run: () => Effect.never }),
  text: Tool.make({ description: "", input: {}, run: () => Effect.sync(() => "x".repeat(2 ** 20) + Math.random()) })
}

const run = (code: string, maxMemoryBytes: number) =>
  Effect.runPromise(CodeMode.execute({ code, tools, limits: { maxMemoryBytes } }))

/** Each keeps more and more, in another place. */
const GROWING: Readonly<Record<string, string>> = {
  "plain objects": "const a = []; for (let i = 0; ; i++) a.push({ i, next: a[i - 1] })",
  "arrays of numbers": "const a = []; for (;;) a.push(new Array(1000).fill(1))",
  "empty arrays of a length": "const a = []; for (;;) a.push(new Array(2 ** 20))",
  "flat texts":
    "const a = []; for (let i = 0; ; i++) { const s = 'x'.repeat(2 ** 18) + i; s.charCodeAt(0); a.push(s) }",
  "texts beside a long one":
    "const t = 'x'.repeat(2 ** 18); const a = []; for (let i = 0; ; i++) { const s = t + i; s.charCodeAt(9); a.push(s) }",
  "upper case": "const t = 'x'.repeat(2 ** 18); const a = []; for (let i = 0; ; i++) a.push((i + t).toUpperCase())",
  "normal forms that differ at their ends":
    "const t = 'é'.repeat(2 ** 16); const a = []; for (let i = 0; ; i++) a.push((t + i).normalize('NFD'))",
  buffers: "const a = []; for (;;) a.push(new ArrayBuffer(2 ** 20))",
  "typed arrays": "const a = []; for (;;) a.push(new Float64Array(1000))",
  integers: "const a = []; for (let i = 0n; ; i++) a.push((1n << 100000n) + i)",
  "equal integers": "const a = [], n = 2n ** 260000n; for (;;) a.push(-n, { v: ~n }, n + 1n, 1n << 260000n)",
  "a list that a spread builds": "function* g() { for (;;) yield {} } return [...g()]",
  "a list that Array.from builds": "function* g() { for (;;) yield {} } return Array.from(g())",
  "a set that its constructor builds": "function* g() { for (;;) yield {} } return new Set(g())",
  "a map that its constructor builds": "function* g() { let i = 0; for (;;) yield [i++, {}] } return new Map(g())",
  "a group": "function* g() { for (;;) yield {} } return Object.groupBy(g(), () => 'a')",
  "the arguments of a call": "function* g() { for (;;) yield {} } return Math.max(...g())",
  "arrays that a length makes longer": "const a = []; for (;;) { const b = [1]; b.length = 4000; a.push(b) }",
  "elements far away": "const a = []; for (;;) { const b = []; b[1024] = 1; a.push(b) }",
  "arguments objects":
    "const xs = Array(50_000).fill(1), a = []; function f() { return arguments } for (;;) a.push(f(...xs))",
  "lists of apply":
    "const xs = Array(50_000).fill(1), a = []; const f = (...r) => r; for (;;) a.push(f.apply(null, xs))",
  "bound arguments": "const xs = Array(50_000).fill(1), a = []; for (;;) a.push(Math.max.bind(null, ...xs))",
  "a rest element": "function* g() { for (;;) yield {} } const [a, ...b] = g(); return b",
  "an iterator's list": "function* g() { for (;;) yield {} } return g().toArray()",
  "promises to wait for": "function* g() { for (;;) yield Promise.resolve({}) } return Promise.all(g())",
  JSON: "return JSON.parse('[' + '[],'.repeat(500000) + '0]').length",
  "parts of a text": "return 'ab,'.repeat(500000).split(',').length",
  matches: "return 'ab'.repeat(500000).match(/a./g).length",
  closures: "const a = []; for (let i = 0; ; i++) a.push(() => i)",
  "bound receivers": "const a = []; for (;;) a.push(function () {}.bind(new Array(1000).fill(1)))",
  "promises that never settle": "const a = []; for (;;) a.push(new Promise(() => {}))",
  "functions that wait":
    "const never = new Promise(() => {}); const f = async () => { const big = new Array(1000).fill(1); await never; return big }; for (;;) f()",
  "functions that wait for tools":
    "const f = async (i) => { const big = new Array(2000).fill(1); await tools.echo({ i }); return big }; const a = []; for (let i = 0; i < 3000; i++) a.push(f(i)); return (await Promise.all(a)).length",
  "calls that do not end": "for (;;) tools.never({})",
  "arguments of calls that do not end": "const big = Array(100_000).fill(1.5); for (;;) tools.never({ big })",
  "answers of tools": "const a = []; for (;;) a.push(await tools.text({}))",
  generators:
    "function* g() { const big = new Array(1000).fill(1); yield 1; yield big } const a = []; for (;;) { const it = g(); it.next(); a.push(it) }",
  "frames of a recursion":
    "const f = (n) => { const big = new Array(1000).fill(n); return n === 0 ? 0 : f(n - 1) + big[0] }; return f(9000)",
  "texts of the frames of a recursion":
    "const f = (s) => { const r = f(s + 'あ'.repeat(10000)); return r + s.length }; return f('')",
  "values of a weak map":
    "const w = new WeakMap(), keys = []; for (;;) { const k = {}; keys.push(k); w.set(k, new Array(1000).fill(1)) }",
  "values of weak maps that keep keys":
    "const w = new WeakMap(); let k = {}; globalThis.first = k; for (;;) { const next = {}; w.set(k, { next, big: new Array(1000).fill(1) }); k = next }",
  shapes: "const a = []; for (let i = 0; ; i++) a.push({ ['k' + i]: 1 })",
  "an object used as a map": "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
  "a sparse array": "const a = []; for (let i = 0; ; i++) a[i * 5000] = i",
  "a map": "const m = new Map(); for (let i = 0; ; i++) m.set('k' + i, i)",
  "a map by objects": "const m = new Map(); for (let i = 0; ; i++) m.set({}, i)",
  proxies: "const a = []; for (;;) a.push(new Proxy({}, {}))",
  errors: "const a = []; for (let i = 0; ; i++) a.push(new Error('x' + i))",
  "regular expressions": "const a = []; for (let i = 0; ; i++) a.push(new RegExp('(a|b)*c' + i))",
  dates: "const a = []; for (let i = 0; ; i++) a.push(new Date(i))",
  symbols: "for (let i = 0; ; i++) Symbol.for('s' + i)",
  jobs: "const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})",
  clones: "const a = [], o = { a: new Array(1000).fill({ b: 1 }) }; for (;;) a.push(structuredClone(o))",
  globals: "for (let i = 0; ; i++) globalThis['g' + i] = [i]"
}

describe("maxMemoryBytes", () => {
  for (const [name, code] of Object.entries(GROWING)) {
    test(
      name,
      async () => {
        const result = await run(code, 4 * MEGABYTE)
        expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure" } })
        const { message } = (result as Extract<typeof result, { ok: false }>).error
        expect(message).toMatch(/it is allowed 4194304 bytes of memory and used at least \d+ \(limit maxMemoryBytes\)/)
        expect(Number(/at least (\d+)/.exec(message)![1])).toBeGreaterThan(4194304)
      },
      60_000
    )
  }

  test("cannot be caught, and finally blocks do not run", async () => {
    const result = await run(
      "try { const a = []; for (;;) a.push([]) } catch { console.log('caught') } finally { console.log('finally') }",
      4 * MEGABYTE
    )
    expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure" } })
    expect(result.logs).toBeUndefined()
  }, 60_000)

  test("the next execution is not concerned", async () => {
    const runtime = CodeMode.make({ tools, limits: { maxMemoryBytes: 4 * MEGABYTE } })
    await Effect.runPromise(runtime.execute("const a = []; for (;;) a.push([])"))
    expect(await Effect.runPromise(runtime.execute("return [1, 2].map((x) => x * 2)"))).toMatchObject({
      ok: true,
      value: [2, 4]
    })
  }, 60_000)

  test("garbage does not count", async () => {
    const code =
      "let n = 0; for (let i = 0; i < 300000; i++) { const o = { i, list: [i, i] }; n += o.list.length } return n"
    expect(await run(code, MEGABYTE)).toMatchObject({ ok: true, value: 600000 })
  }, 60_000)

  test("one text counts once, wherever it is referred to", async () => {
    const code = `
      const text = "x".repeat(2 ** 19)
      const list = []
      for (let i = 0; i < 20000; i++) list.push({ text, again: [text] })
      return list.every((o) => o.text === text) && list.length`
    expect(await run(code, 16 * MEGABYTE)).toMatchObject({ ok: true, value: 20000 })
  }, 60_000)

  test("a part of a text does not keep the whole", async () => {
    const code = `
      const parts = []
      for (let i = 0; i < 300; i++) parts.push(("x".repeat(2 ** 18) + i).slice(-20))
      return parts.length`
    expect(await run(code, 4 * MEGABYTE)).toMatchObject({ ok: true, value: 300 })
  }, 60_000)

  test("programs within it do what they do without it", async () => {
    const code = `
      const rows = Array.from({ length: 5000 }, (_, i) => ({ id: i, name: "row " + (i % 7), tags: [i % 3, i % 5] }))
      const groups = Object.groupBy(rows, (row) => row.name)
      const copy = JSON.parse(JSON.stringify(rows))
      const words = rows.map((row) => row.name).join(" ").split(" ").length
      const { value } = await tools.echo({ value: copy.length })
      return [Object.keys(groups).length, words, value, copy.sort((a, b) => b.id - a.id)[0].id, structuredClone(rows)[7].tags]`
    const limited = await run(code, 16 * MEGABYTE)
    expect(limited).toMatchObject({ ok: true, value: [7, 10000, 5000, 4999, [1, 2]] })
  }, 60_000)

  test("has no influence on maxSteps", async () => {
    const code = "let s = ''; for (let i = 0; i < 1000; i++) s = 'x'.repeat(100000) + i; return s.length"
    const steps = async (limits: CodeMode.ExecutionLimits): Promise<string> => {
      const result = await Effect.runPromise(CodeMode.execute({ code, tools: {}, limits }))
      return result.ok ? "ok" : result.error.message
    }
    for (const maxSteps of [1000, 1_000_000]) {
      expect(await steps({ maxSteps, maxMemoryBytes: 64 * MEGABYTE })).toBe(await steps({ maxSteps }))
    }
  }, 60_000)

  test("is a safe integer of at least one", () => {
    for (const maxMemoryBytes of [0, -1, 1.5, NaN, Infinity]) {
      expect(() => CodeMode.make({ tools, limits: { maxMemoryBytes } })).toThrow(/limits.maxMemoryBytes/)
    }
  })
})
