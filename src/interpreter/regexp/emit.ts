import { CodeSet, complement, hasLow, unpacked, WORDS, WORDS_FOLDED } from "./code-set.ts"
import { ANYTHING, bothFirst, disjoint, firstOfSet, FirstSets, NOWHERE } from "./first.ts"
import type { First } from "./first.ts"
import type { RegExpFlags } from "./flags.ts"
import { linearSearch } from "./linear.ts"
import { loop, UNBOUNDED } from "./node.ts"
import type { AtomNode, LookNode, LoopNode, PatternNode, SetNode } from "./node.ts"
import { OP } from "./opcode.ts"
import type { Pace, Portions } from "./portions.ts"
import type { Program, Search } from "./program.ts"
import type { StringProperty } from "./string-set.ts"
import { findSearch, leadingRun } from "./search.ts"
import type { PatternTree } from "./tree.ts"

/** What comes after the node being emitted. */
interface Follow {
  readonly first: First
  /** It always succeeds, so nothing before it will be asked for another way to match. */
  readonly sure: boolean
}

const SURE: Follow = { first: ANYTHING, sure: true }
/** After a part of a lookbehind, matched right to left: nothing is known. */
const UNKNOWN: Follow = { first: ANYTHING, sure: false }

/** One turn of a loop; `position` is the register with its start where it may consume nothing, else -1. */
interface Iteration {
  readonly node: LoopNode
  readonly body: PatternNode
  readonly follow: Follow
  readonly position: number
  readonly back: boolean
}

/** Writes the instructions of a pattern. */
export function* emitProgram(
  tree: PatternTree,
  source: string,
  flagText: string,
  flags: RegExpFlags,
  pace: Pace
): Portions<Program> {
  const emitter = new Emitter(tree.groupCount * 2, flags.unicode || flags.unicodeSets, pace)
  emitter.leadingRun = leadingRun(tree.root)
  yield* emitter.firstSets.learn(tree.root, pace)
  yield* emitter.emit(tree.root, SURE, false)
  const end = emitter.write(OP.MATCH)
  if (pace.worked(end >> 5)) yield
  const search = findSearch(tree.root, emitter.firstSets, flags.unicode || flags.unicodeSets)
  if (pace.worked(end >> 5)) yield
  return emitter.finish(tree, source, flagText, flags, search)
}

class Emitter {
  readonly firstSets: FirstSets
  leadingRun: PatternNode | undefined
  /** See linear.ts. */
  forked = false
  boundless = false
  private leadingLoop = -1
  private readonly unicode: boolean
  private readonly pace: Pace
  private readonly code: Array<number> = [OP.FAIL]
  private readonly lows: Array<Uint8Array> = []
  private readonly beyond: Array<number> = []
  private readonly sets: Array<CodeSet | undefined> = []
  private readonly setIndexes = new Map<CodeSet | string, number>()
  private readonly peekOfFirst = new Map<First, number>()
  private readonly peekIndexes = new Map<string, number>()
  private readonly properties: Array<StringProperty> = []
  private readonly jumps: Array<number> = []
  private switches = 0
  private registers: number

  constructor(registers: number, unicode: boolean, pace: Pace) {
    this.registers = registers
    this.unicode = unicode
    this.pace = pace
    this.firstSets = new FirstSets(unicode)
  }

  write(...words: ReadonlyArray<number>): number {
    const at = this.code.length
    for (const word of words) this.code.push(word)
    return at
  }

  /** A jump whose target is still to be filled in. */
  private writeJump(): number {
    const at = this.write(OP.JUMP, 0)
    this.jumps.push(at)
    return at
  }

  /** Jumps to jumps go to their end. The last come first, as jumps lead to later ones. */
  private threadJumps(): void {
    const { code } = this
    for (let jump = this.jumps.length - 1; jump >= 0; jump--) {
      const at = this.jumps[jump]
      while (code[at] === OP.JUMP && (code[code[at + 1]] === OP.JUMP || code[code[at + 1]] === OP.REPEAT)) {
        const target = code[at + 1]
        code[at] = code[target]
        code[at + 1] = code[target + 1]
      }
    }
  }

