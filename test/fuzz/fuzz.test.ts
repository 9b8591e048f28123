import { expect, it } from "vitest"
import { check } from "./check.ts"
import type { Tally } from "./check.ts"
import { sourceOf } from "./worker-source.ts"

// Short runs from a fixed seed; `npm run fuzz` runs longer ones. Programs leave rejections behind on purpose, and inside a context of
// the host engine they surface as the process's. Local time is UTC inside a program.
process.env["TZ"] = "UTC"
process.on("unhandledRejection", () => undefined)

it.each(["language", "builtins", "web"])("%s programs run as on the host engine", async (kind) => {
  const { source } = await sourceOf(kind)
  const tally: Tally = { programs: 0, refused: 0, lines: 0, calls: 0 }
  const finding = await check(source, 7, 60, tally)
  expect(finding?.message).toBeUndefined()
  expect(tally.programs).toBe(60)
  expect(tally.refused).toBeLessThan(6)
  expect(tally.lines).toBeGreaterThan(300)
})
