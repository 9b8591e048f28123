/** The methods of arrays that copy, replace or turn round ranges: `slice splice concat fill copyWithin reverse toReversed toSpliced with`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue, MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { DENSE_LIMIT, LongList } from "../interpreter/kernel/long-list.ts"
import {
  createDataPropertyOrThrow,
  deleteOrThrow,
  getOf,
  integerOrInfinityOf,
  lengthOfArrayLike,
  setOrThrow,
  toObject
} from "../interpreter/kernel/convert.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { elementIfPresent } from "./array-callback.ts"
import { appendRange, checkLength, moveElement, replaceRange } from "./array-edit.ts"
import {
  arraySpeciesCreate,
  checkArrayLength,
  CHUNK,
  COPY_SHIFT,
  holesAreEmpty,
  makesPlainArrays
} from "./array-species.ts"
import { relativeIndex, relativeIndexOf } from "./relative-index.ts"

function* lengthOf(o: ObjectValue): Steps<number> {
  const length = lengthOfArrayLike(o)
  return length === SUSP ? ((yield) as number) : length
}

/** A position argument that is certainly a number or absent. */
const isPlainPosition = (value: Value): value is number | undefined => value === undefined || typeof value === "number"

const position = (value: number | undefined, length: number, fallback: number): number =>
  value === undefined ? fallback : value !== value ? 0 : relativeIndex(Math.trunc(value), length)

// ---- slice

/** https://tc39.es/ecma262/#sec-array.prototype.slice */
export function arraySlice(thisValue: Value, args: readonly Value[]): Value | Susp {
  const [start, end] = args
  if (
    thisValue instanceof ArrayValue &&
    thisValue.elements.length <= CHUNK &&
    thisValue.sparse === null &&
    isPlainPosition(start) &&
    isPlainPosition(end) &&
    makesPlainArrays(thisValue) &&
    holesAreEmpty(thisValue)
  ) {
    const elements = thisValue.elements
    const length = elements.length
    agent.budget -= length >> COPY_SHIFT
    return agent.realm.newArray(elements.slice(position(start, length, 0), position(end, length, length)))
  }
  return runSteps(sliceSteps(thisValue, start, end))
}

