/** `WeakMap` and `WeakSet` (https://tc39.es/ecma262/#sec-weakmap-objects). */
import { SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { constant, constructor_, link, method, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import { callOf, getOf } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { SymbolValue, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { callbackOf } from "./callback-loop.ts"
import { addEntry } from "./map.ts"
import { addValue } from "./set.ts"
import { WeakTable } from "./weak-table.ts"
import type { WeakKey } from "./weak-table.ts"

export class WeakMapValue extends ObjectValue {
  readonly entries = new WeakTable()
  override get builtinTag(): string {
    return "WeakMap"
  }

  override crossing(): Crossing {
    return { as: "empty", what: "a WeakMap", instead: "keep the entries in a Map and write `Object.fromEntries(map)`" }
  }
}

export class WeakSetValue extends ObjectValue {
  readonly values = new WeakTable()
  override get builtinTag(): string {
    return "WeakSet"
  }

  override crossing(): Crossing {
    return { as: "empty", what: "a WeakSet", instead: "keep the values in a Set and write `[...set]`" }
  }
}

/** `CanBeHeldWeakly` (https://tc39.es/ecma262/#sec-canbeheldweakly). */
export const canBeHeldWeakly = (value: Value): value is WeakKey =>
  value instanceof ObjectValue || (value instanceof SymbolValue && !value.registered)

function keyOf(value: Value, method: string): WeakKey {
  if (canBeHeldWeakly(value)) return value
  return throwTypeError(
    `${method}: ${describeValue(value)} cannot be held weakly. Only objects and symbols of Symbol(...) can.`
  )
}

function entriesOf(value: Value, method: string): WeakTable {
  if (value instanceof WeakMapValue) return value.entries
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not a WeakMap.`)
}

function valuesOf(value: Value, method: string): WeakTable {
  if (value instanceof WeakSetValue) return value.values
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not a WeakSet.`)
}

/** https://tc39.es/ecma262/#sec-weakmap-iterable */
function* weakMapConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  if (newTarget === undefined) return throwTypeError("WeakMap must be called with `new`: new WeakMap(...).")
  let shape: Shape | Susp = shapeFromConstructor(newTarget, "%WeakMap.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  const map = hold(new WeakMapValue(shape))
  const entries = args[0]
  if (entries === undefined || entries === null) return map
  const adder = yield* getOf(map, "set")
  if (!isCallable(adder)) return throwTypeError("The `set` of this WeakMap is not a function.")
  yield* forEachValue(entries, (item) => addEntry(map, adder, item, "WeakMap"), "The argument of new WeakMap(...)")
  return map
}

/** https://tc39.es/ecma262/#sec-weakset-iterable */
function* weakSetConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  if (newTarget === undefined) return throwTypeError("WeakSet must be called with `new`: new WeakSet(...).")
  let shape: Shape | Susp = shapeFromConstructor(newTarget, "%WeakSet.prototype%", 4)
  if (shape === SUSP) shape = (yield) as Shape
  const set = hold(new WeakSetValue(shape))
  const values = args[0]
  if (values === undefined || values === null) return set
  const adder = yield* getOf(set, "add")
  if (!isCallable(adder)) return throwTypeError("The `add` of this WeakSet is not a function.")
  yield* forEachValue(values, (value) => addValue(set, adder, value), "The argument of new WeakSet(...)")
  return set
}

/** https://tc39.es/ecma262/#sec-weakmap.prototype.get */
function weakMapGet(thisValue: Value, args: readonly Value[]): Value {
  const entries = entriesOf(thisValue, "WeakMap.prototype.get")
  return canBeHeldWeakly(args[0]) ? entries.get(args[0]) : undefined
}

/** https://tc39.es/ecma262/#sec-weakmap.prototype.set */
function weakMapSet(thisValue: Value, args: readonly Value[]): Value {
  const entries = entriesOf(thisValue, "WeakMap.prototype.set")
  entries.set(keyOf(args[0], "WeakMap.prototype.set"), args[1])
  return thisValue
}

/** https://tc39.es/ecma262/#sec-weakmap.prototype.has */
function weakMapHas(thisValue: Value, args: readonly Value[]): Value {
  const entries = entriesOf(thisValue, "WeakMap.prototype.has")
  return canBeHeldWeakly(args[0]) && entries.has(args[0])
}

/** https://tc39.es/ecma262/#sec-weakmap.prototype.delete */
function weakMapDelete(thisValue: Value, args: readonly Value[]): Value {
  const entries = entriesOf(thisValue, "WeakMap.prototype.delete")
  return canBeHeldWeakly(args[0]) && entries.delete(args[0])
}

/** https://tc39.es/ecma262/#sec-weakmap.prototype.getorinsert */
function weakMapGetOrInsert(thisValue: Value, args: readonly Value[]): Value {
  const entries = entriesOf(thisValue, "WeakMap.prototype.getOrInsert")
  const key = keyOf(args[0], "WeakMap.prototype.getOrInsert")
  if (entries.has(key)) return entries.get(key)
  entries.set(key, args[1])
  return args[1]
}

/** https://tc39.es/ecma262/#sec-weakmap.prototype.getorinsertcomputed */
function* weakMapGetOrInsertComputed(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const entries = entriesOf(thisValue, "WeakMap.prototype.getOrInsertComputed")
  const key = keyOf(args[0], "WeakMap.prototype.getOrInsertComputed")
  const callback = callbackOf(args[1], "WeakMap.prototype.getOrInsertComputed")
  if (entries.has(key)) return entries.get(key)
  const value = yield* callOf(callback, undefined, [key])
  entries.set(key, value)
  return value
}

/** https://tc39.es/ecma262/#sec-weakset.prototype.add */
function weakSetAdd(thisValue: Value, args: readonly Value[]): Value {
  const values = valuesOf(thisValue, "WeakSet.prototype.add")
  values.set(keyOf(args[0], "WeakSet.prototype.add"), undefined)
  return thisValue
}

/** https://tc39.es/ecma262/#sec-weakset.prototype.has */
function weakSetHas(thisValue: Value, args: readonly Value[]): Value {
  const values = valuesOf(thisValue, "WeakSet.prototype.has")
  return canBeHeldWeakly(args[0]) && values.has(args[0])
}

/** https://tc39.es/ecma262/#sec-weakset.prototype.delete */
function weakSetDelete(thisValue: Value, args: readonly Value[]): Value {
  const values = valuesOf(thisValue, "WeakSet.prototype.delete")
  return canBeHeldWeakly(args[0]) && values.delete(args[0])
}

export const weakCollectionIntrinsics = {
  "%WeakMap%": constructor_({
    name: "WeakMap",
    length: 0,
    prototype: "%WeakMap.prototype%",
    native: nativeOf(weakMapConstructor)
  }),
  "%WeakMap.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%WeakMap%"),
      method("delete", 1, weakMapDelete),
      method("get", 1, weakMapGet),
      method("getOrInsert", 2, weakMapGetOrInsert),
      steps("getOrInsertComputed", 2, weakMapGetOrInsertComputed),
      method("has", 1, weakMapHas),
      method("set", 2, weakMapSet),
      constant(wellKnown.toStringTag, "WeakMap", CONFIGURABLE)
    ]
  },
  "%WeakSet%": constructor_({
    name: "WeakSet",
    length: 0,
    prototype: "%WeakSet.prototype%",
    native: nativeOf(weakSetConstructor)
  }),
  "%WeakSet.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      method("add", 1, weakSetAdd),
      link("constructor", "%WeakSet%"),
      method("delete", 1, weakSetDelete),
      method("has", 1, weakSetHas),
      constant(wellKnown.toStringTag, "WeakSet", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
