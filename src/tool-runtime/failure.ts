/** How an uncaught failure becomes the result's diagnostic. */
import { Abort } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ErrorValue } from "../interpreter/kernel/error-value.ts"
import { Accessor, found, ObjectValue } from "../interpreter/kernel/object.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import { isStackOverflow } from "../interpreter/syntax/failure.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { copyOut } from "./copy-out.ts"
import { diagnostic } from "./result.ts"
import type { Diagnostic } from "./result.ts"

type Locate = (position: number) => { readonly line: number; readonly column: number }

/** A text property as data: accessors of the program are not run any more. */
function text(object: ObjectValue, key: string): string {
  for (let o: ObjectValue | null = object; o !== null && !o.isProxy; o = o.shape.proto) {
    if (o.lookup(key)) {
      const value = found.value
      return value instanceof Accessor || typeof value !== "string" ? "" : value
    }
  }
  return ""
}

export const withPlace = (message: string, place: { readonly line: number; readonly column: number }): string =>
  `${message} (line ${place.line}, col ${place.column})`

/**
 * An end that no program can cause by itself: a hard cap of the engine, the host's stack, a defect of ours. Answered, so that a run never dies. What a defect
 * says is for the host's log (`execute.ts`), never for the program or its model.
 */
export function describeDefect(error: unknown, kind: "ExecutionFailure" | "ParseError"): Diagnostic {
  if (error instanceof Abort) return diagnostic("ExecutionFailure", error.message)
  if (isStackOverflow(error)) {
    return diagnostic(
      kind,
      "The program nests calls or expressions too deeply for this host. Use a loop, or split it up."
    )
  }
  return diagnostic(kind, "The interpreter failed: a defect of its own, not of the program. Write it another way.")
}

/** Whether it is none that {@link describeDefect} can tell the program about. */
export const isDefect = (error: unknown): boolean => !(error instanceof Abort) && !isStackOverflow(error)

/** Must run with the execution's realm entered (`Execution.within`). */
export function describeFailure(value: Value, locate: Locate): Diagnostic {
  if (value instanceof ErrorValue) {
    const message = text(value, "message")
    const { details, position } = value
    if (details !== null) {
      if (!details.located || position === undefined) {
        return diagnostic(details.kind, message, { suggestions: details.suggestions })
      }
      const location = locate(position)
      return diagnostic(details.kind, withPlace(message, location), { location, suggestions: details.suggestions })
    }
    const name = text(value, "name")
    const shown = name === "" || name === "Error" ? message : message === "" ? name : `${name}: ${message}`
    return diagnostic("ExecutionFailure", `Uncaught: ${shown === "" ? "Error" : shown}`)
  }
  return diagnostic("ExecutionFailure", `Uncaught: ${showThrown(value)}`)
}

const NOT_DATA = "a value that is not data was thrown. Throw an Error with a message instead."

function showThrown(value: Value): string {
  if (typeof value === "string") return value
  if (!(value instanceof ObjectValue)) return describeValue(value)
  if (value.isCallable) return NOT_DATA
  try {
    const copy = runSteps(copyOut(value, { label: "Thrown value", root: "value", dropsUndefined: false }))
    return typeof copy === "symbol" ? NOT_DATA : JSON.stringify(copy)
  } catch {
    // Whatever keeps the value from being copied (functions, cycles, throwing getters), the failure itself is reported.
    return NOT_DATA
  }
}
