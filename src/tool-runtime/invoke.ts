/**
 * The life of one tool call, in its contractual order: copy the arguments, look the tool up, decode, admit, start hook, run, decode the output, copy it
 * into the program, end hook, settle. The first half happens at the call site, before the program goes on.
 */
import { Cause, Clock, Effect, Exit, Schema, Semaphore } from "effect"

import type { Susp } from "../interpreter/kernel/agent.ts"
import { engineFailure, ThrowCompletion, throwError } from "../interpreter/kernel/errors.ts"
import type { FailureDetails, FailureKind } from "../interpreter/kernel/errors.ts"
import type { Execution } from "../interpreter/kernel/execution.ts"
import { newPromise } from "../interpreter/kernel/promise.ts"
import type { PromiseValue } from "../interpreter/kernel/promise.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { ToolError } from "../tool-error.ts"
import { isEffectSchema } from "../tool.ts"
import type { Definition } from "../tool.ts"
import type { Catalog } from "./catalog.ts"
import { copyIn } from "./copy-in.ts"
import { copyOut } from "./copy-out.ts"
import type { DataValue } from "./data-value.ts"
import type { ToolCallEnded, ToolCallHooks } from "./hooks.ts"
import type { ResolvedExecutionLimits } from "./limits.ts"
import type { ToolCall } from "./result.ts"
import { SearchInput } from "./search-contract.ts"
import { canonicalSegments } from "./tool-tree.ts"

/** A failure of a call as the program sees it. */
class CallFailure {
  readonly kind: FailureKind
  readonly message: string
  readonly suggestions: readonly string[]
  constructor(kind: FailureKind, message: string, suggestions: readonly string[] = []) {
    this.kind = kind
    this.message = message
    this.suggestions = suggestions
  }
}

const GENERIC = "Tool execution failed"
const STALE = "The signature may have changed. Use search to get the current signature."

/** Starts an effect now, in the execution's scope, and tells how it ended. */
export type Fork<R> = (effect: Effect.Effect<void, never, R>) => void

export interface Invoker {
  callTool(path: readonly string[], args: readonly Value[]): Value | Susp
  search(args: readonly Value[]): Value | Susp
  /** Calls that have not settled. */
  readonly pending: number
}

export interface InvokerOptions<R> {
  readonly execution: () => Execution
  readonly catalog: Catalog
  readonly limits: ResolvedExecutionLimits
  readonly hooks: ToolCallHooks<R>
  readonly semaphores: (tool: Definition<unknown>) => Semaphore.Semaphore | undefined
  readonly toolCalls: ToolCall[]
  readonly fork: Fork<R>
  /** Something has settled: the loop may go on. */
  readonly wake: () => void
  /** A tool interrupted itself and the program observes its promise. */
  readonly onInterrupted: (promise: PromiseValue) => void
}

const callFailure = (kind: FailureKind, suggestions: readonly string[]): FailureDetails => ({
  ...engineFailure(kind, suggestions),
  located: false
})

