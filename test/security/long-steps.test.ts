/**
 * Single operations on the largest values are done in several steps, or cost so many that the program stops soon after. That is told by slices, which do
 * not depend on how fast the machine is.
 */
import { describe, expect, test } from "vitest"
import { runEngine } from "../support/engine.ts"

/** The program's value, and how many slices it took. */
function run(code: string): { readonly value: unknown; readonly slices: number } {
  const { ok, value, slices } = runEngine(code)
  expect(ok).toBe(true)
  return { value, slices: slices + 1 }
}

interface Case {
  readonly code: string
  readonly value: unknown
  readonly slices: number
}

const LARGEST = "const n = (1n << 262143n) - 1n;"
const DIGITS = "const s = '9'.repeat(2 ** 24);"

const CASES: Readonly<Record<string, Case>> = {
  "an integer in a template": { code: `${LARGEST} return \`\${n}\`.length`, value: 78913, slices: 5 },
  "String of an integer": { code: `${LARGEST} return String(n).length`, value: 78913, slices: 5 },
  "an integer added to a text": { code: `${LARGEST} return ("" + n + "").length`, value: 78913, slices: 5 },
  "an integer joined": { code: `${LARGEST} return [n, n].join().length`, value: 157827, slices: 10 },
  "products of integers": {
    code: "const n = (1n << 131000n) - 3n; let t = 0n; t ^= n * n; t ^= n * n; t ^= n * n; return t > 0n",
    value: true,
    slices: 4
  },
  "a power": { code: "let t = 0n; t ^= 3n ** 160000n; t ^= 3n ** 160000n; return t === 0n", value: true, slices: 2 },
  "Number of a text": { code: `${DIGITS} return Number(s)`, value: Infinity, slices: 50 },
  "plus of a text": { code: `${DIGITS} return +s`, value: Infinity, slices: 50 },
  "a text times a number": { code: `${DIGITS} return s * 1`, value: Infinity, slices: 50 },
  "a text and a number": { code: `${DIGITS} return s > 5`, value: true, slices: 50 },
  "a text equal to a number": { code: `${DIGITS} return s == 5`, value: false, slices: 50 },
  "a text and an integer": { code: `${DIGITS} return 10n < s`, value: true, slices: 20 },
  "a text equal to an integer": { code: `${DIGITS} return 10n == s`, value: false, slices: 20 },
  "long equal texts": {
    code: "const s = 'ab'.repeat(2 ** 22), t = 'ab'.repeat(2 ** 22); let n = 0; n += s === t; n += s === t; n += s === t; n += s == t; return n",
    value: 4,
    slices: 2
  },
  "the order of long texts": {
    code: "const s = 'ab'.repeat(2 ** 22) + 'x', t = 'ab'.repeat(2 ** 22) + 'y'; let n = 0; n += s < t; n += s < t; n += s < t; n += s < t; return n",
    value: 4,
    slices: 2
  },
  "cases of long texts": {
    code: "let n = 0; for (let i = 0; i < 5; i++) switch ('ab'.repeat(2 ** 22)) { case 'ab'.repeat(2 ** 22): n++ } return n",
    value: 5,
    slices: 3
  },
  "reading what was joined": {
    code: "const s = 'x'.repeat(2 ** 23); let n = 0; for (let i = 0; i < 32; i++) n += (s + i).charCodeAt(3); return n",
    value: 3840,
    slices: 3
  },
  "calls of built-ins without a loop": {
    code: `const s = "ab".repeat(30000); let n = 0; ${"n += s.toUpperCase().length;".repeat(200)} return n`,
    value: 12_000_000,
    slices: 2
  },
  "bound arguments": {
    code: "const f = Math.max.bind(null, ...new Array(100000).fill(1)); let n = 0; for (let i = 0; i < 10; i++) n += f(); return n",
    value: 10,
    slices: 10
  },
  "a very long literal in a loop": {
    code: `let n = 0; for (let i = 0; i < 10; i++) { const a = [${"1,".repeat(50000)}]; n += a.length } return n`,
    value: 500_000,
    slices: 3
  },
  "a very long function": {
    code: `let x = 0; const f = () => { ${"x = x + 1;".repeat(20000)} }; for (let i = 0; i < 10; i++) f(); return x`,
    value: 200_000,
    slices: 5
  },
  "long chains of prototypes": {
    code: "let o = {}; for (let i = 0; i < 20000; i++) o = Object.create(o); let n = 0; for (let i = 0; i < 10; i++) n += o.missing === undefined && !('x' in o) && !(o instanceof Array); return n",
    value: 10,
    slices: 20
  },
  "long keys": {
    code: "const s = 'ab'.repeat(2 ** 19 - 1); const o = {}; o[s + 1] = 1; o[s + 2] = 2; o[s + 3] = 3; return (s + 2) in o && o[s + 3] === 3 && !((s + 4) in o)",
    value: true,
    slices: 6
  },
  "long keys of a Map": {
    code: "const s = 'x'.repeat(20000); const m = new Map(); for (let i = 0; i < 100; i++) m.set(s + i, i); return m.get(s + 7)",
    value: 7,
    slices: 10
  },
  "the rest of a list": {
    code: "const a = new Array(1e6).fill(1); a[9] = 2; const [x, ...rest] = a; return rest.length + rest[8]",
    value: 1_000_001,
    slices: 5
  },
  "a record of promises": {
    code: "const o = {}; for (let i = 0; i < 20000; i++) o['k' + i] = i; const p = Promise.allKeyed(o); return Object.keys(await p).length",
    value: 20_000,
    slices: 10
  },
  "wide windows": {
    code: "let n = 0; for (const w of new Array(300000).fill(1).values().windows(299999)) n += w.length; return n",
    value: 599_998,
    slices: 5
  },
  "names that are not defined, straight on": {
    code: `${Array.from({ length: 2000 }, (_, i) => `try { undefined${i} } catch {}`).join("\n")}\nreturn 1`,
    value: 1,
    slices: 25
  },
  "errors that are caught, straight on": {
    code: `${"try { null.x } catch {}\n".repeat(2000)}return 1`,
    value: 1,
    slices: 7
  },
  "patterns that are compiled": {
    code: "let n = 0; for (let i = 0; i < 100; i++) n += new RegExp('(a|b)*c[x-z]?'.repeat(10) + i).source.length; return n",
    value: 13_190,
    slices: 10
  }
}

