/** What the signatures of a catalog leave out. */
import type { Catalog } from "../../src/tool-runtime/catalog.ts"
import { enterScope, followReferences, isSchemaObject, keyword } from "../../src/tool-runtime/json-schema.ts"
import { schemaDocument } from "../../src/tool-runtime/schema-document.ts"
import type { SchemaType } from "../../src/tool.ts"

/** What a catalog's signatures leave out. */
export interface Losses {
  readonly tools: number
  /** Signatures that are `unknown` somewhere though the schema says more, the cuts by depth, recursion and length apart. */
  readonly lossy: number
  /** Signatures with a side that is nothing but `unknown` though its schema says more. */
  readonly bare: ReadonlyArray<string>
  /** Signatures with a cut by depth or recursion. */
  readonly deep: number
  /** Signatures that gave up comments to fit, and levels as well. */
  readonly uncommented: number
  readonly shortened: number
}

const saysSomething = (schema: SchemaType | undefined): boolean => {
  if (schema === undefined) return false
  const document = schemaDocument(schema, "output")
  if (!isSchemaObject(document)) return false
  const target = followReferences(document, enterScope(undefined, document))?.schema
  if (!isSchemaObject(target)) return false
  return ["type", "properties", "items", "enum", "const", "allOf"].some((name) => keyword(target, name) !== undefined)
}

export const lossesOf = ({ tree, signature }: Catalog): Losses => {
  let [lossy, deep, uncommented, shortened] = [0, 0, 0, 0]
  const bare: Array<string> = []
  for (const { path, tool } of tree.entries) {
    const { text, losses, cuts } = signature(path)!
    if (losses.has("reference") || losses.has("keyword")) lossy++
    if (losses.has("depth") || losses.has("recursion")) deep++
    if (cuts.has("levels")) shortened++
    else if (cuts.has("comments")) uncommented++
    const silent = text.endsWith("): Promise<unknown>") && saysSomething(tool.output)
    if (silent || text.includes("(input: unknown): ")) bare.push(path)
  }
  return { tools: tree.entries.length, lossy, bare, deep, uncommented, shortened }
}
