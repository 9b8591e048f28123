/** What a look at a program finds, each thing once, and no more of it than anyone reads. */
import type { Diagnostic } from "./result.ts"
import { diagnostic } from "./result.ts"

/** How many diagnostics of one sort are reported one by one. */
export const MOST_FINDINGS = 100

export class Findings {
  readonly #seen = new Set<string>()
  readonly #kept: Array<Diagnostic> = []
  /** The first one that is left out, which stands for all that are. */
  #over: Diagnostic | undefined
  #left = 0

  add(found: Diagnostic): void {
    const { location, message } = found
    const key = `${location?.line}:${location?.column}:${message}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    if (this.#kept.length < MOST_FINDINGS) this.#kept.push(found)
    else {
      this.#left++
      this.#over ??= found
    }
  }

  /** In the order found; a last one counts what is left out, at the first place of it. */
  list(): ReadonlyArray<Diagnostic> {
    if (this.#over === undefined) return this.#kept
    const { kind, location } = this.#over
    return [...this.#kept, diagnostic(kind, `… and ${this.#left} more.`, { location })]
  }
}
