/** Tools that answer, fail and remember in every way that might let something of the host out. */
import { Effect, Schema } from "effect"
import { Tool, toolError } from "../../src/index.ts"
import type { Tools } from "../../src/tool-runtime/namespace.ts"

const SECRET = "secret of /home/host/app/src/tool.ts:12"

const tool = (run: (input: unknown) => Effect.Effect<unknown, unknown>): Tool.Definition =>
  Tool.make({ description: "A tool", input: { type: "object" }, run })
const answering = (make: () => unknown): Tool.Definition => tool(() => Effect.sync(make))

class Account {
  readonly id = 1
  readonly owner = "x"
  secret(): string {
    return SECRET
  }
}

class Decoded extends Schema.Class<Decoded>("Decoded")({ id: Schema.Number }) {
  get double(): number {
    return this.id * 2
  }
}

/** A plain object of another realm, as far as its prototype goes. */
const foreign = (): object => {
  const prototype = Object.create(null, Object.getOwnPropertyDescriptors(Object.prototype)) as object
  return Object.assign(Object.create(prototype) as object, { a: 1 })
}

const cyclic = (): unknown => {
  const o: Record<string, unknown> = {}
  o["self"] = o
  return o
}

const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const dangerous = (): unknown =>
  new Proxy(
    {},
    {
      ownKeys: () => ["a", "process"],
      getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
      get: (_, key) => (key === "process" ? process : key === "a" ? () => process : undefined)
    }
  )

const odd: Readonly<Record<string, () => unknown>> = {
  date: () => new Date(0),
  invalidDate: () => new Date(Number.NaN),
  regexp: () => /x/,
  map: () => new Map([[{}, process]]),
  set: () => new Set([process]),
  url: () => new URL("http://host/"),
  params: () => new URLSearchParams("a=1"),
  error: () => new Error(SECRET),
  promise: () => Promise.resolve(process),
  buffer: () => new ArrayBuffer(8),
  bytes: () => new Uint8Array(8),
  proxy: () => new Proxy({ a: 1 }, {}),
  weakMap: () => new WeakMap(),
  generator: () => [1].values(),
  globalThis: () => globalThis,
  process: () => process,
  args: () =>
    (function () {
      // oxlint-disable-next-line prefer-rest-params
      return arguments
    })(),
  boxed: () => Object("x"),
  effect: () => Effect.succeed(process),
  nullProto: () => Object.assign(Object.create(null) as object, { a: 1 }),
  frozen: () => Object.freeze({ a: Object.freeze([1]) }),
  sparse: () => [1, , 3], // oxlint-disable-line no-sparse-arrays
  subArray: () => new (class Special extends Array {})(3),
  cyclic,
  getters: () => ({
    get a() {
      return { b: 1 }
    }
  }),
  throwingGetter: () => ({
    get a() {
      throw new Error(SECRET)
    }
  }),
  revoked,
  thenable: () => ({ then: (resolve: (value: unknown) => void) => resolve(process) }),
  thenableData: () => ({ then: 1 }),
  toJson: () => ({ toJSON: () => process }),
  headers: () => new Headers([["a", "b"]]),
  foreign,
  dangerousProxy: dangerous,
  module: () => import.meta
}

/** Fresh tools: what they remember belongs to one attempt. */
export function confinementTools(): Tools<never> {
  let kept: unknown = {}
  let count = 0
  const shared = { nested: { x: 1 }, list: [1, 2] }
  return {
    echo: tool((input) => Effect.succeed(input)),
    refuse: tool(() => Effect.fail(toolError("refused"))),
    die: tool(() => Effect.die(new Error(SECRET))),
    dieWithText: tool(() => Effect.die(SECRET)),
    throws: tool(() => {
      throw new Error(SECRET)
    }),
    failWithError: tool(() => Effect.fail(new Error(SECRET))),
    strict: Tool.make({
      description: "Strict",
      input: Schema.Struct({ id: Schema.String }),
      run: ({ id }) => Effect.succeed({ id })
    }),
    deep: { echo: tool((input) => Effect.succeed(input)) },
    data: answering(() => ({ list: [1, { a: 2 }], text: "x" })),
    shared: answering(() => shared),
    keys: answering(() => ({
      constructor: { prototype: { polluted: "data" } },
      toString: "x",
      hasOwnProperty: 1,
      then: 2,
      toJSON: 3
    })),
    protoKey: answering(() => JSON.parse('{"__proto__":{"polluted":true}}') as unknown),
    answersFunction: answering(() => () => process),
    holdsFunction: answering(() => ({ a: [() => process] })),
    holdsSymbol: answering(() => ({ a: Symbol.iterator })),
    holdsBigInt: answering(() => ({ a: 1n })),
    answersSymbol: answering(() => Symbol("x")),
    instance: answering(() => new Account()),
    odd: Object.fromEntries(Object.entries(odd).map(([name, make]) => [name, answering(make)])),
    counting: answering(() => ({
      get n() {
        return ++count
      }
    })),
    keep: tool((input) => Effect.sync(() => void (kept = input))),
    kept: answering(() => kept),
    decoded: Tool.make({
      description: "Answers with what a schema makes a class of",
      input: { type: "object" },
      output: Decoded,
      run: () => Effect.succeed({ id: 1 } as never)
    }),
    decodedInput: Tool.make({
      description: "Takes a date",
      input: Schema.Struct({ when: Schema.DateFromString }),
      run: ({ when }) => Effect.succeed({ when, time: when.getTime() })
    }),
    badOutput: Tool.make({
      description: "Answers otherwise than it says",
      input: { type: "object" },
      output: Schema.Struct({ id: Schema.String }),
      run: () => Effect.succeed({ id: SECRET.length } as never)
    }),
    longText: answering(() => "x".repeat(2 ** 24 + 1))
  }
}
