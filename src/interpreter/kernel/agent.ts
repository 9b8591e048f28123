/**
 * Suspension: the one mechanism behind fairness, `await`, `yield` and deep recursion.
 *
 * A function of the engine that may stop returns its value or {@link SUSP}. Whoever sees `SUSP` and still has work to do pushes one
 * {@link Continuation} (`suspend(...)` or `agent.pending.push`) and returns `SUSP` itself. The driver moves the pushed records to a heap stack
 * and later pops them, feeding each the value of the one before. Nothing is thrown for this, and no host frame is rebuilt.
 *
 * One program runs at a time on a thread; its run state is in {@link agent}. `Execution` swaps it in and out.
 */
import { throwCallDepth } from "./errors.ts"
import type { Realm } from "./realm.ts"
import type { Value } from "./values.ts"

export const SUSP: unique symbol = Symbol("suspended")
export type Susp = typeof SUSP

/** A call's frame: `[captured cells, this, source position, active function, parameters…, locals…]`. */
// Slots hold values, cells, engine bookkeeping: the compiler knows which is where.
// oxlint-disable-next-line no-explicit-any
export type Frame = any[]

/** What is left to do after a suspension. */
export abstract class Continuation {
  /** The guest frame that it belongs to, for stack traces and the heap census. */
  readonly frame: Frame | null
  constructor(frame: Frame | null) {
    this.frame = frame
  }
  /** Goes on with the value of the record before. */
  // Values that pass between records may be descriptors or keys as well as guest values.
  // oxlint-disable-next-line no-explicit-any
  abstract resume(value: any): unknown
  /** Goes on with a throw (`ThrowCompletion`, `ReturnCompletion`) of the record before. */
  fail(error: unknown): unknown {
    throw error
  }
}

// oxlint-disable-next-line no-explicit-any
type Resume = (frame: Frame, value: any, saved: any) => unknown

class Then extends Continuation {
  private readonly k: Resume
  private readonly saved: unknown
  constructor(k: Resume, frame: Frame, saved: unknown) {
    super(frame)
    this.k = k
    this.saved = saved
  }
  override resume(value: unknown): unknown {
    return this.k(this.frame as Frame, value, this.saved)
  }
}

/** Why the host stack is unwinding. */
export const REASON_BUDGET = 1
export const REASON_STACK = 2
export const REASON_AWAIT = 3
export const REASON_YIELD = 4
export type Reason = typeof REASON_BUDGET | typeof REASON_STACK | typeof REASON_AWAIT | typeof REASON_YIELD

/** A heap stack of continuations; the top is last. `depth` is the number of guest calls that its records stand for. */
export class ContinuationStack {
  readonly records: Continuation[] = []
  depth = 0
  /** Coroutines whose records stand among these; see {@link CoroutineContinuation}. */
  coroutines = 0
}

/** A function that stops half-way and owns a heap stack: how it goes on is its own business (`coroutine.ts`). */
export interface Coroutine {
  readonly stack: ContinuationStack
  /** Its body has ended with a value. Answers what whoever resumed it gets. */
  ended(value: unknown): unknown
  /** Its body has ended with a throw. */
  failed(error: unknown): unknown
  /** It waits at an `await` or a `yield` of its own: `agent.reason` and `agent.payload` say which. */
  waits(): unknown
}

/**
 * Goes on with a coroutine that was stopped elsewhere than at its own `await` or `yield`: its records move onto the stack that is being
 * driven, until it waits or ends. A driver of its own would need a host frame, so a chain of coroutines that call each other would be as
 * deep as before on every attempt, and with more of them than the host stack has room for never get anywhere.
 */
export class CoroutineContinuation extends Continuation {
  private readonly coroutine: Coroutine
  private readonly value: unknown
  private readonly failed: boolean
  /** What it goes on with. */
  constructor(coroutine: Coroutine, value: unknown, failed: boolean) {
    super(null)
    this.coroutine = coroutine
    this.value = value
    this.failed = failed
  }
  override resume(): unknown {
    const stack = agent.stacks[agent.stacks.length - 1]
    const own = this.coroutine.stack
    stack.records.push(new CoroutineEnd(this.coroutine))
    for (const record of own.records) stack.records.push(record)
    stack.coroutines += own.coroutines + 1
    stack.depth += own.depth
    agent.heapDepth += own.depth
    own.records.length = 0
    own.coroutines = 0
    own.depth = 0
    // A chain of them may have been stopped where none of its calls were on the host stack. The throw arrives where the coroutine goes on.
    if (stack.coroutines > MAX_CALL_DEPTH) throwCallDepth()
    if (this.failed) throw this.value
    return this.value
  }
}

