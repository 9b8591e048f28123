/**
 * Ordinary objects and the internal methods of ECMAScript (https://tc39.es/ecma262/#sec-ordinary-object-internal-methods-and-internal-slots).
 *
 * A class of exotic objects overrides the raw own-property operations (`lookup`, `store`, `remove`, `ownKeys`) where its own properties live
 * elsewhere, and an internal method where the specification gives it another algorithm. Never a ladder of `instanceof`.
 *
 * Methods that may run guest code answer `SUSP` like any operation of the engine (agent.ts).
 */
import { agent, charge, NATIVE_FRAME, pause, suspend, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { throwTypeError } from "./errors.ts"
import type { OrderedMap } from "./ordered-map.ts"
import {
  ACCESSOR,
  bumpPrototypeEpoch,
  CONFIGURABLE,
  DEFAULT_FLAGS,
  DictionaryEntry,
  ENUMERABLE,
  INLINE,
  Shape,
  WRITABLE
} from "./shape.ts"
import { hold, runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { LAZY, PrivateName, SymbolValue } from "./values.ts"
import type { PropertyKey, Value } from "./values.ts"

/** The value of an accessor property's slot. */
export class Accessor {
  readonly get: ObjectValue | undefined
  readonly set: ObjectValue | undefined
  constructor(get: ObjectValue | undefined, set: ObjectValue | undefined) {
    this.get = get
    this.set = set
  }
}

/** What a slot may hold. */
export type Slot = Value | Accessor

/** A property descriptor; an absent field is an absent key. */
export interface PropertyDescriptor {
  value?: Value
  writable?: boolean
  get?: ObjectValue | undefined
  set?: ObjectValue | undefined
  enumerable?: boolean
  configurable?: boolean
}

/** What is lost (a noun with its article), and what to do so that it is not: a clause after "To keep it,", its code in backticks. */
export interface Instead {
  readonly what: string
  readonly instead: string
}

/** What the host sees of an object that leaves the program. */
export type Crossing =
  /** A fresh object of its own enumerable string keys. */
  | { readonly as: "properties" }
  /** Another value in its place: the text of a date, the primitive of a wrapper. `lost` where that value says nothing (an invalid date). */
  | { readonly as: "value"; readonly value: Value; readonly lost?: Instead }
  /** `{}`: its contents are lost. */
  | ({ readonly as: "empty" } & Instead)
  /** Fixed text entries. */
  | { readonly as: "entries"; readonly entries: readonly (readonly [string, string])[] }
  /** Not data: `message` names it (a noun with its article). */
  | { readonly as: "refused"; readonly message: string; readonly suggestions: readonly string[] }

const BY_PROPERTIES: Crossing = { as: "properties" }

/** Iterators of every kind: their values are still to come, so nothing of them crosses. */
export const ITERATOR_CROSSING: Crossing = { as: "empty", what: "an iterator", instead: "write `[...iterator]`" }

/** Where `lookup` leaves what it found, instead of allocating a descriptor. Read it at once: any other look-up overwrites it. */
export const found: { value: Slot; flags: number } = { value: undefined, flags: 0 }

const EMPTY_SLOTS: Slot[] = []

export class ObjectValue {
  shape: Shape
  slots: Slot[] = EMPTY_SLOTS

  constructor(shape: Shape) {
    this.shape = shape
  }

  // ---- Raw own properties: no attributes are checked here.

  /** Finds an own property and leaves it in {@link found}. */
  lookup(key: PropertyKey): boolean {
    const shape = this.shape
    if (shape.dictionary !== null) {
      const entry = shape.dictionary.get(key)
      if (entry === undefined) return false
      found.value = entry.value as Slot
      found.flags = entry.flags
      return true
    }
    const index = shape.indexOf(key)
    if (index < 0) return false
    const value = readSlot(this, index)
    found.value = value === LAZY ? this.materialize(index, key) : value
    found.flags = shape.flagsAt(index)
    return true
  }

  /** Creates or replaces an own property, whatever its attributes were. */
  store(key: PropertyKey, value: Slot, flags: number): void {
    const shape = this.shape
    if (shape.usedAsPrototype) bumpPrototypeEpoch()
    if (shape.dictionary !== null) {
      const entry = shape.dictionary.get(key)
      if (entry !== undefined) {
        entry.value = value
        entry.flags = flags
      } else {
        shape.dictionary.add(key, new DictionaryEntry(value, flags))
        if (typeof key === "number") shape.hasIndexKeys = true
      }
      return
    }
    const index = shape.indexOf(key)
    if (index >= 0) {
      if (shape.flagsAt(index) !== flags) {
        const changed = shape.flags.slice()
        changed[index - shape.base] = flags
        this.shape = shape.copy({ flags: changed })
      }
      writeSlot(this, index, value)
      return
    }
    if (shape.full) {
      this.becomeDictionary()
      this.store(key, value, flags)
      return
    }
    this.shape = shape.with(key, flags)
    writeSlot(this, shape.keys.length + shape.base, value)
  }

  /** Removes an own property if it is there. */
  remove(key: PropertyKey): void {
    if (this.shape.usedAsPrototype) bumpPrototypeEpoch()
    if (this.shape.dictionary === null) {
      if (this.shape.indexOf(key) < 0) return
      this.becomeDictionary()
    }
    this.shape.dictionary!.delete(key)
  }

  /** The own keys of the shape: strings and symbols in creation order, indices first and ascending. Private names are left out. */
  protected shapeKeys(): PropertyKey[] {
    const shape = this.shape
    const keys = shape.dictionary !== null ? [...shape.dictionary.keys()] : shape.keys
    const indices: number[] = []
    const strings: string[] = []
    const symbols: SymbolValue[] = []
    for (const key of keys) {
      if (typeof key === "string") strings.push(key)
      else if (typeof key === "number") indices.push(key)
      else if (!(key instanceof PrivateName)) symbols.push(key)
    }
    if (indices.length > 1) indices.sort((a, b) => a - b)
    return indices.length === 0 && symbols.length === 0 ? strings : [...indices, ...strings, ...symbols]
  }

  /** Gives every lazy slot its value. */
  protected materializeAll(): void {
    const shape = this.shape
    if (shape.dictionary !== null) return
    const keys = shape.keys
    for (let i = 0; i < keys.length; i++) {
      const index = i + shape.base
      if (readSlot(this, index) === LAZY) this.materialize(index, keys[i])
    }
  }

  private becomeDictionary(): void {
    this.materializeAll()
    const shape = this.shape
    const next = shape.asDictionary()
    shape.keys.forEach((key, i) => {
      next.dictionary!.add(key, new DictionaryEntry(readSlot(this, i + shape.base), shape.flags[i]))
    })
    next.sharedLazy = false
    this.shape = next
    this.slots = EMPTY_SLOTS
  }

  // ---- Internal methods.

  getPrototypeOf(): ObjectValue | null | Susp {
    return this.shape.proto
  }

  setPrototypeOf(proto: ObjectValue | null): boolean | Susp {
    if (proto === this.shape.proto) return true
    if (!this.shape.extensible) return false
    let hops = 0
    for (let p: ObjectValue | null = proto; p !== null && !p.isProxy; p = p.shape.proto) {
      if (p === this) return false
      if (++hops > FREE_HOPS) agent.budget--
    }
    setPrototype(this, proto)
    return true
  }

  isExtensible(): boolean | Susp {
    return this.shape.extensible
  }

  preventExtensions(): boolean | Susp {
    if (this.shape.extensible) this.shape = this.shape.copy({ extensible: false })
    return true
  }

  getOwnProperty(key: PropertyKey): PropertyDescriptor | undefined | Susp {
    return this.lookup(key) ? descriptorOf(found.value, found.flags) : undefined
  }

  defineOwnProperty(key: PropertyKey, descriptor: PropertyDescriptor): boolean | Susp {
    return validateAndApply(this, key, this.shape.extensible, descriptor)
  }

  has(key: PropertyKey): boolean | Susp {
    let o: ObjectValue | null = this
    let hops = 0
    do {
      if (o.lookup(key)) return true
      o = o.shape.proto
      if (++hops > FREE_HOPS) agent.budget--
      if (o !== null && o.overridesLookupChain(key)) return o.has(key)
    } while (o !== null)
    return false
  }

  get(key: PropertyKey, receiver: Value): Value | Susp {
    let o: ObjectValue | null = this
    let hops = 0
    do {
      if (o.lookup(key)) {
        const value = found.value
        if (!(value instanceof Accessor)) return value
        return value.get === undefined ? undefined : value.get.call(receiver, [])
      }
      o = o.shape.proto
      if (++hops > FREE_HOPS) agent.budget--
      if (o !== null && o.overridesLookupChain(key)) return o.get(key, receiver)
    } while (o !== null)
    return undefined
  }

  set(key: PropertyKey, value: Value, receiver: Value): boolean | Susp {
    let o: ObjectValue | null = this
    let hops = 0
    do {
      if (o.lookup(key)) {
        const slot = found.value
        if (slot instanceof Accessor) {
          if (slot.set === undefined) return false
          const result = slot.set.call(receiver, [value])
          return result === SUSP ? suspend(answerTrue, NATIVE_FRAME) : true
        }
        if ((found.flags & WRITABLE) === 0) return false
        if (o === receiver && !o.isProxy) {
          return o.overwrite(key, value, found.flags)
        }
        if (receiver === this && o !== this) return this.createDataProperty(key, value)
        return setOnReceiver(receiver, key, value)
      }
      o = o.shape.proto
      if (++hops > FREE_HOPS) agent.budget--
      if (o !== null && o.overridesLookupChain(key)) return o.set(key, value, receiver)
    } while (o !== null)
    return receiver === this ? this.createDataProperty(key, value) : setOnReceiver(receiver, key, value)
  }

  /** The last step of `[[Set]]` on an own, writable data property. */
  protected overwrite(key: PropertyKey, value: Value, flags: number): boolean | Susp {
    this.store(key, value, flags)
    return true
  }

  delete(key: PropertyKey): boolean | Susp {
    if (!this.lookup(key)) return true
    if ((found.flags & CONFIGURABLE) === 0) return false
    this.remove(key)
    return true
  }

  ownKeys(): PropertyKey[] | Susp {
    const { dictionary } = this.shape
    return dictionary !== null && dictionary.size > KEYS_AT_ONCE ? runSteps(manyKeys(dictionary)) : this.shapeKeys()
  }

  /** Objects that must not be coerced (promises, tool references) throw here, before any conversion method is looked up. */
  refuseConversion(_hint: "default" | "number" | "string"): void {}

  /** `await` and promise resolution take it as a plain value, whatever its `then` reads as (tool references). */
  get isNeverThenable(): boolean {
    return false
  }

  /** Objects whose properties must not be copied (tool references) throw here. */
  refuseSpread(): void {}

  /** Objects that are no data (promises, tool references) throw here what they are and what to do, where they are not what is needed: `iterable`. */
  refuseUse(_what: string, _needed: string): void {}

  /** `==` with a primitive answers false without a conversion (tool references). */
  get refusesEquality(): boolean {
    return false
  }

  get typeofValue(): string {
    return this.isCallable ? "function" : "object"
  }

  // ---- Private elements (https://tc39.es/ecma262/#sec-privateelementfind): keyed like properties, on the object's own shape.

  hasPrivate(name: PropertyKey): boolean {
    return ObjectValue.prototype.lookup.call(this, name)
  }

  addPrivate(name: PropertyKey, value: Slot, flags: number): void {
    ObjectValue.prototype.store.call(this, name, value, flags)
  }

  /** `[[Call]]`; objects that lack it are not callable. */
  call(_thisValue: Value, _args: readonly Value[]): Value | Susp {
    return throwTypeError("This value is not a function.")
  }

  /** `[[Construct]]`; see {@link isConstructor}. */
  construct(_args: readonly Value[], _newTarget: ObjectValue): ObjectValue | Susp {
    return throwTypeError("This value is not a constructor.")
  }

  get isCallable(): boolean {
    return false
  }

  get isConstructor(): boolean {
    return false
  }

  /**
   * The next object that `GetFunctionRealm` asks (https://tc39.es/ecma262/#sec-getfunctionrealm), or null when this one has the answer. There is
   * one realm, so all that matters is that a revoked proxy on the way throws.
   */
  realmFrom(): ObjectValue | null {
    return null
  }

  /** A Proxy, whose prototype and own properties are what its traps say. */
  get isProxy(): boolean {
    return false
  }

  /** `get`, `set` and `has` of objects that inherit from this one must ask it rather than look its properties up (Proxy, typed array elements). */
  overridesLookupChain(_key: PropertyKey): boolean {
    return false
  }

  /** Told before others begin to inherit from it. */
  becomePrototype(): void {}

  /** How it crosses to the host as data. */
  crossing(): Crossing {
    if (this.isCallable) return { as: "refused", message: "a function", suggestions: [] }
    return BY_PROPERTIES
  }

  /** The name that `Object.prototype.toString` builds from internal slots. */
  get builtinTag(): string {
    return "Object"
  }
}

/** Prototypes that a look-up goes through for nothing; each further one is a step. */
const FREE_HOPS = 64

/** Objects with more keys list them in several steps. */
const KEYS_AT_ONCE = 4096

/** The own keys of a large dictionary, like `shapeKeys`. Nothing else of the program runs before the list is complete. */
function* manyKeys(dictionary: OrderedMap<PropertyKey, DictionaryEntry>): Steps<PropertyKey[]> {
  const indices: number[] = hold([])
  const strings: PropertyKey[] = hold([])
  const symbols: PropertyKey[] = hold([])
  let n = 0
  for (const key of dictionary.keys()) {
    if (typeof key === "string") strings.push(key)
    else if (typeof key === "number") indices.push(key)
    else if (!(key instanceof PrivateName)) symbols.push(key)
    if (++n % KEYS_AT_ONCE === 0 && charge(KEYS_AT_ONCE >> 1)) {
      pause()
      yield
    }
  }
  if (indices.length === 0 && symbols.length === 0) return strings
  const keys: PropertyKey[] = yield* sortIndices(indices)
  for (const list of [strings, symbols]) {
    for (let i = 0; i < list.length; i++) {
      keys.push(list[i])
      if (i % KEYS_AT_ONCE === KEYS_AT_ONCE - 1 && charge(KEYS_AT_ONCE >> 3)) {
        pause()
        yield
      }
    }
  }
  return keys
}

/** Sorts piece by piece, then merges pairs of pieces. */
function* sortIndices(indices: number[]): Steps<number[]> {
  let source = indices
  for (let start = 0; start < source.length; start += KEYS_AT_ONCE) {
    const piece = source.slice(start, start + KEYS_AT_ONCE).sort((a, b) => a - b)
    for (let i = 0; i < piece.length; i++) source[start + i] = piece[i]
    if (charge(KEYS_AT_ONCE * 2)) {
      pause()
      yield
    }
  }
  for (let width = KEYS_AT_ONCE; width < source.length; width *= 2) {
    const target: number[] = hold([])
    for (let start = 0; start < source.length; start += 2 * width) {
      const middle = Math.min(start + width, source.length)
      const end = Math.min(middle + width, source.length)
      for (let left = start, right = middle; left < middle || right < end;) {
        target.push(right === end || (left < middle && source[left] < source[right]) ? source[left++] : source[right++])
        if (target.length % KEYS_AT_ONCE === 0 && charge(KEYS_AT_ONCE >> 2)) {
          pause()
          yield
        }
      }
    }
    source = target
  }
  return source
}

/** The class of object literals, class instances and most of what programs make: four properties live in the object itself. */
export class PlainObject extends ObjectValue {
  p0: Slot
  p1: Slot
  p2: Slot
  p3: Slot
  constructor(shape: Shape, p0?: Slot, p1?: Slot, p2?: Slot, p3?: Slot) {
    super(shape)
    this.p0 = p0
    this.p1 = p1
    this.p2 = p2
    this.p3 = p3
  }

  /** Objects used as maps get most of their keys here: one look-up instead of three. */
  override createDataProperty(key: PropertyKey, value: Value): boolean | Susp {
    const { shape } = this
    const { dictionary } = shape
    if (dictionary === null || dictionary.get(key) !== undefined) {
      return this.defineOwnProperty(key, { value, writable: true, enumerable: true, configurable: true })
    }
    if (!shape.extensible) return false
    if (shape.usedAsPrototype) bumpPrototypeEpoch()
    agent.budget -= DICTIONARY_STEPS
    dictionary.add(key, new DictionaryEntry(value, DEFAULT_FLAGS))
    if (typeof key === "number") shape.hasIndexKeys = true
    return true
  }
}

/** What a new key of a large object costs. */
const DICTIONARY_STEPS = 8

export function readSlot(o: ObjectValue, index: number): Slot {
  switch (index) {
    case 0:
      return (o as PlainObject).p0
    case 1:
      return (o as PlainObject).p1
    case 2:
      return (o as PlainObject).p2
    case 3:
      return (o as PlainObject).p3
    default:
      return o.slots[index - INLINE]
  }
}

export function writeSlot(o: ObjectValue, index: number, value: Slot): void {
  switch (index) {
    case 0:
      ;(o as PlainObject).p0 = value
      return
    case 1:
      ;(o as PlainObject).p1 = value
      return
    case 2:
      ;(o as PlainObject).p2 = value
      return
    case 3:
      ;(o as PlainObject).p3 = value
      return
    default: {
      const slots = o.slots
      if (slots === EMPTY_SLOTS) o.slots = [value]
      else slots[index - INLINE] = value
    }
  }
}

/** Gives the object another prototype, keeping everything else. */
export function setPrototype(o: ObjectValue, proto: ObjectValue | null): void {
  if (proto !== null) markAsPrototype(proto)
  if (o.shape.usedAsPrototype) bumpPrototypeEpoch()
  o.shape = o.shape.copy({ proto })
}

const answerTrue = (): boolean => true

/** Tells an object that others inherit from it. */
export function markAsPrototype(o: ObjectValue): void {
  if (!o.shape.usedAsPrototype) {
    o.becomePrototype()
    o.shape = o.shape.copy({ usedAsPrototype: true })
    bumpPrototypeEpoch()
  }
}

function setOnReceiver(receiver: Value, key: PropertyKey, value: Value): boolean | Susp {
  if (!(receiver instanceof ObjectValue)) return false
  if (receiver.isProxy || receiver.overridesLookupChain(key)) return receiver.setAsReceiver(key, value)
  if (receiver.lookup(key)) {
    if (found.value instanceof Accessor || (found.flags & WRITABLE) === 0) return false
    return receiver.defineOwnProperty(key, { value })
  }
  return receiver.createDataProperty(key, value)
}

export interface ObjectValue {
  /** Makes the value of a slot that is still `LAZY`, stores and returns it. Intrinsics have rows for it (realm.ts). */
  materialize(index: number, key: PropertyKey): Slot
  /** `CreateDataProperty` (https://tc39.es/ecma262/#sec-createdataproperty). */
  createDataProperty(key: PropertyKey, value: Value): boolean | Susp
  /** The end of `OrdinarySet` where the receiver is exotic: its own descriptor decides. */
  setAsReceiver(key: PropertyKey, value: Value): boolean | Susp
}

ObjectValue.prototype.createDataProperty = function (key, value) {
  return this.defineOwnProperty(key, { value, writable: true, enumerable: true, configurable: true })
}

ObjectValue.prototype.setAsReceiver = function (key, value) {
  const own = this.getOwnProperty(key)
  if (own === SUSP) throw new Error("an exotic receiver that suspends overrides setAsReceiver")
  if (own === undefined) return this.createDataProperty(key, value)
  if ("get" in own || "set" in own || own.writable !== true) return false
  return this.defineOwnProperty(key, { value })
}

export function descriptorOf(value: Slot, flags: number): PropertyDescriptor {
  const enumerable = (flags & ENUMERABLE) !== 0
  const configurable = (flags & CONFIGURABLE) !== 0
  if (value instanceof Accessor) return { get: value.get, set: value.set, enumerable, configurable }
  return { value, writable: (flags & WRITABLE) !== 0, enumerable, configurable }
}

const isAccessorDescriptor = (d: PropertyDescriptor): boolean => "get" in d || "set" in d
const isDataDescriptor = (d: PropertyDescriptor): boolean => "value" in d || "writable" in d

/** SameValue: `Object.is` has the same meaning for every guest value. */
const sameValue = Object.is

/**
 * `ValidateAndApplyPropertyDescriptor` on the object's raw own properties
 * (https://tc39.es/ecma262/#sec-validateandapplypropertydescriptor).
 */
export function validateAndApply(
  o: ObjectValue,
  key: PropertyKey,
  extensible: boolean,
  desc: PropertyDescriptor
): boolean {
  if (!o.lookup(key)) {
    if (!extensible) return false
    o.store(key, slotFrom(desc), flagsFrom(desc))
    return true
  }
  const current = descriptorOf(found.value, found.flags)
  if (!isCompatible(current, desc)) return false
  const flags =
    ((desc.enumerable ?? current.enumerable) ? ENUMERABLE : 0) |
    ((desc.configurable ?? current.configurable) ? CONFIGURABLE : 0)
  if (isAccessorDescriptor(desc)) {
    const get = "get" in desc ? desc.get : current.get
    const set = "set" in desc ? desc.set : current.set
    o.store(key, new Accessor(get, set), flags | ACCESSOR)
  } else if (isDataDescriptor(desc) || isDataDescriptor(current)) {
    const value = "value" in desc ? desc.value : current.value
    o.store(key, value, flags | ((desc.writable ?? current.writable) ? WRITABLE : 0))
  } else {
    o.store(key, new Accessor(current.get, current.set), flags | ACCESSOR)
  }
  return true
}

/** The checks of `ValidateAndApplyPropertyDescriptor` against an existing property; Proxy invariants use them, too. */
export function isCompatible(current: PropertyDescriptor, desc: PropertyDescriptor): boolean {
  if (current.configurable === true) return true
  if (desc.configurable === true) return false
  if (desc.enumerable !== undefined && desc.enumerable !== current.enumerable) return false
  if (!isAccessorDescriptor(desc) && !isDataDescriptor(desc)) return true
  if (isAccessorDescriptor(desc) !== isAccessorDescriptor(current)) return false
  if (isAccessorDescriptor(current)) {
    return !("get" in desc && desc.get !== current.get) && !("set" in desc && desc.set !== current.set)
  }
  if (current.writable === true) return true
  return desc.writable !== true && !("value" in desc && !sameValue(desc.value, current.value))
}

const flagsFrom = (d: PropertyDescriptor): number =>
  (d.enumerable === true ? ENUMERABLE : 0) |
  (d.configurable === true ? CONFIGURABLE : 0) |
  (isAccessorDescriptor(d) ? ACCESSOR : d.writable === true ? WRITABLE : 0)

const slotFrom = (d: PropertyDescriptor): Slot => (isAccessorDescriptor(d) ? new Accessor(d.get, d.set) : d.value)

/**
 * Sets a key of an object that the engine itself has just made (results, descriptors, errors): an ordinary data property
 * without look-ups on the prototype chain.
 */
export const putOwn = (o: ObjectValue, key: PropertyKey, value: Value, flags: number = DEFAULT_FLAGS): void =>
  o.store(key, value, flags)
