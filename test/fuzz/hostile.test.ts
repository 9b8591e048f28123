import { describe, expect, it } from "vitest"
import { checkHostile, harm } from "./hostile.ts"
import type { HostileTally } from "./hostile.ts"

const fresh = (): HostileTally => ({ programs: 0, values: 0, failures: 0, timeouts: 0, interruptions: 0 })

// A short run from a fixed seed; `npm run fuzz -- --hostile` runs longer ones.
describe("hostile programs", () => {
  it("end within their budget, change nothing of the host, learn nothing of it, and leave the next run alone", async () => {
    const tally = fresh()
    const finding = await checkHostile(5, 40, tally)
    expect(finding === undefined ? undefined : `${finding.message}\n${finding.program}`).toBeUndefined()
    expect(tally.programs).toBe(40)
  }, 120_000)

  // What long runs found.
  it.each([["a symbol plus a text", "return Symbol() + ''"]])(
    "%s",
    async (_, code) => {
      expect(await harm(code, false, fresh())).toBeUndefined()
      expect(await harm(code, true, fresh())).toBeUndefined()
    },
    60_000
  )
})
