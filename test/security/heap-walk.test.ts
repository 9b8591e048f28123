/** Walks what programs can reach, and looks at every value there: a primitive, or an object of a class of the engine. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { load, parseProgram } from "../../src/interpreter/index.ts"
import { Census } from "../../src/interpreter/kernel/census.ts"
import { ErrorValue } from "../../src/interpreter/kernel/error-value.ts"
import type { Execution } from "../../src/interpreter/kernel/execution.ts"
import type { HostPort } from "../../src/interpreter/kernel/host.ts"
import { Accessor, ObjectValue } from "../../src/interpreter/kernel/object.ts"
import { Cell, SymbolValue } from "../../src/interpreter/kernel/values.ts"
import { intrinsics } from "../../src/stdlib/index.ts"
import { silentHost } from "../support/silent-host.ts"

const host: HostPort = { ...silentHost, toolKeys: () => ["echo"] }

const root = join(import.meta.dirname, "../../src")

/** Every class of the engine and of the standard library, by prototype. */
async function engineClasses(): Promise<ReadonlySet<object>> {
  const prototypes = new Set<object>()
  const folders = ["interpreter/kernel", "interpreter/compile", "interpreter/regexp", "stdlib", "stdlib/intl"]
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder))) {
      if (!file.endsWith(".ts")) continue
      const exports = (await import(join(root, folder, file))) as Readonly<Record<string, unknown>>
      for (const value of Object.values(exports)) {
        if (typeof value === "function" && typeof value.prototype === "object" && value.prototype !== null) {
          prototypes.add(value.prototype as object)
        }
      }
    }
  }
  return prototypes
}
const known = await engineClasses()

/** Lists, tables and records of the host that engine objects are made of. They are holders, never values. */
const CONTAINERS = new Set<object | null>([
  Array.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  WeakSet.prototype,
  ArrayBuffer.prototype,
  Uint8Array.prototype,
  Uint16Array.prototype,
  Int32Array.prototype,
  DataView.prototype,
  URL.prototype,
  Uint32Array.prototype,
  Object.prototype,
  null
])

/** A subclass of an engine class, or a class of the engine that its file keeps to itself: it is not one of the host's. */
const hostPrototypes = new Set<unknown>(
  Object.getOwnPropertyNames(globalThis)
    .map((name) => (globalThis as unknown as Readonly<Record<string, unknown>>)[name])
    .flatMap((value) => (typeof value === "function" ? [value.prototype] : []))
)

const isGuestObject = (value: unknown): boolean =>
  value instanceof ObjectValue || value instanceof SymbolValue || value instanceof Accessor

/** Walks everything that the program reaches; `look` sees every value with its holder. */
function walk(execution: Execution, look: (value: unknown, holder: object) => void): Census {
  const census = new Census([execution], Infinity, look)
  while (!census.advance(100_000)) continue
  return census
}

function runToEnd(code: string): Execution {
  const execution = load(parseProgram(code), { intrinsics, host, countsMemory: true })
  while (execution.run() === "sliced") continue
  return execution
}

/** What is wrong with what a program reaches. */
function faults(execution: Execution): string[] {
  const found = new Set<string>()
  walk(execution, (value, holder) => {
    const where = holder.constructor?.name ?? "null"
    if (typeof value === "symbol") found.add(`a host symbol in ${where}`)
    if (typeof value === "function" && holder instanceof ObjectValue) {
      // A function of the host stands in fields of the engine's own only, which no program reads.
      for (const slot of valuesOf(holder)) if (slot === value) found.add(`a host function as a value of ${where}`)
    }
    if (typeof value !== "object" || value === null) return
    const prototype = Object.getPrototypeOf(value) as object | null
    if (!CONTAINERS.has(prototype) && hostPrototypes.has(prototype))
      found.add(`a host ${prototype?.constructor.name} in ${where}`)
    for (const slot of valuesOf(value)) {
      if (typeof slot === "function") found.add(`a host function as a value of ${value.constructor.name}`)
      else if (typeof slot === "object" && slot !== null && !isGuestObject(slot)) {
        found.add(`a ${slot.constructor?.name} as a value of ${value.constructor.name}`)
      }
    }
  })
  return [...found]
}

/** Where programs read values from: slots, elements, entries of dictionaries and tables, variables. */
function valuesOf(holder: object): readonly unknown[] {
  if (holder instanceof Cell) return [holder.v]
  if (!(holder instanceof ObjectValue)) return []
  const fields = holder as unknown as Readonly<Record<string, unknown>>
  const values: unknown[] = [...holder.slots, fields["p0"], fields["p1"], fields["p2"], fields["p3"]]
  if (Array.isArray(fields["elements"])) values.push(...(fields["elements"] as unknown[]))
  const { dictionary } = holder.shape
  if (dictionary !== null) for (const key of dictionary.keys()) values.push(dictionary.get(key)?.value)
  if ("result" in fields) values.push(fields["result"])
  if ("target" in fields) values.push(fields["target"])
  if (holder.shape.proto !== null) values.push(holder.shape.proto)
  return values
}

