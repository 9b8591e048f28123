import { Clock, Duration, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"
import { pending } from "../support/tools.ts"

/** A clock on which every look takes a millisecond, with the waits that were asked of it. */
function lookingTakesTime(waited: number[]): Clock.Clock {
  let now = 0
  return Object.assign(Object.create(Clock.Clock.defaultValue()) as Clock.Clock, {
    currentTimeMillisUnsafe: () => now++,
    sleep: (duration: Duration.Duration) =>
      Effect.suspend(() => {
        waited.push(Duration.toMillis(duration))
        return Effect.yieldNow
      })
  })
}

/** Runs a program beside `tools.never`; answers its value and the milliseconds it was made to wait. */
async function waitsOf(code: string, clock = lookingTakesTime): Promise<{ value: unknown; waited: number[] }> {
  const waited: number[] = []
  const soon = Tool.make({ description: "Answers in a while.", input: {}, run: () => Effect.as(Effect.yieldNow, 1) })
  const result = await Effect.runPromise(
    CodeMode.execute({ code, tools: { never: pending().tool, soon } }).pipe(
      Effect.provideService(Clock.Clock, clock(waited))
    )
  )
  return { value: result.ok ? result.value : result.error, waited }
}

const total = (waited: readonly number[]): number => waited.reduce((sum, wait) => sum + wait, 0)

/** The calls are never awaited: the run ends with them under way. */
const starting = (count: number): string => `for (let i = 0; i < ${count}; i++) tools.never({}); return "done"`

describe("programs that start calls", () => {
  it("go on at once while few of them are under way", async () => {
    expect(await waitsOf(starting(500))).toEqual({ value: "done", waited: [] })
  })

  it("go on at once however many there are, where they end", async () => {
    const code =
      "for (let i = 0; i < 40; i++) await Promise.all(Array.from({ length: 100 }, () => tools.soon({}))); return 1"
    expect(await waitsOf(code)).toEqual({ value: 1, waited: [] })
  })

  it("wait longer the more they start while many are under way", async () => {
    const some = await waitsOf(starting(1000))
    const more = await waitsOf(starting(2000))
    expect([some.value, more.value]).toEqual(["done", "done"])
    expect(total(some.waited)).toBeGreaterThan(50)
    expect(total(more.waited)).toBeGreaterThan(2 * total(some.waited))
  })

  it("wait no longer once they start no more", async () => {
    const { waited } = await waitsOf(starting(1000))
    const after = await waitsOf(`${starting(1000).replace("return", "let n = 0; while (n < 2e6) n++; return")}`)
    expect(after.value).toBe("done")
    expect(Math.abs(total(after.waited) - total(waited))).toBeLessThan(10)
  })

  it("go on where the clock cannot sleep", async () => {
    const broken = (waited: number[]): Clock.Clock =>
      Object.assign(lookingTakesTime(waited), { sleep: () => Effect.die("no timers") })
    expect((await waitsOf(starting(1000), broken)).value).toBe("done")
  })
})
