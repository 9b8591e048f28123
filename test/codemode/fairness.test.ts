import { Clock, Deferred, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { answering, running } from "../support/tools.ts"

/** Processor time of this process in milliseconds: what other processes take does not count. */
const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The least of a few attempts: a block that the engine causes is there every time, one that the machine causes is not. */
async function leastBlock(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < 4 && least >= LIMIT; attempt++) least = Math.min(least, await longestBlock(work))
  return least
}

/** Milliseconds that the event loop may wait for its turn. */
const LIMIT = 60

/**
 * Runs work beside a loop that takes a turn of the event loop whenever it can; answers the longest time between two turns. Wall-clock time counts what
 * other processes take, processor time what the collector does on other threads, so the smaller of both is nearest to the truth.
 */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let done = false
  let longest = 0
  let lastCpu = cpu()
  let lastWall = performance.now()
  const tick = (): void => {
    const nowCpu = cpu()
    const nowWall = performance.now()
    longest = Math.max(longest, Math.min(nowCpu - lastCpu, nowWall - lastWall))
    lastCpu = nowCpu
    lastWall = nowWall
    if (!done) setImmediate(tick)
  }
  setImmediate(tick)
  // The first turn lies before the work.
  await new Promise((resolve) => setImmediate(resolve))
  await work()
  done = true
  return longest
}

const together = <A>(effects: readonly Effect.Effect<A>[]): Promise<A[]> =>
  Effect.runPromise(Effect.all(effects, { concurrency: "unbounded" }))

describe("two hundred executions at once", () => {
  // Slices look at the host's clock. One that stands still leaves the steps; with one that runs away every slice ends at its first look.
  it.each([
    ["by steps", 0, 16_384],
    ["by time", 10, 4096]
  ])(
    "share the thread fairly %s and leave the event loop its turns",
    async (_, perLook, sliceSteps) => {
      const ROUNDS = 4
      const STEPS = sliceSteps * 0.75
      const counts = Array.from({ length: 200 }, () => 0)
      let fewest = Infinity
      let waiting = 0
      const gate = Deferred.makeUnsafe<void>()
      const tools = {
        // Everybody begins at the same time.
        ready: running(() =>
          Effect.suspend(() => {
            if (++waiting === counts.length) Deferred.doneUnsafe(gate, Effect.void)
            return Deferred.await(gate)
          })
        ),
        note: running((input) =>
          Effect.sync(() => {
            const { run } = input as { readonly run: number }
            // When the first of all has come to its end, how far are the others?
            if (++counts[run] === ROUNDS && fewest === Infinity) fewest = Math.min(...counts)
          })
        )
      }
      let now = 0
      const look = (): number => (now += perLook)
      const runtime = CodeMode.make({ tools })
      const program = (run: number): string => `
      await tools.ready({})
      let s = 0
      for (let round = 0; round < ${ROUNDS}; round++) {
        for (let i = 0; i < ${STEPS}; i++) s += i % 7
        await tools.note({ run: ${run} })
      }
      return s`
      let turns = 0
      let isDone = false
      const turn = (): void => {
        turns++
        if (!isDone) setImmediate(turn)
      }
      setImmediate(turn)
      await together(
        counts.map((_, run) =>
          runtime.execute(program(run)).pipe(
            Effect.provideServiceEffect(
              Clock.Clock,
              Effect.map(Clock.Clock, (clock): Clock.Clock => ({
                currentTimeMillisUnsafe: look,
                currentTimeMillis: Effect.sync(look),
                currentTimeNanosUnsafe: () => BigInt(look()) * 1_000_000n,
                currentTimeNanos: Effect.sync(() => BigInt(look()) * 1_000_000n),
                monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
                monotonicTimeNanos: clock.monotonicTimeNanos,
                sleep: (duration) => clock.sleep(duration)
              }))
            )
          )
        )
      )
      isDone = true
      expect(counts.every((count) => count === ROUNDS)).toBe(true)
      expect(fewest).toBeGreaterThanOrEqual(ROUNDS / 2)
      // A turn for every slice's worth of steps that the loops take.
      expect(turns).toBeGreaterThanOrEqual((counts.length * ROUNDS * STEPS) / sliceSteps)
    },
    60_000
  )

  it("start without blocking, whatever they are written in", async () => {
    const runtime = CodeMode.make()
    const long = `${"const f = (a, b) => a + b; { const x = f(1, 2) }\n".slice(0, 60)}`
    const plain = Array.from({ length: 100 }, (_, i) => `{ ${long} }`.repeat(20) + `return ${i}`)
    const typed = Array.from(
      { length: 100 },
      (_, i) => `const n: number = ${i}\n` + `{ const x: string = "a" }\n`.repeat(20) + "return n"
    )
    await together([runtime.execute(plain[0]), runtime.execute(typed[0])])
    let results: CodeMode.Result[] = []
    const block = await leastBlock(async () => {
      results = await together([...plain, ...typed].map((code) => runtime.execute(code)))
    })
    expect(results.filter(({ ok }) => ok)).toHaveLength(200)
    expect(block).toBeLessThan(LIMIT)
  }, 60_000)

  it("take large answers bit by bit", async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }))
    const runtime = CodeMode.make({ tools: { rows: answering(rows) } })
    const code = "return (await tools.rows({})).length"
    await Effect.runPromise(runtime.execute(code))
    let results: CodeMode.Result[] = []
    const block = await leastBlock(async () => {
      results = await together(Array.from({ length: 20 }, () => runtime.execute(code)))
    })
    expect(results.every((result) => result.ok && result.value === 20_000)).toBe(true)
    expect(block).toBeLessThan(LIMIT)
  }, 60_000)
})

