/** Iterators over `Map` and `Set` (https://tc39.es/ecma262/#sec-map-iterator-objects). */
import { agent } from "../interpreter/kernel/agent.ts"
import { constant, method } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import type { IterationKind } from "./array-iterator.ts"

// A host Map's iterator sees insertions and deletions made on the way exactly as the specification's list of entries does.

/** What `keys()`, `values()` and `entries()` of a Map answer. `entries` is an iterator of the host map that holds the data. */
export class MapIterator extends ObjectValue {
  private entries: Iterator<readonly [Value, Value]> | null
  private readonly kind: IterationKind

  constructor(entries: Iterator<readonly [Value, Value]>, kind: IterationKind) {
    super(agent.realm.shapeOf("%MapIteratorPrototype%"))
    this.entries = entries
    this.kind = kind
  }

  next(): Value {
    const step = this.entries?.next()
    if (step === undefined || step.done === true) {
      this.entries = null
      return agent.realm.iteratorResult(undefined, true)
    }
    const [key, value] = step.value
    const { kind } = this
    return agent.realm.iteratorResult(
      kind === "key" ? key : kind === "value" ? value : agent.realm.newArray([key, value]),
      false
    )
  }
}

/** What `keys()`, `values()` and `entries()` of a Set answer. `values` is an iterator of the host set or map keys that hold the data. */
export class SetIterator extends ObjectValue {
  private values: Iterator<Value> | null
  private readonly kind: IterationKind

  constructor(values: Iterator<Value>, kind: IterationKind) {
    super(agent.realm.shapeOf("%SetIteratorPrototype%"))
    this.values = values
    this.kind = kind
  }

  next(): Value {
    const step = this.values?.next()
    if (step === undefined || step.done === true) {
      this.values = null
      return agent.realm.iteratorResult(undefined, true)
    }
    const { value } = step
    return agent.realm.iteratorResult(this.kind === "entry" ? agent.realm.newArray([value, value]) : value, false)
  }
}

export const collectionIteratorIntrinsics = {
  "%MapIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [
      method("next", 0, (thisValue) =>
        thisValue instanceof MapIterator
          ? thisValue.next()
          : throwTypeError(`next of a Map iterator was called on ${describeValue(thisValue)}.`)
      ),
      constant(wellKnown.toStringTag, "Map Iterator", CONFIGURABLE)
    ]
  },
  "%SetIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [
      method("next", 0, (thisValue) =>
        thisValue instanceof SetIterator
          ? thisValue.next()
          : throwTypeError(`next of a Set iterator was called on ${describeValue(thisValue)}.`)
      ),
      constant(wellKnown.toStringTag, "Set Iterator", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
