/**
 * Proxy exotic objects (https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots). Every internal method is a suspendable
 * algorithm, so traps may stop, and a chain of a thousand proxies is as deep as a thousand calls: it moves to the heap stack.
 */
import { agent, charge, pause, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { ARGUMENTS_SHIFT } from "./argument-list.ts"
import { listFromArrayLike } from "./array-like.ts"
import { ArrayValue } from "./array.ts"
import { getMethod } from "./convert.ts"
import { throwTypeError } from "./errors.ts"
import { describeValue } from "./function.ts"
import { isCompatible, ObjectValue } from "./object.ts"
import type { PropertyDescriptor } from "./object.ts"
import { OrderedMap } from "./ordered-map.ts"
import { completeDescriptor, fromPropertyDescriptor, toPropertyDescriptor } from "./property-descriptor.ts"
import type { Realm } from "./realm.ts"
import { Shape } from "./shape.ts"
import { hold, runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { keyOfText } from "./long-key.ts"
import { describeKey, keyValue, SymbolValue } from "./values.ts"
import type { PropertyKey, Value } from "./values.ts"
import { weigh } from "./weight.ts"

/** Proxies share one shape per realm, which nothing else has: what a look-up cache learns of it holds for no other object. */
const shapes = new WeakMap<Realm, Shape>()

function proxyShape(): Shape {
  let shape = shapes.get(agent.realm)
  if (shape === undefined) shapes.set(agent.realm, (shape = new Shape(null, 4)))
  return shape
}

export class ProxyValue extends ObjectValue {
  /** Both are null once the proxy is revoked. */
  target: ObjectValue | null
  handler: ObjectValue | null
  private readonly callable: boolean
  private readonly constructs: boolean

  constructor(target: ObjectValue, handler: ObjectValue) {
    super(proxyShape())
    this.target = target
    this.handler = handler
    this.callable = target.isCallable
    this.constructs = target.isConstructor
  }

  revoke(): void {
    this.target = null
    this.handler = null
  }

  override realmFrom(): ObjectValue {
    return this.target ?? throwRevoked("construct")
  }
  override get isProxy(): boolean {
    return true
  }
  override get isCallable(): boolean {
    return this.callable
  }
  override get isConstructor(): boolean {
    return this.constructs
  }
  override get builtinTag(): string {
    return this.callable ? "Function" : "Object"
  }
  override overridesLookupChain(): boolean {
    return true
  }
  /** A proxy has no own properties but what its traps say. */
  override lookup(): boolean {
    return false
  }

  override getPrototypeOf(): ObjectValue | null | Susp {
    return runSteps(proxyGetPrototypeOf(this))
  }
  override setPrototypeOf(proto: ObjectValue | null): boolean | Susp {
    return runSteps(proxySetPrototypeOf(this, proto))
  }
  override isExtensible(): boolean | Susp {
    return runSteps(proxyIsExtensible(this))
  }
  override preventExtensions(): boolean | Susp {
    return runSteps(proxyPreventExtensions(this))
  }
  override getOwnProperty(key: PropertyKey): PropertyDescriptor | undefined | Susp {
    return runSteps(proxyGetOwnProperty(this, key))
  }
  override defineOwnProperty(key: PropertyKey, desc: PropertyDescriptor): boolean | Susp {
    return runSteps(proxyDefineOwnProperty(this, key, desc))
  }
  override has(key: PropertyKey): boolean | Susp {
    return runSteps(proxyHas(this, key))
  }
  override get(key: PropertyKey, receiver: Value): Value | Susp {
    return runSteps(proxyGet(this, key, receiver))
  }
  override set(key: PropertyKey, value: Value, receiver: Value): boolean | Susp {
    return runSteps(proxySet(this, key, value, receiver))
  }
  override delete(key: PropertyKey): boolean | Susp {
    return runSteps(proxyDelete(this, key))
  }
  override ownKeys(): PropertyKey[] | Susp {
    return runSteps(proxyOwnKeys(this))
  }
  override setAsReceiver(key: PropertyKey, value: Value): boolean | Susp {
    return runSteps(setOnProxy(this, key, value))
  }
  override call(thisValue: Value, args: readonly Value[]): Value | Susp {
    if (!this.callable) throwTypeError("This proxy is not a function.")
    return runSteps(proxyCall(this, thisValue, args))
  }
  override construct(args: readonly Value[], newTarget: ObjectValue): ObjectValue | Susp {
    if (!this.constructs) throwTypeError("This proxy is not a constructor.")
    return runSteps(proxyConstruct(this, args, newTarget))
  }
}

/** `IsArray` (https://tc39.es/ecma262/#sec-isarray): arrays, and proxies for arrays. */
export function isArray(value: Value): boolean {
  while (value instanceof ProxyValue) value = value.target ?? throwRevoked("IsArray")
  return value instanceof ArrayValue
}

/** `ProxyCreate` (https://tc39.es/ecma262/#sec-proxycreate). */
export function createProxy(target: Value, handler: Value): ProxyValue {
  if (!(target instanceof ObjectValue) || !(handler instanceof ObjectValue)) {
    const wrong = target instanceof ObjectValue ? handler : target
    return throwTypeError(`Cannot create a proxy: target and handler must be objects, not ${describeValue(wrong)}.`)
  }
  return new ProxyValue(target, handler)
}

const throwRevoked = (operation: string): never =>
  throwTypeError(`Cannot perform '${operation}' on a proxy that has been revoked.`)

const throwInvariant = (trap: string, why: string): never => throwTypeError(`'${trap}' on proxy: ${why}.`)

/** What one operation works with; without a trap the operation is the target's own. */
interface Parts {
  readonly target: ObjectValue
  readonly handler: ObjectValue
  readonly trap: ObjectValue | undefined
}

function* partsOf(proxy: ProxyValue, name: string): Steps<Parts> {
  const { target, handler } = proxy
  if (target === null || handler === null) return throwRevoked(name)
  // A chain of proxies with built-ins as traps never calls guest code, where time is charged as a rule.
  if (charge(8)) {
    pause()
    yield
  }
  return { target, handler, trap: yield* getMethod(handler, name) }
}

/** Waits for an operation that may suspend. */
function* settled<T>(answer: T | Susp): Steps<T> {
  return answer === SUSP ? ((yield) as T) : answer
}

function* callTrap(parts: Parts, ...args: Value[]): Steps<Value> {
  return yield* settled(parts.trap!.call(parts.handler, [parts.target, ...args]))
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-getprototypeof */
function* proxyGetPrototypeOf(proxy: ProxyValue): Steps<ObjectValue | null> {
  const parts = yield* partsOf(proxy, "getPrototypeOf")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled<ObjectValue | null>(target.getPrototypeOf())
  const proto = yield* callTrap(parts)
  if (proto !== null && !(proto instanceof ObjectValue)) {
    return throwInvariant("getPrototypeOf", "the trap must return an object or null")
  }
  if (yield* settled(target.isExtensible())) return proto
  if ((yield* settled<ObjectValue | null>(target.getPrototypeOf())) !== proto) {
    throwInvariant("getPrototypeOf", "the target is not extensible, and the trap did not return its prototype")
  }
  return proto
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-setprototypeof-v */
function* proxySetPrototypeOf(proxy: ProxyValue, proto: ObjectValue | null): Steps<boolean> {
  const parts = yield* partsOf(proxy, "setPrototypeOf")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.setPrototypeOf(proto))
  if (!(yield* callTrap(parts, proto))) return false
  if (yield* settled(target.isExtensible())) return true
  if ((yield* settled<ObjectValue | null>(target.getPrototypeOf())) !== proto) {
    throwInvariant("setPrototypeOf", "the target is not extensible and has another prototype")
  }
  return true
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-isextensible */
function* proxyIsExtensible(proxy: ProxyValue): Steps<boolean> {
  const parts = yield* partsOf(proxy, "isExtensible")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.isExtensible())
  const answer = Boolean(yield* callTrap(parts))
  if (answer !== (yield* settled(target.isExtensible()))) {
    throwInvariant("isExtensible", "the trap's answer is not the target's")
  }
  return answer
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-preventextensions */
function* proxyPreventExtensions(proxy: ProxyValue): Steps<boolean> {
  const parts = yield* partsOf(proxy, "preventExtensions")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.preventExtensions())
  const answer = Boolean(yield* callTrap(parts))
  if (answer && (yield* settled(target.isExtensible()))) {
    throwInvariant("preventExtensions", "the trap returned true, but the target is still extensible")
  }
  return answer
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-getownproperty-p */
function* proxyGetOwnProperty(proxy: ProxyValue, key: PropertyKey): Steps<PropertyDescriptor | undefined> {
  const name = "getOwnPropertyDescriptor"
  const parts = yield* partsOf(proxy, name)
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.getOwnProperty(key))
  const answer = yield* callTrap(parts, keyValue(key))
  if (answer !== undefined && !(answer instanceof ObjectValue)) {
    return throwInvariant(name, `the trap must return an object or undefined for '${describeKey(key)}'`)
  }
  const current = yield* settled(target.getOwnProperty(key))
  if (answer === undefined) {
    if (current === undefined) return undefined
    if (current.configurable === false) {
      throwInvariant(name, `the trap hides '${describeKey(key)}', which is not configurable in the target`)
    }
    if (!(yield* settled(target.isExtensible()))) {
      throwInvariant(name, `the trap hides '${describeKey(key)}', which exists in a target that is not extensible`)
    }
    return undefined
  }
  const extensible = yield* settled(target.isExtensible())
  const desc = completeDescriptor(yield* toPropertyDescriptor(answer))
  if (current === undefined ? !extensible : !isCompatible(current, desc)) {
    throwInvariant(name, `the trap's descriptor of '${describeKey(key)}' is incompatible with the target's property`)
  }
  if (desc.configurable === false) {
    if (current === undefined || current.configurable === true) {
      throwInvariant(
        name,
        `the trap says that '${describeKey(key)}' is not configurable, but the target's is or is absent`
      )
    }
    if (desc.writable === false && current!.writable === true) {
      throwInvariant(name, `the trap says that '${describeKey(key)}' is read-only, but it is writable in the target`)
    }
  }
  return desc
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-defineownproperty-p-desc */
function* proxyDefineOwnProperty(proxy: ProxyValue, key: PropertyKey, desc: PropertyDescriptor): Steps<boolean> {
  const parts = yield* partsOf(proxy, "defineProperty")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.defineOwnProperty(key, desc))
  if (!(yield* callTrap(parts, keyValue(key), fromPropertyDescriptor(desc)))) return false
  const current = yield* settled(target.getOwnProperty(key))
  const extensible = yield* settled(target.isExtensible())
  const fixes = desc.configurable === false
  if (current === undefined) {
    if (!extensible) throwInvariant("defineProperty", `the target is not extensible and lacks '${describeKey(key)}'`)
    if (fixes) throwInvariant("defineProperty", `'${describeKey(key)}' cannot be non-configurable: the target lacks it`)
    return true
  }
  if (!isCompatible(current, desc)) {
    throwInvariant(
      "defineProperty",
      `the descriptor of '${describeKey(key)}' is incompatible with the target's property`
    )
  }
  if (fixes && current.configurable === true) {
    throwInvariant(
      "defineProperty",
      `'${describeKey(key)}' cannot be non-configurable: it is configurable in the target`
    )
  }
  if (current.configurable === false && current.writable === true && desc.writable === false) {
    throwInvariant("defineProperty", `'${describeKey(key)}' cannot be read-only: it is writable in the target`)
  }
  return true
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-hasproperty-p */
function* proxyHas(proxy: ProxyValue, key: PropertyKey): Steps<boolean> {
  const parts = yield* partsOf(proxy, "has")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.has(key))
  if (yield* callTrap(parts, keyValue(key))) return true
  const current = yield* settled(target.getOwnProperty(key))
  if (current === undefined) return false
  if (current.configurable === false) {
    throwInvariant("has", `the trap hides '${describeKey(key)}', which is not configurable in the target`)
  }
  if (!(yield* settled(target.isExtensible()))) {
    throwInvariant("has", `the trap hides '${describeKey(key)}', which exists in a target that is not extensible`)
  }
  return false
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-get-p-receiver */
function* proxyGet(proxy: ProxyValue, key: PropertyKey, receiver: Value): Steps<Value> {
  const parts = yield* partsOf(proxy, "get")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled<Value>(target.get(key, receiver))
  const value = hold(yield* callTrap(parts, keyValue(key), receiver))
  const current = yield* settled(target.getOwnProperty(key))
  if (current !== undefined && current.configurable === false) {
    if ("value" in current && current.writable === false && !Object.is(value, current.value)) {
      throwInvariant("get", `'${describeKey(key)}' is a constant of the target, and the trap returned another value`)
    }
    if ("get" in current && current.get === undefined && value !== undefined) {
      throwInvariant("get", `'${describeKey(key)}' has no getter in the target, so the trap must return undefined`)
    }
  }
  return value
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-set-p-v-receiver */
function* proxySet(proxy: ProxyValue, key: PropertyKey, value: Value, receiver: Value): Steps<boolean> {
  const parts = yield* partsOf(proxy, "set")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.set(key, value, receiver))
  if (!(yield* callTrap(parts, keyValue(key), value, receiver))) return false
  const current = yield* settled(target.getOwnProperty(key))
  if (current !== undefined && current.configurable === false) {
    if ("value" in current && current.writable === false && !Object.is(value, current.value)) {
      throwInvariant("set", `'${describeKey(key)}' is a constant of the target and has another value`)
    }
    if ("set" in current && current.set === undefined) {
      throwInvariant("set", `'${describeKey(key)}' has no setter in the target`)
    }
  }
  return true
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-delete-p */
function* proxyDelete(proxy: ProxyValue, key: PropertyKey): Steps<boolean> {
  const parts = yield* partsOf(proxy, "deleteProperty")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.delete(key))
  if (!(yield* callTrap(parts, keyValue(key)))) return false
  const current = yield* settled(target.getOwnProperty(key))
  if (current === undefined) return true
  if (current.configurable === false) {
    throwInvariant("deleteProperty", `'${describeKey(key)}' is not configurable in the target`)
  }
  if (!(yield* settled(target.isExtensible()))) {
    throwInvariant("deleteProperty", `'${describeKey(key)}' exists in a target that is not extensible`)
  }
  return true
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-ownpropertykeys */
function* proxyOwnKeys(proxy: ProxyValue): Steps<PropertyKey[]> {
  const parts = yield* partsOf(proxy, "ownKeys")
  const { target } = parts
  if (parts.trap === undefined) return yield* settled(target.ownKeys())
  const answer = yield* callTrap(parts)
  const listed = yield* listFromArrayLike(answer, "The answer of the 'ownKeys' trap")
  const keys: PropertyKey[] = hold([])
  const unchecked = hold(new OrderedMap<PropertyKey, true>())
  for (const name of listed) {
    if (typeof name !== "string" && !(name instanceof SymbolValue)) {
      return throwInvariant("ownKeys", `the trap must list strings and symbols, not ${describeValue(name)}`)
    }
    const key = typeof name === "string" ? keyOfText(name) : name
    if (unchecked.has(key)) throwInvariant("ownKeys", `the trap listed '${describeKey(key)}' twice`)
    unchecked.add(key, true)
    keys.push(key)
    if (charge(8)) {
      pause()
      yield
    }
  }
  const extensible = yield* settled(target.isExtensible())
  const targetKeys = hold(yield* settled(target.ownKeys()))
  const configurable: PropertyKey[] = hold([])
  const fixed: PropertyKey[] = hold([])
  for (const key of targetKeys) {
    const current = yield* settled(target.getOwnProperty(key))
    if (current !== undefined && current.configurable === false) fixed.push(key)
    else configurable.push(key)
    if (charge(2)) {
      pause()
      yield
    }
  }
  if (extensible && fixed.length === 0) return keys
  for (const key of fixed) {
    if (!unchecked.delete(key))
      throwInvariant("ownKeys", `the trap left out '${describeKey(key)}', which is not configurable`)
  }
  if (extensible) return keys
  for (const key of configurable) {
    if (!unchecked.delete(key)) {
      throwInvariant("ownKeys", `the trap left out '${describeKey(key)}' of a target that is not extensible`)
    }
  }
  if (unchecked.size > 0) throwInvariant("ownKeys", "the trap listed new keys for a target that is not extensible")
  return keys
}

/** The array that a trap gets. */
function argumentsArray(args: readonly Value[]): ArrayValue {
  agent.budget -= args.length >> ARGUMENTS_SHIFT
  weigh(args.length * 8)
  return agent.realm.newArray(args.slice())
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-call-thisargument-argumentslist */
function* proxyCall(proxy: ProxyValue, thisValue: Value, args: readonly Value[]): Steps<Value> {
  const parts = yield* partsOf(proxy, "apply")
  if (parts.trap === undefined) return yield* settled<Value>(parts.target.call(thisValue, args))
  return yield* callTrap(parts, thisValue, argumentsArray(args))
}

/** https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-construct-argumentslist-newtarget */
function* proxyConstruct(proxy: ProxyValue, args: readonly Value[], newTarget: ObjectValue): Steps<ObjectValue> {
  const parts = yield* partsOf(proxy, "construct")
  if (parts.trap === undefined) return yield* settled<ObjectValue>(parts.target.construct(args, newTarget))
  const result = yield* callTrap(parts, argumentsArray(args), newTarget)
  if (!(result instanceof ObjectValue)) return throwInvariant("construct", "the trap must return an object")
  return result
}

/** The end of `OrdinarySet` with a proxy as the receiver (https://tc39.es/ecma262/#sec-ordinarysetwithowndescriptor). */
function* setOnProxy(proxy: ProxyValue, key: PropertyKey, value: Value): Steps<boolean> {
  const own = yield* settled(proxy.getOwnProperty(key))
  if (own === undefined) return yield* settled(proxy.createDataProperty(key, value))
  if ("get" in own || "set" in own || own.writable !== true) return false
  return yield* settled(proxy.defineOwnProperty(key, { value }))
}
