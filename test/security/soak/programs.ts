/** What the soak runs: tools that count what is alive, and programs that leave as much behind as programs can. */
import { Effect, Schema } from "effect"
import { CodeMode, Tool, toolError } from "../../../src/index.ts"

/** Numbers from 0 (inclusive) to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A runtime, and how many of its tools are at work. */
export class Host {
  live = 0

  private readonly counted = <A>(effect: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
    Effect.acquireUseRelease(
      Effect.sync(() => void this.live++),
      () => effect,
      () => Effect.sync(() => void this.live--)
    )

  private readonly tool = (effect: Effect.Effect<unknown, unknown>): Tool.Definition =>
    Tool.make({ description: "A tool of the soak", input: { type: "object" }, run: () => this.counted(effect) })

  readonly runtime = CodeMode.make({
    tools: {
      add: Tool.make({
        description: "Add two numbers",
        input: Schema.Struct({ a: Schema.Number, b: Schema.Number }),
        output: Schema.Number,
        run: ({ a, b }) => this.counted(Effect.succeed(a + b))
      }),
      rows: this.tool(Effect.sync(() => Array.from({ length: 200 }, (_, id) => ({ id, name: `row ${id}` })))),
      turn: { ...this.tool(Effect.as(Effect.yieldNow, 1)), concurrency: 50 },
      sleep: this.tool(Effect.sleep(2)),
      never: this.tool(Effect.never),
      tidy: this.tool(Effect.onInterrupt(Effect.never, () => Effect.yieldNow)),
      refuse: this.tool(Effect.fail(toolError("refused"))),
      die: this.tool(Effect.die(new Error("a defect")))
    },
    limits: { maxConcurrentToolCalls: 8, timeoutMs: 60_000 },
    onToolCallStart: () => Effect.void,
    onToolCallEnd: () => Effect.void
  })
}

/** Short programs; each leaves something behind, or ends in another way. */
export const programs: readonly string[] = [
  "return await tools.add({ a: 1, b: 2 })",
  "tools.never({}); tools.tidy({}); return (await tools.rows({})).filter((row) => row.id % 2).length",
  "const all = await Promise.allSettled([tools.refuse({}), tools.die({}), tools.turn({})]); return all.map((one) => one.status)",
  "tools.refuse({}); Promise.reject(new Error('unseen')); await tools.turn({}); return search({ query: 'add' }).items.length",
  "throw new TypeError('the program fails')",
  "this is no program",
  "class A { #x = 1; get x() { return this.#x } }; return Array.from({ length: 50 }, () => new A().x).reduce((a, b) => a + b)",
  "const seen = new Map(); for (let i = 0; i < 300; i++) seen.set('k' + i, { i }); return [...seen.keys()].join().length",
  "const f = async function* () { for (let i = 0; i < 20; i++) yield i }; let n = 0; for await (const x of f()) n += x; return n",
  "return 'a,b;c'.replace(/[,;]/g, (m) => m + ' ').split(/\\s/).map((s) => JSON.parse(JSON.stringify({ s })))"
]

/** Programs that take their time, for being interrupted. */
export const longPrograms: readonly string[] = [
  ...programs,
  "for (;;) ;",
  "for (;;) await 0",
  "for (;;) await tools.turn({})",
  "await Promise.all(Array.from({ length: 20 }, () => tools.sleep({}))); await tools.never({})",
  "return /^(a|a)*$/.test('a'.repeat(40) + 'b')",
  "return { toJSON() { for (;;) ; } }",
  "const big = []; for (;;) { big.push({ n: big.length }); if (big.length > 1e4) big.length = 0 }"
]
