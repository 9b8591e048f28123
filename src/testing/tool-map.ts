/** Trees of tools with every tool replaced, and everything else as it was. */
import { isNamespace } from "../tool-runtime/namespace.ts"
import type { Namespace, Tools } from "../tool-runtime/namespace.ts"
import { isDefinition } from "../tool.ts"
import type { Definition } from "../tool.ts"

/** Any tree that a runtime takes. */
export type Tree = Tools<unknown> | Namespace<unknown>

/** A tool that is as `tool` is, but for its body. */
export const withRun = <R>(tool: Definition<unknown>, run: Definition<R>["run"]): Definition<R> => ({
  ...(tool as Definition<R>),
  _tag: "CodeModeTool",
  description: tool.description,
  input: tool.input,
  output: tool.output,
  run
})

/** The tree with `replace` applied to every tool and its canonical path. Keys, namespaces and their order stay. */
export function mapTools<R>(
  tree: Tree,
  replace: (tool: Definition<unknown>, path: string) => Definition<R>
): Tools<R> | Namespace<R> {
  const visit = (value: unknown, path: string): unknown => {
    if (isDefinition(value)) return replace(value, path)
    if (isNamespace(value)) return { ...value, tools: visit(value.tools, path) }
    return Object.fromEntries(
      Object.entries(value as object).map(([key, member]) => [key, visit(member, path === "" ? key : `${path}.${key}`)])
    )
  }
  return visit(tree, "") as Tools<R> | Namespace<R>
}
