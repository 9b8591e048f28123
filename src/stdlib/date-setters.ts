/** The methods that change a date (https://tc39.es/ecma262/#sec-properties-of-the-date-prototype-object). */
import { agent } from "../interpreter/kernel/agent.ts"
import { steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { integerOf, numberOf } from "../interpreter/kernel/convert.ts"
import { dayOf, fieldsOf, makeDate, makeDay, makeFullYear, makeTime, timeClip, timeWithinDay } from "./date-time.ts"
import { thisDate } from "./date-value.ts"
import { localTime, utcTime } from "./time-zone.ts"

type Part = "year" | "month" | "day" | "hour" | "minute" | "second" | "millisecond"

/** The rows of a setter, in local time and in UTC: `parts` are what its arguments stand for, all but the first optional. */
function setterRows(name: string, parts: readonly Part[]): Row[] {
  const isTime = parts[parts.length - 1] === "millisecond"
  const row = (method: string, isLocal: boolean): Row =>
    steps(method, parts.length, function* (thisValue, args) {
      const date = thisDate(thisValue, method)
      const { timeZone } = agent.realm.host
      // The time is read before the arguments are converted: they may change the date.
      let time = date.time
      const given: Partial<Record<Part, number>> = { [parts[0]]: yield* numberOf(args[0]) }
      for (let i = 1; i < parts.length && i < args.length; i++) given[parts[i]] = yield* numberOf(args[i])
      if (time !== time) {
        if (parts[0] !== "year") return NaN
        time = 0
      } else if (isLocal) {
        time = localTime(time, timeZone)
      }
      const fields = fieldsOf(time)
      const changed = isTime
        ? makeDate(
            dayOf(time),
            makeTime(
              given.hour ?? fields.hour,
              given.minute ?? fields.minute,
              given.second ?? fields.second,
              given.millisecond ?? fields.millisecond
            )
          )
        : makeDate(
            makeDay(given.year ?? fields.year, given.month ?? fields.month, given.day ?? fields.day),
            timeWithinDay(time)
          )
      return (date.time = timeClip(isLocal ? utcTime(changed, timeZone) : changed))
    })
  return [row(`set${name}`, true), row(`setUTC${name}`, false)]
}

/** https://tc39.es/ecma262/#sec-date.prototype.settime */
const setTimeRow = steps("setTime", 1, function* (thisValue, args) {
  const date = thisDate(thisValue, "setTime")
  return (date.time = timeClip(yield* numberOf(args[0])))
})

/** https://tc39.es/ecma262/#sec-date.prototype.setyear */
const setYearRow = steps("setYear", 1, function* (thisValue, args) {
  const date = thisDate(thisValue, "setYear")
  const { timeZone } = agent.realm.host
  const time = date.time
  const year = yield* numberOf(args[0])
  if (year !== year) return (date.time = NaN)
  const local = time === time ? localTime(time, timeZone) : 0
  const { month, day } = fieldsOf(local)
  const changed = makeDate(makeDay(makeFullYear(integerOf(year)), month, day), timeWithinDay(local))
  return (date.time = timeClip(utcTime(changed, timeZone)))
})

export const dateSetterRows: readonly Row[] = [
  ...setterRows("Date", ["day"]),
  ...setterRows("FullYear", ["year", "month", "day"]),
  ...setterRows("Hours", ["hour", "minute", "second", "millisecond"]),
  ...setterRows("Milliseconds", ["millisecond"]),
  ...setterRows("Minutes", ["minute", "second", "millisecond"]),
  ...setterRows("Month", ["month", "day"]),
  ...setterRows("Seconds", ["second", "millisecond"]),
  setTimeRow,
  setYearRow
]
