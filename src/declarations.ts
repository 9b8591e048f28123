/**
 * What can be said about tools and programs without running any: catalogs, instructions, declarations and checks. This
 * entry loads neither the interpreter nor its standard library.
 */
import type { Effect } from "effect"
import { makeCatalog } from "./tool-runtime/catalog.ts"
import type { DiscoveryOptions, ToolDescription } from "./tool-runtime/catalog.ts"
import { checkProgram } from "./tool-runtime/check-program.ts"
import type { CheckResult } from "./tool-runtime/check-program.ts"
import { declarationText } from "./tool-runtime/declaration-text.ts"
import type { Namespace, Tools } from "./tool-runtime/namespace.ts"

export { searchSignature } from "./tool-runtime/search-contract.ts"
export { toolExpression } from "./tool-runtime/expression.ts"
export type { CheckResult } from "./tool-runtime/check-program.ts"
export type { DiscoveryOptions, RankingName, ToolDescription } from "./tool-runtime/catalog.ts"
export type { SignatureStyle } from "./tool-runtime/signature.ts"
export type { Diagnostic, DiagnosticKind } from "./tool-runtime/result.ts"

type Tree = Tools<unknown> | Namespace<unknown>

/**
 * Every tool of a tree with its path, description and signature, as a runtime's `catalog()` gives them.
 *
 * @throws TypeError when a tool name has an empty dotted segment.
 * @throws RangeError when an option is out of range.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { Tool } from "effect-codemode"
 * import { catalog } from "effect-codemode/declarations"
 *
 * const ping = Tool.make({ description: "Ping", input: Schema.Struct({}), run: () => Effect.succeed("pong") })
 *
 * catalog({ ping }) // [{ path: "ping", description: "Ping", signature: "tools.ping(input: {}): Promise<unknown>" }]
 * ```
 */
export const catalog = (tools: Tree, options?: DiscoveryOptions): Array<ToolDescription> =>
  makeCatalog(tools, options).catalog()

/** The text for a model, as a runtime's `instructions()` gives it. Throws as {@link catalog} does. */
export const instructions = (tools: Tree, options?: DiscoveryOptions): string =>
  makeCatalog(tools, options).instructions()

/**
 * TypeScript declarations of a program's `tools` and `search`, for editors and type checkers: `declare const tools: {…}`
 * with a method per tool, its description above it. Throws as {@link catalog} does.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { Tool } from "effect-codemode"
 * import { declarations } from "effect-codemode/declarations"
 *
 * const ping = Tool.make({ description: "Ping", input: Schema.Struct({}), run: () => Effect.succeed("pong") })
 *
 * declarations({ ping }).startsWith("declare const tools: {\n  /** Ping *\/\n  ping(input: {}): Promise<unknown>") // true
 * ```
 */
export const declarations = (tools: Tree): string => declarationText(makeCatalog(tools))

/**
 * What is wrong with a program, told from its text alone; see {@link CheckResult}. Nothing runs. An Effect, because a
 * program in TypeScript needs a parser that is loaded first. Throws as {@link catalog} does.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { check } from "effect-codemode/declarations"
 *
 * const { errors } = await Effect.runPromise(check("return tools.nope.x({})", {}))
 * errors[0]?.kind // "UnknownTool"
 * ```
 */
export const check = (code: string, tools: Tree): Effect.Effect<CheckResult> => checkProgram(code, makeCatalog(tools))