  *emit(node: PatternNode, follow: Follow, back: boolean): Portions<void> {
    if (this.pace.worked(2)) yield
    switch (node.kind) {
      case "sequence":
        return yield* this.emitSequence(node.items, follow, back)
      case "choice":
        return yield* this.emitChoice(node.items, follow, back)
      case "capture":
        this.write(OP.SAVE, node.index * 2 + (back ? 1 : 0))
        yield* this.emit(node.body, follow, back)
        this.write(OP.SAVE, node.index * 2 + (back ? 0 : 1))
        return
      case "loop":
        return yield* this.emitLoop(node, follow, back)
      case "look":
        return yield* this.emitLook(node)
      default:
        this.emitAtom(node, back)
    }
  }

  private emitAtom(node: AtomNode, back: boolean): void {
    switch (node.kind) {
      case "empty":
        return
      case "text":
        return this.emitText(node.units, back)
      case "set":
        return this.emitSet(node, back)
      case "reference":
        this.forked = true
        this.write(OP.REFERENCE, node.ignoreCase ? 1 : 0, back ? 1 : 0, node.groups.length, ...node.groups)
        return
      case "edge":
        if (node.at === "start") this.write(node.multiline ? OP.START_LINE : OP.START)
        else this.write(node.multiline ? OP.END_LINE : OP.END)
        return
      case "word-edge":
        this.write(node.negate ? OP.NO_WORD_EDGE : OP.WORD_EDGE, this.set(node.words))
        return
      case "member": {
        this.forked = true
        let index = this.properties.indexOf(node.property)
        if (index < 0) index = this.properties.push(node.property) - 1
        this.write(back ? OP.MEMBER_BACK : OP.MEMBER, index, node.codePoints)
        return
      }
    }
  }

  private emitText(units: ReadonlyArray<number>, back: boolean): void {
    if (back) {
      for (const unit of units.toReversed()) this.write(OP.CHAR_BACK, unit)
    } else if (units.length <= 2) {
      this.write(OP.CHAR + units.length - 1, ...units)
    } else {
      this.write(OP.TEXT, units.length)
      for (const unit of units) this.code.push(unit)
    }
  }

  private emitSet({ set, wide }: SetNode, back: boolean): void {
    if (back) this.write(wide ? OP.WIDE_BACKWARD : OP.SET_BACK, this.set(set))
    else if (wide) this.write(OP.WIDE, this.set(set))
    else {
      const pair = twoUnits(set)
      if (pair !== undefined) this.write(OP.EITHER, ...pair)
      else this.write(OP.SET, this.set(set))
    }
  }

  private *emitSequence(items: ReadonlyArray<PatternNode>, follow: Follow, back: boolean): Portions<void> {
    if (back) {
      for (const item of items.toReversed()) yield* this.emit(item, UNKNOWN, true)
      return
    }
    const follows: Array<Follow> = []
    let next = follow
    for (let at = items.length - 1; at >= 0; at--) {
      if (this.pace.worked(2)) yield
      next = { first: bothFirst(next.first, afterEdge(items[at], items[at + 1])), sure: next.sure }
      follows.push(next)
      next = { first: this.firstSets.before(items[at], next.first), sure: next.sure && alwaysMatches(items[at]) }
    }
    follows.reverse()
    for (const [at, item] of items.entries()) yield* this.emit(item, follows[at], false)
  }

  private *emitChoice(items: ReadonlyArray<PatternNode>, follow: Follow, back: boolean): Portions<void> {
    const firsts: Array<First> = []
    // What the alternatives from one on may start with.
    const rests: Array<First> = []
    if (!back) {
      for (const item of items) {
        if (this.pace.worked(1)) yield
        firsts.push(this.firstSets.before(item, follow.first))
      }
      rests[items.length - 1] = firsts[items.length - 1]
      for (let at = items.length - 2; at >= 0; at--) {
        if (this.pace.worked(4)) yield
        rests[at] = this.firstSets.union(firsts[at], rests[at + 1])
      }
    }
    if (!follow.sure && firsts.some((first, at) => at < firsts.length - 1 && !disjoint(first, rests[at + 1]))) {
      this.forked = true
    }
    if (!back && items.length > 4 && (yield* this.emitSwitch(items, firsts, follow))) return
    const exits: Array<number> = []
    for (const [at, item] of items.entries()) {
      const isLast = at === items.length - 1
      let split = -1
      if (!isLast) {
        split = back ? this.write(OP.SPLIT, 0, 0) : this.writeSplit(firsts[at], rests[at + 1])
        this.code[split + 1] = this.code.length
      }
      yield* this.emit(item, follow, back)
      if (isLast) break
      exits.push(this.writeJump())
      this.code[split + (this.code[split] === OP.SPLIT ? 2 : 3)] = this.code.length
    }
    for (const exit of exits) this.code[exit + 1] = this.code.length
  }