/** Stands below the records of a coroutine on the stack of another. */
class CoroutineEnd extends Continuation {
  readonly coroutine: Coroutine
  constructor(coroutine: Coroutine) {
    super(null)
    this.coroutine = coroutine
  }
  override resume(value: unknown): unknown {
    agent.stacks[agent.stacks.length - 1].coroutines--
    return this.coroutine.ended(value)
  }
  override fail(error: unknown): unknown {
    agent.stacks[agent.stacks.length - 1].coroutines--
    return this.coroutine.failed(error)
  }
}

/** The topmost coroutine on a stack waits: it takes its records back, and its caller goes on. */
function takeBack(stack: ContinuationStack): unknown {
  const { records } = stack
  let at = records.length - 1
  while (!(records[at] instanceof CoroutineEnd)) at--
  const { coroutine } = records[at] as CoroutineEnd
  const own = coroutine.stack
  for (let i = at + 1; i < records.length; i++) {
    const record = records[i]
    if (record instanceof DepthContinuation) own.depth += record.calls
    own.records.push(record)
  }
  records.length = at
  stack.coroutines--
  stack.depth -= own.depth
  agent.heapDepth -= own.depth
  return coroutine.waits()
}

/** Stands in `agent.frames` where a built-in runs. */
export const NATIVE_FRAME: Frame = []

class Agent {
  /** Steps left in this slice. Loop back-edges, calls and built-ins' work take from it. */
  budget = 0
  /** Guest calls (and engine re-entries) on the host stack since the innermost driver began. */
  depth = 0
  /** Guest calls that live in heap stacks which are being driven now. */
  heapDepth = 0
  /** `depth` where the current suspension began. */
  suspendedDepth = 0
  pending: Continuation[] = []
  /** What the algorithm that is running holds, for the heap census; see `hold`. */
  held: unknown[] | null = null
  reason: Reason = REASON_BUDGET
  /** With `REASON_AWAIT` the promise, with `REASON_YIELD` the yielded value. */
  payload: Value = undefined
  /** Source position of the `await` that is about to suspend. */
  awaitPosition: number | undefined = undefined
  /** `frames[d]` is the frame of the guest call at host depth `d`, for stack traces. */
  frames: Frame[] = []
  /** Heap stacks being driven, outermost first, and the host depth at which each driver began. */
  stacks: ContinuationStack[] = []
  entryDepths: number[] = []
  realm!: Realm
}

export const agent = new Agent()

/** Beyond this host depth a call moves to the heap stack. About 150 guest calls fit any host's default stack with a wide margin. */
export const MAX_HOST_DEPTH = 150
/** Guest frames in all; the next call throws a `RangeError` that the program can catch. */
export const MAX_CALL_DEPTH = 10_000

/** Pushes the continuation `k(frame, value, saved)` and answers {@link SUSP}: `return suspend(k, f, x)`. */
export function suspend(k: Resume, frame: Frame, saved?: unknown): Susp {
  agent.pending.push(new Then(k, frame, saved))
  return SUSP
}

/** Begins a suspension because the slice is used up. The caller pushes what is left to do. */
export function pause(): Susp {
  agent.reason = REASON_BUDGET
  agent.suspendedDepth = agent.depth
  return SUSP
}

/** Answers a value after a pause where the slice is used up, and at once where it is not. */
export function answer<T>(value: T): T | Susp {
  if (agent.budget >= 0) return value
  pause()
  return suspend(answerSaved, NATIVE_FRAME, value)
}
const answerSaved = (_: Frame, __: unknown, value: unknown): unknown => value

/** Takes `n` steps from the slice; true when it is used up and the caller should {@link pause}. */
export const charge = (n: number): boolean => (agent.budget -= n) < 0

class DepthContinuation extends Continuation {
  readonly calls: number
  constructor(calls: number) {
    super(null)
    this.calls = calls
  }
  private leave(): void {
    agent.stacks[agent.stacks.length - 1].depth -= this.calls
    agent.heapDepth -= this.calls
  }
  override resume(value: unknown): unknown {
    this.leave()
    return value
  }
  override fail(error: unknown): unknown {
    this.leave()
    throw error
  }
}

/** What a call was made with, for the heap census: whoever made it may keep that until the call answers. */
export class ArgumentsContinuation extends Continuation {
  readonly thisValue: unknown
  readonly args: unknown
  constructor(thisValue: unknown, args: unknown) {
    super(null)
    this.thisValue = thisValue
    this.args = args
  }
  override resume(value: unknown): unknown {
    return value
  }
}

