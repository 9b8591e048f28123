/** A tree of tools as TypeScript declarations: what an editor or a type checker needs to know of a program's globals. */
import type { Definition } from "../tool.ts"
import type { Catalog } from "./catalog.ts"
import { isIdentifier } from "./expression.ts"
import { searchSignature } from "./search-contract.ts"
import { toolDescription } from "./tool-schema.ts"
import type { ToolNode } from "./tool-tree.ts"

const indent = (text: string, pad: string): string => text.replaceAll("\n", `\n${pad}`)

const comment = (tool: Definition<unknown> | undefined, pad: string): string => {
  const description = tool === undefined ? "" : toolDescription(tool)
  if (description.trim() === "") return ""
  const lines = description
    .trim()
    .replaceAll("*/", "* /")
    .split(/\r\n|\r|\n/)
  if (lines.length === 1) return `${pad}/** ${lines[0]!} */\n`
  return `${pad}/**\n${lines.map((line) => `${pad} * ${line}`.trimEnd() + "\n").join("")}${pad} */\n`
}

/** `declare const tools` and `declare function search` for a catalog with standard signatures. */
export const declarationText = ({ tree, signature }: Catalog): string => {
  const call = ({ path }: ToolNode, pad: string): string => indent(signature(path)!.call, pad)

  const members = (node: ToolNode, pad: string): string => {
    let text = ""
    for (const [name, child] of node.children) {
      const label = isIdentifier(name) ? name : JSON.stringify(name)
      const { tool } = child
      const note = comment(tool, pad)
      if (child.children.size === 0 && tool !== undefined) text += `${note}${pad}${label}${call(child, pad)}\n`
      else {
        const inner = `${pad}  `
        const own = tool === undefined ? "" : `${comment(tool, inner)}${inner}${call(child, inner)}\n`
        text += `${pad}${label}: {\n${own}${members(child, inner)}${pad}}\n`
      }
    }
    return text
  }

  const search = searchSignature.replace(/^search\(input: /, "search(input?: ")
  return `declare const tools: {\n${members(tree.root, "  ")}}\n\ndeclare function ${search}\n`
}
