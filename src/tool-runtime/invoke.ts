/**
 * The life of one tool call, in its contractual order: copy the arguments, look the tool up, decode, admit, start hook, run, decode the output, copy it
 * into the program, end hook, settle. The first half happens at the call site, before the program goes on.
 */
import { Cause, Clock, Effect, Exit, Schema } from "effect"
import type { Fiber } from "effect"
import { pause } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { captureTrace } from "../interpreter/kernel/error-value.ts"
import type { TraceEntry } from "../interpreter/kernel/error-value.ts"
import { ThrowCompletion, throwTypeError } from "../interpreter/kernel/errors.ts"
import type { Execution } from "../interpreter/kernel/execution.ts"
import { newPromise } from "../interpreter/kernel/promise.ts"
import type { PromiseValue } from "../interpreter/kernel/promise.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { isEffectSchema } from "../tool.ts"
import type { Definition } from "../tool.ts"
import { CallFailure, failureOf, hostFailure } from "./call-failure.ts"
import type { Catalog } from "./catalog.ts"
import { copyIn, VALUES_AT_ONCE } from "./copy-in.ts"
import { copyOut } from "./copy-out.ts"
import type { DataValue } from "./data-value.ts"
import type { ToolCallEnded, ToolCallHooks } from "./hooks.ts"
import { timeOf } from "./host-services.ts"
import { decoderOf } from "./input-codec.ts"
import { isolated } from "./isolated.ts"
import type { ResolvedExecutionLimits } from "./limits.ts"
import { nameText } from "./name-text.ts"
import { Lane, Places } from "./places.ts"
import type { ToolCall } from "./result.ts"
import { SearchInput } from "./search-contract.ts"
import { silence } from "./silence.ts"
import { spanned } from "./span.ts"
import { canonicalSegments } from "./tool-tree.ts"
import { inTurn } from "./turn.ts"

/** What a call that has not settled keeps alive beside its arguments, in bytes: a fiber, its spans and observers (measured). */
const CALL_BYTES = 7 * 2 ** 10
/** What is left of a call in the result. */
const LISTED_BYTES = 64

/** What a call costs, in steps, however it ends. */
const CALL_STEPS = 1024

const STALE = "The signature may have changed. Use search to get the current signature."

/** How a call ended: with the program's value, or with what the program may know of why not. */
type CallExit = Exit.Exit<Value, CallFailure>

/** The exit of a fiber that answers how its call ended: it fails only where it was interrupted itself. */
const flatten = (exit: Exit.Exit<CallExit>): CallExit =>
  Exit.isSuccess(exit) ? exit.value : Exit.failCause(exit.cause)

/** Starts an effect now, in the execution's scope. */
export type Fork<R> = <A>(effect: Effect.Effect<A, never, R>) => Fiber.Fiber<A>

export interface Invoker {
  callTool(path: readonly string[], args: readonly Value[]): Value | Susp
  search(args: readonly Value[]): Value | Susp
  /** Promises of calls that have not settled. */
  readonly pending: ReadonlySet<PromiseValue>
  /** Calls whose work has begun. */
  readonly started: number
  /** Of these, the ones that have not ended. */
  readonly underWay: number
  /** What calls keep alive outside of the program's heap, about: those that have not settled with their arguments, and the list of all. */
  readonly heldBytes: number
  /** Whether code of the program waits for a call that has not settled. */
  readonly isAwaited: boolean
  /** Whether a call's work was interrupted, so that what waits for it never goes on. */
  readonly hasInterrupted: boolean
  /** The program is over: no call begins any more, and how they end is of no concern to it. */
  close(): void
}

export interface InvokerOptions<R> {
  readonly execution: () => Execution
  readonly catalog: Catalog
  readonly limits: ResolvedExecutionLimits
  readonly hooks: ToolCallHooks<R>
  readonly places: (tool: Definition<unknown>) => Places | undefined
  readonly toolCalls: ToolCall[]
  readonly fork: Fork<R>
  /** Something has settled: the loop may go on. */
  readonly wake: () => void
  /** The program cannot go on before the next {@link wake}: a synchronous call waits for the host. */
  readonly hold: () => void
  /** The program waits, synchronously, for work that was interrupted: the run is over. */
  readonly interrupted: () => void
}

