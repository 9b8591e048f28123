import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "acorn"
import { describe, expect, it } from "vitest"
import { SymbolValue } from "../../src/interpreter/kernel/values.ts"
import type { PropertyKey } from "../../src/interpreter/kernel/values.ts"
import { intrinsics } from "../../src/stdlib/index.ts"
import { readPrograms } from "./chunk.ts"
import { throughDoor } from "./outcome.ts"
import { renderReadme, skippedKeys, takeInventory } from "./readme.ts"
import { differences, syntaxRows } from "./support-table.ts"

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")

/** Without what a formatter of Markdown may change. */
const bare = (text: string): string =>
  text
    .replace(/-{3,}/g, "---")
    .replace(/[ \t]+/g, " ")
    .trim()

/** The kinds of nodes in a program; none when it is TypeScript. */
function nodeTypes(source: string): readonly string[] {
  const types: string[] = []
  let program: object
  try {
    program = parse(source, {
      ecmaVersion: "latest",
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      preserveParens: true
    })
  } catch {
    return types
  }
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    if ("type" in node && typeof node.type === "string") types.push(node.type)
    for (const part of Object.values(node)) visit(part)
  }
  visit(program)
  return types
}

const setOf = (names: readonly string[]): string => [...names].sort().join(" ")

const textOf = (key: PropertyKey): string => (key instanceof SymbolValue ? `[${key.description}]` : String(key))

/** The global object has the table itself; no program gets hold of the others. */
const unreachable: ReadonlySet<string> = new Set(["%globalThis%", "%AsyncFromSyncIteratorPrototype%"])

describe("src/interpreter/README.md", () => {
  it("is what the realm and the tables say (otherwise: npm run docs)", async () => {
    const written = readFileSync(join(root, "src/interpreter/README.md"), "utf8")
    expect(bare(written)).toBe(bare(await renderReadme()))
  })

  describe.each(syntaxRows)("$what", ({ probes, refused }) => {
    it.each(probes)(refused === undefined ? "has %s" : "refuses %s", async (probe) => {
      const result = await throughDoor(probe)
      expect(result.ok ? result.value : result.error.kind).toBe(refused ?? true)
    })
  })

  it("names only operators and words that its probes use", () => {
    for (const { what, probes } of syntaxRows) {
      for (const [, span] of what.matchAll(/`([^`]+)`/g)) {
        const parts = span.split(/…|\(\)|^flags /).map((part) => part.trim().replace(/[()]/g, ""))
        const missing = parts
          .filter((part) => part !== "?:" && part !== "dgimsuvy" && part !== "#x in o")
          .filter((part) => !probes.some((probe) => probe.includes(part)))
        expect(missing, what).toEqual([])
      }
    }
  })

  it("has a probe for every kind of syntax that is compiled", () => {
    const folder = join(root, "src/interpreter/compile")
    const compiled = new Set<string>()
    for (const name of readdirSync(folder)) {
      for (const [, type] of readFileSync(join(folder, name), "utf8").matchAll(/case "([A-Z]\w+)"/g)) compiled.add(type)
    }
    expect(compiled.size).toBeGreaterThan(45)
    const probed = new Set<string>()
    for (const { probes, refused } of syntaxRows) {
      for (const probe of refused === undefined ? probes : []) {
        for (const type of nodeTypes(probe)) probed.add(type)
      }
    }
    expect([...compiled].filter((type) => !probed.has(type))).toEqual([])
  })

  it("has a row for every object of the standard library", async () => {
    const { globals, unnamed } = await takeInventory()
    const rows = new Set([...globals, ...unnamed].flatMap(([, own, prototype]) => [own, prototype].map(setOf)))
    const absent = Object.entries(intrinsics)
      .map(([name, { rows }]) => [
        name,
        setOf(rows.map(({ key }) => textOf(key)).filter((key) => !skippedKeys.has(key)))
      ])
      .filter(([name, members]) => members !== "" && !rows.has(members) && !unreachable.has(name))
    expect(absent).toEqual([])
  })

  it("names a program for every difference", () => {
    const names =
      readPrograms(join(root, "test/programs"))
        .get("differences.js")
        ?.map(({ name }) => name) ?? []
    expect(differences.map(({ test }) => test).filter((test) => !names.includes(test))).toEqual([])
  })
})
