/** Why a tool call failed, as the program is told, and the error object that it gets. */
import { Cause } from "effect"
import { ErrorValue } from "../interpreter/kernel/error-value.ts"
import type { TraceEntry } from "../interpreter/kernel/error-value.ts"
import { engineFailure } from "../interpreter/kernel/errors.ts"
import type { FailureKind } from "../interpreter/kernel/errors.ts"
import { MAX_STRING } from "../interpreter/kernel/rope.ts"
import type { Realm } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, WRITABLE } from "../interpreter/kernel/shape.ts"
import { ToolError } from "../tool-error.ts"

/** What the program and the model may read of a failed call. */
export class CallFailure {
  readonly kind: FailureKind
  readonly message: string
  readonly suggestions: readonly string[]
  constructor(kind: FailureKind, message: string, suggestions: readonly string[] = []) {
    this.kind = kind
    this.message = message
    this.suggestions = suggestions
  }

  /**
   * The error that the program catches. `trace` is where the call was made: a diagnostic of a tool call has no place of its own, the program's
   * `error.stack` has.
   */
  toError(realm: Realm, trace: readonly TraceEntry[]): ErrorValue {
    const details = { ...engineFailure(this.kind, this.suggestions), located: false }
    const error = new ErrorValue(realm.shapeOf("%Error.prototype%"), details, trace)
    error.store("message", this.message, WRITABLE | CONFIGURABLE)
    return error
  }
}

/** All that is told of failures whose text is not meant for models. */
const GENERIC = "Tool execution failed"

/** A failure of the host without any of its text. */
export const hostFailure = (): CallFailure => new CallFailure("ToolFailure", GENERIC)

/**
 * What the program may know of a cause: the text of the `ToolError` that it failed with, nothing of anything else, nor of a defect of any kind. Never
 * throws, whatever the host failed with.
 */
export function failureOf(cause: Cause.Cause<unknown>): CallFailure {
  try {
    const error = cause.reasons.find(Cause.isFailReason)?.error
    if (error instanceof CallFailure) return error
    if (error instanceof ToolError) {
      const message = String(error.message)
      if (message.length <= MAX_STRING) return new CallFailure("ToolFailure", message)
    }
  } catch {
    // A proxy or a getter of the host threw while it was looked at: a failure like any other that has no text for models.
  }
  return hostFailure()
}
