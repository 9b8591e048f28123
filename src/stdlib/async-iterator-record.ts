/** Shared steps of async iteration in built-ins; they wait, so they run inside a built-in async function or a coroutine. */
import { SUSP } from "../interpreter/kernel/agent.ts"
import { callOf, getMethod } from "../interpreter/kernel/convert.ts"
import { ReturnCompletion, ThrowCompletion, throwTypeError } from "../interpreter/kernel/errors.ts"
import { callValue, describeValue } from "../interpreter/kernel/function.ts"
import { AsyncFromSyncIterator, DONE, getIteratorDirect, getIteratorFromMethod } from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { awaitOf } from "./async.ts"

/** The next value of an async iterator, or `DONE`. */
export function* asyncStepValue(record: IteratorRecord): Steps<Value | typeof DONE> {
  let called = callValue(record.next, record.iterator, [])
  if (called === SUSP) called = (yield) as Value
  const result = yield* awaitOf(called)
  if (!(result instanceof ObjectValue))
    return throwTypeError(`Iterator result ${describeValue(result)} is not an object.`)
  let done = result.get("done", result)
  if (done === SUSP) done = (yield) as Value
  if (done) return DONE
  const value = result.get("value", result)
  return value === SUSP ? ((yield) as Value) : value
}

/** `AsyncIteratorClose` with a normal completion (https://tc39.es/ecma262/#sec-asynciteratorclose). */
export function* asyncClose(record: IteratorRecord): Steps<void> {
  const close = yield* getMethod(record.iterator, "return")
  if (close === undefined) return
  const result = yield* awaitOf(yield* callOf(close, record.iterator, []))
  if (!(result instanceof ObjectValue)) throwTypeError("The iterator's return method did not answer an object.")
}

/** `AsyncIteratorClose` on the way out: after a throw, errors of closing are dropped; after `return`, they count. */
export function* asyncCloseOnAbrupt(record: IteratorRecord, completion: unknown): Steps<never> {
  if (completion instanceof ReturnCompletion) yield* asyncClose(record)
  else if (completion instanceof ThrowCompletion) {
    try {
      yield* asyncClose(record)
    } catch (error) {
      if (!(error instanceof ThrowCompletion)) throw error
    }
  }
  throw completion
}

/** An async or sync iterable, or an object with `next`, as an async iterator. */
export function* getAsyncIteratorFlattenable(value: Value, strings: "reject" | "iterate"): Steps<IteratorRecord> {
  if (!(value instanceof ObjectValue) && !(strings === "iterate" && typeof value === "string")) {
    return throwTypeError(`${describeValue(value)} is not an async iterator or iterable object.`)
  }
  const asyncMethod = yield* getMethod(value, wellKnown.asyncIterator)
  if (asyncMethod !== undefined) return yield* getIteratorFromMethod(value, asyncMethod)
  const method = yield* getMethod(value, wellKnown.iterator)
  if (method !== undefined) {
    return yield* getIteratorDirect(new AsyncFromSyncIterator(yield* getIteratorFromMethod(value, method)))
  }
  if (!(value instanceof ObjectValue)) return throwTypeError(`${describeValue(value)} is not iterable.`)
  return yield* getIteratorDirect(value)
}