  /**
   * A choice decided by the next unit: a table of where to go, each entry a chain of the alternatives it allows. False
   * when that would take too much room.
   */
  private *emitSwitch(
    items: ReadonlyArray<PatternNode>,
    firsts: ReadonlyArray<First>,
    follow: Follow
  ): Portions<boolean> {
    if (this.switches >= maxSwitches) return false
    this.switches++
    // The chain of a unit grows by each alternative that allows it; equal chains stay one object.
    const links: Array<Link> = Array.from({ length: 258 }, () => NO_LINK)
    for (const [item, first] of firsts.entries()) {
      const longer = new Map<Link, Link>()
      const extend = (unit: number) => {
        const before = links[unit]
        let next = longer.get(before)
        if (next === undefined) longer.set(before, (next = { before, item, length: before.length + 1 }))
        links[unit] = next
      }
      for (let word = 0; word < 8; word++) {
        for (let bits = first.low[word]; bits !== 0; bits &= bits - 1) extend(word * 32 + 31 - Math.clz32(bits & -bits))
      }
      if (first.high === undefined || first.high.length > 0) extend(256)
      if (first.atEnd) extend(257)
      if (this.pace.worked(4 + longer.size)) yield
    }
    const distinct = [...new Set(links)]
    const room = distinct.reduce((sum, { length }) => sum + length, 0)
    if (room > 2 * items.length + 64) return false
    const start = this.write(OP.SWITCH, 0)
    const entries = new Map<Link, number>()
    const splits: Array<{ readonly at: number; readonly item: number }> = []
    for (const link of distinct) {
      if (link.length < 2) continue
      entries.set(link, this.code.length)
      const chain = chainOf(link)
      chain.forEach((item, at) => {
        if (at === chain.length - 1) splits.push({ at: this.writeJump() + 1, item })
        else {
          const split = this.write(OP.SPLIT, 0, this.code.length + 3)
          splits.push({ at: split + 1, item })
        }
      })
    }
    const bodies: Array<number> = []
    const exits: Array<number> = []
    for (const [at, item] of items.entries()) {
      bodies.push(this.code.length)
      yield* this.emit(item, follow, false)
      if (at < items.length - 1) exits.push(this.writeJump())
    }
    exits.push(this.writeJump())
    this.code[start + 1] = this.code.length
    for (const link of links) this.code.push(link.length === 0 ? 0 : (entries.get(link) ?? bodies[link.item]))
    for (const { at, item } of splits) this.code[at] = bodies[item]
    for (const exit of exits) this.code[exit + 1] = this.code.length
    return true
  }

  /** A SPLIT or SPLIT_PEEK whose two targets are still to be filled in. */
  private writeSplit(first: First, second: First): number {
    if (first.anything && second.anything) return this.write(OP.SPLIT, 0, 0)
    return this.write(OP.SPLIT_PEEK, 0, this.peek(first), 0, this.peek(second))
  }

