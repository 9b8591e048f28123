/** The law `cancellation`: a tool that is at work when its execution is interrupted ends soon, finalisers included. */
import { Cause, Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { toolExpression } from "../tool-runtime/expression.ts"
import type { Definition } from "../tool.ts"
import type { Times } from "./audit-gate.ts"
import { realTime, start, within } from "./detached.ts"
import type { Subject } from "./findings.ts"
import { hostEffect } from "./host-effect.ts"
import { mapTools, withRun } from "./tool-map.ts"

export const auditCancellation = (subject: Subject, times: Times): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { entries, samples, findings } = subject
    for (const { path, tool } of entries) {
      if (!samples.has(path)) {
        findings.leave("cancellation", path, "there is no sample to call it with.")
        continue
      }
      const first = yield* cancelled(subject, path, tool)
      const messages = typeof first === "string" ? [] : [...first]
      // What can be interrupted at first may not be so later on.
      for (const after of momentsOf(times.get(path), subject)) {
        if (messages.length > 0) break
        const later = yield* cancelled(subject, path, tool, after)
        if (typeof later !== "string") messages.push(...later)
      }
      if (messages.length === 0 && typeof first === "string") findings.leave("cancellation", path, first)
      else findings.judge("cancellation", path, messages)
    }
  })

/** Milliseconds after which a tool is interrupted once it has begun, given how long it takes: the end is where most that must not stop is done. */
const momentsOf = (time: number | undefined, { patience, grace }: Subject): readonly number[] => {
  const most = Duration.toMillis(patience)
  if (time === undefined) return []
  if (time >= most) return [most]
  const last = time - 1.5 * Duration.toMillis(grace)
  return [time / 4, time / 2, (time * 3) / 4, last].map(Math.round).filter((moment) => moment > 0)
}

const someTurns = Effect.forEach([1, 2, 3], () => Effect.yieldNow, { discard: true })

/** Interrupts an execution as soon as its tool waits for something, or later; answers what is wrong, or why nothing can be said. */
const cancelled = (
  { options, samples, patience, grace }: Subject,
  path: string,
  tool: Definition<unknown>,
  after?: number
): Effect.Effect<string[] | string> =>
  Effect.gen(function* () {
    const interrupted =
      after === undefined ? "interrupted while it was at work" : `interrupted ${after} ms after it began`
    const begun = Deferred.makeUnsafe<void>()
    const ended = Deferred.makeUnsafe<Exit.Exit<unknown, unknown>>()
    const tell = (exit: Exit.Exit<unknown, unknown>): Effect.Effect<boolean> => Deferred.succeed(ended, exit)
    const tools = mapTools<unknown>(options.tools ?? {}, (one) =>
      one === tool
        ? withRun(one, (input) =>
            Effect.andThen(
              Deferred.succeed(begun, undefined),
              // Told from within, where failures of its clean-up are seen, and from without, where its fiber ended before its time.
              Effect.onExit(
                hostEffect(() => {
                  const effect = one.run(input)
                  return Effect.isEffect(effect) ? Effect.onExit(effect, tell) : effect
                }),
                tell
              )
            )
          )
        : one
    )
    const fiber = yield* start(
      { ...options, limits: {}, tools },
      `await ${toolExpression(path)}(${samples.get(path) ?? "{}"})`
    )
    const stop = Effect.sync(() => fiber.interruptUnsafe())
    return yield* Effect.ensuring(
      Effect.gen(function* () {
        yield* within(patience, Effect.raceFirst(Deferred.await(begun), Effect.asVoid(Fiber.await(fiber))))
        if (!(yield* Deferred.isDone(begun))) return "the call did not get as far as the tool."
        // So that it is at work and not on its way to it.
        yield* after === undefined ? someTurns : within(after, Deferred.await(ended))
        if (yield* Deferred.isDone(ended)) return "it answers before it could be cancelled."
        const stopped = realTime()
        yield* stop
        yield* within(grace, Deferred.await(ended))
        // Where the machine was busy, its end and that of the grace come in one turn.
        yield* someTurns
        const isPrompt = yield* Deferred.isDone(ended)
        const exit = yield* within(patience, Deferred.await(ended))
        if (exit === undefined)
          return [`${interrupted}, it goes on: it cannot be interrupted, or its clean-up does not end.`]
        if (!isPrompt)
          return [
            `${interrupted}, it went on for ${Math.round(realTime() - stopped)} ms, and so would every timeout; the most is ${Duration.toMillis(grace)} ms.`
          ]
        const end = yield* within(patience, Fiber.await(fiber))
        if (end === undefined) return ["its execution does not end after it was interrupted."]
        if (Exit.isSuccess(end) || !Cause.hasInterruptsOnly(end.cause))
          return ["its execution, interrupted, ends as something else."]
        if (Exit.isSuccess(exit))
          return "interrupted, it answered: it was about to, or it does not let itself be interrupted."
        if (!Cause.hasInterruptsOnly(exit.cause)) return [`${interrupted}, it failed: its clean-up does not work.`]
        return []
      }),
      stop
    )
  })
