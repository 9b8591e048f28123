/** `Array` (https://tc39.es/ecma262/#sec-array-objects): the constructor, and the table of what arrays can do. */
import { agent, SUSP, suspend } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { alias, constructor_, getter, link, method, property, steps } from "../interpreter/kernel/builtin.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import { NO_FRAME, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { PlainObject } from "../interpreter/kernel/object.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import {
  arrayEvery,
  arrayFilter,
  arrayFind,
  arrayFindIndex,
  arrayFindLast,
  arrayFindLastIndex,
  arrayForEach,
  arrayMap,
  arraySome
} from "./array-callback.ts"
import { arrayPop, arrayPush, arrayShift, arrayUnshift } from "./array-edit.ts"
import { arrayFlat, arrayFlatMap } from "./array-flat.ts"
import { arrayFrom, arrayFromAsync, arrayOf } from "./array-from.ts"
import { arrayIteration } from "./array-iterator.ts"
import {
  arrayConcat,
  arrayCopyWithin,
  arrayFill,
  arrayReverse,
  arraySlice,
  arraySplice,
  arrayToReversed,
  arrayToSpliced,
  arrayWith
} from "./array-range.ts"
import { arrayReduce, arrayReduceRight } from "./array-reduce.ts"
import { arrayAt, arrayIncludes, arrayIndexOf, arrayLastIndexOf } from "./array-search.ts"
import { arraySort, arrayToSorted } from "./array-sort.ts"
import { arrayJoin, arrayToLocaleString, arrayToString } from "./array-text.ts"

/** https://tc39.es/ecma262/#sec-array */
function arrayConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Value | Susp {
  const realm = agent.realm
  if (newTarget === undefined || newTarget === realm.intrinsic("%Array%")) return makeArray(realm.arrayShape, args)
  const shape = shapeFromConstructor(newTarget, "%Array.prototype%", 4)
  return shape === SUSP ? suspend(afterShape, NO_FRAME, args) : makeArray(shape, args)
}
const afterShape = (_: unknown, shape: Shape, args: readonly Value[]): Value => makeArray(shape, args)

function makeArray(shape: Shape, args: readonly Value[]): Value {
  if (args.length !== 1) return new ArrayValue(shape, args.slice())
  const length = args[0]
  if (typeof length !== "number") return new ArrayValue(shape, [length])
  if (length >>> 0 !== length) throwRangeError(`Invalid array length: ${length}.`)
  return ArrayValue.ofLength(shape, length)
}

/** https://tc39.es/ecma262/#sec-array.prototype-%symbol.unscopables% */
const UNSCOPABLE = [
  "at",
  "copyWithin",
  "entries",
  "fill",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "flat",
  "flatMap",
  "includes",
  "keys",
  "toReversed",
  "toSorted",
  "toSpliced",
  "values"
]

export const arrayIntrinsics = {
  "%Array%": constructor_({
    name: "Array",
    length: 1,
    prototype: "%Array.prototype%",
    native: arrayConstructor,
    rows: [
      steps("from", 1, arrayFrom),
      method("fromAsync", 1, arrayFromAsync),
      method("isArray", 1, (_, args) => isArray(args[0])),
      steps("of", 0, arrayOf),
      getter(wellKnown.species, (thisValue) => thisValue)
    ]
  }),
  "%Array.prototype%": {
    prototype: "%Object.prototype%",
    make: (_realm, shape) => new ArrayValue(shape, []),
    rows: [
      method("at", 1, arrayAt),
      method("concat", 1, arrayConcat),
      link("constructor", "%Array%"),
      steps("copyWithin", 2, arrayCopyWithin),
      method("entries", 0, arrayIteration("entry")),
      method("every", 1, arrayEvery),
      steps("fill", 1, arrayFill),
      method("filter", 1, arrayFilter),
      method("find", 1, arrayFind),
      method("findIndex", 1, arrayFindIndex),
      method("findLast", 1, arrayFindLast),
      method("findLastIndex", 1, arrayFindLastIndex),
      steps("flat", 0, arrayFlat),
      method("flatMap", 1, arrayFlatMap),
      method("forEach", 1, arrayForEach),
      method("includes", 1, arrayIncludes),
      method("indexOf", 1, arrayIndexOf),
      method("join", 1, arrayJoin),
      method("keys", 0, arrayIteration("key")),
      method("lastIndexOf", 1, arrayLastIndexOf),
      method("map", 1, arrayMap),
      method("pop", 0, arrayPop),
      method("push", 1, arrayPush),
      method("reduce", 1, arrayReduce),
      method("reduceRight", 1, arrayReduceRight),
      steps("reverse", 0, arrayReverse),
      method("shift", 0, arrayShift),
      method("slice", 2, arraySlice),
      method("some", 1, arraySome),
      steps("sort", 1, arraySort),
      method("splice", 2, arraySplice),
      steps("toLocaleString", 0, arrayToLocaleString),
      steps("toReversed", 0, arrayToReversed),
      steps("toSorted", 1, arrayToSorted),
      steps("toSpliced", 2, arrayToSpliced),
      steps("toString", 0, arrayToString),
      method("unshift", 1, arrayUnshift),
      method("values", 0, arrayIteration("value")),
      steps("with", 2, arrayWith),
      alias(wellKnown.iterator, "values"),
      property(
        wellKnown.unscopables,
        (realm) => {
          const list = new PlainObject(realm.rootShape(null, 0))
          for (const name of UNSCOPABLE) list.store(name, true, 7)
          return list
        },
        CONFIGURABLE
      )
    ]
  }
} satisfies IntrinsicDefinitions
