/** Code without loops and calls takes no steps, however much of it there is: what is very long is charged by its length. */
import { agent } from "../kernel/agent.ts"
import type { Frame } from "../kernel/agent.ts"

/** Shorter code takes less than a twentieth of a slice. */
const LONG_CODE = 8192
/** Units of source text that run in a step, as a power of two: ten nanoseconds. */
const UNITS_PER_STEP = 4

/** Steps that the code of a node costs each time; 0 for what is not very long. */
export const stepsOfLength = ({ start, end }: { readonly start: number; readonly end: number }): number =>
  end - start < LONG_CODE ? 0 : (end - start) >> UNITS_PER_STEP

/** The closure of a node that charges for its length. */
export function chargedByLength<T>(
  node: { readonly start: number; readonly end: number },
  run: (f: Frame) => T
): (f: Frame) => T {
  const steps = stepsOfLength(node)
  if (steps === 0) return run
  return (f) => {
    agent.budget -= steps
    return run(f)
  }
}
