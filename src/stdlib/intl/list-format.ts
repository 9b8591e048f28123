/** `Intl.ListFormat` (https://tc39.es/ecma402/#listformat-objects). */
import { charge } from "../../interpreter/kernel/agent.ts"
import { throwRangeError, throwTypeError } from "../../interpreter/kernel/errors.ts"
import { describeValue } from "../../interpreter/kernel/function.ts"
import { forEachValue } from "../../interpreter/kernel/iterate.ts"
import { hold } from "../../interpreter/kernel/steps.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { toGuest } from "./copy-out.ts"
import { localeList } from "./locale-list.ts"
import { makeHostFormatter, optionsObject, stringOption } from "./options.ts"
import { serviceIntrinsics, serviceRow } from "./service.ts"
import type { Service } from "./service.ts"

function* makeListFormat(locales: Value, optionsValue: Value): Steps<Intl.ListFormat> {
  const requested = yield* localeList(locales)
  const options = optionsObject(optionsValue, "Intl.ListFormat")
  const localeMatcher = yield* stringOption(options, "localeMatcher", ["lookup", "best fit"])
  const type = yield* stringOption(options, "type", ["conjunction", "disjunction", "unit"])
  const style = yield* stringOption(options, "style", ["long", "short", "narrow"])
  const read = { localeMatcher, type, style }
  return makeHostFormatter("ListFormat", requested, read, 3000, (known, given) => new Intl.ListFormat(known, given))
}

/** What the host joins in one quick step. */
const MAX_ITEMS = 1000
const MAX_LENGTH = 1 << 18

/** `StringListFromIterable` (https://tc39.es/ecma402/#sec-createstringlistfromiterable). */
function* textsOf([iterable]: readonly Value[]): Steps<string[]> {
  const texts: string[] = hold([])
  let length = 0
  if (iterable === undefined) return texts
  yield* forEachValue(
    iterable,
    (value) => {
      if (typeof value !== "string") {
        return throwTypeError(
          `Intl.ListFormat joins strings, not ${describeValue(value)}: convert first, for example with list.map(String).`
        )
      }
      texts.push(value)
      length += value.length
      if (texts.length > MAX_ITEMS || length > MAX_LENGTH) {
        throwRangeError(`Intl.ListFormat: more than ${MAX_ITEMS} items or ${MAX_LENGTH} characters. Use join instead.`)
      }
    },
    "The list"
  )
  charge(20 + texts.length * 100 + (length >> 4))
  return texts
}

const service: Service<Intl.ListFormat> = {
  name: "ListFormat",
  isCallable: false,
  make: makeListFormat,
  supported: (locales, options) => Intl.ListFormat.supportedLocalesOf(locales, options),
  rows: (self) => [
    serviceRow(self, "format", 1, textsOf, (host, texts) => host.format(texts)),
    serviceRow(self, "formatToParts", 1, textsOf, (host, texts) => toGuest(host.formatToParts(texts)))
  ]
}

export const listFormatIntrinsics = serviceIntrinsics(service)
