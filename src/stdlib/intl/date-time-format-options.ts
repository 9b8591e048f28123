/** What `Intl.DateTimeFormat` and the `toLocale…String` methods of dates make of their arguments. */
import { agent, charge } from "../../interpreter/kernel/agent.ts"
import { throwTypeError } from "../../interpreter/kernel/errors.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { localeList } from "./locale-list.ts"
import {
  askHost,
  booleanOption,
  coerceOptions,
  formatterOf,
  makeHostFormatter,
  numberOption,
  stringOption
} from "./options.ts"

/** Which fields a format must have, and which it gets when it names none (https://tc39.es/ecma402/#sec-createdatetimeformat). */
export type DateTimePart = "date" | "time" | "any" | "all"

const WIDTHS = ["narrow", "short", "long"] as const
const NUMERIC = ["2-digit", "numeric"] as const
const STYLES = ["full", "long", "medium", "short"] as const
const ZONE_NAMES = ["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"] as const

/** `CreateDateTimeFormat`, as the host's object. */
export const makeDateTimeFormat = (
  locales: Value,
  options: Value,
  required: DateTimePart,
  fallback: DateTimePart
): Steps<Intl.DateTimeFormat> => {
  const zone = agent.realm.host.timeZone
  return formatterOf(`DateTimeFormat ${required} ${fallback} ${zone}`, locales, options, (asked, given) =>
    readDateTimeFormat(asked, given, required, fallback, zone)
  )
}

function* readDateTimeFormat(
  locales: Value,
  optionsValue: Value,
  required: DateTimePart,
  fallback: DateTimePart,
  zone: string
): Steps<Intl.DateTimeFormat> {
  const requested = yield* localeList(locales)
  const options = coerceOptions(optionsValue)
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const calendar = yield* stringOption(options, "calendar")
  const numberingSystem = yield* stringOption(options, "numberingSystem")
  const hour12 = yield* booleanOption(options, "hour12")
  const hourCycle = yield* stringOption(options, "hourCycle", ["h11", "h12", "h23", "h24"])
  const timeZone = (yield* stringOption(options, "timeZone")) ?? zone
  const weekday = yield* stringOption(options, "weekday", WIDTHS)
  const era = yield* stringOption(options, "era", WIDTHS)
  const year = yield* stringOption(options, "year", NUMERIC)
  const month = yield* stringOption(options, "month", [...NUMERIC, ...WIDTHS])
  const day = yield* stringOption(options, "day", NUMERIC)
  const dayPeriod = yield* stringOption(options, "dayPeriod", WIDTHS)
  const hour = yield* stringOption(options, "hour", NUMERIC)
  const minute = yield* stringOption(options, "minute", NUMERIC)
  const second = yield* stringOption(options, "second", NUMERIC)
  const fractionalSecondDigits = yield* numberOption(options, "fractionalSecondDigits", 1, 3)
  const timeZoneName = yield* stringOption(options, "timeZoneName", ZONE_NAMES)
  const formatMatcher = yield* stringOption(options, "formatMatcher", ["basic", "best fit"])
  const dateStyle = yield* stringOption(options, "dateStyle", STYLES)
  const timeStyle = yield* stringOption(options, "timeStyle", STYLES)

  if (required === "date" && timeStyle !== undefined) {
    throwTypeError("The option timeStyle cannot be used with toLocaleDateString: use toLocaleString.")
  }
  if (required === "time" && dateStyle !== undefined) {
    throwTypeError("The option dateStyle cannot be used with toLocaleTimeString: use toLocaleString.")
  }
  const hasDate = weekday !== undefined || year !== undefined || month !== undefined || day !== undefined
  const hasTime = [dayPeriod, hour, minute, second, fractionalSecondDigits].some((part) => part !== undefined)
  const isComplete =
    dateStyle !== undefined ||
    timeStyle !== undefined ||
    (required !== "time" && hasDate) ||
    (required !== "date" && hasTime)
  const numeric = (part: "date" | "time"): "numeric" | undefined =>
    !isComplete && (fallback === part || fallback === "all") ? "numeric" : undefined
  const read = {
    localeMatcher,
    calendar,
    numberingSystem,
    hour12,
    hourCycle,
    timeZone,
    weekday,
    era,
    year: year ?? numeric("date"),
    month: month ?? numeric("date"),
    day: day ?? numeric("date"),
    dayPeriod,
    hour: hour ?? numeric("time"),
    minute: minute ?? numeric("time"),
    second: second ?? numeric("time"),
    fractionalSecondDigits,
    timeZoneName,
    formatMatcher,
    dateStyle,
    timeStyle
  }
  return makeHostFormatter(
    "DateTimeFormat",
    requested,
    read,
    6000,
    (known, given) => new Intl.DateTimeFormat(known, given)
  )
}

/** Hosts disagree on the space before AM and PM: it is an ordinary one here. */
export const plainSpaces = (text: string): string => text.replace(/\u202f/g, " ")

export function formatTime(format: Intl.DateTimeFormat, time: number): string {
  charge(40)
  return askHost("Intl.DateTimeFormat.format", () => plainSpaces(format.format(time)))
}
