/**
 * The facade: a host hands over tools, limits and hooks, and gets a runtime that describes them to a model and runs its programs.
 */
import type { Effect } from "effect"
import { makeCatalog } from "./tool-runtime/catalog.ts"
import type { DiscoveryOptions, ToolDescription } from "./tool-runtime/catalog.ts"
import { checkProgram } from "./tool-runtime/check-program.ts"
import type { CheckResult } from "./tool-runtime/check-program.ts"
import type { ToolCallHooks } from "./tool-runtime/hooks.ts"
import { checkKeys, checkObject, checkSpelling } from "./tool-runtime/known-keys.ts"
import { resolveLimits } from "./tool-runtime/limits.ts"
import type { ExecutionLimits } from "./tool-runtime/limits.ts"
import type { Namespace } from "./tool-runtime/namespace.ts"
import { Result } from "./tool-runtime/result.ts"
import { execute as executeProgram } from "./tool-runtime/execute.ts"
import { nameText } from "./tool-runtime/name-text.ts"
import { Places } from "./tool-runtime/places.ts"
import type { ServicesOf, ToolEntry, Tools } from "./tool-runtime/tool-tree.ts"
import { silence } from "./tool-runtime/silence.ts"
import { toolSchema } from "./tool-runtime/tool-schema.ts"
import type { Definition } from "./tool.ts"

export { Diagnostic, DiagnosticKind, Failure, Input, Result, Success, ToolCall } from "./tool-runtime/result.ts"
export { renderDiagnostic } from "./tool-runtime/render-diagnostic.ts"
export { searchSignature } from "./tool-runtime/search-contract.ts"
export { toolExpression } from "./tool-runtime/expression.ts"
export type { DataValue } from "./tool-runtime/data-value.ts"
export type { DiscoveryOptions, ToolDescription } from "./tool-runtime/catalog.ts"
export type { CheckResult } from "./tool-runtime/check-program.ts"
export type { ExecutionLimits, ResolvedExecutionLimits } from "./tool-runtime/limits.ts"
export type { ToolCallEnded, ToolCallHooks, ToolCallStarted } from "./tool-runtime/hooks.ts"

/** What {@link make} takes; all of it is optional. */
export interface Options<T = Tools<unknown>, R = ServicesOf<T>> extends ToolCallHooks<R> {
  /** The tool tree: records of tools and records; dots in keys separate path segments. */
  readonly tools?: T | undefined
  /** Limits of every execution; each absent one means unlimited. */
  readonly limits?: ExecutionLimits | undefined
  /** How tools are shown to the model and found by `search`. */
  readonly discovery?: DiscoveryOptions | undefined
}

/** {@link Options} and the program. */
export interface ExecuteOptions<T = Tools<unknown>, R = ServicesOf<T>> extends Options<T, R> {
  readonly code: string
}

/** A set of tools, ready to be described and called. It holds no state that changes: executions never see each other. */
export interface Runtime<out R = never> {
  /** Every tool: canonical path, description, signature. */
  catalog(): ToolDescription[]
  /** The text that tells a model what it can call and how; the same bytes for the same tools and budget. */
  instructions(): string
  /**
   * What is wrong with a program, told from its text; nothing runs. `errors` are certain to fail (syntax, unknown tools, literal input that a
   * validating schema refuses), `hints` contradict a declared schema or drop a promise. Whatever has to be computed is not judged.
   */
  check(code: string): Effect.Effect<CheckResult>
  /**
   * Runs a program. Every way of ending is a `Result`, failures included; only interruption ends the Effect otherwise: the host's, or that of a tool, hook or
   * schema that interrupts itself while the program waits for the call. Each run of the Effect is an execution of its own.
   */
  execute(code: string): Effect.Effect<Result, never, R>
}

const OPTIONS = ["tools", "limits", "discovery", "onToolCallStart", "onToolCallEnd"]

/** What may stand beside them and does nothing here: `execute` passes its options on, and `OpenAPI.fromSpec` answers tools beside what it skipped. */
const BESIDE = ["code", "skipped"]

