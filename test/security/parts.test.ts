/** Parts of texts keep no more of the host's memory than they are counted for, however they were made. */
import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"
import { collector } from "../support/collector.ts"
import { hostIsV8 } from "../support/host.ts"

const collect = hostIsV8 ? collector() : () => {}

const whole = (): string => {
  const text = "x".repeat(60000) + Math.random()
  // Reading a unit makes the host flatten the rope.
  text.charCodeAt(0)
  return text
}

const tools = {
  heap: Tool.make({
    description: "",
    input: {},
    run: () =>
      Effect.sync(() => {
        collect()
        return process.memoryUsage().heapUsed
      })
  }),
  part: Tool.make({ description: "", input: {}, run: () => Effect.sync(() => ({ part: whole().slice(-30) })) })
}

/** `long` is a text of 60,000 units that is different each time. */
const PARTS: Readonly<Record<string, string>> = {
  slice: "long.slice(-20)",
  "many small slices": "(() => { let t = long; while (t.length > 20) t = t.slice(1 + (t.length >> 4)); return t })()",
  "halves of halves": "(() => { let t = long; while (t.length > 40) t = t.slice(0, t.length >> 1); return t })()",
  trim: "(' '.repeat(16000) + 'abcdefghijklmnopqrst' + i).trim()",
  trimStart: "(' '.repeat(60000) + 'abcdefghijklmnopqrst' + i).trimStart()",
  split: "(long + ',abcdefghijklmnopqrst').split(',')[1]",
  "a match": "(long + 'abcdefghijklmnopqrst').match(/a[a-z]+/)[0]",
  "the source of a JSON value":
    "(() => { let source; JSON.parse('[\"abcdefghijklmnopqrst\",\"' + long + '\"]', (k, v, c) => { if (k === '0') source = c.source; return v }); return source })()",
  "a property of JSON": "JSON.parse('[\"abcdefghijklmnopqrst\",\"' + long + '\"]')[0]",
  "the hash of a URL": "new URL('http://a/' + long + '#abcdefghijklmnopqrst').hash",
  "the search of a URL": "new URL('http://a/' + long + '?abcdefghijklmnopqrst').search",
  "the parameters of a URL": "new URL('http://a/' + long + '?abcdefghijklmnopqrst').searchParams.keys().next().value",
  "the path of a URL": "new URL('http://a/abcdefghijklmnopqrst?' + long).pathname",
  "search parameters": "new URLSearchParams('abcdefghijklmnopqrst=1&b=' + long).keys().next().value",
  "a header": "new Headers([['a', ' '.repeat(60000) + 'abcdefghijklmnopqrst' + i]]).get('a')",
  "the message of an error": "(() => { try { JSON.parse(long) } catch (error) { return error.message } })()",
  "an answer of a tool": "(await tools.part({})).part"
}

describe.skipIf(!hostIsV8)("where memory is counted, no part of a text keeps the whole", () => {
  for (const [name, part] of Object.entries(PARTS)) {
    test(
      name,
      async () => {
        const code = `
          const parts = []
          const before = await tools.heap({})
          for (let i = 0; i < 400; i++) {
            const long = "x".repeat(60000) + Math.random()
            long.charCodeAt(0)
            parts.push(${part})
          }
          const after = await tools.heap({})
          return [parts.length, after - before]`
        const limits = { maxMemoryBytes: 64 * 2 ** 20, maxToolCalls: 1000 }
        const result = await Effect.runPromise(CodeMode.execute({ code, tools, limits }))
        if (!result.ok) throw new Error(result.error.message)
        const [count, grown] = result.value as [number, number]
        expect(count).toBe(400)
        expect(grown).toBeLessThan(8 * 2 ** 20)
      },
      60_000
    )
  }
})

test.skipIf(!hostIsV8)("a text that occurs often in an answer stays one", async () => {
  const text = "y".repeat(100_000) + Math.random()
  const short = "z".repeat(1000) + Math.random()
  const list = Tool.make({
    description: "",
    input: {},
    run: () => Effect.sync(() => Array.from({ length: 2000 }, () => ({ text, short })))
  })
  const code = `
    const before = await tools.heap({})
    const rows = await tools.list({})
    return [rows.length, rows[7].text.length, (await tools.heap({})) - before]`
  const limits = { maxMemoryBytes: 8 * 2 ** 20 }
  const result = await Effect.runPromise(CodeMode.execute({ code, tools: { ...tools, list }, limits }))
  expect(result).toMatchObject({ ok: true, value: [2000, text.length, expect.any(Number)] })
  expect((result as unknown as { value: number[] }).value[2]).toBeLessThan(8 * 2 ** 20)
})
