/** Built-in async functions: suspendable algorithms that may also wait for promises. */
import { NATIVE_FRAME } from "../interpreter/kernel/agent.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { awaitValue, startAsync } from "../interpreter/kernel/coroutine.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** `Await` as a step; only inside an {@link asyncNative} algorithm or the body of a coroutine. */
export function* awaitOf(value: Value): Steps<Value> {
  awaitValue(value)
  return (yield) as Value
}

/** A built-in that answers a promise: the algorithm runs now, up to its first `awaitOf`; its throw is a rejection. */
export const asyncNative =
  (algorithm: NativeSteps): Native =>
  (thisValue, args, newTarget) =>
    startAsync(NATIVE_FRAME, () => runSteps(algorithm(thisValue, args, newTarget)))
