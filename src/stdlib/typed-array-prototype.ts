/** `%TypedArray%.prototype` (https://tc39.es/ecma262/#sec-properties-of-the-%typedarrayprototype%-object). */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { alias, getter, link, method, property, steps } from "../interpreter/kernel/builtin.ts"
import { integerOrInfinityOf, lengthOfArrayLike, numberOf, stringOf, toObject } from "../interpreter/kernel/convert.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { call3, callValue } from "../interpreter/kernel/function.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { sameValueZero } from "../interpreter/kernel/operators.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { copyBytes } from "./array-buffer-value.ts"
import { ArrayIteratorValue } from "./array-iterator.ts"
import type { IterationKind } from "./array-iterator.ts"
import { comparatorOf } from "./array-sort.ts"
import { joinElements, localeTextOf } from "./array-text.ts"
import { callbackOf } from "./callback-loop.ts"
import { halfBits } from "./half-float.ts"
import { sortByCallback } from "./merge-sort.ts"
import { relativeIndexOf } from "./relative-index.ts"
import { bigintOf } from "./to-bigint.ts"
import {
  copyElements,
  copyOfElements,
  newTypedArray,
  refuseOutOfBounds,
  speciesCreate,
  typedArrayFrom,
  validateTypedArray
} from "./typed-array-create.ts"
import { sortElements } from "./typed-array-sort.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

const named = (name: string): string => `TypedArray.prototype.${name}`

/** An element, or `undefined` where callbacks have made the array shorter. */
const elementAt = (array: TypedArrayValue, k: number): Value => (k < array.length ? array.read(k) : undefined)

function* elementValueOf(array: TypedArrayValue, value: Value): Steps<number | bigint> {
  return array.type.isBigInt ? yield* bigintOf(value) : yield* numberOf(value)
}

// ---- Accessors

/** https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.buffer */
const typedArrayBuffer = (thisValue: Value): Value => typedArrayFrom(thisValue, `get ${named("buffer")}`).buffer

/** https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.bytelength */
function typedArrayByteLength(thisValue: Value): Value {
  const array = typedArrayFrom(thisValue, `get ${named("byteLength")}`)
  return array.length * array.type.size
}

/** https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.byteoffset */
function typedArrayByteOffset(thisValue: Value): Value {
  const array = typedArrayFrom(thisValue, `get ${named("byteOffset")}`)
  return array.isOutOfBounds ? 0 : array.byteOffsetAtCreation
}

/** https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.length */
const typedArrayLength = (thisValue: Value): Value => typedArrayFrom(thisValue, `get ${named("length")}`).length

/** https://tc39.es/ecma262/#sec-get-%typedarray%.prototype-%symbol.tostringtag% */
const typedArrayTag = (thisValue: Value): Value =>
  thisValue instanceof TypedArrayValue ? thisValue.builtinTag : undefined

// ---- Reading

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.at */
function* typedArrayAt(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("at"))
  const { length } = array
  const n = yield* integerOrInfinityOf(args[0])
  const k = n >= 0 ? n : length + n
  return k < 0 || k >= length ? undefined : elementAt(array, k)
}

/** `keys`, `values` and `entries`. */
const iteration =
  (name: string, kind: IterationKind) =>
  (thisValue: Value): Value =>
    new ArrayIteratorValue(validateTypedArray(thisValue, named(name)), kind)

