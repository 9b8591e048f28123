/** What the host's own realm looks like: every property of every intrinsic object, by identity, without reading a getter. */

/** Names of ECMAScript and of the web helpers that a program has too; what the host lacks is passed over. */
const globalNames =
  `AggregateError Array ArrayBuffer AsyncDisposableStack AsyncIterator Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Headers Int16Array Int32Array Int8Array
  Intl Iterator JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String
  SuppressedError Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array
  Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly atob btoa decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval
  isFinite isNaN parseFloat parseInt queueMicrotask structuredClone unescape`.split(/\s+/)

/** Intrinsics without a name of their own hang from the prototypes of these. */
const samples = (): readonly object[] => [
  [].values(),
  ""[Symbol.iterator](),
  new Map().values(),
  new Set().values(),
  "".matchAll(/a/g),
  function* () {},
  async () => {},
  async function* () {}
]

export interface HostObject {
  readonly object: object
  readonly path: string
  readonly prototype: object | null
  readonly extensible: boolean
  readonly properties: ReadonlyMap<PropertyKey, PropertyDescriptor>
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function"

/** All objects that can be reached from the intrinsics through prototypes, values and accessors. */
export function hostRealm(): readonly HostObject[] {
  const found = new Map<object, HostObject>()
  const queue: (readonly [object, string])[] = samples().map((object, index) => [object, `sample ${index}`])
  for (const name of globalNames) {
    const value: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value
    if (isObject(value)) queue.push([value, name])
  }
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [object, path] = next
    if (found.has(object)) continue
    const prototype = Object.getPrototypeOf(object) as object | null
    const properties = new Map<PropertyKey, PropertyDescriptor>()
    found.set(object, { object, path, prototype, extensible: Object.isExtensible(object), properties })
    if (prototype !== null) queue.push([prototype, `${path}.[[Prototype]]`])
    for (const key of Reflect.ownKeys(object)) {
      const descriptor = Object.getOwnPropertyDescriptor(object, key)
      if (descriptor === undefined) continue
      properties.set(key, descriptor)
      for (const part of [descriptor.value, descriptor.get, descriptor.set] as readonly unknown[]) {
        if (isObject(part)) queue.push([part, `${path}.${String(key)}`])
      }
    }
  }
  return [...found.values()]
}

const fields = ["value", "get", "set", "writable", "enumerable", "configurable"] as const

/** What of `before` is not as it was: paths, empty when the realm is untouched. */
export function changesOf(before: readonly HostObject[]): readonly string[] {
  const changes: string[] = []
  for (const { object, path, prototype, extensible, properties } of before) {
    if (Object.getPrototypeOf(object) !== prototype) changes.push(`${path}: prototype`)
    if (Object.isExtensible(object) !== extensible) changes.push(`${path}: extensibility`)
    const keys = Reflect.ownKeys(object)
    for (const key of keys) if (!properties.has(key)) changes.push(`${path}.${String(key)}: added`)
    for (const [key, was] of properties) {
      const is = Object.getOwnPropertyDescriptor(object, key)
      if (is === undefined) changes.push(`${path}.${String(key)}: removed`)
      else if (!fields.every((field) => Object.is(is[field], was[field])))
        changes.push(`${path}.${String(key)}: changed`)
    }
  }
  return changes
}