describe("the largest values", () => {
  for (const [name, { code, value, slices }] of Object.entries(CASES)) {
    test(
      name,
      () => {
        const outcome = run(code)
        expect(outcome.value).toBe(value)
        expect(outcome.slices).toBeGreaterThanOrEqual(slices)
      },
      60_000
    )
  }
})

test("the handlers of a promise become jobs in their order, and before those that come later", () => {
  const { value } = run(`
    const { promise, resolve } = Promise.withResolvers()
    const order = []
    for (let i = 0; i < 1000; i++) promise.then(() => { order.push(i); if (i === 3) promise.then(() => order.push("nested")) })
    resolve()
    promise.then(() => order.push("late"))
    await promise.then(() => {})
    await null
    return order.length === 1002 && order.slice(0, 1000).every((n, i) => n === i) && order.slice(1000).join()`)
  expect(value).toBe("late,nested")
})

test("weak collections of very many keys", () => {
  const { value } = run(`
    const keys = Array.from({ length: 100_000 }, (_, i) => ({ i }))
    const map = new WeakMap(), set = new WeakSet()
    for (const key of keys) { map.set(key, key.i); set.add(key) }
    map.set(keys[5], "five")
    const isGone = map.delete(keys[70_000]) && !map.has(keys[70_000]) && !map.delete(keys[70_000]) && set.delete(keys[3])
    return [isGone, map.get(keys[5]), map.get(keys[99_999]), map.get(keys[70_000]), set.has(keys[3]), set.has(keys[4])].join()`)
  expect(value).toBe("true,five,99999,,false,true")
})

test("long arrays that are filled in any order", () => {
  const { value } = run(`
    const n = 60_000, back = [], shuffled = new Array(2e6)
    for (let i = n - 1; i >= 0; i--) back[i * 2] = i
    for (let i = 0; i < 700_000; i++) shuffled[(i * 7919) % 2_000_000] = i
    let sum = 0
    for (let i = 0; i < n; i++) sum += back[i * 2] === i && !(i * 2 + 1 in back) ? 1 : 0
    let found = 0
    for (let i = 0; i < 700_000; i++) if (shuffled[(i * 7919) % 2_000_000] === i) found++
    return [sum, found, back.length, shuffled.length, Object.keys(back).length].join()`)
  expect(value).toBe("60000,700000,119999,2000000,60000")
}, 60_000)

describe("numbers of long texts are the host's", () => {
  const zeros = "0".repeat(70_000)
  const spaces = " ".repeat(70_000)
  const texts = [
    `${zeros}12.5e1`,
    `${zeros}12.5e1x`,
    `-${zeros}7`,
    `+${zeros}7.`,
    `.${zeros}`,
    `${zeros}.5${spaces}`,
    `${spaces}-Infinity${spaces}`,
    `${spaces}Infinityx`,
    `1e${zeros}2`,
    `1e-${zeros}2`,
    `1${zeros}e-70000`,
    `0x${zeros}fF`,
    `0x${zeros}fg`,
    `0b${zeros}101`,
    `0o${zeros}78`,
    `0x1${zeros}`,
    `-0x${zeros}1`,
    `${zeros}e`,
    spaces,
    `${spaces}1 1`,
    `1.${zeros}1`,
    `0.${zeros}1e70001`,
    `${zeros}1_0`
  ]
  for (const text of texts) {
    test(`${text.slice(0, 12)}…${text.slice(-6)}`, () => {
      const expected = Number(text)
      const { value } = run(`return Number(${JSON.stringify(text)})`)
      expect(value).toBe(expected)
      expect(
        run(
          `return [${JSON.stringify(text)} == 5n, ${JSON.stringify(text)} < 5n, ${JSON.stringify(text)} == 12.5].join()`
        ).value
      ).toBe(
        // oxlint-disable-next-line eqeqeq
        [(text as unknown) == 5n, (text as unknown as number) < 5n, (text as unknown) == 12.5].join()
      )
    })
  }
})
