/**
 * `Date` (https://tc39.es/ecma262/#sec-date-objects). The time is the run's clock, local time is the run's zone (UTC unless the host names another),
 * and a date as text is its ISO form, the same on every host.
 */
import { agent, charge, SUSP } from "../interpreter/kernel/agent.ts"
import { alias, constructor_, method, steps, link } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import {
  invokeMethod,
  numberOf,
  ordinaryToPrimitive,
  stringOf,
  toObject,
  toPrimitive
} from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Guard, IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { parseDate } from "./date-parse.ts"
import { dateSetterRows } from "./date-setters.ts"
import {
  dateText,
  fieldsOf,
  isoText,
  makeDate,
  makeDay,
  makeFullYear,
  makeTime,
  offsetText,
  timeClip,
  timeText,
  utcText
} from "./date-time.ts"
import type { Fields } from "./date-time.ts"
import { DateValue, thisDate } from "./date-value.ts"
import { formatTime, makeDateTimeFormat } from "./intl/date-time-format-options.ts"
import type { DateTimePart } from "./intl/date-time-format-options.ts"
import { localOffset, localTime, utcTime, zoneName } from "./time-zone.ts"

const INVALID = "Invalid Date"

const now = (): number => timeClip(Math.floor(agent.realm.host.now()))
const zone = (): string => agent.realm.host.timeZone

// ---- The constructor.

/** https://tc39.es/ecma262/#sec-date */
const dateConstructor: Native = (_thisValue, args, newTarget) =>
  newTarget === undefined ? isoText(now()) : runSteps(constructDate(args, newTarget))

