/** Which arrays the methods of arrays make. */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isConstructor } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import type { Guard } from "../interpreter/kernel/realm.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { MAX_ARRAY_INDEX, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** Elements that one host call handles at most: well under a millisecond. */
export const CHUNK = 1 << 16
/** Copying is about thirty times as quick as a step. */
export const COPY_SHIFT = 5

const ARRAY_SPECIES: Guard = {
  name: "array species",
  properties: [
    ["%Array.prototype%", "constructor"],
    ["%Array%", wellKnown.species]
  ]
}

/** Whether methods of this array make plain arrays, without asking. */
export const makesPlainArrays = (array: ArrayValue): boolean =>
  array.shape === agent.realm.arrayShape && agent.realm.isPristine(ARRAY_SPECIES)

/** Whether no prototype has indexed properties: then a hole reads as `undefined`, and a write into it asks nobody. */
export const holesAreEmpty = (array: ArrayValue): boolean => agent.realm.prototypesLackIndices(array.shape.proto)

/** The check of `ArrayCreate`, for those who make the elements first. */
export function checkArrayLength(length: number): void {
  if (length > MAX_ARRAY_INDEX + 1) throwRangeError(`Invalid array length: ${length} is above 4294967295.`)
}

/** `ArrayCreate` (https://tc39.es/ecma262/#sec-arraycreate). */
export function arrayCreate(length: number): ArrayValue {
  checkArrayLength(length)
  return ArrayValue.ofLength(agent.realm.arrayShape, length)
}

/** `ArraySpeciesCreate` (https://tc39.es/ecma262/#sec-arrayspeciescreate). */
export function* arraySpeciesCreate(original: ObjectValue, length: number): Steps<ObjectValue> {
  if (!isArray(original)) return arrayCreate(length)
  if (original instanceof ArrayValue && makesPlainArrays(original)) return arrayCreate(length)
  let constructor = original.get("constructor", original)
  if (constructor === SUSP) constructor = (yield) as Value
  if (constructor instanceof ObjectValue) {
    constructor = constructor.get(wellKnown.species, constructor)
    if (constructor === SUSP) constructor = (yield) as Value
    if (constructor === null) constructor = undefined
  }
  if (constructor === undefined) return arrayCreate(length)
  if (!isConstructor(constructor)) {
    return throwTypeError(`The species of this array is not a constructor but ${describeValue(constructor)}.`)
  }
  let made = constructor.construct([length], constructor)
  if (made === SUSP) made = (yield) as ObjectValue
  return made
}
