import { createContext, Script } from "node:vm"
import type { Observation } from "./observe.ts"

/** Runs a program on the host's own engine, in a fresh context, as the body of a strict async function. */
export function runHost(code: string): Observation {
  const logs: Array<string> = []
  let end: Observation["end"] = "unsettled"
  let detail = ""
  const context = createContext(
    {
      console: { log: (line: unknown) => void (end === "unsettled" && logs.push(String(line))) },
      $end: (ok: boolean, text: string) => {
        end = ok ? "value" : "broken"
        detail = text
      }
    },
    { microtaskMode: "afterEvaluate" }
  )
  let script: Script
  try {
    script = new Script(
      `(async function () { "use strict";\n${code}\n})().then(() => { $end(true, "") }, (error) => { $end(false, String(error)) })`
    )
  } catch (error) {
    return { end: "refused", logs, detail: String(error) }
  }
  try {
    script.runInContext(context, { timeout: 5000 })
  } catch (error) {
    const timedOut = (error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
    return { end: timedOut ? "timeout" : "broken", logs, detail: String(error) }
  }
  return { end, logs, detail }
}

/** Runs a program in the host's own realm, where its web helpers are. The program must change nothing of it. */
export function runHere(code: string): Observation {
  const logs: Array<string> = []
  try {
    const run = new Script(`(function (console) { "use strict";\n${code}\n})`).runInThisContext({
      timeout: 5000
    }) as (console: { readonly log: (line: unknown) => void }) => void
    run({ log: (line) => void logs.push(String(line)) })
  } catch (error) {
    return { end: error instanceof SyntaxError ? "refused" : "broken", logs, detail: String(error) }
  }
  return { end: "value", logs, detail: "" }
}
