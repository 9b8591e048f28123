/** One execution, and what happened to each of its calls. */
import { Cause, Clock, Effect, Exit, Option, Tracer } from "effect"
import { execute, make } from "../codemode.ts"
import type { ExecuteOptions, Result } from "../codemode.ts"
import type { ToolCallEnded, ToolCallStarted } from "../tool-runtime/hooks.ts"
import { timeOf } from "../tool-runtime/host-services.ts"
import type { Namespace, Tools } from "../tool-runtime/namespace.ts"
import { makeToolTree } from "../tool-runtime/tool-tree.ts"
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
   * How it ended. `denied`: the start hook failed, and the tool never ran. `interrupted`: it was still at work, or waiting for a place, when the
   * execution ended.
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
  /** Milliseconds from the start of the execution to the end of the call. */
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
    const recorder = new Recorder(clock, makeToolTree(tree).entries)
    const tools = mapTools(tree, (tool) => recorder.watched(tool))
    const result = yield* execute({
      ...options,
      tools,
      ...recorder.hooks(options)
    } as ExecuteOptions<Tools<never>>) as Effect.Effect<Result, never, ServicesOf<T>>
    return recorder.recording(result)
  })
}

/** A call between its start hook and its tool. */
interface Waiting {
  readonly index: number
  readonly input: unknown
  readonly span: Span
}

/** The span around both hooks and the tool: one of its own for every call, unless the host's tracer has none to give. */
type Span = Tracer.AnySpan | undefined

const currentSpan: Effect.Effect<Span> = Effect.map(Effect.serviceOption(Tracer.ParentSpan), Option.getOrUndefined)

class Recorder {
  private readonly calls: Mutable<RecordedCall>[] = []
  private readonly events: RecordedEvent[] = []
  private readonly clock: Clock.Clock
  private readonly began: number
  /** What the clock told last. */
  private told = 0
  private readonly toolOf: ReadonlyMap<string, Definition<unknown>>
  /** By tool: calls whose start hook has run and whose tool has not begun. */
  private readonly waiting = new Map<Definition<unknown>, Waiting[]>()
  private readonly watching = new Map<Definition<unknown>, Definition<unknown>>()
  private readonly ended = new Set<number>()
  private atWork = 0
  private mostAtWork = 0

  constructor(clock: Clock.Clock, entries: readonly { readonly path: string; readonly tool: Definition<unknown> }[]) {
    this.clock = clock
    this.told = this.began = timeOf(clock) ?? 0
    this.toolOf = new Map(entries.map(({ path, tool }) => [path, tool]))
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
    return withRun(tool, (input) =>
      Effect.flatMap(currentSpan, (span) => {
        const index = this.take(tool, input, span)
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
    )
  }

  /** Which call it is that begins: a call's span and input are the same for the hook and for the tool. The input alone tells none where it is a primitive. */
  private take(tool: Definition<unknown>, input: unknown, span: Span): number | undefined {
    const queue = this.waiting.get(tool) ?? []
    const at = queue.findIndex((one) => one.span === span && Object.is(one.input, input))
    return at < 0 ? undefined : queue.splice(at, 1)[0].index
  }

  /** The host's hooks, with what they are told noted before the first and after the second. */
  hooks<R>(options: {
    readonly onToolCallStart?: ((call: ToolCallStarted) => Effect.Effect<void, never, R>) | undefined
    readonly onToolCallEnd?: ((call: ToolCallEnded) => Effect.Effect<void, never, R>) | undefined
  }): {
    readonly onToolCallStart: (call: ToolCallStarted) => Effect.Effect<void, never, R>
    readonly onToolCallEnd: (call: ToolCallEnded) => Effect.Effect<void, never, R>
  } {
    const { onToolCallStart, onToolCallEnd } = options
    return {
      onToolCallStart: (call) =>
        Effect.flatMap(currentSpan, (span) => {
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
          const tool = this.toolOf.get(name)
          if (tool !== undefined) this.waiting.set(tool, [...(this.waiting.get(tool) ?? []), { index, input, span }])
          if (onToolCallStart === undefined) return Effect.void
          return Effect.onExit(
            hostEffect(() => onToolCallStart(call)),
            (exit) =>
              Effect.sync(() => {
                if (Exit.isSuccess(exit)) return
                if (tool !== undefined) this.take(tool, input, span)
                if (Cause.hasInterruptsOnly(exit.cause)) this.end(index, "interrupted")
                else this.end(index, "denied", DENIED)
              })
          )
        }),
      onToolCallEnd: (call) =>
        Effect.suspend(() => {
          this.end(call.index, call.outcome, call.message)
          return onToolCallEnd === undefined ? Effect.void : hostEffect(() => onToolCallEnd(call))
        })
    }
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

/** What a program is told of a call whose start hook failed. */
const DENIED = "Tool execution failed"
