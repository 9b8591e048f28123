/**
 * Built-ins are rows: the guest's name, arity and algorithm. The same row gives the property, the function's `name` and `length`, the
 * documentation and the tests. A row is materialised the first time its property is touched.
 */
import { SUSP } from "./agent.ts"
import { FunctionValue } from "./function.ts"
import type { Native } from "./function.ts"
import { Accessor } from "./object.ts"
import type { ObjectValue, Slot } from "./object.ts"
import type { IntrinsicName, Realm } from "./realm.ts"
import { ACCESSOR, CONFIGURABLE, WRITABLE } from "./shape.ts"
import type { Shape } from "./shape.ts"
import { runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { canonicalKey, SymbolValue } from "./values.ts"
import type { PropertyKey, Value } from "./values.ts"

export interface Row {
  readonly key: PropertyKey
  readonly flags: number
  /** Makes the slot's value for one realm. `holder` is the object that the row belongs to. */
  readonly make: (realm: Realm, holder: ObjectValue) => Slot
}

/** One intrinsic object: what it inherits from and its rows. */
export interface IntrinsicDefinition {
  readonly prototype: IntrinsicName | null
  readonly rows: readonly Row[]
  /** Makes the object; an ordinary object when absent. `shape` already has the rows' keys. */
  readonly make?: (realm: Realm, shape: Shape) => ObjectValue
}

export type NativeSteps = (thisValue: Value, args: readonly Value[], newTarget: ObjectValue | undefined) => Steps<Value>

type Name = string | SymbolValue

const keyOf = (name: Name): PropertyKey => (typeof name === "string" ? canonicalKey(name) : name)

/** A native from a suspendable algorithm. */
export const nativeOf =
  (algorithm: NativeSteps): Native =>
  (thisValue, args, newTarget) =>
    runSteps(algorithm(thisValue, args, newTarget))

/** A method whose algorithm is a plain function (it may answer `SUSP`). */
export const method = (name: Name, length: number, native: Native, flags = WRITABLE | CONFIGURABLE): Row => ({
  key: keyOf(name),
  flags,
  make: (realm) => makeNative(realm, name, length, native)
})

/** A method whose algorithm is a suspendable generator. */
export const steps = (name: Name, length: number, algorithm: NativeSteps, flags = WRITABLE | CONFIGURABLE): Row =>
  method(name, length, nativeOf(algorithm), flags)

/** An accessor without a setter. */
export const getter = (name: Name, native: Native, flags = CONFIGURABLE): Row => ({
  key: keyOf(name),
  flags: flags | ACCESSOR,
  make: (realm) => new Accessor(makeNative(realm, prefixed("get", name), 0, native), undefined)
})

/** An accessor pair. */
export const accessor = (name: Name, get: Native | undefined, set: Native | undefined, flags = CONFIGURABLE): Row => ({
  key: keyOf(name),
  flags: flags | ACCESSOR,
  make: (realm) =>
    new Accessor(
      get === undefined ? undefined : makeNative(realm, prefixed("get", name), 0, get),
      set === undefined ? undefined : makeNative(realm, prefixed("set", name), 1, set)
    )
})

/** A data property; without flags a read-only constant. */
export const constant = (name: Name, value: Value, flags = 0): Row => ({ key: keyOf(name), flags, make: () => value })

/** A data property whose value is made per realm. */
export const property = (name: Name, make: (realm: Realm) => Value, flags = WRITABLE | CONFIGURABLE): Row => ({
  key: keyOf(name),
  flags,
  make
})

/** A property that is another intrinsic: a constructor, a prototype, a global. */
export const link = (name: Name, intrinsic: IntrinsicName, flags = WRITABLE | CONFIGURABLE): Row => ({
  key: keyOf(name),
  flags,
  make: (realm) => realm.intrinsic(intrinsic)
})

/** The same function object as another row of the same object. */
export const alias = (name: Name, original: Name, flags = WRITABLE | CONFIGURABLE): Row => ({
  key: keyOf(name),
  flags,
  make: (realm, holder) => realm.original(holder, keyOf(original))
})

const prefixed = (prefix: "get" | "set", name: Name): string =>
  `${prefix} ${typeof name === "string" ? name : `[${name.description}]`}`

/**
 * A built-in function object that no table holds (resolvers, revokers, bound helpers). `captured` is what of the program's data the algorithm closes
 * over.
 */
export function makeNative(
  realm: Realm,
  name: Name,
  length: number,
  native: Native,
  captured: readonly unknown[] = []
): FunctionValue {
  const fn = new FunctionValue(realm.nativeFunctionShape, null, captured, native, false)
  fn.initialName = name
  fn.initialLength = length
  return fn
}

/**
 * A constructor's definition. `native` is called with `newTarget` undefined when the program calls it without `new`.
 * `prototype` names the intrinsic that its `prototype` property is.
 */
export const constructor_ = (options: {
  readonly name: string
  readonly length: number
  readonly prototype: IntrinsicName
  readonly inherits?: IntrinsicName
  readonly native: Native
  readonly rows?: readonly Row[]
}): IntrinsicDefinition => ({
  prototype: options.inherits ?? "%Function.prototype%",
  rows: [
    constant("length", options.length, CONFIGURABLE),
    constant("name", options.name, CONFIGURABLE),
    link("prototype", options.prototype, 0),
    ...(options.rows ?? [])
  ],
  make: (_realm, shape) => {
    const fn = new FunctionValue(shape, null, [], options.native, true)
    fn.initialName = options.name
    return fn
  }
})

/** A function that is an intrinsic, because more than one property holds it. */
export const function_ = (name: string, length: number, native: Native): IntrinsicDefinition => ({
  prototype: "%Function.prototype%",
  rows: [constant("length", length, CONFIGURABLE), constant("name", name, CONFIGURABLE)],
  make: (_realm, shape) => {
    const fn = new FunctionValue(shape, null, [], native, false)
    fn.initialName = name
    return fn
  }
})

/** Whether an operation's answer says that it has suspended; narrows for readers of builtins written as plain functions. */
export const isSuspended = (value: unknown): value is typeof SUSP => value === SUSP
