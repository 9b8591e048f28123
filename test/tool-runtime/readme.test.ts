/** The README shows what a model is told of the demo's tools, to the byte. */
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { specs } from "../../examples/demo/specs.ts"
import { instructions } from "../../src/declarations.ts"
import { CodeMode } from "../../src/index.ts"

const file = fileURLToPath(new URL("../../README.md", import.meta.url))
const BLOCK = /^```markdown\n([\s\S]*?)^```$/m

/** Run with UPDATE_GOLDEN=1 to write the block, then read the difference. */
it("the README shows the instructions for the demo's tools", () => {
  const told = CodeMode.make({ tools: { specs } }).instructions()
  const readme = readFileSync(file, "utf8")
  if (process.env["UPDATE_GOLDEN"] === "1") {
    writeFileSync(
      file,
      readme.replace(BLOCK, () => `\`\`\`markdown\n${told}\n\`\`\``)
    )
  }
  expect(BLOCK.exec(readFileSync(file, "utf8"))?.[1]).toBe(`${told}\n`)
})

it("the same tree and budget give the same bytes, by every way to ask", () => {
  const told = CodeMode.make({ tools: { specs } }).instructions()
  const again = CodeMode.make({ tools: { specs: { ...specs } }, discovery: { catalogBudget: 2000 } })
  expect([again.instructions(), again.instructions(), instructions({ specs })]).toEqual([told, told, told])
})
