/** Receivers of the methods of `RegExp.prototype`. */
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { RegExpValue } from "../interpreter/kernel/regexp-value.ts"
import type { Value } from "../interpreter/kernel/values.ts"

const label = (name: string): string => `RegExp.prototype${name.startsWith("[") ? name : `.${name}`}`

/** The methods of the matching protocol work on any object. */
export function receiverObject(thisValue: Value, name: string): ObjectValue {
  if (thisValue instanceof ObjectValue) return thisValue
  return throwTypeError(`${label(name)} requires that 'this' be an object, not ${describeValue(thisValue)}.`)
}

export function receiverRegExp(thisValue: Value, name: string): RegExpValue {
  if (thisValue instanceof RegExpValue) return thisValue
  return throwTypeError(`${label(name)} requires that 'this' be a RegExp, not ${describeValue(thisValue)}.`)
}
