import { CodeSet, intersectRanges, normalizeRanges } from "./code-set.ts"
import type { LowBits, Ranges } from "./code-set.ts"
import type { PatternNode } from "./node.ts"
import type { Pace, Portions } from "./portions.ts"

/**
 * What the input must look like at a position for a match of something to be possible there: a necessary condition.
 *
 * Codes below 256 are exact; above, ranges of code points (units without `u` and `v`) or `undefined` for
 * "some, unknown which".
 */
export interface First {
  readonly low: LowBits
  readonly high: Ranges | undefined
  /** Possible at the end of the input. */
  readonly atEnd: boolean
  /** Possible whatever follows: the rest of this value then says nothing. */
  readonly anything: boolean
}

const NO_LOW: LowBits = new Int32Array(8)
const ALL_LOW: LowBits = new Int32Array(8).fill(-1)

export const NOWHERE: First = { low: NO_LOW, high: [], atEnd: false, anything: false }
export const ANYTHING: First = { low: ALL_LOW, high: undefined, atEnd: true, anything: true }
const ONLY_AT_END: First = { low: NO_LOW, high: [], atEnd: true, anything: false }

/** Above this many ranges the exact set is not worth its cost. */
const maxRanges = 32

export function firstOfSet(set: CodeSet): First {
  return { low: set.lowBits, high: highRanges(set.ranges), atEnd: false, anything: false }
}

function highRanges(ranges: Ranges | undefined): Ranges | undefined {
  if (ranges === undefined) return undefined
  if (ranges.length === 0 || ranges[ranges.length - 1] < 256) return []
  return capped(intersectRanges(ranges, [256, 0x10ffff]))
}

const capped = (ranges: Ranges): Ranges | undefined => (ranges.length > 2 * maxRanges ? undefined : ranges)

function unionFirst(left: First, right: First): First {
  if (left === NOWHERE || left === right) return right
  if (right === NOWHERE) return left
  if (left.anything || right.anything) return ANYTHING
  const low = left.low.map((word, at) => word | right.low[at])
  const high =
    left.high === undefined || right.high === undefined
      ? undefined
      : right.high.length === 0
        ? left.high
        : left.high.length === 0
          ? right.high
          : capped(normalizeRanges([...left.high, ...right.high]))
  return { low, high, atEnd: left.atEnd || right.atEnd, anything: false }
}

/** A position has to satisfy both. */
export function bothFirst(left: First, right: First): First {
  if (left.anything) return right
  if (right.anything) return left
  const high =
    left.high === undefined ? right.high : right.high === undefined ? left.high : intersectRanges(left.high, right.high)
  return {
    low: left.low.map((word, at) => word & right.low[at]),
    high,
    atEnd: left.atEnd && right.atEnd,
    anything: false
  }
}

/** No position satisfies both. */
export function disjoint(left: First, right: First): boolean {
  if (left.anything || right.anything || (left.atEnd && right.atEnd)) return false
  for (let at = 0; at < 8; at++) if ((left.low[at] & right.low[at]) !== 0) return false
  if (left.high === undefined) return right.high !== undefined && right.high.length === 0
  if (right.high === undefined) return left.high.length === 0
  return intersectRanges(left.high, right.high).length === 0
}

/**
 * What a node makes of what is demanded after it: `demand ∪ (pass ∩ follow)`, with no `pass` where it lets nothing through.
 * Sequences and choices of such are such, so that each node is looked at once, whatever follows it.
 */
interface Transfer {
  readonly demand: First
  readonly pass: First | undefined
}

const TRANSPARENT: Transfer = { demand: NOWHERE, pass: ANYTHING }
const demanding = (demand: First): Transfer => ({ demand, pass: undefined })

/** Computes {@link First} of nodes matched forward, each node once. */
export class FirstSets {
  private readonly known = new Map<PatternNode, Transfer>()
  private readonly unions = new Map<First, Map<First, First>>()
  private readonly ofCodes = new Map<number, First>()
  private readonly unicode: boolean

  constructor(unicode: boolean) {
    this.unicode = unicode
  }

