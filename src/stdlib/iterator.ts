/** `Iterator` (https://tc39.es/ecma262/#sec-iterator-constructor) and `Iterator.from`, `concat`. Joint iteration is in iterator-zip.ts. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { constructor_, steps } from "../interpreter/kernel/builtin.ts"
import { getMethod } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { callValue, describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { DONE, getIteratorDirect, iteratorClose, iteratorStepValue } from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ITERATOR_CROSSING, ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import { ordinaryHasInstance } from "../interpreter/kernel/operators.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { IteratorHelper } from "./iterator-helper.ts"
import type { HelperBody } from "./iterator-helper.ts"
import { getIteratorFlattenable } from "./iterator-record.ts"
import { iteratorZip, iteratorZipKeyed } from "./iterator-zip.ts"

function* newIterator(newTarget: ObjectValue): Steps<Value> {
  let shape = shapeFromConstructor(newTarget, "%IteratorPrototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new ObjectValue(shape)
}

/** https://tc39.es/ecma262/#sec-%wrapforvaliditeratorprototype%-object */
class WrappedIterator extends ObjectValue {
  readonly record: IteratorRecord
  constructor(record: IteratorRecord) {
    super(agent.realm.shapeOf("%WrapForValidIteratorPrototype%"))
    this.record = record
  }

  override crossing(): Crossing {
    return ITERATOR_CROSSING
  }
}

const thisWrapped = (value: Value): IteratorRecord =>
  value instanceof WrappedIterator ? value.record : throwTypeError(`${describeValue(value)} is not a wrapped iterator.`)

/** https://tc39.es/ecma262/#sec-iterator.from */
function* iteratorFrom(_: Value, args: readonly Value[]): Steps<Value> {
  const record = yield* getIteratorFlattenable(args[0], "iterate")
  const inherits = yield* ordinaryHasInstance(agent.realm.intrinsic("%Iterator%"), record.iterator)
  return inherits ? record.iterator : new WrappedIterator(record)
}

/** https://tc39.es/ecma262/#sec-iterator.concat */
class ConcatBody implements HelperBody {
  private readonly sources: readonly { readonly open: ObjectValue; readonly iterable: ObjectValue }[]
  private position = 0
  private inner: IteratorRecord | null = null
  constructor(sources: readonly { readonly open: ObjectValue; readonly iterable: ObjectValue }[]) {
    this.sources = sources
  }
  *next(): Steps<Value | typeof DONE> {
    for (;;) {
      if (this.inner === null) {
        if (this.position === this.sources.length) return DONE
        const { open, iterable } = this.sources[this.position++]
        let iterator = open.call(iterable, [])
        if (iterator === SUSP) iterator = (yield) as Value
        if (!(iterator instanceof ObjectValue)) return throwTypeError(`${describeValue(iterator)} is not an iterator.`)
        this.inner = yield* getIteratorDirect(iterator)
      }
      const value = yield* iteratorStepValue(this.inner)
      if (value !== DONE) return value
      this.inner = null
    }
  }
  *close(): Steps<void> {
    if (this.inner !== null) yield* iteratorClose(this.inner)
  }
}

function* iteratorConcat(_: Value, args: readonly Value[]): Steps<Value> {
  const sources: { open: ObjectValue; iterable: ObjectValue }[] = hold([])
  for (const iterable of args) {
    if (!(iterable instanceof ObjectValue)) {
      return throwTypeError(
        `Iterator.concat: each argument must be an iterable object, not ${describeValue(iterable)}.`
      )
    }
    const open = yield* getMethod(iterable, wellKnown.iterator)
    if (open === undefined) return throwTypeError(`Iterator.concat: ${describeValue(iterable)} is not iterable.`)
    sources.push({ open, iterable })
    if (charge(1)) {
      pause()
      yield
    }
  }
  return new IteratorHelper(new ConcatBody(sources))
}

export const iteratorIntrinsics = {
  "%Iterator%": constructor_({
    name: "Iterator",
    length: 0,
    prototype: "%IteratorPrototype%",
    native: (_, __, newTarget) => {
      if (newTarget === undefined) return throwTypeError("Iterator cannot be called without 'new'.")
      if (newTarget === agent.realm.intrinsic("%Iterator%")) {
        return throwTypeError("Iterator is an abstract class: extend it, or use Iterator.from(...).")
      }
      return runSteps(newIterator(newTarget))
    },
    rows: [
      steps("concat", 0, iteratorConcat),
      steps("from", 1, iteratorFrom),
      steps("zip", 1, iteratorZip),
      steps("zipKeyed", 1, iteratorZipKeyed)
    ]
  }),
  "%WrapForValidIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [
      steps("next", 0, function* (thisValue) {
        const { iterator, next } = thisWrapped(thisValue)
        const answer = callValue(next, iterator, [])
        return answer === SUSP ? ((yield) as Value) : answer
      }),
      steps("return", 0, function* (thisValue) {
        const { iterator } = thisWrapped(thisValue)
        const close = yield* getMethod(iterator, "return")
        if (close === undefined) return agent.realm.iteratorResult(undefined, true)
        const answer = close.call(iterator, [])
        return answer === SUSP ? ((yield) as Value) : answer
      })
    ]
  }
} satisfies IntrinsicDefinitions
