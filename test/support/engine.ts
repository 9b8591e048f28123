/** Runs a program on the bare engine, without tools and without Effect: for tests of the language itself. */
import { load, parseProgram } from "../../src/interpreter/index.ts"
import { ErrorValue } from "../../src/interpreter/kernel/error-value.ts"
import type { HostPort } from "../../src/interpreter/kernel/host.ts"
import { ArrayValue } from "../../src/interpreter/kernel/array.ts"
import { ObjectValue } from "../../src/interpreter/kernel/object.ts"
import { HOLE, keyValue } from "../../src/interpreter/kernel/values.ts"
import type { Value } from "../../src/interpreter/kernel/values.ts"
import type { IntrinsicDefinitions } from "../../src/interpreter/kernel/realm.ts"
import { intrinsics } from "../../src/stdlib/index.ts"
import { silentHost } from "./silent-host.ts"

export interface EngineResult {
  readonly ok: boolean
  readonly value: unknown
  readonly logs: readonly string[]
  readonly slices: number
}

/** A guest value as host data, for comparing: own data properties only. */
export function show(value: Value): unknown {
  if (value instanceof ErrorValue) {
    const text = (key: string): string => {
      const v = value.get(key, value)
      return typeof v === "string" ? v : ""
    }
    return `${text("name")}: ${text("message")}`
  }
  if (value instanceof ArrayValue) {
    return value.sparse === null ? value.elements.map((v) => (v === HOLE ? undefined : show(v))) : "sparse"
  }
  if (value instanceof ObjectValue) {
    if (value.isCallable) return "function"
    const keys = value.ownKeys()
    const out: Record<string, unknown> = {}
    if (typeof keys === "symbol") return "suspended"
    for (const key of keys) {
      const v = value.get(key, value)
      if (typeof key !== "object" && typeof v !== "symbol") out[String(keyValue(key))] = show(v)
    }
    return out
  }
  return value
}

export function runEngine(
  source: string,
  options: { sliceSteps?: number; maxSlices?: number; intrinsics?: IntrinsicDefinitions } = {}
): EngineResult {
  const logs: string[] = []
  const host: HostPort = { ...silentHost, log: (line) => void logs.push(line) }
  const execution = load(parseProgram(source), {
    intrinsics: options.intrinsics ?? intrinsics,
    host,
    ...(options.sliceSteps === undefined ? {} : { sliceSteps: options.sliceSteps })
  })
  let slices = 0
  for (;;) {
    const progress = execution.run()
    if (progress === "finished") break
    if (progress === "idle") return { ok: false, value: "deadlock", logs, slices }
    if (++slices > (options.maxSlices ?? 1e9)) return { ok: false, value: "too many slices", logs, slices }
  }
  const { state, result } = execution.result
  return execution.within(() => ({ ok: state === "fulfilled", value: show(result), logs, slices }))
}
