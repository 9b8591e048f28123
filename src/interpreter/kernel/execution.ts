/**
 * One program being run: its realm, the heap stack of the job at work, and the loop that the host drives slice by slice.
 * Plain and synchronous; whoever drives it decides when to yield, what to wait for and when to stop.
 */
import { agent, ContinuationStack, drive, REASON_BUDGET, REASON_STACK, SUSP } from "./agent.ts"
import type { Continuation } from "./agent.ts"
import type { AsyncRun } from "./coroutine.ts"
import { ThrowCompletion } from "./errors.ts"
import { StepsJob } from "./promise.ts"
import type { PromiseValue } from "./promise.ts"
import type { Realm } from "./realm.ts"
import type { Steps } from "./steps.ts"
import type { Value } from "./values.ts"
import { BYTES_PER_STEP } from "./weight.ts"

/** Steps of one slice: about half a millisecond of ordinary code. */
export const SLICE_STEPS = 16_384

/**
 * Steps between two looks at the clock. Steps are an estimate of time: code that has not been compiled yet, a busy machine or an operation that costs
 * more than it charges make them longer, and then a slice ends early.
 */
const QUANTUM = 4096
/** Milliseconds after which a slice ends, whatever is left of its steps. */
const SLICE_MILLISECONDS = 4

/**
 * `finished`: the main promise has settled. `sliced`: the slice is used up, give the host a turn and run again.
 * `idle`: nothing can go on until the host settles something.
 */
export type Progress = "finished" | "sliced" | "idle"

export interface ExecutionOptions {
  /** Steps of one slice. */
  readonly sliceSteps?: number | undefined
  /** Steps in all; a slice ends where they are used up. Unlimited when absent. */
  readonly maxSteps?: number | undefined
  /** Whether the heap is going to be counted (census.ts): built-ins then tell what they hold, and large texts cost steps. */
  readonly countsMemory?: boolean | undefined
}

/** How an interjected algorithm ended: with its value, or with the guest value that it threw. */
export type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly value: Value }

export class Execution {
  readonly realm: Realm
  /** Steps taken by finished slices, what they overran included. The same for the same program on every machine. */
  steps = 0
  /** Bytes of large allocations so far, where the heap is counted. */
  weighed = 0
  /** Work counted by {@link spend}. */
  spent = 0
  private readonly stack = new ContinuationStack()
  private main: PromiseValue | null = null
  private mainRun: AsyncRun | null = null
  private readonly sliceSteps: number
  private readonly maxSteps: number
  private isEnded = false

  constructor(
    realm: Realm,
    { sliceSteps = SLICE_STEPS, maxSteps = Infinity, countsMemory = false }: ExecutionOptions = {}
  ) {
    this.realm = realm
    realm.countsMemory = countsMemory
    this.sliceSteps = sliceSteps
    this.maxSteps = maxSteps
  }

  /** Steps until the next look at the clock. */
  private get allowance(): number {
    return Math.min(QUANTUM, this.sliceSteps, Math.max(0, this.maxSteps - this.steps))
  }

  /** The promise whose settling ends the run. */
  get result(): PromiseValue {
    return this.main!
  }

  /** Runs `work` with this execution's realm as the current one, outside any slice: for host answers and for copying data. */
  within<T>(work: () => T): T {
    const saved = enter(this.realm, this.sliceSteps)
    try {
      return work()
    } finally {
      leave(saved)
    }
  }

  /** Counts work of the host on the program's behalf toward the slice at hand, but not toward the program's steps. */
  spend(steps: number): void {
    agent.budget -= steps
    this.steps -= steps
    this.spent += steps
  }

  /** Adds what a slice took, and takes what large allocations cost out of it. */
  private count(allowance: number): void {
    const { realm } = this
    this.steps += allowance - agent.budget - realm.weight
    this.spent += realm.weight
    this.weighed += realm.weight * BYTES_PER_STEP
    realm.weight = 0
  }

  /** Ends the slice at hand at its next pause, whatever is left of it: the program cannot go on before the host has done something. */
  endSlice(): void {
    this.isEnded = true
  }

  /** Sets the main work: `begin` runs as the first job and settles the promise of the program. */
  start(begin: Continuation, main: AsyncRun): void {
    this.main = main.promise
    this.mainRun = main
    this.realm.jobs.main = main.promise
    this.realm.jobs.enqueue(begin)
  }

