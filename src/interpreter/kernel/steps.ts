/**
 * Suspendable algorithms as host generators: the form in which the specification's algorithms are written here.
 */
import {
  agent,
  ArgumentsContinuation,
  Continuation,
  MAX_CALL_DEPTH,
  MAX_HOST_DEPTH,
  NATIVE_FRAME,
  pause,
  REASON_STACK,
  SUSP
} from "./agent.ts"
import type { Frame, Susp } from "./agent.ts"
import { throwCallDepth } from "./errors.ts"

/**
 * A suspendable algorithm, written as a host generator: wherever an operation answers `SUSP` (having pushed what it needs),
 * the generator does a bare `yield` and is resumed with that operation's value, or with its throw.
 *
 * ```ts
 * let v = o.get(key, o)
 * if (v === SUSP) v = yield
 * ```
 */
// A bare `yield` evaluates to whatever the operation before it answers.
// oxlint-disable-next-line no-explicit-any
export type Steps<T> = Generator<void, T, any>

class StepsContinuation extends Continuation {
  private readonly steps: Steps<unknown>
  /** What the algorithm works on and builds. */
  held: unknown[] | null = null
  /** `frame` is the guest call that the algorithm works for, so that what it throws after a suspension still has a place. */
  constructor(steps: Steps<unknown>, frame: Frame | null) {
    super(frame)
    this.steps = steps
  }
  override resume(value: unknown): unknown {
    return advance(this.steps, this.frame, this, value, false)
  }
  override fail(error: unknown): unknown {
    return advance(this.steps, this.frame, this, error, true)
  }
}

// Depth is counted where the algorithm starts only: once it has suspended, the driver's record of that depth stays until it ends.
function advance(
  steps: Steps<unknown>,
  frame: Frame | null,
  record: StepsContinuation | null,
  value: unknown,
  failed: boolean
): unknown {
  const outer = agent.held
  agent.held = record === null ? null : record.held
  try {
    const result = failed ? steps.throw(value) : steps.next(value)
    if (result.done === true) return result.value
    const next = record ?? new StepsContinuation(steps, frame)
    next.held = agent.held
    agent.pending.push(next)
    return SUSP
  } finally {
    agent.held = outer
  }
}

/**
 * Tells the heap census of what an algorithm keeps while the program runs: it cannot look into a host generator. For every list, table and text that
 * grows with the program's data, and every object that nothing else may refer to; what a call is made with is held by itself. Answers its argument.
 */
export function hold<T>(value: T): T {
  if (agent.realm.countsMemory) (agent.held ??= []).push(value)
  return value
}

/** How much the algorithm holds, for {@link letGo}. */
export const heldCount = (): number => agent.held?.length ?? 0

/** Lets go of what has been held since: of what one round of a loop needed. */
export function letGo(count: number): void {
  if (agent.held !== null) agent.held.length = count
}

/** Lets go of what was held last, if that is it. */
export function letGoOf(value: unknown): void {
  const { held } = agent
  if (held !== null && held[held.length - 1] === value) held.pop()
}

/** Holds what a suspended call was made with, until it answers. */
export function holdCall(thisValue: unknown, args: unknown): Susp {
  if (agent.realm.countsMemory) agent.pending.push(new ArgumentsContinuation(thisValue, args))
  return SUSP
}

/** What making and running a host generator costs. */
const GENERATOR_STEPS = 4

/** Runs a suspendable algorithm from plain code: its result, or {@link SUSP}. Native recursion counts as depth, too. */
export function runSteps<T>(steps: Steps<T>): T | Susp {
  // Built-ins that call built-ins (a chain of bound functions, proxies with built-in traps) may never reach guest code, where time is looked at.
  const frame = agent.frames[agent.depth] ?? NATIVE_FRAME
  if ((agent.budget -= GENERATOR_STEPS) < 0) {
    pause()
    agent.pending.push(new StepsContinuation(steps, frame))
    return SUSP
  }
  if (agent.depth >= MAX_HOST_DEPTH) {
    if (agent.depth + agent.heapDepth >= MAX_CALL_DEPTH) throwCallDepth()
    agent.reason = REASON_STACK
    agent.suspendedDepth = agent.depth
    agent.pending.push(new StepsContinuation(steps, frame))
    return SUSP
  }
  agent.frames[++agent.depth] = frame
  const result = advance(steps, frame, null, undefined, false)
  agent.depth--
  return result as T | Susp
}
