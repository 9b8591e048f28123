/** A diagnostic as text for people: terminals, logs, error pages. */
import { codeFrame, offsetAt } from "../interpreter/syntax/position.ts"
import type { Diagnostic } from "./result.ts"

/**
 * Writes a diagnostic out: its kind and message, the line of the program that it points at with a caret below, and what to write instead.
 *
 * `code` is the program as it was submitted; without a location in the diagnostic it is not looked at.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { CodeMode } from "effect-codemode"
 *
 * const code = "const value = 1\nreturn value()"
 * const result = await Effect.runPromise(CodeMode.execute({ code }))
 * if (!result.ok) console.log(CodeMode.renderDiagnostic(result.error, code))
 * // ExecutionFailure: value is not a function. (line 2, col 8)
 * //
 * //   1 | const value = 1
 * // > 2 | return value()
 * //     |        ^
 * ```
 */
export function renderDiagnostic(diagnostic: Diagnostic, code: string): string {
  const { kind, message, location, suggestions } = diagnostic
  const parts = [`${kind}: ${message}`]
  if (location !== undefined) parts.push(codeFrame(code, offsetAt(code, location)))
  if (suggestions !== undefined) parts.push(suggestions.map((suggestion) => `Hint: ${suggestion}`).join("\n"))
  return parts.join("\n\n")
}
