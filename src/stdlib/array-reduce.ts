/** `Array.prototype.reduce` and `reduceRight`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { lengthOfArrayLike, toObject } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { call3, FunctionValue } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { elementIfPresent } from "./array-callback.ts"
import { CallbackLoop, callbackOf } from "./callback-loop.ts"

/** Whether a function does not see a fourth argument. */
const takesThree = (fn: ObjectValue): boolean =>
  fn instanceof FunctionValue && fn.code !== null && fn.code.argumentsSlot < 0 && fn.code.parameterCount <= 3

class ReduceLoop extends CallbackLoop {
  private readonly array: ArrayValue
  private readonly length: number
  private readonly callback: ObjectValue
  private readonly forward: boolean
  private readonly short: boolean
  private accumulator: Value
  private k: number

  constructor(array: ArrayValue, callback: ObjectValue, forward: boolean, k: number, accumulator: Value) {
    super()
    this.array = array
    this.length = array.length
    this.callback = callback
    this.forward = forward
    this.short = takesThree(callback)
    this.k = k
    this.accumulator = accumulator
  }

  override run(): Value | Susp {
    const { array, length, callback, forward, short } = this
    let accumulator = this.accumulator
    for (let k = this.k; forward ? k < length : k >= 0; k += forward ? 1 : -1) {
      const elements = array.elements
      const value = k < elements.length ? elements[k] : HOLE
      if (value === HOLE) return runSteps(reduceFrom(array, k, length, callback, forward, accumulator))
      if (agent.budget < 0) {
        this.k = k
        this.accumulator = accumulator
        return this.pause()
      }
      const result = short
        ? call3(callback, undefined, accumulator, value, k)
        : callback.call(undefined, [accumulator, value, k, array])
      if (result === SUSP) {
        this.k = k + (forward ? 1 : -1)
        return this.wait()
      }
      accumulator = result
    }
    return accumulator
  }
  override resume(value: Value): unknown {
    this.accumulator = value
    return this.run()
  }
}

/** `accumulator` is `HOLE` until the first element is found. */
function* reduceFrom(
  o: ObjectValue,
  k: number,
  length: number,
  callback: ObjectValue,
  forward: boolean,
  accumulator: Value
): Steps<Value> {
  for (; forward ? k < length : k >= 0; k += forward ? 1 : -1) {
    const value = yield* elementIfPresent(o, k)
    if (value !== HOLE) {
      if (accumulator === HOLE) {
        accumulator = value
      } else {
        let result = callback.call(undefined, [accumulator, value, k, o])
        if (result === SUSP) result = (yield) as Value
        accumulator = result
      }
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
  if (accumulator === HOLE)
    return throwTypeError("Reduce of an empty array with no initial value: pass one as the second argument.")
  return accumulator
}

const reduceMethod = (name: string, forward: boolean): Native => {
  function* generic(thisValue: Value, args: readonly Value[]): Steps<Value> {
    const o = toObject(thisValue)
    let length = lengthOfArrayLike(o)
    if (length === SUSP) length = (yield) as number
    const callback = callbackOf(args[0], name)
    return yield* reduceFrom(o, forward ? 0 : length - 1, length, callback, forward, args.length > 1 ? args[1] : HOLE)
  }
  return (thisValue, args) => {
    if (!(thisValue instanceof ArrayValue) || thisValue.elements.length === 0) return runSteps(generic(thisValue, args))
    const callback = callbackOf(args[0], name)
    let k = forward ? 0 : thisValue.elements.length - 1
    let accumulator: Value
    if (args.length > 1) {
      accumulator = args[1]
    } else {
      accumulator = thisValue.elements[k]
      if (accumulator === HOLE) return runSteps(generic(thisValue, args))
      k += forward ? 1 : -1
    }
    return new ReduceLoop(thisValue, callback, forward, k, accumulator).run()
  }
}

/** https://tc39.es/ecma262/#sec-array.prototype.reduce */
export const arrayReduce = reduceMethod("Array.prototype.reduce", true)
/** https://tc39.es/ecma262/#sec-array.prototype.reduceright */
export const arrayReduceRight = reduceMethod("Array.prototype.reduceRight", false)
