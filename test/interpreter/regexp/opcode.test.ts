import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { OP } from "../../../src/interpreter/regexp/opcode.ts"

it("the matcher's switch uses the numbers of the instruction table", () => {
  const source = readFileSync(new URL("../../../src/interpreter/regexp/matcher.ts", import.meta.url), "utf8")
  const cases = [...source.matchAll(/case (\d+):(?: \{\n)?\s*\/\/ ([A-Z_0-9]+)/g)].map(([, n, name]) => [
    name,
    Number(n)
  ])
  expect(Object.fromEntries(cases)).toEqual(OP)
})