  /** Runs jobs until the main promise settles, nothing is left to do, or the slice is used up. */
  run(): Progress {
    return this.slice(() => this.runJobs())
  }

  /** Does `work` again and again until it has not run out of steps, or the slice is used up. */
  private slice(work: () => Progress): Progress {
    const { realm } = this
    realm.beginSlice(SLICE_MILLISECONDS)
    const begun = this.steps + this.spent
    this.isEnded = false
    try {
      for (;;) {
        const progress = this.quantum(work)
        if (progress !== "sliced") return progress
        const left = this.sliceSteps - (this.steps + this.spent - begun)
        if (left <= 0 || this.isEnded || this.steps >= this.maxSteps) return progress
        if (realm.isSliceOver) {
          // Time is what slices share out: it counts as a whole one.
          this.spent += left
          return progress
        }
      }
    } finally {
      realm.endSlice()
    }
  }

  /** Works until the next look at the clock. */
  private quantum(work: () => Progress): Progress {
    const { allowance } = this
    const saved = enter(this.realm, allowance)
    try {
      return work()
    } finally {
      this.count(allowance)
      leave(saved)
    }
  }

  private runJobs(): Progress {
    const records = this.stack.records
    for (;;) {
      if (records.length === 0) {
        if (this.main!.state !== "pending") return "finished"
        if (agent.budget < 0) return "sliced"
        const job = this.realm.jobs.next()
        if (job === undefined) return "idle"
        agent.budget--
        records.push(job)
      }
      const value = driveJob(this.stack)
      if (value !== SUSP) continue
      if (agent.reason === REASON_STACK) continue
      if (agent.reason !== REASON_BUDGET) throw new Error("a job cannot wait: only coroutines do")
      return "sliced"
    }
  }

  /**
   * Runs one more algorithm after the program has finished (copying its result), without running any job that waits.
   * Answers like {@link run}; call `resume` again after `sliced`.
   */
  interject(steps: () => Steps<unknown>): { resume: () => Progress; outcome: () => Outcome } {
    let outcome: Outcome = { ok: false, value: undefined }
    this.stack.records.push(new StepsJob(steps))
    const work = (): Progress => {
      for (;;) {
        let value: unknown
        try {
          value = drive(this.stack, undefined, false)
        } catch (error) {
          if (!(error instanceof ThrowCompletion)) throw error
          outcome = { ok: false, value: error.value }
          return "finished"
        }
        if (value !== SUSP) {
          outcome = { ok: true, value }
          return "finished"
        }
        if (agent.reason === REASON_BUDGET) return "sliced"
      }
    }
    return {
      resume: () => this.slice(work),
      outcome: () => outcome
    }
  }

  /** Drops all work: nothing of the program runs again. */
  stop(): void {
    this.stack.records.length = 0
  }

  /** Where the program's main body waits: the source offset of its `await`. */
  get waitingAt(): number | undefined {
    return this.mainRun?.awaiting
  }

  /** The heap stack of the job at work, for the census. */
  get records(): readonly Continuation[] {
    return this.stack.records
  }
}

/** A throw that leaves a job has nowhere to go: reactions settle promises, so only a defect of the engine gets here. */
function driveJob(stack: ContinuationStack): unknown {
  try {
    return drive(stack, undefined, false)
  } catch (error) {
    stack.records.length = 0
    if (error instanceof ThrowCompletion) return undefined
    throw error
  }
}

interface Saved {
  readonly budget: number
  readonly depth: number
  readonly heapDepth: number
  readonly suspendedDepth: number
  readonly pending: Continuation[]
  readonly held: unknown[] | null
  readonly reason: typeof agent.reason
  readonly payload: typeof agent.payload
  readonly frames: typeof agent.frames
  readonly stacks: ContinuationStack[]
  readonly entryDepths: number[]
  readonly realm: Realm
}

/** A tool may start another execution while one is at work, so the agent's state is saved, not assumed to be idle. */
function enter(realm: Realm, budget: number): Saved {
  // Before the first execution of all there is no realm, not even as a property; without it the last one would stay.
  const saved: Saved = { ...agent, realm: agent.realm }
  agent.budget = budget
  agent.depth = 0
  agent.heapDepth = 0
  agent.pending = []
  agent.held = null
  agent.frames = []
  agent.stacks = []
  agent.entryDepths = []
  agent.realm = realm
  return saved
}

function leave(saved: Saved): void {
  Object.assign(agent, saved)
}
