/**
 * What `map`, `filter`, `take`… of async iterators answer: async generators whose body is written here. Requests queue, values are awaited,
 * and `return` closes the source even when nothing was read yet (https://tc39.es/proposal-async-iterator-helpers/).
 */
import { agent, Continuation } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { constant, method } from "../interpreter/kernel/builtin.ts"
import { asyncGeneratorYield, AsyncGeneratorValue } from "../interpreter/kernel/coroutine.ts"
import { engineFailure } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { newPromise } from "../interpreter/kernel/promise.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { asyncClose, asyncCloseOnAbrupt } from "./async-iterator-record.ts"
import { asyncNative } from "./async.ts"

class BodyStart extends Continuation {
  private readonly body: () => Steps<Value>
  constructor(body: () => Steps<Value>) {
    super(null)
    this.body = body
  }
  override resume(): unknown {
    return runSteps(this.body())
  }
}

export class AsyncIteratorHelper extends AsyncGeneratorValue {
  private readonly source: IteratorRecord

  constructor(source: IteratorRecord, body: (source: IteratorRecord) => Steps<Value>) {
    super(agent.realm.shapeOf("%AsyncIteratorHelperPrototype%"))
    this.source = source
    this.stack.records.push(new BodyStart(() => body(source)))
  }

  finish(): Value | Susp {
    if (this.state !== "start") return this.enqueue("return", undefined)
    this.state = "completed"
    const { source } = this
    const close = asyncNative(function* () {
      yield* asyncClose(source)
      return agent.realm.iteratorResult(undefined, true)
    })
    return close(undefined, [], undefined)
  }
}

/** Yields and, when the consumer ends here, closes the source on the way out. */
export function* yieldFrom(source: IteratorRecord, value: Value): Steps<void> {
  try {
    yield* asyncGeneratorYield(value)
  } catch (completion) {
    yield* asyncCloseOnAbrupt(source, completion)
  }
}

function reject(thisValue: Value, name: string): Value {
  const promise = newPromise()
  const message = `${name} of an async iterator helper was called on ${describeValue(thisValue)}.`
  promise.reject(agent.realm.createError("TypeError", message, engineFailure()))
  return promise
}

export const asyncIteratorHelperIntrinsics = {
  "%AsyncIteratorHelperPrototype%": {
    prototype: "%AsyncIteratorPrototype%",
    rows: [
      method("next", 0, (thisValue) =>
        thisValue instanceof AsyncIteratorHelper ? thisValue.enqueue("next", undefined) : reject(thisValue, "next")
      ),
      method("return", 0, (thisValue) =>
        thisValue instanceof AsyncIteratorHelper ? thisValue.finish() : reject(thisValue, "return")
      ),
      constant(wellKnown.toStringTag, "Async Iterator Helper", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