/** A throw on its way through ten thousand records takes 60 ms, so it may stop between two of them. */
class UnwindContinuation extends Continuation {
  private readonly error: unknown
  constructor(error: unknown) {
    super(null)
    this.error = error
  }
  override resume(): unknown {
    throw this.error
  }
}
/** What it takes from the slice for each record: some microseconds. */
const UNWIND_STEPS = 32

const depthRecords: DepthContinuation[] = []
const depthRecord = (calls: number): DepthContinuation => (depthRecords[calls] ??= new DepthContinuation(calls))

/**
 * Moves the records of a suspension to the heap stack, outermost first, with a record between those of one call and those of a call within it: where the
 * inner one ends, its depth does. One record below all of them would stand for as long as a loop of the outermost call goes on, and with every
 * suspension under that loop there would be one more.
 */
function pushWithDepths(records: Continuation[], pending: readonly Continuation[], entryDepth: number): void {
  const { frames, suspendedDepth } = agent
  let depth = entryDepth
  for (let i = pending.length - 1; i >= 0; i--) {
    const record = pending[i]
    const { frame } = record
    if (frame !== null && frame !== frames[depth]) {
      let at = depth + 1
      while (at <= suspendedDepth && frames[at] !== frame) at++
      if (at <= suspendedDepth) {
        records.push(depthRecord(at - depth))
        depth = at
      }
    }
    // Calls that have nothing left to do but to answer what the innermost one does.
    if (i === 0 && depth < suspendedDepth) records.push(depthRecord(suspendedDepth - depth))
    records.push(record)
  }
}

/**
 * Pops and runs records until the stack is empty (answers the last value, or throws), or until one suspends: then the new records are on
 * `stack`, `agent.reason` says why, and the answer is {@link SUSP}. `first` runs before any record.
 */
export function drive(stack: ContinuationStack, value: unknown, failed: boolean): unknown {
  const callerDepth = agent.depth
  const entryDepth = callerDepth + 1
  const records = stack.records
  agent.depth = entryDepth
  agent.stacks.push(stack)
  agent.entryDepths.push(entryDepth)
  agent.heapDepth += stack.depth
  try {
    for (;;) {
      const record = records.pop()
      if (record === undefined) {
        if (failed) throw value
        return value
      }
      agent.frames[entryDepth] = record.frame ?? NATIVE_FRAME
      try {
        value = failed ? record.fail(value) : record.resume(value)
        failed = false
        // Who answers a value must not have left a suspension behind: it would go on at the next one, with a wrong value.
        if (value !== SUSP && agent.pending.length > 0) throw new Error("a suspension was lost")
      } catch (error) {
        agent.depth = entryDepth
        agent.pending.length = 0
        value = error
        failed = true
        // Those are there for the census only, and a throw costs the same without it.
        if (record instanceof ArgumentsContinuation) continue
        if ((agent.budget -= UNWIND_STEPS) >= 0 || records.length === 0 || record instanceof UnwindContinuation)
          continue
        records.push(new UnwindContinuation(error))
        agent.reason = REASON_BUDGET
        agent.suspendedDepth = entryDepth
        return SUSP
      }
      while (value === SUSP) {
        const calls = agent.suspendedDepth - entryDepth
        const pending = agent.pending
        if (calls > 0 && agent.reason <= REASON_STACK) {
          stack.depth += calls
          agent.heapDepth += calls
          pushWithDepths(records, pending, entryDepth)
        } else {
          for (let i = pending.length - 1; i >= 0; i--) records.push(pending[i])
        }
        pending.length = 0
        try {
          if (agent.reason > REASON_STACK) {
            if (stack.coroutines === 0) return SUSP
            value = takeBack(stack)
          } else {
            if (calls <= 0 || agent.heapDepth < MAX_CALL_DEPTH) return SUSP
            // Calls look at the depth only where the host stack is deep: with a suspension in every one of them, it never is.
            agent.frames[entryDepth] = records[records.length - 1]?.frame ?? NATIVE_FRAME
            throwCallDepth()
          }
        } catch (error) {
          agent.depth = entryDepth
          agent.pending.length = 0
          value = error
          failed = true
        }
      }
    }
  } finally {
    agent.heapDepth -= stack.depth
    agent.stacks.pop()
    agent.entryDepths.pop()
    agent.depth = callerDepth
  }
}
