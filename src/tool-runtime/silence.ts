/** Promises of the host that nobody will ever look at. */

/**
 * Takes the rejection of a host promise upon itself: one that stands where no promise may stand (a tool that is an async function, an answer that
 * holds a promise) is refused, and must not bring the process down as an unhandled rejection later. Anything else is left alone.
 */
export function silence(value: unknown): void {
  try {
    // The own `then` of a promise may be anything.
    if (value instanceof Promise) Promise.prototype.then.call(value, ignore, ignore)
  } catch {
    // A proxy of a promise is none; its traps may throw.
  }
}

const ignore = (): void => {}
