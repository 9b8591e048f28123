/** What a test passes to the kit, looked at before anything is made of it: a misspelt key or an odd duration would test nothing. */
import { Duration, Effect, Option } from "effect"
import { nameText } from "../tool-runtime/name-text.ts"
import { silence } from "../tool-runtime/silence.ts"
import { isDefinition } from "../tool.ts"
import { show } from "./show.ts"

/** Throws for what is no array. */
export function checkList(name: string, value: unknown): void {
  if (!Array.isArray(value)) refuse(name, "an array", value)
}

/** Throws for what is no object, and for a key that is not among the known ones. */
export function checkRecord(name: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== "object" || value === null || value instanceof Promise || Symbol.iterator in value) {
    return refuse(name, "an object", value)
  }
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue
    throw new TypeError(
      `${name} has no meaning for ${JSON.stringify(nameText(key))}; the keys are ${known.join(", ")}.`
    )
  }
}

/** Throws for what is no tool: a tree of tools, a promise of one. */
export function checkTool(value: unknown): void {
  if (!isDefinition(value)) refuse("tool", "a tool as `Tool.make` makes it", value)
}

/** Throws for what does not have the list that an answer of the kit has: the Effect that nobody ran, a promise of it. */
export function checkAnswer(name: string, maker: string, value: unknown, list: string): void {
  if (typeof value === "object" && value !== null && Array.isArray((value as Record<string, unknown>)[list])) return
  refuse(name, `what \`${maker}\` answers`, value)
}

function refuse(name: string, wanted: string, value: unknown): never {
  silence(value)
  const what = Effect.isEffect(value)
    ? "an Effect: run it first"
    : value instanceof Promise
      ? "a promise: await it first"
      : show(value)
  throw new TypeError(`${name} must be ${wanted}, not ${what}.`)
}

const UNITS = ["weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"]

/**
 * A duration that a test wrote down.
 *
 * @throws TypeError for what is no duration, RangeError for what is no time to wait: `NaN` or less than 0.
 */
export function durationOf(name: string, input: unknown): Duration.Duration {
  if (typeof input === "object" && input !== null && !Array.isArray(input) && !Duration.isDuration(input)) {
    checkRecord(name, input, UNITS)
  }
  const duration = Duration.fromInput(input as Duration.Input)
  if (Option.isNone(duration)) {
    throw new TypeError(`${name} must be a duration such as 200 or "1 second", not ${show(input)}.`)
  }
  const numbers = typeof input === "object" && input !== null && !Duration.isDuration(input) ? input : [input]
  if (Object.values(numbers).some(Number.isNaN) || Duration.isNegative(duration.value)) {
    throw new RangeError(`${name} must not be less than 0, nor NaN; it is ${show(input)}.`)
  }
  return duration.value
}

/** A duration that somebody waits for. @throws as {@link durationOf}, and RangeError for 0 and for infinity. */
export function patienceOf(name: string, input: unknown): Duration.Duration {
  const duration = durationOf(name, input)
  if (Duration.isFinite(duration) && !Duration.isZero(duration)) return duration
  throw new RangeError(`${name} must be more than 0, and finite; it is ${show(input)}.`)
}
