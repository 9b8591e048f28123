import { choice, EMPTY, sequence, text } from "./node.ts"
import type { PatternNode } from "./node.ts"
import type { Pace, Portions } from "./portions.ts"

/**
 * Rewrites `foo|far|baz` as `f(?:oo|ar)|baz`, so that a list of words is decided unit by unit.
 *
 * Only neighbours that begin with text are touched. Among them those with different first characters exclude each other,
 * so bringing those with the same one together, in their order, does not change which is found first.
 */
export function* factored(items: ReadonlyArray<PatternNode>, unicode: boolean, pace: Pace): Portions<PatternNode> {
  if (items.length < 3) return choice(items)
  return yield* choiceOf(items.map(headOf), unicode, pace)
}

/** An alternative as text from `from` on, and what follows the text. */
interface Headed {
  readonly units: ReadonlyArray<number>
  readonly from: number
  readonly rest: ReadonlyArray<PatternNode>
}

function headOf(node: PatternNode): Headed {
  if (node.kind === "text") return { units: node.units, from: 0, rest: [] }
  if (node.kind !== "sequence") return { units: [], from: 0, rest: [node] }
  const [head, ...rest] = node.items
  return head.kind === "text" ? { units: head.units, from: 0, rest } : { units: [], from: 0, rest: node.items }
}

function whole({ units, from, rest }: Headed): PatternNode {
  if (from === units.length) return rest.length === 0 ? EMPTY : sequence(rest)
  return sequence([text(units.slice(from)), ...rest])
}

function* choiceOf(list: ReadonlyArray<Headed>, unicode: boolean, pace: Pace): Portions<PatternNode> {
  const items: Array<PatternNode> = []
  let run: Array<Headed> = []
  for (const headed of list) {
    if (pace.worked(1)) yield
    if (headed.from < headed.units.length) run.push(headed)
    else {
      yield* addRun(items, run, unicode, pace)
      run = []
      items.push(whole(headed))
    }
  }
  yield* addRun(items, run, unicode, pace)
  return choice(items)
}

function* addRun(items: Array<PatternNode>, run: ReadonlyArray<Headed>, unicode: boolean, pace: Pace): Portions<void> {
  if (run.length < 3) {
    for (const headed of run) items.push(whole(headed))
    return
  }
  const groups = new Map<number, Array<Headed>>()
  for (const headed of run) {
    const key = firstCharacter(headed, unicode)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [headed])
    else group.push(headed)
  }
  for (const group of groups.values()) {
    if (group.length === 1) {
      items.push(whole(group[0]))
      continue
    }
    const [{ units, from }] = group
    const length = commonLength(group, unicode)
    const tails = group.map((headed) => ({ ...headed, from: headed.from + length }))
    items.push(sequence([text(units.slice(from, from + length)), yield* choiceOf(tails, unicode, pace)]))
  }
}

const isLeadUnit = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** In Unicode mode text holds only whole pairs, and must stay so. */
function firstCharacter({ units, from }: Headed, unicode: boolean): number {
  return unicode && isLeadUnit(units[from]) ? units[from] * 0x10000 + units[from + 1] : units[from]
}

function commonLength(group: ReadonlyArray<Headed>, unicode: boolean): number {
  const [{ units, from }] = group
  let length = 1
  while (
    from + length < units.length &&
    group.every((other) => other.units[other.from + length] === units[from + length])
  ) {
    length++
  }
  return unicode && isLeadUnit(units[from + length - 1]) ? length - 1 : length
}
