/** `Headers` (https://fetch.spec.whatwg.org/#headers-class): a list of names and values, combined by name. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { alias, constant, constructor_, link, nativeOf } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { concatAtOnce } from "../interpreter/kernel/rope.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { partOf } from "../interpreter/kernel/weight.ts"
import { pairIteratorIntrinsics, pairRows } from "./pair-iterator.ts"
import type { PairSource } from "./pair-iterator.ts"
import { operation, pairsOf, requireNew, throwReceiver } from "./web-idl.ts"
import type { Pair } from "./web-idl.ts"

const COOKIE = "set-cookie"

class HeaderList {
  /** By lower-case name the values in the order they came. */
  private readonly lists = new Map<string, string[]>()
  /** Values in all. */
  count = 0
  private sorted: readonly Pair[] | null = null

  append(name: string, value: string): void {
    this.count++
    const list = this.lists.get(name)
    if (list === undefined) this.lists.set(name, [value])
    else list.push(value)
    this.sorted = null
  }

  set(name: string, value: string): void {
    this.count += 1 - (this.lists.get(name)?.length ?? 0)
    this.lists.set(name, [value])
    this.sorted = null
  }

  delete(name: string): void {
    this.count -= this.lists.get(name)?.length ?? 0
    this.lists.delete(name)
    this.sorted = null
  }

  /** All values of a name in one, or null. */
  get(name: string): string | null {
    const list = this.lists.get(name)
    if (list === undefined) return null
    return list.reduce((all, value) => concatAtOnce(concatAtOnce(all, ", "), value))
  }

  has(name: string): boolean {
    return this.lists.has(name)
  }

  get cookies(): readonly string[] {
    return this.lists.get(COOKIE) ?? []
  }

  /** "Sort and combine" (https://fetch.spec.whatwg.org/#concept-header-list-sort-and-combine). */
  get pairs(): readonly Pair[] {
    if (this.sorted !== null) return this.sorted
    agent.budget -= this.count * 6
    return (this.sorted = [...this.lists.keys()]
      .sort()
      .flatMap((name): Pair[] =>
        name === COOKIE ? this.cookies.map((value): Pair => [name, value]) : [[name, this.get(name)!]]
      ))
  }

  /** One pair per name. */
  get entries(): Pair[] {
    return [...this.lists.keys()].map((name): Pair => [name, this.get(name)!])
  }
}

export class HeadersValue extends ObjectValue implements PairSource {
  readonly list = new HeaderList()

  get pairs(): readonly Pair[] {
    return this.list.pairs
  }

  override crossing(): Crossing {
    return { as: "entries", entries: this.list.entries }
  }
}

const thisHeaders = (thisValue: Value, member: string): HeadersValue =>
  thisValue instanceof HeadersValue
    ? thisValue
    : throwReceiver(thisValue, `Headers.prototype.${member}`, "a Headers object")

/** More values than any message has; sorting and joining them stays one quick step. */
const MAX_VALUES = 10_000
const MAX_VALUE = 1 << 20

/** `ByteString`: every unit is a byte. */
function* byteText(value: Value): Steps<string> {
  const text = yield* stringOf(value)
  if (text.length > MAX_VALUE)
    throwRangeError(`Headers: a name or value can have at most ${MAX_VALUE} characters here.`)
  // oxlint-disable-next-line no-control-regex
  const wide = /[^\u0000-\u00ff]/.exec(text)
  if (wide !== null) {
    throwTypeError(
      `Headers: ${JSON.stringify(wide[0])} in ${describeValue(text)} is above U+00FF. Headers hold bytes: encode the text first, for example with encodeURIComponent.`
    )
  }
  if (charge(4 + (text.length >> 8))) {
    pause()
    yield
  }
  return text
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

function* nameOf(value: Value): Steps<string> {
  const name = yield* byteText(value)
  if (!NAME.test(name)) throwTypeError(`Headers: ${describeValue(name)} is no legal header name.`)
  return name.toLowerCase()
}

/** A value without the white space around it; legal ones hold no line ends and no NUL. */
function* valueOf(value: Value): Steps<string> {
  const text = yield* byteText(value)
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++
  while (start < end && isWhiteSpace(text.charCodeAt(end - 1))) end--
  const normal = partOf(text, start, end)
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000\n\r]/.test(normal))
    throwTypeError(`Headers: ${describeValue(normal)} is no legal header value: it holds a line end.`)
  return normal
}

const isWhiteSpace = (unit: number): boolean => unit === 9 || unit === 10 || unit === 13 || unit === 32

function checkRoom(list: HeaderList): void {
  if (list.count >= MAX_VALUES) throwRangeError("Headers: more than 10,000 values.")
}

function appendChecked({ list }: HeadersValue, name: string, value: string): void {
  checkRoom(list)
  list.append(name, value)
}

/** https://fetch.spec.whatwg.org/#dom-headers */
const constructHeaders: NativeSteps = function* (_thisValue, args, newTarget) {
  const target = requireNew(newTarget, "Headers")
  let shape = shapeFromConstructor(target, "%Headers.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  const headers = hold(new HeadersValue(shape))
  const init = args[0]
  if (init === undefined) return headers
  if (!(init instanceof ObjectValue)) {
    return throwTypeError(`new Headers takes an object or a list of pairs, not ${describeValue(init)}.`)
  }
  for (const [name, value] of yield* pairsOf(init, "Headers", byteText)) {
    appendChecked(headers, yield* nameOf(name), yield* valueOf(value))
  }
  return headers
}

export const headersIntrinsics = {
  "%Headers%": constructor_({
    name: "Headers",
    length: 0,
    prototype: "%Headers.prototype%",
    native: nativeOf(constructHeaders)
  }),
  "%Headers.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%Headers%"),
      operation("append", 2, function* (thisValue, args) {
        const headers = thisHeaders(thisValue, "append")
        const name = yield* byteText(args[0])
        const value = yield* byteText(args[1])
        appendChecked(headers, yield* nameOf(name), yield* valueOf(value))
        return undefined
      }),
      operation("delete", 1, function* (thisValue, args) {
        const headers = thisHeaders(thisValue, "delete")
        headers.list.delete(yield* nameOf(args[0]))
        return undefined
      }),
      operation("get", 1, function* (thisValue, args) {
        return thisHeaders(thisValue, "get").list.get(yield* nameOf(args[0]))
      }),
      operation("getSetCookie", 0, function* (thisValue) {
        return agent.realm.newArray([...thisHeaders(thisValue, "getSetCookie").list.cookies])
      }),
      operation("has", 1, function* (thisValue, args) {
        return thisHeaders(thisValue, "has").list.has(yield* nameOf(args[0]))
      }),
      operation("set", 2, function* (thisValue, args) {
        const headers = thisHeaders(thisValue, "set")
        const name = yield* nameOf(args[0])
        const value = yield* valueOf(args[1])
        if (!headers.list.has(name)) checkRoom(headers.list)
        headers.list.set(name, value)
        return undefined
      }),
      ...pairRows("Headers", thisHeaders),
      alias(wellKnown.iterator, "entries"),
      constant(wellKnown.toStringTag, "Headers", CONFIGURABLE)
    ]
  },
  ...pairIteratorIntrinsics("Headers")
} satisfies IntrinsicDefinitions
