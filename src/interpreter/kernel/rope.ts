/**
 * Joining long texts. The host makes a rope of the two and copies their units only when somebody reads it, in one go and where nobody counts what that
 * costs. So ropes are flattened as they come, but for those that grow at an end, and reading a huge one of these is counted.
 */
import { agent, answer } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { throwRangeError } from "./errors.ts"
import { take, weighText } from "./weight.ts"

/** The longest string, in UTF-16 units. */
export const MAX_STRING = 1 << 24
export const throwTooLong = (): never =>
  throwRangeError("Invalid string length: a string can hold at most 16,777,216 UTF-16 units here.")

/** Longer texts are joined by {@link concat}, which looks after ropes. */
export const LONG_TEXT = 1 << 14

/** Long ropes of so many pieces are flattened as they come: the host flattens them in one go, when somebody reads them (2^24 pieces: 30 ms). */
const ROPE_PIECES = 1 << 17
let pieces = 0

/** Flattening a rope of 2^24 units takes the host up to 40 ms. Reading one that is longer than this is counted. */
const HUGE_TEXT = MAX_STRING / 8
/** The lengths of the ropes that {@link concat} made last. Those that grow at an end are left alone until somebody reads them. */
const growing = [0, 0, 0, 0]
let oldest = 0

/** Concatenation under the length cap; a pause may follow. */
export function concat(a: string, b: string): string | Susp {
  const length = a.length + b.length
  if (length <= LONG_TEXT || a === "" || b === "") return a + b
  const text = concatAtOnce(a, b)
  let place = growing.indexOf(a.length)
  if (place < 0) place = growing.indexOf(b.length)
  const grows = place >= 0
  if (!grows) place = oldest = (oldest + 1) & 3
  growing[place] = length
  // All others will be read at once, where nobody counts what it costs.
  if (!grows) return flattened(text)
  if (length > HUGE_TEXT) leaveRope(length)
  return text
}

/** {@link concat} for callers that cannot pause. */
export function concatAtOnce(a: string, b: string): string {
  const length = a.length + b.length
  if (length <= LONG_TEXT) return a + b
  if (length > MAX_STRING) throwTooLong()
  weighText(length)
  const text = a + b
  if (++pieces >= ROPE_PIECES) {
    pieces = 0
    flatten(text)
  }
  return text
}

/** Three texts, of which one may be long. */
export const enclosed = (before: string, text: string, after: string): string =>
  concatAtOnce(concatAtOnce(before, text), after)

/** Flattens a rope if it is long, and may pause then. */
export function flattened(text: string): string | Susp {
  if (text.length <= LONG_TEXT) return text
  flatten(text)
  weighFlattening(text.length)
  return answer(text)
}

/** Reading a unit makes the host flatten a rope. It is kept, or the host's compiler would leave the reading out. */
let unit = 0
export const flatten = (text: string): void => {
  unit = text.charCodeAt(unit & 1)
}

/** Steps that flattening a rope costs: at least a slice, from some millions of units on. */
export function weighFlattening(length: number): void {
  take(length >> 8)
}

/** Lengths are told apart to so many units, as a power of two: an accumulating loop makes a rope of another length each time. */
const LENGTH_SHIFT = 16

/** Leaves a huge rope alone until somebody reads it. */
export function leaveRope(length: number): void {
  const { ropes } = agent.realm
  const about = length >> LENGTH_SHIFT
  ropes.set(about, (ropes.get(about) ?? 0) + 1)
}

/** Takes what the host's flattening of a huge rope costs from the slice where a built-in is about to read one. */
export function weighReading(thisValue: unknown, args: readonly unknown[]): void {
  const { ropes } = agent.realm
  if (typeof thisValue === "string") {
    const about = thisValue.length >> LENGTH_SHIFT
    const left = ropes.get(about)
    if (left !== undefined) {
      weighFlattening(thisValue.length)
      if (left === 1) ropes.delete(about)
      else ropes.set(about, left - 1)
    }
  }
  for (let i = 0; i < args.length && i < 4; i++) {
    const arg = args[i]
    // Not every built-in reads its arguments (`push`), so the rope is one still.
    if (typeof arg === "string" && ropes.has(arg.length >> LENGTH_SHIFT)) weighFlattening(arg.length)
  }
}
