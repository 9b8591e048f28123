/**
 * One execution as an Effect: parses, drives the engine slice by slice, serves tool calls in a scope of its own, and turns every way of ending into
 * a result. The only failure it can have is interruption.
 */
import { Clock, Effect, FiberSet, Latch, Random, Scope } from "effect"
import type { Fiber } from "effect"
import type { Context } from "effect"
import {
  load,
  loadTypeScriptParsers,
  locate,
  parseProgram,
  parseTypeScript,
  SyntaxFailure
} from "../interpreter/index.ts"
import type { ParsedProgram } from "../interpreter/index.ts"
import { engineFailure, throwError } from "../interpreter/kernel/errors.ts"
import type { Execution, Progress } from "../interpreter/kernel/execution.ts"
import type { HostPort } from "../interpreter/kernel/host.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { uncalledFunctions } from "../interpreter/syntax/definitions.ts"
import { intrinsics } from "../stdlib/index.ts"
import type { Definition } from "../tool.ts"
import type { Catalog } from "./catalog.ts"
import { copyOut } from "./copy-out.ts"
import type { DataValue } from "./data-value.ts"
import { describeDefect, describeFailure, isDefect, withPlace } from "./failure.ts"
import type { ToolCallHooks } from "./hooks.ts"
import { CLOCK_FAILED, readClock, readRandom, timeOf } from "./host-services.ts"
import { makeInvoker } from "./invoke.ts"
import type { Invoker } from "./invoke.ts"
import type { ResolvedExecutionLimits } from "./limits.ts"
import { LogBuffer } from "./log-buffer.ts"
import { MemoryBudget } from "./memory-budget.ts"
import { Pace } from "./pace.ts"
import type { Places } from "./places.ts"
import { diagnostic } from "./result.ts"
import type { Diagnostic, Result, ToolCall } from "./result.ts"
import { aloneInTurn, inTurn } from "./turn.ts"
import { Losses, rejectionWarnings, uncalledWarnings } from "./warnings.ts"

/** What all executions of one runtime share; nothing in it changes. */
export interface RunOptions<R> {
  readonly catalog: Catalog
  readonly limits: ResolvedExecutionLimits
  readonly hooks: ToolCallHooks<R>
  /** Places of a tool that allows only so many calls at once. */
  readonly places: (tool: Definition<unknown>) => Places | undefined
  /** Steps of one slice; tests force suspensions with it. */
  readonly sliceSteps?: number | undefined
}

/** The program's value as it crossed, with the warnings that were known then. */
interface Returned {
  readonly value: DataValue
  readonly warnings: readonly Diagnostic[]
}

/** What parsing and compiling cost, in steps: a realm, and about a tenth of a microsecond for each unit of text. */
const LOAD_STEPS = 2048
const LOAD_STEPS_PER_UNIT = 4

export class Run<R> {
  /** Set once the value has been copied out; from then on nothing of the program runs. */
  private returned: Returned | undefined
  private readonly logs: LogBuffer
  private readonly toolCalls: ToolCall[] = []
  private readonly source: string
  private readonly options: RunOptions<R>
  /** What the engine threw that it never should. */
  readonly defects: unknown[] = []
  private readonly latch = Latch.makeUnsafe(false)
  private execution!: Execution
  private invoker!: Invoker
  private pace!: Pace
  private calls: FiberSet.FiberSet<unknown, unknown> | undefined
  private memory: MemoryBudget | undefined
  private deadline = Infinity
  /** What a program that only defines functions is told. */
  private uncalled: readonly Diagnostic[] = []
  private isInterrupted = false
  private isHeld = false
  /** Something has settled since the last slice began. */
  private isWoken = false

  constructor(source: string, options: RunOptions<R>) {
    this.source = source
    this.options = options
    this.logs = new LogBuffer(options.limits.maxOutputBytes)
  }

  /**
   * Runs to the end and answers what went wrong, if anything did. Ends only after every tool call has cleaned up. Their fibers have a scope that nobody
   * else sees: a tool that asks for one gets the host's.
   */
  readonly body: Effect.Effect<Diagnostic | undefined, never, R> = Effect.suspend(() => {
    const scope = Scope.makeUnsafe()
    return Effect.onExit(this.steps(scope), (exit) => Effect.andThen(this.stopCalls, Scope.close(scope, exit)))
  })

