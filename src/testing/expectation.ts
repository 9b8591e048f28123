/** Whether the calls of a recording are those that a test expects. */
import { checkAnswer, checkList, checkRecord } from "./given.ts"
import type { RecordedCall, Recording } from "./record.ts"
import { show, shown } from "./show.ts"
import { firstUnlike } from "./unlike.ts"

/** A call as a test expects it; what is left out is not compared. */
export interface ExpectedCall {
  readonly name: string
  readonly input?: unknown
  readonly outcome?: RecordedCall["outcome"]
  readonly output?: unknown
  readonly message?: string
}

const COMPARED = ["input", "outcome", "output", "message"] as const

/**
 * What tells the calls of a recording from the expected ones, in order; empty where they agree. Data is compared by structure: records, arrays, maps, sets,
 * dates and bytes by what they hold, instances by their fields and their `toJSON`, whatever implements Effect's `Equal` by its own word. `0` and `-0` agree, `NaN` agrees with itself, `{ a: undefined }`
 * and `{}` do not agree. Where two values are too large to be shown, the first place where they differ is.
 *
 * @throws TypeError for what is no recording, and for expected calls that are no objects, or have a key that {@link ExpectedCall} does not know.
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
  checkAnswer("recording", "record", recording, "calls")
  checkList("expected", expected)
  for (const [i, call] of expected.entries()) checkRecord(`expected[${i}]`, call, ["name", ...COMPARED])
  const found: string[] = []
  const { calls } = recording
  for (let i = 0; i < Math.max(calls.length, expected.length); i++) {
    const call = calls[i]
    const wanted = expected[i]
    if (wanted === undefined) found.push(`call ${i}, ${call.name}: none was expected`)
    else if (call === undefined) found.push(`call ${i}: ${wanted.name} was expected, there was none`)
    else if (call.name !== wanted.name) found.push(`call ${i}: ${wanted.name} was expected, it was ${call.name}`)
    else {
      for (const key of COMPARED) {
        if (!Object.hasOwn(wanted, key)) continue
        const difference = tell(key, call[key], wanted[key])
        if (difference !== undefined) found.push(`call ${i}, ${call.name}: its ${difference}`)
      }
    }
  }
  return found
}

/** How two values differ, in words that differ too; undefined where they do not. */
function tell(key: string, actual: unknown, wanted: unknown): string | undefined {
  const unlike = firstUnlike(actual, wanted)
  if (unlike === undefined) return undefined
  const [is, expected] = [shown(actual), shown(wanted)]
  if (is.isWhole && expected.isWhole && is.text !== expected.text) {
    return `${key} is ${is.text}, expected was ${expected.text}`
  }
  const { path, left, right } = unlike
  if (typeof left === "string" && typeof right === "string") {
    const from = differAt(left, right)
    const [one, other] = [left.slice(from, from + WINDOW), right.slice(from, from + WINDOW)]
    return `${key}${path} from unit ${from} on is ${show(one)}, expected was ${show(other)}`
  }
  const [one, other] = [show(left), show(right)]
  return `${key}${path} is ${one}, expected was ${one === other ? "another that looks the same" : other}`
}

/** How much of two long texts is shown, in UTF-16 units. */
const WINDOW = 40

function differAt(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return at
}

/**
 * Asserts that a recording has exactly the expected calls, in order.
 *
 * @throws Error that lists every difference; TypeError as {@link differences} does.
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
