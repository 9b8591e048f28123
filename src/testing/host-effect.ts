/** Code of the host within the kit's own. */
import { Effect } from "effect"
import { isolated } from "../tool-runtime/isolated.ts"
import { silence } from "../tool-runtime/silence.ts"

/**
 * Runs an effect that the host makes, so that the kit hears of its end whatever it is: what is no Effect is a defect, here as in an execution, and a promise
 * that rejects is no unhandled rejection.
 */
export const hostEffect = <A, E, R>(make: () => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const effect: unknown = make()
    if (Effect.isEffect(effect)) return isolated(effect as Effect.Effect<A, E, R>)
    silence(effect)
    return Effect.die("not an Effect")
  })
