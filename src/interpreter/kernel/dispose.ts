/** Disposable resources (https://tc39.es/ecma262/#sec-disposablestack-objects): shared by `using` and the disposable stacks. */
import { agent, SUSP } from "./agent.ts"
import { getMethod } from "./convert.ts"
import { awaitValue } from "./coroutine.ts"
import { ThrowCompletion, throwTypeError } from "./errors.ts"
import { ObjectValue } from "./object.ts"
import { CONFIGURABLE, WRITABLE } from "./shape.ts"
import type { Steps } from "./steps.ts"
import { wellKnown } from "./values.ts"
import type { Value } from "./values.ts"

export interface Resource {
  readonly value: Value
  readonly isAsync: boolean
  /** Undefined for `await using x = null`: nothing to call, but the end of the block still awaits once. */
  readonly method: ObjectValue | undefined
  /** The method is `Symbol.dispose` in an async block: its answer is not awaited. */
  readonly isSyncMethod: boolean
}

/** `CreateDisposableResource`; undefined for a nullish value of a sync `using`. */
export function* makeResource(value: Value, isAsync: boolean): Steps<Resource | undefined> {
  if (value === undefined || value === null) {
    return isAsync ? { value: undefined, isAsync, method: undefined, isSyncMethod: false } : undefined
  }
  if (!(value instanceof ObjectValue)) return throwTypeError("Only objects, null and undefined can be disposed.")
  let method = isAsync ? yield* getMethod(value, wellKnown.asyncDispose) : undefined
  let isSyncMethod = false
  if (method === undefined) {
    method = yield* getMethod(value, wellKnown.dispose)
    isSyncMethod = isAsync && method !== undefined
  }
  if (method === undefined) return throwTypeError("The object has no Symbol.dispose method.")
  return { value, isAsync, method, isSyncMethod }
}

/** `DisposeResources`: the last first; throws what `completion` threw, or the errors of disposal around it. */
export function* disposeResources(
  resources: readonly Resource[],
  completion: ThrowCompletion | undefined
): Steps<void> {
  let failure = completion
  let needsAwait = false
  let hasAwaited = false
  for (let i = resources.length - 1; i >= 0; i--) {
    const { value, isAsync, method, isSyncMethod } = resources[i]
    if (!isAsync && needsAwait && !hasAwaited) {
      awaitValue(undefined)
      yield
      needsAwait = false
    }
    if (method === undefined) {
      needsAwait = true
      continue
    }
    try {
      let result = method.call(value, [])
      if (result === SUSP) result = (yield) as Value
      if (isAsync) {
        hasAwaited = true
        awaitValue(isSyncMethod ? undefined : result)
        yield
      }
    } catch (error) {
      if (!(error instanceof ThrowCompletion)) throw error
      failure = failure === undefined ? error : new ThrowCompletion(suppressed(error.value, failure.value))
    }
  }
  if (needsAwait && !hasAwaited) {
    awaitValue(undefined)
    yield
  }
  if (failure !== undefined) throw failure
}

function suppressed(error: Value, previous: Value): ObjectValue {
  const result = agent.realm.createError("SuppressedError", "An error was suppressed during disposal.", null)
  result.store("error", error, WRITABLE | CONFIGURABLE)
  result.store("suppressed", previous, WRITABLE | CONFIGURABLE)
  return result
}
