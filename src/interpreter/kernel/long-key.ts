/** What looking things up by very long texts and very large integers costs the host. */
import { agent } from "./agent.ts"
import { throwRangeError } from "./errors.ts"
import { reading } from "./rope.ts"
import { canonicalKey } from "./values.ts"

/** Keys longer than this have no hash of their own in the host: each look-up compares all units with those of the other long keys. */
export const LONG_KEY = (1 << 14) - 1

/** The longest property name: of a name the host makes a copy in one step, and compares it with those of equal length (2^24 units: 100 ms). */
export const MAX_NAME = 1 << 20

/** `what`: the kind of name, with an article. */
export function checkName(name: string, what = "A property name"): void {
  if (name.length > MAX_NAME) {
    throwRangeError(`${what} can have at most 1,048,576 characters here. Use a Map, or a shorter name.`)
  }
}

/** The canonical key of a text of any length. */
export function keyOfText(name: string): string | number {
  if (name.length <= LONG_KEY) return canonicalKey(name)
  checkName(name)
  chargeKey(name)
  return name
}

/** Takes what a look-up by a long text or a large integer costs from the slice. */
export function chargeKey(key: unknown): void {
  if (typeof key === "string") {
    if (key.length > LONG_KEY) {
      reading(key)
      agent.budget -= key.length >> 3
    }
  } else if (typeof key === "bigint" && (key > LARGE_INTEGER || key < -LARGE_INTEGER)) {
    agent.budget -= 1 << 11
  }
}
const LARGE_INTEGER = 1n << 16_384n
