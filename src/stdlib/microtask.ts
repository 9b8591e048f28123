/** `queueMicrotask` (https://html.spec.whatwg.org/#microtask-queuing). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { method } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { throwTypeError, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { newPromise, StepsJob } from "../interpreter/kernel/promise.ts"
import { ENUMERABLE, CONFIGURABLE, WRITABLE } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"

/** A throw is reported as what it is to the program: a failure that nobody waits for. */
function* runCallback(callback: ObjectValue): Steps<void> {
  try {
    const result = callback.call(undefined, [])
    if (result === SUSP) yield
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    newPromise().reject(error.value)
  }
}

export const microtaskGlobals: readonly Row[] = [
  method(
    "queueMicrotask",
    1,
    (_, args) => {
      const callback = args[0]
      if (!isCallable(callback)) {
        return throwTypeError(`queueMicrotask needs a function, not ${describeValue(callback)}.`)
      }
      agent.realm.jobs.enqueue(new StepsJob(() => runCallback(callback), callback))
      return undefined
    },
    WRITABLE | ENUMERABLE | CONFIGURABLE
  )
]
