/** Accessors of prototypes that stand in for data properties (`Iterator.prototype.constructor`, `Error.prototype.stack`). */
import { SUSP } from "../interpreter/kernel/agent.ts"
import { createDataPropertyOrThrow, setOrThrow } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { describeKey } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"

/** `SetterThatIgnoresPrototypeProperties` (https://tc39.es/ecma262/#sec-SetterThatIgnoresPrototypeProperties). */
export function* setIgnoringPrototype(
  thisValue: Value,
  home: ObjectValue,
  key: PropertyKey,
  value: Value
): Steps<void> {
  if (!(thisValue instanceof ObjectValue)) {
    return throwTypeError(`Cannot set '${describeKey(key)}' of ${describeValue(thisValue)}.`)
  }
  if (thisValue === home) throwTypeError(`Cannot assign to read only property '${describeKey(key)}' of the prototype.`)
  let own = thisValue.getOwnProperty(key)
  if (own === SUSP) own = (yield) as PropertyDescriptor | undefined
  if (own === undefined) yield* createDataPropertyOrThrow(thisValue, key, value)
  else yield* setOrThrow(thisValue, key, value)
}
