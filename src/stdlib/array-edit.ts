/** The methods of arrays that add and remove at the ends: `push pop shift unshift`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { DENSE_LIMIT } from "../interpreter/kernel/long-list.ts"
import { deleteOrThrow, getOf, lengthOfArrayLike, setOrThrow, toObject } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"
import { HOLE, numberKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { CHUNK, COPY_SHIFT } from "./array-species.ts"

/** Elements that the host moves by one place in a fraction of a millisecond. */
const QUICK_MOVE = 1 << 19
const MOVE_SHIFT = 7

export const MAX_LENGTH = Number.MAX_SAFE_INTEGER

export function checkLength(length: number, method: string): void {
  if (length > MAX_LENGTH) throwTypeError(`${method}: the length would be above 2^53 - 1.`)
}

/** https://tc39.es/ecma262/#sec-array.prototype.push */
export function arrayPush(thisValue: Value, args: readonly Value[]): Value | Susp {
  if (thisValue instanceof ArrayValue && args.length <= CHUNK) {
    const length = thisValue.length + args.length
    if (thisValue.canHold(length)) {
      const elements = thisValue.elements
      if (thisValue.sparse === null && length <= DENSE_LIMIT)
        for (let i = 0; i < args.length; i++) elements.push(args[i])
      else for (let i = 0; i < args.length; i++) thisValue.store(thisValue.length, args[i], DEFAULT_FLAGS)
      return length
    }
  }
  return runSteps(pushSteps(thisValue, args))
}

function* pushSteps(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  checkLength(length + args.length, "Array.prototype.push")
  for (let i = 0; i < args.length; i++) {
    yield* setOrThrow(o, numberKey(length + i), args[i])
    if (charge(1)) {
      pause()
      yield
    }
  }
  yield* setOrThrow(o, "length", length + args.length)
  return length + args.length
}

/** https://tc39.es/ecma262/#sec-array.prototype.pop */
export function arrayPop(thisValue: Value): Value | Susp {
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && thisValue.canAppend) {
    const last = thisValue.elements.pop()
    return last === HOLE ? undefined : last
  }
  return runSteps(popSteps(thisValue))
}

function* popSteps(thisValue: Value): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  if (length === 0) {
    yield* setOrThrow(o, "length", 0)
    return undefined
  }
  const key = numberKey(length - 1)
  const value = yield* getOf(o, key)
  yield* deleteOrThrow(o, key)
  yield* setOrThrow(o, "length", length - 1)
  return value
}

/** https://tc39.es/ecma262/#sec-array.prototype.shift */
export function arrayShift(thisValue: Value): Value | Susp {
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && thisValue.canAppend) {
    const elements = thisValue.elements
    if (elements.length <= QUICK_MOVE) {
      agent.budget -= elements.length >> MOVE_SHIFT
      const first = elements.shift()
      return first === HOLE ? undefined : first
    }
    if (elements.length <= DENSE_LIMIT) return runSteps(shiftDense(thisValue))
  }
  return runSteps(shiftSteps(thisValue))
}

function* shiftDense(array: ArrayValue): Steps<Value> {
  const first = array.elements[0]
  yield* replaceRange(array, 0, 1, [])
  return first === HOLE ? undefined : first
}

/**
 * Replaces `count` elements at `start` of a dense array, a bounded amount of work at a time; no guest code runs meanwhile. The caller has checked
 * the length that comes out.
 */
export function* replaceRange(array: ArrayValue, start: number, count: number, items: readonly Value[]): Steps<void> {
  const old = array.elements
  const elements: Value[] = hold([])
  yield* appendRange(elements, old, 0, start)
  yield* appendRange(elements, items, 0, items.length)
  yield* appendRange(elements, old, start + count, old.length)
  array.elements = elements
}

/** Appends `from[start…end)` to a list, a bounded amount of work at a time. */
export function* appendRange(to: Value[], from: readonly Value[], start: number, end: number): Steps<void> {
  for (let i = start; i < end;) {
    for (const stop = Math.min(i + CHUNK, end); i < stop; i++) to.push(from[i])
    if (charge(CHUNK >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
}

/** Moves one property from an index to another, or removes the target when there is nothing to move. */
export function* moveElement(o: ObjectValue, from: number, to: number): Steps<void> {
  const fromKey = numberKey(from)
  let present = o.has(fromKey)
  if (present === SUSP) present = (yield) as boolean
  if (present) yield* setOrThrow(o, numberKey(to), yield* getOf(o, fromKey))
  else yield* deleteOrThrow(o, numberKey(to))
  if (charge(1)) {
    pause()
    yield
  }
}

function* shiftSteps(thisValue: Value): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  if (length === 0) {
    yield* setOrThrow(o, "length", 0)
    return undefined
  }
  const first = yield* getOf(o, 0)
  for (let k = 1; k < length; k++) yield* moveElement(o, k, k - 1)
  yield* deleteOrThrow(o, numberKey(length - 1))
  yield* setOrThrow(o, "length", length - 1)
  return first
}

/** https://tc39.es/ecma262/#sec-array.prototype.unshift */
export function arrayUnshift(thisValue: Value, args: readonly Value[]): Value | Susp {
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && thisValue.canAppend) {
    const elements = thisValue.elements
    if (elements.length <= QUICK_MOVE && args.length <= 8) {
      agent.budget -= elements.length >> MOVE_SHIFT
      return elements.unshift(...args)
    }
    if (elements.length + args.length <= DENSE_LIMIT) return runSteps(unshiftDense(thisValue, args))
  }
  return runSteps(unshiftSteps(thisValue, args))
}

function* unshiftDense(array: ArrayValue, args: readonly Value[]): Steps<Value> {
  yield* replaceRange(array, 0, 0, args)
  return array.elements.length
}

function* unshiftSteps(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  const count = args.length
  if (count > 0) {
    checkLength(length + count, "Array.prototype.unshift")
    for (let k = length; k > 0; k--) yield* moveElement(o, k - 1, k + count - 1)
    for (let j = 0; j < count; j++) {
      yield* setOrThrow(o, numberKey(j), args[j])
      if (charge(1)) {
        pause()
        yield
      }
    }
  }
  yield* setOrThrow(o, "length", length + count)
  return length + count
}
