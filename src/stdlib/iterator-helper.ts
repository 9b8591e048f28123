/**
 * Iterator helper objects (https://tc39.es/ecma262/#sec-iterator-helper-objects): what `map`, `filter`, `take`… answer. A helper is a small
 * state machine instead of a generator: each `next` runs its body's own `next` once.
 */
import { agent } from "../interpreter/kernel/agent.ts"
import { constant, steps } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { DONE } from "../interpreter/kernel/iterate.ts"
import { ITERATOR_CROSSING, ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

export interface HelperBody {
  /** The next value, or `DONE`. A throw ends the helper. */
  next(): Steps<Value | typeof DONE>
  /** `return` before the end: closes what is open. `started` is false when `next` was never called. */
  close(started: boolean): Steps<void>
}

export class IteratorHelper extends ObjectValue {
  private readonly body: HelperBody
  private state: "start" | "yield" | "running" | "done" = "start"

  constructor(body: HelperBody) {
    super(agent.realm.shapeOf("%IteratorHelperPrototype%"))
    this.body = body
  }

  override crossing(): Crossing {
    return ITERATOR_CROSSING
  }

  *next(): Steps<Value> {
    if (this.state === "running") throwTypeError("The iterator helper is already running.")
    if (this.state === "done") return agent.realm.iteratorResult(undefined, true)
    this.state = "running"
    agent.budget -= 8
    let value: Value | typeof DONE
    try {
      value = yield* this.body.next()
    } catch (error) {
      this.state = "done"
      throw error
    }
    if (value === DONE) {
      this.state = "done"
      return agent.realm.iteratorResult(undefined, true)
    }
    this.state = "yield"
    return agent.realm.iteratorResult(value, false)
  }

  *return(): Steps<Value> {
    const { state } = this
    if (state === "running") throwTypeError("The iterator helper is already running.")
    if (state === "start") {
      this.state = "done"
      yield* this.body.close(false)
    } else if (state === "yield") {
      this.state = "running"
      try {
        yield* this.body.close(true)
      } finally {
        this.state = "done"
      }
    }
    return agent.realm.iteratorResult(undefined, true)
  }
}

const thisHelper = (value: Value, name: string): IteratorHelper =>
  value instanceof IteratorHelper
    ? value
    : throwTypeError(`${name} of an iterator helper was called on ${describeValue(value)}.`)

export const iteratorHelperIntrinsics = {
  "%IteratorHelperPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [
      steps("next", 0, (thisValue) => thisHelper(thisValue, "next").next()),
      steps("return", 0, (thisValue) => thisHelper(thisValue, "return").return()),
      constant(wellKnown.toStringTag, "Iterator Helper", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
