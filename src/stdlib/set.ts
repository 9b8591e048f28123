/** `Set` (https://tc39.es/ecma262/#sec-set-objects). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { alias, constant, constructor_, getter, link, method, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import { callOf, getOf } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { isCallable, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { callbackOf } from "./callback-loop.ts"
import { SetIterator } from "./collection-iterator.ts"
import { TableLoop } from "./map.ts"
import { OrderedTable, TableCursor } from "./ordered-table.ts"
import {
  setDifference,
  setIntersection,
  setIsDisjointFrom,
  setIsSubsetOf,
  setIsSupersetOf,
  setSymmetricDifference,
  setUnion
} from "./set-algebra.ts"
import { SetValue, setTableOf } from "./set-value.ts"

/** https://tc39.es/ecma262/#sec-set-iterable */
function* setConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  const realm = agent.realm
  if (newTarget === undefined) return throwTypeError("Set must be called with `new`: new Set(...).")
  let shape: Shape | Susp =
    newTarget === realm.intrinsic("%Set%")
      ? realm.shapeOf("%Set.prototype%")
      : shapeFromConstructor(newTarget, "%Set.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  const set = hold(new SetValue(shape, new OrderedTable()))
  const values = args[0]
  if (values === undefined || values === null) return set
  const adder = yield* getOf(set, "add")
  if (!isCallable(adder)) return throwTypeError("The `add` of this Set is not a function.")
  const isBuiltIn = adder === realm.original(realm.intrinsic("%Set.prototype%"), "add")
  yield* forEachValue(
    values,
    (value) => {
      if (!isBuiltIn) return addValue(set, adder, value)
      set.table.set(value, undefined)
      return undefined
    },
    "The argument of new Set(...)"
  )
  return set
}

export function* addValue(target: ObjectValue, adder: ObjectValue, value: Value): Steps<void> {
  yield* callOf(adder, target, [value])
}

/** https://tc39.es/ecma262/#sec-set.prototype.add */
function setAdd(thisValue: Value, args: readonly Value[]): Value {
  setTableOf(thisValue, "Set.prototype.add").set(args[0], undefined)
  return thisValue
}

/** https://tc39.es/ecma262/#sec-set.prototype.has */
const setHas = (thisValue: Value, args: readonly Value[]): Value =>
  setTableOf(thisValue, "Set.prototype.has").has(args[0])

/** https://tc39.es/ecma262/#sec-set.prototype.delete */
const setDelete = (thisValue: Value, args: readonly Value[]): Value =>
  setTableOf(thisValue, "Set.prototype.delete").delete(args[0])

/** https://tc39.es/ecma262/#sec-set.prototype.clear */
function setClear(thisValue: Value): Value {
  setTableOf(thisValue, "Set.prototype.clear").clear()
  return undefined
}

/** https://tc39.es/ecma262/#sec-get-set.prototype.size */
const setSize = (thisValue: Value): Value => setTableOf(thisValue, "get Set.prototype.size").size

/** https://tc39.es/ecma262/#sec-set.prototype.foreach */
function setForEach(thisValue: Value, args: readonly Value[]): Value | Susp {
  const table = setTableOf(thisValue, "Set.prototype.forEach")
  const callback = callbackOf(args[0], "Set.prototype.forEach")
  return new TableLoop(table, thisValue as SetValue, callback, args[1], true).run()
}

const iteration =
  (name: string, kind: "value" | "entry") =>
  (thisValue: Value): Value =>
    new SetIterator(new TableCursor(setTableOf(thisValue, `Set.prototype.${name}`)), kind)

export const setIntrinsics = {
  "%Set%": constructor_({
    name: "Set",
    length: 0,
    prototype: "%Set.prototype%",
    native: nativeOf(setConstructor),
    rows: [getter(wellKnown.species, (thisValue) => thisValue)]
  }),
  "%Set.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      method("add", 1, setAdd),
      method("clear", 0, setClear),
      link("constructor", "%Set%"),
      method("delete", 1, setDelete),
      steps("difference", 1, setDifference),
      method("entries", 0, iteration("entries", "entry")),
      method("forEach", 1, setForEach),
      method("has", 1, setHas),
      steps("intersection", 1, setIntersection),
      steps("isDisjointFrom", 1, setIsDisjointFrom),
      steps("isSubsetOf", 1, setIsSubsetOf),
      steps("isSupersetOf", 1, setIsSupersetOf),
      alias("keys", "values"),
      getter("size", setSize),
      steps("symmetricDifference", 1, setSymmetricDifference),
      steps("union", 1, setUnion),
      method("values", 0, iteration("values", "value")),
      alias(wellKnown.iterator, "values"),
      constant(wellKnown.toStringTag, "Set", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