describe("one execution", () => {
  it.each([
    ["a loop", "for (let i = 0; i < 5e5; i++) ;"],
    [
      "callbacks",
      "Array.from({ length: 60_000 }, (_, i) => i).map((x) => x * 2).filter((x) => x % 3).reduce((a, b) => a + b, 0)"
    ],
    ["sorting", "Array.from({ length: 30_000 }, (_, i) => (i * 7919) % 100_003).sort((a, b) => a - b)"],
    ["JSON", "JSON.parse(JSON.stringify(Array.from({ length: 30_000 }, (_, i) => ({ i, s: 'x' + i }))))"],
    ["a pattern", "try { /^(a+)+$/.test('a'.repeat(22) + 'b') } catch {}"],
    ["a large result", "const all = Array.from({ length: 60_000 }, (_, i) => ({ i, s: 'x' + i })); return all"],
    ["a large result that is cut", "return Array.from({ length: 60_000 }, (_, i) => ({ i, s: 'x' + i }))"]
  ])(
    "leaves the event loop its turns during %s",
    async (_, code) => {
      const runtime = CodeMode.make({ limits: { maxOutputBytes: code.startsWith("return") ? 1000 : undefined } })
      await Effect.runPromise(runtime.execute("return 1"))
      const block = await leastBlock(() => Effect.runPromise(runtime.execute(code)))
      expect(block).toBeLessThan(LIMIT)
    },
    60_000
  )

  it("lets timers of the host fire in time", async () => {
    let fired = 0
    const timer = setInterval(() => fired++, 1)
    const startedAt = performance.now()
    await Effect.runPromise(CodeMode.execute({ code: "for (let i = 0; i < 3e6; i++) ;" }))
    clearInterval(timer)
    if (performance.now() - startedAt > 20) expect(fired).toBeGreaterThan(2)
  })

  it("gives the calls of tools no priority over the event loop", async () => {
    const t = running(() => Effect.void)
    const block = await leastBlock(() =>
      Effect.runPromise(CodeMode.execute({ code: "for (let i = 0; i < 1000; i++) await tools.t({ i })", tools: { t } }))
    )
    expect(block).toBeLessThan(LIMIT)
  }, 60_000)
})

describe("a thousand executions", () => {
  it("may run at once", async () => {
    const runtime = CodeMode.make({ tools: { wait: running(() => Effect.sleep(20)) } })
    const results = await together(
      Array.from({ length: 1000 }, (_, i) => runtime.execute(`await tools.wait({}); return ${i}`))
    )
    expect(results.map((result) => (result.ok ? result.value : result.error.message))).toEqual(
      Array.from({ length: 1000 }, (_, i) => i)
    )
  }, 60_000)
})
