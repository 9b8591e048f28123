/**
 * `Promise.all`, `allSettled`, `any`, `race` and the keyed forms (https://tc39.es/ecma262/#sec-promise.all).
 *
 * Members are handled one by one. A member that is a plain promise, of a constructor nobody changed, is observed directly: the same number
 * of turns as with the function objects of the specification, which are made for every other member.
 */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { makeNative } from "../interpreter/kernel/builtin.ts"
import { invokeMethod } from "../interpreter/kernel/convert.ts"
import { engineFailure, throwTypeError, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { ObjectValue, PlainObject, putOwn } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import {
  capabilityFunctions,
  DirectCapability,
  isPlainPromise,
  newCapability,
  newPromise,
  PromiseValue,
  settledBy
} from "../interpreter/kernel/promise.ts"
import type { Capability } from "../interpreter/kernel/promise.ts"
import type { Guard } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, DEFAULT_FLAGS, WRITABLE } from "../interpreter/kernel/shape.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"

/** What observing a member directly takes for granted, besides `then` and `constructor` (isPlainPromise). */
const DIRECT: Guard = {
  name: "promise combinators",
  properties: [
    ["%Promise%", "resolve"],
    ["%Promise%", wellKnown.species]
  ]
}

/** The result's capability, which only the first settling of many counts for. */
class OnceCapability {
  readonly promise: ObjectValue
  private readonly capability: Capability
  private settled = false
  private functions: { resolve: ObjectValue; reject: ObjectValue } | null = null

  constructor(capability: Capability) {
    this.capability = capability
    this.promise = capability.promise
    // The functions of a foreign constructor have their own idea of "once".
    if (!(capability instanceof DirectCapability)) this.functions = capabilityFunctions(capability)
  }

  resolve(value: Value): Value | Susp {
    if (this.capability instanceof DirectCapability) {
      if (this.settled) return undefined
      this.settled = true
    }
    return this.capability.resolve(value)
  }

  reject(reason: Value): Value | Susp {
    if (this.capability instanceof DirectCapability) {
      if (this.settled) return undefined
      this.settled = true
    }
    return this.capability.reject(reason)
  }

  get resolveFunction(): ObjectValue {
    return this.functionObjects().resolve
  }

  get rejectFunction(): ObjectValue {
    return this.functionObjects().reject
  }

  private functionObjects(): { resolve: ObjectValue; reject: ObjectValue } {
    return (this.functions ??= {
      resolve: makeNative(agent.realm, "", 1, (_, [value]) => this.resolve(value), [this]),
      reject: makeNative(agent.realm, "", 1, (_, [reason]) => this.reject(reason), [this])
    })
  }
}

/** What happens when a member settles. An absent handler means that the result settles alike. */
interface MemberHandlers {
  readonly onFulfilled?: (value: Value) => Value | Susp
  readonly onRejected?: (reason: Value) => Value | Susp
}

/** A combinator at work. */
interface Combination {
  /** A member has come: what to do with it. Called in order. */
  readonly add: () => MemberHandlers
  /** What the handlers close over, for the heap census. */
  readonly holds: unknown
  /** All members have come. */
  readonly complete: () => Value | Susp
}

/** `GetPromiseResolve` (https://tc39.es/ecma262/#sec-getpromiseresolve). */
function* getPromiseResolve(constructor: ObjectValue): Steps<ObjectValue> {
  let resolve = constructor.get("resolve", constructor)
  if (resolve === SUSP) resolve = (yield) as Value
  return isCallable(resolve) ? resolve : throwTypeError("The promise constructor's resolve is not a function.")
}

/** Observes one member by the specification's general way. */
function* observe(
  constructor: ObjectValue,
  resolve: ObjectValue,
  value: Value,
  { add, holds }: Combination,
  once: OnceCapability
): Steps<void> {
  let promise = resolve.call(constructor, [value])
  if (promise === SUSP) promise = (yield) as Value
  const { onFulfilled, onRejected } = add()
  yield* invokeMethod(promise, "then", [
    onFulfilled === undefined ? once.resolveFunction : elementFunction(onFulfilled, [holds, once]),
    onRejected === undefined ? once.rejectFunction : elementFunction(onRejected, [holds, once])
  ])
}

const elementFunction = (handle: (value: Value) => Value | Susp, holds: readonly unknown[]): ObjectValue =>
  makeNative(agent.realm, "", 1, (_, [value]) => handle(value), holds)

