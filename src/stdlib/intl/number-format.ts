/** `Intl.NumberFormat` (https://tc39.es/ecma402/#numberformat-objects). */
import { charge, SUSP } from "../../interpreter/kernel/agent.ts"
import { numberOf, toPrimitive } from "../../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { checkLocaleBigInt } from "../bigint.ts"
import { toGuest } from "./copy-out.ts"
import { makeNumberFormat } from "./number-format-options.ts"
import { boundRow, serviceIntrinsics, serviceRow } from "./service.ts"
import type { Service } from "./service.ts"

/** A decimal text is formatted exactly; longer ones than this are numbers first. */
const MAX_TEXT = 200

type Formattable = number | bigint | `${number}`

/** `ToIntlMathematicalValue` (https://tc39.es/ecma402/#sec-tointlmathematicalvalue), in a form that the host takes. */
export function* mathematicalValue(value: Value): Steps<Formattable> {
  charge(20)
  let primitive = toPrimitive(value, "number")
  if (primitive === SUSP) primitive = (yield) as Value
  if (typeof primitive === "bigint") return checkLocaleBigInt(primitive)
  if (typeof primitive === "string" && primitive.length <= MAX_TEXT) return primitive as `${number}`
  return yield* numberOf(primitive)
}

function* rangeOf(args: readonly Value[], who: string): Steps<readonly [Formattable, Formattable]> {
  if (args[0] === undefined || args[1] === undefined) throwTypeError(`${who} needs a start and an end.`)
  const start = yield* mathematicalValue(args[0])
  const end = yield* mathematicalValue(args[1])
  if (Number.isNaN(Number(start)) || Number.isNaN(Number(end)))
    throwRangeError(`${who}: start and end must be numbers.`)
  return [start, end]
}

/** The part of the host's class that the compiler's library does not know yet. */
interface Ranges {
  formatRange(start: Formattable, end: Formattable): string
  formatRangeToParts(start: Formattable, end: Formattable): object[]
}
const ranges = (host: Intl.NumberFormat): Ranges => host as unknown as Ranges

const service: Service<Intl.NumberFormat> = {
  name: "NumberFormat",
  isCallable: true,
  make: makeNumberFormat,
  supported: (locales, options) => Intl.NumberFormat.supportedLocalesOf(locales, options),
  rows: (self) => [
    boundRow(self, "format", 1, function* (host, args) {
      return host.format((yield* mathematicalValue(args[0])) as number)
    }),
    serviceRow(self, "formatRange", 2, rangeOf, (host, [start, end]) => ranges(host).formatRange(start, end)),
    serviceRow(self, "formatRangeToParts", 2, rangeOf, (host, [start, end]) =>
      toGuest(ranges(host).formatRangeToParts(start, end))
    ),
    serviceRow(
      self,
      "formatToParts",
      1,
      ([value]) => mathematicalValue(value),
      (host, value) => toGuest(host.formatToParts(value as number))
    )
  ]
}

export const numberFormatIntrinsics = serviceIntrinsics(service)
