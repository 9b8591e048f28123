/** Reading option bags: guest objects become host data, property by property in the order of ECMA-402. */
import { numberOf, stringOf, toObject } from "../../interpreter/kernel/convert.ts"
import { charge, SUSP } from "../../interpreter/kernel/agent.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import { describeValue } from "../../interpreter/kernel/function.ts"
import { ObjectValue } from "../../interpreter/kernel/object.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { hostLocales } from "./locale-list.ts"

/** What the program gave as options: nothing, or an object whose properties are read. */
export type OptionsBag = ObjectValue | undefined

/** `GetOptionsObject` (https://tc39.es/ecma402/#sec-getoptionsobject). */
export function optionsObject(options: Value, who: string): OptionsBag {
  if (options === undefined || options instanceof ObjectValue) return options
  return throwTypeError(`${who}: options must be an object, not ${describeValue(options)}.`)
}

/** `CoerceOptionsToObject` (https://tc39.es/ecma402/#sec-coerceoptionstoobject). */
export const coerceOptions = (options: Value): OptionsBag => (options === undefined ? undefined : toObject(options))

function* readOption(options: OptionsBag, name: string): Steps<Value> {
  if (options === undefined) return undefined
  const value = options.get(name, options)
  return value === SUSP ? ((yield) as Value) : value
}

/** `GetOption` of type string (https://tc39.es/ecma402/#sec-getoption); `values` are the legal ones. */
export function* stringOption<T extends string = string>(
  options: OptionsBag,
  name: string,
  values?: readonly T[]
): Steps<T | undefined> {
  const value = yield* readOption(options, name)
  if (value === undefined) return undefined
  const text = yield* stringOf(value)
  if (values !== undefined && !(values as readonly string[]).includes(text)) throwOption(name, text, values)
  if (text.length > MAX_OPTION) throwRangeError(`Value ${describeValue(text)} is out of range for the option ${name}.`)
  return text as T
}

/** No legal value of an option is longer. The host takes time by the square of some. */
const MAX_OPTION = 256

export const throwOption = (name: string, text: string, values: readonly string[]): never =>
  throwRangeError(`Value ${describeValue(text)} is out of range for the option ${name}: use ${listWords(values)}.`)

const listWords = (values: readonly string[]): string => values.map((value) => JSON.stringify(value)).join(", ")

/** `GetOption` of type boolean. */
export function* booleanOption(options: OptionsBag, name: string): Steps<boolean | undefined> {
  const value = yield* readOption(options, name)
  return value === undefined ? undefined : Boolean(value)
}

/** `GetBooleanOrStringNumberFormatOption` (https://tc39.es/ecma402/#sec-getbooleanorstringnumberformatoption). */
export function* booleanOrStringOption(
  options: OptionsBag,
  name: string,
  values: readonly string[]
): Steps<string | boolean | undefined> {
  const value = yield* readOption(options, name)
  if (value === undefined) return undefined
  if (value === true) return true
  if (!value) return false
  const text = yield* stringOf(value)
  if (!values.includes(text)) throwOption(name, text, values)
  return text
}

/** `GetNumberOption` (https://tc39.es/ecma402/#sec-getnumberoption). */
export function* numberOption(
  options: OptionsBag,
  name: string,
  minimum: number,
  maximum: number
): Steps<number | undefined> {
  return yield* checkedNumber(yield* readOption(options, name), name, minimum, maximum)
}

/** `DefaultNumberOption`. */
export function* checkedNumber(
  value: Value,
  name: string,
  minimum: number,
  maximum: number
): Steps<number | undefined> {
  if (value === undefined) return undefined
  const n = yield* numberOf(value)
  if (!(n >= minimum && n <= maximum)) {
    throwRangeError(`The option ${name} must be a number from ${minimum} to ${maximum}, not ${n}.`)
  }
  return Math.floor(n)
}

/** The keys of a record that have a value: hosts tell an absent option from one that is undefined. */
function present<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

/** Formatters of the host by what was asked for. They hold nothing of a program, and making one takes up to 400 µs. */
const formatters = new Map<string, object>()
const MOST_FORMATTERS = 200
const LONGEST_REQUEST = 1000

const remember = (key: string, formatter: object): void => {
  if (formatters.size >= MOST_FORMATTERS) formatters.clear()
  formatters.set(key, formatter)
}

/**
 * The formatter of `make`, remembered by `key` where the program names neither locale nor options: then there is nothing to read
 * (`date.toLocaleDateString()`: 43 µs to 14 µs).
 */
export function* formatterOf<T extends object>(
  key: string,
  locales: Value,
  options: Value,
  make: (locales: Value, options: Value) => Steps<T>
): Steps<T> {
  if (locales !== undefined || options !== undefined) return yield* make(locales, options)
  const known = formatters.get(key)
  if (known !== undefined) return known as T
  const formatter = yield* make(undefined, undefined)
  remember(key, formatter)
  return formatter
}

/** A host formatter for what a program asked for; `steps` is what making one costs. What the host refuses is the program's `RangeError`. */
export function makeHostFormatter<T extends object>(
  name: string,
  requested: readonly string[],
  read: Record<string, unknown>,
  steps: number,
  make: (locales: string[], options: Record<string, unknown>) => T
): T {
  const locales = hostLocales(requested)
  const options = present(read)
  const key = JSON.stringify([name, locales, options])
  const known = formatters.get(key)
  if (known !== undefined) return known as T
  charge(steps)
  const formatter = askHost(`Intl.${name}`, () => make(locales, options))
  if (key.length <= LONGEST_REQUEST) remember(key, formatter)
  return formatter
}

/** What the host answers; its errors are the program's (V8 cannot split every far date of the Chinese calendar into parts, for one). */
export function askHost<T>(who: string, ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (error instanceof RangeError) return throwRangeError(`${who}: ${sentence(error.message)}`)
    if (error instanceof TypeError) return throwTypeError(`${who}: ${sentence(error.message)}`)
    throw error
  }
}

/** Some of the hosts' messages end with a full stop, some do not. */
const sentence = (message: string): string => (message.endsWith(".") ? message : `${message}.`)
