/** `AsyncIterator`, its prototype and helpers (https://tc39.es/proposal-async-iterator-helpers/). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { constructor_, method, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { callOf, getMethod, integerOf, numberOf } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { DONE, getIteratorDirect } from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import { ordinaryHasInstance } from "../interpreter/kernel/operators.ts"
import { DirectCapability, promiseResolve } from "../interpreter/kernel/promise.ts"
import type { PromiseValue } from "../interpreter/kernel/promise.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { dataLikeAccessor } from "./accessor-property.ts"
import { AsyncIteratorHelper, yieldFrom } from "./async-iterator-helper.ts"
import { asyncClose, asyncCloseOnAbrupt, asyncStepValue, getAsyncIteratorFlattenable } from "./async-iterator-record.ts"
import { asyncNative, awaitOf } from "./async.ts"

const HOME = "%AsyncIteratorPrototype%"

function requireIterator(value: Value, name: string): ObjectValue {
  if (value instanceof ObjectValue) return value
  return throwTypeError(
    `AsyncIterator.prototype.${name} was called on ${describeValue(value)}, which is not an object.`
  )
}

function requireCallback(value: Value, name: string): ObjectValue {
  if (isCallable(value)) return value
  return throwTypeError(
    `AsyncIterator.prototype.${name}: the callback must be a function, not ${describeValue(value)}.`
  )
}

/** Calls the callback and waits for its answer; a throw closes the source. */
function* visit(source: IteratorRecord, fn: ObjectValue, ...args: Value[]): Steps<Value> {
  try {
    return yield* awaitOf(yield* callOf(fn, undefined, args))
  } catch (error) {
    return yield* asyncCloseOnAbrupt(source, error)
  }
}

function* mapBody(source: IteratorRecord, fn: ObjectValue): Steps<Value> {
  for (let counter = 0; ; counter++) {
    const value = yield* asyncStepValue(source)
    if (value === DONE) return undefined
    yield* yieldFrom(source, yield* visit(source, fn, value, counter))
  }
}

function* filterBody(source: IteratorRecord, fn: ObjectValue): Steps<Value> {
  for (let counter = 0; ; counter++) {
    const value = yield* asyncStepValue(source)
    if (value === DONE) return undefined
    if (yield* visit(source, fn, value, counter)) yield* yieldFrom(source, value)
  }
}

function* takeBody(source: IteratorRecord, limit: number): Steps<Value> {
  for (let remaining = limit; remaining > 0; remaining--) {
    const value = yield* asyncStepValue(source)
    if (value === DONE) return undefined
    yield* yieldFrom(source, value)
  }
  yield* asyncClose(source)
  return undefined
}

function* dropBody(source: IteratorRecord, limit: number): Steps<Value> {
  for (let remaining = limit; ; remaining--) {
    const value = yield* asyncStepValue(source)
    if (value === DONE) return undefined
    if (remaining <= 0) yield* yieldFrom(source, value)
  }
}

function* flatMapBody(source: IteratorRecord, fn: ObjectValue): Steps<Value> {
  for (let counter = 0; ; counter++) {
    const value = yield* asyncStepValue(source)
    if (value === DONE) return undefined
    const mapped = yield* visit(source, fn, value, counter)
    try {
      const inner = yield* getAsyncIteratorFlattenable(mapped, "reject")
      for (;;) {
        const innerValue = yield* asyncStepValue(inner)
        if (innerValue === DONE) break
        yield* yieldFrom(inner, innerValue)
      }
    } catch (completion) {
      yield* asyncCloseOnAbrupt(source, completion)
    }
  }
}

const callbackHelper = (name: string, body: (source: IteratorRecord, fn: ObjectValue) => Steps<Value>): Row =>
  steps(name, 1, function* (thisValue, args) {
    const iterator = requireIterator(thisValue, name)
    const fn = requireCallback(args[0], name)
    return new AsyncIteratorHelper(yield* getIteratorDirect(iterator), (source) => body(source, fn))
  })

const limitHelper = (name: string, body: (source: IteratorRecord, limit: number) => Steps<Value>): Row =>
  steps(name, 1, function* (thisValue, args) {
    const iterator = requireIterator(thisValue, name)
    const n = yield* numberOf(args[0])
    const limit = integerOf(n)
    if (n !== n || limit < 0) {
      throwRangeError(`AsyncIterator.prototype.${name}: the limit must be a number that is not negative.`)
    }
    return new AsyncIteratorHelper(yield* getIteratorDirect(iterator), (source) => body(source, limit))
  })

/** `forEach`, `some`, `every`, `find`: `stop` tells from a value and the callback's answer whether to end, and with what. */
const search = (
  name: string,
  atEnd: Value,
  stop: (value: Value, answer: Value) => { readonly result: Value } | undefined
): Row =>
  method(
    name,
    1,
    asyncNative(function* (thisValue, args) {
      const iterator = requireIterator(thisValue, name)
      const fn = requireCallback(args[0], name)
      const record = yield* getIteratorDirect(iterator)
      for (let counter = 0; ; counter++) {
        const value = yield* asyncStepValue(record)
        if (value === DONE) return atEnd
        const stopped = stop(value, yield* visit(record, fn, value, counter))
        if (stopped !== undefined) {
          yield* asyncClose(record)
          return stopped.result
        }
      }
    })
  )

