/** Property descriptors as guest objects (https://tc39.es/ecma262/#sec-property-descriptor-specification-type). */
import { agent, SUSP } from "./agent.ts"
import { throwTypeError } from "./errors.ts"
import { describeValue, isCallable } from "./function.ts"
import { ObjectValue, putOwn } from "./object.ts"
import type { PropertyDescriptor } from "./object.ts"
import { hold } from "./steps.ts"
import type { Steps } from "./steps.ts"
import type { Value } from "./values.ts"

const FIELDS = ["enumerable", "configurable", "value", "writable", "get", "set"] as const

/** `ToPropertyDescriptor` (https://tc39.es/ecma262/#sec-topropertydescriptor). */
export function* toPropertyDescriptor(value: Value): Steps<PropertyDescriptor> {
  if (!(value instanceof ObjectValue)) {
    return throwTypeError(`A property description must be an object, not ${describeValue(value)}.`)
  }
  const desc: PropertyDescriptor = hold({})
  for (const name of FIELDS) {
    let present = value.has(name)
    if (present === SUSP) present = (yield) as boolean
    if (!present) continue
    let field = value.get(name, value)
    if (field === SUSP) field = (yield) as Value
    switch (name) {
      case "value":
        desc.value = field
        break
      case "get":
      case "set":
        if (field !== undefined && !isCallable(field)) {
          throwTypeError(`'${name}' of a property description must be a function, not ${describeValue(field)}.`)
        }
        desc[name] = field as ObjectValue | undefined
        break
      default:
        desc[name] = Boolean(field)
    }
  }
  if (("get" in desc || "set" in desc) && ("value" in desc || "writable" in desc)) {
    throwTypeError("A property description cannot have both accessors (get, set) and a value or 'writable'.")
  }
  return desc
}

/** `FromPropertyDescriptor` (https://tc39.es/ecma262/#sec-frompropertydescriptor). */
export function fromPropertyDescriptor(desc: PropertyDescriptor | undefined): Value {
  if (desc === undefined) return undefined
  const object = agent.realm.newObject()
  if ("value" in desc) putOwn(object, "value", desc.value)
  if ("writable" in desc) putOwn(object, "writable", desc.writable)
  if ("get" in desc) putOwn(object, "get", desc.get)
  if ("set" in desc) putOwn(object, "set", desc.set)
  if ("enumerable" in desc) putOwn(object, "enumerable", desc.enumerable)
  if ("configurable" in desc) putOwn(object, "configurable", desc.configurable)
  return object
}

/** `CompletePropertyDescriptor` (https://tc39.es/ecma262/#sec-completepropertydescriptor). */
export function completeDescriptor(desc: PropertyDescriptor): PropertyDescriptor {
  const isAccessor = "get" in desc || "set" in desc
  const rest = { enumerable: desc.enumerable ?? false, configurable: desc.configurable ?? false }
  return isAccessor
    ? { get: desc.get, set: desc.set, ...rest }
    : { value: desc.value, writable: desc.writable ?? false, ...rest }
}
