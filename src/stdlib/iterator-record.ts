/** Shared steps of `Iterator` and its helpers (https://tc39.es/ecma262/#sec-operations-on-iterator-objects). */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { getMethod } from "../interpreter/kernel/convert.ts"
import { throwTypeError, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import {
  getIteratorDirect,
  iteratorClose,
  iteratorCloseOnThrow,
  IteratorRecord
} from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** `GetIteratorFlattenable` (https://tc39.es/ecma262/#sec-getiteratorflattenable). */
export function* getIteratorFlattenable(value: Value, strings: "reject" | "iterate"): Steps<IteratorRecord> {
  if (!(value instanceof ObjectValue) && !(strings === "iterate" && typeof value === "string")) {
    return throwTypeError(`${describeValue(value)} is not an iterator or iterable object.`)
  }
  const method = yield* getMethod(value, wellKnown.iterator)
  let iterator: Value
  if (method === undefined) iterator = value
  else {
    let made = method.call(value, [])
    if (made === SUSP) made = (yield) as Value
    iterator = made
  }
  if (!(iterator instanceof ObjectValue)) return throwTypeError(`${describeValue(iterator)} is not an iterator.`)
  return yield* getIteratorDirect(iterator)
}

/** An iterator whose `next` has not been read yet; only closing it makes sense. */
export const unopened = (iterator: ObjectValue): IteratorRecord => new IteratorRecord(iterator, undefined)

/** Runs a check of an argument: when it throws, the receiver is closed before the error goes on. */
export function* closingOnThrow<T>(record: IteratorRecord, check: () => Steps<T>): Steps<T> {
  try {
    return yield* check()
  } catch (error) {
    return yield* iteratorCloseOnThrow(record, error)
  }
}

/** The same for a check that cannot suspend. */
export function* closingOnFailure<T>(record: IteratorRecord, check: () => T): Steps<T> {
  try {
    return check()
  } catch (error) {
    return yield* iteratorCloseOnThrow(record, error)
  }
}

/** Native iterators call no guest code that would take steps. */
export function* breathe(): Steps<void> {
  if (charge(4)) {
    pause()
    yield
  }
}

/** `IteratorCloseAll` (https://tc39.es/proposal-joint-iteration/#sec-closeall): the last one first. */
export function* closeAll(records: readonly IteratorRecord[]): Steps<void> {
  for (let i = records.length - 1; i >= 0; i--) {
    yield* breathe()
    try {
      yield* iteratorClose(records[i])
    } catch (error) {
      yield* closeAllOnThrow(records.slice(0, i), error)
    }
  }
}

/** `IteratorCloseAll` with a throw: errors of closing are dropped, and the original goes on. */
export function* closeAllOnThrow(records: readonly IteratorRecord[], error: unknown): Steps<never> {
  if (error instanceof ThrowCompletion) {
    for (let i = records.length - 1; i >= 0; i--) {
      yield* breathe()
      try {
        yield* iteratorCloseOnThrow(records[i], error)
      } catch (same) {
        if (same !== error) throw same
      }
    }
  }
  throw error
}