  private *emitLoop(node: LoopNode, follow: Follow, back: boolean): Portions<void> {
    const body = back ? node.body : yield* this.withRuns(node, follow)
    yield* this.firstSets.learn(body, this.pace)
    if (!back) {
      const single = singleSet(body, this.unicode)
      if (single !== undefined && this.emitSetLoop(single, node, follow)) return
    }
    const counted = node.least > 1 || (node.most !== UNBOUNDED && node.most > 1)
    const counter = counted ? this.registers++ : -1
    const position = body.min === 0 ? this.registers++ : -1
    const bodyFirst = back ? ANYTHING : this.firstSets.before(body, follow.first)
    const exitFirst = back ? ANYTHING : follow.first
    const sureExit = node.greedy && follow.sure
    if (position >= 0 || (node.least < node.most && !sureExit && !disjoint(bodyFirst, exitFirst))) this.forked = true
    if (node.most === UNBOUNDED && !follow.sure) this.boundless = true
    const inner: Follow = back
      ? UNKNOWN
      : {
          first: node.most === 1 ? exitFirst : this.firstSets.union(this.firstSets.before(body, NOWHERE), exitFirst),
          sure: false
        }
    // The body of an optional part is followed by what follows the loop.
    const bodyFollow: Follow = node.most === 1 ? { first: follow.first, sure: follow.sure && position < 0 } : inner
    const iteration = { node, body, follow: bodyFollow, position, back }
    if (counted) {
      this.write(OP.ASSIGN, counter, 0)
      const bodyPeek = back ? -1 : this.peek(bodyFirst)
      const exitPeek = back ? -1 : this.peek(exitFirst)
      const count = this.write(OP.COUNT, counter, node.least, node.most, 0, bodyPeek, exitPeek, node.greedy ? 0 : 1)
      this.write(OP.ENTER, counter, position, node.least)
      yield* this.emitIteration(iteration)
      this.write(OP.REPEAT, count)
      this.code[count + 4] = this.code.length
    } else if (node.least === 1) {
      if (position >= 0) this.write(OP.ASSIGN, position, -1)
      const start = this.code.length
      yield* this.emitIteration(iteration)
      const split = this.emitSplit(node.greedy, bodyFirst, exitFirst)
      if (position >= 0) this.write(OP.SAVE, position)
      this.write(OP.REPEAT, start)
      this.patchExit(split, node.greedy)
    } else {
      const split = this.emitSplit(node.greedy, bodyFirst, exitFirst)
      if (position >= 0) this.write(OP.SAVE, position)
      yield* this.emitIteration(iteration)
      if (node.most !== 1) this.write(OP.REPEAT, split)
      this.patchExit(split, node.greedy)
    }
  }

  private *emitIteration({ node, body, follow, position, back }: Iteration): Portions<void> {
    if (node.endGroup > node.firstGroup) this.write(OP.CLEAR, node.firstGroup * 2, node.endGroup * 2)
    yield* this.emit(body, follow, back)
    if (position >= 0) this.write(OP.PROGRESS, position)
  }

  /**
   * The body of `(?:[^"\\]|\\.)*` with `[^"\\]+` for `[^"\\]`.
   *
   * When the next character decides that this alternative, and no other and not the exit, can go on, then the loop has to
   * take it again for as long as the characters are of its set: the run is forced as a whole.
   */
  private *withRuns(node: LoopNode, follow: Follow): Portions<PatternNode> {
    const { body } = node
    if (node.most !== UNBOUNDED || node.least > 1 || body.kind !== "choice") return body
    const singles = body.items.map((item) => singleSet(item, this.unicode))
    if (singles.every((single) => single === undefined)) return body
    const firsts = body.items.map((item) => this.firstSets.before(item, follow.first))
    // What the alternatives up to one, and those after it, may start with.
    const earlier: Array<First> = []
    const later: Array<First> = []
    let sum = follow.first
    for (const [at, first] of firsts.entries()) {
      if (this.pace.worked(4)) yield
      earlier[at] = sum
      sum = this.firstSets.union(sum, first)
    }
    sum = NOWHERE
    for (let at = firsts.length - 1; at >= 0; at--) {
      if (this.pace.worked(4)) yield
      later[at] = sum
      sum = this.firstSets.union(firsts[at], sum)
    }
    return {
      ...body,
      items: body.items.map((item, at) => {
        const own = singles[at] && firstOfSet(singles[at].set)
        if (own === undefined || !disjoint(own, earlier[at]) || !disjoint(own, later[at])) return item
        return loop({
          body: item,
          least: 1,
          most: UNBOUNDED,
          greedy: true,
          firstGroup: 0,
          endGroup: 0,
          possessive: true
        })
      })
    }
  }

  /** Chooses between the instruction after it (the body) and an exit still to be filled in. */
  private emitSplit(greedy: boolean, body: First, exit: First): number {
    const split = greedy ? this.writeSplit(body, exit) : this.writeSplit(exit, body)
    const second = this.code[split] === OP.SPLIT ? 2 : 3
    this.code[split + (greedy ? 1 : second)] = this.code.length
    return split
  }

  private patchExit(split: number, greedy: boolean): void {
    const second = this.code[split] === OP.SPLIT ? 2 : 3
    this.code[split + (greedy ? second : 1)] = this.code.length
  }

