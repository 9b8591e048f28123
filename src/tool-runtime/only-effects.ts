/**
 * Host code that answers something else where an Effect is due, most of all the promise of an async function. Effect itself ends such a fiber at once,
 * without running its finalisers; a rejected promise would be lost, and end the process; a proxy that throws would be an uncaught exception.
 */
import { Effect, Tracer } from "effect"
import { silence } from "./silence.ts"

const EVALUATE = "~effect/Effect/evaluate"

const notAnEffect = Effect.die("not an Effect")

/** Runs an effect so that whatever is evaluated within it, and is no Effect, is a defect like any other. */
export const onlyEffects = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.tracer, (tracer) => Effect.provideService(effect, Tracer.Tracer, checking(tracer)))

/** The host's tracer, with a look at all that fibers evaluate: `Tracer.context` is the one place that Effect has for it. */
function checking(tracer: Tracer.Tracer): Tracer.Tracer {
  const around = tracer.context
  return {
    span: (options) => {
      // What the host's clock answered.
      if ((options.startTime as unknown) instanceof Promise) silence(options.startTime)
      const span = tracer.span(options)
      if (span instanceof Promise) silence(span)
      return span
    },
    context: (primitive, fiber) => {
      const effect = checked(primitive)
      // What the host's tracer does with its own nonsense is nothing to ask it again.
      const isOurs = around === undefined || effect !== primitive
      const next = isOurs ? effect[EVALUATE](fiber) : around.call(tracer, effect, fiber)
      // The fiber may let others go first before it comes to this.
      if (next instanceof Promise) silence(next)
      return next as never
    }
  }
}

type Primitive = Tracer.EffectPrimitive<unknown>

function checked(primitive: Primitive): Primitive {
  try {
    if (typeof primitive[EVALUATE] === "function") return primitive
  } catch {
    // A proxy that throws.
  }
  silence(primitive)
  return notAnEffect as unknown as Primitive
}
