/** Sync iterators as `for await` and `yield*` see them (https://tc39.es/ecma262/#sec-async-from-sync-iterator-objects). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import { getMethod } from "../interpreter/kernel/convert.ts"
import { throwTypeError, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import {
  asyncFromSyncContinue,
  AsyncFromSyncIterator,
  iteratorClose,
  iteratorNext
} from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { DirectCapability } from "../interpreter/kernel/promise.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** What a method asks the sync iterator; `undefined` when the answer is already in the capability. */
type Ask = (
  record: IteratorRecord,
  args: readonly Value[],
  capability: DirectCapability
) => Steps<ObjectValue | undefined>

/** A method of the wrapper: its throws are rejections of the promise that it answers. */
const asking = (name: string, closes: boolean, ask: Ask): Row => {
  const algorithm: NativeSteps = function* (thisValue, args) {
    const record = (thisValue as AsyncFromSyncIterator).sync
    const capability = new DirectCapability()
    let result: ObjectValue | undefined
    try {
      result = yield* ask(record, args, capability)
    } catch (error) {
      if (!(error instanceof ThrowCompletion)) throw error
      capability.reject(error.value)
      return capability.promise
    }
    if (result !== undefined) yield* asyncFromSyncContinue(result, capability, record, closes)
    return capability.promise
  }
  return steps(name, 1, algorithm)
}

const present = (args: readonly Value[]): readonly Value[] => (args.length > 0 ? [args[0]] : [])

function requireObject(value: Value, method: string): ObjectValue {
  if (value instanceof ObjectValue) return value
  return throwTypeError(`The iterator's ${method} method answered ${describeValue(value)} instead of an object.`)
}

function* askReturn(
  { iterator }: IteratorRecord,
  args: readonly Value[],
  capability: DirectCapability
): Steps<ObjectValue | undefined> {
  const close = yield* getMethod(iterator, "return")
  if (close === undefined) {
    const done = capability.resolve(agent.realm.iteratorResult(args[0], true))
    if (done === SUSP) yield
    return undefined
  }
  let result = close.call(iterator, present(args))
  if (result === SUSP) result = (yield) as Value
  return requireObject(result, "return")
}

function* askThrow(record: IteratorRecord, args: readonly Value[]): Steps<ObjectValue | undefined> {
  const { iterator } = record
  const raise = yield* getMethod(iterator, "throw")
  if (raise === undefined) {
    record.done = true
    yield* iteratorClose(record)
    return throwTypeError("The iterator has no throw method.")
  }
  let result = raise.call(iterator, present(args))
  if (result === SUSP) result = (yield) as Value
  return requireObject(result, "throw")
}

export const asyncFromSyncIteratorIntrinsics = {
  "%AsyncFromSyncIteratorPrototype%": {
    prototype: "%AsyncIteratorPrototype%",
    rows: [
      asking("next", true, (record, args) => iteratorNext(record, ...present(args))),
      asking("return", false, askReturn),
      asking("throw", true, askThrow)
    ]
  }
} satisfies IntrinsicDefinitions
