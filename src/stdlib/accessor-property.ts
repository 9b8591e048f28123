/** Accessors of prototypes that stand in for data properties (`Iterator.prototype.constructor`, `Error.prototype.stack`). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { accessor, nativeOf } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { createDataPropertyOrThrow, setOrThrow } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import type { IntrinsicName } from "../interpreter/kernel/realm.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { describeKey } from "../interpreter/kernel/values.ts"
import type { PropertyKey, SymbolValue, Value } from "../interpreter/kernel/values.ts"

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

/** A property of a prototype that reads as data, and that assignment shadows on whatever inherits it. */
export const dataLikeAccessor = (home: IntrinsicName, key: string | SymbolValue, read: () => Value): Row =>
  accessor(
    key,
    () => read(),
    nativeOf(function* (thisValue, args) {
      yield* setIgnoringPrototype(thisValue, agent.realm.intrinsic(home), key, args[0])
      return undefined
    })
  )
