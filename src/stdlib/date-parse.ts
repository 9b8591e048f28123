/**
 * `Date.parse` (https://tc39.es/ecma262/#sec-date.parse): the date-time string format of ECMAScript, and otherwise the free forms that V8
 * reads ("Feb 1, 2022 10:00 GMT+0100", "12/25/1995", "1 Feb 2022 3:04 PM"). Own code, so that every host reads them alike.
 */
import { DateScanner, isFixed, isSign, isSymbol } from "./date-scanner.ts"
import type { Token } from "./date-scanner.ts"
import { makeDate, makeDay, makeTime, timeClip } from "./date-time.ts"
import { utcTime } from "./time-zone.ts"

/** Dates are short; a longer text is none. */
const MAX_TEXT = 1 << 14

const between = (n: number, from: number, to: number): boolean => n >= from && n <= to
const isLetterZ = (token: Token): boolean => token.kind === "word" && token.type === "zone" && token.length === 1

/** Milliseconds from the digits after a decimal point: three count. */
const fraction = (digits: string): number => Number(digits.slice(0, 3).padEnd(3, "0"))

class DateReader {
  private readonly scanner: DateScanner
  private readonly date: number[] = []
  private month: number | undefined
  private isIso = false
  private readonly time: number[] = []
  private half: number | undefined
  private sign: number | undefined
  private zoneHour: number | undefined
  private zoneMinute: number | undefined

  constructor(text: string) {
    this.scanner = new DateScanner(text)
  }

  read(zone: string): number {
    const first = this.readIso()
    if (first.kind === "invalid" || !this.readFree(first)) return NaN
    const day = this.finishDate()
    const time = this.finishTime()
    if (day !== day || time !== time) return NaN
    const local = makeDate(day, time)
    if (this.sign === undefined) return timeClip(utcTime(local, zone))
    return timeClip(local - this.sign * ((this.zoneHour ?? 0) * 3600 + (this.zoneMinute ?? 0) * 60) * 1000)
  }

  // ---- The format of the specification.

  /** Reads as much as follows the format; answers the first token that does not, `end`, or `invalid`. */
  private readIso(): Token {
    const { scanner, date } = this
    if (isSign(scanner.peek())) {
      const sign = scanner.next()
      const year = scanner.peek()
      if (!isFixed(year, 6)) return sign
      scanner.next()
      if (isSymbol(sign, "-") && year.value === 0) return sign
      date.push(isSymbol(sign, "-") ? -year.value : year.value)
    } else if (isFixed(scanner.peek(), 4)) {
      date.push((scanner.next() as { value: number }).value)
    } else {
      return scanner.next()
    }
    for (const most of [12, 31]) {
      if (!scanner.skipSymbol("-")) break
      const part = scanner.peek()
      if (!isFixed(part, 2) || !between(part.value, 1, most)) return scanner.next()
      date.push(part.value)
      scanner.next()
    }
    const separator = scanner.peek()
    if (separator.kind === "word" && separator.type === "separator") {
      scanner.next()
      if (!this.readIsoTime()) return { kind: "invalid" }
    } else if (separator.kind !== "end") {
      return scanner.next()
    }
    // A date alone is meant in UTC, a date with a time in local time.
    if (this.sign === undefined && this.time.length === 0) this.setZone(0)
    this.isIso = true
    return { kind: "end" }
  }

  private readIsoTime(): boolean {
    const { scanner, time } = this
    const isMidnight = (): boolean => time[0] === 24
    const part = (most: number): boolean => {
      const token = scanner.peek()
      if (!isFixed(token, 2) || !between(token.value, 0, most) || (isMidnight() && token.value > 0)) return false
      time.push(token.value)
      scanner.next()
      return true
    }
    if (!part(24) || !scanner.skipSymbol(":") || !part(59)) return false
    if (scanner.skipSymbol(":")) {
      if (!part(59)) return false
      if (scanner.skipSymbol(".")) {
        const token = scanner.next()
        if (token.kind !== "number" || (isMidnight() && token.value > 0)) return false
        time.push(fraction(token.digits))
      }
    }
    const zone = scanner.peek()
    if (isLetterZ(zone)) {
      scanner.next()
      this.setZone(0)
    } else if (isSign(zone)) {
      this.sign = isSymbol(scanner.next(), "+") ? 1 : -1
      const hour = scanner.next()
      if (isFixed(hour, 4)) {
        this.zoneHour = Math.floor(hour.value / 100)
        this.zoneMinute = hour.value % 100
      } else {
        if (!isFixed(hour, 2) || !scanner.skipSymbol(":")) return false
        const minute = scanner.next()
        if (!isFixed(minute, 2)) return false
        this.zoneHour = hour.value
        this.zoneMinute = minute.value
      }
      if (!between(this.zoneHour, 0, 23) || !between(this.zoneMinute, 0, 59)) return false
    }
    return scanner.peek().kind === "end"
  }

  private setZone(hours: number): void {
    this.sign = hours < 0 ? -1 : 1
    this.zoneHour = Math.abs(hours)
    this.zoneMinute = 0
  }

