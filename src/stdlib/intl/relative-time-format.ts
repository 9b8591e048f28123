/** `Intl.RelativeTimeFormat` (https://tc39.es/ecma402/#relativetimeformat-objects). */
import { charge } from "../../interpreter/kernel/agent.ts"
import { numberOf, stringOf } from "../../interpreter/kernel/convert.ts"
import { throwRangeError } from "../../interpreter/kernel/errors.ts"
import { describeValue } from "../../interpreter/kernel/function.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { toGuest } from "./copy-out.ts"
import { localeList } from "./locale-list.ts"
import { coerceOptions, makeHostFormatter, stringOption } from "./options.ts"
import { serviceIntrinsics, serviceRow } from "./service.ts"
import type { Service } from "./service.ts"

function* makeRelativeTimeFormat(locales: Value, optionsValue: Value): Steps<Intl.RelativeTimeFormat> {
  const requested = yield* localeList(locales)
  const options = coerceOptions(optionsValue)
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const numberingSystem = yield* stringOption(options, "numberingSystem")
  const style = yield* stringOption(options, "style", ["long", "short", "narrow"])
  const numeric = yield* stringOption(options, "numeric", ["always", "auto"])
  const read = { localeMatcher, numberingSystem, style, numeric }
  return makeHostFormatter(
    "RelativeTimeFormat",
    requested,
    read,
    3000,
    (known, given) => new Intl.RelativeTimeFormat(known, given)
  )
}

const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]

function* argumentsOf(args: readonly Value[]): Steps<readonly [number, Intl.RelativeTimeFormatUnit]> {
  charge(40)
  const value = yield* numberOf(args[0])
  const unit = yield* stringOf(args[1])
  if (!UNITS.includes(unit.endsWith("s") ? unit.slice(0, -1) : unit)) {
    throwRangeError(`Intl.RelativeTimeFormat: ${describeValue(unit)} is no unit. The units are ${UNITS.join(", ")}.`)
  }
  if (!Number.isFinite(value)) throwRangeError(`Intl.RelativeTimeFormat: the value must be finite, not ${value}.`)
  return [value, unit as Intl.RelativeTimeFormatUnit]
}

const service: Service<Intl.RelativeTimeFormat> = {
  name: "RelativeTimeFormat",
  isCallable: false,
  make: makeRelativeTimeFormat,
  supported: (locales, options) => Intl.RelativeTimeFormat.supportedLocalesOf(locales, options),
  rows: (self) => [
    serviceRow(self, "format", 2, argumentsOf, (host, [value, unit]) => host.format(value, unit)),
    serviceRow(self, "formatToParts", 2, argumentsOf, (host, [value, unit]) => toGuest(host.formatToParts(value, unit)))
  ]
}

export const relativeTimeFormatIntrinsics = serviceIntrinsics(service)