  private steps(scope: Scope.Scope): Effect.Effect<Diagnostic | undefined, never, R> {
    const self = this
    return Effect.gen(function* () {
      // Callers without types: what a model sends is not always text.
      if (typeof self.source !== "string") return diagnostic("ParseError", "The code must be a string.")
      const clock = yield* Clock.Clock
      const random = yield* Random.Random
      const { timeoutMs } = self.options.limits
      if (timeoutMs !== undefined) {
        const now = timeOf(clock)
        if (now === undefined) return diagnostic("ExecutionFailure", CLOCK_FAILED)
        self.deadline = now + timeoutMs
      }

      const program = yield* self.parse()
      if (!("program" in program)) return program
      const refusal = yield* inTurn(
        () => self.load(program, self.hostPort(clock, random)),
        () => LOAD_STEPS + LOAD_STEPS_PER_UNIT * self.source.length
      )
      if (refusal !== undefined) return refusal
      yield* self.inTime(clock)

      const calls = yield* Scope.provide(FiberSet.make(), scope)
      const fork = yield* FiberSet.runtime(calls)<R>()
      self.invoker = self.makeInvoker((effect) => fork(effect))
      self.calls = calls
      self.pace = new Pace(self.invoker, clock)
      self.memory = self.makeMemoryBudget()
      const failure = (yield* self.drive()) ?? (yield* self.finish(clock))
      yield* self.inTime(clock)
      return failure
    })
  }

  /** Tells every call that is left to stop; the scope waits for them. */
  private readonly stopCalls: Effect.Effect<void> = Effect.suspend(() => {
    if (this.calls === undefined) return Effect.void
    this.invoker.close()
    return interruptAll(this.calls)
  })

  /** Waits for the timeout where it has already elapsed: work that never let the event loop have a turn may end after it. */
  private inTime(clock: Clock.Clock): Effect.Effect<void> {
    return Effect.suspend(() =>
      this.returned === undefined && this.deadline < Infinity && (timeOf(clock) ?? 0) > this.deadline
        ? Effect.never
        : Effect.void
    )
  }

  // ---- Parsing.

  private parse(): Effect.Effect<ParsedProgram | Diagnostic> {
    return Effect.flatMap(
      inTurn(
        () => this.parseJavaScript(),
        () => LOAD_STEPS_PER_UNIT * this.source.length
      ),
      (parsed) =>
        parsed instanceof SyntaxFailure && parsed.error.kind === "ParseError"
          ? this.parseOtherwise(parsed)
          : Effect.succeed(parsed instanceof SyntaxFailure ? this.refusal(parsed) : parsed)
    )
  }

  private parseJavaScript(): ParsedProgram | SyntaxFailure | Diagnostic {
    try {
      return parseProgram(this.source)
    } catch (error) {
      return error instanceof SyntaxFailure ? error : this.defect(error, "ParseError")
    }
  }

  /** TypeScript, fences, prose. Where the plugin cannot be loaded, the JavaScript parser's word stands. */
  private parseOtherwise(first: SyntaxFailure): Effect.Effect<ParsedProgram | Diagnostic> {
    const parsed = aloneInTurn(Effect.tryPromise({ try: () => parseTypeScript(this.source), catch: (error) => error }))
    // The parsers may have to be fetched, which nobody else should wait for.
    return Effect.tryPromise({ try: loadTypeScriptParsers, catch: (error) => error }).pipe(
      Effect.andThen(parsed),
      Effect.catch((error) => Effect.succeed(this.refusal(error instanceof SyntaxFailure ? error : first)))
    )
  }

  private load(program: ParsedProgram, host: HostPort): Diagnostic | undefined {
    const { sliceSteps, limits } = this.options
    try {
      this.uncalled = uncalledWarnings(uncalledFunctions(program))
      this.execution = load(program, {
        intrinsics,
        host,
        sliceSteps,
        maxSteps: limits.maxSteps,
        countsMemory: limits.maxMemoryBytes !== undefined
      })
      return undefined
    } catch (error) {
      return error instanceof SyntaxFailure ? this.refusal(error) : this.defect(error, "ParseError")
    }
  }

  /** A throw of the engine that is no failure of the program. */
  private defect(error: unknown, kind: "ExecutionFailure" | "ParseError"): Diagnostic {
    if (isDefect(error)) this.defects.push(error)
    return describeDefect(error, kind)
  }

