/** Host code in a fiber of its own. */
import { Cause, Effect, Exit, Fiber } from "effect"
import { silence } from "./silence.ts"

/**
 * Runs an effect of the host so that it cannot take the caller's fiber with it. Where a callback of the host answers something that is no Effect, Effect
 * ends the fiber at once, without running what waits on its stack: places for further calls would stay taken, hooks would not be told.
 */
export const isolated = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  // What is already known has nothing left to run.
  Exit.isExit(effect)
    ? effect
    : Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkChild(restore(effect), { startImmediately: true }), (fiber) => {
          const ended = fiber.pollUnsafe()
          if (ended !== undefined) return ended
          const stop = Effect.map(Fiber.interrupt(fiber), () => unseen(fiber.pollUnsafe()))
          return Effect.flatten(restore(Fiber.await(fiber)).pipe(Effect.onInterrupt(() => stop)))
        })
      )

/** Nobody looks at how a fiber ended that was interrupted: most ended by that and nothing else. */
const unseen = (exit: Exit.Exit<unknown, unknown> | undefined): void => {
  if (exit === undefined) return
  if (Exit.isSuccess(exit)) silence(exit.value)
  else if (!Cause.hasInterruptsOnly(exit.cause)) silence(exit.cause.reasons)
}
