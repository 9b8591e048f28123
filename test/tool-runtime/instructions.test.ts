import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { makeCatalog } from "../../src/tool-runtime/catalog.ts"
import { catalogLine } from "../../src/tool-runtime/instructions.ts"
import { searchSignature } from "../../src/tool-runtime/search-contract.ts"
import { estimateTokens, selectWithin } from "../../src/tool-runtime/selection.ts"
import type { Tools } from "../../src/tool-runtime/tool-tree.ts"
import { tool } from "./support.ts"

const cheap = tool("Cheap", Schema.Struct({ q: Schema.String }), Schema.String)
const expensive = tool(
  "An expensive tool ".repeat(7).slice(0, 122),
  Schema.Struct({ aRatherLongParameterName: Schema.String, anotherRatherLongParameterName: Schema.String }),
  Schema.String
)
const three = { alpha: { cheap, expensive }, beta: { cheap } }

const instructions = (tools: Tools<unknown>, catalogBudget?: number): string =>
  makeCatalog(tools, { catalogBudget }).instructions()

/** Run with UPDATE_GOLDEN=1 to write the files, then read the difference. */
const golden = (name: string, text: string): void => {
  const file = fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url))
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, `${text}\n`)
  expect(`${text}\n`).toBe(readFileSync(file, "utf8"))
}

describe("catalog lines", () => {
  const line = (description: string): string => catalogLine({ path: "a", description, signature: "tools.a()" })

  it("hold the signature and the description's first line", () => {
    expect(line("Does it")).toBe("  - tools.a() // Does it")
    expect(line("  First \r\nSecond")).toBe("  - tools.a() // First")
    expect(line("")).toBe("  - tools.a()")
    expect(line(" \n ")).toBe("  - tools.a()")
  })

  it("cut a first line longer than 120", () => {
    expect(line("x".repeat(120))).toBe(`  - tools.a() // ${"x".repeat(120)}`)
    expect(line("x".repeat(121))).toBe(`  - tools.a() // ${"x".repeat(119)}...`)
    expect(line(`${"x".repeat(118)}😀😀`)).toBe(`  - tools.a() // ${"x".repeat(118)}...`)
  })
})

describe("selection", () => {
  it("estimates a fourth of the length, half up", () => {
    expect([0, 1, 2, 3, 6, 71, 72].map((length) => estimateTokens("x".repeat(length)))).toEqual([0, 0, 1, 1, 2, 18, 18])
  })

  it("takes turns, cheapest first, and drops a namespace at its first misfit", () => {
    const candidates = [
      { namespace: "b", path: "b.1", cost: 5 },
      { namespace: "a", path: "a.2", cost: 5 },
      { namespace: "a", path: "a.1", cost: 5 },
      { namespace: "b", path: "b.2", cost: 30 },
      { namespace: "b", path: "b.3", cost: 31 },
      { namespace: "a", path: "a.3", cost: 6 }
    ]
    expect([...selectWithin(candidates, 40)]).toEqual(["a.1", "b.1", "a.2", "a.3"])
    expect([...selectWithin(candidates, 4)]).toEqual([])
    expect(selectWithin(candidates, 82).size).toBe(6)
    expect(selectWithin([], 0).size).toBe(0)
  })
})

describe("instructions", () => {
  it("show two of three tools in 40 tokens", () => {
    const text = instructions(three, 40)
    expect(text).toContain("## Available tools (PARTIAL - 2 of 3 shown; find the rest with search(...))")
    expect(text).toContain(`
- alpha (2 tools, 1 shown)
  - tools.alpha.cheap(input: {
  q: string,
}): Promise<string> // Cheap
- beta (1 tool)
  - tools.beta.cheap(input: {
  q: string,
}): Promise<string> // Cheap
`)
    expect(text.endsWith(`\n- ${searchSignature}`)).toBe(true)
    expect(text).not.toContain("tools.alpha.expensive")
    golden("partial", text)
  })

  it("show all in the default budget, without a word of search", () => {
    const text = instructions(three)
    expect(text).toContain("## Available tools (COMPLETE list")
    expect(text).toContain("- alpha (2 tools)\n")
    expect(text).not.toContain("search")
    golden("complete", text)
  })

  it("name every namespace in no budget", () => {
    const text = instructions(three, 0)
    expect(text).toContain("PARTIAL - 0 of 3 shown")
    expect(text).toContain("\n- alpha (2 tools, none shown)\n- beta (1 tool, none shown)\n")
    golden("none-shown", text)
  })

  it("say so when there are no tools", () => {
    for (const tools of [{}, { empty: {} }]) {
      const text = instructions(tools, 0)
      expect(text).toContain("## Available tools\n\nNo tools are currently available.")
      for (const absent of ["## Workflow", "## Rules", "search", "- empty"]) expect(text).not.toContain(absent)
      golden("empty", text)
    }
  })

  it("charge comments, which the catalog still shows", () => {
    const input = Schema.Struct({ q: Schema.String.annotate({ description: "word ".repeat(140) }) })
    const { catalog, instructions } = makeCatalog({ a: tool("A", input) }, { catalogBudget: 40 })
    expect(instructions()).toContain("PARTIAL - 0 of 1 shown")
    expect(catalog()[0]!.signature).toContain("word word")
  })

  it("sort namespaces by code units, and keep catalog order inside", () => {
    const text = instructions({ b: { z: cheap, a: cheap }, B: { x: cheap }, "a-b": { x: cheap }, alone: cheap })
    const lines = text.split("\n").filter((line) => /^ {0,2}- /.test(line) && !line.includes("`"))
    expect(lines.filter((line) => line.startsWith("- ") && line.includes("tool")).slice(-4)).toEqual([
      "- B (1 tool)",
      "- a-b (1 tool)",
      "- alone (1 tool)",
      "- b (2 tools)"
    ])
    expect(text.indexOf("tools.b.z(")).toBeLessThan(text.indexOf("tools.b.a("))
  })

  it("keep a namespace's name on its line", () => {
    const text = instructions({ "a\n- b (9 tools)": { x: cheap }, "c\u2028d": { x: cheap }, "naïve ns": { x: cheap } })
    expect(text.split("\n").filter((line) => line.startsWith("- ") && line.endsWith("(1 tool)"))).toEqual([
      '- "a\\n- b (9 tools)" (1 tool)',
      '- "c\u2028d" (1 tool)',
      "- naïve ns (1 tool)"
    ])
  })

  it("state what tests of hosts look for", () => {
    for (const [tools, budget] of [
      [three, 2000],
      [three, 40]
    ] as const) {
      const text = instructions(tools, budget)
      for (const part of [
        "restricted JavaScript language for calling tools",
        "not a general-purpose runtime",
        "Do not infer or normalize tool names",
        "## Workflow",
        "const result = await tools.<namespace>.<tool>(input)",
        "## Rules",
        "Promise.all",
        "Object.keys(tools)",
        "## Language"
      ]) {
        expect(text).toContain(part)
      }
    }
    const partial = instructions(three, 40)
    expect(partial).toContain('return search({ query: "<intent + key nouns>" })')
    expect(partial).toContain('search({ query: "", namespace: "<name>" })')
    expect(partial).toContain("offset: next.offset")
  })

  it("are the same bytes for the same tree and budget, and for a second call", () => {
    const catalog = makeCatalog(three, { catalogBudget: 40 })
    expect(catalog.instructions()).toBe(catalog.instructions())
    expect(instructions(three, 40)).toBe(catalog.instructions())
  })
})
