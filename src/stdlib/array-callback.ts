/**
 * The methods of arrays that call a function per element: `forEach map filter some every find findIndex findLast findLastIndex`.
 *
 * Each has two forms. A loop over dense elements, which is where programs spend their time; and the specification's steps over any object,
 * which take over at the first index that is not a dense element (a hole, or an element that a callback removed).
 */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { createDataPropertyOrThrow, getOf, lengthOfArrayLike, toObject } from "../interpreter/kernel/convert.ts"
import { call3 } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { arrayCreate, arraySpeciesCreate, CHUNK, COPY_SHIFT, makesPlainArrays } from "./array-species.ts"
import { CallbackLoop, callbackOf } from "./callback-loop.ts"

/** A loop over the elements of one array. */
abstract class ElementLoop extends CallbackLoop {
  protected readonly array: ArrayValue
  protected readonly length: number
  protected readonly callback: ObjectValue
  protected readonly thisArg: Value
  protected k = 0

  constructor(array: ArrayValue, callback: ObjectValue, thisArg: Value) {
    super()
    this.array = array
    this.length = array.length
    this.callback = callback
    this.thisArg = thisArg
  }
}

/** The value of an element, or `HOLE` when there is no such property. */
export function* elementIfPresent(o: ObjectValue, k: number): Steps<Value> {
  const key = numberKey(k)
  let present = o.has(key)
  if (present === SUSP) present = (yield) as boolean
  return present ? yield* getOf(o, key) : HOLE
}

/** A method from its dense loop and its steps; `steps` is given the object, its length and the callback. */
const callbackMethod =
  (
    name: string,
    loop: (array: ArrayValue, callback: ObjectValue, thisArg: Value) => Value | Susp,
    steps: (o: ObjectValue, length: number, callback: ObjectValue, thisArg: Value) => Steps<Value>
  ): Native =>
  (thisValue, args) => {
    if (thisValue instanceof ArrayValue) return loop(thisValue, callbackOf(args[0], name), args[1])
    return runSteps(withLength(name, thisValue, args, steps))
  }

function* withLength(
  name: string,
  thisValue: Value,
  args: readonly Value[],
  steps: (o: ObjectValue, length: number, callback: ObjectValue, thisArg: Value) => Steps<Value>
): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  return yield* steps(o, length, callbackOf(args[0], name), args[1])
}

// ---- forEach

class ForEachLoop extends ElementLoop {
  override run(): Value | Susp {
    const { array, length, callback, thisArg } = this
    for (let k = this.k; k < length; k++) {
      const elements = array.elements
      const value = k < elements.length ? elements[k] : HOLE
      if (value === HOLE) return runSteps(forEachFrom(array, k, length, callback, thisArg))
      if (agent.budget < 0) {
        this.k = k
        return this.pause()
      }
      if (call3(callback, thisArg, value, k, array) === SUSP) {
        this.k = k + 1
        return this.wait()
      }
    }
    return undefined
  }
  override resume(): unknown {
    return this.run()
  }
}

function* forEachFrom(o: ObjectValue, k: number, length: number, callback: ObjectValue, thisArg: Value): Steps<Value> {
  for (; k < length; k++) {
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE && callback.call(thisArg, [value, k, o]) === SUSP) yield
    if (charge(1)) {
      pause()
      yield
    }
  }
  return undefined
}

/** https://tc39.es/ecma262/#sec-array.prototype.foreach */
export const arrayForEach = callbackMethod(
  "Array.prototype.forEach",
  (array, callback, thisArg) => new ForEachLoop(array, callback, thisArg).run(),
  (o, length, callback, thisArg) => forEachFrom(o, 0, length, callback, thisArg)
)

// ---- map

class MapLoop extends ElementLoop {
  private readonly mapped: Value[] = []

  override run(): Value | Susp {
    const { array, length, callback, thisArg, mapped } = this
    for (let k = this.k; k < length; k++) {
      const elements = array.elements
      const value = k < elements.length ? elements[k] : HOLE
      if (value === HOLE) return runSteps(this.leave(k))
      if (agent.budget < 0) {
        this.k = k
        return this.pause()
      }
      const result = call3(callback, thisArg, value, k, array)
      if (result === SUSP) {
        this.k = k + 1
        return this.wait()
      }
      mapped.push(result)
    }
    return agent.realm.newArray(mapped)
  }
  override resume(value: Value): unknown {
    this.mapped.push(value)
    return this.run()
  }

