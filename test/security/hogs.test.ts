/**
 * Programs that never end, each run until its time is up or until the host interrupts it, in processes of their own. What is asserted needs no fast
 * machine: that it ends, how, and that the runtime works afterwards. `npm run hogs` measures how fast.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bundle, root } from "../../scripts/bundle.mjs"
import { hostIsV8 } from "../support/host.ts"
import { readHogs } from "./hog-corpus.ts"
import type { Hog } from "./hog-corpus.ts"
import { runHogs } from "./hog-process.ts"
import type { Ending } from "./hog-host.ts"

let folder: string
let entry: string
const hogs = readHogs(root)

/** When their time is up. Short, so that all of them fit into a test run; what takes long to begin with is stopped while it begins. */
const MILLISECONDS = 40
/** A process that says nothing for so long hangs: far beyond what a busy machine makes of the milliseconds above. */
const PATIENCE = 30_000

beforeAll(async () => {
  folder = await bundle("hogs-test", ["test/security/hog-host.ts"])
  entry = join(folder, "hog-host.mjs")
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = new Map<string, Hog[]>()
for (const hog of hogs) {
  const file = hog.name.slice(0, hog.name.indexOf(":"))
  files.set(file, [...(files.get(file) ?? []), hog])
}

describe.skipIf(!hostIsV8)("programs that never end", () => {
  it.each([...files])(
    "are stopped: %s",
    async (_, programs) => {
      // Every second one by its timeout, the others by interruption; `npm run hogs` does both to each.
      const orders = programs.map(({ name, source }, i) => ({
        name,
        source,
        ending: (i % 2 === 0 ? "timeout" : "interruption") as Ending,
        milliseconds: MILLISECONDS
      }))
      const { reports, losses } = await runHogs(orders, {
        entry,
        cwd: root,
        patience: PATIENCE,
        portion: orders.length
      })
      expect(losses.map(({ order, how }) => `${order.name}: ${how}`)).toEqual([])
      const wrong = reports
        .filter(({ end, ending, name }) => {
          const expected = ending === "timeout" ? "TimeoutExceeded" : "interrupted"
          return end !== expected && !programs.find((hog) => hog.name === name)?.ends.includes(end)
        })
        .map(({ name, end, message }) => `${name}: ${end}: ${message}`)
      expect(wrong).toEqual([])
      expect(reports.filter(({ works }) => !works).map(({ name }) => name)).toEqual([])
      expect(reports).toHaveLength(programs.length)
    },
    300_000
  )

  it("are many, and have names of their own", () => {
    expect(hogs.length).toBeGreaterThan(300)
    expect(new Set(hogs.map(({ name }) => name)).size).toBe(hogs.length)
  })
})
