/** Array iterators: of arrays, array-likes and typed arrays (https://tc39.es/ecma262/#sec-array-iterator-objects). */
import { agent, suspend, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { constant, method } from "../interpreter/kernel/builtin.ts"
import { lengthOfArrayLike, toObject } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { NO_FRAME } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { HOLE, numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { refuseOutOfBounds } from "./typed-array-create.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

export type IterationKind = "key" | "value" | "entry"

export class ArrayIteratorValue extends ObjectValue {
  /** Undefined once the iterator has come to the end. */
  source: ObjectValue | undefined
  readonly kind: IterationKind
  index = 0
  constructor(source: ObjectValue, kind: IterationKind) {
    super(agent.realm.shapeOf("%ArrayIteratorPrototype%"))
    this.source = source
    this.kind = kind
  }

  next(): Value | Susp {
    const source = this.source
    if (source === undefined) return agent.realm.iteratorResult(undefined, true)
    if (source instanceof ArrayValue) return this.step(source, source.length)
    if (source instanceof TypedArrayValue) {
      refuseOutOfBounds(source, "next of an array iterator")
      return this.step(source, source.length)
    }
    const length = lengthOfArrayLike(source)
    return length === SUSP ? suspend(afterLength, NO_FRAME, this) : this.step(source, length)
  }

  step(source: ObjectValue, length: number): Value | Susp {
    const index = this.index
    if (index >= length) {
      this.source = undefined
      return agent.realm.iteratorResult(undefined, true)
    }
    this.index = index + 1
    if (this.kind === "key") return agent.realm.iteratorResult(index, false)
    let value: Value | Susp = HOLE
    if (source instanceof ArrayValue && index < source.elements.length) value = source.elements[index]
    if (value === HOLE) value = source.get(numberKey(index), source)
    return value === SUSP ? suspend(afterElement, NO_FRAME, { iterator: this, index }) : this.result(index, value)
  }

  result(index: number, value: Value): Value {
    const realm = agent.realm
    return realm.iteratorResult(this.kind === "value" ? value : realm.newArray([index, value]), false)
  }
}

const afterLength = (_: unknown, length: number, iterator: ArrayIteratorValue): Value | Susp =>
  iterator.source === undefined ? agent.realm.iteratorResult(undefined, true) : iterator.step(iterator.source, length)

const afterElement = (_: unknown, value: Value, saved: { iterator: ArrayIteratorValue; index: number }): Value =>
  saved.iterator.result(saved.index, value)

/** https://tc39.es/ecma262/#sec-createarrayiterator, as a method of arrays: `keys`, `values`, `entries`. */
export const arrayIteration =
  (kind: IterationKind) =>
  (thisValue: Value): Value =>
    new ArrayIteratorValue(toObject(thisValue), kind)

/** https://tc39.es/ecma262/#sec-%arrayiteratorprototype%.next */
function arrayIteratorNext(thisValue: Value): Value | Susp {
  if (thisValue instanceof ArrayIteratorValue) return thisValue.next()
  return throwTypeError("next was called on a value that is not an array iterator.")
}

export const arrayIteratorIntrinsics = {
  "%ArrayIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [method("next", 0, arrayIteratorNext), constant(wellKnown.toStringTag, "Array Iterator", CONFIGURABLE)]
  }
} satisfies IntrinsicDefinitions
