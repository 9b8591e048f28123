/**
 * One execution as an Effect: parses, drives the engine slice by slice, serves tool calls in a scope of its own, and turns every way of ending into
 * a result. The only failure it can have is interruption.
 */
import { Clock, Duration, Effect, Exit, Fiber, FiberSet, Latch, Random, Semaphore } from "effect"
import type { Context } from "effect"
import { load, locate, parseProgram, parseTypeScript, SyntaxFailure } from "../interpreter/index.ts"
import type { ParsedProgram } from "../interpreter/index.ts"
import { throwError } from "../interpreter/kernel/errors.ts"
import type { Execution } from "../interpreter/kernel/execution.ts"
import type { HostPort } from "../interpreter/kernel/host.ts"
import { engineFailure } from "../interpreter/kernel/errors.ts"
import { absentGlobalHint } from "../interpreter/syntax/hints.ts"
import { intrinsics } from "../stdlib/index.ts"
import type { Definition } from "../tool.ts"
import type { Catalog } from "./catalog.ts"
import { copyOut } from "./copy-out.ts"
import type { Loss } from "./copy-out.ts"
import type { DataValue } from "./data-value.ts"
import { describeFailure, withPlace } from "./failure.ts"
import type { ToolCallHooks } from "./hooks.ts"
import { makeInvoker } from "./invoke.ts"
import type { Invoker } from "./invoke.ts"
import type { ResolvedExecutionLimits } from "./limits.ts"
import { LogBuffer } from "./log-buffer.ts"
import { diagnostic } from "./result.ts"
import type { Diagnostic, Result, ToolCall } from "./result.ts"
import { truncate } from "./truncate.ts"
import { lossWarnings, rejectionWarnings } from "./warnings.ts"

/** What all executions of one runtime share; nothing in it changes. */
export interface RunOptions<R> {
  readonly catalog: Catalog
  readonly limits: ResolvedExecutionLimits
  readonly hooks: ToolCallHooks<R>
  readonly semaphores: (tool: Definition<unknown>) => Semaphore.Semaphore | undefined
  /** Steps of one slice; tests force suspensions with it. */
  readonly sliceSteps?: number
}

/**
 * One slice at a time for the whole process, in order of arrival: with two hundred executions at work, the event loop still gets its turn after
 * each slice, and every execution its share.
 */
const turns = Semaphore.makeUnsafe(1)

/** The program's value as it crossed, with the warnings that were known then. */
interface Returned {
  readonly value: DataValue
  readonly rejections: readonly Diagnostic[]
  readonly losses: readonly Diagnostic[]
}

class Run<R> {
  readonly logs: LogBuffer
  readonly toolCalls: ToolCall[] = []
  returned: Returned | undefined
  private readonly source: string
  private readonly options: RunOptions<R>
  private readonly latch = Latch.makeUnsafe(false)
  private execution!: Execution
  private invoker!: Invoker
  private isInterrupted = false

  constructor(source: string, options: RunOptions<R>) {
    this.source = source
    this.options = options
    this.logs = new LogBuffer(options.limits.maxOutputBytes)
  }

  /** Runs to the end and answers what went wrong, if anything did. The scope holds every tool call. */
  readonly body: Effect.Effect<Diagnostic | undefined, never, R> = Effect.suspend(() => this.steps()).pipe(
    Effect.scoped
  ) as Effect.Effect<Diagnostic | undefined, never, R>

  private steps() {
    const self = this
    return Effect.gen(function* () {
      const program = yield* self.parse()
      if (!("program" in program)) return program
      const set = yield* FiberSet.make<void>()
      const fork = yield* FiberSet.runtime(set)<R>()
      const clock = yield* Clock.Clock
      const random = yield* Random.Random
      try {
        self.execution = load(program, {
          intrinsics,
          host: self.hostPort(clock, random),
          ...(self.options.sliceSteps === undefined ? {} : { sliceSteps: self.options.sliceSteps })
        })
      } catch (error) {
        if (error instanceof SyntaxFailure) return self.refusal(error)
        throw error
      }
      const { catalog, limits, hooks, semaphores } = self.options
      self.invoker = makeInvoker<R>({
        execution: () => self.execution,
        catalog,
        limits,
        hooks,
        semaphores,
        toolCalls: self.toolCalls,
        fork: (effect) => void fork(effect),
        wake: () => void self.latch.openUnsafe(),
        onInterrupted: (promise) => {
          promise.interrupted = true
          if (promise.handled) self.isInterrupted = true
        }
      })
      const failure = yield* self.drive()
      if (failure !== undefined) return failure
      return yield* self.finish()
    })
  }

