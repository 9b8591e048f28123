import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import * as Schema from "effect/Schema"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { catalog, check, declarations, instructions, searchSignature, toolExpression } from "../../src/declarations.ts"
import { makeCatalog } from "../../src/tool-runtime/catalog.ts"
import { tool } from "./support.ts"

const tools = {
  orders: {
    lookup: tool(
      "Look up an order\n\nby */ its id",
      Schema.Struct({ id: Schema.String, limit: Schema.optionalKey(Schema.Int) }),
      Schema.Struct({ id: Schema.String, status: Schema.Literals(["open", "closed"]) })
    )
  },
  issues: tool("All", Schema.Struct({}), Schema.Array(Schema.String)),
  "issues.list-all": tool("", Schema.Struct({}), Schema.Array(Schema.String)),
  empty: {}
}

const compile = (source: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "declarations-"))
  try {
    writeFileSync(join(folder, "program.ts"), source)
    const options = { strict: true, noEmit: true, skipLibCheck: true, target: "ES2023", module: "ES2022", types: [] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.ts"] }))
    const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url))
    return spawnSync("node", [tsc, "-p", folder], { encoding: "utf8" }).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("declarations", () => {
  it("nest as the tree does", () => {
    expect(declarations(tools)).toBe(`declare const tools: {
  orders: {
    /**
     * Look up an order
     *
     * by * / its id
     */
    lookup(input: {
      id: string,
      limit?: number,
    }): Promise<{
      id: string,
      status: "open" | "closed",
    }>
  }
  issues: {
    /** All */
    (input: {}): Promise<Array<string>>
    "list-all"(input: {}): Promise<Array<string>>
  }
  empty: {
  }
}

declare function ${searchSignature.replace("input:", "input?:")}
`)
  })

  it("type programs", () => {
    const program = `
export const good = async (): Promise<string> => {
  const { status, id } = await tools.orders.lookup({ id: "1" })
  const all = await Promise.all([tools.issues({}), tools.issues["list-all"]({})])
  const path: string = search({ query: "x" }).items[0]!.path + search().remaining
  return status === "open" ? id : all[0][0]! + path
}
// @ts-expect-error no such tool
tools.orders.find
// @ts-expect-error no such status
export const bad = async () => (await tools.orders.lookup({ id: "1" })).status === "shut"
// @ts-expect-error wrong type
tools.orders.lookup({ id: 1 })
`
    expect(compile(`${declarations(tools)}${program}`)).toBe("")
  }, 60_000)
})

describe("the entry", () => {
  it("says what a runtime says", async () => {
    const own = makeCatalog(tools)
    expect(catalog(tools)).toEqual(own.catalog())
    expect(instructions(tools, { catalogBudget: 10 })).toBe(makeCatalog(tools, { catalogBudget: 10 }).instructions())
    expect(toolExpression("a.b-c")).toBe('tools.a["b-c"]')
    const { errors } = await Effect.runPromise(check("return tools.nope.x({})", tools))
    expect(errors.map(({ kind }) => kind)).toEqual(["UnknownTool"])
    expect(() => catalog({ "a..b": tool("A") })).toThrow(TypeError)
  })

  it("loads no interpreter", async () => {
    const { metafile } = await build({
      entryPoints: [fileURLToPath(new URL("../../src/declarations.ts", import.meta.url))],
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      packages: "external",
      logLevel: "error"
    })
    const loaded = Object.keys(metafile.inputs).filter((path) => path.includes("src/"))
    expect(loaded.some((path) => path.includes("src/interpreter/syntax/"))).toBe(true)
    expect(loaded.filter((path) => /src\/(?:stdlib|openapi|interpreter\/(?!syntax\/))/.test(path))).toEqual([])
  })
})
