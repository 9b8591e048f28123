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

function* numberToSelect([value]: readonly Value[]): Steps<number> {
  charge(20)
  return yield* numberOf(value)
}

function* rangeToSelect([startValue, endValue]: readonly Value[], who: string): Steps<readonly [number, number]> {
  if (startValue === undefined || endValue === undefined) throwTypeError(`${who} needs a start and an end.`)
  const start = yield* numberOf(startValue)
  const end = yield* numberOf(endValue)
  if (start !== start || end !== end) throwRangeError(`${who}: start and end must be numbers.`)
  return [start, end]
}

const service: Service<Intl.PluralRules> = {
  name: "PluralRules",
  isCallable: false,
  make: makePluralRules,
  supported: (locales, options) => Intl.PluralRules.supportedLocalesOf(locales, options),
  rows: (self) => [
    serviceRow(self, "select", 1, numberToSelect, (host, n) => host.select(n)),
    serviceRow(self, "selectRange", 2, rangeToSelect, (host, [start, end]) =>
      (host as unknown as Ranges).selectRange(start, end)
    )
  ]
}

export const pluralRulesIntrinsics = serviceIntrinsics(service)