export function makeInvoker<R>(options: InvokerOptions<R>): Invoker {
  const { catalog, limits, hooks, toolCalls } = options
  const gate =
    limits.maxConcurrentToolCalls === undefined ? undefined : Semaphore.makeUnsafe(limits.maxConcurrentToolCalls)
  let pending = 0

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
    const promise = newPromise()
    const name = canonicalSegments(path).join(".")
    if (path.length === 0)
      return throwError(
        "TypeError",
        "The tools root is not callable. Call a tool on it, such as `tools.ns.tool({ ... })`."
      )
    const inputs: DataValue[] = []
    try {
      for (const arg of args) inputs.push((yield* copyArgument(name, arg)) as DataValue)
    } catch (error) {
      if (!(error instanceof ThrowCompletion)) throw error
      promise.reject(error.value)
      return promise
    }
    try {
      begin(promise, path, name, inputs)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      rejectWith(promise, error)
    }
    return promise
  }

  const rejectWith = (promise: PromiseValue, failure: CallFailure): void => {
    const realm = options.execution().realm
    promise.reject(realm.createError("Error", failure.message, callFailure(failure.kind, failure.suggestions)))
  }

  /** Steps 4 to 7, then the fiber for the rest. */
  const begin = (promise: PromiseValue, path: readonly string[], name: string, inputs: readonly DataValue[]): void => {
    const tool = catalog.lookup(path)?.tool
    if (tool === undefined) {
      const hint = catalog.unknownTool(path)
      throw new CallFailure("UnknownTool", hint.message, hint.suggestions)
    }
    if (inputs.length > 1) {
      throw new CallFailure(
        "InvalidToolInput",
        `Tool '${name}' takes exactly one argument, an object; ${inputs.length} were passed.`
      )
    }
    const input = inputs.length === 0 ? {} : inputs[0]
    pending++
    options.fork(serve(promise, tool as Definition<R>, name, input))
  }

  const serve = (
    promise: PromiseValue,
    tool: Definition<R>,
    name: string,
    input: unknown
  ): Effect.Effect<void, never, R> =>
    Effect.gen(function* () {
      const decoded = yield* decodeInput(tool, name, input)
      const index = yield* attempt(() => admit(name))
      return yield* answer(tool, name, index, decoded)
    }).pipe(
      Effect.exit,
      Effect.flatMap((exit) => Effect.sync(() => settle(promise, exit)))
    )

  const attempt = <A>(f: () => A): Effect.Effect<A, CallFailure> =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(f())
      } catch (error) {
        return error instanceof CallFailure ? Effect.fail(error) : Effect.die(error)
      }
    })

  const answer = (
    tool: Definition<R>,
    name: string,
    index: number,
    input: unknown
  ): Effect.Effect<Value, CallFailure, R> => {
    let run: Effect.Effect<Value, CallFailure, R> = settled(name, index, input, runTool(tool, name, input))
    const semaphore = options.semaphores(tool)
    if (semaphore !== undefined) run = semaphore.withPermit(run)
    if (gate !== undefined) run = gate.withPermit(run)
    return run.pipe(
      Effect.tap(() => Effect.annotateCurrentSpan("codemode.tool.outcome", "success")),
      Effect.tapError(() => Effect.annotateCurrentSpan("codemode.tool.outcome", "failure")),
      Effect.withSpan("CodeMode.tool", { attributes: { "codemode.tool.name": name, "codemode.tool.index": index } })
    )
  }

  /** Runs with both hooks around. */
  const settled = (
    name: string,
    index: number,
    input: unknown,
    run: Effect.Effect<Value, CallFailure, R>
  ): Effect.Effect<Value, CallFailure, R> =>
    Effect.gen(function* () {
      if (hooks.onToolCallStart !== undefined) {
        const onStart = hooks.onToolCallStart
        yield* hook(() => onStart({ index, name, input }))
      }
      const startedAt = yield* Clock.currentTimeMillis
      const exit = yield* Effect.exit(run)
      if (hooks.onToolCallEnd !== undefined && !isInterruption(exit)) {
        const onEnd = hooks.onToolCallEnd
        const durationMs = Math.max(0, (yield* Clock.currentTimeMillis) - startedAt)
        const ended: ToolCallEnded = Exit.isSuccess(exit)
          ? { index, name, input, durationMs, outcome: "success" }
          : { index, name, input, durationMs, outcome: "failure", message: failureOf(exit.cause).message }
        yield* hook(() => onEnd(ended))
      }
      return yield* exit
    })

  /** A hook that dies, throws or answers no Effect fails the call with the generic text. */
  const hook = (run: () => Effect.Effect<void, never, R>): Effect.Effect<void, CallFailure, R> =>
    guarded(run, () => new CallFailure("ToolFailure", GENERIC))

  const runTool = (tool: Definition<R>, name: string, input: unknown): Effect.Effect<Value, CallFailure, R> =>
    Effect.gen(function* () {
      const raw = yield* guarded(
        () => tool.run(input),
        (cause) => failureOf(cause)
      )
      return yield* receive(tool, name, raw)
    })

  /** Decodes and copies an answer; whatever goes wrong is sanitised. */
  const receive = (tool: Definition<R>, name: string, raw: unknown): Effect.Effect<Value, CallFailure, R> => {
    const { output } = tool
    const invalid = (): CallFailure => new CallFailure("InvalidToolOutput", `Invalid output from tool '${name}'.`)
    return guarded(
      () =>
        Effect.gen(function* () {
          const decoded = isEffectSchema(output) ? yield* decodeUnknown<R>(output, raw) : raw
          return yield* copyInto(decoded, isEffectSchema(output))
        }),
      invalid
    )
  }

  const copyInto = (value: unknown, ownInstances: boolean): Effect.Effect<Value> =>
    Effect.gen(function* () {
      const execution = options.execution()
      const copier = copyIn(execution.realm, value, ownInstances)
      for (;;) {
        const step = execution.within(() => copier.next())
        if (step.done === true) return step.value
        yield* Effect.yieldNow
      }
    })

  const decodeInput = (tool: Definition<R>, name: string, input: unknown): Effect.Effect<unknown, CallFailure, R> => {
    const schema = tool.input
    if (!isEffectSchema(schema)) return Effect.succeed(input)
    return Effect.suspend(() => decodeUnknown<R>(schema, input)).pipe(
      Effect.catchCause((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
        const error = Cause.squash(cause)
        const text = Schema.isSchemaError(error) ? String(error.message) : "the input could not be decoded."
        return Effect.fail(new CallFailure("InvalidToolInput", `Invalid input for tool '${name}': ${text}`, [STALE]))
      })
    )
  }

  const settle = (promise: PromiseValue, exit: Exit.Exit<Value, CallFailure>): void => {
    pending--
    options.execution().within(() => {
      if (Exit.isSuccess(exit)) promise.fulfill(exit.value)
      else if (Cause.hasInterruptsOnly(exit.cause)) options.onInterrupted(promise)
      else rejectWith(promise, failureOf(exit.cause))
    })
    options.wake()
  }

  // ---- search(…)

  function* search(args: readonly Value[]): Steps<Value> {
    const inputs: DataValue[] = []
    for (const arg of args) inputs.push((yield* copyArgument("search", arg)) as DataValue)
    try {
      if (inputs.length > 1)
        throw new CallFailure("InvalidToolInput", "`search` takes exactly one argument, an object.")
      return searchNow(inputs.length === 0 ? {} : inputs[0])
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      return throwError("Error", error.message, callFailure(error.kind, error.suggestions))
    }
  }

  const searchNow = (input: unknown): Value => {
    const decoded = Schema.decodeUnknownExit(SearchInput)(input)
    if (Exit.isFailure(decoded)) {
      const error = Cause.squash(decoded.cause)
      const text = Schema.isSchemaError(error) ? error.message : "the input could not be decoded."
      throw new CallFailure("InvalidToolInput", `Invalid input for tool 'search': ${text}`)
    }
    const request = decoded.value
    const index = admit("search")
    const call = settled("search", index, request, copyInto(catalog.search(request), false))
    // The answer is needed now: hooks that suspend cannot be waited for inside a synchronous call.
    let outcome: Exit.Exit<Value, CallFailure> | undefined
    options.fork(
      call.pipe(
        Effect.exit,
        Effect.map((exit) => {
          outcome = exit
        })
      )
    )
    if (outcome === undefined) throw new CallFailure("ToolFailure", GENERIC)
    const exit = outcome as Exit.Exit<Value, CallFailure>
    if (Exit.isSuccess(exit)) return exit.value
    throw failureOf(exit.cause)
  }

  return {
    callTool: (path, args) => runSteps(call(path, args)),
    search: (args) => runSteps(search(args)),
    get pending() {
      return pending
    }
  }
}

