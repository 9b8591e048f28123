/** Array iterators: of arrays, array-likes and typed arrays (https://tc39.es/ecma262/#sec-array-iterator-objects). */
import { agent, suspend, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { constant, method } from "../interpreter/kernel/builtin.ts"
import { lengthOfArrayLike, toObject } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, NO_FRAME } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { DirectIterator, DONE } from "../interpreter/kernel/iterate.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { HOLE, numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { refuseOutOfBounds } from "./typed-array-create.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

export type IterationKind = "key" | "value" | "entry"

export class ArrayIteratorValue extends DirectIterator {
  /** Undefined once the iterator has come to the end. */
  private source: ObjectValue | undefined
  private readonly kind: IterationKind
  private index = 0
  constructor(source: ObjectValue, kind: IterationKind) {
    super(agent.realm.shapeOf("%ArrayIteratorPrototype%"))
    this.source = source
    this.kind = kind
  }

  override get nativeNext(): Native {
    return arrayIteratorNext
  }

  override step(): Value | typeof DONE | Susp {
    const { source } = this
    if (source === undefined) return DONE
    if (source instanceof ArrayValue) return this.stepWithin(source.length)
    if (source instanceof TypedArrayValue) {
      refuseOutOfBounds(source, "next of an array iterator")
      return this.stepWithin(source.length)
    }
    const length = lengthOfArrayLike(source)
    return length === SUSP ? suspend(afterLength, NO_FRAME, this) : this.stepWithin(length)
  }

  stepWithin(length: number): Value | typeof DONE | Susp {
    const { index, source } = this
    if (source === undefined) return DONE
    if (index >= length) {
      this.source = undefined
      return DONE
    }
    this.index = index + 1
    if (this.kind === "key") return index
    let value: Value | Susp = HOLE
    if (source instanceof ArrayValue && index < source.elements.length) value = source.elements[index]
    if (value === HOLE) value = source.get(numberKey(index), source)
    if (this.kind === "value") return value
    return value === SUSP ? suspend(afterElement, NO_FRAME, index) : agent.realm.newArray([index, value])
  }
}

const afterLength = (_: unknown, length: number, iterator: ArrayIteratorValue): Value | typeof DONE | Susp =>
  iterator.stepWithin(length)

const afterElement = (_: unknown, value: Value, index: number): Value => agent.realm.newArray([index, value])

/** https://tc39.es/ecma262/#sec-createarrayiterator, as a method of arrays: `keys`, `values`, `entries`. */
export const arrayIteration =
  (kind: IterationKind) =>
  (thisValue: Value): Value =>
    new ArrayIteratorValue(toObject(thisValue), kind)

/** https://tc39.es/ecma262/#sec-%arrayiteratorprototype%.next */
const arrayIteratorNext: Native = (thisValue) => {
  if (!(thisValue instanceof ArrayIteratorValue)) {
    return throwTypeError(`next of an array iterator was called on ${describeValue(thisValue)}.`)
  }
  const value = thisValue.step()
  return value === SUSP ? suspend(resultOf, NO_FRAME) : resultOf(NO_FRAME, value)
}

const resultOf = (_: unknown, value: Value | typeof DONE): Value =>
  value === DONE ? agent.realm.iteratorResult(undefined, true) : agent.realm.iteratorResult(value, false)

export const arrayIteratorIntrinsics = {
  "%ArrayIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [method("next", 0, arrayIteratorNext), constant(wellKnown.toStringTag, "Array Iterator", CONFIGURABLE)]
  }
} satisfies IntrinsicDefinitions
