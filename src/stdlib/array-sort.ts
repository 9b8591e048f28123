/** `Array.prototype.sort` and `toSorted`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue, MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { deleteOrThrow, lengthOfArrayLike, setOrThrow, toObject, toString } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { elementIfPresent } from "./array-callback.ts"
import { checkArrayLength, CHUNK, COPY_SHIFT } from "./array-species.ts"
import { sortByCallback, sortByOrder } from "./merge-sort.ts"

export function comparatorOf(value: Value, method: string): ObjectValue | undefined {
  if (value === undefined || isCallable(value)) return value
  const asTextHint = typeof value === "string" ? ` To sort by a property write (a, b) => a.${value} - b.${value}.` : ""
  return throwTypeError(
    `${method}: the comparator must be a function or undefined, not ${describeValue(value)}.${asTextHint}`
  )
}

/** `SortIndexedProperties` without its reading: `undefined` goes to the end, whatever the comparator says. */
export function* sortValues(values: Value[], compare: ObjectValue | undefined): Steps<Value[]> {
  const defined: Value[] = hold([])
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== undefined) defined.push(values[i])
    if ((i & (CHUNK - 1)) === CHUNK - 1 && charge(CHUNK >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
  const missing = values.length - defined.length
  let sorted: Value[]
  if (defined.length < 2) {
    sorted = defined
  } else if (compare === undefined) {
    sorted = yield* sortAsText(defined)
  } else {
    let done = sortByCallback(defined, compare)
    if (done === SUSP) done = (yield) as Value[]
    sorted = done
  }
  for (let i = 0; i < missing; i++) sorted.push(undefined)
  return sorted
}

interface Keyed {
  readonly text: string
  readonly value: Value
}

const byText = (a: Keyed, b: Keyed): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)
const byUnits = (a: Value, b: Value): number =>
  (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0

/** Texts up to this length compare in a few nanoseconds. */
const SHORT = 64

/** The order without a comparator: each element's text is asked once. */
function* sortAsText(values: Value[]): Steps<Value[]> {
  let allText = true
  let longest = 0
  const keyed: Keyed[] = hold([])
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value !== "string") allText = false
    let text = toString(value)
    if (text === SUSP) text = (yield) as string
    if (text.length > longest) longest = text.length
    keyed.push({ text, value })
    if (charge(1)) {
      pause()
      yield
    }
  }
  const cost = longest <= SHORT ? 0 : 1 + (longest >> 8)
  if (allText) return yield* sortByOrder(values, byUnits, cost)
  const sorted = yield* sortByOrder(keyed, byText, cost)
  const result: Value[] = hold([])
  for (const { value } of sorted) result.push(value)
  return result
}

/** https://tc39.es/ecma262/#sec-array.prototype.sort */
export function* arraySort(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const compare = comparatorOf(args[0], "Array.prototype.sort")
  const o = toObject(thisValue)
  if (o instanceof ArrayValue && o.sparse === null && o.canAppend) {
    const length = o.elements.length
    const values = yield* presentElements(o.elements)
    const sorted = yield* sortValues(values, compare)
    if (o.sparse === null && o.elements.length === length && o.canAppend) {
      yield* writeDense(o, sorted, length)
    } else {
      yield* writeSorted(o, sorted, length)
    }
    return o
  }
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  const values: Value[] = hold([])
  for (let k = 0; k < length; k++) {
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE) {
      if (values.length >= MAX_ELEMENTS) throwTooManyElements()
      values.push(value)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  yield* writeSorted(o, yield* sortValues(values, compare), length)
  return o
}

/** A copy of dense elements without the holes. */
function* presentElements(elements: readonly Value[]): Steps<Value[]> {
  if (elements.length <= CHUNK) {
    agent.budget -= elements.length >> COPY_SHIFT
    return hold(elements.includes(HOLE) ? elements.filter((value) => value !== HOLE) : elements.slice())
  }
  const values: Value[] = hold([])
  for (let i = 0; i < elements.length; i++) {
    if (elements[i] !== HOLE) values.push(elements[i])
    if ((i & (CHUNK - 1)) === 0 && charge(CHUNK >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
  return values
}

function* writeDense(array: ArrayValue, sorted: readonly Value[], length: number): Steps<void> {
  const elements = array.elements
  for (let i = 0; i < length; i++) {
    elements[i] = i < sorted.length ? sorted[i] : HOLE
    if ((i & (CHUNK - 1)) === CHUNK - 1 && charge(CHUNK >> COPY_SHIFT)) {
      pause()
      yield
    }
  }
}

function* writeSorted(o: ObjectValue, sorted: readonly Value[], length: number): Steps<void> {
  for (let k = 0; k < sorted.length; k++) {
    yield* setOrThrow(o, numberKey(k), sorted[k])
    if (charge(1)) {
      pause()
      yield
    }
  }
  for (let k = sorted.length; k < length; k++) {
    yield* deleteOrThrow(o, numberKey(k))
    if (charge(1)) {
      pause()
      yield
    }
  }
}

/** https://tc39.es/ecma262/#sec-array.prototype.tosorted */
export function* arrayToSorted(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const compare = comparatorOf(args[0], "Array.prototype.toSorted")
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  checkArrayLength(length)
  return agent.realm.newArray(yield* sortValues(yield* readElements(o, length), compare))
}

/** All elements up to a length, holes read as what the prototypes have there. */
function* readElements(o: ObjectValue, length: number): Steps<Value[]> {
  const copy = o instanceof ArrayValue && length <= CHUNK && o.elements.length === length ? o.packedCopy() : null
  if (copy !== null) return hold(copy)
  const values: Value[] = hold([])
  for (let k = 0; k < length; k++) {
    let value = o.get(numberKey(k), o)
    if (value === SUSP) value = (yield) as Value
    if (values.length >= MAX_ELEMENTS) throwTooManyElements()
    values.push(value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return values
}
