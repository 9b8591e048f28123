/**
 * Every case's type is compiled once, in both layouts, with values assigned to it: those that the schema allows must
 * compile, and those that it does not must fail.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { renderType } from "../../../src/tool-runtime/signature.ts"
import type { SchemaType } from "../../../src/tool.ts"
import type { Case } from "./cases.ts"
import { cases } from "./cases.ts"
import { makeSamples } from "./samples.ts"
import { makeValidator } from "./validate.ts"

const documentOf = ({ schema, side }: Case): unknown => {
  if (!Schema.isSchema(schema)) return schema
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(
    side === "output" ? Schema.toType(schema) : Schema.toEncoded(schema)
  )
  return { ...root, $defs: definitions }
}

interface Tried {
  readonly each: Case
  readonly type: string
  readonly fits: ReadonlyArray<unknown>
  readonly misfits: ReadonlyArray<unknown>
}

const tried: ReadonlyArray<Tried> = cases.flatMap((each) => {
  const document = documentOf(each)
  const isValid = makeValidator(document)
  const samples = makeSamples(document)
  const fits = each.strict === undefined ? samples.filter(isValid) : []
  const misfits = each.loose === undefined ? samples.filter((sample) => !isValid(sample)) : []
  return (["compact", "pretty"] as const).map((layout) => ({
    each,
    type: renderType(each.schema as SchemaType, each.side ?? "input", { layout }),
    fits,
    misfits
  }))
})

const statements = ({ type, fits, misfits }: Tried, at: number): string =>
  [
    `type T${at} = ${type}`,
    ...fits.map((value, index) => `export const fit_${at}_${index}: T${at} = ${JSON.stringify(value)}`),
    ...misfits.map(
      (value, index) => `// @ts-expect-error\nexport const misfit_${at}_${index}: T${at} = ${JSON.stringify(value)}`
    )
  ].join("\n")

const compile = (source: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "assignability-"))
  try {
    writeFileSync(join(folder, "cases.ts"), source)
    const options = { strict: true, noEmit: true, skipLibCheck: true, target: "ES2023", types: [] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["cases.ts"] }))
    const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url))
    const { stdout, stderr } = spawnSync("node", [tsc, "-p", folder], { encoding: "utf8" })
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("rendered types", () => {
  it("are tried with enough schemas and values", () => {
    expect(cases.length).toBeGreaterThanOrEqual(120)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    for (const { each, fits, misfits } of tried) {
      if (each.strict === undefined) expect(fits.length, each.name).toBeGreaterThan(0)
      if (each.loose === undefined) expect(misfits.length, each.name).toBeGreaterThan(0)
    }
  })

  it("allow what the schema allows and nothing else", () => {
    const source = tried.map(statements).join("\n\n")
    const lines = source.split("\n")
    const failures = compile(source)
      .split("\n")
      .filter((line) => line.includes("error TS"))
      .map((line) => {
        const at = Number(/\((\d+),/.exec(line)?.[1] ?? 0)
        return `${line}\n    ${lines.slice(at - 1, at + 1).join("\n    ")}`
      })
    expect(failures).toEqual([])
  }, 120_000)
})
