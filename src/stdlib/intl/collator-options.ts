/** What `Intl.Collator` and `localeCompare` make of their arguments. */
import { charge } from "../../interpreter/kernel/agent.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { getDefaultCollator } from "./collation.ts"
import { hostLocales, localeList } from "./locale-list.ts"
import { booleanOption, coerceOptions, makeHostFormatter, present, stringOption } from "./options.ts"

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
  charge(2000)
  return makeHostFormatter(
    "Intl.Collator",
    () =>
      new Intl.Collator(
        hostLocales(requested),
        present({
          usage,
          localeMatcher,
          collation,
          numeric,
          caseFirst,
          sensitivity,
          ignorePunctuation
        }) as Intl.CollatorOptions
      )
  )
}