export function makeInvoker<R>(options: InvokerOptions<R>): Invoker {
  const { catalog, limits, hooks, toolCalls } = options
  const { maxConcurrentToolCalls } = limits
  const gate = maxConcurrentToolCalls === undefined ? undefined : new Places(maxConcurrentToolCalls)
  /** Of this execution, by the places of a tool. */
  const lanes = new Map<Places | undefined, Lane>()
  const pending = new Set<PromiseValue>()
  let held = 0
  let started = 0
  let isClosed = false
  let hasInterrupted = false

  const admit = (name: string): number => {
    if (limits.maxToolCalls !== undefined && toolCalls.length >= limits.maxToolCalls) {
      throw new CallFailure(
        "ToolCallLimitExceeded",
        `The limit of ${limits.maxToolCalls} tool calls is used up, so '${name}' was not called. Use fewer calls, or return what you have.`
      )
    }
    return toolCalls.push({ name }) - 1
  }

  // ---- Calls of tools.

  function* call(path: readonly string[], args: readonly Value[]): Steps<Value> {
    if (path.length === 0) {
      return throwTypeError(catalog.rootCalled())
    }
    const name = canonicalSegments(path).join(".")
    options.execution().spend(CALL_STEPS + (name.length >> 6))
    // The built-in search has names below `tools` too, where the host has not taken them.
    if ((name === "search" || name === "$codemode.search") && catalog.lookup(path) === undefined)
      return yield* search(args)
    const trace = captureTrace()
    const promise = newPromise()
    const inputs: (DataValue | undefined)[] = []
    let size = CALL_BYTES
    const sized = limits.maxMemoryBytes === undefined ? undefined : (bytes: number) => void (size += bytes)
    try {
      for (const arg of args) inputs.push(yield* copyArgument(name, arg, sized))
    } catch (error) {
      if (!(error instanceof ThrowCompletion)) throw error
      promise.reject(error.value)
      return promise
    }
    try {
      begin(promise, trace, path, name, inputs, size)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      promise.reject(error.toError(options.execution().realm, trace))
    }
    return promise
  }

  /** Looks the tool up and starts the rest; decoding and admission happen before this returns, unless a schema's services make them wait. */
  const begin = (
    promise: PromiseValue,
    trace: readonly TraceEntry[],
    path: readonly string[],
    name: string,
    inputs: readonly (DataValue | undefined)[],
    size: number
  ): void => {
    const tool = catalog.lookup(path)?.tool
    if (tool === undefined) {
      const hint = catalog.unknownTool(path)
      throw new CallFailure("UnknownTool", hint.message, hint.suggestions)
    }
    if (inputs.length > 1) {
      throw new CallFailure(
        "InvalidToolInput",
        `Tool '${nameText(name)}' takes exactly one argument, an object; ${inputs.length} were passed. Where the tool is a callback, write an arrow function that calls it.`
      )
    }
    const input = inputs.length === 0 ? {} : inputs[0]
    pending.add(promise)
    held += size
    started++
    // An observer, not a last step of the effect: a tool may interrupt the very fiber that it runs in.
    options.fork(serve(tool as Definition<R>, name, input)).addObserver((exit) => {
      held -= size
      settle(promise, trace, flatten(exit))
    })
  }

  const serve = (tool: Definition<R>, name: string, input: unknown): Effect.Effect<CallExit, never, R> =>
    Effect.exit(
      Effect.flatMap(decodeInput(tool, name, input), (decoded) =>
        Effect.flatMap(admitted(name), (index) => answer(tool, name, index, decoded))
      )
    )

  const admitted = (name: string): Effect.Effect<number, CallFailure> =>
    Effect.suspend(() => {
      if (isClosed) return Effect.interrupt
      try {
        return Effect.succeed(admit(name))
      } catch (error) {
        return error instanceof CallFailure ? Effect.fail(error) : Effect.die(error)
      }
    })

  /** Where a call of a tool waits for a place, if anything bounds how many run at once. */
  const laneOf = (tool: Definition<R>): Lane | undefined => {
    const places = options.places(tool)
    if (places === undefined && gate === undefined) return undefined
    const lane = lanes.get(places) ?? new Lane(places, gate)
    lanes.set(places, lane)
    return lane
  }

  /** Runs an admitted call when there is a place for it. */
  const answer = (
    tool: Definition<R>,
    name: string,
    index: number,
    input: unknown
  ): Effect.Effect<Value, CallFailure, R> => {
    const run = hooked(name, index, input, runTool(tool, name, input))
    return traced(name, index, laneOf(tool)?.withPlace(run) ?? run)
  }

  const traced = (
    name: string,
    index: number,
    run: Effect.Effect<Value, CallFailure, R>
  ): Effect.Effect<Value, CallFailure, R> =>
    spanned(run, {
      name: "CodeMode.tool",
      attributes: { "codemode.tool.name": name, "codemode.tool.index": index },
      ended: (exit) => ({ "codemode.tool.outcome": outcomeOf(exit) })
    })

  /** Runs with both hooks around. */
  const hooked = (
    name: string,
    index: number,
    input: unknown,
    run: Effect.Effect<Value, CallFailure, R>
  ): Effect.Effect<Value, CallFailure, R> => {
    const { onToolCallStart, onToolCallEnd } = hooks
    if (onToolCallStart === undefined && onToolCallEnd === undefined) return run
    return Effect.gen(function* () {
      if (onToolCallStart !== undefined) yield* notified(() => onToolCallStart({ index, name, input }))
      const clock = yield* Clock.Clock
      const startedAt = timeOf(clock)
      const exit = yield* Effect.exit(run)
      if (onToolCallEnd !== undefined && outcomeOf(exit) !== "interrupted") {
        const endedAt = timeOf(clock)
        // A clock that fails or runs backwards tells no duration.
        const durationMs = startedAt === undefined || endedAt === undefined ? 0 : Math.max(0, endedAt - startedAt)
        const ended: ToolCallEnded = Exit.isSuccess(exit)
          ? { index, name, input, durationMs, outcome: "success" }
          : { index, name, input, durationMs, outcome: "failure", message: failureOf(exit.cause).message }
        yield* notified(() => onToolCallEnd(ended))
      }
      return yield* exit
    })
  }

  const runTool = (tool: Definition<R>, name: string, input: unknown): Effect.Effect<Value, CallFailure, R> =>
    Effect.flatMap(
      guarded(() => (isClosed ? Effect.interrupt : tool.run(input)), failureOf),
      (raw) => receive(tool, name, raw)
    )

  /** Decodes and copies an answer; whatever goes wrong is sanitised. */
  const receive = (tool: Definition<R>, name: string, raw: unknown): Effect.Effect<Value, CallFailure, R> => {
    return sanitised(
      Effect.suspend(() => {
        const { output } = tool
        if (!isEffectSchema(output)) return copyInto(raw, undefined)
        // Decoding may drop parts of it, or take its time.
        silence(raw)
        return Effect.flatMap(isolated(decodeUnknown<R>(output, raw)), (decoded) => copyInto(decoded, raw))
      }),
      () => new CallFailure("InvalidToolOutput", `Invalid output from tool '${nameText(name)}'.`)
    )
  }

  /** Copies an answer into the program: a small one at once, a large one bit by bit in turn with everybody else. */
  const copyInto = (value: unknown, undecoded: unknown): Effect.Effect<Value> =>
    Effect.suspend(() => {
      const execution = options.execution()
      const copier = copyIn(execution.realm, value, undecoded)
      const next = (): IteratorResult<void, Value> => {
        try {
          return execution.within(() => copier.next())
        } catch (error) {
          silence(value)
          throw error
        }
      }
      const first = next()
      if (first.done === true) return Effect.succeed(first.value)
      const rest: Effect.Effect<Value> = Effect.flatMap(
        inTurn(next, () => VALUES_AT_ONCE),
        (step) => (step.done === true ? Effect.succeed(step.value) : rest)
      )
      return rest
    })

  const decodeInput = (tool: Definition<R>, name: string, input: unknown): Effect.Effect<unknown, CallFailure, R> => {
    return guarded(
      () => {
        const schema = tool.input
        if (!isEffectSchema(schema)) return Effect.succeed(input)
        return Effect.map(decodeUnknown<R>(decoderOf(schema, input), input), (decoded) => {
          // A getter that is an async function.
          silence(decoded)
          return decoded
        })
      },
      (cause) => undecodable(name, cause, [STALE])
    )
  }

  const settle = (promise: PromiseValue, trace: readonly TraceEntry[], exit: CallExit): void => {
    if (isClosed) return
    pending.delete(promise)
    const execution = options.execution()
    execution.within(() => {
      if (Exit.isSuccess(exit)) return promise.fulfill(exit.value)
      if (!Cause.hasInterruptsOnly(exit.cause))
        return promise.reject(failureOf(exit.cause).toError(execution.realm, trace))
      hasInterrupted = true
      return promise.interrupt()
    })
    options.wake()
  }

  // ---- search(…)

  function* search(args: readonly Value[]): Steps<Value> {
    options.execution().spend(CALL_STEPS)
    const trace = captureTrace()
    const inputs: (DataValue | undefined)[] = []
    for (const arg of args) inputs.push(yield* copyArgument("search", arg))
    let exit: CallExit | undefined
    try {
      startSearch(inputs, (ended) => {
        exit = ended
        options.wake()
      })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      throw new ThrowCompletion(error.toError(options.execution().realm, trace))
    }
    // `search` answers at once, so where a hook waits, the whole program waits.
    while (exit === undefined) {
      options.hold()
      pause()
      yield
    }
    const ended: CallExit = exit
    if (Exit.isSuccess(ended)) return ended.value
    while (Cause.hasInterruptsOnly(ended.cause)) {
      options.interrupted()
      pause()
      yield
    }
    throw new ThrowCompletion(failureOf(ended.cause).toError(options.execution().realm, trace))
  }

  const startSearch = (inputs: readonly (DataValue | undefined)[], onEnd: (exit: CallExit) => void): void => {
    if (inputs.length > 1) {
      throw new CallFailure("InvalidToolInput", "`search` takes exactly one argument, an object.")
    }
    const decoded = Schema.decodeUnknownExit(SearchInput)(inputs.length === 0 ? {} : inputs[0])
    if (Exit.isFailure(decoded)) throw undecodable("search", decoded.cause)
    const request = decoded.value
    const index = admit("search")
    const answered = Effect.suspend(() => copyInto(catalog.search(request), undefined))
    const call = traced("search", index, hooked("search", index, request, answered))
    options.fork(Effect.exit(call)).addObserver((ended) => onEnd(flatten(ended)))
  }

  return {
    pending,
    callTool: (path, args) => runSteps(call(path, args)),
    search: (args) => runSteps(search(args)),
    close: () => {
      isClosed = true
      for (const lane of lanes.values()) lane.close()
    },
    get started() {
      return started
    },
    get underWay() {
      return pending.size
    },
    get isAwaited() {
      for (const promise of pending) if (promise.waiting.length > 0) return true
      return false
    },
    get heldBytes() {
      return held + LISTED_BYTES * toolCalls.length
    },
    get hasInterrupted() {
      return hasInterrupted
    }
  }
}

