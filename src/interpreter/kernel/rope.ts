/**
 * Joining long texts. The host makes a rope of the two and copies their units only when somebody reads it, in one go and where nobody counts what that
 * costs (2^24 units: up to 40 ms). So ropes are flattened as they come, but for those that grow at an end, and whoever reads a long text looks at the clock.
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
  return grows ? text : flattened(text)
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
  // At least a slice, from some millions of units on.
  take(text.length >> 8)
  return answer(text)
}

/** Reading a unit makes the host flatten a rope. It is kept, or the host's compiler would leave the reading out. */
let unit = 0
export const flatten = (text: string): void => {
  unit = text.charCodeAt(unit & 1)
}

/** Units of long texts that are read between two looks at the clock: the host flattens so many in ten milliseconds. */
const UNITS_BETWEEN_LOOKS = 1 << 22
let read = 0

/**
 * Reads a long text that may be a rope, so that the host flattens it now. Nobody can tell whether it was one; the clock tells what that took, and ends
 * the slice (a look takes 40 ns). Operations that read texts call this first.
 */
export function reading(text: string): void {
  if (text.length <= LONG_TEXT) return
  flatten(text)
  look(text.length)
}

/** What {@link reading} does, for a built-in that can still pause before it reads what it is called with, if it reads it at all. */
export function readingAll(thisValue: unknown, args: readonly unknown[]): void {
  if (typeof thisValue === "string" && thisValue.length > LONG_TEXT) look(thisValue.length)
  // No iterator: this is in every call of a built-in.
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    if (typeof arg === "string" && arg.length > LONG_TEXT) look(arg.length)
  }
}

function look(length: number): void {
  read += length
  if (read < UNITS_BETWEEN_LOOKS) return
  read = 0
  if (agent.budget > 0 && agent.realm.isSliceOver) take(agent.budget)
}
