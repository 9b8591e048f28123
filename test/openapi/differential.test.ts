import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { compare } from "./differential.ts"
import type { Json } from "./support.ts"

const examples = dirname(createRequire(import.meta.url).resolve("@readme/oas-examples/package.json"))

const documents = ["3.0", "3.1"].flatMap((version) =>
  readdirSync(join(examples, version, "json"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(version, "json", name))
)

describe("requests agree with an independent builder", () => {
  it.each(documents)("for every operation of %s", async (name) => {
    const document = JSON.parse(readFileSync(join(examples, name), "utf8")) as Json
    expect(await compare(document, 1)).toMatchObject({ differences: [] })
  })

  it("for hundreds of operations in all", () => {
    expect(documents.length).toBeGreaterThan(40)
  })
})
