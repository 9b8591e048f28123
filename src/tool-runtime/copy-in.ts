/**
 * Host → program: a copy of what a tool answered, as guest values. Host getters and proxy traps run once; whatever they throw, and whatever is not
 * data, makes the whole answer invalid. The copy yields every few thousand values, so that a large answer does not block the host.
 */
import { MAX_ELEMENTS } from "../interpreter/kernel/array.ts"
import type { PlainObject } from "../interpreter/kernel/object.ts"
import { MAX_STRING } from "../interpreter/kernel/operators.ts"
import type { Realm } from "../interpreter/kernel/realm.ts"
import { DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"
import { canonicalKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { MAX_DEPTH, MAX_VALUES } from "./copy-out.ts"

/** The answer cannot be data. The reason is for the host's eyes only. */
export class NotData {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/** Values between two yields: a few milliseconds. */
const SLICE = 20_000

class Progress {
  values = 0
  sinceYield = 0
  readonly ancestors: object[] = []
}

/**
 * A generator that yields between slices and returns the guest value. It throws {@link NotData} for what is not data and lets host throws through.
 * `ownInstances`: class instances are copied by their own properties, because the tool's own output schema made them.
 */
export function* copyIn(realm: Realm, value: unknown, ownInstances: boolean): Generator<void, Value> {
  return yield* copy(realm, value, 0, new Progress(), ownInstances)
}

function* copy(realm: Realm, value: unknown, depth: number, progress: Progress, own: boolean): Generator<void, Value> {
  if (++progress.values > MAX_VALUES) throw new NotData(`more than ${MAX_VALUES} values`)
  if (++progress.sinceYield > SLICE) {
    progress.sinceYield = 0
    yield
  }
  if (depth > MAX_DEPTH) throw new NotData(`nested deeper than ${MAX_DEPTH} levels`)
  switch (typeof value) {
    case "string":
      if (value.length > MAX_STRING) throw new NotData("a string is too long")
      return value
    case "number":
    case "boolean":
    case "undefined":
      return value
    case "object":
      if (value === null) return null
      break
    default:
      throw new NotData(`a ${typeof value}`)
  }
  if (progress.ancestors.includes(value)) throw new NotData("a cycle")
  progress.ancestors.push(value)
  const result = yield* copyObject(realm, value, depth, progress, own)
  progress.ancestors.pop()
  return result
}

function* copyObject(
  realm: Realm,
  value: object,
  depth: number,
  progress: Progress,
  own: boolean
): Generator<void, Value> {
  if (Array.isArray(value)) {
    const length = value.length
    if (length > MAX_ELEMENTS) throw new NotData("an array is too long")
    const elements: Value[] = []
    for (let i = 0; i < length; i++) {
      const element: unknown = value[i]
      if (element === undefined && !(i in value)) elements.push(null)
      else elements.push(yield* copy(realm, element, depth + 1, progress, own))
    }
    return realm.newArray(elements)
  }
  const proto: unknown = Object.getPrototypeOf(value)
  if (proto !== Object.prototype && proto !== null) {
    const replacement = replace(value)
    if (replacement !== undefined) return replacement === EMPTY ? realm.newObject() : replacement
    if (!own && !isForeignPlain(proto)) throw new NotData("a class instance")
  }
  return yield* copyProperties(realm, value, depth, progress, own)
}

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
    const time = value.getTime()
    return Number.isNaN(time) ? null : new Date(time).toISOString()
  }
  if (value instanceof URL) return String(value.href)
  if (value instanceof RegExp || value instanceof Map || value instanceof Set || value instanceof URLSearchParams)
    return EMPTY
  return undefined
}

function* copyProperties(
  realm: Realm,
  value: object,
  depth: number,
  progress: Progress,
  own: boolean
): Generator<void, Value> {
  const object: PlainObject = realm.newObject()
  for (const key of Object.keys(value)) {
    if (key === "__proto__") throw new NotData("the key __proto__")
    const member = (value as Readonly<Record<string, unknown>>)[key]
    object.store(canonicalKey(key), yield* copy(realm, member, depth + 1, progress, own), DEFAULT_FLAGS)
  }
  return object
}
