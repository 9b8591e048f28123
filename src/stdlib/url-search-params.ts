/** `URLSearchParams` (https://url.spec.whatwg.org/#interface-urlsearchparams). */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { alias, constant, constructor_, link, nativeOf } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import { shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { partOf } from "../interpreter/kernel/weight.ts"
import { parseForm, writeForm } from "./form-urlencoded.ts"
import { sortByOrder } from "./merge-sort.ts"
import { pairIteratorIntrinsics, pairRows } from "./pair-iterator.ts"
import { thisParams, URLSearchParamsValue } from "./url-value.ts"
import { attribute, operation, pairsOf, requireNew, scalarText } from "./web-idl.ts"
import type { Pair } from "./web-idl.ts"

/** The longest URL, in UTF-16 units; the host parses one in a few milliseconds at worst. */
export const MAX_URL = 1 << 16

/** https://url.spec.whatwg.org/#dom-urlsearchparams-urlsearchparams */
const constructParams: NativeSteps = function* (_thisValue, args, newTarget) {
  const target = requireNew(newTarget, "URLSearchParams")
  const init = args[0]
  let pairs: readonly Pair[] = hold([])
  if (init instanceof ObjectValue) {
    pairs = yield* pairsOf(init, "URLSearchParams", scalarText)
  } else if (init !== undefined) {
    const text = yield* scalarText(init)
    pairs = yield* parseForm(text.startsWith("?") ? partOf(text, 1, text.length) : text)
  }
  let shape = shapeFromConstructor(target, "%URLSearchParams.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new URLSearchParamsValue(shape, pairs)
}

/** Gives the object another list, and the URL it belongs to another query (https://url.spec.whatwg.org/#concept-urlsearchparams-update). */
function* replacePairs(params: URLSearchParamsValue, pairs: readonly Pair[]): Steps<void> {
  const { owner } = params
  if (owner !== null) {
    const query = yield* writeForm(pairs)
    if (query.length > MAX_URL) throwRangeError(`URLSearchParams: a URL can have at most ${MAX_URL} characters here.`)
    owner.record.search = query
  }
  params.pairs = pairs
}

const append: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "append")
  const name = yield* scalarText(args[0])
  const value = yield* scalarText(args[1])
  if (params.owner === null) (params.pairs as Pair[]).push([name, value])
  else yield* replacePairs(params, [...params.pairs, [name, value]])
  return undefined
}

/** Pairs that the host looks at in a fraction of a millisecond. */
const WINDOW = 1 << 12

/** What `pick` answers for each pair, without `undefined`. */
function* collect<T>(pairs: readonly Pair[], pick: (pair: Pair, index: number) => T | undefined): Steps<T[]> {
  const picked: T[] = hold([])
  for (let i = 0; i < pairs.length;) {
    for (const stop = Math.min(i + WINDOW, pairs.length); i < stop; i++) {
      const item = pick(pairs[i], i)
      if (item !== undefined) picked.push(item)
    }
    yield* spend(Math.min(pairs.length, WINDOW))
  }
  return picked
}

/** The index of the first pair that matches, or -1. */
function* find(pairs: readonly Pair[], matches: (pair: Pair) => boolean): Steps<number> {
  for (let i = 0; i < pairs.length;) {
    for (const stop = Math.min(i + WINDOW, pairs.length); i < stop; i++) if (matches(pairs[i])) return i
    yield* spend(Math.min(pairs.length, WINDOW))
  }
  return -1
}

function* spend(pairs: number): Steps<void> {
  if (charge(1 + (pairs >> 3))) {
    pause()
    yield
  }
}

/** The name and, if one is given, the value that pairs are compared with. */
function* matcher(args: readonly Value[]): Steps<(pair: Pair) => boolean> {
  const name = yield* scalarText(args[0])
  if (args[1] === undefined) return (pair) => pair[0] === name
  const value = yield* scalarText(args[1])
  return (pair) => pair[0] === name && pair[1] === value
}

const delete_: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "delete")
  const matches = yield* matcher(args)
  yield* replacePairs(params, yield* collect(params.pairs, (pair) => (matches(pair) ? undefined : pair)))
  return undefined
}

const get: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "get")
  const name = yield* scalarText(args[0])
  const at = yield* find(params.pairs, (pair) => pair[0] === name)
  return at < 0 ? null : params.pairs[at][1]
}

const getAll: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "getAll")
  const name = yield* scalarText(args[0])
  return agent.realm.newArray(yield* collect(params.pairs, (pair) => (pair[0] === name ? pair[1] : undefined)))
}

const has: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "has")
  const matches = yield* matcher(args)
  return (yield* find(params.pairs, matches)) >= 0
}

const set: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "set")
  const name = yield* scalarText(args[0])
  const value = yield* scalarText(args[1])
  const first = yield* find(params.pairs, (pair) => pair[0] === name)
  const pairs = yield* collect(params.pairs, (pair, i) => (pair[0] !== name || i === first ? pair : undefined))
  if (first >= 0) pairs[first] = [name, value]
  else pairs.push([name, value])
  yield* replacePairs(params, pairs)
  return undefined
}

const sort: NativeSteps = function* (thisValue) {
  const params = thisParams(thisValue, "sort")
  const byName = (a: Pair, b: Pair): number => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)
  yield* replacePairs(params, yield* sortByOrder(yield* collect(params.pairs, (pair) => pair), byName, 0))
  return undefined
}

export const urlSearchParamsIntrinsics = {
  "%URLSearchParams%": constructor_({
    name: "URLSearchParams",
    length: 0,
    prototype: "%URLSearchParams.prototype%",
    native: nativeOf(constructParams)
  }),
  "%URLSearchParams.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%URLSearchParams%"),
      attribute("size", (thisValue) => thisParams(thisValue, "size").pairs.length),
      operation("append", 2, append),
      operation("delete", 1, delete_),
      operation("get", 1, get),
      operation("getAll", 1, getAll),
      operation("has", 1, has),
      operation("set", 2, set),
      operation("sort", 0, sort),
      operation("toString", 0, (thisValue) => writeForm(thisParams(thisValue, "toString").pairs)),
      ...pairRows("URLSearchParams", thisParams),
      alias(wellKnown.iterator, "entries"),
      constant(wellKnown.toStringTag, "URLSearchParams", CONFIGURABLE)
    ]
  },
  ...pairIteratorIntrinsics("URLSearchParams")
} satisfies IntrinsicDefinitions
