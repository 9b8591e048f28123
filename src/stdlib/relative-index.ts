/** Positions that count from the end when they are negative, as most methods of arrays, typed arrays and buffers take them. */
import { SUSP } from "../interpreter/kernel/agent.ts"
import { toIntegerOrInfinity } from "../interpreter/kernel/convert.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** A relative position within `0…length`. */
export const relativeIndex = (position: number, length: number): number =>
  position < 0 ? Math.max(length + position, 0) : Math.min(position, length)

/** The position that an argument means; `fallback` when the argument is `undefined`. */
export function* relativeIndexOf(value: Value, length: number, fallback: number): Steps<number> {
  if (value === undefined) return fallback
  let position = toIntegerOrInfinity(value)
  if (position === SUSP) position = (yield) as number
  return relativeIndex(position, length)
}
