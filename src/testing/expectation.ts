/** Whether the calls of a recording are those that a test expects. */
import { Equal } from "effect"
import { show } from "./show.ts"
import type { RecordedCall, Recording } from "./record.ts"

/** A call as a test expects it; what is left out is not compared. */
export interface ExpectedCall {
  readonly name: string
  readonly input?: unknown
  readonly outcome?: RecordedCall["outcome"]
  readonly output?: unknown
  readonly message?: string
}

/**
 * What tells the calls of a recording from the expected ones, in order; empty where they agree. Data is compared by structure.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { Tool } from "effect-codemode"
 * import { differences, record } from "effect-codemode/testing"
 *
 * const ping = Tool.make({ description: "Ping", input: { type: "object" }, run: () => Effect.succeed("pong") })
 * const recording = await Effect.runPromise(record({ code: "return tools.ping({ n: 1 })", tools: { ping } }))
 *
 * differences(recording, [{ name: "ping", input: { n: 2 } }])
 * // [`call 0, ping: its input is {"n":1}, expected was {"n":2}`]
 * ```
 */
export const differences = (
  recording: Pick<Recording, "calls">,
  expected: readonly ExpectedCall[]
): readonly string[] => {
  const found: string[] = []
  const { calls } = recording
  for (let i = 0; i < Math.max(calls.length, expected.length); i++) {
    const call = calls[i]
    const wanted = expected[i]
    if (wanted === undefined) found.push(`call ${i}, ${call.name}: none was expected`)
    else if (call === undefined) found.push(`call ${i}: ${wanted.name} was expected, there was none`)
    else if (call.name !== wanted.name) found.push(`call ${i}: ${wanted.name} was expected, it was ${call.name}`)
    else {
      for (const key of ["input", "outcome", "output", "message"] as const) {
        if (!Object.hasOwn(wanted, key) || Equal.equals(call[key], wanted[key])) continue
        found.push(`call ${i}, ${call.name}: its ${key} is ${show(call[key])}, expected was ${show(wanted[key])}`)
      }
    }
  }
  return found
}

/**
 * Asserts that a recording has exactly the expected calls, in order.
 *
 * @throws Error that lists every difference.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { Tool } from "effect-codemode"
 * import { assertCalls, record } from "effect-codemode/testing"
 *
 * const ping = Tool.make({ description: "Ping", input: { type: "object" }, run: () => Effect.succeed("pong") })
 * const recording = await Effect.runPromise(record({ code: "return tools.ping({ n: 1 })", tools: { ping } }))
 *
 * assertCalls(recording, [{ name: "ping", input: { n: 1 }, outcome: "success" }])
 * ```
 */
export const assertCalls = (recording: Pick<Recording, "calls">, expected: readonly ExpectedCall[]): void => {
  const found = differences(recording, expected)
  if (found.length > 0) throw new Error(["The calls are not those that were expected:", ...found].join("\n- "))
}