  /** A loop over single characters, as one instruction. False when it must be written as a general loop. */
  private emitSetLoop({ set, wide }: SetNode, node: LoopNode, follow: Follow): boolean {
    const { least, most, greedy } = node
    const index = this.set(set)
    if (node === this.leadingRun) this.leadingLoop = this.code.length
    if (least === most || (!greedy && follow.sure)) {
      if (least === 1) this.write(wide ? OP.WIDE : OP.SET, index)
      else if (least > 0) this.write(wide ? OP.WIDE_TIMES : OP.SET_TIMES, index, least)
      return true
    }
    if (most === UNBOUNDED && !follow.sure) this.boundless = true
    const exclusive = node.possessive === true || disjoint(firstOfSet(set), follow.first)
    if (exclusive || (greedy && follow.sure)) {
      if (most === UNBOUNDED && least <= 1 && isEverything(set)) this.write(OP.ALL, least)
      else this.write(wide ? OP.WIDE_POSSESSIVE : OP.POSSESSIVE, index, least, most)
      return true
    }
    this.forked = true
    const peek = this.peek(follow.first)
    if (greedy) {
      this.write(wide ? OP.WIDE_GREEDY : OP.GREEDY, index, least, most, peek)
      this.write(wide ? OP.WIDE_BACK : OP.GREEDY_BACK, peek)
      return true
    }
    if (wide) {
      this.leadingLoop = -1
      return false
    }
    if (least === 1) this.write(OP.SET, index)
    else if (least > 1) this.write(OP.SET_TIMES, index, least)
    this.write(OP.LAZY, index, most === UNBOUNDED ? UNBOUNDED : most - least, peek)
    const more = this.write(OP.LAZY_MORE, index, peek)
    if (node === this.leadingRun) this.leadingLoop = more
    return true
  }

  private *emitLook(node: LookNode): Portions<void> {
    const { body, behind, negate } = node
    if (body.kind === "set" && !body.wide) {
      this.write(behind ? OP.BEHIND : OP.AHEAD, this.set(body.set), negate ? 1 : 0)
      return
    }
    if (body.kind === "text" && body.units.length === 1) {
      const set = new CodeSet([body.units[0], body.units[0]])
      this.write(behind ? OP.BEHIND : OP.AHEAD, this.set(set), negate ? 1 : 0)
      return
    }
    this.forked = true
    const register = this.registers
    this.registers += 2
    const begin = negate ? this.write(OP.UNLESS, register, 0) : this.write(OP.LOOK, register)
    yield* this.emit(body, SURE, behind)
    this.write(negate ? OP.UNLESS_DONE : OP.LOOK_DONE, register)
    if (negate) this.code[begin + 2] = this.code.length
  }

  private set(set: CodeSet): number {
    const key = set.ranges === undefined || set.ranges.length > 40 ? set : set.ranges.join()
    let index = this.setIndexes.get(key)
    if (index === undefined) {
      index = this.sets.push(set) - 1
      this.lows.push(set.page(0))
      this.beyond.push(0)
      this.setIndexes.set(key, index)
    }
    return index
  }

  private peek(first: First): number {
    if (first.anything) return -1
    const beyond = (first.high === undefined || first.high.length > 0 ? 1 : 0) | (first.atEnd ? 2 : 0)
    const seen = this.peekOfFirst.get(first)
    if (seen !== undefined) return seen
    const key = `${beyond},${first.low.join()}`
    let index = this.peekIndexes.get(key)
    if (index === undefined) {
      index = this.sets.push(undefined) - 1
      this.lows.push(unpacked(first.low))
      this.beyond.push(beyond)
      this.peekIndexes.set(key, index)
    }
    this.peekOfFirst.set(first, index)
    return index
  }

  finish(tree: PatternTree, source: string, flagText: string, flags: RegExpFlags, found: Search | First): Program {
    this.threadJumps()
    const search: Search = "kind" in found ? found : { kind: "table", table: this.peek(found) }
    const low = new Uint8Array(256 * this.lows.length)
    this.lows.forEach((page, index) => low.set(page, 256 * index))
    return {
      source,
      flagText,
      flags,
      groupCount: tree.groupCount,
      groupNames: tree.groupNames,
      code: new Int32Array(this.code),
      low,
      beyond: new Uint8Array(this.beyond),
      sets: this.sets,
      properties: this.properties,
      registerCount: this.registers,
      search,
      linear: linearSearch(tree, source, flags, this, search.kind === "start"),
      leadingLoop: this.leadingLoop
    }
  }
}

