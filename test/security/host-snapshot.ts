/** Everything of the host's own objects that a program could have changed: what is reachable from the global object by properties and prototypes. */

/** One fact about the host: which object, which key, and what is there. */
type Fact = readonly [object: object, key: PropertyKey | null, part: string, value: unknown]

/** Globals that the process itself goes on changing. */
const BUSY = new Set(["process", "performance", "__vitest_worker__", "__vitest_index__", "__vitest_mocker__"])

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function"

/** The roots: every intrinsic that has a global name, and those that only syntax leads to. */
function roots(): object[] {
  const named = [
    "Object Function Array String Number Boolean Symbol BigInt Math JSON Date RegExp Promise Proxy Reflect Intl Map Set WeakMap WeakSet WeakRef",
    "FinalizationRegistry Error TypeError RangeError SyntaxError EvalError ReferenceError URIError AggregateError ArrayBuffer SharedArrayBuffer DataView Atomics",
    "Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array",
    "parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape eval",
    "TextEncoder TextDecoder URL URLSearchParams Headers Request Response FormData Blob AbortController AbortSignal Event EventTarget structuredClone",
    "queueMicrotask setTimeout setInterval setImmediate clearTimeout fetch atob btoa WebAssembly"
  ]
    .join(" ")
    .split(" ")
    .map((name) => (globalThis as Record<string, unknown>)[name])
    .filter(isObject)
  const syntax: unknown[] = [
    async () => 0,
    function* () {},
    async function* () {},
    [].values(),
    new Map().entries(),
    new Set().values(),
    ""[Symbol.iterator](),
    "".matchAll(/x/g)
  ].map((value) => Object.getPrototypeOf(value) as unknown)
  return [...named, ...syntax.filter(isObject)]
}

/** A list of facts. Two snapshots of an unchanged host are equal fact by fact. */
export function hostSnapshot(): readonly Fact[] {
  const facts: Fact[] = []
  const seen = new Set<object>()
  const open: object[] = roots()
  while (open.length > 0) {
    const object = open.pop() as object
    if (seen.has(object)) continue
    seen.add(object)
    const prototype: unknown = Object.getPrototypeOf(object)
    facts.push([object, null, "prototype", prototype], [object, null, "extensible", Object.isExtensible(object)])
    if (isObject(prototype)) open.push(prototype)
    for (const key of Reflect.ownKeys(object)) {
      // The statics of RegExp are accessors: reading the descriptor runs nothing.
      const descriptor = Object.getOwnPropertyDescriptor(object, key) as PropertyDescriptor
      for (const part of ["value", "get", "set", "writable", "enumerable", "configurable"] as const) {
        const value: unknown = descriptor[part]
        facts.push([object, key, part, value])
        if (isObject(value)) open.push(value)
      }
    }
  }
  for (const key of Reflect.ownKeys(globalThis)) {
    // Effect keeps the running fiber there.
    if (typeof key === "string" && (BUSY.has(key) || key.startsWith("~effect/"))) continue
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, key) as PropertyDescriptor
    facts.push([globalThis, key, "value", descriptor.value], [globalThis, key, "get", descriptor.get])
  }
  return facts
}

/** The first fact that is no longer so, as text; undefined when the host is as it was. */
export function hostDifference(before: readonly Fact[], after: readonly Fact[]): string | undefined {
  if (before.length !== after.length) {
    const known = new Set(before.map(([object, key]) => `${nameOf(object)}.${String(key)}`))
    const added = after.find(([object, key]) => !known.has(`${nameOf(object)}.${String(key)}`))
    return `${before.length} facts became ${after.length}${added === undefined ? "" : `: ${nameOf(added[0])}.${String(added[1])}`}`
  }
  for (let i = 0; i < before.length; i++) {
    for (let j = 0; j < 4; j++) {
      if (!Object.is(before[i][j], after[i][j]))
        return `${nameOf(before[i][0])}.${String(before[i][1])}: ${before[i][2]}`
    }
  }
  return undefined
}

const nameOf = (object: object): string =>
  typeof object === "function" ? object.name : Object.prototype.toString.call(object)

/** Text that only the host has: places in its files, frames of its stacks, secrets of the tools of these tests. */
export const HOST_TEXT =
  /secret of|node:[a-z_]+|file:\/\/\/(?!etc)|node_modules|\.(?:ts|mjs|cjs|tsx|js):\d+|processTicksAndRejections|at (?:async )?(?:Object|Module|Function|new )[.<]|\/home\/|\/work\/|vitest|SUSP\b|ThrowCompletion|\b_op\b|FiberFailure|SchemaError|ParseError: /