/** A plain promise for a member, without calling anything; undefined when only the general way will do. */
function directPromise(value: Value): PromiseValue | undefined {
  if (value instanceof PromiseValue) return isPlainPromise(value) ? value : undefined
  if (value instanceof ObjectValue) return undefined
  const promise = newPromise()
  promise.fulfill(value)
  return isPlainPromise(promise) ? promise : undefined
}

/** What one property of the result costs. */
const RECORD_STEPS = 4

/** What one member costs, beside the jobs that it makes. */
const MEMBER_STEPS = 12

/** Adds one member, directly where that is the same. */
function addMember(
  constructor: ObjectValue,
  resolve: ObjectValue,
  value: Value,
  combination: Combination,
  once: OnceCapability
): Steps<void> | undefined {
  agent.budget -= MEMBER_STEPS
  const isDirect = constructor === agent.realm.intrinsic("%Promise%") && agent.realm.isPristine(DIRECT)
  const promise = isDirect ? directPromise(value) : undefined
  if (promise === undefined) return observe(constructor, resolve, value, combination, once)
  const { onFulfilled, onRejected } = combination.add()
  promise.react({
    settles: settledBy(once),
    holds: [combination.holds, once],
    run: (state, result) => {
      if (state === "fulfilled") return onFulfilled === undefined ? once.resolve(result) : onFulfilled(result)
      return onRejected === undefined ? once.reject(result) : onRejected(result)
    }
  })
  return undefined
}

/** The frame of every combinator: failures of anything before the result is known reject it. */
function* combine(
  thisValue: Value,
  begin: (once: OnceCapability) => Combination,
  members: (add: (value: Value) => Steps<void> | undefined) => Steps<void>
): Steps<Value> {
  const once = new OnceCapability(yield* newCapability(thisValue))
  const constructor = thisValue as ObjectValue
  try {
    const resolve = yield* getPromiseResolve(constructor)
    const combination = begin(once)
    hold([combination.holds, once])
    yield* members((value) => addMember(constructor, resolve, value, combination, once))
    const done = combination.complete()
    if (done === SUSP) yield
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    const done = once.reject(error.value)
    if (done === SUSP) yield
  }
  return once.promise
}

const iterated =
  (name: string, iterable: Value) =>
  (add: (value: Value) => Steps<void> | undefined): Steps<void> => {
    if (iterable === undefined || iterable === null) {
      return throwTypeError(`Promise.${name}: the argument must be an iterable of promises, not ${iterable}.`)
    }
    return forEachValue(iterable, (value) => add(value), `The argument of Promise.${name}(...)`)
  }

/** One handler of a member, at most once called. */
function onceOnly(handle: (value: Value) => Value | Susp): (value: Value) => Value | Susp {
  let called = false
  return (value) => {
    if (called) return undefined
    called = true
    return handle(value)
  }
}

/** Collects one value per member and ends with all of them. The count starts at one: for the loop that adds members. */
class Collector {
  readonly values: Value[] = []
  private remaining = 1
  private readonly finish: (values: Value[]) => Value | Susp
  constructor(finish: (values: Value[]) => Value | Susp) {
    this.finish = finish
  }
  reserve(): number {
    this.remaining++
    return this.values.push(undefined) - 1
  }
  set(index: number, value: Value): Value | Susp {
    agent.budget -= 4
    this.values[index] = value
    return this.arrive()
  }
  arrive(): Value | Susp {
    return --this.remaining === 0 ? this.finish(this.values) : undefined
  }
}

/** Settles the result with all the values. */
type Finish = (values: Value[], once: OnceCapability) => Value | Susp

const all =
  (finish: Finish) =>
  (once: OnceCapability): Combination => {
    const collector = new Collector((values) => finish(values, once))
    return {
      holds: collector,
      add: () => {
        const index = collector.reserve()
        return { onFulfilled: onceOnly((value) => collector.set(index, value)) }
      },
      complete: () => collector.arrive()
    }
  }

function settledEntry(status: "fulfilled" | "rejected", key: "value" | "reason", value: Value): Value {
  const shape = agent.realm.objectShape.with("status", DEFAULT_FLAGS).with(key, DEFAULT_FLAGS)
  return new PlainObject(shape, status, value)
}

const allSettled =
  (finish: Finish) =>
  (once: OnceCapability): Combination => {
    const collector = new Collector((values) => finish(values, once))
    return {
      holds: collector,
      add: () => {
        const index = collector.reserve()
        let called = false
        const handler = (status: "fulfilled" | "rejected", key: "value" | "reason") => (value: Value) => {
          if (called) return undefined
          called = true
          return collector.set(index, settledEntry(status, key, value))
        }
        return { onFulfilled: handler("fulfilled", "value"), onRejected: handler("rejected", "reason") }
      },
      complete: () => collector.arrive()
    }
  }

