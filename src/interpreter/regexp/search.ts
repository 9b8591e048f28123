import { ANYTHING } from "./first.ts"
import type { First, FirstSets } from "./first.ts"
import { UNBOUNDED } from "./node.ts"
import type { PatternNode } from "./node.ts"
import { findPrefix } from "./prefix.ts"
import type { Search } from "./program.ts"

/** How to find places where a match may begin: a fixed way, or the condition on the first character. */
export function findSearch(root: PatternNode, firstSets: FirstSets, unicode: boolean): Search | First {
  if (startsAtStart(root)) return { kind: "start" }
  const text = leadingText(root)
  if (text.length > 2 || (text !== "" && (isRare(text.charCodeAt(0)) || !/[a-z ]/.test(text))))
    return { kind: "text", text }
  const first = firstSets.before(root, ANYTHING)
  const prefix = findPrefix(root, first, unicode)
  if (prefix !== undefined) return { kind: "prefix", ...prefix }
  return first.anything ? { kind: "everywhere" } : first
}

/** Whether every way to match starts with `^` at the start of the input. */
function startsAtStart(node: PatternNode): boolean {
  let result = atStart.get(node)
  if (result === undefined) atStart.set(node, (result = mustStartAtStart(node)))
  return result
}

// Nested choices ask for the innermost once for each level.
const atStart = new WeakMap<PatternNode, boolean>()

function mustStartAtStart(node: PatternNode): boolean {
  switch (node.kind) {
    case "edge":
      return node.at === "start" && !node.multiline
    case "capture":
      return startsAtStart(node.body)
    case "loop":
      return node.least > 0 && startsAtStart(node.body)
    case "sequence":
      for (const item of node.items) {
        if (startsAtStart(item)) return true
        if (!item.zeroWidth) return false
      }
      return false
    case "choice":
      return node.items.every(startsAtStart)
    default:
      return false
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

/** Units that ordinary text holds few of, so that jumping from one to the next pays. */
function isRare(unit: number): boolean {
  return unit > 0x7f || !/[a-z0-9 "',.\-/=_]/.test(String.fromCharCode(unit))
}

/**
 * The unbounded loop over one character that every attempt begins with, when a failed attempt proves that none can
 * succeed before the end of its run.
 *
 * An attempt at `s` runs the loop to `e`, the end of the run, and then tries what follows at each place from `s` (plus
 * the least count) to `e`. An attempt at a later `t` in the run ends at the same `e` and tries a subset of these places.
 * What follows cannot tell `s` from `t`, unless it refers to captured text. So the next attempt belongs after `e`, where
 * the run cannot begin again. That makes `\s+$`, `\w+@` and their like linear.
 */
export function leadingRun(root: PatternNode): PatternNode | undefined {
  return hasReference(root) ? undefined : leadingLoop(root)
}

function leadingLoop(node: PatternNode): PatternNode | undefined {
  switch (node.kind) {
    case "capture":
      return leadingLoop(node.body)
    case "loop":
      return node.most === UNBOUNDED ? node : undefined
    case "sequence": {
      const item = node.items.find(({ zeroWidth }) => !zeroWidth)
      return item === undefined ? undefined : leadingLoop(item)
    }
    case "choice": {
      // Alternatives that need the start of the input cannot match later either.
      const others = node.items.filter((item) => !startsAtStart(item))
      return others.length === 1 ? leadingLoop(others[0]) : undefined
    }
    default:
      return undefined
  }
}

function hasReference(node: PatternNode): boolean {
  switch (node.kind) {
    case "reference":
      return true
    case "sequence":
    case "choice":
      return node.items.some(hasReference)
    case "capture":
    case "loop":
    case "look":
      return hasReference(node.body)
    default:
      return false
  }
}