  // ---- Free forms.

  private readFree(first: Token): boolean {
    let hasNumber = this.date.length > 0
    for (let token = first; token.kind !== "end"; token = this.scanner.next()) {
      if (token.kind === "number") {
        hasNumber = true
        if (!this.addNumber(token)) return false
      } else if (token.kind === "word") {
        if (!this.addWord(token, hasNumber)) return false
      } else if (isSign(token) && (this.isUtc || this.time.length > 0)) {
        hasNumber = true
        if (!this.addOffset(isSymbol(token, "+") ? 1 : -1)) return false
      } else if ((isSign(token) || isSymbol(token, ")")) && hasNumber) {
        return false
      }
    }
    return true
  }

  private addNumber({ value }: { readonly value: number }): boolean {
    const { scanner, time } = this
    if (scanner.skipSymbol(":")) {
      if (scanner.skipSymbol(":")) {
        if (time.length > 0) return false
        time.push(value, 0)
        return true
      }
      if (time.length === 4) return false
      time.push(value)
      scanner.skipSymbol(".")
      return true
    }
    if (scanner.skipSymbol(".") && this.timeExpects(value)) {
      const milliseconds = scanner.next()
      if (milliseconds.kind !== "number") return false
      time.push(value)
      this.finishTimeWith(fraction(milliseconds.digits))
      return true
    }
    if (this.zoneHour !== undefined && this.zoneMinute === undefined && between(value, 0, 59)) {
      this.zoneMinute = value
      return true
    }
    if (this.timeExpects(value)) {
      this.finishTimeWith(value)
      const after = scanner.peek()
      return after.kind === "end" || after.kind === "space" || isLetterZ(after) || isSign(after)
    }
    if (this.date.length === 3) return false
    this.date.push(value)
    scanner.skipSymbol("-")
    return true
  }

  private timeExpects(n: number): boolean {
    const { length } = this.time
    return length === 1 || length === 2 ? between(n, 0, 59) : length === 3 && between(n, 0, 999)
  }

  private finishTimeWith(n: number): void {
    const { time } = this
    if (time.length < 4) time.push(n)
    while (time.length < 4) time.push(0)
  }

  private addWord(word: Token & { kind: "word" }, hasNumber: boolean): boolean {
    const { type, value } = word
    if (type === "half" && this.time.length > 0) this.half = value
    else if (type === "month") {
      this.month = value
      this.scanner.skipSymbol("-")
    } else if (type === "zone" && hasNumber) this.setZone(value)
    else return !hasNumber && this.scanner.peek().kind !== "number"
    return true
  }

  private get isUtc(): boolean {
    return this.zoneHour === 0 && this.zoneMinute === 0
  }

  private addOffset(sign: number): boolean {
    const { scanner } = this
    this.sign = sign
    const token = scanner.peek()
    const { value, length } =
      token.kind === "number" ? { value: token.value, length: token.digits.length } : { value: 0, length: 0 }
    if (token.kind === "number") scanner.next()
    if (isSymbol(scanner.peek(), ":")) {
      this.zoneHour = value
      this.zoneMinute = undefined
    } else if (length === 1 || length === 2) {
      this.zoneHour = value
      this.zoneMinute = 0
    } else if (length === 3 || length === 4) {
      this.zoneHour = Math.floor(value / 100)
      this.zoneMinute = value % 100
    } else {
      return false
    }
    return true
  }

  // ---- What was read.

  private finishDate(): number {
    const { date, month: named } = this
    if (date.length === 0) return NaN
    const [a, b, c] = [date[0], date[1] ?? 1, date[2] ?? 1]
    let year: number
    let month: number
    let day: number
    if (named !== undefined) {
      month = named
      ;[year, day] = between(a, 1, 31) ? [b, a] : [a, b]
    } else if (this.isIso || !between(a, 1, 31)) {
      ;[year, month, day] = [a, b, c]
    } else {
      ;[month, day, year] = [a, b, c]
    }
    if (!this.isIso) year += between(year, 0, 49) ? 2000 : between(year, 50, 99) ? 1900 : 0
    if (!between(month, 1, 12) || !between(day, 1, 31)) return NaN
    return makeDay(year, month - 1, day)
  }

  private finishTime(): number {
    const [first = 0, minute = 0, second = 0, millisecond = 0] = this.time
    let hour = first
    if (this.half !== undefined) {
      if (!between(hour, 0, 12)) return NaN
      hour = (hour % 12) + this.half
    }
    const isLegal =
      between(hour, 0, 23) && between(minute, 0, 59) && between(second, 0, 59) && between(millisecond, 0, 999)
    const isMidnight = hour === 24 && minute === 0 && second === 0 && millisecond === 0
    return isLegal || isMidnight ? makeTime(hour, minute, second, millisecond) : NaN
  }
}

/** The time value of a text, or NaN; `zone` is what local time means. */
export const parseDate = (text: string, zone: string): number =>
  text.length > MAX_TEXT ? NaN : new DateReader(text).read(zone)
