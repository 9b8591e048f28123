/** Proves what hosts rely on, of their own tools and options. */
import { Data, Effect } from "effect"
import type { Duration } from "effect"
import { make } from "../codemode.ts"
import type { Options } from "../codemode.ts"
import type { Namespace, Tools } from "../tool-runtime/namespace.ts"
import { checkObject, checkSpelling } from "../tool-runtime/known-keys.ts"
import { nameText } from "../tool-runtime/name-text.ts"
import { makeToolTree } from "../tool-runtime/tool-tree.ts"
import type { ServicesOf } from "../tool-runtime/tool-tree.ts"
import { auditCancellation } from "./audit-cancellation.ts"
import { auditCatalog } from "./audit-catalog.ts"
import { auditGate } from "./audit-gate.ts"
import { Findings } from "./findings.ts"
import type { Subject } from "./findings.ts"
import { checkAnswer, patienceOf } from "./given.ts"
import { sampleText } from "./sample.ts"
import type { Report } from "./report.ts"

/** What {@link audit} takes: what a host passes to `CodeMode.make`, and inputs to call its tools with. */
export interface AuditOptions<T = Tools<unknown>, R = ServicesOf<T>> extends Options<T, R> {
  /**
   * An input for each tool that may be called for real, by canonical path: JSON data, as a program would pass it. A tool is called up to six times with it.
   * Tools without a sample, or with `undefined`, are never run; of those only the catalog and the denial of calls are proven.
   */
  readonly samples?: Readonly<Record<string, unknown>> | undefined
  /**
   * How long the audit waits for a call, and for the end of a cancelled tool, before it gives up on it; in real time whatever the `Clock`. 5 seconds unless you
   * say otherwise.
   */
  readonly patience?: Duration.Input | undefined
  /**
   * How long a cancelled tool may take to end, finalisers included, in real time whatever the `Clock`. Every timeout and every interruption of an execution
   * waits as long. 250 milliseconds unless you say otherwise.
   */
  readonly grace?: Duration.Input | undefined
}

/** What `CodeMode.make` takes, so that those names are no misspellings of ours. */
const OPTIONS = ["tools", "limits", "discovery", "onToolCallStart", "onToolCallEnd"]

/** An audit that found violations; the message is the rendered report. */
export class AuditFailure extends Data.TaggedError("AuditFailure")<{
  readonly message: string
  readonly report: Report
}> {}

/**
 * Proves of a set of tools, with the hooks and limits that come with them:
 *
 * - `gate`: the hooks see each call once before the tool runs and once after, with the same index, name and input, and before the program has the answer; a
 *   start hook that fails denies the call, the tool does not run, and the program can catch the failure.
 * - `catalog`: each tool of the catalog is called by its expression, under its path; the names that a program can list are those of the catalog; whatever else
 *   it tries (namespaces, neighbours, names such as `constructor`) is refused without a call.
 * - `cancellation`: a tool that is at work when its execution is interrupted ends within `grace`, finalisers included: one that goes on uninterruptibly, or
 *   after it has caught the interruption, for longer than that is a violation, with its time. It is interrupted where it first waits, and then, call by call,
 *   after each quarter of the time that it takes and shortly before its end; one that does not end within `patience`, after that. Stretches that lie between
 *   these moments, and what a tool has started outside of its Effect (a promise without the `signal` of `Effect.tryPromise`), cannot be seen.
 *
 * It never fails by what it finds; see {@link assertClean}.
 *
 * @throws RangeError and TypeError as `CodeMode.make` does; TypeError for a sample of a path that has no tool, or that is nothing a program can pass (a BigInt,
 *   a cycle, a function), for a misspelt option, and for a `patience` or `grace` that is no duration; RangeError where one is not positive and finite.
 *
 * @example
 * ```ts
 * import { Effect, Schema } from "effect"
 * import { Tool } from "effect-codemode"
 * import { assertClean, audit } from "effect-codemode/testing"
 *
 * const lookup = Tool.make({
 *   description: "Look up one order",
 *   input: Schema.Struct({ id: Schema.String }),
 *   run: ({ id }) => Effect.delay(Effect.succeed({ id, status: "open" }), "200 millis")
 * })
 *
 * const report = await Effect.runPromise(audit({ tools: { orders: { lookup } }, samples: { "orders.lookup": { id: "42" } } }))
 * assertClean(report)
 * ```
 */
export const audit = <const T extends Tools<unknown> | Namespace<unknown> = {}>(
  options: AuditOptions<T>
): Effect.Effect<Report, never, ServicesOf<T>> => {
  checkObject("options", options)
  checkSpelling("options", options, ["samples", "patience", "grace", ...OPTIONS])
  const { samples: _samples, patience: _patience, grace: _grace, ...made } = options
  const catalog = make(made as Options<T>).catalog()
  const { entries } = makeToolTree(options.tools)
  const paths = new Set(entries.map(({ path }) => path))
  const samples = new Map<string, string>()
  if (options.samples !== undefined) checkObject("samples", options.samples)
  for (const [path, sample] of Object.entries(options.samples ?? {})) {
    if (!paths.has(path)) throw new TypeError(`There is no tool '${nameText(path)}' for the sample of that name.`)
    if (sample !== undefined) samples.set(path, sampleText(path, sample))
  }
  const patience = patienceOf("patience", options.patience === undefined ? "5 seconds" : options.patience)
  const grace = patienceOf("grace", options.grace === undefined ? "250 millis" : options.grace)
  return Effect.gen(function* () {
    const findings = new Findings()
    const subject: Subject = {
      options: made as unknown as Subject["options"],
      catalog,
      entries,
      samples,
      patience,
      grace,
      findings
    }
    yield* auditCatalog(subject)
    const times = yield* auditGate(subject)
    yield* auditCancellation(subject, times)
    return findings.report()
  }) as Effect.Effect<Report, never, ServicesOf<T>>
}

/**
 * A report as text: one line for each violation, then what could not be proven.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { audit, renderReport } from "effect-codemode/testing"
 *
 * const text = renderReport(await Effect.runPromise(audit({})))
 * // "No violations. Proven: gate of 0 tools, catalog of 0, cancellation of 0."
 * ```
 */
export const renderReport = (report: Report): string => {
  checkAnswer("report", "audit", report, "violations")
  const { violations, unproven, proven } = report
  const count = violations.length
  return [
    count === 0
      ? `No violations. Proven: gate of ${proven.gate} tools, catalog of ${proven.catalog}, cancellation of ${proven.cancellation}.`
      : `${count} ${count === 1 ? "violation" : "violations"}:`,
    ...violations.map(({ law, tool, message }) => `- ${law}: ${nameText(tool)}: ${message}`),
    ...unproven.map(({ law, tool, reason }) => `- not proven: ${law}: ${nameText(tool)}: ${reason}`)
  ].join("\n")
}

/**
 * Asserts that an audit found nothing. What it could not prove is no violation; look at `report.unproven` for that.
 *
 * @throws AuditFailure whose message lists every violation; TypeError for what is no report, such as the Effect that nobody ran.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { assertClean, audit } from "effect-codemode/testing"
 *
 * assertClean(await Effect.runPromise(audit({})))
 * ```
 */
export const assertClean = (report: Report): void => {
  checkAnswer("report", "audit", report, "violations")
  if (report.violations.length > 0) throw new AuditFailure({ message: renderReport(report), report })
}
