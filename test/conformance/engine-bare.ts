import { load, locate, parseProgram, SyntaxFailure } from "../../src/interpreter/index.ts"
import { ErrorValue } from "../../src/interpreter/kernel/error-value.ts"
import { ObjectValue } from "../../src/interpreter/kernel/object.ts"
import type { HostPort } from "../../src/interpreter/kernel/host.ts"
import { intrinsics } from "../../src/stdlib/index.ts"
import { silentHost } from "../support/silent-host.ts"
import type { Engine, Outcome } from "./engine.ts"

/** The engine alone, without Effect and without the data boundary: quicker to try while working on the language. */
export function bareEngine(timeoutMs: number, sliceSteps?: number): Engine {
  return {
    shape: "program",
    run: async (code): Promise<Outcome> => {
      const logs: string[] = []
      const host: HostPort = {
        ...silentHost,
        now: () => Date.now(),
        random: () => Math.random(),
        log: (line) => void logs.push(line)
      }
      try {
        const program = parseProgram(code)
        const execution = load(program, { intrinsics, host, ...(sliceSteps === undefined ? {} : { sliceSteps }) })
        const deadline = Date.now() + timeoutMs
        for (;;) {
          const progress = execution.run()
          if (progress === "finished") break
          if (progress === "idle")
            return { type: "failed", kind: "ExecutionFailure", message: "deadlock", line: undefined, logs }
          if (Date.now() > deadline) return { type: "timeout", logs }
        }
        const { state, result } = execution.result
        if (state === "fulfilled") return { type: "completed", logs }
        return execution.within(() => {
          const text = (key: string): string => {
            if (!(result instanceof ObjectValue)) return String(result)
            const value = result.get(key, result)
            return typeof value === "string" ? value : ""
          }
          const position = result instanceof ErrorValue ? result.position : undefined
          const line = position === undefined ? undefined : locate(code, position).line
          const name = result instanceof ObjectValue ? text("name") : "thrown"
          return { type: "failed", kind: "ExecutionFailure", message: `${name}: ${text("message")}`, line, logs }
        })
      } catch (error) {
        if (error instanceof SyntaxFailure) {
          const position = error.error.position
          const line = position === null ? undefined : locate(code, position).line
          return { type: "refused", logs, kind: error.error.kind, message: error.error.message, line }
        }
        return {
          type: "defect",
          logs,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error)
        }
      }
    }
  }
}