/** Reads every property of everything that can be reached from the global object, so that every lazy value is made. */
const EVERYTHING = `
  const seen = new Set(), open = [globalThis]
  while (open.length > 0) {
    const o = open.pop()
    if (seen.has(o) || o === tools) continue
    seen.add(o)
    for (const key of Reflect.ownKeys(o)) {
      const d = Reflect.getOwnPropertyDescriptor(o, key)
      for (const v of [d.value, d.get, d.set]) if ((typeof v === "object" && v !== null) || typeof v === "function") open.push(v)
    }
    const p = Object.getPrototypeOf(o)
    if (p !== null) open.push(p)
  }
  globalThis.all = seen
  return seen.size`

const PROGRAMS: Readonly<Record<string, string>> = {
  everything: EVERYTHING,
  data: `
    globalThis.kept = [
      { a: 1, b: "x".repeat(100), c: [1, , 3], d: null, e: undefined, f: 10n ** 30n, g: Symbol("s") },
      new Map([[1, {}], ["k", []]]), new Set([1, {}]), new WeakMap([[{}, 1]]), new WeakRef({}), new Date(0), /a(b)/dgu,
      new Error("x", { cause: {} }), new AggregateError([1], "y"), new Proxy({}, {}), new Uint8Array(8), new DataView(new ArrayBuffer(8)),
      Object("s"), Object(1n), Object(Symbol.iterator), JSON.parse('{"a":[1,{"b":null}]}'), structuredClone({ a: [new Date(1)] }),
      new URL("https://a.example/?q=1"), new URLSearchParams("a=1"), new Headers({ a: "b" }), new TextEncoder(), new TextDecoder(),
      new Intl.NumberFormat("en"), new Intl.DateTimeFormat("en"), tools, tools.echo, Math, JSON
    ]
    kept.length = kept.length
    kept.named = 1
    Object.defineProperty(kept, "accessor", { get() { return 1 }, set(v) {} })
    for (let i = 0; i < 300; i++) kept[0]["key" + i] = i`,
  functions: `
    class A { #x = 1; static s = 2; get x() { return this.#x } static { this.t = 3 } }
    class B extends A { constructor() { super(); this.y = () => super.x } }
    globalThis.kept = [A, B, new B(), () => 1, async () => 1, function* () {}, async function* () {}, (function () {}).bind({}, 1), Proxy.revocable({}, {}),
      Promise.withResolvers(), [1][Symbol.iterator](), "a"[Symbol.iterator](), new Map()[Symbol.iterator](), "a".matchAll(/a/g), (function () { return arguments })(1, 2)]`,
  "stopped half-way": `
    function* g() { try { const big = [1, {}]; yield big; yield* [1, 2] } finally { yield 1 } }
    const it = g(); it.next()
    const f = async (x) => { const local = { x }; await new Promise(() => {}); return local }
    globalThis.kept = [it, f(1), f({}), Promise.all([f(1)]), Promise.race([f(2)]), f(3).finally(() => 1), it.map((x) => x), Iterator.from(it)]
    async function* h() { for await (const x of [f(1), 2]) yield x }
    const ah = h(); ah.next(); ah.next(); kept.push(ah, Array.fromAsync([f(9)]))`,
  "caught failures": `
    globalThis.kept = []
    for (const go of [() => null.x, () => undefinedName, () => "x".repeat(-1), () => new Array(-1), () => JSON.parse("{"), () => new RegExp("("),
      () => structuredClone(() => 1), () => decodeURIComponent("%"), () => BigInt("x"), () => tools.echo + 1, () => Symbol() + 1, () => (1n + 1),
      () => { const f = () => f(); f() }, () => new URL("x"), () => Reflect.construct(1), () => new Intl.NumberFormat("xx-invalid-locale-tag-xx")]) {
      try { go() } catch (error) { kept.push(error, error.stack, error.constructor) }
    }`
}

describe("what programs reach", () => {
  test("the classes of the engine are found", () => {
    expect(known.has(ObjectValue.prototype)).toBe(true)
    expect(known.size).toBeGreaterThan(80)
  })

  for (const [name, code] of Object.entries(PROGRAMS)) {
    test(name, () => {
      const execution = runToEnd(code)
      const { state, result } = execution.result
      const text = result instanceof ErrorValue ? execution.within(() => result.stack) : ""
      expect(state, text).not.toBe("rejected")
      expect(faults(execution)).toEqual([])
    })
  }

  test("every instance of a class has the fields of the first, so that the walk misses none", () => {
    const fields = new Map<object, string>()
    const different = new Set<string>()
    for (const code of Object.values(PROGRAMS)) {
      walk(runToEnd(code), (value) => {
        if (typeof value !== "object" || value === null || Array.isArray(value)) return
        const prototype = Object.getPrototypeOf(value) as object | null
        if (prototype === null || CONTAINERS.has(prototype)) return
        const names = Object.keys(value).sort().join()
        if (!fields.has(prototype)) fields.set(prototype, names)
        if (fields.get(prototype) !== names)
          different.add(`${prototype.constructor.name}: ${fields.get(prototype)} / ${names}`)
      })
    }
    expect([...different]).toEqual([])
  })
})