  private refusal(failure: SyntaxFailure): Diagnostic {
    const { kind, message, position, suggestions } = failure.error
    if (position === null) return diagnostic(kind, message, { suggestions })
    const location = locate(this.source, position)
    return diagnostic(kind, withPlace(message, location), { location, suggestions })
  }

  // ---- Running.

  private hostPort(clock: Clock.Clock, random: Context.Service.Shape<typeof Random.Random>): HostPort {
    return {
      now: () => readClock(clock),
      // Where the clock fails, steps alone tell the end of a slice.
      sliceTime: () => timeOf(clock) ?? 0,
      random: () => readRandom(random),
      timeZone: "UTC",
      log: (line) => this.logs.append(line),
      callTool: (path, args) => this.invoker.callTool(path, args),
      search: (args) => this.invoker.search(args),
      toolKeys: (path) => {
        const children = this.options.catalog.children(path)
        if (children !== undefined) return children
        const hint = this.options.catalog.unknownNamespace(path)
        return throwError("Error", hint.message, { ...engineFailure("UnknownTool", hint.suggestions), located: false })
      },
      notATool: (path) => this.options.catalog.notATool(path),
      hintForName: (name, known) => this.options.catalog.hintForName(name, known),
      interruptionObserved: () => {
        this.isInterrupted = true
        this.execution.endSlice()
      }
    }
  }

  private makeInvoker(fork: Parameters<typeof makeInvoker<R>>[0]["fork"]): Invoker {
    const { catalog, limits, hooks, places } = this.options
    return makeInvoker<R>({
      execution: () => this.execution,
      catalog,
      limits,
      hooks,
      places,
      toolCalls: this.toolCalls,
      fork,
      wake: () => {
        this.isWoken = true
        this.latch.openUnsafe()
      },
      hold: () => {
        this.isHeld = true
        this.execution.endSlice()
      },
      interrupted: () => {
        this.isInterrupted = true
        this.execution.endSlice()
      }
    })
  }

  /** Runs slices until the program has settled; answers its failure, if it failed. */
  private drive(): Effect.Effect<Diagnostic | undefined> {
    const self = this
    return Effect.gen(function* () {
      for (;;) {
        const progress = yield* self.slice(() => self.execution.run())
        if (typeof progress !== "string") return progress
        if (progress === "finished") break
        if (progress === "sliced") continue
        if (!self.isWoken && !self.invoker.isAwaited) return yield* self.stuck()
        yield* self.latch.await
      }
      const { state, result } = self.execution.result
      return state === "fulfilled" ? undefined : self.describe(result)
    })
  }

  /** One slice of the engine; answers how it ended, or why the run has to end with it. */
  private slice(run: () => Progress): Effect.Effect<Progress | Diagnostic> {
    const self = this
    return Effect.gen(function* () {
      const { execution } = self
      const before = execution.steps + execution.spent
      const progress = yield* inTurn(
        () => {
          self.isWoken = false
          self.latch.closeUnsafe()
          try {
            return self.pace.measured(run)
          } catch (error) {
            return self.defect(error, "ExecutionFailure")
          }
        },
        () => execution.steps + execution.spent - before
      )
      if (self.isInterrupted) return yield* Effect.interrupt
      if (self.isHeld) {
        self.isHeld = false
        yield* self.latch.await
      }
      yield* self.pace.wait
      return self.budgetFailure() ?? (self.memory && (yield* self.memory.check)) ?? progress
    })
  }

