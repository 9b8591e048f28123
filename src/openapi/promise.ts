/** Promises of the host that stand where none may stand. */

const ignore = (): void => {}

/** Takes the rejection of a promise upon itself: it is refused already, and must not end the process later as well. */
export const silencePromise = (value: unknown): void => {
  try {
    // The own `then` of a promise may be anything.
    Promise.prototype.then.call(value, ignore, ignore)
  } catch {
    // No promise.
  }
}
