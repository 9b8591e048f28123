/**
 * `WeakRef` (https://tc39.es/ecma262/#sec-weak-ref-objects). A program must not be able to tell when memory is reclaimed, so its references hold on
 * to their targets as long as they live themselves, which the specification permits.
 */
import { SUSP } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, link, method, nativeOf } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { canBeHeldWeakly } from "./weak-collection.ts"

export class WeakRefValue extends ObjectValue {
  readonly target: Value
  constructor(shape: Shape, target: Value) {
    super(shape)
    this.target = target
  }
  override get builtinTag(): string {
    return "WeakRef"
  }

  override crossing(): Crossing {
    return { as: "empty", what: "a WeakRef", instead: "write `ref.deref()`" }
  }
}

/** https://tc39.es/ecma262/#sec-weak-ref-target */
function* weakRefConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  if (newTarget === undefined) return throwTypeError("WeakRef must be called with `new`: new WeakRef(target).")
  if (!canBeHeldWeakly(args[0])) {
    return throwTypeError(
      `new WeakRef: ${describeValue(args[0])} cannot be held weakly. Only objects and symbols of Symbol(...) can.`
    )
  }
  let shape = shapeFromConstructor(newTarget, "%WeakRef.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new WeakRefValue(shape, args[0])
}

/** https://tc39.es/ecma262/#sec-weak-ref.prototype.deref */
function weakRefDeref(thisValue: Value): Value {
  if (thisValue instanceof WeakRefValue) return thisValue.target
  return throwTypeError(`WeakRef.prototype.deref was called on ${describeValue(thisValue)}, which is not a WeakRef.`)
}

export const weakRefIntrinsics = {
  "%WeakRef%": constructor_({
    name: "WeakRef",
    length: 1,
    prototype: "%WeakRef.prototype%",
    native: nativeOf(weakRefConstructor)
  }),
  "%WeakRef.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%WeakRef%"),
      method("deref", 0, weakRefDeref),
      constant(wellKnown.toStringTag, "WeakRef", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
