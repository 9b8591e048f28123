/** String iterators: one code point at a time (https://tc39.es/ecma262/#sec-%stringiteratorprototype%-object). */
import { agent } from "../interpreter/kernel/agent.ts"
import { constant, method } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { DirectIterator, DONE } from "../interpreter/kernel/iterate.ts"
import { ITERATOR_CROSSING } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { reading } from "../interpreter/kernel/rope.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

export class StringIterator extends DirectIterator {
  private readonly text: string
  private position = 0

  constructor(text: string) {
    super(agent.realm.shapeOf("%StringIteratorPrototype%"))
    reading(text)
    this.text = text
  }

  override crossing(): Crossing {
    return ITERATOR_CROSSING
  }

  override get nativeNext(): Native {
    return stringIteratorNext
  }

  override step(): Value | typeof DONE {
    const { text, position } = this
    if (position >= text.length) {
      this.position = Infinity
      return DONE
    }
    const width = text.codePointAt(position)! > 0xffff ? 2 : 1
    this.position = position + width
    return text.slice(position, position + width)
  }
}

const stringIteratorNext: Native = (thisValue) => {
  if (!(thisValue instanceof StringIterator)) {
    return throwTypeError(`next of a string iterator was called on ${describeValue(thisValue)}.`)
  }
  const value = thisValue.step()
  return value === DONE ? agent.realm.iteratorResult(undefined, true) : agent.realm.iteratorResult(value, false)
}

export const stringIteratorIntrinsics = {
  "%StringIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [method("next", 0, stringIteratorNext), constant(wellKnown.toStringTag, "String Iterator", CONFIGURABLE)]
  }
} satisfies IntrinsicDefinitions
