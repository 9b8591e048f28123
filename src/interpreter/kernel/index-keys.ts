/** The keys of objects whose first properties are the indices below a length: texts and typed arrays. */
import { charge, pause, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { hold } from "./steps.ts"
import type { Steps } from "./steps.ts"
import type { PropertyKey } from "./values.ts"

/** As many are listed in one go. */
export const KEYS_AT_ONCE = 4096

/**
 * All indices below `length`, then the named keys, a bounded number at a time. `named` are the object's other keys in their order; `length` itself, where
 * it is an own key, was there before any of them that is no index. Nothing else of the program runs before the list is complete.
 */
export function* indexedKeys(length: number, named: PropertyKey[] | Susp, hasLength: boolean): Steps<PropertyKey[]> {
  const others = named === SUSP ? ((yield) as PropertyKey[]) : named
  const keys: PropertyKey[] = hold([])
  for (let i = 0; i < length;) {
    for (const stop = Math.min(i + KEYS_AT_ONCE, length); i < stop; i++) keys.push(i)
    if (charge(KEYS_AT_ONCE >> 3)) {
      pause()
      yield
    }
  }
  let lacksLength = hasLength
  for (let i = 0; i < others.length; i++) {
    if (lacksLength && typeof others[i] !== "number") {
      keys.push("length")
      lacksLength = false
    }
    keys.push(others[i])
    if (i % KEYS_AT_ONCE === KEYS_AT_ONCE - 1 && charge(KEYS_AT_ONCE >> 3)) {
      pause()
      yield
    }
  }
  if (lacksLength) keys.push("length")
  return keys
}