/** An argument is copied out before anything else is looked at. `tools.x(undefined)` reaches decoding as `undefined`. */
function* copyArgument(name: string, arg: Value): Steps<DataValue | undefined> {
  if (arg === undefined) return undefined
  return yield* copyOut(arg, { label: `Arguments for tool '${name}'`, root: "input", dropsUndefined: true })
}

const decodeUnknown = <R>(schema: Schema.Top, value: unknown): Effect.Effect<unknown, unknown, R> =>
  // The services that decoding needs are part of the tool's own R (`Tool.make`).
  Schema.decodeUnknownEffect(schema as unknown as Schema.Codec<unknown, unknown, R>)(value)

const isInterruption = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)

/** What the program may know of why a call failed. */
function failureOf(cause: Cause.Cause<unknown>): CallFailure {
  const error = Cause.squash(cause)
  if (error instanceof CallFailure) return error
  if (error instanceof ToolError) return new CallFailure("ToolFailure", String(error.message))
  return new CallFailure("ToolFailure", GENERIC)
}

/** Runs host code that may throw, die, fail or answer no Effect at all. Interruption alone passes through. */
function guarded<A, R>(
  run: () => Effect.Effect<A, unknown, R>,
  describe: (cause: Cause.Cause<unknown>) => CallFailure
): Effect.Effect<A, CallFailure, R> {
  return Effect.suspend(() => {
    const effect: unknown = run()
    return Effect.isEffect(effect) ? (effect as Effect.Effect<A, unknown, R>) : Effect.die("not an Effect")
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : Effect.suspend(() => Effect.fail(describe(cause)))
    )
  )
}