function* asyncReduce(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const iterator = requireIterator(thisValue, "reduce")
  const fn = requireCallback(args[0], "reduce")
  const record = yield* getIteratorDirect(iterator)
  let counter = 0
  let accumulator: Value = args[1]
  if (args.length < 2) {
    const first = yield* asyncStepValue(record)
    if (first === DONE)
      return throwTypeError("AsyncIterator.prototype.reduce: an empty iterator needs an initial value.")
    accumulator = first
    counter = 1
  }
  for (; ; counter++) {
    const value = yield* asyncStepValue(record)
    if (value === DONE) return accumulator
    accumulator = yield* visit(record, fn, accumulator, value, counter)
  }
}

function* asyncToArray(thisValue: Value): Steps<Value> {
  const record = yield* getIteratorDirect(requireIterator(thisValue, "toArray"))
  const list: Value[] = hold([])
  for (;;) {
    const value = yield* asyncStepValue(record)
    if (value === DONE) return agent.realm.newArray(list)
    if (list.length >= MAX_ELEMENTS) throwTooManyElements()
    list.push(value)
  }
}

/** https://tc39.es/ecma262/#sec-%asynciteratorprototype%-%symbol.asyncdispose% */
function* asyncDispose(thisValue: Value): Steps<Value> {
  const capability = new DirectCapability()
  try {
    const close = yield* getMethod(thisValue, "return")
    if (close === undefined) {
      capability.promise.fulfill(undefined)
      return capability.promise
    }
    const result = yield* callOf(close, thisValue, [])
    let promise = promiseResolve(result)
    if (promise === SUSP) promise = (yield) as PromiseValue
    promise.react({
      settles: capability.promise,
      holds: capability,
      run: (state, settled) => (state === "fulfilled" ? capability.resolve(undefined) : capability.reject(settled))
    })
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    capability.reject(error.value)
  }
  return capability.promise
}

/** An async iterator of somebody else with the helpers' prototype. */
class WrappedAsyncIterator extends ObjectValue {
  readonly record: IteratorRecord
  constructor(record: IteratorRecord) {
    super(agent.realm.shapeOf("%WrapForValidAsyncIteratorPrototype%"))
    this.record = record
  }

  override crossing(): Crossing {
    return { as: "empty", what: "an async iterator", instead: "write `await Array.fromAsync(iterator)`" }
  }
}

const thisWrapped = (value: Value): IteratorRecord =>
  value instanceof WrappedAsyncIterator
    ? value.record
    : throwTypeError(`${describeValue(value)} is not a wrapped async iterator.`)

function* asyncIteratorFrom(_: Value, args: readonly Value[]): Steps<Value> {
  const record = yield* getAsyncIteratorFlattenable(args[0], "iterate")
  const inherits = yield* ordinaryHasInstance(agent.realm.intrinsic("%AsyncIterator%"), record.iterator)
  return inherits ? record.iterator : new WrappedAsyncIterator(record)
}

function* newAsyncIterator(newTarget: ObjectValue): Steps<Value> {
  let shape = shapeFromConstructor(newTarget, HOME, 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new ObjectValue(shape)
}

export const asyncIteratorIntrinsics = {
  "%AsyncIterator%": constructor_({
    name: "AsyncIterator",
    length: 0,
    prototype: HOME,
    native: (_, __, newTarget) => {
      if (newTarget === undefined) return throwTypeError("AsyncIterator cannot be called without 'new'.")
      if (newTarget === agent.realm.intrinsic("%AsyncIterator%")) {
        return throwTypeError("AsyncIterator is an abstract class: extend it, or use AsyncIterator.from(...).")
      }
      return runSteps(newAsyncIterator(newTarget))
    },
    rows: [steps("from", 1, asyncIteratorFrom)]
  }),
  "%AsyncIteratorPrototype%": {
    prototype: "%Object.prototype%",
    rows: [
      dataLikeAccessor(HOME, "constructor", () => agent.realm.intrinsic("%AsyncIterator%")),
      limitHelper("drop", dropBody),
      search("every", true, (_, answer) => (answer ? undefined : { result: false })),
      callbackHelper("filter", filterBody),
      search("find", undefined, (value, answer) => (answer ? { result: value } : undefined)),
      callbackHelper("flatMap", flatMapBody),
      search("forEach", undefined, () => undefined),
      callbackHelper("map", mapBody),
      method("reduce", 1, asyncNative(asyncReduce)),
      search("some", false, (_, answer) => (answer ? { result: true } : undefined)),
      limitHelper("take", takeBody),
      method("toArray", 0, asyncNative(asyncToArray)),
      method(wellKnown.asyncIterator, 0, (thisValue) => thisValue),
      method(wellKnown.asyncDispose, 0, nativeOf(asyncDispose)),
      dataLikeAccessor(HOME, wellKnown.toStringTag, () => "AsyncIterator")
    ]
  },
  "%WrapForValidAsyncIteratorPrototype%": {
    prototype: HOME,
    rows: [
      method(
        "next",
        0,
        asyncNative(function* (thisValue) {
          const { iterator, next } = thisWrapped(thisValue)
          return yield* awaitOf(yield* callOf(requireCallback(next, "next"), iterator, []))
        })
      ),
      method(
        "return",
        0,
        asyncNative(function* (thisValue) {
          const { iterator } = thisWrapped(thisValue)
          const close = yield* getMethod(iterator, "return")
          if (close === undefined) return agent.realm.iteratorResult(undefined, true)
          return yield* awaitOf(yield* callOf(close, iterator, []))
        })
      )
    ]
  }
} satisfies IntrinsicDefinitions
