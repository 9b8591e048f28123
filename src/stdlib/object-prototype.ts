/** `Object.prototype` (https://tc39.es/ecma262/#sec-properties-of-the-object-prototype-object). */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { accessor, link, method, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import {
  definePropertyOrThrow,
  invokeMethod,
  requireObjectCoercible,
  toObject,
  toPropertyKey
} from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { enclosed } from "../interpreter/kernel/rope.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { cannotSetPrototype } from "./object.ts"

/** https://tc39.es/ecma262/#sec-immutable-prototype-exotic-objects */
class ImmutablePrototypeObject extends ObjectValue {
  override setPrototypeOf(proto: ObjectValue | null): boolean | Susp {
    return proto === this.shape.proto
  }
}

/** The classes whose slots `Object.prototype.toString` knows; every other object is an `Object`. */
const TAGGED = new Set(["Arguments", "Function", "Error", "Boolean", "Number", "String", "Date", "RegExp"])

/** https://tc39.es/ecma262/#sec-object.prototype.tostring */
export function* objectToString(thisValue: Value): Steps<Value> {
  if (thisValue === undefined) return "[object Undefined]"
  if (thisValue === null) return "[object Null]"
  const o = toObject(thisValue)
  const builtin = isArray(o) ? "Array" : TAGGED.has(o.builtinTag) ? o.builtinTag : "Object"
  let tag = o.get(wellKnown.toStringTag, o)
  if (tag === SUSP) tag = (yield) as Value
  return enclosed("[object ", typeof tag === "string" ? tag : builtin, "]")
}

/** The end of `__lookupGetter__` and `__lookupSetter__`. */
function* lookupAccessor(thisValue: Value, name: Value, which: "get" | "set"): Steps<Value> {
  let o: ObjectValue | null = toObject(thisValue)
  let key = toPropertyKey(name)
  if (key === SUSP) key = (yield) as PropertyKey
  while (o !== null) {
    let desc = o.getOwnProperty(key)
    if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
    if (desc !== undefined) return "get" in desc || "set" in desc ? desc[which] : undefined
    if (charge(1)) {
      pause()
      yield
    }
    let proto: ObjectValue | null | Susp = o.getPrototypeOf()
    if (proto === SUSP) proto = (yield) as ObjectValue | null
    o = proto
  }
  return undefined
}

/** The end of `__defineGetter__` and `__defineSetter__`. */
function* defineAccessor(thisValue: Value, name: Value, fn: Value, which: "get" | "set"): Steps<Value> {
  const o = toObject(thisValue)
  if (!isCallable(fn)) throwTypeError(`The accessor must be a function, not ${describeValue(fn)}.`)
  let key = toPropertyKey(name)
  if (key === SUSP) key = (yield) as PropertyKey
  yield* definePropertyOrThrow(o, key, { [which]: fn as ObjectValue, enumerable: true, configurable: true })
  return undefined
}

/** https://tc39.es/ecma262/#sec-set-object.prototype.__proto__ */
function* setProto(thisValue: Value, args: readonly Value[]): Steps<Value> {
  requireObjectCoercible(thisValue, "set Object.prototype.__proto__")
  const proto = args[0]
  if (proto !== null && !(proto instanceof ObjectValue)) return undefined
  if (!(thisValue instanceof ObjectValue)) return undefined
  let done = thisValue.setPrototypeOf(proto)
  if (done === SUSP) done = (yield) as boolean
  if (!done) throwTypeError(cannotSetPrototype(thisValue))
  return undefined
}

export const objectPrototypeIntrinsics = {
  "%Object.prototype%": {
    prototype: null,
    make: (_realm, shape) => new ImmutablePrototypeObject(shape),
    rows: [
      link("constructor", "%Object%"),
      steps("__defineGetter__", 2, (t, args) => defineAccessor(t, args[0], args[1], "get")),
      steps("__defineSetter__", 2, (t, args) => defineAccessor(t, args[0], args[1], "set")),
      steps("__lookupGetter__", 1, (t, args) => lookupAccessor(t, args[0], "get")),
      steps("__lookupSetter__", 1, (t, args) => lookupAccessor(t, args[0], "set")),
      accessor("__proto__", (t) => toObject(t).getPrototypeOf(), nativeOf(setProto)),
      // https://tc39.es/ecma262/#sec-object.prototype.hasownproperty
      steps("hasOwnProperty", 1, function* (thisValue, args) {
        let key = toPropertyKey(args[0])
        if (key === SUSP) key = (yield) as PropertyKey
        let desc = toObject(thisValue).getOwnProperty(key)
        if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
        return desc !== undefined
      }),
      // https://tc39.es/ecma262/#sec-object.prototype.isprototypeof
      steps("isPrototypeOf", 1, function* (thisValue, args) {
        const value = args[0]
        if (!(value instanceof ObjectValue)) return false
        const o = toObject(thisValue)
        let proto: ObjectValue | null | Susp = value.getPrototypeOf()
        for (;;) {
          if (proto === SUSP) proto = (yield) as ObjectValue | null
          if (proto === null) return false
          if (proto === o) return true
          // Built-ins as traps of a proxy can make this endless without a call of guest code.
          if (charge(1)) {
            pause()
            yield
          }
          proto = proto.getPrototypeOf()
        }
      }),
      // https://tc39.es/ecma262/#sec-object.prototype.propertyisenumerable
      steps("propertyIsEnumerable", 1, function* (thisValue, args) {
        let key = toPropertyKey(args[0])
        if (key === SUSP) key = (yield) as PropertyKey
        let desc = toObject(thisValue).getOwnProperty(key)
        if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
        return desc !== undefined && desc.enumerable === true
      }),
      steps("toLocaleString", 0, (thisValue) => invokeMethod(thisValue, "toString", [])),
      steps("toString", 0, objectToString),
      method("valueOf", 0, (thisValue) => toObject(thisValue))
    ]
  }
} satisfies IntrinsicDefinitions
