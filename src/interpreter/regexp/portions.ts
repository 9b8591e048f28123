/**
 * Compiling a pattern in portions: whoever drives the generator may do something else at each `yield`, or drop it.
 *
 * A portion is meant to take one to three milliseconds on a processor that has not seen this code before.
 */
export type Portions<T> = Generator<void, T, void>

/** Work of one portion: about as many characters of a pattern. */
export const PORTION = 512

/** Work of looking at a character in passing. */
export const GLANCE = 1 / 8

let aside = 0

/** Notes work where nobody can pause: what is computed when first asked for. The next to count his own pauses for it. */
export function workedAside(amount: number): void {
  aside += amount
}

/** Counts the work that is done between two pauses. */
export class Pace {
  private left = PORTION
  private asideBefore = aside

  /** Whether a portion has been done: then the caller should `yield`. */
  worked(amount: number): boolean {
    this.left -= amount + aside - this.asideBefore
    this.asideBefore = aside
    if (this.left > 0) return false
    this.left = PORTION
    return true
  }
}

/** All portions at once. */
export function finish<T>(portions: Portions<T>): T {
  for (;;) {
    const { done, value } = portions.next()
    if (done === true) return value
  }
}
