/** Locale arguments of the guest, as host data. */
import { lengthOfArrayLike, stringOf, toObject } from "../../interpreter/kernel/convert.ts"
import { SUSP, charge, pause } from "../../interpreter/kernel/agent.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import { describeValue } from "../../interpreter/kernel/function.ts"
import { ObjectValue } from "../../interpreter/kernel/object.ts"
import { hold } from "../../interpreter/kernel/steps.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import { numberKey } from "../../interpreter/kernel/values.ts"
import type { Value } from "../../interpreter/kernel/values.ts"

/** What is meant when a program names no locale, so that texts are the same on every host. */
export const DEFAULT_LOCALE = "en-US"

/** No language tag in use is longer; the host's parser need not see more. */
const MAX_TAG = 256
const MAX_TAGS = 1000

/** The canonical form of one language tag, or a `RangeError` of the program. */
export function canonicalLocale(tag: string): string {
  if (tag.length <= MAX_TAG) {
    try {
      return Intl.getCanonicalLocales(tag)[0]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  return throwRangeError(
    `Incorrect locale information provided: ${describeValue(tag)} is not a language tag. Write for example "en-US" or "de".`
  )
}

/** `CanonicalizeLocaleList` (https://tc39.es/ecma402/#sec-canonicalizelocalelist). */
export function* localeList(locales: Value): Steps<string[]> {
  if (locales === undefined) return []
  if (typeof locales === "string") return [canonicalLocale(locales)]
  const seen: string[] = hold([])
  const list = toObject(locales)
  let length = lengthOfArrayLike(list)
  if (length === SUSP) length = (yield) as number
  for (let i = 0; i < length; i++) {
    const key = numberKey(i)
    let present = list.has(key)
    if (present === SUSP) present = (yield) as boolean
    if (present) {
      let value = list.get(key, list)
      if (value === SUSP) value = (yield) as Value
      if (typeof value !== "string" && !(value instanceof ObjectValue)) {
        throwTypeError(
          `Incorrect locale information provided: ${describeValue(value)} is not a language tag or an object.`
        )
      }
      const tag = canonicalLocale(yield* stringOf(value))
      if (!seen.includes(tag)) seen.push(tag)
      if (seen.length > MAX_TAGS) throwRangeError("Incorrect locale information provided: more than 1,000 locales.")
    }
    if (charge(20)) {
      pause()
      yield
    }
  }
  return seen
}

/** The list that a host constructor gets: the default locale where the program named none. */
export const hostLocales = (locales: readonly string[]): string[] =>
  locales.length === 0 ? [DEFAULT_LOCALE] : [...locales]
