import { ANYTHING } from "./first.ts"
import type { First, FirstSets } from "./first.ts"
import type { PatternNode } from "./node.ts"
import type { Search } from "./program.ts"

/** How to find places where a match may begin: a fixed way, or the condition on the first character. */
export function findSearch(root: PatternNode, firstSets: FirstSets): Search | First {
  const edge = leadingEdge(root)
  if (edge !== undefined) return { kind: edge }
  const text = leadingText(root)
  if (text !== "") return { kind: "text", text }
  const first = firstSets.before(root, ANYTHING)
  return first.anything ? { kind: "everywhere" } : first
}

/** Whether every way to match starts with `^`, and which `^` it is. */
function leadingEdge(node: PatternNode): "start" | "line" | undefined {
  switch (node.kind) {
    case "edge":
      return node.at === "end" ? undefined : node.multiline ? "line" : "start"
    case "capture":
      return leadingEdge(node.body)
    case "loop":
      return node.least > 0 ? leadingEdge(node.body) : undefined
    case "sequence":
      for (const item of node.items) {
        const edge = leadingEdge(item)
        if (edge !== undefined || !item.zeroWidth) return edge
      }
      return undefined
    case "choice": {
      const edges = node.items.map(leadingEdge)
      if (edges.includes(undefined)) return undefined
      return edges.includes("line") ? "line" : "start"
    }
    default:
      return undefined
  }
}

/** The text every match starts with. */
function leadingText(node: PatternNode): string {
  switch (node.kind) {
    case "text":
      return String.fromCharCode(...node.units.slice(0, 32))
    case "capture":
      return leadingText(node.body)
    case "loop":
      return node.least > 0 ? leadingText(node.body) : ""
    case "sequence": {
      const item = node.items.find(({ zeroWidth }) => !zeroWidth)
      return item === undefined ? "" : leadingText(item)
    }
    default:
      return ""
  }
}
