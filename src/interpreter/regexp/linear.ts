import type { RegExpFlags } from "./flags.ts"
import { UNBOUNDED } from "./node.ts"
import type { PatternNode } from "./node.ts"
import type { PatternTree } from "./tree.ts"

/**
 * The fast path: some searches run on the host's own engine, which cannot be interrupted.
 *
 * That is safe only where one search is bounded by a small constant whatever the input is. The proof has two halves.
 *
 * **One attempt is linear.** The emitter reports a pattern as `forked` unless at every choice (alternatives, another
 * iteration or not, one more character or not) one of two things holds:
 *
 * 1. The next character decides: what the ways on may begin with is disjoint, and none of them may match the empty
 *    string. Then all ways but one fail at their first character. A backtracking engine keeps each choice and comes back
 *    to it once, after everything behind it has failed; it pays a constant there (one character test for each way) and
 *    goes on to the choice before. As no way on is entered a second time, the choices it makes, and so the work, are at
 *    most proportional to what the attempt has consumed.
 * 2. What follows the choice always succeeds (`sure`). Then the choice is entered once, each of its ways is tried at
 *    most once, and the first that gets to its end ends the search.
 *
 * References and lookarounds of more than one character count as forks, as their work is not bounded by a character.
 *
 * **The attempts together are bounded.** An attempt that fails has consumed at most
 *
 * - a fixed number of characters, when every unbounded loop has a `sure` follow (having started such a loop, the attempt
 *   cannot fail): `attemptCost` bounds the work of an attempt, and input length × cost bounds the search;
 * - else all of the input, so the search is bounded by the square of the length unless there is one attempt only
 *   (sticky, or `^` at the start).
 *
 * The largest input follows from a budget of about a million character tests, one to two milliseconds on slow hardware.
 *
 * The host must also mean the same by the pattern. Left out are `v` (V8 in Node 20 has defects there), `iu` (to be
 * safe), `u` with patterns
 * that can be empty (V8 finds places inside surrogate pairs), and whatever the host cannot parse (modifiers and repeated
 * names on Node 20). `test/interpreter/regexp/linear.test.ts` compares both engines on random patterns of this class.
 */
export interface LinearSearch {
  /** The longest input, in UTF-16 units from where the search begins. */
  readonly maxInput: number
  /**
   * Searches from `from` and fills `captures` like the matcher does. `undefined` when the host turns out not to parse
   * the pattern.
   */
  exec(input: string, from: number, captures: Int32Array): boolean | undefined
}

/** What the emitter found out about a pattern. */
export interface Branching {
  /** Some choice is neither decided by the next character nor followed by what always succeeds. */
  readonly forked: boolean
  /** An attempt may fail after an unbounded loop. */
  readonly boundless: boolean
}

const testBudget = 1_000_000
const longestInput = 65_536
/** The host compiles the pattern in one go as well, see {@link hostWork}: these take up to ten milliseconds on slow hardware. */
const longestPattern = 1000
const compileBudget = 800

/** The fast path of a pattern, or `undefined` when there is no proof for it. */
export function linearSearch(
  tree: PatternTree,
  source: string,
  flags: RegExpFlags,
  { forked, boundless }: Branching,
  anchored: boolean
): LinearSearch | undefined {
  const { root } = tree
  if (source.length > longestPattern) return undefined
  if (forked || flags.unicodeSets || (flags.unicode && (flags.ignoreCase || root.min === 0))) return undefined
  const maxInput = largestInput(attemptCost(root), boundless, anchored || flags.sticky)
  if (maxInput < 16 || hostWork(root, flags) > compileBudget) return undefined
  const layout = captureLayout(root, tree.groupCount)
  if (layout === undefined) return undefined
  const { ignoreCase, multiline, dotAll, unicode, sticky } = flags
  const flagText = `${ignoreCase ? "i" : ""}${multiline ? "m" : ""}${dotAll ? "s" : ""}${unicode ? "u" : ""}${sticky ? "y" : "g"}`
  // Made when first needed: compiling for the host costs more than many a program wins.
  let host: RegExp | null | undefined
  return {
    maxInput,
    exec(input, from, captures) {
      if (host === undefined) host = hostExpression(source, flagText)
      if (host === null) return undefined
      host.lastIndex = from
      const match = host.exec(input)
      if (match === null) return false
      const start = match.index
      captures[0] = start
      captures[1] = start + match[0].length
      for (let at = 0; at < layout.length; at++) {
        const { group, anchor, fromEnd, gap, width } = layout[at]
        const length = width < 0 ? match[group].length : width
        const edge = captures[anchor] + gap
        captures[2 * group] = fromEnd ? edge - length : edge
        captures[2 * group + 1] = fromEnd ? edge : edge + length
      }
      return true
    }
  }
}

