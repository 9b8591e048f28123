import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { readPrograms } from "./chunk.ts"
import { throughDoor } from "./outcome.ts"
import { renderReadme } from "./readme.ts"
import { differences, syntaxRows } from "./support-table.ts"

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")

/** Without what a formatter of Markdown may change. */
const bare = (text: string): string =>
  text
    .replace(/-{3,}/g, "---")
    .replace(/[ \t]+/g, " ")
    .trim()

describe("src/interpreter/README.md", () => {
  it("is what the realm and the tables say (otherwise: npm run docs)", async () => {
    const written = readFileSync(join(root, "src/interpreter/README.md"), "utf8")
    expect(bare(written)).toBe(bare(await renderReadme()))
  })

  for (const { what, probe, refused } of syntaxRows) {
    it(`${refused === undefined ? "has" : "refuses"} ${what}`, async () => {
      const result = await throughDoor(probe)
      expect(result.ok ? undefined : result.error.kind).toBe(refused)
    })
  }

  it("names a program for every difference", () => {
    const names =
      readPrograms(join(root, "test/programs"))
        .get("differences.js")
        ?.map(({ name }) => name) ?? []
    expect(differences.map(({ test }) => test).filter((test) => !names.includes(test))).toEqual([])
  })
})
