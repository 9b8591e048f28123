/** `Promise` (https://tc39.es/ecma262/#sec-promise-objects). The combinators are in promise-combinators.ts. */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import {
  constant,
  constructor_,
  getter,
  link,
  makeNative,
  method,
  nativeOf,
  steps
} from "../interpreter/kernel/builtin.ts"
import { invokeMethod } from "../interpreter/kernel/convert.ts"
import { throwTypeError, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable, shapeFromConstructor, speciesConstructor } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { ToolReference } from "../interpreter/kernel/host.ts"
import { ObjectValue, PlainObject } from "../interpreter/kernel/object.ts"
import {
  capabilityFunctions,
  DirectCapability,
  isPlainPromise,
  newCapability,
  PromiseValue,
  promiseResolveWith,
  resolvingFunctions,
  ThenReaction
} from "../interpreter/kernel/promise.ts"
import type { Capability } from "../interpreter/kernel/promise.ts"
import type { Guard, IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import {
  promiseAll,
  promiseAllKeyed,
  promiseAllSettled,
  promiseAllSettledKeyed,
  promiseAny,
  promiseRace
} from "./promise-combinators.ts"

const SPECIES: Guard = { name: "promise species", properties: [["%Promise%", wellKnown.species]] }

/** https://tc39.es/ecma262/#sec-promise-executor */
function* promiseConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  if (newTarget === undefined) return throwTypeError("Promise cannot be called without 'new': write new Promise(...).")
  const executor = args[0]
  if (!isCallable(executor)) {
    return throwTypeError(`new Promise(...) needs a function (resolve, reject) => …, not ${describeValue(executor)}.`)
  }
  let shape: Shape | typeof SUSP
  if (newTarget === agent.realm.intrinsic("%Promise%")) shape = agent.realm.shapeOf("%Promise.prototype%")
  else {
    shape = shapeFromConstructor(newTarget, "%Promise.prototype%", 4)
    if (shape === SUSP) shape = (yield) as Shape
  }
  const promise = new PromiseValue(shape)
  const { resolve, reject } = resolvingFunctions(promise)
  try {
    const result = executor.call(undefined, [resolve, reject])
    if (result === SUSP) yield
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    const done = reject.call(undefined, [error.value])
    if (done === SUSP) yield
  }
  return promise
}

/** A tool reference as a handler would get the settled value as its only input by accident, not by design. */
function refuseToolReference(handler: Value, method: string): void {
  if (handler instanceof ToolReference) {
    const { expression } = handler
    const advice =
      handler.notATool ?? `pass an arrow function that calls the tool, for example (value) => ${expression}({ ... }).`
    throwTypeError(`promise.${method}(${expression}): ${advice}`)
  }
}

const handlerOf = (value: Value): ObjectValue | undefined => (isCallable(value) ? value : undefined)

/** https://tc39.es/ecma262/#sec-promise.prototype.then */
const promiseThen: Native = (thisValue, args) => {
  if (!(thisValue instanceof PromiseValue)) {
    return throwTypeError(`Promise.prototype.then was called on ${describeValue(thisValue)}, which is not a promise.`)
  }
  refuseToolReference(args[0], "then")
  refuseToolReference(args[1], "then")
  if (isPlainPromise(thisValue) && agent.realm.isPristine(SPECIES)) {
    const capability = new DirectCapability()
    thisValue.react(new ThenReaction(capability, handlerOf(args[0]), handlerOf(args[1])))
    return capability.promise
  }
  return runSteps(thenWithSpecies(thisValue, args[0], args[1]))
}

function* thenWithSpecies(promise: PromiseValue, onFulfilled: Value, onRejected: Value): Steps<Value> {
  const constructor = yield* speciesConstructor(promise, "%Promise%", wellKnown.species)
  const capability: Capability = yield* newCapability(constructor)
  promise.react(new ThenReaction(capability, handlerOf(onFulfilled), handlerOf(onRejected)))
  return capability.promise
}

