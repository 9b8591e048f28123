import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { bundle } from "../../../scripts/bundle.mjs"

/** Of the 984 KiB that V8 has by default; the rest is for whoever calls, and for what V8 compiles at the deepest place. */
const KILOBYTES = 760

type Refusals = Readonly<Record<string, string>>

/** What comes of the texts of nesting.ts with a stack of a size, where the host optimises nothing, so that frames are as large as they get. */
function refusals(entry: string, kilobytes: number): Refusals {
  const args = [`--stack-size=${kilobytes}`, "--no-opt", "--no-sparkplug", entry, "refusals"]
  const { stdout, stderr } = spawnSync("node", args, { encoding: "utf8" })
  if (stdout === "") throw new Error(stderr.slice(0, 1000))
  return JSON.parse(stdout) as Refusals
}

describe("texts that nest too deeply", () => {
  let ample: Refusals
  let narrow: Refusals
  beforeAll(async () => {
    const entry = join(await bundle("nesting", ["test/interpreter/syntax/nesting.ts"]), "nesting.mjs")
    ample = refusals(entry, 4000)
    narrow = refusals(entry, KILOBYTES)
  }, 120_000)

  it("are refused by count, with a third of the stack left", () => {
    expect(narrow).toEqual(ample)
  })

  it("are refused for what they are", () => {
    for (const [name, outcome] of Object.entries(ample)) {
      expect(`${name}: ${outcome}`).toMatch(/nests too deeply|Groups nest too deeply/)
    }
  })
})
