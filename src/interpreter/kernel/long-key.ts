/** What looking things up by very long texts and very large integers costs the host. */
import { agent } from "./agent.ts"

/** Keys longer than this have no hash of their own in the host: each look-up compares all units with those of the other long keys. */
export const LONG_KEY = (1 << 14) - 1

/** Takes what a look-up by a long text or a large integer costs from the slice. */
export function chargeKey(key: unknown): void {
  if (typeof key === "string") {
    if (key.length > LONG_KEY) agent.budget -= key.length >> 3
  } else if (typeof key === "bigint" && (key > LARGE_INTEGER || key < -LARGE_INTEGER)) {
    agent.budget -= 1 << 11
  }
}
const LARGE_INTEGER = 1n << 16_384n
