/** Promises of the host that nobody will ever look at. */

/** Parts of a value that are looked at: a few milliseconds. */
const MOST_PARTS = 8192

/**
 * Takes the rejections of host promises upon itself: of `root`, and of whatever is found in it as data without running a getter. For what is not passed
 * on: one promise that stands where none may stand (a tool that is an async function, an answer or a failure that holds some) must not bring the process
 * down later, as an unhandled rejection. Looks at the nearest parts first, and at no more than `mostParts`.
 */
export function silence(root: unknown, mostParts = MOST_PARTS): void {
  if (typeof root !== "object" || root === null) return
  // What is added to a set while it is walked is walked as well.
  const found = new Set<object>([root])
  let left = mostParts
  const look = (part: unknown): void => {
    left--
    if (typeof part === "object" && part !== null) found.add(part)
  }
  for (const value of found) {
    if (left <= 0) return
    try {
      if (value instanceof Promise) {
        // The own `then` of a promise may be anything.
        Promise.prototype.then.call(value, ignore, ignore)
      } else if (Array.isArray(value)) {
        const { length } = value
        for (let i = 0; i < length && left > 0; i++) look(dataAt(value, i))
      } else if (!hasManyKeys(value)) {
        if (value instanceof Map || value instanceof Set) {
          for (const entry of collectionOf(value)) {
            if (left <= 0) return
            look(entry)
          }
        }
        for (const key of Reflect.ownKeys(value)) {
          if (left <= 0) return
          // The engine makes the text of a stack when it is asked for.
          if (key !== "stack") look(dataAt(value, key))
        }
      }
    } catch {
      // A proxy of a promise is none; its traps may throw.
    }
  }
}

const dataAt = (value: object, key: PropertyKey): unknown => Object.getOwnPropertyDescriptor(value, key)?.value

const collectionOf = (value: Map<unknown, unknown> | Set<unknown>): Iterable<unknown> =>
  value instanceof Set ? Set.prototype.values.call(value) : Map.prototype.entries.call(value)

/** Bytes and characters, which hold no promise. */
const hasManyKeys = (value: object): boolean => ArrayBuffer.isView(value) || value instanceof String

const ignore = (): void => {}
