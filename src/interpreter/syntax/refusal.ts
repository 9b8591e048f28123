/** What a program is told when it uses syntax that is not available, with the rewrite. */
import { SyntaxFailure } from "./failure.ts"
import type { Refusal } from "./parser.ts"

const modules: Record<Refusal["what"], readonly [message: string, suggestion: string]> = {
  import: [
    "`import` is not available: programs have no modules.",
    "Remove the import. Everything a program can reach is a global: call tools through `tools`, and use the standard library."
  ],
  export: [
    "`export` is not available: a program is the body of one async function.",
    "Remove `export` and end with `return value`."
  ],
  dynamicImport: [
    "`import()` is not available: programs have no modules.",
    "Remove the import. Everything a program can reach is a global: call tools through `tools`, and use the standard library."
  ],
  importMeta: [
    "`import.meta` is not available: programs have no modules.",
    "Remove it. A program has no address; pass what it needs as data."
  ]
}

/** The failure for module syntax. */
export const refusedModule = ({ node, what }: Refusal): SyntaxFailure => {
  const [message, suggestion] = modules[what]
  return new SyntaxFailure({ kind: "UnsupportedSyntax", message, position: node.start, suggestions: [suggestion] })
}
