/** `Array.from`, `Array.of` and `Array.fromAsync`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { LongList } from "../interpreter/kernel/long-list.ts"
import type { ArrayValue } from "../interpreter/kernel/array.ts"
import { AsyncRun, awaitValue, beginAsync } from "../interpreter/kernel/coroutine.ts"
import {
  callOf,
  constructOf,
  createDataPropertyOrThrow,
  getMethod,
  getOf,
  lengthOfArrayLike,
  setOrThrow,
  toObject
} from "../interpreter/kernel/convert.ts"
import { throwTypeError, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { call2, callValue, describeValue, isConstructor, NO_FRAME } from "../interpreter/kernel/function.ts"
import {
  AsyncFromSyncIterator,
  DONE,
  getIteratorDirect,
  getIteratorFromMethod,
  iteratesByIndex,
  iteratorCloseOnThrow,
  iteratorStepValue
} from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { newPromise } from "../interpreter/kernel/promise.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { checkLength } from "./array-edit.ts"
import { arrayCreate, checkArrayLength } from "./array-species.ts"
import { callbackOf } from "./callback-loop.ts"

/** What the static methods make: `new this(...)`, or an array when `this` is no constructor. */
function* makeWith(constructor: Value, args: readonly Value[]): Steps<ObjectValue> {
  if (isConstructor(constructor)) return yield* constructOf(constructor, args)
  return arrayCreate(args.length > 0 ? (args[0] as number) : 0)
}

const mapperOf = (value: Value, method: string): ObjectValue | undefined =>
  value === undefined ? undefined : callbackOf(value, method)

const isPlainArrayConstructor = (value: Value): boolean => value === agent.realm.intrinsic("%Array%")

/** https://tc39.es/ecma262/#sec-array.from */
export function* arrayFrom(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const items = args[0]
  const mapper = mapperOf(args[1], "Array.from")
  if (isPlainArrayConstructor(thisValue) && iteratesByIndex(items)) return yield* fromPlainArray(items, mapper, args[2])
  if (items === undefined || items === null) throwTypeError(`Array.from: ${items} is neither iterable nor array-like.`)
  const method = yield* getMethod(items, wellKnown.iterator)
  return method === undefined
    ? yield* fromArrayLike(thisValue, toObject(items), mapper, args[2])
    : yield* fromIterable(thisValue, items, method, mapper, args[2])
}

