/** Iteration (https://tc39.es/ecma262/#sec-operations-on-iterator-objects), with a fast path for arrays whose iteration is untouched. */
import { agent, charge, pause, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { ArrayValue } from "./array.ts"
import { getMethod, getV } from "./convert.ts"
import { throwTypeError, ThrowCompletion } from "./errors.ts"
import { describeValue, FunctionValue, isCallable, nounOf } from "./function.ts"
import type { Native } from "./function.ts"
import { ITERATOR_CROSSING, ObjectValue } from "./object.ts"
import type { Crossing } from "./object.ts"
import { DirectCapability, promiseResolve, settledBy } from "./promise.ts"
import type { Capability, PromiseValue } from "./promise.ts"
import type { Guard } from "./realm.ts"
import { heldCount, hold, letGo, runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { HOLE, wellKnown } from "./values.ts"
import type { Value } from "./values.ts"

/** What `iteratorStepValue` answers at the end. */
export const DONE: unique symbol = Symbol("done")

/** An iterator of the library that can be asked without a result object, as long as its `next` is the original one. */
export abstract class DirectIterator extends ObjectValue {
  /** The next value, or {@link DONE}. */
  abstract step(): Value | typeof DONE | Susp
  /** The algorithm of the original `next`. */
  abstract get nativeNext(): Native

  override crossing(): Crossing {
    return ITERATOR_CROSSING
  }
}

/** An Iterator Record. */
export class IteratorRecord {
  readonly iterator: ObjectValue
  readonly next: Value
  /** The iterator, when nobody can tell whether its `next` is called or it is stepped directly. */
  readonly direct: DirectIterator | null
  done = false
  constructor(iterator: ObjectValue, next: Value) {
    this.iterator = iterator
    this.next = next
    this.direct =
      iterator instanceof DirectIterator && next instanceof FunctionValue && next.native === iterator.nativeNext
        ? iterator
        : null
  }
}

const ARRAY_ITERATION: Guard = {
  name: "array iteration",
  properties: [
    ["%Array.prototype%", wellKnown.iterator],
    ["%ArrayIteratorPrototype%", "next"]
  ]
}
const STRING_ITERATION: Guard = {
  name: "string iteration",
  properties: [
    ["%String.prototype%", wellKnown.iterator],
    ["%StringIteratorPrototype%", "next"]
  ]
}

/** Whether iterating the value is walking its indices: a plain array, and nobody changed how arrays iterate. */
export const iteratesByIndex = (value: Value): value is ArrayValue =>
  value instanceof ArrayValue &&
  value.sparse === null &&
  (value.shape === agent.realm.arrayShape || inheritsIteration(value)) &&
  agent.realm.isPristine(ARRAY_ITERATION)

/** An array with properties of its own (a match of a regular expression), none of which is an iterator method. */
function inheritsIteration({ shape }: ArrayValue): boolean {
  return (
    shape.proto === agent.realm.arrayShape.proto && shape.dictionary === null && shape.indexOf(wellKnown.iterator) < 0
  )
}

export const stringIteratesByCodePoint = (): boolean => agent.realm.isPristine(STRING_ITERATION)

/** `GetIterator(value, sync)` (https://tc39.es/ecma262/#sec-getiterator). `what` names the value in the error. */
export function* getIterator(value: Value, what?: string): Steps<IteratorRecord> {
  let method = value === undefined || value === null ? undefined : getV(value, wellKnown.iterator)
  if (method === SUSP) method = (yield) as Value
  if (!isCallable(method)) return throwNotIterable(value, what)
  return yield* getIteratorFromMethod(value, method)
}

const OBJECTS = " Take `Object.values(...)` or `Object.entries(...)` of it."

export const throwNotIterable = (value: Value, what?: string): never => {
  if (!(value instanceof ObjectValue)) {
    // A literal says itself what it is.
    if (what === undefined || what === describeValue(value))
      return throwTypeError(`${describeValue(value)} is not iterable.`)
    return throwTypeError(`${what} is not iterable: it is ${nounOf(value)}.`)
  }
  value.refuseUse(what ?? "The value", "iterable")
  const crossing = value.crossing()
  const isAsync = crossing.as === "empty" && crossing.what === "an async iterator"
  const noun = isAsync ? crossing.what : nounOf(value)
  const hint = isAsync
    ? " Use `for await`, or `await Array.fromAsync(...)`."
    : value.builtinTag === "Object" && !value.isCallable
      ? OBJECTS
      : ""
  return throwTypeError(`${what ?? "The value"} is not iterable: it is ${noun}.${hint}`)
}

/** `GetIteratorFromMethod` (https://tc39.es/ecma262/#sec-getiteratorfrommethod). */
export function* getIteratorFromMethod(value: Value, method: ObjectValue): Steps<IteratorRecord> {
  let iterator = method.call(value, [])
  if (iterator === SUSP) iterator = (yield) as Value
  if (!(iterator instanceof ObjectValue))
    return throwTypeError(`Result of the Symbol.iterator method is not an object.`)
  return yield* getIteratorDirect(iterator)
}

/** `GetIteratorDirect` (https://tc39.es/ecma262/#sec-getiteratordirect). */
export function* getIteratorDirect(iterator: ObjectValue): Steps<IteratorRecord> {
  let next = iterator.get("next", iterator)
  if (next === SUSP) next = (yield) as Value
  return hold(new IteratorRecord(iterator, next))
}

/** `IteratorNext` (https://tc39.es/ecma262/#sec-iteratornext): the result object. */
export function* iteratorNext(record: IteratorRecord, ...args: Value[]): Steps<ObjectValue> {
  let result: Value | Susp
  try {
    if (!isCallable(record.next)) throwTypeError("The iterator's next method is not callable.")
    result = (record.next as ObjectValue).call(record.iterator, args)
    if (result === SUSP) result = (yield) as Value
    if (!(result instanceof ObjectValue))
      return throwTypeError(`Iterator result ${describeValue(result)} is not an object.`)
  } catch (error) {
    record.done = true
    throw error
  }
  return result
}

/** `IteratorStepValue` (https://tc39.es/ecma262/#sec-iteratorstepvalue). */
export function* iteratorStepValue(record: IteratorRecord): Steps<Value | typeof DONE> {
  if (record.direct !== null) return yield* stepDirectly(record, record.direct)
  const result = yield* iteratorNext(record)
  try {
    const value = yield* iteratorResultValue(result)
    if (value === DONE) record.done = true
    return value
  } catch (error) {
    record.done = true
    throw error
  }
}

/** `IteratorComplete` and `IteratorValue` (https://tc39.es/ecma262/#sec-iteratorcomplete). */
export function* iteratorResultValue(result: ObjectValue): Steps<Value | typeof DONE> {
  let done = result.get("done", result)
  if (done === SUSP) done = (yield) as Value
  if (done) return DONE
  const value = result.get("value", result)
  return value === SUSP ? ((yield) as Value) : value
}

function* stepDirectly(record: IteratorRecord, direct: DirectIterator): Steps<Value | typeof DONE> {
  let value: Value | typeof DONE | Susp
  try {
    value = direct.step()
    if (value === SUSP) value = (yield) as Value | typeof DONE
  } catch (error) {
    record.done = true
    throw error
  }
  if (value === DONE) record.done = true
  return value
}

/** `IteratorClose` with a normal completion (https://tc39.es/ecma262/#sec-iteratorclose). */
export function* iteratorClose(record: IteratorRecord): Steps<void> {
  const method = yield* getMethod(record.iterator, "return")
  if (method === undefined) return
  let result = method.call(record.iterator, [])
  if (result === SUSP) result = (yield) as Value
  if (!(result instanceof ObjectValue)) throwTypeError("The iterator's return method did not answer an object.")
}

/** `IteratorClose` with a throw completion: errors of `return` itself are dropped, and the original goes on. */
export function* iteratorCloseOnThrow(record: IteratorRecord, error: unknown): Steps<never> {
  if (error instanceof ThrowCompletion) {
    try {
      const method = yield* getMethod(record.iterator, "return")
      if (method !== undefined) {
        const result = method.call(record.iterator, [])
        if (result === SUSP) yield
      }
    } catch (inner) {
      if (!(inner instanceof ThrowCompletion)) throw inner
    }
  }
  throw error
}

/**
 * Hands every value of an iterable to `visit`, closing the iterator when it throws. The usual loop of built-ins that take an iterable;
 * `visit` may be a generator's body, so it may suspend. `what` names the iterable in the error.
 */
export function* forEachValue(
  iterable: Value,
  visit: (value: Value) => Steps<void> | void,
  what?: string
): Steps<void> {
  let mark = heldCount()
  if (iteratesByIndex(iterable)) {
    for (let i = 0; i < iterable.length; i++) {
      const element = iterable.elements[i]
      const steps = visit(element === HOLE ? undefined : element)
      if (steps !== undefined) {
        yield* steps
        letGo(mark)
      }
      if (charge(1)) {
        pause()
        yield
      }
    }
    return
  }
  const record = yield* getIterator(iterable, what)
  mark = heldCount()
  const { direct } = record
  for (;;) {
    let value: Value | typeof DONE | Susp
    if (direct === null) {
      value = yield* iteratorStepValue(record)
    } else {
      value = direct.step()
      if (value === SUSP) value = (yield) as Value | typeof DONE
    }
    if (value === DONE) return
    try {
      const steps = visit(value)
      if (steps !== undefined) {
        yield* steps
        letGo(mark)
      }
    } catch (error) {
      yield* iteratorCloseOnThrow(record, error)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
}

/** Elements that are copied in one host call, and how many of them (as a shift) count as one step. */
export const ONE_COPY = 1 << 16
export const COPY_SHIFT = 3

/** The elements of a list from an index on, what is missing as undefined, in several steps. */
export function* elementsFrom(elements: readonly Value[], start: number): Steps<Value[]> {
  const list: Value[] = hold([])
  yield* appendElements(list, elements, start)
  return list
}

/** Appends them to a list that is held. */
export function* appendElements(list: Value[], elements: readonly Value[], start = 0): Steps<void> {
  for (let i = start; i < elements.length; i++) {
    const value = elements[i]
    list.push(value === HOLE ? undefined : value)
    if ((i & (COPY_LOOK - 1)) === COPY_LOOK - 1 && charge(COPY_LOOK >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
  agent.budget -= ((elements.length - start) & (COPY_LOOK - 1)) >> COPY_SHIFT
}
const COPY_LOOK = 1 << 12

/** `IteratorToList`. */
export function* iterableToList(iterable: Value, what?: string): Steps<Value[]> {
  if (iteratesByIndex(iterable) && iterable.elements.length <= ONE_COPY) {
    if (charge(iterable.elements.length >> COPY_SHIFT)) {
      pause()
      yield
    }
    return hold(iterable.elements.map((value) => (value === HOLE ? undefined : value)))
  }
  const list: Value[] = hold([])
  const add = (value: Value): void => {
    list.push(value)
  }
  yield* forEachValue(iterable, add, what)
  return list
}

// ---- Async iteration.

/** `GetIterator(value, async)`. */
export function* getAsyncIterator(value: Value, what?: string): Steps<IteratorRecord> {
  const method = value === undefined || value === null ? undefined : yield* getMethod(value, wellKnown.asyncIterator)
  if (method === undefined) {
    const sync = yield* getIterator(value, what)
    return yield* getIteratorDirect(new AsyncFromSyncIterator(sync))
  }
  let iterator = method.call(value, [])
  if (iterator === SUSP) iterator = (yield) as Value
  if (!(iterator instanceof ObjectValue))
    return throwTypeError("Result of the Symbol.asyncIterator method is not an object.")
  return yield* getIteratorDirect(iterator)
}

/** https://tc39.es/ecma262/#sec-async-from-sync-iterator-objects; its methods are rows of `%AsyncFromSyncIteratorPrototype%`. */
export class AsyncFromSyncIterator extends ObjectValue {
  readonly sync: IteratorRecord
  constructor(sync: IteratorRecord) {
    super(agent.realm.shapeOf("%AsyncFromSyncIteratorPrototype%"))
    this.sync = sync
  }
}

/** `AsyncFromSyncIteratorContinuation`. */
export function* asyncFromSyncContinue(
  result: ObjectValue,
  capability: Capability,
  record: IteratorRecord,
  closeOnRejection: boolean
): Steps<void> {
  let done: Value | Susp
  let promise: PromiseValue | Susp
  try {
    done = result.get("done", result)
    if (done === SUSP) done = (yield) as Value
    let value = result.get("value", result)
    if (value === SUSP) value = (yield) as Value
    try {
      promise = promiseResolve(value)
      if (promise === SUSP) promise = (yield) as PromiseValue
    } catch (error) {
      if (!done && closeOnRejection) yield* iteratorCloseOnThrow(record, error)
      throw error
    }
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    const rejected = capability.reject(error.value)
    if (rejected === SUSP) yield
    return
  }
  const isDone = Boolean(done)
  promise.react({
    settles: settledBy(capability),
    holds: [capability, record],
    run: (state, settled) => {
      if (state === "fulfilled") return capability.resolve(agent.realm.iteratorResult(settled, isDone))
      if (isDone || !closeOnRejection) return capability.reject(settled)
      return closeAndReject(record, settled, capability)
    }
  })
}

function closeAndReject(record: IteratorRecord, reason: Value, capability: Capability): unknown {
  function* close(): Steps<unknown> {
    try {
      yield* iteratorCloseOnThrow(record, new ThrowCompletion(reason))
    } catch (error) {
      if (!(error instanceof ThrowCompletion)) throw error
      const done = capability.reject(error.value)
      if (done === SUSP) yield
    }
    return undefined
  }
  return runSteps(close())
}

export { DirectCapability }
