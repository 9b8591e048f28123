/** Warnings of a successful run: promises that failed unobserved, and what the result does not carry. */
import type { PromiseValue } from "../interpreter/kernel/promise.ts"
import type { Loss } from "./copy-out.ts"
import { describeFailure } from "./failure.ts"
import { diagnostic } from "./result.ts"
import type { Diagnostic } from "./result.ts"

type Locate = (position: number) => { readonly line: number; readonly column: number }

const PREFIX = "Unhandled rejection from an un-awaited promise: "
const MAX_PATHS = 3

/** One for each promise that rejected before now and that nobody observed, in order of creation. */
export function rejectionWarnings(rejected: readonly PromiseValue[], locate: Locate): Diagnostic[] {
  return rejected
    .filter((promise) => !promise.handled)
    .sort((a, b) => a.serial - b.serial)
    .map((promise) => {
      const failure = describeFailure(promise.result, locate)
      return { ...failure, message: PREFIX + failure.message }
    })
}

/** One for each kind of loss, naming the first places. */
export function lossWarnings(losses: readonly Loss[]): Diagnostic[] {
  const byKind = new Map<Loss["kind"], Loss[]>()
  for (const loss of losses) {
    const list = byKind.get(loss.kind)
    if (list === undefined) byKind.set(loss.kind, [loss])
    else list.push(loss)
  }
  return [...byKind.values()].map((list) => {
    const shown = list.slice(0, MAX_PATHS)
    const places = shown.map((loss) => `${loss.path} (${loss.what})`).join(", ")
    const more = list.length > shown.length ? ` and ${list.length - shown.length} more` : ""
    const became =
      list[0].kind === "empty" ? "became {}" : list[0].kind === "not-finite" ? "became null" : "was dropped"
    const conversions = [...new Set(shown.map((loss) => loss.instead))].map((instead) => `\`${instead}\``).join(" or ")
    return diagnostic(
      "InvalidDataValue",
      `The result lost data: ${places}${more} ${became}. Convert first, for example with ${conversions}.`
    )
  })
}
