/**
 * Calls are stopped one by one when a run ends early, and stopping one takes about as long as starting it did. So a program with many calls under way
 * may spend only a part of its time on starting more: however it ends, what it has started is stopped in less time than it ran.
 */
import { Effect } from "effect"
import type { Clock } from "effect"
import { sleep, timeOf } from "./host-services.ts"

/** Calls under way that a program may have before it has to wait: stopping them takes 20 to 80 ms. */
const FREE_CALLS = 512
/** How long it waits for each millisecond that it spent on starting more. */
const WAIT = 2
/** Timers count whole milliseconds, and cost some of their own. */
const LEAST_WAIT = 4
const MOST_WAIT = 100

/** The calls of an execution. */
interface Calls {
  readonly started: number
  readonly underWay: number
}

export class Pace {
  private owed = 0
  private readonly calls: Calls
  private readonly clock: Clock.Clock

  constructor(calls: Calls, clock: Clock.Clock) {
    this.calls = calls
    this.clock = clock
  }

  /** Does a piece of the program's work, which may make it owe a wait. */
  measured<A>(work: () => A): A {
    const { started } = this.calls
    const before = timeOf(this.clock) ?? 0
    const done = work()
    if (this.calls.started !== started && this.calls.underWay > FREE_CALLS)
      // A clock may run backwards.
      this.owed += WAIT * Math.max(0, (timeOf(this.clock) ?? before) - before)
    return done
  }

  /** Waits for what is owed. A clock that cannot sleep lets the program go on. */
  readonly wait: Effect.Effect<void> = Effect.suspend(() => {
    if (this.owed < LEAST_WAIT) return Effect.void
    const owed = Math.min(this.owed, MOST_WAIT)
    this.owed = 0
    return Effect.asVoid(sleep(owed))
  })
}