function hostExpression(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function largestInput(cost: number, boundless: boolean, singleAttempt: boolean): number {
  if (singleAttempt) return longestInput
  if (boundless) return Math.floor(Math.sqrt(testBudget / Math.min(cost, 4)))
  return Math.min(longestInput, Math.floor(testBudget / cost))
}

/**
 * Character tests of an attempt outside `sure` unbounded loops, each loop counted as often as it may turn. One for a
 * property takes several times as long, as it is looked for among hundreds of ranges.
 */
function attemptCost(node: PatternNode): number {
  switch (node.kind) {
    case "set":
      return node.set.ranges === undefined ? 8 : node.wide ? 2 : 1
    case "text":
      return node.units.length
    case "sequence":
    case "choice":
      return node.items.reduce((sum, item) => Math.min(sum + attemptCost(item), testBudget), 1)
    case "capture":
    case "look":
      return 1 + attemptCost(node.body)
    case "loop": {
      const turns = node.most === UNBOUNDED ? node.least + 1 : node.most
      return Math.min(turns * (1 + attemptCost(node.body)), testBudget)
    }
    default:
      return 1
  }
}

/**
 * What compiling a pattern takes the host, in about ten microseconds (measured with V8 in Node 20). It writes out each
 * class anew: a wide one for surrogate pairs as well, one of a property with hundreds of ranges, and one beyond ASCII
 * with everything that differs in case. Where there is a choice it looks ahead into the ways on.
 */
function hostWork(node: PatternNode, flags: RegExpFlags): number {
  switch (node.kind) {
    case "set": {
      const { ranges } = node.set
      if (ranges === undefined) return 40
      const beyondAscii = ranges.length > 0 && ranges[ranges.length - 1] > 0x7f
      return 1 + (ranges.length >> 3) + (node.wide || (flags.ignoreCase && beyondAscii) ? 10 : 0)
    }
    case "sequence":
    case "choice": {
      const each = node.kind === "choice" ? 2 : 0
      return node.items.reduce((sum, item) => sum + each + hostWork(item, flags), 0)
    }
    case "capture":
    case "look":
      return 1 + hostWork(node.body, flags)
    case "loop": {
      // Up to three turns are written out.
      const turns = Math.min(3, node.most === UNBOUNDED ? node.least + 1 : node.most)
      return 3 + turns * hostWork(node.body, flags)
    }
    default:
      return 1
  }
}

/**
 * Where a group lies: `gap` after (or, `fromEnd`, its end before) the bound `captures[anchor]`; `width` units long, or as
 * long as the text the host gives for it when -1.
 */
interface CapturePlace {
  readonly group: number
  readonly anchor: number
  readonly fromEnd: boolean
  readonly gap: number
  readonly width: number
}

/**
 * The host gives the groups' texts, not their places (the flag `d` costs more than the fast path wins). Yet most groups
 * follow the start of the match, the end of another group, or precede the end of the match at a fixed distance.
 * `undefined` when some group does not, or may take no part.
 */
function captureLayout(root: PatternNode, groupCount: number): ReadonlyArray<CapturePlace> | undefined {
  if (groupCount === 1) return []
  const items = root.kind === "sequence" ? root.items : [root]
  const places: Array<CapturePlace> = []
  let anchor = 0
  let gap = 0
  let index = 0
  for (; index < items.length; index++) {
    const item = items[index]
    if (item.kind === "capture") {
      if (hasCapture(item.body)) return undefined
      places.push({ group: item.index, anchor, fromEnd: false, gap, width: fixedWidth(item.body) })
      anchor = 2 * item.index + 1
      gap = 0
    } else {
      const width = hasCapture(item) ? -1 : fixedWidth(item)
      if (width < 0) break
      gap += width
    }
  }
  anchor = 1
  gap = 0
  for (let last = items.length - 1; last >= index; last--) {
    const item = items[last]
    if (item.kind === "capture") {
      if (hasCapture(item.body)) return undefined
      places.push({ group: item.index, anchor, fromEnd: true, gap, width: fixedWidth(item.body) })
      anchor = 2 * item.index
      gap = 0
    } else {
      const width = hasCapture(item) ? -1 : fixedWidth(item)
      if (width < 0) break
      gap -= width
    }
  }
  return places.length === groupCount - 1 ? places : undefined
}

function hasCapture(node: PatternNode): boolean {
  switch (node.kind) {
    case "capture":
      return true
    case "sequence":
    case "choice":
      return node.items.some(hasCapture)
    case "loop":
    case "look":
      return hasCapture(node.body)
    default:
      return false
  }
}

/** The number of units every match of the node has, or -1. */
function fixedWidth(node: PatternNode): number {
  if (node.zeroWidth) return 0
  switch (node.kind) {
    case "text":
      return node.units.length
    case "set":
      return node.wide ? -1 : 1
    case "capture":
      return fixedWidth(node.body)
    case "sequence": {
      const widths = node.items.map(fixedWidth)
      return widths.includes(-1) ? -1 : widths.reduce((sum, width) => sum + width, 0)
    }
    case "choice": {
      const widths = new Set(node.items.map(fixedWidth))
      return widths.size === 1 ? [...widths][0] : -1
    }
    case "loop": {
      const width = fixedWidth(node.body)
      return node.least === node.most && width >= 0 ? width * node.least : -1
    }
    default:
      return -1
  }
}
