/** The soak in small; `npm run soak` is the whole. */
import { describe, expect, it } from "vitest"
import { collector } from "../support/collector.ts"
import { hostIsV8 } from "../support/host.ts"
import { atOnce, growth, inARow } from "./soak/soak.ts"

describe("the soak", () => {
  it.each([1, 2, 3])(
    "50 executions at once, interrupted at random (seed %i)",
    async (seed) => {
      const seen = await atOnce(50, seed, 200)
      expect(seen).toMatchObject({ broken: [], live: 0 })
      expect(seen.interrupted).toBeGreaterThan(0)
      expect(seen.interrupted + seen.succeeded + seen.failed).toBe(50)
    },
    60_000
  )

  it.skipIf(!hostIsV8)(
    "500 executions in a row leave nothing behind",
    async () => {
      const seen = await inARow(500, 1, 10, collector())
      expect(seen).toMatchObject({ unexpected: [], live: 0 })
      // An execution takes hundreds of kilobytes while it runs; keeping any part of it would show.
      expect(growth(seen.checkpoints)).toBeLessThan(2000)
    },
    60_000
  )

  it("measures growth as the slope of the second half", () => {
    const at = (executions: number, heapUsed: number): Parameters<typeof growth>[0][number] => ({
      executions,
      heapUsed,
      rss: 0,
      ms: 0
    })
    expect(growth([at(1, 9e9), at(2, 0), at(10, 1000), at(20, 1000)])).toBe(0)
    expect(growth([at(1, 0), at(2, 0), at(10, 1000), at(20, 1100)])).toBe(10)
  })
})