/** Elements that are compared between two looks at the budget. */
const LOOK = 1 << 14

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.includes */
function* typedArrayIncludes(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("includes"))
  const { length } = array
  if (length === 0) return false
  const n = yield* integerOrInfinityOf(args[1])
  for (let k = n >= 0 ? n : Math.max(length + n, 0); k < length; k++) {
    if (sameValueZero(elementAt(array, k), args[0])) return true
    if ((k & (LOOK - 1)) === 0 && charge(LOOK >> 3)) {
      pause()
      yield
    }
  }
  return false
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.indexof */
function* typedArrayIndexOf(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("indexOf"))
  const { length } = array
  if (length === 0) return -1
  const n = yield* integerOrInfinityOf(args[1])
  const end = Math.min(length, array.length)
  for (let k = n >= 0 ? n : Math.max(length + n, 0); k < end; k++) {
    if (array.read(k) === args[0]) return k
    if ((k & (LOOK - 1)) === 0 && charge(LOOK >> 3)) {
      pause()
      yield
    }
  }
  return -1
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.lastindexof */
function* typedArrayLastIndexOf(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("lastIndexOf"))
  const { length } = array
  if (length === 0) return -1
  const n = args.length > 1 ? yield* integerOrInfinityOf(args[1]) : length - 1
  for (let k = Math.min(n >= 0 ? Math.min(n, length - 1) : length + n, array.length - 1); k >= 0; k--) {
    if (array.read(k) === args[0]) return k
    if ((k & (LOOK - 1)) === 0 && charge(LOOK >> 3)) {
      pause()
      yield
    }
  }
  return -1
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.join */
function* typedArrayJoin(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("join"))
  const { length } = array
  const separator = args[0] === undefined ? "," : yield* stringOf(args[0])
  return yield* joinElements(array, length, separator, String)
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.tolocalestring */
function* typedArrayToLocaleString(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("toLocaleString"))
  return yield* localeTextOf(array, array.length, args)
}

