/** From a program to its result: the timeout around a run, the output limit after it, the span over both. */
import { Cause, Effect, Exit, Fiber } from "effect"
import { sleep } from "./host-services.ts"
import { onlyEffects } from "./only-effects.ts"
import type { Result } from "./result.ts"
import { Run } from "./run.ts"
import type { RunOptions } from "./run.ts"
import { spanned } from "./span.ts"
import { truncate } from "./truncate.ts"
import { inTurn } from "./turn.ts"

/** Runs a program. Each run of the Effect is an execution of its own. */
export const execute = <R>(source: string, options: RunOptions<R>): Effect.Effect<Result, never, R> =>
  onlyEffects(
    spanned(
      Effect.suspend(() => {
        const run = new Run<R>(source, options)
        const { timeoutMs, maxOutputBytes } = options.limits
        const ended =
          timeoutMs === undefined ? Effect.map(run.body, (failure) => run.ended(failure)) : timed(run, timeoutMs)
        return ended.pipe(
          Effect.tap(() => logDefects(run.defects)),
          Effect.flatMap((result) => within(truncate(result, run.loggedLines, maxOutputBytes)))
        )
      }),
      { name: "CodeMode.execute", ended: (exit) => (Exit.isSuccess(exit) ? attributesOf(exit.value) : {}) }
    )
  )

/** The host's log gets what the diagnostic may not say. A logger that dies changes nothing. */
const logDefects = (defects: readonly unknown[]): Effect.Effect<void> =>
  Effect.forEach(defects, (defect) => Effect.logError("The interpreter failed", Cause.die(defect)), {
    discard: true
  }).pipe(Effect.catchCause(() => Effect.void))

const attributesOf = (result: Result): Record<string, unknown> => ({
  "codemode.outcome": result.ok ? "success" : "failure",
  ...(result.ok ? {} : { "codemode.error.kind": result.error.kind }),
  "codemode.toolCalls": result.toolCalls.length
})

/** What one portion of measuring a large result counts for, in steps. */
const PORTION_STEPS = 8192

/** Works through an algorithm that stops now and then; a short one is done at once. */
function within<A>(steps: Generator<void, A>): Effect.Effect<A> {
  const first = steps.next()
  if (first.done === true) return Effect.succeed(first.value)
  const rest: Effect.Effect<A> = Effect.flatMap(
    inTurn(
      () => steps.next(),
      () => PORTION_STEPS
    ),
    (step) => (step.done === true ? Effect.succeed(step.value) : rest)
  )
  return rest
}

/**
 * Interrupts the body when time is up, and answers only after everything in its scope has cleaned up. A clock that cannot sleep cannot keep the timeout
 * either, so it ends the run.
 */
const timed = <R>(run: Run<R>, timeoutMs: number): Effect.Effect<Result, never, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(restore(run.body))
      const isTimeKept = yield* restore(Effect.raceFirst(Effect.as(Fiber.await(fiber), true), sleep(timeoutMs))).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(fiber))
      )
      const exit = fiber.pollUnsafe()
      if (exit === undefined) {
        yield* Fiber.interrupt(fiber)
        return isTimeKept ? run.outOfTime(timeoutMs) : run.withoutClock()
      }
      return Exit.isSuccess(exit) ? run.ended(exit.value) : yield* Effect.failCause(exit.cause)
    })
  )
