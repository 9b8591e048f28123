/** `Iterator.prototype` (https://tc39.es/ecma262/#sec-%iterator.prototype%-object). */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { LongList } from "../interpreter/kernel/long-list.ts"
import { method, steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { getMethod, integerOf, numberOf, stringOf } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { call2, call3, describeValue, isCallable } from "../interpreter/kernel/function.ts"
import {
  DONE,
  elementsFrom,
  getIteratorDirect,
  iteratorClose,
  iteratorCloseOnThrow,
  iteratorStepValue
} from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { sameValueZero } from "../interpreter/kernel/operators.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { heldCount, hold, letGo } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import { TextBuilder } from "./text-builder.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { dataLikeAccessor } from "./accessor-property.ts"
import { IteratorHelper } from "./iterator-helper.ts"
import type { HelperBody } from "./iterator-helper.ts"
import { closingOnFailure, closingOnThrow, getIteratorFlattenable, unopened } from "./iterator-record.ts"

function requireIterator(value: Value, name: string): ObjectValue {
  if (value instanceof ObjectValue) return value
  return throwTypeError(`Iterator.prototype.${name} was called on ${describeValue(value)}, which is not an object.`)
}

/** The receiver as an iterator and the callback; a wrong callback closes the receiver. */
function* openWithCallback(
  thisValue: Value,
  fn: Value,
  name: string
): Steps<{ record: IteratorRecord; fn: ObjectValue }> {
  const iterator = requireIterator(thisValue, name)
  if (!isCallable(fn)) {
    yield* closingOnFailure(unopened(iterator), () => {
      throwTypeError(`Iterator.prototype.${name}: the callback must be a function, not ${describeValue(fn)}.`)
    })
  }
  return { record: yield* getIteratorDirect(iterator), fn: fn as ObjectValue }
}

/** Native iterators may go on for ever without a call of guest code. */
function* breathe(): Steps<void> {
  if (charge(8)) {
    pause()
    yield
  }
}

/** Calls the callback for a value; a throw closes the iterator. */
function* visit(record: IteratorRecord, fn: ObjectValue, value: Value, counter: number): Steps<Value> {
  try {
    const result = call2(fn, undefined, value, counter)
    return result === SUSP ? ((yield) as Value) : result
  } catch (error) {
    return yield* iteratorCloseOnThrow(record, error)
  }
}

abstract class SingleSource implements HelperBody {
  protected readonly record: IteratorRecord
  constructor(record: IteratorRecord) {
    this.record = record
  }
  abstract next(): Steps<Value | typeof DONE>
  close(_started: boolean): Steps<void> {
    return iteratorClose(this.record)
  }
}

/** https://tc39.es/ecma262/#sec-iterator.prototype.map */
class MapBody extends SingleSource {
  private counter = 0
  private readonly fn: ObjectValue
  constructor(record: IteratorRecord, fn: ObjectValue) {
    super(record)
    this.fn = fn
  }
  *next(): Steps<Value | typeof DONE> {
    const value = yield* iteratorStepValue(this.record)
    if (value === DONE) return DONE
    return yield* visit(this.record, this.fn, value, this.counter++)
  }
}

/** https://tc39.es/ecma262/#sec-iterator.prototype.filter */
class FilterBody extends SingleSource {
  private counter = 0
  private readonly fn: ObjectValue
  constructor(record: IteratorRecord, fn: ObjectValue) {
    super(record)
    this.fn = fn
  }
  *next(): Steps<Value | typeof DONE> {
    for (;;) {
      const value = yield* iteratorStepValue(this.record)
      if (value === DONE) return DONE
      if (yield* visit(this.record, this.fn, value, this.counter++)) return value
      yield* breathe()
    }
  }
}

/** https://tc39.es/ecma262/#sec-iterator.prototype.take */
class TakeBody extends SingleSource {
  private remaining: number
  constructor(record: IteratorRecord, limit: number) {
    super(record)
    this.remaining = limit
  }
  *next(): Steps<Value | typeof DONE> {
    if (this.remaining === 0) {
      yield* iteratorClose(this.record)
      return DONE
    }
    this.remaining--
    return yield* iteratorStepValue(this.record)
  }
}

/** https://tc39.es/ecma262/#sec-iterator.prototype.drop */
class DropBody extends SingleSource {
  private remaining: number
  constructor(record: IteratorRecord, limit: number) {
    super(record)
    this.remaining = limit
  }
  *next(): Steps<Value | typeof DONE> {
    while (this.remaining > 0) {
      this.remaining--
      if ((yield* iteratorStepValue(this.record)) === DONE) return DONE
      yield* breathe()
    }
    return yield* iteratorStepValue(this.record)
  }
}

/** https://tc39.es/ecma262/#sec-iterator.prototype.flatmap */
class FlatMapBody extends SingleSource {
  private counter = 0
  private readonly fn: ObjectValue
  private inner: IteratorRecord | null = null
  constructor(record: IteratorRecord, fn: ObjectValue) {
    super(record)
    this.fn = fn
  }
  *next(): Steps<Value | typeof DONE> {
    for (;;) {
      if (this.inner === null) {
        const value = yield* iteratorStepValue(this.record)
        if (value === DONE) return DONE
        const mapped = yield* visit(this.record, this.fn, value, this.counter++)
        this.inner = yield* closingOnThrow(this.record, () => getIteratorFlattenable(mapped, "reject"))
      }
      const inner = this.inner
      const value = yield* closingOnThrow(this.record, () => iteratorStepValue(inner))
      if (value !== DONE) return value
      this.inner = null
      yield* breathe()
    }
  }
  override *close(): Steps<void> {
    const inner = this.inner
    if (inner !== null) yield* closingOnThrow(this.record, () => iteratorClose(inner))
    yield* iteratorClose(this.record)
  }
}

/** https://tc39.es/proposal-iterator-chunking/ */
class ChunksBody extends SingleSource {
  private readonly size: number
  constructor(record: IteratorRecord, size: number) {
    super(record)
    this.size = size
  }
  *next(): Steps<Value | typeof DONE> {
    const buffer: Value[] = hold([])
    while (buffer.length < this.size) {
      const value = yield* iteratorStepValue(this.record)
      if (value === DONE) return buffer.length === 0 ? DONE : agent.realm.newArray(buffer)
      if (buffer.length >= MAX_ELEMENTS) yield* closingOnFailure(this.record, throwTooManyElements)
      buffer.push(value)
      yield* breathe()
    }
    return agent.realm.newArray(buffer)
  }
}

/** https://tc39.es/proposal-iterator-chunking/ */
class WindowsBody extends SingleSource {
  private readonly size: number
  private readonly partial: boolean
  private buffer: Value[] = []
  private started = false
  constructor(record: IteratorRecord, size: number, partial: boolean) {
    super(record)
    this.size = size
    this.partial = partial
  }
  *next(): Steps<Value | typeof DONE> {
    if (this.buffer.length === this.size) this.buffer = yield* elementsFrom(this.buffer, 1)
    while (this.buffer.length < this.size) {
      const value = yield* iteratorStepValue(this.record)
      if (value === DONE) {
        if (!this.partial || this.started || this.buffer.length === 0) return DONE
        this.started = true
        return agent.realm.newArray(this.buffer)
      }
      if (this.buffer.length >= MAX_ELEMENTS) yield* closingOnFailure(this.record, throwTooManyElements)
      this.buffer.push(value)
      yield* breathe()
    }
    this.started = true
    return agent.realm.newArray(yield* elementsFrom(this.buffer, 0))
  }
}

const callbackHelper = (name: string, make: (record: IteratorRecord, fn: ObjectValue) => HelperBody): Row =>
  steps(name, 1, function* (thisValue, args) {
    const { record, fn } = yield* openWithCallback(thisValue, args[0], name)
    return new IteratorHelper(make(record, fn))
  })

/** `take` and `drop`. */
const limitHelper = (name: string, make: (record: IteratorRecord, limit: number) => HelperBody): Row =>
  steps(name, 1, function* (thisValue, args) {
    const iterator = requireIterator(thisValue, name)
    const limit = yield* closingOnThrow(unopened(iterator), function* () {
      const n = yield* numberOf(args[0])
      if (n !== n)
        throwRangeError(`Iterator.prototype.${name}: the limit must be a number, not ${describeValue(args[0])}.`)
      const integer = integerOf(n)
      if (integer < 0 || (integer > Number.MAX_SAFE_INTEGER && integer !== Infinity)) {
        throwRangeError(`Iterator.prototype.${name}: the limit must be from 0 to 2^53 - 1, or Infinity.`)
      }
      return integer
    })
    return new IteratorHelper(make(yield* getIteratorDirect(iterator), limit))
  })

const MAX_CHUNK = 2 ** 32 - 1

function checkSize(size: Value, name: string): number {
  if (typeof size !== "number" || !Number.isInteger(size)) {
    return throwTypeError(`Iterator.prototype.${name}: the size must be an integer, not ${describeValue(size)}.`)
  }
  if (size < 1 || size > MAX_CHUNK)
    throwRangeError(`Iterator.prototype.${name}: the size must be from 1 to 4294967295.`)
  return size
}

/** https://tc39.es/ecma262/#sec-iterator.prototype.reduce */
function* iteratorReduce(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const { record, fn } = yield* openWithCallback(thisValue, args[0], "reduce")
  let accumulator: Value
  let counter = 0
  if (args.length < 2) {
    const first = yield* iteratorStepValue(record)
    if (first === DONE) return throwTypeError("Iterator.prototype.reduce: an empty iterator needs an initial value.")
    accumulator = first
    counter = 1
  } else {
    accumulator = args[1]
  }
  for (;;) {
    const value = yield* iteratorStepValue(record)
    if (value === DONE) return accumulator
    try {
      const result = call3(fn, undefined, accumulator, value, counter++)
      accumulator = result === SUSP ? ((yield) as Value) : result
    } catch (error) {
      yield* iteratorCloseOnThrow(record, error)
    }
    yield* breathe()
  }
}

/** https://tc39.es/ecma262/#sec-iterator.prototype.toarray */
function* iteratorToArray(thisValue: Value): Steps<Value> {
  const record = yield* getIteratorDirect(requireIterator(thisValue, "toArray"))
  const list = hold(new LongList())
  for (;;) {
    const value = yield* iteratorStepValue(record)
    if (value === DONE) return agent.realm.newLongArray(list)
    if (list.length >= MAX_ELEMENTS) yield* closingOnFailure(record, throwTooManyElements)
    list.push(value)
    yield* breathe()
  }
}

/** `forEach`, `some`, `every` and `find`: `stop` tells from a value and its callback's answer whether to end, and with what. */
const search = (
  name: string,
  atEnd: Value,
  stop: (value: Value, answer: Value) => { readonly result: Value } | undefined
): Row =>
  steps(name, 1, function* (thisValue, args) {
    const { record, fn } = yield* openWithCallback(thisValue, args[0], name)
    let counter = 0
    for (;;) {
      const value = yield* iteratorStepValue(record)
      if (value === DONE) return atEnd
      const stopped = stop(value, yield* visit(record, fn, value, counter++))
      if (stopped !== undefined) {
        yield* iteratorClose(record)
        return stopped.result
      }
      yield* breathe()
    }
  })

/** https://tc39.es/proposal-iterator-includes/ */
function* iteratorIncludes(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const iterator = requireIterator(thisValue, "includes")
  const [wanted, skipped] = args
  const toSkip = yield* closingOnFailure(unopened(iterator), () => {
    if (skipped === undefined) return 0
    if (typeof skipped !== "number" || !(Number.isInteger(skipped) || Math.abs(skipped) === Infinity)) {
      return throwTypeError(
        `Iterator.prototype.includes: the number of elements to skip must be an integer, not ${describeValue(skipped)}.`
      )
    }
    if (skipped < 0 || (skipped > Number.MAX_SAFE_INTEGER && skipped !== Infinity)) {
      throwRangeError("Iterator.prototype.includes: the number of elements to skip is out of range.")
    }
    return skipped
  })
  const record = yield* getIteratorDirect(iterator)
  for (let index = 0; ; index++) {
    const value = yield* iteratorStepValue(record)
    if (value === DONE) return false
    if (index >= toSkip && sameValueZero(value, wanted)) {
      yield* iteratorClose(record)
      return true
    }
    yield* breathe()
  }
}

/** https://tc39.es/proposal-iterator-join/ */
function* iteratorJoin(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const iterator = requireIterator(thisValue, "join")
  const separator = args[0] === undefined ? "," : yield* closingOnThrow(unopened(iterator), () => stringOf(args[0]))
  const record = yield* getIteratorDirect(iterator)
  const text = new TextBuilder()
  const mark = heldCount()
  for (let first = true; ; first = false) {
    const value = yield* iteratorStepValue(record)
    if (value === DONE) return text.finish()
    yield* closingOnThrow(record, function* () {
      if (!first) text.add(separator)
      if (value !== undefined && value !== null) text.add(yield* stringOf(value))
    })
    letGo(mark)
    yield* breathe()
  }
}

/** https://tc39.es/ecma262/#sec-%iterator.prototype%-%symbol.dispose% */
function* iteratorDispose(thisValue: Value): Steps<Value> {
  const close = yield* getMethod(thisValue, "return")
  if (close !== undefined) {
    const result = close.call(thisValue, [])
    if (result === SUSP) yield
  }
  return undefined
}

export const iteratorPrototypeIntrinsics = {
  "%IteratorPrototype%": {
    prototype: "%Object.prototype%",
    rows: [
      dataLikeAccessor("%IteratorPrototype%", "constructor", () => agent.realm.intrinsic("%Iterator%")),
      steps("chunks", 1, function* (thisValue, args) {
        const iterator = requireIterator(thisValue, "chunks")
        const size = yield* closingOnFailure(unopened(iterator), () => checkSize(args[0], "chunks"))
        return new IteratorHelper(new ChunksBody(yield* getIteratorDirect(iterator), size))
      }),
      limitHelper("drop", (record, limit) => new DropBody(record, limit)),
      search("every", true, (_, answer) => (answer ? undefined : { result: false })),
      callbackHelper("filter", (record, fn) => new FilterBody(record, fn)),
      search("find", undefined, (value, answer) => (answer ? { result: value } : undefined)),
      callbackHelper("flatMap", (record, fn) => new FlatMapBody(record, fn)),
      search("forEach", undefined, () => undefined),
      steps("includes", 1, iteratorIncludes),
      steps("join", 1, iteratorJoin),
      callbackHelper("map", (record, fn) => new MapBody(record, fn)),
      steps("reduce", 1, iteratorReduce),
      search("some", false, (_, answer) => (answer ? { result: true } : undefined)),
      limitHelper("take", (record, limit) => new TakeBody(record, limit)),
      steps("toArray", 0, iteratorToArray),
      steps("windows", 1, function* (thisValue, args) {
        const iterator = requireIterator(thisValue, "windows")
        const [size, undersized] = args
        const checked = yield* closingOnFailure(unopened(iterator), () => {
          const n = checkSize(size, "windows")
          if (undersized !== undefined && undersized !== "only-full" && undersized !== "allow-partial") {
            throwTypeError('Iterator.prototype.windows: the second argument must be "only-full" or "allow-partial".')
          }
          return n
        })
        const record = yield* getIteratorDirect(iterator)
        return new IteratorHelper(new WindowsBody(record, checked, undersized === "allow-partial"))
      }),
      method(wellKnown.iterator, 0, (thisValue) => thisValue),
      steps(wellKnown.dispose, 0, iteratorDispose),
      dataLikeAccessor("%IteratorPrototype%", wellKnown.toStringTag, () => "Iterator")
    ]
  }
} satisfies IntrinsicDefinitions