/**
 * Makes a runtime over a tool tree.
 *
 * @throws RangeError when a limit or a discovery option is out of range.
 * @throws TypeError when a tool name has an empty dotted segment, an option is no option of its kind at all, or there is no option or limit of a name.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { CodeMode, Tool } from "effect-codemode"
 *
 * const runtime = CodeMode.make({
 *   tools: {
 *     orders: {
 *       lookup: Tool.make({
 *         description: "Look up one order",
 *         input: Schema.Struct({ id: Schema.String }),
 *         output: Schema.Struct({ id: Schema.String, status: Schema.String }),
 *         run: ({ id }) => Effect.succeed({ id, status: "open" })
 *       })
 *     }
 *   }
 * })
 *
 * const result = await Effect.runPromise(runtime.execute(`return await tools.orders.lookup({ id: "42" })`))
 * ```
 */
export const make = <const T extends Tools<unknown> | Namespace<unknown> = {}>(
  options: Options<T> = {}
): Runtime<ServicesOf<T>> => {
  checkObject("options", options)
  checkKeys("options", options, OPTIONS, BESIDE)
  const limits = resolveLimits(options.limits)
  const catalog = makeCatalog(options.tools, options.discovery)
  const hooks: ToolCallHooks<ServicesOf<T>> = {
    onToolCallStart: options.onToolCallStart,
    onToolCallEnd: options.onToolCallEnd
  }
  for (const [name, hook] of Object.entries(hooks)) {
    if (hook !== undefined && typeof hook !== "function") throw new TypeError(`${name} must be a function.`)
  }
  checkTools(catalog.tree.entries)
  const places = placesOf(catalog.tree.entries.map(({ tool }) => tool))
  return {
    catalog: () => catalog.catalog(),
    instructions: () => catalog.instructions(),
    check: (code) => checkProgram(code, catalog),
    execute: (code) => executeProgram<ServicesOf<T>>(code, { catalog, limits, hooks, places })
  }
}

const TOOL_OPTIONS = ["_tag", "description", "input", "output", "run", "concurrency"]

/** A misspelt `concurrency` would limit nothing, and the promise of a schema check nothing. What else a host says of its tools is its own. */
function checkTools(entries: readonly ToolEntry[]): void {
  const known = new Set(TOOL_OPTIONS)
  for (const { path, tool } of entries) {
    for (const side of ["input", "output"] as const) {
      const schema: unknown = toolSchema(tool, side)
      if (!(schema instanceof Promise)) continue
      silence(schema)
      throw new TypeError(`The ${side} of tool '${nameText(path)}' must be a schema, not a promise: await it first.`)
    }
    for (const key of Object.keys(tool)) {
      if (known.has(key)) continue
      checkSpelling(`Tool '${nameText(path)}'`, { [key]: undefined }, TOOL_OPTIONS)
      known.add(key)
    }
  }
}

/** Places for the tools that allow only so many calls at once; shared by all executions of the runtime. */
function placesOf(tools: readonly Definition<unknown>[]): (tool: Definition<unknown>) => Places | undefined {
  const places = new Map<Definition<unknown>, Places>()
  for (const tool of tools) {
    const { concurrency } = tool
    if (concurrency === undefined) continue
    if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
      throw new RangeError("A tool's concurrency must be a safe integer of at least 1.")
    }
    places.set(tool, new Places(concurrency))
  }
  return (tool) => places.get(tool)
}

/**
 * Makes a runtime and runs one program with it: the same as `make(options).execute(options.code)`.
 *
 * @throws RangeError and TypeError as {@link make} does, before any Effect runs.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { CodeMode } from "effect-codemode"
 *
 * const result = await Effect.runPromise(CodeMode.execute({ code: "return 6 * 7" }))
 * ```
 */
export const execute = <const T extends Tools<unknown> | Namespace<unknown> = {}>(
  options: ExecuteOptions<T>
): Effect.Effect<Result, never, ServicesOf<T>> => {
  checkObject("options", options)
  return make(options).execute(options.code)
}
