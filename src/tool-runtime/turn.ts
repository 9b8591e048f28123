/**
 * Sharing the thread: the event loop and every execution of the process get their turns, however many run at once.
 */
import { Effect } from "effect"
import { SLICE_STEPS } from "../interpreter/kernel/execution.ts"
import { Lane, Places } from "./places.ts"

/**
 * One piece of work at a time for the whole process, in order of arrival. Without it two hundred executions would each run a slice between two turns
 * of the event loop.
 */
const turns = new Lane(new Places(1), undefined)

/** Steps taken since the event loop last had its turn from here, by anybody. Short pieces of work share one turn. */
let taken = 0

/**
 * Does a bounded piece of work when its turn has come. `cost` tells its size in steps, once it is done; where that fills a slice, the event loop has
 * its turn before anybody goes on.
 */
export const inTurn = <A>(work: () => A, cost: (done: A) => number): Effect.Effect<A> =>
  turns.withPlace(
    Effect.suspend(() => {
      const done = work()
      taken += cost(done)
      if (taken < SLICE_STEPS) return Effect.succeed(done)
      taken = 0
      return Effect.as(Effect.yieldNow, done)
    })
  )

/** Work that waits for something short, alone; the event loop has its turn afterwards. */
export const aloneInTurn = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  turns.withPlace(Effect.ensuring(work, Effect.yieldNow))
