/** `URL` (https://url.spec.whatwg.org/#url-class). The host's parser does the parsing, of one bounded text at a time. */
import { agent, charge, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, link, nativeOf } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { ownText } from "../interpreter/kernel/weight.ts"
import { parseForm } from "./form-urlencoded.ts"
import { MAX_URL } from "./url-search-params.ts"
import { thisUrl, URLSearchParamsValue, URLValue } from "./url-value.ts"
import { attribute, operation, requireNew, scalarText } from "./web-idl.ts"

/** Data URLs are scanned much faster than others. */
const MAX_DATA_URL = 1 << 20

function checkLength(text: string): void {
  const most = /^\s*data:/i.test(text.slice(0, 40)) ? MAX_DATA_URL : MAX_URL
  if (text.length > most) throwRangeError(`A URL can have at most ${most} characters here, not ${text.length}.`)
  charge(40 + (text.length >> 1))
}

/** The API's URL parser: the record, or null on failure. */
function* parseUrl(args: readonly Value[]): Steps<URL | null> {
  const text = yield* scalarText(args[0])
  checkLength(text)
  const base = args[1] === undefined ? undefined : yield* scalarText(args[1])
  if (base !== undefined) checkLength(base)
  try {
    return new URL(text, base)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return null
  }
}

function* makeUrl(shape: Shape, record: URL): Steps<URLValue> {
  const pairs = yield* parseForm(ownText(record.search.slice(1)))
  return new URLValue(
    shape,
    record,
    new URLSearchParamsValue(agent.realm.shapeOf("%URLSearchParams.prototype%"), pairs)
  )
}

/** https://url.spec.whatwg.org/#dom-url-url */
const constructUrl: NativeSteps = function* (_thisValue, args, newTarget) {
  const target = requireNew(newTarget, "URL")
  if (args.length === 0) throwTypeError("new URL needs 1 argument, but 0 came.")
  const record = yield* parseUrl(args)
  if (record === null) return throwInvalid(args)
  let shape = shapeFromConstructor(target, "%URL.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return yield* makeUrl(shape, record)
}

function throwInvalid(args: readonly Value[]): never {
  const base = args[1] === undefined ? "" : ` with the base ${describeValue(args[1])}`
  const hint =
    args[1] === undefined && typeof args[0] === "string" && !/^\s*[a-z][a-z0-9+.-]*:/i.test(args[0])
      ? " It has no scheme: begin it with https://, or give a base as the second argument."
      : ""
  return throwTypeError(`Invalid URL: ${describeValue(args[0])}${base} is not a URL.${hint}`)
}

/** https://url.spec.whatwg.org/#dom-url-parse */
const urlParse: NativeSteps = function* (_thisValue, args) {
  const record = yield* parseUrl(args)
  return record === null ? null : yield* makeUrl(agent.realm.shapeOf("%URL.prototype%"), record)
}

/** https://url.spec.whatwg.org/#dom-url-canparse */
const urlCanParse: NativeSteps = function* (_thisValue, args) {
  return (yield* parseUrl(args)) !== null
}

type Part = "protocol" | "username" | "password" | "host" | "hostname" | "port" | "pathname" | "search" | "hash"

/** A part that can be read and written. */
const partRow = (name: Part): Row =>
  attribute(
    name,
    (thisValue) => ownText(thisUrl(thisValue, name).record[name]),
    function* (thisValue, args) {
      const url = thisUrl(thisValue, name)
      const value = yield* scalarText(args[0])
      checkLength(value)
      url.record[name] = value
      if (name === "search") yield* readQuery(url)
      return undefined
    }
  )

function* readQuery(url: URLValue): Steps<void> {
  url.params.pairs = yield* parseForm(ownText(url.record.search.slice(1)))
}

/** https://url.spec.whatwg.org/#dom-url-href */
const setHref: NativeSteps = function* (thisValue, args) {
  const url = thisUrl(thisValue, "href")
  const value = yield* scalarText(args[0])
  checkLength(value)
  try {
    url.record.href = value
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throwInvalid([value])
  }
  yield* readQuery(url)
  return undefined
}

const hrefText: NativeSteps = function* (thisValue) {
  return thisUrl(thisValue, "toString").record.href
}

export const urlIntrinsics = {
  "%URL%": constructor_({
    name: "URL",
    length: 1,
    prototype: "%URL.prototype%",
    native: nativeOf(constructUrl),
    rows: [operation("canParse", 1, urlCanParse), operation("parse", 1, urlParse)]
  }),
  "%URL.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%URL%"),
      attribute("href", (thisValue) => thisUrl(thisValue, "href").record.href, setHref),
      attribute("origin", (thisValue) => ownText(thisUrl(thisValue, "origin").record.origin)),
      partRow("protocol"),
      partRow("username"),
      partRow("password"),
      partRow("host"),
      partRow("hostname"),
      partRow("port"),
      partRow("pathname"),
      partRow("search"),
      attribute("searchParams", (thisValue) => thisUrl(thisValue, "searchParams").params),
      partRow("hash"),
      operation("toString", 0, hrefText),
      operation("toJSON", 0, hrefText),
      constant(wellKnown.toStringTag, "URL", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
