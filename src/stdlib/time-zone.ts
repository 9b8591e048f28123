/** Local time: what a zone's clocks show at a time, and the other way round. */
import { charge } from "../interpreter/kernel/agent.ts"
import { makeDate, makeDay, makeTime, MS_PER_DAY } from "./date-time.ts"

/** Offsets are looked up per hour; a zone changes its offset at most once in one. */
const SPAN = 3_600_000
const REMEMBERED = 512

/** One zone of the IANA database, by the host's data. */
class Zone {
  private readonly format: Intl.DateTimeFormat
  private readonly longName: Intl.DateTimeFormat
  /** By hour since the epoch, the offset if it holds for the whole hour. */
  private readonly offsets = new Map<number, number>()

  constructor(name: string) {
    const zone = { timeZone: name }
    this.format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      ...zone,
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23"
    })
    this.longName = new Intl.DateTimeFormat("en-US", { ...zone, timeZoneName: "long" })
  }

  offsetAt(time: number): number {
    const hour = Math.floor(time / SPAN)
    const known = this.offsets.get(hour)
    if (known !== undefined) return known
    charge(200)
    const start = this.readOffset(hour * SPAN)
    if (start !== this.readOffset((hour + 1) * SPAN)) return this.readOffset(time)
    if (this.offsets.size >= REMEMBERED) this.offsets.clear()
    this.offsets.set(hour, start)
    return start
  }

  private readOffset(time: number): number {
    const second = Math.floor(time / 1000) * 1000
    if (Math.abs(second) > 8.64e15) return this.readOffset(Math.sign(second) * 8.64e15)
    const fields: Record<string, string> = {}
    for (const { type, value } of this.format.formatToParts(second)) fields[type] = value
    const year = fields["era"] === "BC" ? 1 - Number(fields["year"]) : Number(fields["year"])
    const day = makeDay(year, Number(fields["month"]) - 1, Number(fields["day"]))
    const local = makeTime(Number(fields["hour"]), Number(fields["minute"]), Number(fields["second"]), 0)
    return makeDate(day, local) - second
  }

  nameAt(time: number): string {
    return this.longName.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? ""
  }
}

/** Zones hold only what the host's data say, so every execution may share them. */
const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  let zone = zones.get(name)
  if (zone === undefined) {
    if (zones.size >= 32) zones.clear()
    zones.set(name, (zone = new Zone(name)))
  }
  return zone
}

const isUtc = (zone: string): boolean => zone === "UTC"

/** `LocalTime` (https://tc39.es/ecma262/#sec-localtime) minus the time itself. */
export const localOffset = (time: number, zone: string): number => (isUtc(zone) ? 0 : zoneOf(zone).offsetAt(time))

export const localTime = (time: number, zone: string): number => time + localOffset(time, zone)

/**
 * `UTC` (https://tc39.es/ecma262/#sec-utc-t). A time that the clocks show twice is the first of the two; one that they skip is read with
 * the offset from before the change.
 */
export function utcTime(local: number, zone: string): number {
  if (!Number.isFinite(local)) return NaN
  if (isUtc(zone)) return local
  const offsetAt = (time: number): number => zoneOf(zone).offsetAt(time)
  const before = offsetAt(local - MS_PER_DAY)
  const after = offsetAt(local + MS_PER_DAY)
  if (before === after) {
    const time = local - before
    return offsetAt(time) === before ? time : local - offsetAt(time)
  }
  if (offsetAt(local - before) === before) return local - before
  return offsetAt(local - after) === after ? local - after : local - before
}

/** The zone's name at a time, as `toTimeString` shows it. */
export const zoneName = (time: number, zone: string): string =>
  isUtc(zone) ? "Coordinated Universal Time" : zoneOf(zone).nameAt(time)
