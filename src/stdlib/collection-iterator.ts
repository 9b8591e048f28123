/** Iterators over `Map` and `Set` (https://tc39.es/ecma262/#sec-map-iterator-objects). */
import { agent } from "../interpreter/kernel/agent.ts"
import { constant, method } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { DirectIterator, DONE } from "../interpreter/kernel/iterate.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import type { IterationKind } from "./array-iterator.ts"
import type { TableCursor } from "./ordered-table.ts"

/** What `keys()`, `values()` and `entries()` of a Map answer. */
export class MapIterator extends DirectIterator {
  private readonly cursor: TableCursor
  private readonly kind: IterationKind

  constructor(cursor: TableCursor, kind: IterationKind) {
    super(agent.realm.shapeOf("%MapIteratorPrototype%"))
    this.cursor = cursor
    this.kind = kind
  }

  override get nativeNext(): Native {
    return mapIteratorNext
  }

  override step(): Value | typeof DONE {
    const { cursor, kind } = this
    if (!cursor.advance()) return DONE
    if (kind === "key") return cursor.key
    return kind === "value" ? cursor.value : agent.realm.newArray([cursor.key, cursor.value])
  }
}

/** What `keys()`, `values()` and `entries()` of a Set answer. */
export class SetIterator extends DirectIterator {
  private readonly cursor: TableCursor
  private readonly kind: IterationKind

  constructor(cursor: TableCursor, kind: IterationKind) {
    super(agent.realm.shapeOf("%SetIteratorPrototype%"))
    this.cursor = cursor
    this.kind = kind
  }

  override get nativeNext(): Native {
    return setIteratorNext
  }

  override step(): Value | typeof DONE {
    const { cursor } = this
    if (!cursor.advance()) return DONE
    return this.kind === "entry" ? agent.realm.newArray([cursor.key, cursor.key]) : cursor.key
  }
}

const resultOf = (value: Value | typeof DONE): Value =>
  value === DONE ? agent.realm.iteratorResult(undefined, true) : agent.realm.iteratorResult(value, false)

/** https://tc39.es/ecma262/#sec-%mapiteratorprototype%.next */
const mapIteratorNext: Native = (thisValue) =>
  thisValue instanceof MapIterator
    ? resultOf(thisValue.step())
    : throwTypeError(`next of a Map iterator was called on ${describeValue(thisValue)}.`)

/** https://tc39.es/ecma262/#sec-%setiteratorprototype%.next */
const setIteratorNext: Native = (thisValue) =>
  thisValue instanceof SetIterator
    ? resultOf(thisValue.step())
    : throwTypeError(`next of a Set iterator was called on ${describeValue(thisValue)}.`)

export const collectionIteratorIntrinsics = {
  "%MapIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [method("next", 0, mapIteratorNext), constant(wellKnown.toStringTag, "Map Iterator", CONFIGURABLE)]
  },
  "%SetIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [method("next", 0, setIteratorNext), constant(wellKnown.toStringTag, "Set Iterator", CONFIGURABLE)]
  }
} satisfies IntrinsicDefinitions