/** https://tc39.es/ecma262/#sec-promise.prototype.finally */
function* promiseFinally(thisValue: Value, args: readonly Value[]): Steps<Value> {
  if (!(thisValue instanceof ObjectValue)) {
    return throwTypeError(
      `Promise.prototype.finally was called on ${describeValue(thisValue)}, which is not an object.`
    )
  }
  const onFinally = args[0]
  refuseToolReference(onFinally, "finally")
  const constructor = yield* speciesConstructor(thisValue, "%Promise%", wellKnown.species)
  if (!isCallable(onFinally)) return yield* invokeMethod(thisValue, "then", [onFinally, onFinally])
  const realm = agent.realm
  /** Calls the handler, waits for what it answers, and goes on as `end` says. */
  const after = (end: (value: Value) => Native): Native =>
    nativeOf(function* (_, [value]) {
      let result = onFinally.call(undefined, [])
      if (result === SUSP) result = (yield) as Value
      const promise = yield* promiseResolveWith(constructor, result)
      return yield* invokeMethod(promise, "then", [makeNative(realm, "", 0, end(value), [value])])
    })
  const thenFinally = makeNative(
    realm,
    "",
    1,
    after((value) => () => value),
    [onFinally, constructor]
  )
  const throwReason =
    (reason: Value): Native =>
    () => {
      throw new ThrowCompletion(reason)
    }
  const catchFinally = makeNative(realm, "", 1, after(throwReason), [onFinally, constructor])
  return yield* invokeMethod(thisValue, "then", [thenFinally, catchFinally])
}

/** https://tc39.es/ecma262/#sec-promise.reject */
function* promiseReject(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const capability = yield* newCapability(thisValue)
  const done = capability.reject(args[0])
  if (done === SUSP) yield
  return capability.promise
}

/** https://tc39.es/ecma262/#sec-promise.resolve */
function promiseResolveStatic(thisValue: Value, args: readonly Value[]): Steps<Value> {
  if (thisValue instanceof ObjectValue) return promiseResolveWith(thisValue, args[0])
  return throwTypeError(`Promise.resolve was called on ${describeValue(thisValue)}, which is not an object.`)
}

/** https://tc39.es/ecma262/#sec-promise.try */
function* promiseTry(thisValue: Value, args: readonly Value[]): Steps<Value> {
  if (!(thisValue instanceof ObjectValue)) {
    return throwTypeError(`Promise.try was called on ${describeValue(thisValue)}, which is not an object.`)
  }
  const capability = yield* newCapability(thisValue)
  const [callback, ...rest] = args
  let done: unknown
  try {
    if (!isCallable(callback)) return throwTypeError(`Promise.try needs a function, not ${describeValue(callback)}.`)
    let result = callback.call(undefined, rest)
    if (result === SUSP) result = (yield) as Value
    done = capability.resolve(result)
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    done = capability.reject(error.value)
  }
  if (done === SUSP) yield
  return capability.promise
}

/** https://tc39.es/ecma262/#sec-promise.withResolvers */
function* promiseWithResolvers(thisValue: Value): Steps<Value> {
  const capability = yield* newCapability(thisValue)
  const { resolve, reject } = capabilityFunctions(capability)
  const { objectShape } = agent.realm
  const shape = objectShape.with("promise", DEFAULT_FLAGS).with("resolve", DEFAULT_FLAGS).with("reject", DEFAULT_FLAGS)
  return new PlainObject(shape, capability.promise, resolve, reject)
}

export const promiseIntrinsics = {
  "%Promise%": constructor_({
    name: "Promise",
    length: 1,
    prototype: "%Promise.prototype%",
    native: nativeOf(promiseConstructor),
    rows: [
      steps("all", 1, promiseAll),
      steps("allKeyed", 1, promiseAllKeyed),
      steps("allSettled", 1, promiseAllSettled),
      steps("allSettledKeyed", 1, promiseAllSettledKeyed),
      steps("any", 1, promiseAny),
      steps("race", 1, promiseRace),
      steps("reject", 1, promiseReject),
      steps("resolve", 1, promiseResolveStatic),
      steps("try", 1, promiseTry),
      steps("withResolvers", 0, promiseWithResolvers),
      getter(wellKnown.species, (thisValue) => thisValue)
    ]
  }),
  "%Promise.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%Promise%"),
      method("then", 2, promiseThen),
      // https://tc39.es/ecma262/#sec-promise.prototype.catch
      steps("catch", 1, (thisValue, args) => {
        refuseToolReference(args[0], "catch")
        return invokeMethod(thisValue, "then", [undefined, args[0]])
      }),
      steps("finally", 1, promiseFinally),
      constant(wellKnown.toStringTag, "Promise", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
