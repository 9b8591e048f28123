import { createContext, Script } from "node:vm"
import type { Engine, Outcome } from "./engine.ts"
import type { Shape } from "./program.ts"

/** The engine of the host, as the reference that shows whether scope, harness and verdicts are right. */
export function hostEngine(shape: Shape, timeoutMs: number): Engine {
  return {
    shape,
    run: async (code): Promise<Outcome> => {
      const logs: Array<string> = []
      let failure: { readonly error: unknown } | undefined
      const sandbox = {
        console: { log: (message: unknown) => void logs.push(String(message)) },
        $detach: (buffer: ArrayBuffer) => (structuredClone(buffer, { transfer: [buffer] }), null),
        $fail: (error: unknown) => void (failure = { error })
      }
      // Microtasks run inside the call, so the timeout covers them and nothing is left when it returns.
      const context = createContext(sandbox, { microtaskMode: "afterEvaluate" })
      // The handler is a function of the context: one of the outer realm would run in the outer microtask queue, too late.
      const text =
        shape === "script"
          ? code
          : `(async function () { "use strict";\n${code}\n})().then(undefined, (error) => { $fail(error) })`
      let script: Script
      try {
        script = new Script(text, { filename: "test.js", lineOffset: shape === "script" ? 0 : -1 })
      } catch (error) {
        return { type: "refused", logs, kind: "ParseError", message: describe(error), line: undefined }
      }
      try {
        script.runInContext(context, { timeout: timeoutMs })
      } catch (error) {
        if ((error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
          return { type: "timeout", logs }
        failure = { error }
      }
      if (failure === undefined) return { type: "completed", logs }
      return { type: "failed", logs, kind: "ExecutionFailure", message: describe(failure.error), line: undefined }
    }
  }
}

function describe(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error)
  try {
    const { constructor, message } = error as { constructor?: { name?: unknown }; message?: unknown }
    return `${String(constructor?.name)}: ${String(message)}`
  } catch {
    return "an error that cannot be described"
  }
}