/** An argument is copied out before anything else is looked at. `tools.x(undefined)` reaches decoding as `undefined`. */
function* copyArgument(name: string, arg: Value, onSize?: (bytes: number) => void): Steps<DataValue | undefined> {
  if (arg === undefined) return undefined
  return yield* copyOut(arg, {
    label: `Arguments for tool '${nameText(name)}'`,
    root: "input",
    dropsUndefined: true,
    onSize
  })
}

const decodeUnknown = <R>(schema: Schema.Top, value: unknown): Effect.Effect<unknown, unknown, R> =>
  // The services that decoding needs are part of the tool's own R (`Tool.make`).
  Schema.decodeUnknownEffect(schema as unknown as Schema.Codec<unknown, unknown, R>)(value)

/** The decoder's own text, when it is the decoder that failed; nothing of what a schema's own code threw. */
function undecodable(name: string, cause: Cause.Cause<unknown>, suggestions: readonly string[] = []): CallFailure {
  let text = "the input could not be decoded."
  try {
    const error = cause.reasons.find(Cause.isFailReason)?.error
    if (Schema.isSchemaError(error)) text = error.message
  } catch {
    // The text is made when it is asked for, by annotations of the host that may throw.
  }
  return new CallFailure("InvalidToolInput", `Invalid input for tool '${nameText(name)}': ${text}`, suggestions)
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): "success" | "failure" | "interrupted" =>
  Exit.isSuccess(exit) ? "success" : Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failure"

