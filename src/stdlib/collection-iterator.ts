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
import type { TableCursor } from "./ordered-table.ts"

/** What `keys()`, `values()` and `entries()` of a Map answer. */
export class MapIterator extends ObjectValue {
  private readonly cursor: TableCursor
  private readonly kind: IterationKind

  constructor(cursor: TableCursor, kind: IterationKind) {
    super(agent.realm.shapeOf("%MapIteratorPrototype%"))
    this.cursor = cursor
    this.kind = kind
  }

  next(): Value {
    const { realm } = agent
    const entry = this.cursor.next()
    if (entry === null) return realm.iteratorResult(undefined, true)
    const { kind } = this
    const value = kind === "key" ? entry.key : kind === "value" ? entry.value : realm.newArray([entry.key, entry.value])
    return realm.iteratorResult(value, false)
  }
}

/** What `keys()`, `values()` and `entries()` of a Set answer. */
export class SetIterator extends ObjectValue {
  private readonly cursor: TableCursor
  private readonly kind: IterationKind

  constructor(cursor: TableCursor, kind: IterationKind) {
    super(agent.realm.shapeOf("%SetIteratorPrototype%"))
    this.cursor = cursor
    this.kind = kind
  }

  next(): Value {
    const { realm } = agent
    const entry = this.cursor.next()
    if (entry === null) return realm.iteratorResult(undefined, true)
    return realm.iteratorResult(this.kind === "entry" ? realm.newArray([entry.key, entry.key]) : entry.key, false)
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
