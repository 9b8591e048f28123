/** What `search` takes and answers, as schemas: the call is decoded by them and its signature is rendered from them. */
import * as Schema from "effect/Schema"
import { renderType } from "./signature.ts"

/** What a program passes to `search`. Fields that are not listed are ignored. */
export const SearchInput = Schema.Struct({
  /** Words, or a tool's path. Empty or absent: every tool in scope. */
  query: Schema.optionalKey(Schema.String),
  /** Keeps tools at or below this path. */
  namespace: Schema.optionalKey(Schema.String),
  /** The most items to answer with; a safe integer above 0. Default 10. */
  limit: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  /** How many items to pass over; a safe integer from 0 on. Default 0. */
  offset: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
})

export type SearchInput = typeof SearchInput.Type

/** What `search` answers with. */
export const SearchOutput = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      /** The expression to call, such as `tools.orders.lookup`. */
      path: Schema.String,
      description: Schema.String,
      signature: Schema.String
    })
  ),
  /** How many more tools match. */
  remaining: Schema.Int,
  /** What to pass for the next page; `null` on the last. */
  next: Schema.NullOr(Schema.Struct({ offset: Schema.Int }))
})

export type SearchOutput = typeof SearchOutput.Type

/**
 * The signature of the `search` that programs have, as the instructions show it. It is synchronous.
 *
 * @example
 * ```ts
 * import { CodeMode } from "effect-codemode"
 *
 * CodeMode.searchSignature.startsWith("search(input: {") // true
 * ```
 */
export const searchSignature = `search(input: ${renderType(SearchInput, "input", { layout: "pretty" })}): ${renderType(SearchOutput, "output", { layout: "pretty" })}`