/** Runs host code that may throw, die, fail or answer no Effect at all. Interruption alone passes through. */
const guarded = <A, R>(
  run: () => Effect.Effect<A, unknown, R>,
  describe: (cause: Cause.Cause<unknown>) => CallFailure
): Effect.Effect<A, CallFailure, R> =>
  sanitised(
    Effect.suspend(() => {
      const effect: unknown = run()
      if (Effect.isEffect(effect)) return isolated(effect as Effect.Effect<A, unknown, R>)
      silence(effect)
      return Effect.die("not an Effect")
    }),
    describe
  )

/** Runs a hook. Nothing is done with its answer. */
const notified = <R>(hook: () => Effect.Effect<unknown, unknown, R>): Effect.Effect<void, CallFailure, R> =>
  Effect.map(guarded(hook, hostFailure), (answer) => silence(answer))

/** Parts of a failure that may be promises: host errors may lead to everything that the host has. */
const MOST_PARTS_OF_FAILURES = 1024

/** What the program may know of a failure stands for it. Interruption alone passes through. */
const sanitised = <A, R>(
  effect: Effect.Effect<A, unknown, R>,
  describe: (cause: Cause.Cause<unknown>) => CallFailure
): Effect.Effect<A, CallFailure, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause as Cause.Cause<never>)
      : Effect.suspend(() => {
          silence(cause.reasons, MOST_PARTS_OF_FAILURES)
          return Effect.fail(describe(cause))
        })
  )
