/**
 * Lists of arguments that a program builds: by spreading, `apply`, binding. What is done with a list by whoever is called takes no more than some
 * milliseconds, because it can be no longer than the host's own lists, and every call takes steps for it.
 */
import { throwRangeError } from "./errors.ts"

/** V8 has room for some 125,000. */
const MAX_ARGUMENTS = 1 << 17

/** As a shift: arguments that count as one step where a call is made. */
export const ARGUMENTS_SHIFT = 3

export function checkArgumentCount(count: number): void {
  if (count > MAX_ARGUMENTS) {
    throwRangeError("Too many arguments: a call can have at most 131,072. Take the values in a loop, or in parts.")
  }
}
