/** `Reflect` (https://tc39.es/ecma262/#sec-reflect-object). */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { argumentsFromArrayLike } from "../interpreter/kernel/array-like.ts"
import { constant, method, steps } from "../interpreter/kernel/builtin.ts"
import { callOf, constructOf, propertyKeyOf } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable, isConstructor } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { fromPropertyDescriptor, toPropertyDescriptor } from "../interpreter/kernel/property-descriptor.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { keyValue, wellKnown } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"

const targetOf = (args: readonly Value[], name: string): ObjectValue =>
  args[0] instanceof ObjectValue
    ? args[0]
    : throwTypeError(`Reflect.${name}: the target must be an object, not ${describeValue(args[0])}.`)

/** https://tc39.es/ecma262/#sec-reflect.apply */
function* reflectApply(_: Value, args: readonly Value[]): Steps<Value> {
  const [fn, thisArgument, list] = args
  if (!isCallable(fn)) return throwTypeError(`Reflect.apply: the target must be a function, not ${describeValue(fn)}.`)
  return yield* callOf(fn, thisArgument, yield* argumentsFromArrayLike(list, "The third argument of Reflect.apply"))
}

/** https://tc39.es/ecma262/#sec-reflect.construct */
function* reflectConstruct(_: Value, args: readonly Value[]): Steps<Value> {
  const [target, list] = args
  if (!isConstructor(target)) {
    return throwTypeError(`Reflect.construct: the target must be a constructor, not ${describeValue(target)}.`)
  }
  const newTarget = args.length > 2 ? args[2] : target
  if (!isConstructor(newTarget)) {
    return throwTypeError(`Reflect.construct: the new target must be a constructor, not ${describeValue(newTarget)}.`)
  }
  return yield* constructOf(
    target,
    yield* argumentsFromArrayLike(list, "The second argument of Reflect.construct"),
    newTarget
  )
}

/** https://tc39.es/ecma262/#sec-reflect.ownkeys */
function* reflectOwnKeys(_: Value, args: readonly Value[]): Steps<Value> {
  let keys = targetOf(args, "ownKeys").ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  const list: Value[] = hold([])
  for (const key of keys) {
    list.push(keyValue(key))
    if (charge(1)) {
      pause()
      yield
    }
  }
  return agent.realm.newArray(list)
}

function* reflectSetPrototypeOf(_: Value, args: readonly Value[]): Steps<Value> {
  const target = targetOf(args, "setPrototypeOf")
  const proto = args[1]
  if (proto !== null && !(proto instanceof ObjectValue)) {
    return throwTypeError(
      `Reflect.setPrototypeOf: the prototype must be an object or null, not ${describeValue(proto)}.`
    )
  }
  const done = target.setPrototypeOf(proto)
  return done === SUSP ? ((yield) as boolean) : done
}

export const reflectIntrinsics = {
  "%Reflect%": {
    prototype: "%Object.prototype%",
    rows: [
      steps("apply", 3, reflectApply),
      steps("construct", 2, reflectConstruct),
      // https://tc39.es/ecma262/#sec-reflect.defineproperty
      steps("defineProperty", 3, function* (_, args) {
        const target = targetOf(args, "defineProperty")
        const key = yield* propertyKeyOf(args[1])
        const done = target.defineOwnProperty(key, yield* toPropertyDescriptor(args[2]))
        return done === SUSP ? ((yield) as boolean) : done
      }),
      // https://tc39.es/ecma262/#sec-reflect.deleteproperty
      steps("deleteProperty", 2, function* (_, args) {
        const target = targetOf(args, "deleteProperty")
        const done = target.delete(yield* propertyKeyOf(args[1]))
        return done === SUSP ? ((yield) as boolean) : done
      }),
      // https://tc39.es/ecma262/#sec-reflect.get
      steps("get", 2, function* (_, args) {
        const target = targetOf(args, "get")
        const key = yield* propertyKeyOf(args[1])
        const value = target.get(key, args.length > 2 ? args[2] : target)
        return value === SUSP ? ((yield) as Value) : value
      }),
      // https://tc39.es/ecma262/#sec-reflect.getownpropertydescriptor
      steps("getOwnPropertyDescriptor", 2, function* (_, args) {
        const target = targetOf(args, "getOwnPropertyDescriptor")
        let desc = target.getOwnProperty(yield* propertyKeyOf(args[1]))
        if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
        return fromPropertyDescriptor(desc)
      }),
      method("getPrototypeOf", 1, (_, args) => targetOf(args, "getPrototypeOf").getPrototypeOf()),
      // https://tc39.es/ecma262/#sec-reflect.has
      steps("has", 2, function* (_, args) {
        const target = targetOf(args, "has")
        const found = target.has(yield* propertyKeyOf(args[1]))
        return found === SUSP ? ((yield) as boolean) : found
      }),
      method("isExtensible", 1, (_, args) => targetOf(args, "isExtensible").isExtensible()),
      steps("ownKeys", 1, reflectOwnKeys),
      method("preventExtensions", 1, (_, args) => targetOf(args, "preventExtensions").preventExtensions()),
      // https://tc39.es/ecma262/#sec-reflect.set
      steps("set", 3, function* (_, args) {
        const target = targetOf(args, "set")
        const key = yield* propertyKeyOf(args[1])
        const done = target.set(key, args[2], args.length > 3 ? args[3] : target)
        return done === SUSP ? ((yield) as boolean) : done
      }),
      steps("setPrototypeOf", 2, reflectSetPrototypeOf),
      constant(wellKnown.toStringTag, "Reflect", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