function* sliceSteps(thisValue: Value, start: Value, end: Value): Steps<Value> {
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  let k = yield* relativeIndexOf(start, length, 0)
  const final = yield* relativeIndexOf(end, length, length)
  const count = Math.max(final - k, 0)
  if (
    o instanceof ArrayValue &&
    o.sparse === null &&
    makesPlainArrays(o) &&
    holesAreEmpty(o) &&
    final <= o.elements.length &&
    count <= DENSE_LIMIT
  ) {
    const elements: Value[] = hold([])
    yield* appendRange(elements, o.elements, k, k + count)
    return agent.realm.newArray(elements)
  }
  const target = hold(yield* arraySpeciesCreate(o, count))
  let n = 0
  for (; k < final; k++, n++) {
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE) yield* createDataPropertyOrThrow(target, numberKey(n), value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  yield* setOrThrow(target, "length", n)
  return target
}

// ---- splice and toSpliced

interface Splice {
  readonly start: number
  readonly deleteCount: number
}

/** The range that the arguments of `splice` and `toSpliced` mean. */
function* spliceRange(args: readonly Value[], length: number): Steps<Splice> {
  const start = yield* relativeIndexOf(args[0], length, 0)
  if (args.length === 0) return { start, deleteCount: 0 }
  if (args.length === 1) return { start, deleteCount: length - start }
  const n = yield* integerOrInfinityOf(args[1])
  return { start, deleteCount: Math.min(Math.max(n, 0), length - start) }
}

/** https://tc39.es/ecma262/#sec-array.prototype.splice */
export function arraySplice(thisValue: Value, args: readonly Value[]): Value | Susp {
  const [start, count] = args
  if (
    thisValue instanceof ArrayValue &&
    thisValue.sparse === null &&
    thisValue.elements.length < SHORT_ARRAY &&
    args.length >= 2 &&
    args.length < 8 &&
    typeof start === "number" &&
    typeof count === "number" &&
    makesPlainArrays(thisValue) &&
    thisValue.canAppend
  ) {
    const elements = thisValue.elements
    agent.budget -= elements.length >> COPY_SHIFT
    // The host's `splice` reads the two numbers as the guest's does.
    return agent.realm.newArray(elements.splice(start, count, ...args.slice(2)))
  }
  return runSteps(spliceSteps(thisValue, args))
}

function* spliceSteps(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  const { start, deleteCount } = yield* spliceRange(args, length)
  const items = hold(args.slice(2))
  checkLength(length + items.length - deleteCount, "Array.prototype.splice")
  if (
    o instanceof ArrayValue &&
    o.sparse === null &&
    o.elements.length === length &&
    Math.max(length, length - deleteCount + items.length) <= DENSE_LIMIT &&
    makesPlainArrays(o) &&
    o.canAppend
  ) {
    return yield* spliceDense(o, start, deleteCount, items)
  }
  const removed = hold(yield* arraySpeciesCreate(o, deleteCount))
  for (let k = 0; k < deleteCount; k++) {
    const value = yield* elementIfPresent(o, start + k)
    if (value !== HOLE) yield* createDataPropertyOrThrow(removed, numberKey(k), value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  yield* setOrThrow(removed, "length", deleteCount)
  const count = items.length
  if (count < deleteCount) {
    for (let k = start; k < length - deleteCount; k++) yield* moveElement(o, k + deleteCount, k + count)
    for (let k = length; k > length - deleteCount + count; k--) yield* removeElement(o, k - 1)
  } else if (count > deleteCount) {
    for (let k = length - deleteCount; k > start; k--) yield* moveElement(o, k + deleteCount - 1, k + count - 1)
  }
  for (let i = 0; i < count; i++) {
    yield* setOrThrow(o, numberKey(start + i), items[i])
    if (charge(1)) {
      pause()
      yield
    }
  }
  yield* setOrThrow(o, "length", length - deleteCount + count)
  return removed
}

function* removeElement(o: ObjectValue, k: number): Steps<void> {
  yield* deleteOrThrow(o, numberKey(k))
  if (charge(1)) {
    pause()
    yield
  }
}

function* spliceDense(array: ArrayValue, start: number, deleteCount: number, items: readonly Value[]): Steps<Value> {
  const elements = array.elements
  if (elements.length <= CHUNK * 4 && items.length <= 64) {
    agent.budget -= elements.length >> COPY_SHIFT
    return agent.realm.newArray(elements.splice(start, deleteCount, ...items))
  }
  const removed: Value[] = hold([])
  yield* appendRange(removed, elements, start, start + deleteCount)
  yield* replaceRange(array, start, deleteCount, items)
  return agent.realm.newArray(removed)
}

/** https://tc39.es/ecma262/#sec-array.prototype.tospliced */
export function* arrayToSpliced(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  const { start, deleteCount } = yield* spliceRange(args, length)
  const count = Math.max(args.length - 2, 0)
  checkLength(length + count - deleteCount, "Array.prototype.toSpliced")
  checkArrayLength(length + count - deleteCount)
  const elements = hold(new LongList())
  yield* appendElements(elements, o, 0, start)
  for (let i = 2; i < args.length; i++) elements.push(args[i])
  yield* appendElements(elements, o, start + deleteCount, length)
  return agent.realm.newLongArray(elements)
}

/** Appends the values at `start…end` of an object, holes read through. */
function* appendElements(to: LongList, o: ObjectValue, start: number, end: number): Steps<void> {
  for (let k = start; k < end; k++) {
    const value = yield* getOf(o, numberKey(k))
    if (to.length >= MAX_ELEMENTS) throwTooManyElements()
    to.push(value)
    if (charge(1)) {
      pause()
      yield
    }
  }
}

// ---- with, toReversed

/** https://tc39.es/ecma262/#sec-array.prototype.with */
export function* arrayWith(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  const n = yield* integerOrInfinityOf(args[0])
  const index = n >= 0 ? n : length + n
  if (index >= length || index < 0) {
    throwRangeError(`Array.prototype.with: index ${n} is out of range for a length of ${length}.`)
  }
  checkArrayLength(length)
  // The replaced element is not read.
  const elements = hold(new LongList())
  const copy = o instanceof ArrayValue && o.elements.length === length && length <= CHUNK ? o.packedCopy() : null
  if (copy !== null) {
    copy[index] = args[1]
    return agent.realm.newArray(copy)
  }
  yield* appendElements(elements, o, 0, index)
  elements.push(args[1])
  yield* appendElements(elements, o, index + 1, length)
  return agent.realm.newLongArray(elements)
}

/** https://tc39.es/ecma262/#sec-array.prototype.toreversed */
export function* arrayToReversed(thisValue: Value): Steps<Value> {
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  checkArrayLength(length)
  const copy = o instanceof ArrayValue && o.elements.length === length && length <= CHUNK ? o.packedCopy() : null
  if (copy !== null) return agent.realm.newArray(copy.reverse())
  const elements = hold(new LongList())
  for (let k = length - 1; k >= 0; k--) {
    const value = yield* getOf(o, numberKey(k))
    if (elements.length >= MAX_ELEMENTS) throwTooManyElements()
    elements.push(value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return agent.realm.newLongArray(elements)
}

// ---- reverse

/** https://tc39.es/ecma262/#sec-array.prototype.reverse */
export function* arrayReverse(thisValue: Value): Steps<Value> {
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  if (o instanceof ArrayValue && o.sparse === null && o.canAppend) {
    yield* reverseDense(o.elements)
    return o
  }
  const middle = Math.floor(length / 2)
  for (let lower = 0; lower < middle; lower++) {
    const upper = length - lower - 1
    const lowerKey = numberKey(lower)
    const upperKey = numberKey(upper)
    const lowerValue = yield* elementIfPresent(o, lower)
    const upperValue = yield* elementIfPresent(o, upper)
    if (upperValue !== HOLE) {
      yield* setOrThrow(o, lowerKey, upperValue)
      if (lowerValue !== HOLE) yield* setOrThrow(o, upperKey, lowerValue)
      else yield* deleteOrThrow(o, upperKey)
    } else if (lowerValue !== HOLE) {
      yield* deleteOrThrow(o, lowerKey)
      yield* setOrThrow(o, upperKey, lowerValue)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  return o
}

function* reverseDense(elements: Value[]): Steps<void> {
  if (elements.length <= CHUNK) {
    agent.budget -= elements.length >> COPY_SHIFT
    elements.reverse()
    return
  }
  for (let low = 0, high = elements.length - 1; low < high; low++, high--) {
    const value = elements[low]
    elements[low] = elements[high]
    elements[high] = value
    if ((low & (CHUNK - 1)) === CHUNK - 1 && charge(CHUNK >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
}

// ---- concat

/** `IsConcatSpreadable` (https://tc39.es/ecma262/#sec-isconcatspreadable). */
function* isConcatSpreadable(value: Value): Steps<boolean> {
  if (!(value instanceof ObjectValue)) return false
  const spreadable = yield* getOf(value, wellKnown.isConcatSpreadable)
  return spreadable === undefined ? isArray(value) : Boolean(spreadable)
}

/** https://tc39.es/ecma262/#sec-array.prototype.concat */
export function arrayConcat(thisValue: Value, args: readonly Value[]): Value | Susp {
  return concatPlainly(thisValue, args) ?? runSteps(concatSteps(thisValue, args))
}

/** Short, plain, dense arrays and primitives in one go; undefined when the specification's steps are needed. */
function concatPlainly(thisValue: Value, args: readonly Value[]): Value {
  if (!isShortAndPlain(thisValue) || !makesPlainArrays(thisValue) || !spreadsByDefault(thisValue)) return undefined
  let total = thisValue.elements.length
  for (let i = 0; i < args.length; i++) {
    const item = args[i]
    if (!(item instanceof ObjectValue)) total++
    else if (isShortAndPlain(item)) total += item.elements.length + 1
    else return undefined
    if (total > CHUNK) return undefined
  }
  const elements = thisValue.elements.slice()
  for (let i = 0; i < args.length; i++) {
    const item = args[i]
    if (item instanceof ArrayValue) for (let k = 0; k < item.elements.length; k++) elements.push(item.elements[k])
    else elements.push(item)
  }
  agent.budget -= elements.length >> COPY_SHIFT
  return agent.realm.newArray(elements)
}

/** Elements that a few host calls copy in no time. */
const SHORT_ARRAY = 4096

const isShortAndPlain = (value: Value): value is ArrayValue =>
  value instanceof ArrayValue &&
  value.shape === agent.realm.arrayShape &&
  value.sparse === null &&
  value.elements.length < SHORT_ARRAY

/** Whether nothing that a plain array inherits from speaks of spreading or has elements. */
function spreadsByDefault(array: ArrayValue): boolean {
  for (let o = array.shape.proto; o !== null; o = o.shape.proto) {
    if (o.isProxy || o.lookup(wellKnown.isConcatSpreadable)) return false
  }
  return holesAreEmpty(array)
}

/** Whether a place is kept for each element, be it a hole. */
const storesAll = (source: ObjectValue): boolean =>
  source instanceof ArrayValue && (source.sparse === null || source.sparse.entries.size >= source.length)

function* concatSteps(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  const target = hold(yield* arraySpeciesCreate(o, 0))
  // A plain result can be filled from dense arrays element by element of the host.
  const dense = target instanceof ArrayValue && target.sparse === null && target.canAppend ? target : undefined
  let n = 0
  for (let i = -1; i < args.length; i++) {
    if (charge(1)) {
      pause()
      yield
    }
    const item = i < 0 ? o : args[i]
    if (!(yield* isConcatSpreadable(item))) {
      checkLength(n + 1, "Array.prototype.concat")
      yield* createDataPropertyOrThrow(target, numberKey(n++), item)
      continue
    }
    const source = item as ObjectValue
    const length = yield* lengthOf(source)
    checkLength(n + length, "Array.prototype.concat")
    if (dense !== undefined && n + length > MAX_ELEMENTS && storesAll(source)) throwTooManyElements()
    if (
      dense !== undefined &&
      dense.sparse === null &&
      dense.elements.length === n &&
      source instanceof ArrayValue &&
      source.sparse === null &&
      holesAreEmpty(source) &&
      n + length <= DENSE_LIMIT
    ) {
      if (length <= CHUNK) {
        agent.budget -= length >> COPY_SHIFT
        for (let k = 0; k < length; k++) dense.elements.push(source.elements[k])
      } else {
        yield* appendRange(dense.elements, source.elements, 0, length)
      }
      n += length
      continue
    }
    for (let k = 0; k < length; k++, n++) {
      const value = yield* elementIfPresent(source, k)
      if (value !== HOLE) yield* createDataPropertyOrThrow(target, numberKey(n), value)
      if (charge(1)) {
        pause()
        yield
      }
    }
    // Holes at the end leave the target short until its length is set.
    if (dense !== undefined && dense.sparse === null && n <= DENSE_LIMIT) dense.truncateOrExtend(n)
  }
  yield* setOrThrow(target, "length", n)
  return target
}

// ---- fill and copyWithin

/** https://tc39.es/ecma262/#sec-array.prototype.fill */
export function* arrayFill(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const value = args[0]
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  let k = yield* relativeIndexOf(args[1], length, 0)
  const final = yield* relativeIndexOf(args[2], length, length)
  if (o instanceof ArrayValue && length === o.length && o.canAppend) {
    const isWhole = k === 0 && final === length
    if (isWhole && o.sparse?.lengthWritable === true && length <= MAX_ELEMENTS && o.sparse.entries.isPlain) {
      // `new Array(3e6).fill(0)`: long arrays begin as sparse ones.
      yield* fillAnew(o, value, length)
      return o
    }
    if (o.sparse === null) {
      yield* fillDense(o.elements, value, k, final)
      return o
    }
  }
  for (; k < final; k++) {
    yield* setOrThrow(o, numberKey(k), value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return o
}

function* fillDense(elements: Value[], value: Value, start: number, end: number): Steps<void> {
  for (let k = start; k < end; k += CHUNK) {
    elements.fill(value, k, Math.min(k + CHUNK, end))
    if (charge(Math.min(end - k, CHUNK) >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
}

function* fillAnew(array: ArrayValue, value: Value, length: number): Steps<void> {
  const list = hold(new LongList())
  for (let k = 0; k < length;) {
    for (const stop = Math.min(k + CHUNK, length); k < stop; k++) list.push(value)
    if (charge(CHUNK >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
  array.adopt(list)
}

/** https://tc39.es/ecma262/#sec-array.prototype.copywithin */
export function* arrayCopyWithin(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  const length = yield* lengthOf(o)
  let to = yield* relativeIndexOf(args[0], length, 0)
  let from = yield* relativeIndexOf(args[1], length, 0)
  const final = yield* relativeIndexOf(args[2], length, length)
  let count = Math.min(final - from, length - to)
  let direction = 1
  if (from < to && to < from + count) {
    direction = -1
    from += count - 1
    to += count - 1
  }
  if (o instanceof ArrayValue && o.sparse === null && o.elements.length === length && o.canAppend) {
    const elements = o.elements
    for (; count > 0; count--, from += direction, to += direction) {
      elements[to] = elements[from]
      if ((count & (CHUNK - 1)) === 0 && charge(CHUNK >> COPY_SHIFT)) {
        pause()
        yield
      }
    }
    return o
  }
  for (; count > 0; count--, from += direction, to += direction) yield* moveElement(o, from, to)
  return o
}
