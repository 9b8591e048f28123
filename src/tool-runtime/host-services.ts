/**
 * The host's clock and randomness as a run reads them: numbers, or the end of the run. A service that throws or answers something else is a fault of
 * the host; none of its text and none of its values reach the program.
 */
import { Cause, Duration, Effect } from "effect"
import type { Clock, Context, Random } from "effect"
import { Abort } from "../interpreter/kernel/errors.ts"
import { silence } from "./silence.ts"

type RandomService = Context.Service.Shape<typeof Random.Random>

export const CLOCK_FAILED = "The host's clock failed."
export const RANDOM_FAILED = "The host's source of randomness failed."

/** Milliseconds since the epoch, or undefined where the clock does not tell. */
export function timeOf(clock: Clock.Clock): number | undefined {
  try {
    const time: unknown = clock.currentTimeMillisUnsafe()
    if (typeof time === "number" && Number.isFinite(time)) return time
    silence(time)
    return undefined
  } catch {
    return undefined
  }
}

/** The time, for a program that asks for it. Ends the run where the clock does not tell. */
export function readClock(clock: Clock.Clock): number {
  const time = timeOf(clock)
  if (time === undefined) throw new Abort(CLOCK_FAILED)
  return time
}

/** Timers take at most 2^31 - 1 milliseconds. */
const LONGEST_SLEEP = 2 ** 31 - 1

/** Waits by the host's clock; answers whether it did. One that cannot sleep answers at once. */
export const sleep = (milliseconds: number): Effect.Effect<boolean> =>
  Effect.suspend(() => Effect.sleep(Duration.millis(Math.min(milliseconds, LONGEST_SLEEP)))).pipe(
    Effect.andThen(Effect.suspend(() => (milliseconds > LONGEST_SLEEP ? sleep(milliseconds - LONGEST_SLEEP) : isDone))),
    Effect.catchCause((cause) => (isInterruption(cause) ? Effect.failCause(cause) : Effect.succeed(false)))
  )
const isDone = Effect.succeed(true)

const isInterruption = (cause: Cause.Cause<never>): boolean =>
  cause.reasons.length > 0 && Cause.hasInterruptsOnly(cause)

/** A number from 0 (inclusive) to 1 (exclusive). Ends the run where the host does not answer one. */
export function readRandom(random: RandomService): number {
  let drawn: unknown
  try {
    drawn = random.nextDoubleUnsafe()
  } catch {
    throw new Abort(RANDOM_FAILED)
  }
  if (typeof drawn === "number" && drawn >= 0 && drawn < 1) return drawn
  silence(drawn)
  throw new Abort(RANDOM_FAILED)
}
