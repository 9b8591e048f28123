/**
 * `maxMemoryBytes`: when the live heap of a program is counted, and what happens where it is too large. Nothing is counted as it is allocated; now and
 * then, between two slices, the heap is walked.
 */
import { Effect } from "effect"
import { Census } from "../interpreter/kernel/census.ts"
import type { Execution } from "../interpreter/kernel/execution.ts"
import { SLICE_STEPS } from "../interpreter/kernel/execution.ts"
import { diagnostic } from "./result.ts"
import type { Diagnostic } from "./result.ts"
import { inTurn } from "./turn.ts"

/** No slice is taken to allocate more: large texts, lists and buffers cost steps by their size. */
const BYTES_PER_SLICE = 8 * 2 ** 20
const MOST_SLICES = 64
/** A walk over so many values costs about as much as a slice. */
const VALUES_PER_SLICE = 4096
/** Slices of the program for each slice of a census, and those once more than half of the limit is in use. */
const SHARE = 3
const SHARE_NEAR = 1
const FEWEST_SLICES = 8

export class MemoryBudget {
  private readonly limit: number
  private readonly execution: Execution
  private readonly roots: () => readonly unknown[]
  private readonly held: () => number
  /** Bytes counted last, and steps done then. */
  private live = 0
  private countedAt = 0
  /** The next census is due at so many steps, or so many bytes of large allocations. */
  private nextSteps: number
  private nextWeight: number

  /** `roots`: what keeps the program's data alive beside the execution itself. `held`: bytes that the host keeps for it elsewhere. */
  constructor(limit: number, execution: Execution, roots: () => readonly unknown[], held: () => number) {
    this.limit = limit
    this.execution = execution
    this.roots = roots
    this.held = held
    this.nextSteps = this.slicesUntilFull(0) * SLICE_STEPS
    this.nextWeight = limit
  }

  /** Counts the heap if it is time to; answers the failure where it is larger than allowed. The program stands still meanwhile. */
  readonly check: Effect.Effect<Diagnostic | undefined> = Effect.suspend(() =>
    this.done < this.nextSteps && this.execution.weighed < this.nextWeight ? Effect.undefined : this.count()
  )

  private get done(): number {
    const { steps, spent, realm } = this.execution
    return steps + spent + (realm.received >> 8)
  }

  private count(): Effect.Effect<Diagnostic | undefined> {
    const self = this
    return Effect.gen(function* () {
      const held = self.held()
      if (held > self.limit) return self.failure(held)
      const census = new Census([self.execution, ...self.roots()], self.limit - held)
      const walk = inTurn(
        () => census.advance(VALUES_PER_SLICE),
        () => SLICE_STEPS
      )
      while (!(yield* walk)) {
        // The event loop has had its turn.
      }
      if (census.isExceeded) return self.failure(census.bytes + held)
      self.plan(census.bytes + held, census.work)
      return undefined
    })
  }

  /** When the next census is due: the dearer this one was the later, but before the program, at its pace, has twice the limit. */
  private plan(bytes: number, work: number): void {
    const { limit } = this
    const pace = (bytes - this.live) / ((this.done - this.countedAt) / SLICE_STEPS)
    const share = bytes > limit / 2 ? SHARE_NEAR : SHARE
    const fair = share * Math.ceil(work / VALUES_PER_SLICE)
    const safe = pace > 0 ? Math.max(FEWEST_SLICES, (2 * limit - bytes) / pace / 2) : Infinity
    const slices = Math.max(this.slicesUntilFull(bytes), Math.min(fair, safe))
    this.live = bytes
    this.countedAt = this.done
    this.nextSteps = this.done + slices * SLICE_STEPS
    this.nextWeight = this.execution.weighed + Math.max(limit - bytes, limit / 2)
  }

  private slicesUntilFull(live: number): number {
    return Math.min(Math.max(Math.floor((this.limit - live) / BYTES_PER_SLICE), 1), MOST_SLICES)
  }

  private failure(used: number): Diagnostic {
    return diagnostic(
      "ExecutionFailure",
      `The program was stopped: it is allowed ${this.limit} bytes of memory and used at least ${used} (limit maxMemoryBytes). Keep less data at a time: work on parts, keep only the fields that are needed, return totals instead of lists.`
    )
  }
}
