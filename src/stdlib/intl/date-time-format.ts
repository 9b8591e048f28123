/** `Intl.DateTimeFormat` (https://tc39.es/ecma402/#datetimeformat-objects). */
import { agent, charge } from "../../interpreter/kernel/agent.ts"
import { numberOf } from "../../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { timeClip } from "../date-time.ts"
import { toGuest } from "./copy-out.ts"
import { formatTime, makeDateTimeFormat, plainSpaces } from "./date-time-format-options.ts"
import { boundRow, serviceIntrinsics, serviceRow } from "./service.ts"
import type { Service } from "./service.ts"

/** A date, a number of milliseconds, or nothing for now. */
function* timeOf(value: Value): Steps<number> {
  charge(40)
  if (value === undefined) return Math.floor(agent.realm.host.now())
  const time = timeClip(yield* numberOf(value))
  return time === time ? time : throwRangeError("Invalid time value: the date to format is invalid.")
}

function* rangeOf([start, end]: readonly Value[], who: string): Steps<readonly [number, number]> {
  if (start === undefined || end === undefined) throwTypeError(`${who} needs a start and an end.`)
  // Two dates, and how they differ: up to a millisecond in some calendars.
  charge(2000)
  const from = yield* timeOf(start)
  return [from, yield* timeOf(end)]
}

const partsToGuest = (parts: readonly { value: string }[]): Value =>
  toGuest(parts.map((part) => ({ ...part, value: plainSpaces(part.value) })))

const service: Service<Intl.DateTimeFormat> = {
  name: "DateTimeFormat",
  isCallable: true,
  make: (locales, options) => makeDateTimeFormat(locales, options, "any", "date"),
  supported: (locales, options) => Intl.DateTimeFormat.supportedLocalesOf(locales, options),
  rows: (self) => [
    boundRow(self, "format", 1, function* (host, args) {
      return formatTime(host, yield* timeOf(args[0]))
    }),
    serviceRow(self, "formatRange", 2, rangeOf, (host, [start, end]) => plainSpaces(host.formatRange(start, end))),
    serviceRow(self, "formatRangeToParts", 2, rangeOf, (host, [start, end]) =>
      partsToGuest(host.formatRangeToParts(start, end))
    ),
    serviceRow(
      self,
      "formatToParts",
      1,
      ([date]) => timeOf(date),
      (host, time) => partsToGuest(host.formatToParts(time))
    )
  ]
}

export const dateTimeFormatIntrinsics = serviceIntrinsics(service)
