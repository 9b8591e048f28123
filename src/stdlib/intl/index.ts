/**
 * `Intl` (https://tc39.es/ecma402/): wrappers over the host's services. Arguments are copied to host data and results copied back; a host object is
 * never a value of the program. Where the program names no locale it is American English, where it names no zone it is the run's, so texts are the same on
 * every host.
 */
import { constant, link, steps } from "../../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinitions } from "../../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../../interpreter/kernel/shape.ts"
import { wellKnown } from "../../interpreter/kernel/values.ts"
import { collatorIntrinsics } from "./collator.ts"
import { toGuest } from "./copy-out.ts"
import { dateTimeFormatIntrinsics } from "./date-time-format.ts"
import { listFormatIntrinsics } from "./list-format.ts"
import { localeList } from "./locale-list.ts"
import { numberFormatIntrinsics } from "./number-format.ts"
import { pluralRulesIntrinsics } from "./plural-rules.ts"
import { relativeTimeFormatIntrinsics } from "./relative-time-format.ts"
import { segmenterIntrinsics } from "./segmenter.ts"

export const intlIntrinsics: IntrinsicDefinitions = {
  "%Intl%": {
    prototype: "%Object.prototype%",
    rows: [
      link("Collator", "%Collator%"),
      link("DateTimeFormat", "%DateTimeFormat%"),
      steps("getCanonicalLocales", 1, function* (_thisValue, args) {
        return toGuest(yield* localeList(args[0]))
      }),
      link("ListFormat", "%ListFormat%"),
      link("NumberFormat", "%NumberFormat%"),
      link("PluralRules", "%PluralRules%"),
      link("RelativeTimeFormat", "%RelativeTimeFormat%"),
      link("Segmenter", "%Segmenter%"),
      constant(wellKnown.toStringTag, "Intl", CONFIGURABLE)
    ]
  },
  ...collatorIntrinsics,
  ...dateTimeFormatIntrinsics,
  ...listFormatIntrinsics,
  ...numberFormatIntrinsics,
  ...pluralRulesIntrinsics,
  ...relativeTimeFormatIntrinsics,
  ...segmenterIntrinsics
}
