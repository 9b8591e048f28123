import { Effect } from "effect"
import { CodeMode } from "../../src/index.ts"
import { bareEngine } from "../conformance/engine-bare.ts"
import type { Observation } from "./observe.ts"

const runtime = CodeMode.make({ limits: { timeoutMs: 20_000 } })

/** Runs a program through the public door. */
export async function runGuest(code: string): Promise<Observation> {
  const result = await Effect.runPromise(runtime.execute(`${code}\nreturn;`))
  const logs = result.logs ?? []
  if (result.ok) return { end: "value", logs, detail: "" }
  const { kind, message } = result.error
  if (kind === "ParseError" || kind === "UnsupportedSyntax") return { end: "refused", logs, detail: message }
  if (kind === "TimeoutExceeded") return { end: "timeout", logs, detail: message }
  const unsettled = kind === "ExecutionFailure" && /nothing can settle/.test(message)
  return { end: unsettled ? "unsettled" : "broken", logs, detail: `${kind}: ${message}` }
}

/** Runs a program on the engine alone, suspended every `steps` steps: how it is cut must not show. */
export function slicedGuest(steps: number): (code: string) => Promise<Observation> {
  const engine = bareEngine(20_000, steps)
  return async (code) => {
    const outcome = await engine.run(`${code}\nreturn;`)
    const { logs } = outcome
    if (outcome.type === "completed") return { end: "value", logs, detail: "" }
    if (outcome.type === "refused") return { end: "refused", logs, detail: outcome.message }
    if (outcome.type === "timeout") return { end: "timeout", logs, detail: "" }
    const unsettled = outcome.message === "deadlock"
    return { end: unsettled ? "unsettled" : "broken", logs, detail: outcome.message }
  }
}
