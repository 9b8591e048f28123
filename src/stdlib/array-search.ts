/** `Array.prototype.at includes indexOf lastIndexOf`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { getOf, integerOrInfinityOf, lengthOfArrayLike, toObject } from "../interpreter/kernel/convert.ts"
import { sameValueZero } from "../interpreter/kernel/operators.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { elementIfPresent } from "./array-callback.ts"
import { CHUNK, holesAreEmpty } from "./array-species.ts"

/** Equal texts of this length take a while to compare. */
const LONG_TEXT = 1024

/** A list that one host call may search: few elements, and nothing dear to compare. */
const isQuick = (elements: readonly Value[], target: Value): boolean =>
  elements.length <= CHUNK && (typeof target !== "string" || target.length <= LONG_TEXT)

/** Steps of comparing one element. */
const costOf = (target: Value): number => (typeof target === "string" ? 1 + (target.length >> 8) : 1)

/** https://tc39.es/ecma262/#sec-array.prototype.at */
export function arrayAt(thisValue: Value, args: readonly Value[]): Value | Susp {
  const position = args[0]
  if (thisValue instanceof ArrayValue && typeof position === "number") {
    const n = Math.trunc(position)
    const elements = thisValue.elements
    const value = elements[n < 0 ? elements.length + n : n]
    // Otherwise there is a hole, a sparse array, or nothing.
    if (value !== undefined && value !== HOLE) return value
  }
  return runSteps(atSteps(thisValue, position))
}

function* atSteps(thisValue: Value, position: Value): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  const n = yield* integerOrInfinityOf(position)
  const k = n >= 0 ? n : length + n
  return k < 0 || k >= length ? undefined : yield* getOf(o, numberKey(k))
}

/** https://tc39.es/ecma262/#sec-array.prototype.includes */
export function arrayIncludes(thisValue: Value, args: readonly Value[]): Value | Susp {
  const target = args[0]
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && args.length < 2) {
    const elements = thisValue.elements
    // The host's SameValueZero is the guest's; a hole is a value of its own there.
    if (isQuick(elements, target) && holesAreEmpty(thisValue)) {
      agent.budget -= elements.length >> 5
      return elements.includes(target) || (target === undefined && elements.includes(HOLE))
    }
  }
  return runSteps(includesSteps(thisValue, target, args[1]))
}

function* includesSteps(thisValue: Value, target: Value, from: Value): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  if (length === 0) return false
  const n = yield* integerOrInfinityOf(from)
  const cost = costOf(target)
  for (let k = n >= 0 ? n : Math.max(length + n, 0); k < length; k++) {
    const value = yield* getOf(o, numberKey(k))
    if (sameValueZero(value, target)) return true
    if (charge(cost)) {
      pause()
      yield
    }
  }
  return false
}

/** https://tc39.es/ecma262/#sec-array.prototype.indexof */
export function arrayIndexOf(thisValue: Value, args: readonly Value[]): Value | Susp {
  const target = args[0]
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && args.length < 2) {
    const elements = thisValue.elements
    if (isQuick(elements, target) && holesAreEmpty(thisValue)) {
      agent.budget -= elements.length >> 5
      return elements.indexOf(target)
    }
  }
  return runSteps(indexOfSteps(thisValue, target, args[1]))
}

function* indexOfSteps(thisValue: Value, target: Value, from: Value): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  if (length === 0) return -1
  const n = yield* integerOrInfinityOf(from)
  const cost = costOf(target)
  for (let k = n >= 0 ? n : Math.max(length + n, 0); k < length; k++) {
    if ((yield* elementIfPresent(o, k)) === target) return k
    if (charge(cost)) {
      pause()
      yield
    }
  }
  return -1
}

/** https://tc39.es/ecma262/#sec-array.prototype.lastindexof */
export function arrayLastIndexOf(thisValue: Value, args: readonly Value[]): Value | Susp {
  const target = args[0]
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && args.length < 2) {
    const elements = thisValue.elements
    if (isQuick(elements, target) && holesAreEmpty(thisValue)) {
      agent.budget -= elements.length >> 5
      return elements.lastIndexOf(target)
    }
  }
  return runSteps(lastIndexOfSteps(thisValue, args))
}

function* lastIndexOfSteps(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  if (length === 0) return -1
  const n = args.length > 1 ? yield* integerOrInfinityOf(args[1]) : length - 1
  const cost = costOf(args[0])
  for (let k = n >= 0 ? Math.min(n, length - 1) : length + n; k >= 0; k--) {
    if ((yield* elementIfPresent(o, k)) === args[0]) return k
    if (charge(cost)) {
      pause()
      yield
    }
  }
  return -1
}
