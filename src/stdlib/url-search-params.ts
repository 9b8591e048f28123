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
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
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
  let pairs: readonly Pair[] = []
  if (init instanceof ObjectValue) {
    pairs = yield* pairsOf(init, "URLSearchParams", scalarText)
  } else if (init !== undefined) {
    const text = yield* scalarText(init)
    pairs = yield* parseForm(text.startsWith("?") ? text.slice(1) : text)
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
  yield* spend(params)
  yield* replacePairs(
    params,
    params.pairs.filter((pair) => !matches(pair))
  )
  return undefined
}

const get: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "get")
  const name = yield* scalarText(args[0])
  yield* spend(params)
  return params.pairs.find((pair) => pair[0] === name)?.[1] ?? null
}

const getAll: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "getAll")
  const name = yield* scalarText(args[0])
  yield* spend(params)
  return agent.realm.newArray(params.pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]))
}

const has: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "has")
  const matches = yield* matcher(args)
  yield* spend(params)
  return params.pairs.some(matches)
}

const set: NativeSteps = function* (thisValue, args) {
  const params = thisParams(thisValue, "set")
  const name = yield* scalarText(args[0])
  const value = yield* scalarText(args[1])
  yield* spend(params)
  const first = params.pairs.findIndex((pair) => pair[0] === name)
  const pairs = params.pairs.filter((pair, i) => pair[0] !== name || i === first)
  if (first >= 0) pairs[first] = [name, value]
  else pairs.push([name, value])
  yield* replacePairs(params, pairs)
  return undefined
}

const sort: NativeSteps = function* (thisValue) {
  const params = thisParams(thisValue, "sort")
  const byName = (a: Pair, b: Pair): number => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)
  yield* replacePairs(params, yield* sortByOrder([...params.pairs], byName, 0))
  return undefined
}

/** Looking through the list takes a moment per thousand pairs. */
function* spend(params: URLSearchParamsValue): Steps<void> {
  if (charge(params.pairs.length >> 2)) {
    pause()
    yield
  }
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
