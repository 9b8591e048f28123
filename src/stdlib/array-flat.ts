/** `Array.prototype.flat` and `flatMap`. */
import { agent, charge, MAX_CALL_DEPTH, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue, MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { LongList } from "../interpreter/kernel/long-list.ts"
import {
  createDataPropertyOrThrow,
  integerOrInfinityOf,
  lengthOfArrayLike,
  toObject
} from "../interpreter/kernel/convert.ts"
import { throwCallDepth, throwTypeError } from "../interpreter/kernel/errors.ts"
import { call3 } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import { heldCount, hold, letGo, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { elementIfPresent } from "./array-callback.ts"
import { checkLength } from "./array-edit.ts"
import { arraySpeciesCreate, CHUNK, COPY_SHIFT, holesAreEmpty, makesPlainArrays } from "./array-species.ts"
import { CallbackLoop, callbackOf } from "./callback-loop.ts"

/** One level of nesting that is being walked. */
interface Level {
  readonly source: ObjectValue
  readonly length: number
  k: number
}

/**
 * `FlattenIntoArray` (https://tc39.es/ecma262/#sec-flattenintoarray) without a mapper: appends `source` at index `to` of the target, and answers the next
 * index. The levels are a list rather than recursion, so that deep nesting costs no host stack; as deep as calls may be is enough.
 */
function* flatten(target: ObjectValue, source: ObjectValue, length: number, to: number, depth: number): Steps<number> {
  const levels: Level[] = hold([{ source, length, k: 0 }])
  for (;;) {
    const level = levels[levels.length - 1]
    if (level.k >= level.length) {
      levels.pop()
      if (levels.length === 0) return to
      continue
    }
    const k = level.k++
    if (charge(1)) {
      pause()
      yield
    }
    let element: Value = HOLE
    if (level.source instanceof ArrayValue && k < level.source.elements.length) element = level.source.elements[k]
    if (element === HOLE) {
      element = yield* elementIfPresent(level.source, k)
      if (element === HOLE) continue
    }
    if (levels.length <= depth && element instanceof ObjectValue && isArray(element)) {
      let inner = lengthOfArrayLike(element)
      if (inner === SUSP) inner = (yield) as number
      if (levels.length >= MAX_CALL_DEPTH) throwCallDepth()
      levels.push({ source: element, length: inner, k: 0 })
      continue
    }
    checkLength(to + 1, "Array.prototype.flat")
    // As `createDataPropertyOrThrow`, without a generator for each element.
    let done = target.createDataProperty(numberKey(to), element)
    if (done === SUSP) done = (yield) as boolean
    if (!done) throwTypeError(`Array.prototype.flat: property ${to} of the result cannot be defined.`)
    to++
  }
}

/** https://tc39.es/ecma262/#sec-array.prototype.flat */
export function* arrayFlat(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  const depth = args[0] === undefined ? 1 : yield* integerOrInfinityOf(args[0])
  const target = hold(yield* arraySpeciesCreate(o, 0))
  yield* flatten(target, o, length, 0, depth)
  return target
}

// ---- flatMap

class FlatMapLoop extends CallbackLoop {
  private readonly array: ArrayValue
  private readonly length: number
  private readonly callback: ObjectValue
  private readonly thisArg: Value
  private readonly flat = new LongList()
  private k = 0
  constructor(array: ArrayValue, callback: ObjectValue, thisArg: Value) {
    super()
    this.array = array
    this.length = array.elements.length
    this.callback = callback
    this.thisArg = thisArg
  }

  override run(): Value | Susp {
    const { array, length, callback, thisArg } = this
    for (let k = this.k; k < length; k++) {
      const elements = array.elements
      const value = k < elements.length ? elements[k] : HOLE
      if (value === HOLE) {
        const target = agent.realm.newLongArray(this.flat)
        return runSteps(flatMapFrom(array, k, length, callback, thisArg, target, this.flat.length, HOLE))
      }
      if (agent.budget < 0) {
        this.k = k
        return this.pause()
      }
      const result = call3(callback, thisArg, value, k, array)
      if (result === SUSP) {
        this.k = k + 1
        return this.wait()
      }
      if (!this.append(result)) return this.leave(k + 1, result)
    }
    return agent.realm.newLongArray(this.flat)
  }
  override resume(value: Value): unknown {
    return this.append(value) ? this.run() : this.leave(this.k, value)
  }

  /** Appends what the callback answered, unless that takes the specification's steps. */
  private append(result: Value): boolean {
    const flat = this.flat
    if (flat.length >= MAX_ELEMENTS) throwTooManyElements()
    if (!(result instanceof ObjectValue)) {
      flat.push(result)
      return true
    }
    if (!(result instanceof ArrayValue)) {
      if (result.isProxy) return false
      flat.push(result)
      return true
    }
    const elements = result.elements
    if (result.sparse !== null || elements.length > CHUNK || !holesAreEmpty(result)) return false
    if (flat.length + elements.length > MAX_ELEMENTS) throwTooManyElements()
    for (let i = 0; i < elements.length; i++) if (elements[i] !== HOLE) flat.push(elements[i])
    agent.budget -= elements.length >> COPY_SHIFT
    return true
  }

  private leave(k: number, result: Value): Value | Susp {
    const { array, length, callback, thisArg, flat } = this
    return runSteps(
      flatMapFrom(array, k, length, callback, thisArg, agent.realm.newLongArray(flat), flat.length, result)
    )
  }
}

/** `answered` is an answer of the callback that is still to be appended, or `HOLE`. */
function* flatMapFrom(
  o: ObjectValue,
  k: number,
  length: number,
  callback: ObjectValue,
  thisArg: Value,
  target: ObjectValue,
  to: number,
  answered: Value
): Steps<Value> {
  hold(target)
  const mark = heldCount()
  for (;;) {
    letGo(mark)
    hold(answered)
    if (answered !== HOLE) {
      if (answered instanceof ObjectValue && isArray(answered)) {
        let inner = lengthOfArrayLike(answered)
        if (inner === SUSP) inner = (yield) as number
        to = yield* flatten(target, answered, inner, to, 0)
      } else {
        checkLength(to + 1, "Array.prototype.flatMap")
        yield* createDataPropertyOrThrow(target, numberKey(to++), answered)
      }
      answered = HOLE
    }
    if (charge(1)) {
      pause()
      yield
    }
    if (k >= length) return target
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE) {
      let result = callback.call(thisArg, [value, k, o])
      if (result === SUSP) result = (yield) as Value
      answered = result
    }
    k++
  }
}

function* flatMapSteps(thisValue: Value, callback: Value, thisArg: Value): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  const fn = callbackOf(callback, "Array.prototype.flatMap")
  const target = hold(yield* arraySpeciesCreate(o, 0))
  return yield* flatMapFrom(o, 0, length, fn, thisArg, target, 0, HOLE)
}

/** https://tc39.es/ecma262/#sec-array.prototype.flatmap */
export function arrayFlatMap(thisValue: Value, args: readonly Value[]): Value | Susp {
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && makesPlainArrays(thisValue)) {
    return new FlatMapLoop(thisValue, callbackOf(args[0], "Array.prototype.flatMap"), args[1]).run()
  }
  return runSteps(flatMapSteps(thisValue, args[0], args[1]))
}