function* constructDate(args: readonly Value[], newTarget: ObjectValue): Steps<Value> {
  let time: number
  if (args.length === 0) time = now()
  else if (args.length === 1) time = yield* timeOfValue(args[0])
  else time = timeClip(utcTime(yield* timeOfFields(args), zone()))
  let shape = shapeFromConstructor(newTarget, "%Date.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new DateValue(shape, time)
}

function* timeOfValue(value: Value): Steps<number> {
  if (value instanceof DateValue) return value.time
  let primitive = toPrimitive(value)
  if (primitive === SUSP) primitive = (yield) as Value
  return typeof primitive === "string" ? parseText(primitive) : timeClip(yield* numberOf(primitive))
}

function parseText(text: string): number {
  charge(30 + (text.length >> 1))
  return parseDate(text, zone())
}

/** Year, month and so on, as a time value before any zone is applied. */
function* timeOfFields(args: readonly Value[]): Steps<number> {
  const year = yield* numberOf(args[0])
  const month = args.length > 1 ? yield* numberOf(args[1]) : 0
  const date = args.length > 2 ? yield* numberOf(args[2]) : 1
  const hour = args.length > 3 ? yield* numberOf(args[3]) : 0
  const minute = args.length > 4 ? yield* numberOf(args[4]) : 0
  const second = args.length > 5 ? yield* numberOf(args[5]) : 0
  const millisecond = args.length > 6 ? yield* numberOf(args[6]) : 0
  return makeDate(makeDay(makeFullYear(year), month, date), makeTime(hour, minute, second, millisecond))
}

/** https://tc39.es/ecma262/#sec-date.parse */
const dateParse: NativeSteps = function* (_thisValue, args) {
  return parseText(yield* stringOf(args[0]))
}

/** https://tc39.es/ecma262/#sec-date.utc */
const dateUtc: NativeSteps = function* (_thisValue, args) {
  return timeClip(yield* timeOfFields(args))
}

// ---- Reading.

/** The pair of rows of a field: `getHours` and `getUTCHours`. */
const fieldRows = (name: string, read: (fields: Fields) => number): Row[] => [
  method(`get${name}`, 0, (thisValue) => {
    const { time } = thisDate(thisValue, `get${name}`)
    return time === time ? read(fieldsOf(localTime(time, zone()))) : NaN
  }),
  method(`getUTC${name}`, 0, (thisValue) => {
    const { time } = thisDate(thisValue, `getUTC${name}`)
    return time === time ? read(fieldsOf(time)) : NaN
  })
]

/** https://tc39.es/ecma262/#sec-date.prototype.gettimezoneoffset */
const dateGetTimezoneOffset: Native = (thisValue) => {
  const { time } = thisDate(thisValue, "getTimezoneOffset")
  return time === time ? (0 - localOffset(time, zone())) / 60_000 : NaN
}

/** https://tc39.es/ecma262/#sec-date.prototype.getyear */
const dateGetYear: Native = (thisValue) => {
  const { time } = thisDate(thisValue, "getYear")
  return time === time ? fieldsOf(localTime(time, zone())).year - 1900 : NaN
}

// ---- As text.

/** https://tc39.es/ecma262/#sec-date.prototype.toisostring */
const dateToIsoString: Native = (thisValue) => {
  const { time } = thisDate(thisValue, "toISOString")
  if (time === time) return isoText(time)
  return throwRangeError("Invalid time value: this Date is invalid. Check the text or numbers that it was made of.")
}

/** A row whose text is `Invalid Date` for dates that are none. */
const textRow = (name: string, write: (time: number) => string): Row =>
  method(name, 0, (thisValue) => {
    const { time } = thisDate(thisValue, name)
    return time === time ? write(time) : INVALID
  })

/** `TimeString` and `TimeZoneString` (https://tc39.es/ecma262/#sec-timezoneestring). */
function zonedTimeText(time: number): string {
  const offset = localOffset(time, zone())
  return `${timeText(fieldsOf(time + offset))}${offsetText(offset)} (${zoneName(time, zone())})`
}

/** `toLocaleString` and its kin (https://tc39.es/ecma402/#sup-date.prototype.tolocalestring). */
const localeRow = (name: string, required: DateTimePart, fallback: DateTimePart): Row =>
  steps(name, 0, function* (thisValue, args) {
    const { time } = thisDate(thisValue, name)
    if (time !== time) return INVALID
    return formatTime(yield* makeDateTimeFormat(args[0], args[1], required, fallback), time)
  })

/** https://tc39.es/ecma262/#sec-date.prototype.tojson */
const dateToJson: NativeSteps = function* (thisValue) {
  if (thisValue instanceof DateValue && agent.realm.isPristine(PLAIN_DATES) && isPlain(thisValue)) {
    return thisValue.time === thisValue.time ? isoText(thisValue.time) : null
  }
  const object = toObject(thisValue)
  let primitive = toPrimitive(object, "number")
  if (primitive === SUSP) primitive = (yield) as Value
  if (typeof primitive === "number" && !Number.isFinite(primitive)) return null
  return yield* invokeMethod(object, "toISOString", [])
}

/** What a date's conversion to JSON goes through, unless the program has changed it. */
const PLAIN_DATES: Guard = {
  name: "date to JSON",
  properties: [
    ["%Date.prototype%", wellKnown.toPrimitive],
    ["%Date.prototype%", "valueOf"],
    ["%Date.prototype%", "toISOString"]
  ]
}
const isPlain = (date: DateValue): boolean => date.shape === agent.realm.shapeOf("%Date.prototype%")

/** https://tc39.es/ecma262/#sec-date.prototype-@@toprimitive */
const dateToPrimitive: NativeSteps = function* (thisValue, args) {
  if (!(thisValue instanceof ObjectValue)) {
    return throwTypeError(
      `Date.prototype[Symbol.toPrimitive] requires that 'this' be an object, not ${describeValue(thisValue)}.`
    )
  }
  const hint = args[0]
  if (hint !== "default" && hint !== "string" && hint !== "number") {
    return throwTypeError(`The hint of a conversion is "default", "string" or "number", not ${describeValue(hint)}.`)
  }
  return yield* ordinaryToPrimitive(thisValue, hint === "number" ? "number" : "string")
}

export const dateIntrinsics = {
  "%Date%": constructor_({
    name: "Date",
    length: 7,
    prototype: "%Date.prototype%",
    native: dateConstructor,
    rows: [method("now", 0, now), steps("parse", 1, dateParse), steps("UTC", 7, dateUtc)]
  }),
  "%Date.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%Date%"),
      ...fieldRows("Date", ({ day }) => day),
      ...fieldRows("Day", ({ weekDay }) => weekDay),
      ...fieldRows("FullYear", ({ year }) => year),
      ...fieldRows("Hours", ({ hour }) => hour),
      ...fieldRows("Milliseconds", ({ millisecond }) => millisecond),
      ...fieldRows("Minutes", ({ minute }) => minute),
      ...fieldRows("Month", ({ month }) => month),
      ...fieldRows("Seconds", ({ second }) => second),
      method("getTime", 0, (thisValue) => thisDate(thisValue, "getTime").time),
      method("getTimezoneOffset", 0, dateGetTimezoneOffset),
      method("getYear", 0, dateGetYear),
      ...dateSetterRows,
      textRow("toDateString", (time) => dateText(fieldsOf(localTime(time, zone())))),
      method("toISOString", 0, dateToIsoString),
      steps("toJSON", 1, dateToJson),
      localeRow("toLocaleDateString", "date", "date"),
      localeRow("toLocaleString", "any", "all"),
      localeRow("toLocaleTimeString", "time", "time"),
      textRow("toString", isoText),
      textRow("toTimeString", zonedTimeText),
      textRow("toUTCString", (time) => utcText(fieldsOf(time))),
      alias("toGMTString", "toUTCString"),
      method("valueOf", 0, (thisValue) => thisDate(thisValue, "valueOf").time),
      steps(wellKnown.toPrimitive, 1, dateToPrimitive, CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