  // ---- Parsing.

  private parse(): Effect.Effect<ParsedProgram | Diagnostic> {
    return Effect.suspend(() => {
      try {
        return Effect.succeed<ParsedProgram | Diagnostic>(parseProgram(this.source))
      } catch (error) {
        if (!(error instanceof SyntaxFailure)) return Effect.die(error)
        if (error.error.kind !== "ParseError") return Effect.succeed(this.refusal(error))
        return this.parseOtherwise(error)
      }
    })
  }

  /** TypeScript, fences, prose. Where the plugin cannot be loaded, the JavaScript parser's word stands. */
  private parseOtherwise(first: SyntaxFailure): Effect.Effect<ParsedProgram | Diagnostic> {
    return Effect.tryPromise({ try: () => parseTypeScript(this.source), catch: (error) => error }).pipe(
      Effect.catch((error) => Effect.succeed(this.refusal(error instanceof SyntaxFailure ? error : first)))
    )
  }

  private refusal(failure: SyntaxFailure): Diagnostic {
    const { kind, message, position, suggestions } = failure.error
    if (position === null) return diagnostic(kind, message, { suggestions })
    const location = locate(this.source, position)
    return diagnostic(kind, withPlace(message, location), { location, suggestions })
  }

  // ---- Running.

  private hostPort(clock: Clock.Clock, random: Context.Service.Shape<typeof Random.Random>): HostPort {
    const self = this
    return {
      now: () => clock.currentTimeMillisUnsafe(),
      random: () => random.nextDoubleUnsafe(),
      timeZone: "UTC",
      log: (line) => self.logs.append(line),
      callTool: (path, args) => self.invoker.callTool(path, args),
      search: (args) => self.invoker.search(args),
      toolKeys: (path) => {
        const children = self.options.catalog.children(path)
        if (children !== undefined) return children
        const hint = self.options.catalog.unknownNamespace(path)
        return throwError("Error", hint.message, { ...engineFailure("UnknownTool", hint.suggestions), located: false })
      },
      hintForName: absentGlobalHint,
      interruptionObserved: () => {
        self.isInterrupted = true
      }
    }
  }

  /** Runs slices until the program has settled; answers its failure, if it failed. */
  private drive(): Effect.Effect<Diagnostic | undefined> {
    const self = this
    return Effect.gen(function* () {
      for (;;) {
        self.latch.closeUnsafe()
        const progress = yield* self.slice(() => self.execution.run())
        if (self.isInterrupted) return yield* Effect.interrupt
        const spent = self.budgetFailure()
        if (spent !== undefined) return spent
        if (progress === "finished") break
        if (progress === "idle") {
          if (self.invoker.pending === 0) return self.deadlock()
          yield* self.latch.await
        }
      }
      const { state, result } = self.execution.result
      return state === "fulfilled" ? undefined : self.describe(result)
    })
  }

  /** One slice in its turn; after a full one the event loop gets a turn, before any other execution does. */
  private slice<P extends string>(run: () => P): Effect.Effect<P> {
    return turns.withPermit(
      Effect.suspend(() => {
        const progress = run()
        return progress === "sliced" ? Effect.as(Effect.yieldNow, progress) : Effect.succeed(progress)
      })
    )
  }

  private budgetFailure(): Diagnostic | undefined {
    const { maxSteps } = this.options.limits
    if (maxSteps === undefined || this.execution.steps <= maxSteps) return undefined
    return diagnostic(
      "ExecutionFailure",
      `The program was stopped: it is allowed ${maxSteps} steps and used ${this.execution.steps} (limit maxSteps). Do less work, or work on less data.`
    )
  }

  private describe(value: Parameters<typeof describeFailure>[0]): Diagnostic {
    return this.execution.within(() => describeFailure(value, (position) => locate(this.source, position)))
  }

  /** Nothing can go on, and nothing is on its way. */
  private deadlock(): Diagnostic {
    const position = this.execution.waitingAt
    const message =
      "The program waits for a promise that nothing can settle: no tool call is pending and no code is left to run."
    if (position === undefined) return diagnostic("ExecutionFailure", message)
    const location = locate(this.source, position)
    return diagnostic("ExecutionFailure", withPlace(message, location), { location })
  }

