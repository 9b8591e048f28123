/** What an audit works on, and what it has found so far. */
import type { Duration } from "effect"
import type { Options, ToolDescription } from "../codemode.ts"
import type { ToolEntry } from "../tool-runtime/tool-tree.ts"
import type { Tree } from "./tool-map.ts"
import type { Law, Report, Unproven, Violation } from "./report.ts"

/** The host's options as an audit reads them: its types have been checked at the door, and its services are the caller's to provide. */
export interface Subject {
  readonly options: Options<Tree, never>
  readonly catalog: readonly ToolDescription[]
  readonly entries: readonly ToolEntry[]
  /** By path: an expression for the input. */
  readonly samples: ReadonlyMap<string, string>
  readonly patience: Duration.Duration
  readonly grace: Duration.Duration
  readonly findings: Findings
}

export class Findings {
  private readonly violations: Violation[] = []
  private readonly unproven: Unproven[] = []
  private readonly proven: Record<Law, number> = { gate: 0, catalog: 0, cancellation: 0 }

  /** A law holds for a tool, or it does not: `messages` say why. */
  judge(law: Law, tool: string, messages: readonly string[]): void {
    if (messages.length === 0) this.proven[law]++
    for (const message of messages) this.violations.push({ law, tool, message })
  }

  /** Nothing can be said of a law for a tool. */
  leave(law: Law, tool: string, reason: string): void {
    this.unproven.push({ law, tool, reason })
  }

  report(): Report {
    return { violations: [...this.violations], unproven: [...this.unproven], proven: { ...this.proven } }
  }
}
