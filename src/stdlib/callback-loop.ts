/** Loops of built-ins that call the program once per element, and can stop at every call. */
import { agent, Continuation, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import { ToolReference } from "../interpreter/kernel/host.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** The continuation of a loop of calls: `run` goes on from the loop's own state, `resume` first takes the answer of the call that stopped. */
export abstract class CallbackLoop extends Continuation {
  constructor() {
    super(null)
  }

  abstract run(): unknown

  /** Leaves the loop because a call has stopped; its answer comes to `resume`. */
  protected wait(): Susp {
    agent.pending.push(this)
    return SUSP
  }

  /** Leaves the loop because the slice is used up: a built-in callback does not stop by itself. */
  protected pause(): Susp {
    pause()
    agent.pending.push(new Again(this))
    return SUSP
  }
}

/** Goes on after a pause, which has no answer. */
class Again extends Continuation {
  private readonly loop: CallbackLoop
  constructor(loop: CallbackLoop) {
    super(null)
    this.loop = loop
  }
  override resume(): unknown {
    return this.loop.run()
  }
}

/** The callback of a method, or a `TypeError` that names the method. A tool takes one object, never what a method hands to its callback. */
export function callbackOf(value: Value, method: string): ObjectValue {
  if (value instanceof ToolReference) {
    const { expression } = value
    const advice =
      value.notATool ?? `pass an arrow function that calls the tool, for example (item) => ${expression}({ ... }).`
    throwTypeError(`${method}(${expression}): ${advice}`)
  }
  if (isCallable(value)) return value
  return throwTypeError(`${method}: the callback must be a function, not ${describeValue(value)}.`)
}
