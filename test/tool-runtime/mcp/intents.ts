/**
 * Intents over the servers' tools and those of two small documents. They were written after the weighted ranking had its
 * shape, without looking at what it finds.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fromSpec } from "../../../src/openapi/index.ts"
import type { Document } from "../../../src/openapi/index.ts"
import type { Tools } from "../../../src/tool-runtime/tool-tree.ts"
import type { Intent } from "../recall.ts"

// Read from the project's root: a bundled bench no longer knows where this file was.
export const intents = JSON.parse(readFileSync("test/tool-runtime/mcp/intents.json", "utf8")) as ReadonlyArray<Intent>

const examples = dirname(
  createRequire(join(process.cwd(), "package.json")).resolve("@readme/oas-examples/package.json")
)

const toolsOf = (name: string): Tools<unknown> => {
  const spec = JSON.parse(readFileSync(join(examples, "3.0/json", `${name}.json`), "utf8")) as Document
  return fromSpec({ spec, baseUrl: "https://api.example.com" }).tools as Tools<unknown>
}

/** The servers' tools with those of the two documents beside them. */
export const withDocuments = (servers: Tools<unknown>): Tools<unknown> => ({
  ...servers,
  pets: toolsOf("petstore"),
  docs: toolsOf("readme-legacy")
})
