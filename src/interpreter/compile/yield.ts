/** `yield` in async generators, and `yield*` in both kinds (https://tc39.es/ecma262/#sec-generator-function-definitions-runtime-semantics-evaluation). */
import { SUSP } from "../kernel/agent.ts"
import { getMethod } from "../kernel/convert.ts"
import { asyncGeneratorYield, awaitValue, yieldResult } from "../kernel/coroutine.ts"
import { ReturnCompletion, ThrowCompletion, throwTypeError } from "../kernel/errors.ts"
import { isCallable } from "../kernel/function.ts"
import { getAsyncIterator, getIterator, iteratorClose } from "../kernel/iterate.ts"
import { ObjectValue } from "../kernel/object.ts"
import type { Steps } from "../kernel/steps.ts"
import type { Value } from "../kernel/values.ts"

export function* asyncYield(value: Value): Steps<Value> {
  awaitValue(value)
  return yield* asyncGeneratorYield((yield) as Value)
}

type Received =
  | { readonly kind: "next"; readonly value: Value }
  | { readonly kind: "throw"; readonly value: Value }
  | { readonly kind: "return"; readonly value: Value }

export function* delegate(iterable: Value, isAsync: boolean, text: string): Steps<Value> {
  const record = isAsync ? yield* getAsyncIterator(iterable, text) : yield* getIterator(iterable, text)
  const { iterator } = record
  let received: Received = { kind: "next", value: undefined }
  for (;;) {
    let result: Value
    if (received.kind === "next") {
      if (!isCallable(record.next)) return throwTypeError("The iterator's next method is not callable.")
      result = yield* callIterator(record.next, iterator, received.value, isAsync)
    } else {
      const method: ObjectValue | undefined = yield* getMethod(iterator, received.kind)
      if (method === undefined) {
        if (received.kind === "return") {
          if (!isAsync) throw new ReturnCompletion(received.value)
          awaitValue(received.value)
          throw new ReturnCompletion((yield) as Value)
        }
        yield* closeForMissingThrow(record, isAsync)
        return throwTypeError("The iterator does not provide a 'throw' method.")
      }
      result = yield* callIterator(method, iterator, received.value, isAsync)
    }
    if (!(result instanceof ObjectValue)) return throwTypeError("The iterator's result is not an object.")
    let done = result.get("done", result)
    if (done === SUSP) done = (yield) as Value
    if (done) {
      let value = result.get("value", result)
      if (value === SUSP) value = (yield) as Value
      if (received.kind === "return") throw new ReturnCompletion(value)
      return value
    }
    received = isAsync ? yield* receiveAsync(result) : yield* receive(result)
  }
}

function* callIterator(method: ObjectValue, iterator: ObjectValue, value: Value, isAsync: boolean): Steps<Value> {
  let result = method.call(iterator, [value])
  if (result === SUSP) result = (yield) as Value
  if (isAsync) {
    awaitValue(result)
    result = (yield) as Value
  }
  return result
}

function* closeForMissingThrow(record: Parameters<typeof iteratorClose>[0], isAsync: boolean): Steps<void> {
  if (!isAsync) {
    yield* iteratorClose(record)
    return
  }
  const method = yield* getMethod(record.iterator, "return")
  if (method === undefined) return
  const result = yield* callIterator(method, record.iterator, undefined, true)
  if (!(result instanceof ObjectValue)) throwTypeError("The iterator's return method did not answer an object.")
}

/** Hands the inner result object to the consumer as it is, and says how the generator was resumed. */
function* receive(result: ObjectValue): Steps<Received> {
  try {
    yieldResult(result)
    return { kind: "next", value: (yield) as Value }
  } catch (error) {
    if (error instanceof ThrowCompletion) return { kind: "throw", value: error.value }
    if (error instanceof ReturnCompletion) return { kind: "return", value: error.value }
    throw error
  }
}

/** An async generator yields the inner value, without awaiting it again. */
function* receiveAsync(result: ObjectValue): Steps<Received> {
  let value = result.get("value", result)
  if (value === SUSP) value = (yield) as Value
  try {
    yieldResult(value)
    return { kind: "next", value: (yield) as Value }
  } catch (error) {
    if (error instanceof ThrowCompletion) return { kind: "throw", value: error.value }
    if (error instanceof ReturnCompletion) {
      try {
        awaitValue(error.value)
        return { kind: "return", value: (yield) as Value }
      } catch (inner) {
        if (inner instanceof ThrowCompletion) return { kind: "throw", value: inner.value }
        throw inner
      }
    }
    throw error
  }
}
