import fc from "fast-check"
import { runGuest } from "./guest.ts"
import { runHost } from "./host.ts"
import { difference, overflows } from "./observe.ts"
import type { Observation } from "./observe.ts"
import { programBody, wholeProgram } from "./program.ts"

/** A difference between the engines, minimised. */
export interface Finding {
  readonly seed: number
  readonly path: string
  readonly program: string
  readonly message: string
}

export interface Tally {
  programs: number
  refused: number
  /** Log lines compared: how much the programs really did. */
  lines: number
  /** Calls of built-ins, where programs are made of those. */
  calls: number
}

/** What programs are made of, and how their text becomes a whole. */
export interface Source {
  readonly arbitrary: fc.Arbitrary<string>
  readonly whole: (body: string) => string
  /** Where it runs on the host; in a context of its own unless said. */
  readonly host?: (code: string) => Observation
  /** How many calls a program makes. */
  readonly callsIn?: (body: string) => number
}

export const languageSource: Source = { arbitrary: programBody, whole: wholeProgram }

export type Guest = (code: string) => Promise<Observation>

/** Runs `count` programs from one seed; the first difference is shrunk and returned. */
export async function check(
  source: Source,
  seed: number,
  count: number,
  tally: Tally,
  guest: Guest = runGuest,
  path?: string
): Promise<Finding | undefined> {
  const runOnHost = source.host ?? runHost
  const result = await fc.check(
    fc.asyncProperty(source.arbitrary, async (body) => {
      const code = source.whole(body)
      const host = runOnHost(code)
      const seen = await guest(code)
      tally.programs++
      tally.lines += host.logs.length
      tally.calls += source.callsIn?.(body) ?? 0
      if (host.end === "refused" || overflows(host)) tally.refused++
      const message = overflows(host) ? undefined : difference(host, seen)
      if (message !== undefined) throw new Error(message)
    }),
    {
      seed,
      numRuns: count,
      endOnFailure: false,
      interruptAfterTimeLimit: 600_000,
      ...(path === undefined ? {} : { path })
    }
  )
  if (!result.failed || result.counterexample === null) return undefined
  const [body] = result.counterexample
  const code = source.whole(body)
  const message = difference(runOnHost(code), await guest(code)) ?? "did not show again"
  return { seed, path: result.counterexamplePath ?? "", program: body, message }
}