const toArray: Finish = (values, once) => once.resolve(agent.realm.newArray(values))

/** https://tc39.es/ecma262/#sec-promise.all */
export const promiseAll = (thisValue: Value, args: readonly Value[]): Steps<Value> =>
  combine(thisValue, all(toArray), iterated("all", args[0]))

/** https://tc39.es/ecma262/#sec-promise.allsettled */
export const promiseAllSettled = (thisValue: Value, args: readonly Value[]): Steps<Value> =>
  combine(thisValue, allSettled(toArray), iterated("allSettled", args[0]))

/** https://tc39.es/ecma262/#sec-promise.any */
export const promiseAny = (thisValue: Value, args: readonly Value[]): Steps<Value> =>
  combine(
    thisValue,
    (once) => {
      const collector = new Collector((errors) => once.reject(allRejected(errors)))
      return {
        holds: collector,
        add: () => {
          const index = collector.reserve()
          return { onRejected: onceOnly((reason) => collector.set(index, reason)) }
        },
        complete: () => collector.arrive()
      }
    },
    iterated("any", args[0])
  )

function allRejected(errors: Value[]): Value {
  const message = errors.length === 0 ? "Promise.any: there was no promise to wait for." : "All promises were rejected."
  const error = agent.realm.createError("AggregateError", message, engineFailure())
  putOwn(error, "errors", agent.realm.newArray(errors), WRITABLE | CONFIGURABLE)
  return error
}

/** https://tc39.es/ecma262/#sec-promise.race; without members it rejects instead of hanging. */
export const promiseRace = (thisValue: Value, args: readonly Value[]): Steps<Value> =>
  combine(
    thisValue,
    () => {
      let members = 0
      return {
        holds: null,
        add: () => {
          members++
          return {}
        },
        complete: () => {
          if (members === 0) throwTypeError("Promise.race([]) would never settle: there is no promise in it.")
          return undefined
        }
      }
    },
    iterated("race", args[0])
  )

/** The members of the keyed forms: the enumerable own properties of a record of promises. */
const keyed =
  (name: string, record: Value, keys: PropertyKey[]) =>
  (add: (value: Value) => Steps<void> | undefined): Steps<void> => {
    if (!(record instanceof ObjectValue)) {
      return throwTypeError(
        `Promise.${name}: the argument must be an object of promises, not ${describeValue(record)}.`
      )
    }
    return addProperties(record, keys, add)
  }

function* addProperties(
  record: ObjectValue,
  keys: PropertyKey[],
  add: (value: Value) => Steps<void> | undefined
): Steps<void> {
  let own = record.ownKeys()
  if (own === SUSP) own = (yield) as PropertyKey[]
  hold(own)
  for (const key of own) {
    let desc = record.getOwnProperty(key)
    if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
    if (desc === undefined || desc.enumerable !== true) continue
    let value = record.get(key, record)
    if (value === SUSP) value = (yield) as Value
    keys.push(key)
    const steps = add(value)
    if (steps !== undefined) yield* steps
    if (charge(1)) {
      pause()
      yield
    }
  }
}

const toRecord =
  (keys: readonly PropertyKey[]): Finish =>
  (values, once) =>
    runSteps(resolveWithRecord(keys, values, once))

function* resolveWithRecord(keys: readonly PropertyKey[], values: Value[], once: OnceCapability): Steps<Value> {
  const object = hold(new PlainObject(agent.realm.rootShape(null, 0)))
  hold([values, once])
  for (let i = 0; i < keys.length; i++) {
    putOwn(object, keys[i], values[i])
    if (charge(RECORD_STEPS)) {
      pause()
      yield
    }
  }
  const done = once.resolve(object)
  if (done === SUSP) yield
  return undefined
}

/** https://tc39.es/proposal-await-dictionary/ */
export function promiseAllKeyed(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const keys: PropertyKey[] = []
  return combine(thisValue, all(toRecord(keys)), keyed("allKeyed", args[0], keys))
}

/** https://tc39.es/proposal-await-dictionary/ */
export function promiseAllSettledKeyed(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const keys: PropertyKey[] = []
  return combine(thisValue, allSettled(toRecord(keys)), keyed("allSettledKeyed", args[0], keys))
}
