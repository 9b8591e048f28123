/** Warnings of a successful run: promises that failed unobserved, and what the result does not carry. */
import type { Jobs } from "../interpreter/kernel/jobs.ts"
import type { Uncalled } from "../interpreter/syntax/definitions.ts"
import type { Loss } from "./copy-out.ts"
import { describeFailure } from "./failure.ts"
import { diagnostic } from "./result.ts"
import type { Diagnostic } from "./result.ts"

type Locate = (position: number) => { readonly line: number; readonly column: number }

const PREFIX = "Unhandled rejection from an un-awaited promise: "

/** UTF-16 units of all messages together. */
const MOST_TEXT = 1 << 22

/** One for each promise that rejected before now and that nobody observed, in order of creation; what is too much is counted. */
export function rejectionWarnings({ rejected, rejectedBeyond }: Jobs, locate: Locate): Diagnostic[] {
  const promises = [...rejected].sort((a, b) => a.serial - b.serial)
  const warnings: Diagnostic[] = []
  let text = 0
  for (const promise of promises) {
    const failure = describeFailure(promise.result, locate)
    text += failure.message.length
    if (text > MOST_TEXT) break
    warnings.push({ ...failure, message: PREFIX + failure.message })
  }
  const omitted = promises.length - warnings.length + rejectedBeyond
  if (omitted === 0) return warnings
  const were = omitted === 1 ? "warning was" : "warnings were"
  return [
    ...warnings,
    diagnostic(
      "Truncated",
      `${omitted} additional ${were} omitted: at most 1,000 promises that failed are told, in 4 MiB.`
    )
  ]
}

/** How many places a warning names. */
const MAX_PLACES = 3

const BECAME: Readonly<Record<Loss["kind"], string>> = {
  empty: "became {}",
  "not-finite": "became null",
  dropped: "was dropped"
}

/** What a result lost on its way out: the first places of each kind, and how many more there were. */
export class Losses {
  private readonly byKind = new Map<Loss["kind"], { count: number; readonly first: Loss[] }>()

  add(loss: Loss): void {
    let seen = this.byKind.get(loss.kind)
    if (seen === undefined) this.byKind.set(loss.kind, (seen = { count: 0, first: [] }))
    if (++seen.count <= MAX_PLACES) seen.first.push(loss)
  }

  /** One warning for each kind of loss. */
  warnings(): Diagnostic[] {
    return [...this.byKind].map(([kind, { count, first }]) => {
      const places = first.map(({ path, what }) => `${path} (${what})`).join(", ")
      const more = count > first.length ? ` and ${count - first.length} more` : ""
      const conversions = [...new Set(first.map(({ instead }) => instead))].join("; or ")
      return diagnostic(
        "InvalidDataValue",
        `The result lost data: ${places}${more} ${BECAME[kind]}. To keep it, ${conversions}.`
      )
    })
  }
}

/** How many functions the warning of a program that only defines names. */
const MAX_NAMED = 5

/** What a program that only defines functions is told; the last of them is most likely the one that was to be called. */
export function uncalledWarnings(functions: readonly Uncalled[]): Diagnostic[] {
  const last = functions.at(-1)
  if (last === undefined) return []
  const named = functions.slice(-MAX_NAMED).map(({ name }) => `\`${name}\``)
  const were = named.length === 1 ? "was" : "were"
  const call = `return await ${last.name}(${last.takesArguments ? "..." : ""})`
  return [
    diagnostic("ExecutionFailure", `Nothing has run: ${listed(named)} ${were} defined and never called.`, {
      suggestions: [`End the program with \`${call}\`.`]
    })
  ]
}

const listed = (names: readonly string[]): string =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