/**
 * What has to follow `item` when `\b` comes next: after a word character none, and the other way round. That makes
 * `\w+\b` as decided as `\w+,`.
 */
function afterEdge(item: PatternNode, edge: PatternNode | undefined): First {
  if (edge?.kind !== "word-edge" || edge.negate) return ANYTHING
  const { words, others } = edge.words === WORDS ? PLAIN_EDGE : FOLDED_EDGE
  if (endsIn(item, others) === false) return others.first
  return endsIn(item, words) === false ? words.first : ANYTHING
}

/** What may stand on one side of an edge, and what of it is known about the ends of nodes. */
interface EdgeSide {
  readonly first: First
  /** Groups around each other, each before an edge, ask for the innermost once for each. */
  readonly ends: WeakMap<PatternNode, boolean | undefined>
}

const edgeOf = (words: CodeSet): { readonly words: EdgeSide; readonly others: EdgeSide } => ({
  words: { first: firstOfSet(words), ends: new WeakMap() },
  others: { first: { ...firstOfSet(complement(words)), atEnd: true }, ends: new WeakMap() }
})

const PLAIN_EDGE = edgeOf(WORDS)
const FOLDED_EDGE = edgeOf(WORDS_FOLDED)

/** Whether the last character of what `node` matches may meet `side`; `undefined` when it may match nothing. */
function endsIn(node: PatternNode, side: EdgeSide): boolean | undefined {
  if (!side.ends.has(node)) side.ends.set(node, mayEndIn(node, side))
  return side.ends.get(node)
}

function mayEndIn(node: PatternNode, side: EdgeSide): boolean | undefined {
  if (node.min === 0) return undefined
  switch (node.kind) {
    case "text": {
      const unit = node.units[node.units.length - 1]
      return unit < 256 ? hasLow(side.first.low, unit) : true
    }
    case "set":
      return !disjoint(firstOfSet(node.set), { ...side.first, atEnd: false })
    case "capture":
    case "loop":
      return endsIn(node.body, side)
    case "sequence": {
      const last = node.items.findLast((item) => !item.zeroWidth)
      return last && endsIn(last, side)
    }
    case "choice":
      return node.items.some((item) => endsIn(item, side) !== false)
    default:
      return true
  }
}

/** Alternatives by index, the last first. */
interface Link {
  readonly before: Link | undefined
  readonly item: number
  readonly length: number
}
const NO_LINK: Link = { before: undefined, item: -1, length: 0 }

/** The alternatives in the order in which they are tried. */
function chainOf(link: Link): ReadonlyArray<number> {
  const chain: Array<number> = []
  for (let at: Link | undefined = link; at !== undefined && at.length > 0; at = at.before) chain.push(at.item)
  return chain.reverse()
}

/** A table takes about a kilobyte and some tens of microseconds to make. */
const maxSwitches = 64

/** Parts that succeed whatever the input is. */
function alwaysMatches(node: PatternNode): boolean {
  if (node.kind === "empty") return true
  if (node.kind === "capture") return alwaysMatches(node.body)
  if (node.kind === "loop") return node.least === 0
  if (node.kind === "sequence") return node.items.every(alwaysMatches)
  if (node.kind === "choice") return node.items.some(alwaysMatches)
  return false
}

/** The body of a loop as one set, when it is one character. */
function singleSet(node: PatternNode, unicode: boolean): SetNode | undefined {
  if (node.kind === "set") return node
  if (node.kind !== "text") return undefined
  const [lead, trail] = node.units
  if (node.units.length === 1) {
    return { kind: "set", set: new CodeSet([lead, lead]), wide: false, min: 1, zeroWidth: false }
  }
  if (!unicode || node.units.length !== 2 || lead < 0xd800 || lead > 0xdbff) return undefined
  const code = ((lead - 0xd800) << 10) + (trail - 0xdc00) + 0x10000
  return { kind: "set", set: new CodeSet([code, code]), wide: true, min: 1, zeroWidth: false }
}

function isEverything({ ranges }: CodeSet): boolean {
  return ranges !== undefined && ranges.length === 2 && ranges[0] === 0 && ranges[1] >= 0x10ffff
}

function twoUnits({ ranges }: CodeSet): readonly [number, number] | undefined {
  if (ranges === undefined || ranges.length !== 4) return undefined
  return ranges[0] === ranges[1] && ranges[2] === ranges[3] ? [ranges[0], ranges[2]] : undefined
}
