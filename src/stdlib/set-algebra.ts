/** The methods of sets that take another set, or anything with `size`, `has` and `keys`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { callOf, getOf, integerOrInfinityOf, numberOf } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import { DONE, getIteratorDirect, iteratorClose, iteratorStepValue } from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { OrderedTable, TableCursor } from "./ordered-table.ts"
import { SetValue, setTableOf } from "./set-value.ts"

/** A Set Record (https://tc39.es/ecma262/#sec-set-records). */
interface SetRecord {
  readonly object: ObjectValue
  readonly size: number
  readonly has: ObjectValue
  readonly keys: ObjectValue
}

/** `GetSetRecord` (https://tc39.es/ecma262/#sec-getsetrecord). */
function* getSetRecord(value: Value, method: string): Steps<SetRecord> {
  if (!(value instanceof ObjectValue)) {
    const hint = value === undefined || value === null ? "" : " Wrap it: new Set(...)."
    return throwTypeError(`${method}: the argument must be a Set or be like one, not ${describeValue(value)}.${hint}`)
  }
  const n = yield* numberOf(yield* getOf(value, "size"))
  if (n !== n) {
    return throwTypeError(
      `${method}: the argument has no numeric size. To use the values of an iterable write new Set(iterable).`
    )
  }
  const size = yield* integerOrInfinityOf(n)
  if (size < 0) throwRangeError(`${method}: the argument's size must not be negative: ${size}.`)
  const has = yield* getOf(value, "has")
  if (!isCallable(has)) return throwTypeError(`${method}: the argument's \`has\` is not a function.`)
  const keys = yield* getOf(value, "keys")
  if (!isCallable(keys)) return throwTypeError(`${method}: the argument's \`keys\` is not a function.`)
  return hold({ object: value, size, has, keys })
}

function* keysOf(other: SetRecord): Steps<IteratorRecord> {
  const iterator = yield* callOf(other.keys, other.object, [])
  if (!(iterator instanceof ObjectValue)) return throwTypeError("The set's `keys` method did not answer an iterator.")
  return yield* getIteratorDirect(iterator)
}

function* isIn(other: SetRecord, key: Value): Steps<boolean> {
  let answer = other.has.call(other.object, [key])
  if (answer === SUSP) answer = (yield) as Value
  if (charge(1)) {
    pause()
    yield
  }
  return Boolean(answer)
}

function* copyOf(table: OrderedTable): Steps<OrderedTable> {
  const copy = hold(new OrderedTable())
  const cursor = new TableCursor(table)
  while (cursor.advance()) {
    copy.set(cursor.key, undefined)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return copy
}

const newSet = (table: OrderedTable): SetValue => new SetValue(agent.realm.shapeOf("%Set.prototype%"), table)

/** https://tc39.es/ecma262/#sec-set.prototype.union */
export function* setUnion(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = setTableOf(thisValue, "Set.prototype.union")
  const keys = yield* keysOf(yield* getSetRecord(args[0], "Set.prototype.union"))
  const result = yield* copyOf(table)
  for (;;) {
    const key = yield* iteratorStepValue(keys)
    if (key === DONE) return newSet(result)
    result.set(key, undefined)
    if (charge(1)) {
      pause()
      yield
    }
  }
}

/** https://tc39.es/ecma262/#sec-set.prototype.intersection */
export function* setIntersection(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = setTableOf(thisValue, "Set.prototype.intersection")
  const other = yield* getSetRecord(args[0], "Set.prototype.intersection")
  const result = hold(new OrderedTable())
  if (table.size <= other.size) {
    const cursor = new TableCursor(table)
    while (cursor.advance()) {
      if (yield* isIn(other, cursor.key)) result.set(cursor.key, undefined)
    }
    return newSet(result)
  }
  const keys = yield* keysOf(other)
  for (;;) {
    const key = yield* iteratorStepValue(keys)
    if (key === DONE) return newSet(result)
    if (table.has(key)) result.set(key, undefined)
    if (charge(1)) {
      pause()
      yield
    }
  }
}

/** https://tc39.es/ecma262/#sec-set.prototype.difference */
export function* setDifference(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = setTableOf(thisValue, "Set.prototype.difference")
  const other = yield* getSetRecord(args[0], "Set.prototype.difference")
  const result = yield* copyOf(table)
  if (table.size <= other.size) {
    const cursor = new TableCursor(table)
    while (cursor.advance()) {
      if (yield* isIn(other, cursor.key)) result.delete(cursor.key)
    }
    return newSet(result)
  }
  const keys = yield* keysOf(other)
  for (;;) {
    const key = yield* iteratorStepValue(keys)
    if (key === DONE) return newSet(result)
    result.delete(key)
    if (charge(1)) {
      pause()
      yield
    }
  }
}

/** https://tc39.es/ecma262/#sec-set.prototype.symmetricdifference */
export function* setSymmetricDifference(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = setTableOf(thisValue, "Set.prototype.symmetricDifference")
  const keys = yield* keysOf(yield* getSetRecord(args[0], "Set.prototype.symmetricDifference"))
  const result = yield* copyOf(table)
  for (;;) {
    const key = yield* iteratorStepValue(keys)
    if (key === DONE) return newSet(result)
    // Asked of the set itself, which the iterator may have changed.
    if (table.has(key)) result.delete(key)
    else result.set(key, undefined)
    if (charge(1)) {
      pause()
      yield
    }
  }
}

/** https://tc39.es/ecma262/#sec-set.prototype.issubsetof */
export function* setIsSubsetOf(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = setTableOf(thisValue, "Set.prototype.isSubsetOf")
  const other = yield* getSetRecord(args[0], "Set.prototype.isSubsetOf")
  if (table.size > other.size) return false
  const cursor = new TableCursor(table)
  while (cursor.advance()) {
    if (!(yield* isIn(other, cursor.key))) return false
  }
  return true
}

/** https://tc39.es/ecma262/#sec-set.prototype.issupersetof */
export function* setIsSupersetOf(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = setTableOf(thisValue, "Set.prototype.isSupersetOf")
  const other = yield* getSetRecord(args[0], "Set.prototype.isSupersetOf")
  if (table.size < other.size) return false
  return yield* allKeys(other, (key) => table.has(key))
}

/** https://tc39.es/ecma262/#sec-set.prototype.isdisjointfrom */
export function* setIsDisjointFrom(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const table = setTableOf(thisValue, "Set.prototype.isDisjointFrom")
  const other = yield* getSetRecord(args[0], "Set.prototype.isDisjointFrom")
  if (table.size > other.size) return yield* allKeys(other, (key) => !table.has(key))
  const cursor = new TableCursor(table)
  while (cursor.advance()) {
    if (yield* isIn(other, cursor.key)) return false
  }
  return true
}

/** Whether every key of the other set passes; the iterator is closed at the first that does not. */
function* allKeys(other: SetRecord, passes: (key: Value) => boolean): Steps<boolean> {
  const keys = yield* keysOf(other)
  for (;;) {
    const key = yield* iteratorStepValue(keys)
    if (key === DONE) return true
    if (!passes(key)) {
      yield* iteratorClose(keys)
      return false
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
}
