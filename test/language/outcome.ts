/** One program, three ways: through the public door, on the engine alone with forced suspensions, and on the engine of the host. */
import { createContext, Script } from "node:vm"
import { Effect } from "effect"
import { CodeMode } from "../../src/index.ts"
import { load, locate, parseProgram, parseTypeScript, SyntaxFailure } from "../../src/interpreter/index.ts"
import type { ParsedProgram } from "../../src/interpreter/index.ts"
import { ErrorValue } from "../../src/interpreter/kernel/error-value.ts"
import type { HostPort } from "../../src/interpreter/kernel/host.ts"
import { ObjectValue } from "../../src/interpreter/kernel/object.ts"
import { absentGlobalHint } from "../../src/interpreter/syntax/hints.ts"
import { intrinsics } from "../../src/stdlib/index.ts"
import { show } from "../support/engine.ts"

export interface Outcome {
  readonly value?: unknown
  /** Class of the error or kind of the refusal; `thrown` for values that are no errors. */
  readonly failure?: string
  readonly message?: string
  /** `line:column`. */
  readonly place?: string | undefined
  readonly logs: readonly string[]
}

/** As data crosses: what is `undefined` is `null`. */
export function asData(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, asData)
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== "object" || value === null) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asData(item)]))
}

const runtime = CodeMode.make({ limits: { timeoutMs: 60_000 } })

export const throughDoor = (source: string): Promise<CodeMode.Result> => Effect.runPromise(runtime.execute(source))

const placeOf = (source: string, position: number | null): string | undefined => {
  if (position === null) return undefined
  const { line, column } = locate(source, position)
  return `${line}:${column}`
}

async function parse(source: string): Promise<ParsedProgram> {
  try {
    return parseProgram(source)
  } catch (error) {
    if (!(error instanceof SyntaxFailure) || error.error.kind !== "ParseError") throw error
    return parseTypeScript(source)
  }
}

/** `sliceSteps` undefined: slices of the usual length. */
export async function onEngine(source: string, sliceSteps?: number): Promise<Outcome> {
  const logs: string[] = []
  const host: HostPort = {
    now: () => 1_700_000_000_000,
    random: () => 0.5,
    timeZone: "UTC",
    log: (line) => void logs.push(line),
    callTool: () => undefined,
    search: () => undefined,
    toolKeys: () => [],
    hintForName: (name, names) => absentGlobalHint(name, names) ?? undefined,
    interruptionObserved: () => {}
  }
  try {
    const execution = load(await parse(source), { intrinsics, host, sliceSteps })
    for (;;) {
      const progress = execution.run()
      if (progress === "finished") break
      if (progress === "idle") return { failure: "deadlock", logs }
    }
    const { state, result } = execution.result
    return execution.within((): Outcome => {
      if (state === "fulfilled") return { value: asData(show(result)), logs }
      if (!(result instanceof ErrorValue)) return { failure: "thrown", message: String(show(result)), logs }
      const text = (key: string): string => {
        const value = result instanceof ObjectValue ? result.get(key, result) : ""
        return typeof value === "string" ? value : ""
      }
      const place = result.position === undefined ? undefined : placeOf(source, result.position)
      return { failure: text("name"), message: text("message"), place, logs }
    })
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error
    const { kind, message, position } = error.error
    return { failure: kind, message, place: placeOf(source, position), logs }
  }
}

/** The host's engine, in a context of its own: programs may change every prototype. Only the class of an error is comparable, not its text. */
export function onHost(source: string): Outcome {
  const logs: string[] = []
  let outcome: Outcome = { failure: "deadlock", logs }
  const context = createContext(
    {
      console: { log: (...values: unknown[]) => void logs.push(values.map(String).join(" ")) },
      fulfilled: (value: unknown) => void (outcome = { value: asData(value), logs }),
      rejected: (error: unknown) => {
        const isError = typeof error === "object" && error !== null && "stack" in error && "name" in error
        outcome = { failure: isError ? String(error.name) : "thrown", logs }
      }
    },
    { microtaskMode: "afterEvaluate" }
  )
  let script: Script
  // The handlers are functions of the context: those of the outer realm would run in the outer microtask queue, too late.
  try {
    script = new Script(`(async function () { "use strict";
${source}
})().then((value) => { fulfilled(value) }, (error) => { rejected(error) })`)
  } catch {
    return { failure: "ParseError", logs }
  }
  script.runInContext(context, { timeout: 20_000 })
  return outcome
}