  /** Possible where one of the two is. Equal questions get the same object, which makes later look-ups cheap. */
  union(left: First, right: First): First {
    let row = this.unions.get(left)
    if (row === undefined) this.unions.set(left, (row = new Map()))
    let result = row.get(right)
    if (result === undefined) row.set(right, (result = unionFirst(left, right)))
    return result
  }

  /** What `node` followed by something with `follow` needs. */
  before(node: PatternNode, follow: First): First {
    return this.apply(this.transfer(node), follow)
  }

  /** Looks at a node and all inside, with pauses. */
  *learn(node: PatternNode, pace: Pace): Portions<void> {
    if (this.known.has(node)) return
    switch (node.kind) {
      case "sequence": {
        let result = TRANSPARENT
        for (let at = node.items.length - 1; at >= 0; at--) {
          yield* this.learn(node.items[at], pace)
          result = this.inSequence(this.transfer(node.items[at]), result)
          if (pace.worked(2)) yield
        }
        this.known.set(node, result)
        return
      }
      case "choice": {
        let result: Transfer = demanding(NOWHERE)
        for (const item of node.items) {
          yield* this.learn(item, pace)
          result = this.inChoice(result, this.transfer(item))
          if (pace.worked(4)) yield
        }
        this.known.set(node, result)
        return
      }
      case "capture":
      case "loop":
      case "look":
        yield* this.learn(node.body, pace)
        if (pace.worked(2)) yield
    }
  }

  private apply({ demand, pass }: Transfer, follow: First): First {
    return pass === undefined ? demand : this.union(demand, bothFirst(pass, follow))
  }

  private transfer(node: PatternNode): Transfer {
    let result = this.known.get(node)
    if (result === undefined) this.known.set(node, (result = this.compute(node)))
    return result
  }

  private firstOfUnits(units: ReadonlyArray<number>): First {
    let code = units[0]
    if (this.unicode && code >= 0xd800 && code <= 0xdbff && units.length > 1) {
      code = ((code - 0xd800) << 10) + (units[1] - 0xdc00) + 0x10000
    }
    let first = this.ofCodes.get(code)
    if (first === undefined) this.ofCodes.set(code, (first = firstOfSet(new CodeSet([code, code]))))
    return first
  }

  private compute(node: PatternNode): Transfer {
    switch (node.kind) {
      case "empty":
      case "word-edge":
        return TRANSPARENT
      case "text":
        return demanding(this.firstOfUnits(node.units))
      case "set":
        return demanding(firstOfSet(node.set))
      case "member":
        return demanding(firstOfSet(node.property.starts))
      case "reference":
        return demanding(ANYTHING)
      case "edge":
        if (node.at === "start") return TRANSPARENT
        return demanding(node.multiline ? AT_LINE_END : ONLY_AT_END)
      case "capture":
        return this.transfer(node.body)
      case "sequence":
        return node.items.reduceRight((rest, item) => this.inSequence(this.transfer(item), rest), TRANSPARENT)
      case "choice":
        return node.items.reduce((sum, item) => this.inChoice(sum, this.transfer(item)), demanding(NOWHERE))
      case "loop": {
        // An iteration that consumes nothing leaves the condition to what follows the loop.
        const { demand } = this.transfer(node.body)
        return { demand, pass: node.min === 0 ? ANYTHING : undefined }
      }
      case "look": {
        if (node.negate || node.behind) return TRANSPARENT
        const first = this.before(node.body, ANYTHING)
        return first.anything ? TRANSPARENT : { demand: NOWHERE, pass: first }
      }
    }
  }

  private inSequence(left: Transfer, right: Transfer): Transfer {
    if (left.pass === undefined) return left
    return {
      demand: this.apply(left, right.demand),
      pass: right.pass && bothFirst(left.pass, right.pass)
    }
  }

  private inChoice(left: Transfer, right: Transfer): Transfer {
    return {
      demand: this.union(left.demand, right.demand),
      pass: left.pass && right.pass ? this.union(left.pass, right.pass) : (left.pass ?? right.pass)
    }
  }
}

const AT_LINE_END: First = {
  ...firstOfSet(new CodeSet([0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029])),
  atEnd: true
}
