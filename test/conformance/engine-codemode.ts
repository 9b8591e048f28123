import { Effect } from "effect"
import { CodeMode } from "../../src/index.ts"
import type { Engine, Outcome } from "./engine.ts"

/** The library, through its public door. */
export function codemodeEngine(timeoutMs: number): Engine {
  const runtime = CodeMode.make({ limits: { timeoutMs } })
  return {
    shape: "program",
    run: async (code): Promise<Outcome> => {
      let result: CodeMode.Result
      try {
        result = await Effect.runPromise(runtime.execute(code))
      } catch (error) {
        return {
          type: "defect",
          logs: [],
          message: error instanceof Error ? (error.stack ?? error.message) : String(error)
        }
      }
      const logs = result.logs ?? []
      if (result.ok) return { type: "completed", logs }
      const { kind, message, location } = result.error
      if (kind === "ParseError" || kind === "UnsupportedSyntax") {
        return { type: "refused", logs, kind, message, line: location?.line }
      }
      if (kind === "TimeoutExceeded") return { type: "timeout", logs }
      return { type: "failed", logs, kind, message, line: location?.line }
    }
  }
}
