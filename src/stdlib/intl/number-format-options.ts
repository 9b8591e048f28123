/** What `Intl.NumberFormat` and `toLocaleString` of numbers make of their arguments. */
import { getOf } from "../../interpreter/kernel/convert.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { localeList } from "./locale-list.ts"
import {
  booleanOrStringOption,
  checkedNumber,
  coerceOptions,
  formatterOf,
  makeHostFormatter,
  numberOption,
  stringOption
} from "./options.ts"
import type { OptionsBag } from "./options.ts"

const NOTATIONS = ["standard", "scientific", "engineering", "compact"] as const
const ROUNDING_MODES = [
  "ceil",
  "floor",
  "expand",
  "trunc",
  "halfCeil",
  "halfFloor",
  "halfExpand",
  "halfTrunc",
  "halfEven"
]

/** `SetNumberFormatDigitOptions` (https://tc39.es/ecma402/#sec-setnfdigitoptions): the reads, in order; the host applies them. */
export function* readDigitOptions(options: OptionsBag): Steps<object> {
  const minimumIntegerDigits = yield* numberOption(options, "minimumIntegerDigits", 1, 21)
  // These four are read first and checked by what they mean together: only then are they converted.
  const raw = (name: string): Steps<Value> => readRaw(options, name)
  const minimumFraction = yield* raw("minimumFractionDigits")
  const maximumFraction = yield* raw("maximumFractionDigits")
  const minimumSignificant = yield* raw("minimumSignificantDigits")
  const maximumSignificant = yield* raw("maximumSignificantDigits")
  const roundingIncrement = yield* numberOption(options, "roundingIncrement", 1, 5000)
  const roundingMode = yield* stringOption(options, "roundingMode", ROUNDING_MODES)
  const roundingPriority = yield* stringOption(options, "roundingPriority", ["auto", "morePrecision", "lessPrecision"])
  const trailingZeroDisplay = yield* stringOption(options, "trailingZeroDisplay", ["auto", "stripIfInteger"])
  const minimumSignificantDigits = yield* checkedNumber(minimumSignificant, "minimumSignificantDigits", 1, 21)
  const maximumSignificantDigits = yield* checkedNumber(
    maximumSignificant,
    "maximumSignificantDigits",
    minimumSignificantDigits ?? 1,
    21
  )
  // Significant digits win unless the priority asks for both: digits of the fraction are then not even converted.
  const hasSignificant = minimumSignificant !== undefined || maximumSignificant !== undefined
  const isUsed = !hasSignificant || (roundingPriority !== undefined && roundingPriority !== "auto")
  const fraction = (value: Value, name: string): Steps<number | undefined> =>
    checkedNumber(isUsed ? value : undefined, name, 0, 100)
  const minimumFractionDigits = yield* fraction(minimumFraction, "minimumFractionDigits")
  const maximumFractionDigits = yield* fraction(maximumFraction, "maximumFractionDigits")
  return {
    minimumIntegerDigits,
    minimumFractionDigits,
    maximumFractionDigits,
    minimumSignificantDigits,
    maximumSignificantDigits,
    roundingIncrement,
    roundingMode,
    roundingPriority,
    trailingZeroDisplay
  }
}

function* readRaw(options: OptionsBag, name: string): Steps<Value> {
  return options === undefined ? undefined : yield* getOf(options, name)
}

/** `Intl.NumberFormat` (https://tc39.es/ecma402/#sec-intl.numberformat), as the host's object. */
export const makeNumberFormat = (locales: Value, options: Value): Steps<Intl.NumberFormat> =>
  formatterOf("NumberFormat", locales, options, readNumberFormat)

function* readNumberFormat(locales: Value, optionsValue: Value): Steps<Intl.NumberFormat> {
  const requested = yield* localeList(locales)
  const options = coerceOptions(optionsValue)
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const numberingSystem = yield* stringOption(options, "numberingSystem")
  const style = yield* stringOption(options, "style", ["decimal", "percent", "currency", "unit"])
  const currency = yield* stringOption(options, "currency")
  const currencyDisplay = yield* stringOption(options, "currencyDisplay", ["code", "symbol", "narrowSymbol", "name"])
  const currencySign = yield* stringOption(options, "currencySign", ["standard", "accounting"])
  const unit = yield* stringOption(options, "unit")
  const unitDisplay = yield* stringOption(options, "unitDisplay", ["short", "narrow", "long"])
  const notation = yield* stringOption(options, "notation", NOTATIONS)
  const digits = yield* readDigitOptions(options)
  const compactDisplay = yield* stringOption(options, "compactDisplay", ["short", "long"])
  const useGrouping = yield* booleanOrStringOption(options, "useGrouping", ["min2", "auto", "always", "true", "false"])
  const signDisplay = yield* stringOption(options, "signDisplay", ["auto", "never", "always", "exceptZero", "negative"])
  const read = {
    localeMatcher,
    numberingSystem,
    style,
    currency,
    currencyDisplay,
    currencySign,
    unit,
    unitDisplay,
    notation,
    ...digits,
    compactDisplay,
    useGrouping,
    signDisplay
  }
  return makeHostFormatter(
    "NumberFormat",
    requested,
    read,
    3000,
    (known, options) => new Intl.NumberFormat(known, options)
  )
}
