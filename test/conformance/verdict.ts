import type { Outcome } from "./engine.ts"
import { uncaughtMarker } from "./program.ts"
import type { TestFile } from "./scope.ts"

/** The result of one file; `note` says why it failed, beginning with a short kind. */
export interface Verdict {
  readonly path: string
  readonly pass: boolean
  readonly note: string
  readonly ms: number
}

const done = "Test262:AsyncTestComplete"
const failed = "Test262:AsyncTestFailure:"

/** Why the outcome is not what the test asks for, or undefined when it is. */
export function complaint(test: TestFile, outcome: Outcome, shape: "program" | "script"): string | undefined {
  if (outcome.type === "timeout") return "timeout"
  if (outcome.type === "defect") return `defect: ${outcome.message}`
  const { negative, flags } = test.metadata
  if (negative !== undefined) {
    if (negative.phase !== "runtime") {
      if (outcome.type === "refused") return undefined
      return `not refused: expected an early ${negative.type}, ${outcome.type === "completed" ? "ran" : `got ${described(outcome)}`}`
    }
    const name =
      shape === "script"
        ? outcome.type === "failed"
          ? /^\w+/.exec(outcome.message)?.[0]
          : undefined
        : outcome.logs.find((line) => line.startsWith(uncaughtMarker))?.slice(uncaughtMarker.length)
    if (name === negative.type) return undefined
    return `expected uncaught ${negative.type}, got ${name ?? described(outcome)}`
  }
  if (outcome.type !== "completed") return described(outcome)
  if (!flags.includes("async")) return undefined
  const failure = outcome.logs.find((line) => line.startsWith(failed))
  if (failure !== undefined) return `async: ${failure.slice(failed.length)}`
  return outcome.logs.includes(done) ? undefined : "async: $DONE was never called"
}

function described(outcome: Outcome): string {
  switch (outcome.type) {
    case "completed":
      return "no failure"
    case "timeout":
      return "timeout"
    case "defect":
      return `defect: ${outcome.message}`
    default:
      return `${outcome.kind}: ${outcome.message}`
  }
}