// ---- Callbacks

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.foreach */
function* typedArrayForEach(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("forEach"))
  const { length } = array
  const callback = callbackOf(args[0], named("forEach"))
  for (let k = 0; k < length; k++) {
    if (call3(callback, args[1], elementAt(array, k), k, array) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return undefined
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.map */
function* typedArrayMap(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("map"))
  const { length } = array
  const callback = callbackOf(args[0], named("map"))
  const target = yield* speciesCreate(array, [length], named("map"), "write")
  for (let k = 0; k < length; k++) {
    let value = call3(callback, args[1], elementAt(array, k), k, array)
    if (value === SUSP) value = (yield) as Value
    if (target.setElement(k, value) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return target
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.filter */
function* typedArrayFilter(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("filter"))
  const { length } = array
  const callback = callbackOf(args[0], named("filter"))
  const kept: Value[] = hold([])
  for (let k = 0; k < length; k++) {
    const value = elementAt(array, k)
    let selected = call3(callback, args[1], value, k, array)
    if (selected === SUSP) selected = (yield) as Value
    if (selected) {
      if (kept.length >= MAX_ELEMENTS) throwTooManyElements()
      kept.push(value)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  const target = yield* speciesCreate(array, [kept.length], named("filter"), "write")
  for (let k = 0; k < kept.length; k++) {
    if (target.setElement(k, kept[k]) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return target
}

/** `some` and `every`: `wanted` is the callback's answer that ends the loop, and then the method's. */
const test = (name: string, wanted: boolean) =>
  function* (thisValue: Value, args: readonly Value[]): Steps<Value> {
    const array = validateTypedArray(thisValue, named(name))
    const { length } = array
    const callback = callbackOf(args[0], named(name))
    for (let k = 0; k < length; k++) {
      let result = call3(callback, args[1], elementAt(array, k), k, array)
      if (result === SUSP) result = (yield) as Value
      if (Boolean(result) === wanted) return wanted
      if (charge(1)) {
        pause()
        yield
      }
    }
    return !wanted
  }

/** `find`, `findIndex`, `findLast` and `findLastIndex`. */
const find = (name: string, forward: boolean, wantsIndex: boolean) =>
  function* (thisValue: Value, args: readonly Value[]): Steps<Value> {
    const array = validateTypedArray(thisValue, named(name))
    const { length } = array
    const callback = callbackOf(args[0], named(name))
    for (let k = forward ? 0 : length - 1; forward ? k < length : k >= 0; k += forward ? 1 : -1) {
      const value = elementAt(array, k)
      let result = call3(callback, args[1], value, k, array)
      if (result === SUSP) result = (yield) as Value
      if (result) return wantsIndex ? k : value
      if (charge(1)) {
        pause()
        yield
      }
    }
    return wantsIndex ? -1 : undefined
  }

/** `reduce` and `reduceRight`. */
const reduce = (name: string, forward: boolean) =>
  function* (thisValue: Value, args: readonly Value[]): Steps<Value> {
    const array = validateTypedArray(thisValue, named(name))
    const { length } = array
    const callback = callbackOf(args[0], named(name))
    let k = forward ? 0 : length - 1
    let accumulator: Value
    if (args.length > 1) {
      accumulator = args[1]
    } else {
      if (length === 0)
        throwTypeError("Reduce of an empty array with no initial value: pass one as the second argument.")
      accumulator = elementAt(array, k)
      k += forward ? 1 : -1
    }
    for (; forward ? k < length : k >= 0; k += forward ? 1 : -1) {
      const result = callValue(callback, undefined, [accumulator, elementAt(array, k), k, array])
      accumulator = result === SUSP ? ((yield) as Value) : result
      if (charge(1)) {
        pause()
        yield
      }
    }
    return accumulator
  }

// ---- Changing in place

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.copywithin */
function* typedArrayCopyWithin(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("copyWithin"), "write")
  const before = array.length
  const to = yield* relativeIndexOf(args[0], before, 0)
  const from = yield* relativeIndexOf(args[1], before, 0)
  const final = yield* relativeIndexOf(args[2], before, before)
  let count = Math.min(final - from, before - to)
  if (count <= 0) return array
  refuseOutOfBounds(array, named("copyWithin"))
  const { length } = array
  count = Math.min(count, length - from, length - to)
  if (count <= 0) return array
  const { size } = array.type
  const start = array.byteOffsetAtCreation
  yield* copyBytes(array.buffer.data, start + to * size, array.buffer.data, start + from * size, count * size)
  return array
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.fill */
function* typedArrayFill(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("fill"), "write")
  const before = array.length
  const value = yield* elementValueOf(array, args[0])
  const start = yield* relativeIndexOf(args[1], before, 0)
  const final = yield* relativeIndexOf(args[2], before, before)
  refuseOutOfBounds(array, named("fill"))
  const end = Math.min(final, array.length)
  const raw = array.type.isHalf ? halfBits(value as number) : value !== value ? NaN : value
  for (let k = start; k < end; k += FILLED) {
    array.view.fill(raw, k, Math.min(k + FILLED, end))
    if (charge(Math.min(end - k, FILLED) >> 6)) {
      pause()
      yield
    }
  }
  return array
}

/** Elements that the host fills in one call. */
const FILLED = 1 << 17

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.reverse */
function* typedArrayReverse(thisValue: Value): Steps<Value> {
  const array = validateTypedArray(thisValue, named("reverse"), "write")
  yield* reverseElements(array)
  return array
}

function* reverseElements(array: TypedArrayValue): Steps<void> {
  const { view } = array
  for (let low = 0, high = array.length - 1; low < high; low++, high--) {
    const raw = view[low]
    view[low] = view[high]
    view[high] = raw
    if ((low & (LOOK - 1)) === 0 && charge(LOOK >> 4)) {
      pause()
      yield
    }
  }
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.set */
function* typedArraySet(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const name = named("set")
  const target = typedArrayFrom(thisValue, name)
  if (target.buffer.isImmutable) throwTypeError(`${name}: the ArrayBuffer is immutable.`)
  const offset = yield* integerOrInfinityOf(args[1])
  if (offset < 0) throwRangeError(`${name}: the offset must not be negative: ${offset}.`)
  const source = args[0]
  refuseOutOfBounds(target, name)
  const { length } = target
  if (source instanceof TypedArrayValue) {
    refuseOutOfBounds(source, name)
    if (source.type.isBigInt !== target.type.isBigInt) {
      throwTypeError(`${name}: BigInt elements and number elements cannot be mixed.`)
    }
    const count = source.length
    if (count + offset > length) throwTooLongSource(name, count, offset, length)
    // Ranges of one buffer with different element sizes overlap in ways that no direction of copying gets right.
    const apart = source.buffer !== target.buffer || source.type === target.type
    yield* copyElements(target, offset, apart ? source : yield* copyOfElements(source, count), 0, count)
    return undefined
  }
  const from = toObject(source)
  let count = lengthOfArrayLike(from)
  if (count === SUSP) count = (yield) as number
  if (count + offset > length) throwTooLongSource(name, count, offset, length)
  for (let k = 0; k < count; k++) {
    let value = from.get(numberKey(k), from)
    if (value === SUSP) value = (yield) as Value
    if (target.setElement(offset + k, value) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return undefined
}

const throwTooLongSource = (name: string, count: number, offset: number, length: number): never =>
  throwRangeError(`${name}: ${count} elements at offset ${offset} do not fit into ${length}.`)

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.sort */
function* typedArraySort(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const compare = comparatorOf(args[0], named("sort"))
  const array = validateTypedArray(thisValue, named("sort"), "write")
  yield* sortInto(array, array, compare)
  return array
}

/** Sorts the elements of one array into another, which may be itself. */
function* sortInto(array: TypedArrayValue, target: TypedArrayValue, compare: ObjectValue | undefined): Steps<void> {
  const { length } = array
  if (compare === undefined) {
    if (target !== array) yield* copyElements(target, 0, array, 0, length)
    yield* sortElements(target)
    return
  }
  if (length > MAX_ELEMENTS) throwTooManyElements()
  const values: Value[] = hold([])
  for (let k = 0; k < length; k++) {
    values.push(array.read(k))
    if ((k & (LOOK - 1)) === 0 && charge(LOOK >> 3)) {
      pause()
      yield
    }
  }
  let sorted = sortByCallback(values, compare)
  if (sorted === SUSP) sorted = (yield) as Value[]
  for (let k = 0; k < length; k++) {
    target.write(k, sorted[k] as number | bigint)
    if ((k & (LOOK - 1)) === 0 && charge(LOOK >> 3)) {
      pause()
      yield
    }
  }
}

// ---- Making others

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.slice */
function* typedArraySlice(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("slice"))
  const before = array.length
  const start = yield* relativeIndexOf(args[0], before, 0)
  const final = yield* relativeIndexOf(args[1], before, before)
  const count = Math.max(final - start, 0)
  const target = yield* speciesCreate(array, [count], named("slice"), "write")
  if (count === 0) return target
  refuseOutOfBounds(array, named("slice"))
  const end = Math.min(final, array.length)
  if (target.type === array.type && target.buffer === array.buffer) {
    // A species that answers a view of the same bytes gets them one after the other, as the specification's loop does.
    yield* copyByteByByte(target, array, start, end)
  } else {
    yield* copyElements(target, 0, array, start, Math.min(Math.max(end - start, 0), target.length))
  }
  return target
}

function* copyByteByByte(target: TypedArrayValue, array: TypedArrayValue, start: number, end: number): Steps<void> {
  const bytes = new Uint8Array(array.buffer.data)
  const { size } = array.type
  let from = array.byteOffsetAtCreation + start * size
  let to = target.byteOffsetAtCreation
  for (let left = (end - start) * size; left > 0; left--) {
    bytes[to++] = bytes[from++]
    if ((left & (LOOK - 1)) === 0 && charge(LOOK >> 4)) {
      pause()
      yield
    }
  }
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.subarray */
function* typedArraySubarray(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const name = named("subarray")
  const array = typedArrayFrom(thisValue, name)
  const { length, buffer, byteOffsetAtCreation } = array
  const start = yield* relativeIndexOf(args[0], length, 0)
  const list: Value[] = [buffer, byteOffsetAtCreation + start * array.type.size]
  if (array.fixedLength !== undefined || args[1] !== undefined) {
    const end = yield* relativeIndexOf(args[1], length, length)
    list.push(Math.max(end - start, 0))
  }
  return yield* speciesCreate(array, list, name, "read")
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.toreversed */
function* typedArrayToReversed(thisValue: Value): Steps<Value> {
  const array = validateTypedArray(thisValue, named("toReversed"))
  const copy = yield* copyOfElements(array, array.length)
  yield* reverseElements(copy)
  return copy
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.tosorted */
function* typedArrayToSorted(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const compare = comparatorOf(args[0], named("toSorted"))
  const array = validateTypedArray(thisValue, named("toSorted"))
  const target = hold(newTypedArray(array.type, array.length))
  yield* sortInto(array, target, compare)
  return target
}

/** https://tc39.es/ecma262/#sec-%typedarray%.prototype.with */
function* typedArrayWith(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const array = validateTypedArray(thisValue, named("with"))
  const { length } = array
  const n = yield* integerOrInfinityOf(args[0])
  const index = n >= 0 ? n : length + n
  const value = yield* elementValueOf(array, args[1])
  if (!(index >= 0 && index < array.length)) {
    throwRangeError(`${named("with")}: index ${n} is out of range for a length of ${array.length}.`)
  }
  const now = array.length
  const copy = yield* copyOfElements(array, length)
  // What the value's conversion cut off reads as `undefined`: NaN for numbers, no BigInt at all.
  if (now < length && array.type.isBigInt) throwTypeError("Cannot convert undefined to a BigInt.")
  for (let k = now; k < length; k++) copy.write(k, NaN)
  copy.write(index, value)
  return copy
}

export const typedArrayPrototypeIntrinsics = {
  "%TypedArray.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      steps("at", 1, typedArrayAt),
      getter("buffer", typedArrayBuffer),
      getter("byteLength", typedArrayByteLength),
      getter("byteOffset", typedArrayByteOffset),
      link("constructor", "%TypedArray%"),
      steps("copyWithin", 2, typedArrayCopyWithin),
      method("entries", 0, iteration("entries", "entry")),
      steps("every", 1, test("every", false)),
      steps("fill", 1, typedArrayFill),
      steps("filter", 1, typedArrayFilter),
      steps("find", 1, find("find", true, false)),
      steps("findIndex", 1, find("findIndex", true, true)),
      steps("findLast", 1, find("findLast", false, false)),
      steps("findLastIndex", 1, find("findLastIndex", false, true)),
      steps("forEach", 1, typedArrayForEach),
      steps("includes", 1, typedArrayIncludes),
      steps("indexOf", 1, typedArrayIndexOf),
      steps("join", 1, typedArrayJoin),
      method("keys", 0, iteration("keys", "key")),
      steps("lastIndexOf", 1, typedArrayLastIndexOf),
      getter("length", typedArrayLength),
      steps("map", 1, typedArrayMap),
      steps("reduce", 1, reduce("reduce", true)),
      steps("reduceRight", 1, reduce("reduceRight", false)),
      steps("reverse", 0, typedArrayReverse),
      steps("set", 1, typedArraySet),
      steps("slice", 2, typedArraySlice),
      steps("some", 1, test("some", true)),
      steps("sort", 1, typedArraySort),
      steps("subarray", 2, typedArraySubarray),
      steps("toLocaleString", 0, typedArrayToLocaleString),
      steps("toReversed", 0, typedArrayToReversed),
      steps("toSorted", 1, typedArrayToSorted),
      // The very function of Array.prototype.
      property("toString", (realm) => realm.original(realm.intrinsic("%Array.prototype%"), "toString") as Value),
      method("values", 0, iteration("values", "value")),
      steps("with", 2, typedArrayWith),
      alias(wellKnown.iterator, "values"),
      getter(wellKnown.toStringTag, typedArrayTag)
    ]
  }
} satisfies IntrinsicDefinitions
