import { choice, EMPTY, sequence, text } from "./node.ts"
import type { PatternNode } from "./node.ts"

/**
 * Rewrites `foo|far|baz` as `f(?:oo|ar)|baz`, so that a list of words is decided unit by unit.
 *
 * Only neighbours that begin with text are touched. Among them those with different first characters exclude each other,
 * so bringing those with the same one together, in their order, does not change which is found first.
 */
export function factored(items: ReadonlyArray<PatternNode>, unicode: boolean): PatternNode {
  if (items.length < 3) return choice(items)
  const result: Array<PatternNode> = []
  let run: Array<Headed> = []
  const flush = () => {
    for (const node of grouped(run, unicode)) result.push(node)
    run = []
  }
  for (const item of items) {
    const headed = headOf(item)
    if (headed !== undefined) run.push(headed)
    else {
      flush()
      result.push(item)
    }
  }
  flush()
  return choice(result)
}

/** An alternative that begins with text, and what follows the text. */
interface Headed {
  readonly units: ReadonlyArray<number>
  readonly rest: ReadonlyArray<PatternNode>
}

function headOf(node: PatternNode): Headed | undefined {
  if (node.kind === "text") return { units: node.units, rest: [] }
  if (node.kind !== "sequence") return undefined
  const [head, ...rest] = node.items
  return head.kind === "text" ? { units: head.units, rest } : undefined
}

function grouped(run: ReadonlyArray<Headed>, unicode: boolean): ReadonlyArray<PatternNode> {
  const whole = ({ units, rest }: Headed) => sequence([text(units), ...rest])
  if (run.length < 3) return run.map(whole)
  const groups = new Map<number, Array<Headed>>()
  for (const headed of run) {
    const key = firstCharacter(headed.units, unicode)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [headed])
    else group.push(headed)
  }
  return [...groups.values()].map((group) => {
    if (group.length === 1) return whole(group[0])
    const length = commonLength(group, unicode)
    const tails = group.map(({ units, rest }) => {
      const tail = units.slice(length)
      return tail.length === 0 && rest.length === 0 ? EMPTY : sequence([text(tail), ...rest])
    })
    return sequence([text(group[0].units.slice(0, length)), factored(tails, unicode)])
  })
}

const isLeadUnit = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** In Unicode mode text holds only whole pairs, and must stay so. */
function firstCharacter(units: ReadonlyArray<number>, unicode: boolean): number {
  return unicode && isLeadUnit(units[0]) ? units[0] * 0x10000 + units[1] : units[0]
}

function commonLength(group: ReadonlyArray<Headed>, unicode: boolean): number {
  const [{ units }] = group
  let length = 1
  while (length < units.length && group.every((other) => other.units[length] === units[length])) length++
  return unicode && isLeadUnit(units[length - 1]) ? length - 1 : length
}
