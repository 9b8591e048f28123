/**
 * How guest code and built-ins fail. A throw completion is a host throw of {@link ThrowCompletion}; only it can be caught by guest `catch`.
 * What the guest may not catch (a spent budget that the host set, a defect of the engine) is any other host throw, or a driver that simply stops.
 */
import { agent } from "./agent.ts"
import type { Value } from "./values.ts"

/** A guest throw on its way to a guest `catch`. */
export class ThrowCompletion {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

/** `generator.return(value)` on its way through `finally` blocks. Guest `catch` does not see it. */
export class ReturnCompletion {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

/** An end of the run that no guest code sees: neither `catch` nor `finally`. */
export class Abort {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** The kinds of failure that a value or call inside a program can have (a subset of the public `DiagnosticKind`). */
export type FailureKind =
  | "ExecutionFailure"
  | "InvalidDataValue"
  | "UnknownTool"
  | "InvalidToolInput"
  | "InvalidToolOutput"
  | "ToolCallLimitExceeded"
  | "ToolFailure"

export type NativeErrorName =
  | "Error"
  | "EvalError"
  | "RangeError"
  | "ReferenceError"
  | "SyntaxError"
  | "TypeError"
  | "URIError"

/** What is known of a failure beyond the error object's own properties; travels with the error object. */
export interface FailureDetails {
  readonly kind: FailureKind
  /** Whether the engine raised it (its text stands as it is) rather than the program (`Uncaught: …`). */
  readonly raisedByEngine: boolean
  /** Whether the diagnostic carries the place. */
  readonly located: boolean
  readonly suggestions: readonly string[]
}

export const engineFailure = (
  kind: FailureKind = "ExecutionFailure",
  suggestions: readonly string[] = []
): FailureDetails => ({ kind, raisedByEngine: true, located: true, suggestions })

/** Throws a new error of the program's own realm. `position` is a source offset; without one the place is the running call's. */
export function throwError(
  name: NativeErrorName,
  message: string,
  details: FailureDetails = engineFailure(),
  position?: number
): never {
  throw new ThrowCompletion(agent.realm.createError(name, message, details, position))
}

export const throwTypeError = (message: string, position?: number): never =>
  throwError("TypeError", message, engineFailure(), position)

export const throwRangeError = (message: string, position?: number): never =>
  throwError("RangeError", message, engineFailure(), position)

export const throwReferenceError = (message: string, position?: number): never =>
  throwError("ReferenceError", message, engineFailure(), position)

/** A value that cannot be used as data where it stands: promises without `await`, tool references, functions at the boundary. */
export const throwInvalidData = (message: string, suggestions: readonly string[] = [], position?: number): never =>
  throwError("TypeError", message, engineFailure("InvalidDataValue", suggestions), position)

export const throwCallDepth = (): never =>
  throwRangeError("Maximum call stack size exceeded: more than 10,000 calls are waiting for each other.")
