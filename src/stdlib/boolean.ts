/** `Boolean` (https://tc39.es/ecma262/#sec-boolean-objects). */
import { SUSP } from "../interpreter/kernel/agent.ts"
import { constructor_, link, method } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"

/** `ThisBooleanValue` (https://tc39.es/ecma262/#sec-thisbooleanvalue). */
function thisBoolean(value: Value, name: string): boolean {
  const primitive = value instanceof PrimitiveWrapper ? value.primitive : value
  if (typeof primitive === "boolean") return primitive
  return throwTypeError(`Boolean.prototype.${name} was called on ${describeValue(value)}, which is not a boolean.`)
}

/** https://tc39.es/ecma262/#sec-boolean-constructor-boolean-value */
function* newBoolean(value: boolean, newTarget: ObjectValue): Steps<Value> {
  let shape = shapeFromConstructor(newTarget, "%Boolean.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new PrimitiveWrapper(shape, value)
}

export const booleanIntrinsics = {
  "%Boolean%": constructor_({
    name: "Boolean",
    length: 1,
    prototype: "%Boolean.prototype%",
    native: (_, args, newTarget) => {
      const value = Boolean(args[0])
      return newTarget === undefined ? value : runSteps(newBoolean(value, newTarget))
    }
  }),
  "%Boolean.prototype%": {
    prototype: "%Object.prototype%",
    // The prototype is itself a boolean object.
    make: (_realm, shape) => new PrimitiveWrapper(shape, false),
    rows: [
      link("constructor", "%Boolean%"),
      method("toString", 0, (t) => String(thisBoolean(t, "toString"))),
      method("valueOf", 0, (t) => thisBoolean(t, "valueOf"))
    ]
  }
} satisfies IntrinsicDefinitions
