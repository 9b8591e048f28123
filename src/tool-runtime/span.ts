/**
 * Spans that cannot hurt a run: what the host's tracer throws is dropped, and the work goes on without a span, or with one that misses an attribute.
 */
import { Clock, Effect, References, Tracer } from "effect"
import type { Exit } from "effect"
import { silence } from "./silence.ts"

type Attributes = Readonly<Record<string, unknown>>

export interface SpanOptions<A, E> {
  readonly name: string
  readonly attributes?: Attributes
  /** What an ended piece of work adds. */
  readonly ended: (exit: Exit.Exit<A, E>) => Attributes
}

/** Runs work within a span of its own. */
export const spanned = <A, E, R>(work: Effect.Effect<A, E, R>, options: SpanOptions<A, E>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    open(options.name, options.attributes ?? {}),
    // `Effect.withParentSpan` has every failure on its way annotated with a frame, which doubles what stopping a call costs.
    (span) => (span === undefined ? work : Effect.provideService(work, Tracer.ParentSpan, span)),
    (span, exit) => (span === undefined ? Effect.void : close(span, exit, options.ended(exit)))
  ) as Effect.Effect<A, E, R>

/** A span with its attributes, or undefined where the tracer has none to give. */
const open = (name: string, attributes: Attributes): Effect.Effect<Tracer.Span | undefined> =>
  Effect.makeSpan(name).pipe(
    Effect.map((span) => {
      // What Effect itself will read of it, sooner or later.
      if (span._tag !== "Span" || typeof span.annotations !== "object" || span.parent === undefined) return undefined
      annotate(span, attributes)
      return span
    }),
    Effect.catchCause(() => Effect.succeed(undefined))
  )

const close = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>, attributes: Attributes): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const isTimed = fiber.getRef(References.TracerTimingEnabled)
    annotate(span, attributes)
    quietly(() => {
      return span.status._tag === "Ended"
        ? undefined
        : span.end(isTimed ? nanosOf(fiber.getRef(Clock.Clock)) : 0n, exit)
    })
    return Effect.void
  })

const annotate = (span: Tracer.Span, attributes: Attributes): void => {
  for (const [key, value] of Object.entries(attributes)) quietly(() => span.attribute(key, value))
}

const nanosOf = (clock: Clock.Clock): bigint => {
  try {
    const nanos: unknown = clock.currentTimeNanosUnsafe()
    if (typeof nanos === "bigint") return nanos
    silence(nanos)
  } catch {
    // A clock that fails must not keep the span from ending.
  }
  return 0n
}

const quietly = (work: () => unknown): void => {
  try {
    silence(work(), 1)
  } catch {
    // The host's tracer failed: a run does not depend on how it is watched.
  }
}
