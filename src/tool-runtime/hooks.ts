/** What a host may do around every tool call. */
import type { Effect } from "effect"

/** A call has been admitted; `run` begins when the hook's Effect has finished. */
export interface ToolCallStarted {
  /** Position in the result's `toolCalls`, from 0. */
  readonly index: number
  /** The canonical dotted path, or `search`. */
  readonly name: string
  /** The decoded input, the same value that `run` receives. */
  readonly input: unknown
}

/** A call has settled; the program sees its answer when the hook's Effect has finished. Interrupted calls have no end. */
export interface ToolCallEnded extends ToolCallStarted {
  /** Milliseconds since just before `run`. */
  readonly durationMs: number
  readonly outcome: "success" | "failure"
  /** Only when the outcome is `"failure"`: the text that the program sees. */
  readonly message?: string
}

export interface ToolCallHooks<R = never> {
  readonly onToolCallStart?: ((call: ToolCallStarted) => Effect.Effect<void, never, R>) | undefined
  readonly onToolCallEnd?: ((call: ToolCallEnded) => Effect.Effect<void, never, R>) | undefined
}