  private makeMemoryBudget(): MemoryBudget | undefined {
    const { maxMemoryBytes } = this.options.limits
    if (maxMemoryBytes === undefined) return undefined
    return new MemoryBudget(
      maxMemoryBytes,
      this.execution,
      () => [this.invoker.pending, this.logs],
      () => this.invoker.heldBytes
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

  private describe(value: Value): Diagnostic {
    try {
      return this.execution.within(() => describeFailure(value, (position) => locate(this.source, position)))
    } catch (error) {
      return this.defect(error, "ExecutionFailure")
    }
  }

  /** Nothing can go on, and nothing that could change that is on its way. */
  private stuck(): Effect.Effect<Diagnostic> {
    if (this.invoker.hasInterrupted) return Effect.interrupt
    const message =
      "The program waits for a promise that nothing can settle: no tool call is awaited and no code is left to run."
    const position = this.execution.waitingAt
    if (position === undefined) return Effect.succeed(diagnostic("ExecutionFailure", message))
    const location = locate(this.source, position)
    return Effect.succeed(diagnostic("ExecutionFailure", withPlace(message, location), { location }))
  }

  /** Copies the value out; from here on nothing of the program runs. */
  private finish(clock: Clock.Clock): Effect.Effect<Diagnostic | undefined> {
    const self = this
    return Effect.gen(function* () {
      const losses = new Losses()
      const value = self.execution.result.result
      const copying = self.execution.interject(() =>
        copyOut(value, {
          label: "Execution result",
          root: "result",
          dropsUndefined: false,
          onLoss: (loss) => losses.add(loss)
        })
      )
      for (;;) {
        const progress = yield* self.slice(copying.resume)
        if (typeof progress !== "string") return progress
        if (progress === "finished") break
      }
      yield* self.inTime(clock)
      const outcome = copying.outcome()
      if (!outcome.ok) return self.describe(outcome.value)
      const rejections = self.execution.within(() =>
        rejectionWarnings(self.execution.realm.jobs, (position) => locate(self.source, position))
      )
      self.returned = {
        value: outcome.value as DataValue,
        warnings: [...rejections, ...losses.warnings(), ...self.uncalled]
      }
      self.execution.stop()
      return undefined
    })
  }

  // ---- Results.

  /** The result of a body that has ended with `failure`, or with none. */
  ended(failure: Diagnostic | undefined): Result {
    return failure === undefined && this.returned !== undefined
      ? this.success(this.returned, [])
      : this.failure(failure ?? this.defect(new Error("the run ended without a value"), "ExecutionFailure"))
  }

  /** The result of a body that was interrupted because its time was up. */
  outOfTime(timeoutMs: number): Result {
    if (this.returned === undefined) {
      return this.failure(
        diagnostic(
          "TimeoutExceeded",
          `The program timed out after ${timeoutMs}ms. Do less work, or call tools in parallel with Promise.all.`
        )
      )
    }
    return this.success(this.returned, [
      diagnostic(
        "TimeoutExceeded",
        `The value was returned, but background work was still running at the ${timeoutMs}ms timeout and was interrupted.`
      )
    ])
  }

  /** The result of a body that was interrupted because its time cannot be told. */
  withoutClock(): Result {
    return this.returned === undefined
      ? this.failure(diagnostic("ExecutionFailure", CLOCK_FAILED))
      : this.success(this.returned, [])
  }

  /** Lines logged so far, kept or not. */
  get loggedLines(): number {
    return this.logs.total
  }

  private success({ value, warnings }: Returned, first: readonly Diagnostic[]): Result {
    const all = [...first, ...warnings]
    return {
      ok: true,
      value,
      ...(all.length === 0 ? {} : { warnings: all }),
      ...(all.some(({ kind }) => kind === "Truncated") ? { truncated: true } : {}),
      ...this.traces()
    }
  }

  private failure(error: Diagnostic): Result {
    return { ok: false, error, ...this.traces() }
  }

  /** Copies: nothing that still runs may add to a result. */
  private traces(): { readonly logs?: readonly string[]; readonly toolCalls: readonly ToolCall[] } {
    return {
      ...(this.logs.total === 0 ? {} : { logs: this.logs.kept }),
      toolCalls: this.toolCalls.map(({ name }) => ({ name }))
    }
  }
}

/** Calls that are interrupted between two turns of the event loop, and what one counts for, in steps: 35 µs. */
const INTERRUPTED_AT_ONCE = 100
const INTERRUPT_STEPS = 500

/** Tells every call that is left to stop, in portions; the set waits for them as its scope closes. */
function interruptAll(set: Iterable<Fiber.Fiber<unknown, unknown>>): Effect.Effect<void> {
  const left = set[Symbol.iterator]()
  const portion = (): number => {
    for (let n = 0; n < INTERRUPTED_AT_ONCE; n++) {
      const next = left.next()
      if (next.done === true) return n
      next.value.interruptUnsafe()
    }
    return INTERRUPTED_AT_ONCE
  }
  const rest: Effect.Effect<void> = Effect.flatMap(
    inTurn(portion, (n) => n * INTERRUPT_STEPS),
    (n) => (n === INTERRUPTED_AT_ONCE ? rest : Effect.void)
  )
  return rest
}
