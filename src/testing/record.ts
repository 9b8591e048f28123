/** One execution, and what happened to each of its calls. */
import { Cause, Clock, Effect, Exit, Fiber } from "effect"
import { execute, make } from "../codemode.ts"
import type { ExecuteOptions, Result } from "../codemode.ts"
import type { ToolCallEnded, ToolCallStarted } from "../tool-runtime/hooks.ts"
import { timeOf } from "../tool-runtime/host-services.ts"
import type { Namespace, Tools } from "../tool-runtime/namespace.ts"
import type { ServicesOf } from "../tool-runtime/tool-tree.ts"
import type { Definition } from "../tool.ts"
import { hostEffect } from "./host-effect.ts"
import { snapshot } from "./snapshot.ts"
import { mapTools, withRun } from "./tool-map.ts"

/** One admitted call, `search` included. */
export interface RecordedCall {
  /** Position in the result's `toolCalls`, from 0. */
  readonly index: number
  /** The canonical dotted path, or `search`. */
  readonly name: string
  /** The decoded input as hooks and the tool received it: a copy from before the start hook. Instances of the host's own classes are not copied. */
  readonly input: unknown
  /**
   * How it ended for the program. `denied`: the start hook failed, and the tool never ran. `failure`: the tool, its answer, or the end hook failed.
   * `interrupted`: it was still at work, in a hook, or waiting for a place, when the execution ended.
   */
  readonly outcome: "success" | "failure" | "denied" | "interrupted"
  /**
   * What the tool's `run` answered, before its output schema decoded it: a copy from that moment, as of the input. Absent where the tool did not answer, and
   * for `search`.
   */
  readonly output?: unknown
  /** The text that the program saw; only of failed and denied calls. */
  readonly message?: string
  /** Milliseconds from the start of the execution to the start hook. */
  readonly startedAt: number
  /** Milliseconds from the start of the execution to the end of the call, hooks included. */
  readonly endedAt: number
}

/** A moment in the life of a call: `start` when its start hook is called, `run` when the tool begins, then one of the outcomes. */
export interface RecordedEvent {
  readonly event: "start" | "run" | RecordedCall["outcome"]
  readonly index: number
  readonly name: string
}

