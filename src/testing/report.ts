/** What an audit finds. */

/**
 * What is proven of a set of tools. `gate`: every call passes the hooks, before the tool and after it, and a start hook that fails denies it. `catalog`: every
 * tool of the catalog is called by its expression, and nothing else can be called. `cancellation`: a tool that is interrupted ends, its finalisers included.
 */
export type Law = "gate" | "catalog" | "cancellation"

/** A law that does not hold. */
export interface Violation {
  readonly law: Law
  /** The path of the tool, or the expression that was tried. */
  readonly tool: string
  /** What was seen, as a sentence. */
  readonly message: string
}

/** A law of which nothing can be said for a tool, and why. */
export interface Unproven {
  readonly law: Law
  readonly tool: string
  readonly reason: string
}

/** Every tool stands once under each law: proven, violated, or with the reason why neither. */
export interface Report {
  readonly violations: readonly Violation[]
  readonly unproven: readonly Unproven[]
  /** How many tools each law was proven of. */
  readonly proven: Readonly<Record<Law, number>>
}
