/** Executions that an audit starts and may have to give up on. */
import { Clock, Effect, Exit, Fiber } from "effect"
import type { Duration } from "effect"
import { make } from "../codemode.ts"
import type { Options, Result } from "../codemode.ts"
import type { Tools } from "../tool-runtime/namespace.ts"
import type { Tree } from "./tool-map.ts"

/** Starts a program. The fiber is nobody's child: an audit that gives up on it does not wait for it. */
export const start = (options: Options<Tree, never>, code: string): Effect.Effect<Fiber.Fiber<Result>> =>
  Effect.suspend(() => Effect.forkDetach(make(options as Options<Tools<never>>).execute(code)))

/** The time, whatever the `Clock` at hand. */
export const realTime = (): number => Clock.Clock.defaultValue().currentTimeMillisUnsafe()

/** Waits for the end of an effect, but no longer than the patience, in real time; undefined then. */
export const within = <A>(patience: Duration.Input, effect: Effect.Effect<A>): Effect.Effect<A | undefined> =>
  Effect.raceFirst(
    effect,
    Effect.as(Effect.provideService(Effect.sleep(patience), Clock.Clock, Clock.Clock.defaultValue()), undefined)
  )

/** Runs a program; undefined where it takes too long, or was interrupted. */
export const runDetached = (
  options: Options<Tree, never>,
  code: string,
  patience: Duration.Input
): Effect.Effect<Result | undefined> =>
  Effect.flatMap(start(options, code), (fiber) =>
    Effect.ensuring(
      Effect.map(within(patience, Fiber.await(fiber)), (exit) =>
        exit !== undefined && Exit.isSuccess(exit) ? exit.value : undefined
      ),
      Effect.sync(() => fiber.interruptUnsafe())
    )
  )
