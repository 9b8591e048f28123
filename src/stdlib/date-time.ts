/** Calendar arithmetic on time values (https://tc39.es/ecma262/#sec-overview-of-date-objects-and-definitions-of-abstract-operations). */
import { integerOf } from "../interpreter/kernel/convert.ts"

export const MS_PER_DAY = 86_400_000
const MS_PER_HOUR = 3_600_000
const MS_PER_MINUTE = 60_000
const MAX_TIME = 8.64e15

/** The parts of a time value; month and week day count from 0. */
export interface Fields {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekDay: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

export const dayOf = (time: number): number => Math.floor(time / MS_PER_DAY)
export const timeWithinDay = (time: number): number => time - dayOf(time) * MS_PER_DAY

/** Days from the epoch to a date of the proleptic Gregorian calendar; `month` counts from 0. */
function daysFromCivil(year: number, month: number, day: number): number {
  // Years begin in March here, so that the leap day comes last; an era has 400 of them.
  const y = month <= 1 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month <= 1 ? month + 10 : month - 2) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The fields of a finite time value. */
export function fieldsOf(time: number): Fields {
  const days = dayOf(time)
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 2 : shiftedMonth - 10
  const rest = time - days * MS_PER_DAY
  return {
    year: yearOfEra + era * 400 + (month <= 1 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
    weekDay: (((days + 4) % 7) + 7) % 7,
    hour: Math.floor(rest / MS_PER_HOUR),
    minute: Math.floor(rest / MS_PER_MINUTE) % 60,
    second: Math.floor(rest / 1000) % 60,
    millisecond: rest % 1000
  }
}

/** `MakeTime` (https://tc39.es/ecma262/#sec-maketime). */
export const makeTime = (hour: number, minute: number, second: number, millisecond: number): number =>
  Number.isFinite(hour) && Number.isFinite(minute) && Number.isFinite(second) && Number.isFinite(millisecond)
    ? integerOf(hour) * MS_PER_HOUR +
      integerOf(minute) * MS_PER_MINUTE +
      integerOf(second) * 1000 +
      integerOf(millisecond)
    : NaN

/** `MakeDay` (https://tc39.es/ecma262/#sec-makeday). */
export function makeDay(year: number, month: number, date: number): number {
  if (!Number.isFinite(year) || !Number.isFinite(month) || !Number.isFinite(date)) return NaN
  const m = integerOf(month)
  const y = integerOf(year) + Math.floor(m / 12)
  // Such years have no first day among time values, however the date may lead back.
  if (Math.abs(y) > 400_000) return NaN
  return daysFromCivil(y, ((m % 12) + 12) % 12, 1) + integerOf(date) - 1
}

/** `MakeDate` (https://tc39.es/ecma262/#sec-makedate). */
export function makeDate(day: number, time: number): number {
  const value = day * MS_PER_DAY + time
  return Number.isFinite(value) ? value : NaN
}

/** `MakeFullYear` (https://tc39.es/ecma262/#sec-makefullyear). */
export function makeFullYear(year: number): number {
  if (year !== year) return NaN
  const truncated = integerOf(year)
  return truncated >= 0 && truncated <= 99 ? 1900 + truncated : truncated
}

/** `TimeClip` (https://tc39.es/ecma262/#sec-timeclip). */
export const timeClip = (time: number): number => (Math.abs(time) <= MAX_TIME ? integerOf(time) : NaN)

// ---- Texts.

const two = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** The date-time string format (https://tc39.es/ecma262/#sec-date-time-string-format) of a finite time value, in UTC. */
export function isoText(time: number): string {
  const { year, month, day, hour, minute, second, millisecond } = fieldsOf(time)
  const years =
    year >= 0 && year <= 9999
      ? String(year).padStart(4, "0")
      : `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`
  return `${years}-${two(month + 1)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}.${String(millisecond).padStart(3, "0")}Z`
}

const WEEK_DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const yearText = (year: number): string => (year < 0 ? "-" : "") + String(Math.abs(year)).padStart(4, "0")

/** `DateString` (https://tc39.es/ecma262/#sec-datestring). */
export const dateText = ({ year, month, day, weekDay }: Fields): string =>
  `${WEEK_DAYS[weekDay]} ${MONTHS[month]} ${two(day)} ${yearText(year)}`

/** `TimeString` (https://tc39.es/ecma262/#sec-timestring). */
export const timeText = ({ hour, minute, second }: Fields): string => `${two(hour)}:${two(minute)}:${two(second)} GMT`

/** https://tc39.es/ecma262/#sec-date.prototype.toutcstring */
export const utcText = (fields: Fields): string =>
  `${WEEK_DAYS[fields.weekDay]}, ${two(fields.day)} ${MONTHS[fields.month]} ${yearText(fields.year)} ${timeText(fields)}`

/** The offset part of `TimeZoneString` (https://tc39.es/ecma262/#sec-timezoneestring): `+0100`. */
export function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / MS_PER_MINUTE)
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
