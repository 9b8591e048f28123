/**
 * What a tool may fail with so that its text reaches the program and the model.
 * Every other failure of a tool is sanitised to a generic text, and so is whatever it throws or dies of, a `ToolError` included.
 */
import { Data } from "effect"

/**
 * A refusal that the program may read: `message` is passed on verbatim, `cause` never leaves the host.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { ToolError } from "effect-codemode"
 *
 * const refuse = Effect.fail(new ToolError({ message: "Order 7 does not exist." }))
 * ```
 */
export class ToolError extends Data.TaggedError("ToolError")<{
  /** The text that the program sees as `error.message` and the model as the diagnostic. */
  readonly message: string
  /** The host's own reason; kept for host logs, never part of a result. */
  readonly cause?: unknown
}> {}

/**
 * Makes a {@link ToolError}. Without a `cause` argument the error has no `cause` key.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { toolError } from "effect-codemode"
 *
 * const refuse = Effect.fail(toolError("Order 7 does not exist."))
 * ```
 */
export const toolError = (message: string, ...cause: [cause?: unknown]): ToolError =>
  cause.length === 0 ? new ToolError({ message }) : new ToolError({ message, cause: cause[0] })
