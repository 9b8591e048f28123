/** `Intl.PluralRules` (https://tc39.es/ecma402/#pluralrules-objects). */
import { charge } from "../../interpreter/kernel/agent.ts"
import { numberOf } from "../../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { localeList } from "./locale-list.ts"
import { readDigitOptions } from "./number-format-options.ts"
import { coerceOptions, makeHostFormatter, stringOption } from "./options.ts"
import { serviceIntrinsics, serviceRow } from "./service.ts"
import type { Service } from "./service.ts"

function* makePluralRules(locales: Value, optionsValue: Value): Steps<Intl.PluralRules> {
  const requested = yield* localeList(locales)
  const options = coerceOptions(optionsValue)
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const type = yield* stringOption(options, "type", ["cardinal", "ordinal"])
  const digits = yield* readDigitOptions(options)
  const read = { localeMatcher, type, ...digits }
  return makeHostFormatter("PluralRules", requested, read, 3000, (known, given) => new Intl.PluralRules(known, given))
}

/** The part of the host's class that the compiler's library does not know yet. */
interface Ranges {
  selectRange(start: number, end: number): string
}

const service: Service<Intl.PluralRules> = {
  name: "PluralRules",
  isCallable: false,
  make: makePluralRules,
  supported: (locales, options) => Intl.PluralRules.supportedLocalesOf(locales, options),
  rows: (self) => [
    serviceRow(self, "select", 1, function* (host, args) {
      charge(20)
      return host.select(yield* numberOf(args[0]))
    }),
    serviceRow(self, "selectRange", 2, function* (host, args) {
      if (args[0] === undefined || args[1] === undefined) {
        throwTypeError("Intl.PluralRules.selectRange needs a start and an end.")
      }
      const start = yield* numberOf(args[0])
      const end = yield* numberOf(args[1])
      if (start !== start || end !== end) {
        throwRangeError("Intl.PluralRules.selectRange: start and end must be numbers.")
      }
      return (host as unknown as Ranges).selectRange(start, end)
    })
  ]
}

export const pluralRulesIntrinsics = serviceIntrinsics(service)
