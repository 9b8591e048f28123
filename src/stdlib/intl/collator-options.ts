/** What `Intl.Collator` and `localeCompare` make of their arguments. */
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { getDefaultCollator } from "./collation.ts"
import { localeList } from "./locale-list.ts"
import { booleanOption, coerceOptions, makeHostFormatter, stringOption } from "./options.ts"

/** `InitializeCollator` (https://tc39.es/ecma402/#sec-intl-collator-constructor). */
export function* makeCollator(locales: Value, optionsValue: Value): Steps<Intl.Collator> {
  if (locales === undefined && optionsValue === undefined) return getDefaultCollator()
  const requested = yield* localeList(locales)
  const options = coerceOptions(optionsValue)
  const usage = yield* stringOption(options, "usage", ["sort", "search"])
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const collation = yield* stringOption(options, "collation")
  const numeric = yield* booleanOption(options, "numeric")
  const caseFirst = yield* stringOption(options, "caseFirst", ["upper", "lower", "false"])
  const sensitivity = yield* stringOption(options, "sensitivity", ["base", "accent", "case", "variant"])
  const ignorePunctuation = yield* booleanOption(options, "ignorePunctuation")
  const read = { usage, localeMatcher, collation, numeric, caseFirst, sensitivity, ignorePunctuation }
  return makeHostFormatter("Collator", requested, read, 2000, (known, given) => new Intl.Collator(known, given))
}
