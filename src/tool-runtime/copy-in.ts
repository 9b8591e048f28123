/**
 * Host → program: a copy of what a tool answered, as guest values. Host getters and proxy traps run once; whatever they throw, and whatever is not
 * data, makes the whole answer invalid. The copy stops now and then, so that a large answer does not block the host.
 */
import { Alike } from "../interpreter/kernel/alike.ts"
import { MAX_ELEMENTS } from "../interpreter/kernel/array.ts"
import { LONG_KEY, MAX_NAME } from "../interpreter/kernel/long-key.ts"
import { MAX_STRING } from "../interpreter/kernel/rope.ts"
import type { Realm } from "../interpreter/kernel/realm.ts"
import { DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"
import { canonicalKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { copyOfText } from "../interpreter/kernel/weight.ts"
import { isEffectSchema } from "../tool.ts"
import { MAX_DEPTH, MAX_VALUES } from "./copy-out.ts"
import { silence } from "./silence.ts"

/** The answer cannot be data. The reason is for the host's eyes only. */
export class NotData {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** Values between two stops: about a millisecond. */
export const VALUES_AT_ONCE = 8192
const UNITS_AT_ONCE = 1 << 21
/** Shorter texts are copied each time. */
const SHARED_TEXT = 32

/**
 * Copies one answer; a generator that yields between portions. It throws {@link NotData} for what is not data and lets host throws through.
 *
 * `undecoded` is what the tool's `run` answered, where an output schema has decoded it since. Class instances that the schema made are copied by
 * their own properties; those that `run` handed over are no data.
 */
export const copyIn = (realm: Realm, value: unknown, undecoded: unknown): Generator<void, Value> =>
  new Copier(realm, undecoded).copy(value)

class Copier {
  private readonly realm: Realm
  private readonly undecoded: unknown
  private readonly ancestors: object[] = []
  private handedOver: Contents | null = null
  private values = 0
  private nextStop = VALUES_AT_ONCE
  /** Units of texts that were copied since the last stop. */
  private units = 0
  private readonly texts = new Map<string, string>()
  private readonly longTexts = new Alike()

  constructor(realm: Realm, undecoded: unknown) {
    this.realm = realm
    this.undecoded = undecoded
  }

  *copy(value: unknown): Generator<void, Value> {
    return isObject(value) ? yield* this.object(value) : this.primitive(value)
  }

  private count(): void {
    if (++this.values > MAX_VALUES) throw new NotData(`more than ${MAX_VALUES} values`)
  }

  private primitive(value: unknown): Value {
    this.count()
    if (this.ancestors.length > MAX_DEPTH) throw new NotData(`nested deeper than ${MAX_DEPTH} levels`)
    switch (typeof value) {
      case "string":
        if (value.length > MAX_STRING) throw new NotData("a string is too long")
        this.realm.received += value.length
        return this.realm.countsMemory ? this.copyOfText(value) : value
      case "number":
      case "boolean":
      case "undefined":
        return value
      case "object":
        return null
      default:
        throw new NotData(`a ${typeof value}`)
    }
  }

  /** The tool's text may be a part of a longer one, which it would keep alive. One that occurs again and again stays one. */
  private copyOfText(text: string): string {
    this.units += text.length
    if (this.units >= UNITS_AT_ONCE) {
      this.units = 0
      this.nextStop = this.values
    }
    if (text.length < SHARED_TEXT) return copyOfText(text)
    if (text.length > LONG_KEY) {
      const copy = copyOfText(text)
      return this.longTexts.find(copy) ?? copy
    }
    let copy = this.texts.get(text)
    if (copy === undefined) this.texts.set(text, (copy = copyOfText(text)))
    return copy
  }

  private *object(value: object): Generator<void, Value> {
    this.count()
    if (this.values >= this.nextStop) {
      this.nextStop = this.values + VALUES_AT_ONCE
      yield
    }
    const { ancestors } = this
    if (ancestors.length > MAX_DEPTH) throw new NotData(`nested deeper than ${MAX_DEPTH} levels`)
    if (ancestors.includes(value)) throw new NotData("a cycle")
    ancestors.push(value)
    const copy = yield* Array.isArray(value) ? this.array(value) : this.record(value)
    ancestors.pop()
    return copy
  }

  private *array(array: readonly unknown[]): Generator<void, Value> {
    const { length } = array
    if (length > MAX_ELEMENTS) throw new NotData("an array is too long")
    const elements: Value[] = []
    for (let i = 0; i < length; i++) {
      const element = array[i]
      if (isObject(element)) elements.push(yield* this.object(element))
      else if (element === undefined && !(i in array)) elements.push(this.primitive(null))
      else elements.push(this.primitive(element))
      if (this.values >= this.nextStop) {
        this.nextStop = this.values + VALUES_AT_ONCE
        yield
      }
    }
    return this.realm.newArray(elements)
  }

  private *record(value: object): Generator<void, Value> {
    const proto: unknown = Object.getPrototypeOf(value)
    if (proto !== Object.prototype && proto !== null) {
      const replacement = replace(value)
      if (replacement === EMPTY) {
        // What it holds is not looked at.
        silence(value)
        return this.realm.newObject()
      }
      if (replacement !== undefined) return replacement
      if (value instanceof Promise) {
        silence(value)
        throw new NotData("a promise")
      }
      if (!isForeignPlain(proto) && !(yield* this.isMadeBySchema(value))) throw new NotData("a class instance")
    }
    const object = this.realm.newObject()
    for (const key of Object.keys(value)) {
      if (key === "__proto__") throw new NotData("the key __proto__")
      if (key.length > MAX_NAME) throw new NotData("a property name is too long")
      const member = (value as Readonly<Record<string, unknown>>)[key]
      const copy = isObject(member) ? yield* this.object(member) : this.primitive(member)
      object.store(canonicalKey(key), copy, DEFAULT_FLAGS)
      if (this.values >= this.nextStop) {
        this.nextStop = this.values + VALUES_AT_ONCE
        yield
      }
    }
    return object
  }

  private *isMadeBySchema(instance: object): Generator<void, boolean> {
    if (this.undecoded === undefined) return false
    const { objects, isAll } = (this.handedOver ??= yield* contentsOf(this.undecoded))
    if (objects.has(instance)) return false
    // Where `run` may have handed over more than can be seen, the class has to be a schema.
    return isAll || isEffectSchema(Object.getPrototypeOf(instance)?.constructor)
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** A plain object of another host realm (an iframe, a vm context): its prototype is some realm's `Object.prototype`. */
const isForeignPlain = (proto: unknown): boolean =>
  typeof proto === "object" &&
  proto !== null &&
  Object.getPrototypeOf(proto) === null &&
  Object.hasOwn(proto, "hasOwnProperty") &&
  Object.hasOwn(proto, "isPrototypeOf")

const EMPTY = Symbol("empty")

/** What stands for a well-known host object; undefined when it is none. */
function replace(value: object): string | null | typeof EMPTY | undefined {
  if (value instanceof Date) {
    const time = Date.prototype.getTime.call(value)
    return Number.isNaN(time) ? null : new Date(time).toISOString()
  }
  if (value instanceof URL) {
    const href = String(value.href)
    if (href.length > MAX_STRING) throw new NotData("a URL is too long")
    return href
  }
  if (value instanceof RegExp || value instanceof Map || value instanceof Set || value instanceof URLSearchParams) {
    return EMPTY
  }
  return undefined
}

/** What a value holds, found without running a getter. */
interface Contents {
  readonly objects: ReadonlySet<object>
  /** Whether these are all: getters, instances and whatever is not data may lead to more. */
  readonly isAll: boolean
}

/** Asked for only where a decoded value holds a class instance. */
function* contentsOf(root: unknown): Generator<void, Contents> {
  const objects = new Set<object>()
  const open: unknown[] = [root]
  let isAll = true
  let looked = 0
  while (open.length > 0) {
    if (++looked % VALUES_AT_ONCE === 0) yield
    const value = open.pop()
    if (!isObject(value) || objects.has(value)) continue
    objects.add(value)
    if (objects.size > MAX_VALUES) return { objects, isAll: false }
    const proto: unknown = Object.getPrototypeOf(value)
    isAll &&= Array.isArray(value) || proto === Object.prototype || proto === null || isForeignPlain(proto)
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key)
      isAll &&= property !== undefined && "value" in property && typeof property.value !== "function"
      open.push(property?.value)
    }
  }
  return { objects, isAll }
}
