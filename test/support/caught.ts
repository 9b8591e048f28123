/**
 * What a function throws. For functions that are passed rejected promises: Bun's `toThrow` takes these for unhandled before anybody could have
 * handled them.
 */
export function caught(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error("nothing was thrown")
}

/** Whether a function does not throw. */
export function accepts(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}
