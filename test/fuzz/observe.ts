/**
 * What both engines are asked for: the lines a program logged, and how it ended. Programs of this fuzzer log through `$log` and turn
 * every value into text themselves (prelude.ts), so that nothing depends on how an engine prints.
 */
export interface Observation {
  /** `value`: ran to its end. `refused`: nothing ran. `unsettled`: waits for what cannot happen. `broken`: any other end, always a finding. */
  readonly end: "value" | "refused" | "unsettled" | "timeout" | "broken"
  readonly logs: ReadonlyArray<string>
  readonly detail: string
}

/** How deep calls may go is each engine's own: a program that goes deeper than the host lets it tells nothing. */
export const overflows = (host: Observation): boolean => host.logs.includes("$overflow")

/** The first difference between two observations, or undefined when they agree. */
export function difference(host: Observation, guest: Observation): string | undefined {
  if (host.end !== guest.end) {
    return `ends differ: host ${host.end}${note(host)}, guest ${guest.end}${note(guest)}`
  }
  const length = Math.max(host.logs.length, guest.logs.length)
  for (let index = 0; index < length; index++) {
    if (host.logs[index] !== guest.logs[index]) {
      return `line ${index + 1} differs\n  host  ${host.logs[index] ?? "(nothing)"}\n  guest ${guest.logs[index] ?? "(nothing)"}`
    }
  }
  return undefined
}

function note({ detail }: Observation): string {
  return detail === "" ? "" : ` (${detail.split("\n")[0]})`
}
