/**
 * A record of tools with a description of its own. It adds no path segment: the key it stands under does.
 */
import type { Definition } from "../tool.ts"
import { checkKeys, checkObject } from "./known-keys.ts"

/** A tree of tools: each key holds a tool, a record of further keys, or a described record. Dots in a key separate segments. */
export interface Tools<out R = never> {
  readonly [key: string]: Definition<R> | Tools<R> | Namespace<R>
}

/** A record of tools with a description; see {@link make}. */
export interface Namespace<out R = never, T extends Tools<R> = Tools<R>> {
  readonly _tag: "CodeModeNamespace"
  readonly description?: string
  readonly tools: T
}

/**
 * Describes a group of tools. The value may stand wherever a record of tools may, at the root too, and leaves every
 * path as it would be with the bare record. The description is not shown: it is text by which `search` finds every
 * tool below, worth 2 points per word as input names are. Descriptions of nested namespaces add up.
 *
 * @throws TypeError when the argument or its `tools` is no object, or there is no option of a name.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { Namespace, Tool } from "effect-codemode"
 *
 * const lookup = Tool.make({
 *   description: "Look up one order",
 *   input: Schema.Struct({ id: Schema.String }),
 *   run: () => Effect.succeed(null)
 * })
 *
 * const tools = { orders: Namespace.make({ description: "The web shop", tools: { lookup } }) }
 * ```
 */
export const make = <const T extends Tools<unknown>>(options: {
  readonly description?: string
  readonly tools: T
}): { readonly _tag: "CodeModeNamespace"; readonly description?: string; readonly tools: T } => {
  checkObject("The argument of Namespace.make", options)
  // A namespace may be made of another one, or of what `OpenAPI.fromSpec` answers.
  checkKeys("The argument of Namespace.make", options, ["description", "tools"], ["_tag", "skipped"])
  checkObject("tools of Namespace.make", options.tools)
  const { description, tools } = options
  return { _tag: "CodeModeNamespace", ...(description === undefined ? {} : { description }), tools }
}

/** Whether `value` is a namespace: it has an *own* `_tag` of `"CodeModeNamespace"`. */
export const isNamespace = (value: unknown): value is Namespace<unknown> =>
  typeof value === "object" &&
  value !== null &&
  Object.hasOwn(value, "_tag") &&
  (value as { readonly _tag: unknown })._tag === "CodeModeNamespace"