  private *leave(k: number): Steps<Value> {
    const { array, length, callback, thisArg } = this
    const mapped = hold(this.mapped)
    if (k === 0) return yield* mapFrom(array, 0, length, callback, thisArg, arrayCreate(length))
    // The array was dense when the loop began, so its length is one that a dense array may have.
    while (mapped.length < length) {
      for (let end = Math.min(mapped.length + CHUNK, length); mapped.length < end;) mapped.push(HOLE)
      if (charge(CHUNK >> COPY_SHIFT)) {
        pause()
        yield
      }
    }
    return yield* mapFrom(array, k, length, callback, thisArg, agent.realm.newArray(mapped))
  }
}

function* mapFrom(
  o: ObjectValue,
  k: number,
  length: number,
  callback: ObjectValue,
  thisArg: Value,
  target: ObjectValue
): Steps<Value> {
  hold(target)
  for (; k < length; k++) {
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE) {
      let result = callback.call(thisArg, [value, k, o])
      if (result === SUSP) result = (yield) as Value
      yield* createDataPropertyOrThrow(target, numberKey(k), result)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  return target
}

function* mapSteps(o: ObjectValue, length: number, callback: ObjectValue, thisArg: Value): Steps<Value> {
  return yield* mapFrom(o, 0, length, callback, thisArg, yield* arraySpeciesCreate(o, length))
}

/** https://tc39.es/ecma262/#sec-array.prototype.map */
export const arrayMap = callbackMethod(
  "Array.prototype.map",
  (array, callback, thisArg) =>
    makesPlainArrays(array)
      ? new MapLoop(array, callback, thisArg).run()
      : runSteps(mapSteps(array, array.length, callback, thisArg)),
  mapSteps
)

// ---- filter

class FilterLoop extends ElementLoop {
  private readonly kept: Value[] = []
  private candidate: Value = undefined

  override run(): Value | Susp {
    const { array, length, callback, thisArg, kept } = this
    for (let k = this.k; k < length; k++) {
      const elements = array.elements
      const value = k < elements.length ? elements[k] : HOLE
      if (value === HOLE) {
        const target = agent.realm.newArray(kept)
        return runSteps(filterFrom(array, k, length, callback, thisArg, target, kept.length))
      }
      if (agent.budget < 0) {
        this.k = k
        return this.pause()
      }
      const result = call3(callback, thisArg, value, k, array)
      if (result === SUSP) {
        this.k = k + 1
        this.candidate = value
        return this.wait()
      }
      if (result) kept.push(value)
    }
    return agent.realm.newArray(kept)
  }
  override resume(value: Value): unknown {
    if (value) this.kept.push(this.candidate)
    return this.run()
  }
}

function* filterFrom(
  o: ObjectValue,
  k: number,
  length: number,
  callback: ObjectValue,
  thisArg: Value,
  target: ObjectValue,
  to: number
): Steps<Value> {
  hold(target)
  for (; k < length; k++) {
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE) {
      let result = callback.call(thisArg, [value, k, o])
      if (result === SUSP) result = (yield) as Value
      if (result) yield* createDataPropertyOrThrow(target, numberKey(to++), value)
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  return target
}

function* filterSteps(o: ObjectValue, length: number, callback: ObjectValue, thisArg: Value): Steps<Value> {
  return yield* filterFrom(o, 0, length, callback, thisArg, yield* arraySpeciesCreate(o, 0), 0)
}

/** https://tc39.es/ecma262/#sec-array.prototype.filter */
export const arrayFilter = callbackMethod(
  "Array.prototype.filter",
  (array, callback, thisArg) =>
    makesPlainArrays(array)
      ? new FilterLoop(array, callback, thisArg).run()
      : runSteps(filterSteps(array, array.length, callback, thisArg)),
  filterSteps
)

// ---- some and every

class TestLoop extends ElementLoop {
  private readonly wanted: boolean
  /** `wanted` is the answer of the callback that ends the loop, and then the answer of the method. */
  constructor(array: ArrayValue, callback: ObjectValue, thisArg: Value, wanted: boolean) {
    super(array, callback, thisArg)
    this.wanted = wanted
  }

  override run(): Value | Susp {
    const { array, length, callback, thisArg, wanted } = this
    for (let k = this.k; k < length; k++) {
      const elements = array.elements
      const value = k < elements.length ? elements[k] : HOLE
      if (value === HOLE) return runSteps(testFrom(array, k, length, callback, thisArg, wanted))
      if (agent.budget < 0) {
        this.k = k
        return this.pause()
      }
      const result = call3(callback, thisArg, value, k, array)
      if (result === SUSP) {
        this.k = k + 1
        return this.wait()
      }
      if (Boolean(result) === wanted) return wanted
    }
    return !wanted
  }
  override resume(value: Value): unknown {
    return Boolean(value) === this.wanted ? this.wanted : this.run()
  }
}

function* testFrom(
  o: ObjectValue,
  k: number,
  length: number,
  callback: ObjectValue,
  thisArg: Value,
  wanted: boolean
): Steps<Value> {
  for (; k < length; k++) {
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE) {
      let result = callback.call(thisArg, [value, k, o])
      if (result === SUSP) result = (yield) as Value
      if (Boolean(result) === wanted) return wanted
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  return !wanted
}

const testMethod = (name: string, wanted: boolean): Native =>
  callbackMethod(
    name,
    (array, callback, thisArg) => new TestLoop(array, callback, thisArg, wanted).run(),
    (o, length, callback, thisArg) => testFrom(o, 0, length, callback, thisArg, wanted)
  )

/** https://tc39.es/ecma262/#sec-array.prototype.some */
export const arraySome = testMethod("Array.prototype.some", true)
/** https://tc39.es/ecma262/#sec-array.prototype.every */
export const arrayEvery = testMethod("Array.prototype.every", false)

// ---- find, findIndex, findLast, findLastIndex: holes count as elements.

class FindLoop extends ElementLoop {
  private readonly forward: boolean
  private readonly wantsIndex: boolean
  private candidate: Value = undefined
  constructor(array: ArrayValue, callback: ObjectValue, thisArg: Value, forward: boolean, wantsIndex: boolean) {
    super(array, callback, thisArg)
    this.forward = forward
    this.wantsIndex = wantsIndex
    this.k = forward ? 0 : this.length - 1
  }

  override run(): Value | Susp {
    const { array, length, callback, thisArg, forward } = this
    for (let k = this.k; forward ? k < length : k >= 0; k += forward ? 1 : -1) {
      const elements = array.elements
      const value = k < elements.length ? elements[k] : HOLE
      if (value === HOLE) return runSteps(findFrom(array, k, length, callback, thisArg, forward, this.wantsIndex))
      if (agent.budget < 0) {
        this.k = k
        return this.pause()
      }
      const result = call3(callback, thisArg, value, k, array)
      if (result === SUSP) {
        this.k = k
        this.candidate = value
        return this.wait()
      }
      if (result) return this.wantsIndex ? k : value
    }
    return this.wantsIndex ? -1 : undefined
  }
  override resume(value: Value): unknown {
    if (value) return this.wantsIndex ? this.k : this.candidate
    this.k += this.forward ? 1 : -1
    return this.run()
  }
}

/** `FindViaPredicate` (https://tc39.es/ecma262/#sec-findviapredicate) from an index on; typed arrays share it. */
export function* findFrom(
  o: ObjectValue,
  k: number,
  length: number,
  callback: ObjectValue,
  thisArg: Value,
  forward: boolean,
  wantsIndex: boolean
): Steps<Value> {
  for (; forward ? k < length : k >= 0; k += forward ? 1 : -1) {
    const value = yield* getOf(o, numberKey(k))
    let result = callback.call(thisArg, [value, k, o])
    if (result === SUSP) result = (yield) as Value
    if (result) return wantsIndex ? k : value
    if (charge(1)) {
      pause()
      yield
    }
  }
  return wantsIndex ? -1 : undefined
}

const findMethod = (name: string, forward: boolean, wantsIndex: boolean): Native =>
  callbackMethod(
    name,
    (array, callback, thisArg) => new FindLoop(array, callback, thisArg, forward, wantsIndex).run(),
    (o, length, callback, thisArg) =>
      findFrom(o, forward ? 0 : length - 1, length, callback, thisArg, forward, wantsIndex)
  )

/** https://tc39.es/ecma262/#sec-array.prototype.find */
export const arrayFind = findMethod("Array.prototype.find", true, false)
/** https://tc39.es/ecma262/#sec-array.prototype.findindex */
export const arrayFindIndex = findMethod("Array.prototype.findIndex", true, true)
/** https://tc39.es/ecma262/#sec-array.prototype.findlast */
export const arrayFindLast = findMethod("Array.prototype.findLast", false, false)
/** https://tc39.es/ecma262/#sec-array.prototype.findlastindex */
export const arrayFindLastIndex = findMethod("Array.prototype.findLastIndex", false, true)
