import type { CodeSet } from "./code-set.ts"
import type { StringProperty } from "./string-set.ts"

/** "No upper bound" of a loop. Strings are shorter than this, so a larger bound written in a pattern means the same. */
export const UNBOUNDED = 0x7fffffff

/** What a pattern means once flags, modifiers, case and names are resolved. The emitter reads nothing else. */
export type PatternNode =
  | EmptyNode
  | TextNode
  | SetNode
  | SequenceNode
  | ChoiceNode
  | CaptureNode
  | LoopNode
  | LookNode
  | ReferenceNode
  | EdgeNode
  | WordEdgeNode
  | MemberNode

/** A node without others inside. */
export type AtomNode = Exclude<PatternNode, SequenceNode | ChoiceNode | CaptureNode | LoopNode | LookNode>

interface NodeBase {
  /** Least number of UTF-16 units a match consumes. */
  readonly min: number
  /** It never consumes anything. */
  readonly zeroWidth: boolean
}

export interface EmptyNode extends NodeBase {
  readonly kind: "empty"
}

/** These UTF-16 units, exactly. Never splits a surrogate pair of the input in Unicode mode. */
export interface TextNode extends NodeBase {
  readonly kind: "text"
  readonly units: ReadonlyArray<number>
}

/** One member of a set. `wide`: members must be read as code points, as some are not single non-surrogate units. */
export interface SetNode extends NodeBase {
  readonly kind: "set"
  readonly set: CodeSet
  readonly wide: boolean
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence"
  readonly items: ReadonlyArray<PatternNode>
}

export interface ChoiceNode extends NodeBase {
  readonly kind: "choice"
  readonly items: ReadonlyArray<PatternNode>
}

export interface CaptureNode extends NodeBase {
  readonly kind: "capture"
  readonly index: number
  readonly body: PatternNode
}

/** Groups `firstGroup` up to, not including, `endGroup` lie inside and are cleared by each iteration. */
export interface LoopNode extends NodeBase {
  readonly kind: "loop"
  readonly body: PatternNode
  readonly least: number
  readonly most: number
  readonly greedy: boolean
  readonly firstGroup: number
  readonly endGroup: number
  /** Set by the emitter: what the body, one character, matches is never given back. */
  readonly possessive: boolean
}

export interface LookNode extends NodeBase {
  readonly kind: "look"
  readonly behind: boolean
  readonly negate: boolean
  readonly body: PatternNode
}

/** The text of whichever of `groups` has one (several only for a repeated name). */
export interface ReferenceNode extends NodeBase {
  readonly kind: "reference"
  readonly groups: ReadonlyArray<number>
  readonly ignoreCase: boolean
}

export interface EdgeNode extends NodeBase {
  readonly kind: "edge"
  readonly at: "start" | "end"
  readonly multiline: boolean
}

export interface WordEdgeNode extends NodeBase {
  readonly kind: "word-edge"
  readonly negate: boolean
  readonly words: CodeSet
}

/** A string of exactly `codePoints` code points that a property of strings holds. */
export interface MemberNode extends NodeBase {
  readonly kind: "member"
  readonly codePoints: number
  readonly property: StringProperty
}

export const EMPTY: EmptyNode = { kind: "empty", min: 0, zeroWidth: true }

const add = (left: number, right: number): number => Math.min(left + right, UNBOUNDED)

export function text(units: ReadonlyArray<number>): PatternNode {
  return units.length === 0 ? EMPTY : { kind: "text", units, min: units.length, zeroWidth: false }
}

export function sequence(parts: ReadonlyArray<PatternNode>): PatternNode {
  const items: Array<PatternNode> = []
  let run: Array<number> = []
  const flush = () => {
    if (run.length > 0) items.push(text(run))
    run = []
  }
  for (const part of parts) {
    if (part.kind === "empty") continue
    if (part.kind === "text") {
      for (const unit of part.units) run.push(unit)
      continue
    }
    flush()
    items.push(part)
  }
  flush()
  if (items.length === 0) return EMPTY
  if (items.length === 1) return items[0]
  return {
    kind: "sequence",
    items,
    min: items.reduce((sum, item) => add(sum, item.min), 0),
    zeroWidth: items.every((item) => item.zeroWidth)
  }
}

export function choice(items: ReadonlyArray<PatternNode>): PatternNode {
  if (items.length === 1) return items[0]
  return {
    kind: "choice",
    items,
    min: items.reduce((least, item) => Math.min(least, item.min), UNBOUNDED),
    zeroWidth: items.every((item) => item.zeroWidth)
  }
}

type LoopParts = Omit<LoopNode, "kind" | "min" | "zeroWidth" | "possessive"> & { readonly possessive?: boolean }

export function loop(parts: LoopParts): PatternNode {
  const { body, greedy, firstGroup, endGroup, possessive = false } = parts
  let { least, most } = parts
  // An iteration that cannot consume is refused beyond `least`, and repeating it changes nothing.
  if (body.zeroWidth) {
    least = Math.min(least, 1)
    most = least
  }
  if (most === 0) return EMPTY
  if (least === 1 && most === 1) return body
  const min = Math.min(body.min * least, UNBOUNDED)
  return { kind: "loop", body, least, most, greedy, firstGroup, endGroup, possessive, min, zeroWidth: body.zeroWidth }
}