  /** Copies the value out; from here on nothing of the program runs. */
  private finish(): Effect.Effect<Diagnostic | undefined> {
    const self = this
    return Effect.gen(function* () {
      const losses: Loss[] = []
      const value = self.execution.result.result
      const copying = self.execution.interject(() =>
        copyOut(value, {
          label: "Execution result",
          root: "result",
          dropsUndefined: false,
          onLoss: (loss) => {
            losses.push(loss)
          }
        })
      )
      while ((yield* self.slice(copying.resume)) !== "finished") {
        const spent = self.budgetFailure()
        if (spent !== undefined) return spent
      }
      const outcome = copying.outcome()
      if (!outcome.ok) return self.describe(outcome.value)
      const rejections = self.execution.within(() =>
        rejectionWarnings(self.execution.realm.jobs.rejected, (position) => locate(self.source, position))
      )
      self.returned = { value: outcome.value as DataValue, rejections, losses: lossWarnings(losses) }
      self.execution.stop()
      return undefined
    })
  }

  // ---- Results.

  success(returned: Returned, timeout: Diagnostic | undefined): Result {
    const warnings = [...(timeout === undefined ? [] : [timeout]), ...returned.rejections, ...returned.losses]
    return this.complete({
      ok: true,
      value: returned.value,
      ...(warnings.length === 0 ? {} : { warnings }),
      toolCalls: []
    })
  }

  failure(error: Diagnostic): Result {
    return this.complete({ ok: false, error, toolCalls: [] })
  }

  private complete(result: Result): Result {
    const logs = this.logs.snapshot()
    const whole = {
      ...result,
      ...(logs === undefined ? {} : { logs }),
      toolCalls: this.toolCalls.map(({ name }) => ({ name }))
    }
    return truncate(this.logs.isTruncated ? { ...whole, truncated: true } : whole, this.options.limits.maxOutputBytes)
  }
}

/** Timers take at most 2^31 - 1 milliseconds. */
const LONGEST_SLEEP = 2 ** 31 - 1

const sleep = (milliseconds: number): Effect.Effect<void> =>
  milliseconds <= LONGEST_SLEEP
    ? Effect.sleep(Duration.millis(milliseconds))
    : Effect.andThen(
        Effect.sleep(Duration.millis(LONGEST_SLEEP)),
        Effect.suspend(() => sleep(milliseconds - LONGEST_SLEEP))
      )

/** Runs a program. Each run of the Effect is an execution of its own. */
export const execute = <R>(source: string, options: RunOptions<R>): Effect.Effect<Result, never, R> =>
  Effect.suspend(() => {
    const run = new Run<R>(source, options)
    const { timeoutMs } = options.limits
    return timeoutMs === undefined ? untimed(run) : timed(run, timeoutMs)
  }).pipe(
    Effect.tap((result) =>
      Effect.annotateCurrentSpan({ "codemode.ok": result.ok, "codemode.toolCalls": result.toolCalls.length })
    ),
    Effect.withSpan("CodeMode.execute")
  )

const ended = <R>(run: Run<R>, failure: Diagnostic | undefined): Result =>
  failure === undefined ? run.success(run.returned!, undefined) : run.failure(failure)

const untimed = <R>(run: Run<R>): Effect.Effect<Result, never, R> =>
  Effect.map(run.body, (failure) => ended(run, failure))

/** Interrupts the body when time is up, and answers only after everything in its scope has cleaned up. */
const timed = <R>(run: Run<R>, timeoutMs: number): Effect.Effect<Result, never, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const deadline = clock.currentTimeMillisUnsafe() + timeoutMs
      const fiber = yield* Effect.forkChild(restore(run.body))
      const first = yield* restore(Effect.raceFirst(Effect.asVoid(Fiber.await(fiber)), sleep(timeoutMs))).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(fiber)),
        Effect.map(() => fiber.pollUnsafe())
      )
      if (first === undefined) {
        yield* Fiber.interrupt(fiber)
        return outOfTime(run, timeoutMs)
      }
      if (Exit.isSuccess(first)) {
        // A body that never yielded may end late: a failure to return in time is still that.
        const isLate = first.value !== undefined && clock.currentTimeMillisUnsafe() > deadline
        return isLate ? outOfTime(run, timeoutMs) : ended(run, first.value)
      }
      return yield* Effect.failCause(first.cause)
    })
  )

function outOfTime<R>(run: Run<R>, timeoutMs: number): Result {
  if (run.returned === undefined) {
    return run.failure(
      diagnostic(
        "TimeoutExceeded",
        `The program timed out after ${timeoutMs}ms. Do less work, or call tools in parallel with Promise.all.`
      )
    )
  }
  return run.success(
    run.returned,
    diagnostic(
      "TimeoutExceeded",
      `The value was returned, but background work was still running at the ${timeoutMs}ms timeout and was interrupted.`
    )
  )
}