function* fromPlainArray(items: ArrayValue, mapper: ObjectValue | undefined, thisArg: Value): Steps<Value> {
  const list = hold(new LongList())
  // The mapper may change the array, so its length is read anew.
  for (let k = 0; k < items.length; k++) {
    let value = k < items.elements.length ? items.elements[k] : HOLE
    if (value === HOLE) value = yield* getOf(items, k)
    if (mapper !== undefined) {
      const mapped = call2(mapper, thisArg, value, k)
      value = mapped === SUSP ? ((yield) as Value) : mapped
    }
    if (list.length >= MAX_ELEMENTS) throwTooManyElements()
    list.push(value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return agent.realm.newLongArray(list)
}

function* fromIterable(
  constructor: Value,
  items: Value,
  method: ObjectValue,
  mapper: ObjectValue | undefined,
  thisArg: Value
): Steps<Value> {
  const target = hold(yield* makeWith(constructor, []))
  const record = yield* getIteratorFromMethod(items, method)
  const { direct } = record
  for (let k = 0; ; k++) {
    let value: Value | typeof DONE | typeof SUSP
    if (direct === null) {
      value = yield* iteratorStepValue(record)
    } else {
      value = direct.step()
      if (value === SUSP) value = (yield) as Value | typeof DONE
    }
    if (value === DONE) {
      yield* setOrThrow(target, "length", k)
      return target
    }
    try {
      checkLength(k + 1, "Array.from")
      if (mapper !== undefined) value = yield* callOf(mapper, thisArg, [value, k])
      let done = target.createDataProperty(numberKey(k), value)
      if (done === SUSP) done = (yield) as boolean
      if (!done) throwTypeError(`Array.from: property ${k} of the result cannot be defined.`)
    } catch (error) {
      yield* iteratorCloseOnThrow(record, error)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
}

function* fromArrayLike(
  constructor: Value,
  items: ObjectValue,
  mapper: ObjectValue | undefined,
  thisArg: Value
): Steps<Value> {
  let length = lengthOfArrayLike(items)
  if (length === SUSP) length = (yield) as number
  if (isPlainArrayConstructor(constructor)) {
    checkArrayLength(length)
    if (length > MAX_ELEMENTS) throwTooManyElements()
    const list = hold(new LongList())
    for (let k = 0; k < length; k++) {
      let value = items.get(k, items)
      if (value === SUSP) value = (yield) as Value
      if (mapper !== undefined) {
        value = call2(mapper, thisArg, value, k)
        if (value === SUSP) value = (yield) as Value
      }
      list.push(value)
      if (charge(1)) {
        pause()
        yield
      }
    }
    return agent.realm.newLongArray(list)
  }
  const target = hold(yield* makeWith(constructor, [length]))
  for (let k = 0; k < length; k++) {
    let value = yield* getOf(items, numberKey(k))
    if (mapper !== undefined) value = yield* callOf(mapper, thisArg, [value, k])
    yield* createDataPropertyOrThrow(target, numberKey(k), value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  yield* setOrThrow(target, "length", length)
  return target
}

/** https://tc39.es/ecma262/#sec-array.of */
export function* arrayOf(thisValue: Value, args: readonly Value[]): Steps<Value> {
  if (isPlainArrayConstructor(thisValue)) return agent.realm.newArray(args.slice())
  const target = hold(yield* makeWith(thisValue, [args.length]))
  for (let k = 0; k < args.length; k++) {
    yield* createDataPropertyOrThrow(target, k, args[k])
    if (charge(1)) {
      pause()
      yield
    }
  }
  yield* setOrThrow(target, "length", args.length)
  return target
}

// ---- fromAsync

/** https://tc39.es/ecma262/#sec-array.fromasync */
export function arrayFromAsync(thisValue: Value, args: readonly Value[]): Value | typeof SUSP {
  return beginAsync(new AsyncRun(newPromise()), NO_FRAME, () => runSteps(fromAsyncSteps(thisValue, args)))
}

/** `Await` as a step. */
function* awaitOf(value: Value): Steps<Value> {
  awaitValue(value)
  return (yield) as Value
}

function* fromAsyncSteps(constructor: Value, args: readonly Value[]): Steps<Value> {
  const items = args[0]
  const mapper = mapperOf(args[1], "Array.fromAsync")
  if (items === undefined || items === null)
    throwTypeError(`Array.fromAsync: ${items} is neither iterable nor array-like.`)
  const asyncMethod = yield* getMethod(items, wellKnown.asyncIterator)
  if (asyncMethod !== undefined) {
    const record = yield* getIteratorFromMethod(items, asyncMethod)
    return yield* fromAsyncIterator(constructor, record, mapper, args[2])
  }
  const method = yield* getMethod(items, wellKnown.iterator)
  if (method !== undefined) {
    const sync = yield* getIteratorFromMethod(items, method)
    const record = yield* getIteratorDirect(new AsyncFromSyncIterator(sync))
    return yield* fromAsyncIterator(constructor, record, mapper, args[2])
  }
  const o = toObject(items)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  const target = hold(yield* makeWith(constructor, [length]))
  for (let k = 0; k < length; k++) {
    let value = yield* awaitOf(yield* getOf(o, numberKey(k)))
    if (mapper !== undefined) value = yield* awaitOf(yield* callOf(mapper, args[2], [value, k]))
    yield* createDataPropertyOrThrow(target, numberKey(k), value)
  }
  yield* setOrThrow(target, "length", length)
  return target
}

function* fromAsyncIterator(
  constructor: Value,
  record: IteratorRecord,
  mapper: ObjectValue | undefined,
  thisArg: Value
): Steps<Value> {
  const target = hold(yield* makeWith(constructor, []))
  for (let k = 0; ; k++) {
    if (k >= Number.MAX_SAFE_INTEGER) checkLength(k + 1, "Array.fromAsync")
    const result = yield* nextResult(record)
    if (yield* getOf(result, "done")) {
      yield* setOrThrow(target, "length", k)
      return target
    }
    let value = yield* getOf(result, "value")
    try {
      if (mapper !== undefined) value = yield* awaitOf(yield* callOf(mapper, thisArg, [value, k]))
      yield* createDataPropertyOrThrow(target, numberKey(k), value)
    } catch (error) {
      yield* asyncIteratorCloseOnThrow(record, error)
    }
  }
}

function* nextResult(record: IteratorRecord): Steps<ObjectValue> {
  let called = callValue(record.next, record.iterator, [])
  if (called === SUSP) called = (yield) as Value
  const result = yield* awaitOf(called)
  if (!(result instanceof ObjectValue))
    return throwTypeError(`Iterator result ${describeValue(result)} is not an object.`)
  return result
}

/** `AsyncIteratorClose` with a throw completion (https://tc39.es/ecma262/#sec-asynciteratorclose). */
function* asyncIteratorCloseOnThrow(record: IteratorRecord, error: unknown): Steps<never> {
  if (error instanceof ThrowCompletion) {
    try {
      const method = yield* getMethod(record.iterator, "return")
      if (method !== undefined) yield* awaitOf(yield* callOf(method, record.iterator, []))
    } catch (inner) {
      if (!(inner instanceof ThrowCompletion)) throw inner
    }
  }
  throw error
}