/** What {@link record} answers. */
export interface Recording {
  readonly result: Result
  /** In the order of admission, as `result.toolCalls`. */
  readonly calls: readonly RecordedCall[]
  /** In the order in which they happened. */
  readonly events: readonly RecordedEvent[]
  /** The highest number of tools at work at the same time. */
  readonly concurrency: number
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Runs a program as `CodeMode.execute` does and answers its result together with its calls. Hooks of the options run as they would; times are those of the
 * `Clock` at hand, so that a test with a `TestClock` reads exact ones; where that clock fails, the last time that it told. Fails only where it is interrupted.
 *
 * @throws RangeError and TypeError as `CodeMode.execute` does.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { Tool } from "effect-codemode"
 * import { record } from "effect-codemode/testing"
 *
 * const lookup = Tool.make({
 *   description: "Look up one order",
 *   input: Schema.Struct({ id: Schema.String }),
 *   run: ({ id }) => Effect.succeed({ id, status: "open" })
 * })
 *
 * const { result, calls } = await Effect.runPromise(
 *   record({ code: `return tools.lookup({ id: "42" })`, tools: { lookup } })
 * )
 * // calls[0]: { index: 0, name: "lookup", input: { id: "42" }, outcome: "success", output: { id: "42", status: "open" }, … }
 * ```
 */
export const record = <const T extends Tools<unknown> | Namespace<unknown> = {}>(
  options: ExecuteOptions<T>
): Effect.Effect<Recording, never, ServicesOf<T>> => {
  // Whatever is wrong with the options is thrown here, and not when the Effect runs.
  make(options)
  const tree = options.tools ?? {}
  return Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const recorder = new Recorder(clock)
    const tools = mapTools(tree, (tool) => recorder.watched(tool))
    const result = yield* execute({
      ...options,
      tools,
      ...recorder.hooks(options)
    } as ExecuteOptions<Tools<never>>) as Effect.Effect<Result, never, ServicesOf<T>>
    return recorder.recording(result)
  })
}

class Recorder {
  private readonly calls: Mutable<RecordedCall>[] = []
  private readonly events: RecordedEvent[] = []
  private readonly clock: Clock.Clock
  private readonly began: number
  /** What the clock told last. */
  private told = 0
  /** Which call a fiber is of: hooks and tool of a call are asked for in one, whatever the tracer, the input or the order. */
  private readonly indexOf = new WeakMap<object, number>()
  private readonly watching = new Map<Definition<unknown>, Definition<unknown>>()
  private readonly ended = new Set<number>()
  private atWork = 0
  private mostAtWork = 0

  constructor(clock: Clock.Clock) {
    this.clock = clock
    this.told = this.began = timeOf(clock) ?? 0
  }

  private get now(): number {
    this.told = timeOf(this.clock) ?? this.told
    return this.told - this.began
  }

  private note(event: RecordedEvent["event"], index: number): void {
    this.events.push({ event, index, name: this.calls[index].name })
  }

  private end(index: number, outcome: RecordedCall["outcome"], message?: string): void {
    if (this.ended.has(index)) return
    this.ended.add(index)
    const call = this.calls[index]
    call.outcome = outcome
    call.endedAt = this.now
    if (message !== undefined) call.message = message
    this.note(outcome, index)
  }

  /** The tool, with its beginning and its answer noted. A tool that stands at several paths stays one tool, with its places for calls. */
  watched(tool: Definition<unknown>): Definition<unknown> {
    let watched = this.watching.get(tool)
    if (watched === undefined) this.watching.set(tool, (watched = this.watch(tool)))
    return watched
  }

  private watch(tool: Definition<unknown>): Definition<unknown> {
    return withRun(tool, (input) => {
      const fiber = Fiber.getCurrent()
      const index = fiber === undefined ? undefined : this.indexOf.get(fiber)
      return Effect.suspend(() => {
        this.mostAtWork = Math.max(this.mostAtWork, ++this.atWork)
        if (index !== undefined) this.note("run", index)
        return Effect.onExit(
          hostEffect(() => tool.run(input)),
          (exit) =>
            Effect.sync(() => {
              this.atWork--
              if (index === undefined) return
              if (Exit.isSuccess(exit)) this.calls[index].output = snapshot(exit.value)
              else if (Cause.hasInterruptsOnly(exit.cause)) this.end(index, "interrupted")
            })
        )
      })
    })
  }

  /** The host's hooks, with what they are told noted before the first, and how both end. */
  hooks<R>(options: {
    readonly onToolCallStart?: ((call: ToolCallStarted) => Effect.Effect<void, never, R>) | undefined
    readonly onToolCallEnd?: ((call: ToolCallEnded) => Effect.Effect<void, never, R>) | undefined
  }): {
    readonly onToolCallStart: (call: ToolCallStarted) => Effect.Effect<void, never, R>
    readonly onToolCallEnd: (call: ToolCallEnded) => Effect.Effect<void, never, R>
  } {
    const { onToolCallStart, onToolCallEnd } = options
    return {
      onToolCallStart: (call) => {
        const fiber = Fiber.getCurrent()
        if (fiber !== undefined) this.indexOf.set(fiber, call.index)
        return Effect.suspend(() => {
          const { index, name, input } = call
          const { now } = this
          this.calls[index] = {
            index,
            name,
            input: snapshot(input),
            outcome: "interrupted",
            startedAt: now,
            endedAt: now
          }
          this.note("start", index)
          return this.hook(onToolCallStart, call, (exit) => {
            if (Exit.isFailure(exit)) this.endBy(exit.cause, index, "denied")
          })
        })
      },
      onToolCallEnd: (call) =>
        this.hook(onToolCallEnd, call, (exit) => {
          if (Exit.isFailure(exit)) this.endBy(exit.cause, call.index, "failure")
          else this.end(call.index, call.outcome, call.message)
        })
    }
  }

  private hook<A, R>(
    hook: ((call: A) => Effect.Effect<void, never, R>) | undefined,
    call: A,
    ended: (exit: Exit.Exit<void>) => void
  ): Effect.Effect<void, never, R> {
    return Effect.onExit(hook === undefined ? Effect.void : hostEffect(() => hook(call)), (exit) =>
      Effect.sync(() => ended(exit))
    )
  }

  /** A hook that fails ends its call, whatever the tool has answered. */
  private endBy(cause: Cause.Cause<never>, index: number, outcome: "denied" | "failure"): void {
    if (Cause.hasInterruptsOnly(cause)) this.end(index, "interrupted")
    else this.end(index, outcome, HOOK_FAILED)
  }

  recording(result: Result): Recording {
    // Admitted, and the execution ended before there was a place for it: hooks have not heard of it.
    result.toolCalls.forEach(({ name }, index) => {
      this.calls[index] ??= {
        index,
        name,
        input: undefined,
        outcome: "interrupted",
        startedAt: this.now,
        endedAt: this.now
      }
      if (!this.ended.has(index)) this.end(index, "interrupted")
    })
    return {
      result,
      calls: this.calls.map((call) => ({ ...call })),
      events: [...this.events],
      concurrency: this.mostAtWork
    }
  }
}

/** What a program is told of a call whose hook failed. */
const HOOK_FAILED = "Tool execution failed"
