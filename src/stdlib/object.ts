/** `Object` and its static methods (https://tc39.es/ecma262/#sec-object-constructor). */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { constructor_, method, nativeOf } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import { definePropertyOrThrow, setOrThrow, toObject, toPropertyKey } from "../interpreter/kernel/convert.ts"
import { throwInvalidData, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { ToolReference } from "../interpreter/kernel/host.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { Accessor, found, ObjectValue, PlainObject, putOwn, readSlot } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { OrderedMapCursor } from "../interpreter/kernel/ordered-map.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { DEFAULT_FLAGS, ENUMERABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { heldCount, hold, letGo, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, keyValue, SymbolValue } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { groupBy } from "./group-by.ts"
import { setIntegrityLevel, testIntegrityLevel } from "./integrity.ts"
import { fromPropertyDescriptor, toPropertyDescriptor } from "../interpreter/kernel/property-descriptor.ts"

/** References have names, not contents: only `Object.keys` has an answer for them. */
function refuseToolReferences(name: string, args: readonly Value[]): void {
  for (const value of args) {
    if (value instanceof ToolReference) {
      throwInvalidData(`Object.${name}(...) cannot read tool references. ${value.advice}`, [
        "Use Object.keys(tools) to list names, or search({ query: '...' }) to find tools."
      ])
    }
  }
}

const plainStatic = (name: string, length: number, native: Native): Row =>
  method(name, length, (thisValue, args, newTarget) => {
    refuseToolReferences(name, args)
    return native(thisValue, args, newTarget)
  })

const stepsStatic = (name: string, length: number, algorithm: NativeSteps): Row =>
  plainStatic(name, length, nativeOf(algorithm))

/** https://tc39.es/ecma262/#sec-object-value */
function* objectConstructor(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  if (newTarget !== undefined && newTarget !== agent.realm.intrinsic("%Object%")) {
    let shape = shapeFromConstructor(newTarget, "%Object.prototype%", 0)
    if (shape === SUSP) shape = (yield) as Shape
    return new PlainObject(shape)
  }
  const value = args[0]
  return value === undefined || value === null ? agent.realm.newObject() : toObject(value)
}

/** https://tc39.es/ecma262/#sec-object.assign */
function* objectAssign(_: Value, args: readonly Value[]): Steps<Value> {
  const to = toObject(args[0])
  for (let i = 1; i < args.length; i++) {
    const source = args[i]
    if (source === undefined || source === null) continue
    const from = toObject(source)
    let keys = from.ownKeys()
    if (keys === SUSP) keys = (yield) as PropertyKey[]
    hold(keys)
    const isPlain = from instanceof PlainObject
    for (const key of keys) {
      if (charge(8)) {
        pause()
        yield
      }
      let value: Value
      if (isPlain && from.lookup(key)) {
        if ((found.flags & ENUMERABLE) === 0) continue
        const slot = found.value
        if (slot instanceof Accessor) {
          let got = from.get(key, from)
          if (got === SUSP) got = (yield) as Value
          value = got
        } else {
          value = slot
        }
      } else {
        let desc = from.getOwnProperty(key)
        if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
        if (desc === undefined || desc.enumerable !== true) continue
        let got = from.get(key, from)
        if (got === SUSP) got = (yield) as Value
        value = got
      }
      yield* setOrThrow(to, key, value)
    }
  }
  return to
}

/** https://tc39.es/ecma262/#sec-object.create */
function* objectCreate(_: Value, args: readonly Value[]): Steps<Value> {
  const proto = args[0]
  if (proto !== null && !(proto instanceof ObjectValue)) {
    throwTypeError(`Object.create: the prototype must be an object or null, not ${describeValue(proto)}.`)
  }
  const object = hold(new PlainObject(agent.realm.rootShape(proto as ObjectValue | null, 0)))
  if (args[1] !== undefined) yield* objectDefineProperties(object, args[1])
  return object
}

/** `ObjectDefineProperties` (https://tc39.es/ecma262/#sec-objectdefineproperties). */
export function* objectDefineProperties(object: ObjectValue, properties: Value): Steps<void> {
  const props = toObject(properties)
  let keys = props.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  const descriptors: [PropertyKey, PropertyDescriptor][] = hold([])
  const mark = heldCount()
  for (const key of keys) {
    if (charge(16)) {
      pause()
      yield
    }
    let own = props.getOwnProperty(key)
    if (own === SUSP) own = (yield) as PropertyDescriptor | undefined
    if (own === undefined || own.enumerable !== true) continue
    let value = props.get(key, props)
    if (value === SUSP) value = (yield) as Value
    descriptors.push([key, yield* toPropertyDescriptor(value)])
    letGo(mark)
  }
  for (const [key, descriptor] of descriptors) {
    yield* definePropertyOrThrow(object, key, descriptor)
    if (charge(8)) {
      pause()
      yield
    }
  }
}

/** `EnumerableOwnProperties` (https://tc39.es/ecma262/#sec-enumerableownproperties). */
export function* enumerableOwnProperties(o: ObjectValue, kind: "key" | "value" | "entry"): Steps<Value[]> {
  let keys = o.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  const result: Value[] = hold([])
  for (const key of keys) {
    if (charge(6)) {
      pause()
      yield
    }
    if (key instanceof SymbolValue) continue
    let desc = o.getOwnProperty(key)
    if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
    if (desc === undefined || desc.enumerable !== true) continue
    if (kind === "key") {
      result.push(keyValue(key))
      continue
    }
    let value = o.get(key, o)
    if (value === SUSP) value = (yield) as Value
    result.push(kind === "value" ? value : agent.realm.newArray([keyValue(key), value]))
  }
  return result
}

/** Properties of a small data object are in its shape and slots: no descriptors, nothing that can suspend. Null when it is not one. */
function fastProperties(o: ObjectValue, kind: "key" | "value" | "entry"): Value[] | null {
  if (!(o instanceof PlainObject)) return null
  const shape = o.shape
  if (shape.dictionary !== null || shape.hasIndexKeys) return null
  const { keys, flags } = shape
  const result: Value[] = []
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (flags[i] !== DEFAULT_FLAGS) {
      if (kind === "key" && (flags[i] & ENUMERABLE) === 0) continue
      return null
    }
    if (typeof key !== "string") continue
    if (kind === "key") {
      result.push(key)
      continue
    }
    const value = readSlot(o, i + shape.base) as Value
    result.push(kind === "value" ? value : agent.realm.newArray([key, value]))
  }
  agent.budget -= keys.length
  return result
}

function objectProperties(value: Value, kind: "key" | "value" | "entry"): ReturnType<Native> {
  const o = toObject(value)
  const fast = fastProperties(o, kind)
  return fast !== null ? agent.realm.newArray(fast) : runSteps(listOf(o, kind))
}

function* listOf(o: ObjectValue, kind: "key" | "value" | "entry"): Steps<Value> {
  return agent.realm.newArray(yield* enumerableOwnProperties(o, kind))
}

/** https://tc39.es/ecma262/#sec-object.fromentries */
function* objectFromEntries(_: Value, args: readonly Value[]): Steps<Value> {
  const iterable = args[0]
  if (iterable === undefined || iterable === null) {
    return throwTypeError(
      `Object.fromEntries: the argument must be an iterable of [key, value] pairs, not ${iterable}.`
    )
  }
  const object = hold(agent.realm.newObject())
  yield* forEachValue(
    iterable,
    (entry) => {
      agent.budget -= 6
      if (entry instanceof ArrayValue && entry.elements.length >= 2) {
        const [name, value] = entry.elements
        if (name !== HOLE && value !== HOLE && !(name instanceof ObjectValue)) {
          object.store(toPropertyKey(name) as PropertyKey, value, DEFAULT_FLAGS)
          return undefined
        }
      }
      return addEntry(object, entry)
    },
    "The argument of Object.fromEntries(...)"
  )
  return object
}

function* addEntry(object: ObjectValue, entry: Value): Steps<void> {
  if (!(entry instanceof ObjectValue)) {
    return throwTypeError(`Object.fromEntries: each entry must be a [key, value] pair, not ${describeValue(entry)}.`)
  }
  let name = entry.get(0, entry)
  if (name === SUSP) name = (yield) as Value
  let value = entry.get(1, entry)
  if (value === SUSP) value = (yield) as Value
  let key = toPropertyKey(name)
  if (key === SUSP) key = (yield) as PropertyKey
  object.store(key, value, DEFAULT_FLAGS)
}

/** https://tc39.es/ecma262/#sec-object.getownpropertydescriptor */
function* objectGetOwnPropertyDescriptor(_: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(args[0])
  let key = toPropertyKey(args[1])
  if (key === SUSP) key = (yield) as PropertyKey
  let desc = o.getOwnProperty(key)
  if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
  return fromPropertyDescriptor(desc)
}

/** https://tc39.es/ecma262/#sec-object.getownpropertydescriptors */
function* objectGetOwnPropertyDescriptors(_: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(args[0])
  let keys = o.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  const descriptors = hold(agent.realm.newObject())
  for (const key of keys) {
    let desc = o.getOwnProperty(key)
    if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
    if (desc !== undefined) putOwn(descriptors, key, fromPropertyDescriptor(desc))
    if (charge(12)) {
      pause()
      yield
    }
  }
  return descriptors
}

/** `GetOwnPropertyKeys` (https://tc39.es/ecma262/#sec-getownpropertykeys). */
function* ownPropertyKeys(value: Value, symbols: boolean): Steps<Value> {
  const o = toObject(value)
  let keys = o.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  const list: Value[] = hold([])
  for (const key of keys) {
    if (key instanceof SymbolValue === symbols) list.push(keyValue(key))
    if (charge(1)) {
      pause()
      yield
    }
  }
  return agent.realm.newArray(list)
}

/** https://tc39.es/ecma262/#sec-object.groupby */
function* objectGroupBy(_: Value, args: readonly Value[]): Steps<Value> {
  const groups = yield* groupBy(args[0], args[1], "property", "Object.groupBy")
  const object = hold(new PlainObject(agent.realm.rootShape(null, 0)))
  for (const cursor = new OrderedMapCursor(groups); cursor.advance();) {
    putOwn(object, cursor.key, agent.realm.newArray(cursor.value))
    if (charge(1)) {
      pause()
      yield
    }
  }
  return object
}

/** https://tc39.es/ecma262/#sec-object.setprototypeof */
function* objectSetPrototypeOf(_: Value, args: readonly Value[]): Steps<Value> {
  const [o, proto] = args
  if (o === undefined || o === null) throwTypeError(`Object.setPrototypeOf called on ${o}.`)
  if (proto !== null && !(proto instanceof ObjectValue)) {
    return throwTypeError(
      `Object.setPrototypeOf: the prototype must be an object or null, not ${describeValue(proto)}.`
    )
  }
  if (!(o instanceof ObjectValue)) return o
  let done = o.setPrototypeOf(proto)
  if (done === SUSP) done = (yield) as boolean
  if (!done) throwTypeError(cannotSetPrototype(o))
  return o
}

export const cannotSetPrototype = (o: ObjectValue): string =>
  `The prototype of ${describeValue(o)} cannot be changed: it is fixed, not extensible, or would become a cycle.`

function requireObject(value: Value, name: string): ObjectValue {
  return value instanceof ObjectValue
    ? value
    : throwTypeError(`Object.${name} called on something that is not an object: ${describeValue(value)}.`)
}

export const objectIntrinsics = {
  "%Object%": constructor_({
    name: "Object",
    length: 1,
    prototype: "%Object.prototype%",
    native: nativeOf(objectConstructor),
    rows: [
      stepsStatic("assign", 2, objectAssign),
      stepsStatic("create", 2, objectCreate),
      // https://tc39.es/ecma262/#sec-object.defineproperties
      stepsStatic("defineProperties", 2, function* (_, args) {
        const o = requireObject(args[0], "defineProperties")
        yield* objectDefineProperties(o, args[1])
        return o
      }),
      // https://tc39.es/ecma262/#sec-object.defineproperty
      stepsStatic("defineProperty", 3, function* (_, args) {
        const o = requireObject(args[0], "defineProperty")
        let key = toPropertyKey(args[1])
        if (key === SUSP) key = (yield) as PropertyKey
        yield* definePropertyOrThrow(o, key, yield* toPropertyDescriptor(args[2]))
        return o
      }),
      plainStatic("entries", 1, (_, args) => objectProperties(args[0], "entry")),
      // https://tc39.es/ecma262/#sec-object.freeze
      stepsStatic("freeze", 1, function* (_, args) {
        const o = args[0]
        if (!(o instanceof ObjectValue)) return o
        if (!(yield* setIntegrityLevel(o, "frozen"))) throwTypeError("Object.freeze: this object cannot be frozen.")
        return o
      }),
      stepsStatic("fromEntries", 1, objectFromEntries),
      stepsStatic("getOwnPropertyDescriptor", 2, objectGetOwnPropertyDescriptor),
      stepsStatic("getOwnPropertyDescriptors", 1, objectGetOwnPropertyDescriptors),
      stepsStatic("getOwnPropertyNames", 1, (_, args) => ownPropertyKeys(args[0], false)),
      stepsStatic("getOwnPropertySymbols", 1, (_, args) => ownPropertyKeys(args[0], true)),
      plainStatic("getPrototypeOf", 1, (_, args) => toObject(args[0]).getPrototypeOf()),
      stepsStatic("groupBy", 2, objectGroupBy),
      // https://tc39.es/ecma262/#sec-object.hasown
      stepsStatic("hasOwn", 2, function* (_, args) {
        const o = toObject(args[0])
        let key = toPropertyKey(args[1])
        if (key === SUSP) key = (yield) as PropertyKey
        let desc = o.getOwnProperty(key)
        if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
        return desc !== undefined
      }),
      plainStatic("is", 2, (_, args) => Object.is(args[0], args[1])),
      plainStatic("isExtensible", 1, (_, args) => (args[0] instanceof ObjectValue ? args[0].isExtensible() : false)),
      stepsStatic("isFrozen", 1, function* (_, args) {
        return args[0] instanceof ObjectValue ? yield* testIntegrityLevel(args[0], "frozen") : true
      }),
      stepsStatic("isSealed", 1, function* (_, args) {
        return args[0] instanceof ObjectValue ? yield* testIntegrityLevel(args[0], "sealed") : true
      }),
      // The one question a tool reference has an answer for: the names below it.
      method("keys", 1, (_, args) => objectProperties(args[0], "key")),
      // https://tc39.es/ecma262/#sec-object.preventextensions
      stepsStatic("preventExtensions", 1, function* (_, args) {
        const o = args[0]
        if (!(o instanceof ObjectValue)) return o
        let done = o.preventExtensions()
        if (done === SUSP) done = (yield) as boolean
        if (!done) throwTypeError("Object.preventExtensions: this object stays extensible.")
        return o
      }),
      // https://tc39.es/ecma262/#sec-object.seal
      stepsStatic("seal", 1, function* (_, args) {
        const o = args[0]
        if (!(o instanceof ObjectValue)) return o
        if (!(yield* setIntegrityLevel(o, "sealed"))) throwTypeError("Object.seal: this object cannot be sealed.")
        return o
      }),
      stepsStatic("setPrototypeOf", 2, objectSetPrototypeOf),
      plainStatic("values", 1, (_, args) => objectProperties(args[0], "value"))
    ]
  })
} satisfies IntrinsicDefinitions
