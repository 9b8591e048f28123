/** Lists of guest values from array-likes. */
import { charge, pause, SUSP } from "./agent.ts"
import { checkArgumentCount } from "./argument-list.ts"
import { ArrayValue, MAX_ELEMENTS, throwTooManyElements } from "./array.ts"
import { lengthOfArrayLike } from "./convert.ts"
import { throwTypeError } from "./errors.ts"
import { describeValue } from "./function.ts"
import { ObjectValue } from "./object.ts"
import { hold } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { numberKey } from "./values.ts"
import type { Value } from "./values.ts"
import { weigh } from "./weight.ts"

/** An array up to this length is copied in one host call. */
const ONE_COPY = 1 << 16

/**
 * `CreateListFromArrayLike` (https://tc39.es/ecma262/#sec-createlistfromarraylike). `what` names the value in the error.
 */
export function* listFromArrayLike(
  value: Value,
  what: string,
  checkLength: (length: number) => void = checkElementCount
): Steps<Value[]> {
  if (!(value instanceof ObjectValue)) {
    return throwTypeError(`${what} must be an array or an array-like object, not ${describeValue(value)}.`)
  }
  const copy = value instanceof ArrayValue && value.length <= ONE_COPY ? value.packedCopy() : null
  if (copy !== null) {
    hold(copy)
    weigh(copy.length * 8)
    if (charge(0)) {
      pause()
      yield
    }
    return copy
  }
  let length = lengthOfArrayLike(value)
  if (length === SUSP) length = (yield) as number
  checkLength(length)
  const list: Value[] = hold([])
  for (let i = 0; i < length; i++) {
    let element = value.get(numberKey(i), value)
    if (element === SUSP) element = (yield) as Value
    list.push(element)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return list
}

function checkElementCount(length: number): void {
  if (length > MAX_ELEMENTS) throwTooManyElements()
}

/** The list of arguments that `apply` and its kin are given. */
export const argumentsFromArrayLike = (value: Value, what: string): Steps<Value[]> =>
  listFromArrayLike(value, what, checkArgumentCount)
