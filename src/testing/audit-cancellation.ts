/** The law `cancellation`: a tool that is at work when its execution is interrupted ends, finalisers included. */
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { toolExpression } from "../tool-runtime/expression.ts"
import type { Definition } from "../tool.ts"
import { literal } from "./audit-gate.ts"
import { start, within } from "./detached.ts"
import type { Subject } from "./findings.ts"
import { mapTools, withRun } from "./tool-map.ts"

export const auditCancellation = (subject: Subject): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { entries, samples, findings } = subject
    for (const { path, tool } of entries) {
      if (!samples.has(path)) {
        findings.leave("cancellation", path, "there is no sample to call it with.")
        continue
      }
      const outcome = yield* cancelled(subject, path, tool)
      if (typeof outcome === "string") findings.leave("cancellation", path, outcome)
      else findings.judge("cancellation", path, outcome)
    }
  })

/** Interrupts an execution as soon as its tool waits for something; answers what is wrong, or why nothing can be said. */
const cancelled = (
  { options, samples, patience }: Subject,
  path: string,
  tool: Definition<unknown>
): Effect.Effect<string[] | string> =>
  Effect.gen(function* () {
    const begun = Deferred.makeUnsafe<void>()
    const ended = Deferred.makeUnsafe<Exit.Exit<unknown, unknown>>()
    const tools = mapTools<unknown>(options.tools ?? {}, (one) =>
      one === tool
        ? withRun(one, (input) =>
            Effect.onExit(
              Effect.andThen(
                Deferred.succeed(begun, undefined),
                Effect.suspend(() => one.run(input))
              ),
              (exit) => Deferred.succeed(ended, exit)
            )
          )
        : one
    )
    const fiber = yield* start(
      { ...options, limits: {}, tools },
      `await ${toolExpression(path)}(${literal(samples.get(path))})`
    )
    const stop = Effect.sync(() => fiber.interruptUnsafe())
    return yield* Effect.ensuring(
      Effect.gen(function* () {
        yield* within(patience, Effect.raceFirst(Deferred.await(begun), Effect.asVoid(Fiber.await(fiber))))
        if (!(yield* Deferred.isDone(begun))) return "the call did not get as far as the tool."
        // Some turns, so that it is at work and not on its way to it.
        for (let i = 0; i < 3; i++) yield* Effect.yieldNow
        if (yield* Deferred.isDone(ended)) return "it answers before it could be cancelled."
        yield* stop
        const exit = yield* within(patience, Deferred.await(ended))
        if (exit === undefined)
          return [
            "interrupted while it was at work, it goes on: it cannot be interrupted, or its clean-up does not end."
          ]
        const end = yield* within(patience, Fiber.await(fiber))
        if (end === undefined) return ["its execution does not end after it was interrupted."]
        if (Exit.isSuccess(end) || !Cause.hasInterruptsOnly(end.cause))
          return ["its execution, interrupted, ends as something else."]
        if (Exit.isSuccess(exit)) return "it answers before it could be cancelled."
        if (!Cause.hasInterruptsOnly(exit.cause)) return [`interrupted, it failed: its clean-up does not work.`]
        return []
      }),
      stop
    )
  })
