/** What a host can do wrong, as tables: tests run every fault against every door, and a process of its own runs them all once more. */
import {
  Cause,
  Clock,
  Context,
  Effect,
  Fiber,
  Random,
  Schema,
  SchemaGetter,
  SchemaTransformation,
  Tracer
} from "effect"
import { CodeMode, Tool, ToolError, toolError } from "../../src/index.ts"

/** Stands in every text that must not come out. */
export const SECRET = "s3cr3t"

const secret = (): Error => new Error(SECRET)

/** A proxy each of whose traps throws. */
export const thrower = <T extends object>(target: T): T => {
  const trap = (): never => {
    throw secret()
  }
  const names = Object.getOwnPropertyNames(Reflect).filter((name) => typeof Reflect[name as "get"] === "function")
  return new Proxy(target, Object.fromEntries(names.map((name) => [name, trap])))
}

class HostError extends Error {
  override get message(): string {
    throw secret()
  }
  override get name(): string {
    throw secret()
  }
  override get stack(): string {
    throw secret()
  }
}

/** What an async function answers that throws. Nobody will ever look at it. */
export const rejecting = (): Promise<never> => Promise.reject(secret())

/** An async function where an Effect is due. */
const rejectingEffect = rejecting as unknown as () => Effect.Effect<never>

/** Its text throws whenever it is read. */
const loudToolError = (): ToolError => Object.defineProperty(toolError("x"), "message", { get: throwing })

class Holder {
  readonly promise = rejecting()
  readonly more = [rejecting()]
}

class Instance {
  readonly text = SECRET
}

const throwing = (): never => {
  throw secret()
}

/** Looks like an Effect, and is none. */
const forged = (): unknown =>
  Object.create(Object.getPrototypeOf(Effect.void), {
    "~effect/Effect/evaluate": { value: throwing },
    [Symbol.iterator]: { value: throwing }
  })

/** What host code that should answer an Effect may do instead. */
export const badEffects: Readonly<Record<string, () => unknown>> = {
  dies: () => Effect.die(secret()),
  "dies with nothing": () => Effect.die(undefined),
  "dies with a throwing proxy": () => Effect.die(thrower({})),
  "dies with a hostile error": () => Effect.die(new HostError()),
  fails: () => Effect.fail(secret()),
  "fails with a text": () => Effect.fail(SECRET),
  "fails with a throwing proxy": () => Effect.fail(thrower(() => 0)),
  "fails with a hostile ToolError": () => Effect.fail(loudToolError()),
  "fails with a ToolError whose text is too long": () => Effect.fail(toolError("x".repeat(2 ** 24 + 1))),
  "fails with a ToolError whose text is hostile": () => Effect.fail(toolError({ toString: throwing } as never)),
  "fails with a proxy of a ToolError": () => Effect.fail(thrower(toolError("x"))),
  "fails and dies": () => Effect.failCause(Cause.combine(Cause.fail(SECRET), Cause.die(secret()))),
  "fails with an empty cause": () => Effect.failCause(Cause.empty),
  "dies in its finaliser": () => Effect.ensuring(Effect.fail("x"), Effect.die(secret())),
  "dies after a while": () => Effect.andThen(Effect.sleep(1), Effect.die(secret())),
  throws: throwing,
  "throws nothing": () => {
    throw undefined
  },
  "throws a throwing proxy": () => {
    throw thrower({})
  },
  "throws a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    throw proxy
  },
  "answers nothing": () => undefined,
  "answers text": () => SECRET,
  "answers a throwing proxy": () => thrower({}),
  "answers a rejected promise": () => Promise.reject(secret()),
  "answers a forged Effect": forged,
  "answers nothing on the way": () => Effect.flatMap(Effect.void, () => undefined as never),
  "answers nothing on the way, later": () => Effect.flatMap(Effect.sleep(1), () => undefined as never),
  "yields a promise": () =>
    Effect.gen(function* () {
      return yield* Promise.resolve(1) as unknown as Effect.Effect<number>
    }),
  "suspends to an async function": () => Effect.suspend(rejectingEffect),
  "goes on as an async function": () => Effect.flatMap(Effect.void, rejectingEffect),
  "goes on as an async function, later": () => Effect.flatMap(Effect.sleep(1), rejectingEffect),
  "goes on as a throwing proxy, later": () => Effect.flatMap(Effect.sleep(1), () => thrower({}) as never),
  "is resumed with a promise": () => Effect.callback((resume) => resume(rejectingEffect())),
  "is resumed with a promise, later": () =>
    Effect.callback((resume) => {
      const timer = setTimeout(() => resume(rejectingEffect()), 1)
      return Effect.sync(() => clearTimeout(timer))
    }),
  "cleans up with an async function": () => Effect.ensuring(Effect.fail("x"), Effect.suspend(rejectingEffect)),
  "forks an async function": () => Effect.flatMap(Effect.forkChild(Effect.suspend(rejectingEffect)), Fiber.join),
  "throws a rejected promise": () => {
    throw rejecting()
  },
  "dies with a rejected promise": () => Effect.die(rejecting()),
  "fails with a rejected promise": () => Effect.fail(rejecting()),
  "fails with rejected promises inside": () => Effect.fail({ list: [rejecting(), new Map([[1, rejecting()]])] }),
  "fails with an error whose cause is a rejected promise": () => Effect.fail(new Error("x", { cause: rejecting() })),
  "rejects later": () => Effect.promise(() => Promise.reject(secret())),
  "needs a service that nobody provides": () => Context.Service<{ readonly x: 1 }>("nobody/provides"),
  "overflows the stack": () =>
    Effect.sync(() => {
      const recurse = (n: number): number => recurse(n + 1) + 1
      return recurse(0)
    })
}

/** Answers of a tool that are no data. */
export const badOutputs: Readonly<Record<string, () => unknown>> = {
  "a throwing proxy": () => thrower({}),
  "a throwing array": () => thrower([]),
  "a throwing function": () => thrower(() => 0),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  },
  "a throwing getter": () => ({
    get x() {
      return throwing()
    }
  }),
  "a getter that throws nothing": () => ({
    get x() {
      throw undefined
    }
  }),
  "a throwing getter far inside": () => [
    { a: [{ b: Object.defineProperty({}, "c", { get: throwing, enumerable: true }) }] }
  ],
  "a proxy whose keys never end": () =>
    new Proxy(
      {},
      { ownKeys: () => ["a", "a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }
    ),
  "an array of an impossible length": () => new Proxy([], { get: (_, key) => (key === "length" ? Infinity : 1) }),
  "an array whose length is hostile": () =>
    new Proxy([], { get: (_, key) => (key === "length" ? { valueOf: throwing } : 1) }),
  "an array that never ends": () => {
    const endless: unknown[] = []
    return new Proxy(endless, { get: (_, key) => (key === "length" ? 4_294_967_295 : 1) })
  },
  "a cycle": () => {
    const cycle: { self?: unknown; text: string } = { text: SECRET }
    cycle.self = cycle
    return cycle
  },
  "a cycle of proxies": () => {
    const cycle: object = new Proxy(
      {},
      {
        ownKeys: () => ["x"],
        get: () => cycle,
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: cycle })
      }
    )
    return cycle
  },
  "ever new objects": () => {
    const make = (): object =>
      new Proxy(
        {},
        {
          ownKeys: () => ["x"],
          get: make,
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 })
        }
      )
    return make()
  },
  "something very deep": () => {
    let deep: unknown = 0
    for (let i = 0; i < 100_000; i++) deep = [deep]
    return deep
  },
  "a function": () => () => SECRET,
  "a class": () => Instance,
  "a symbol": () => Symbol(SECRET),
  "a bigint": () => 10n,
  "a class instance": () => new Instance(),
  "an object with a hostile prototype": () => Object.create(thrower({})),
  "a promise": () => Promise.resolve(SECRET),
  "a rejected promise": () => Promise.reject(secret()),
  "a rejected promise inside": () => ({ list: [Promise.reject(secret())] }),
  "rejected promises inside": () => ({ list: [rejecting(), rejecting()], more: { last: rejecting() } }),
  "many rejected promises": () => Array.from({ length: 4000 }, rejecting),
  "a getter that answers a rejected promise": () => ({
    get x() {
      return rejecting()
    }
  }),
  "a class instance that holds a rejected promise": () => new Holder(),
  "an error whose cause is a rejected promise": () => new Error("x", { cause: rejecting() }),
  "a thenable": () => ({ then: (resolve: (value: unknown) => void) => resolve(SECRET) }),
  "a throwing thenable": () => ({ then: throwing }),
  "an Effect": () => Effect.die(secret()),
  "an error": () => secret(),
  "a hostile error": () => new HostError(),
  "a ToolError": () => toolError(SECRET),
  "a date that throws": () => thrower(new Date(0)),
  "a proxy of a date": () => new Proxy(new Date(0), {}),
  "a URL whose text throws": () => Object.defineProperty(new URL("https://x.test"), "href", { get: throwing }),
  "a WeakMap": () => new WeakMap(),
  "an ArrayBuffer": () => new ArrayBuffer(8),
  "typed bytes": () => new Uint8Array(8),
  "the global object": () => globalThis,
  "the key __proto__": () => JSON.parse(`{ "__proto__": { "x": 1 } }`),
  "a text that is too long": () => "x".repeat(2 ** 24 + 1),
  "a URL that is too long": () =>
    Object.defineProperty(new URL("https://x.test"), "href", { get: () => "x".repeat(2 ** 24 + 1) }),
  "an array that is too long": () => Array.from({ length: 10_000_001 }),
  "too many values": () => Array.from({ length: 4_000_001 }, () => 0)
}

/** Answers that are data, with rejected promises in a part that does not cross. */
export const leftOutputs: Readonly<Record<string, () => unknown>> = {
  "a Map that holds a rejected promise": () => new Map([["a", rejecting()]]),
  "a Map with keys that are rejected promises": () => new Map([[rejecting(), { b: rejecting() }]]),
  "a Set that holds a rejected promise": () => new Set([rejecting(), [rejecting()]])
}

const dying = <S extends Schema.Top>(schema: S, get: () => Effect.Effect<unknown>): Schema.Top =>
  schema.pipe(
    Schema.decodeTo(Schema.Any, {
      decode: SchemaGetter.transformEffect(get),
      encode: SchemaGetter.passthrough({ strict: false })
    } as never)
  ) as unknown as Schema.Top

/** Schemas whose decoding goes wrong. */
export const badSchemas: Readonly<Record<string, () => Schema.Top>> = {
  "dies while decoding": () => dying(Schema.Any, () => Effect.die(secret())),
  "dies while decoding, later": () => dying(Schema.Any, () => Effect.andThen(Effect.sleep(1), Effect.die(secret()))),
  "decodes with an async function": () => dying(Schema.Any, rejectingEffect),
  "decodes with an async function, later": () =>
    dying(Schema.Any, () => Effect.flatMap(Effect.sleep(1), rejectingEffect)),
  "decodes to a rejected promise": () => dying(Schema.Any, () => Effect.succeed(rejecting())),
  "decodes to a promise": () => dying(Schema.Any, () => Effect.succeed(Promise.resolve(SECRET))),
  "decodes to rejected promises inside": () => dying(Schema.Any, () => Effect.succeed([rejecting(), rejecting()])),
  "fails with a rejected promise": () => dying(Schema.Any, () => Effect.fail(rejecting()) as never),
  "throws while decoding": () =>
    Schema.Any.pipe(
      Schema.decodeTo(Schema.Any, SchemaTransformation.transform({ decode: throwing, encode: throwing } as never))
    ) as unknown as Schema.Top,
  "throws a proxy while decoding": () =>
    Schema.Any.pipe(
      Schema.decodeTo(
        Schema.Any,
        SchemaTransformation.transform({
          decode: () => {
            throw thrower({})
          },
          encode: throwing
        } as never)
      )
    ) as unknown as Schema.Top,
  "throws in a check": () => Schema.Any.check(Schema.makeFilter(throwing)) as unknown as Schema.Top,
  "throws in its message": () =>
    Schema.Any.check(Schema.makeFilter(() => thrower({}) as never)) as unknown as Schema.Top,
  "is a proxy that throws": () => thrower(Schema.String) as unknown as Schema.Top,
  "decodes to a class with a throwing getter": () =>
    dying(Schema.Any, () => Effect.succeed(Object.defineProperty({}, "x", { get: throwing, enumerable: true })))
}

// ---- Services.

const clockWith = (more: Partial<Clock.Clock>): Clock.Clock => {
  const clock = Clock.Clock.defaultValue()
  return {
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
    currentTimeMillis: clock.currentTimeMillis,
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
    currentTimeNanos: clock.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration),
    ...more
  } as Clock.Clock
}

/** Clocks that are broken. */
export const badClocks: Readonly<Record<string, Clock.Clock>> = {
  "whose time throws": clockWith({ currentTimeMillisUnsafe: throwing, currentTimeMillis: Effect.die(secret()) }),
  "whose times all throw": clockWith({
    currentTimeMillisUnsafe: throwing,
    currentTimeMillis: Effect.suspend(throwing),
    currentTimeNanosUnsafe: throwing,
    currentTimeNanos: Effect.suspend(throwing),
    monotonicTimeNanosUnsafe: throwing,
    monotonicTimeNanos: Effect.suspend(throwing)
  }),
  "whose time is text": clockWith({
    currentTimeMillisUnsafe: () => SECRET as never,
    currentTimeMillis: Effect.succeed(SECRET as never)
  }),
  "whose time is an object": clockWith({
    currentTimeMillisUnsafe: () => thrower({}) as never,
    currentTimeMillis: Effect.succeed({} as never)
  }),
  "whose time is no number": clockWith({ currentTimeMillisUnsafe: () => NaN, currentTimeMillis: Effect.succeed(NaN) }),
  "whose time is without end": clockWith({
    currentTimeMillisUnsafe: () => Infinity,
    currentTimeMillis: Effect.succeed(Infinity)
  }),
  "whose time is a rejected promise": clockWith({
    currentTimeMillisUnsafe: rejecting as never,
    currentTimeMillis: Effect.suspend(rejectingEffect)
  }),
  "whose times are all rejected promises": clockWith({
    currentTimeMillisUnsafe: rejecting as never,
    currentTimeMillis: Effect.suspend(rejectingEffect),
    currentTimeNanosUnsafe: rejecting as never,
    currentTimeNanos: Effect.suspend(rejectingEffect),
    monotonicTimeNanosUnsafe: rejecting as never,
    monotonicTimeNanos: Effect.suspend(rejectingEffect)
  }),
  "whose sleep is an async function": clockWith({ sleep: rejectingEffect }),
  "whose sleep fails": clockWith({ sleep: () => Effect.fail(secret()) as never }),
  "whose sleep fails without a reason": clockWith({ sleep: () => Effect.failCause(Cause.empty) }),
  "that runs backwards": (() => {
    let now = 1e12
    return clockWith({
      currentTimeMillisUnsafe: () => (now -= 1000),
      currentTimeMillis: Effect.sync(() => (now -= 1000))
    })
  })(),
  "that cannot sleep": clockWith({ sleep: () => Effect.die(secret()) }),
  "that throws instead of sleeping": clockWith({ sleep: throwing }),
  "whose sleep is no Effect": clockWith({ sleep: () => undefined as never }),
  "whose time takes for ever to read": clockWith({ currentTimeMillis: Effect.never })
}

/** Sources of randomness that are broken. */
export const badRandoms: Readonly<Record<string, Context.Service.Shape<typeof Random.Random>>> = {
  "that throws": { nextDoubleUnsafe: throwing, nextIntUnsafe: throwing },
  "that answers text": { nextDoubleUnsafe: () => SECRET as never, nextIntUnsafe: () => 0 },
  "that answers an object": { nextDoubleUnsafe: () => thrower({}) as never, nextIntUnsafe: () => 0 },
  "that answers a rejected promise": { nextDoubleUnsafe: rejecting as never, nextIntUnsafe: () => 0 },
  "that answers no number": { nextDoubleUnsafe: () => NaN, nextIntUnsafe: () => 0 },
  "that answers one": { nextDoubleUnsafe: () => 1, nextIntUnsafe: () => 0 },
  "that answers less than nothing": { nextDoubleUnsafe: () => -1, nextIntUnsafe: () => 0 }
}

const spanWith = (options: Parameters<Tracer.Tracer["span"]>[0], more: Partial<Tracer.Span>): Tracer.Span =>
  Object.assign(Tracer.nativeTracer.span(options), more)

/** Tracers that are broken. */
export const badTracers: Readonly<Record<string, Tracer.Tracer>> = {
  "that makes no span": Tracer.make({ span: throwing }),
  "that makes nothing": Tracer.make({ span: () => undefined as never }),
  "whose spans are rejected promises": Tracer.make({ span: rejecting as never }),
  "whose spans do everything later, and fail": Tracer.make({
    span: (options) =>
      spanWith(options, { attribute: rejecting, end: rejecting, event: rejecting, addLinks: rejecting })
  }),
  "that is around everything": Tracer.make({
    span: (options) => spanWith(options, {}),
    context: (primitive, fiber) => primitive["~effect/Effect/evaluate"](fiber)
  }),
  "whose spans take no attributes": Tracer.make({ span: (options) => spanWith(options, { attribute: throwing }) }),
  "whose spans cannot end": Tracer.make({ span: (options) => spanWith(options, { end: throwing }) }),
  "whose spans cannot do anything": Tracer.make({
    span: (options) => spanWith(options, { attribute: throwing, end: throwing, event: throwing, addLinks: throwing })
  }),
  "whose spans are throwing proxies": Tracer.make({ span: (options) => thrower(spanWith(options, {})) })
}

/** A tool with a body of any kind. */
export const toolOf = (
  run: (input: unknown) => unknown,
  more: Partial<Tool.Definition<never>> = {}
): Tool.Definition => ({
  ...Tool.make({ description: "A tool", input: { type: "object" }, run: run as never }),
  ...more
})

export const decodeResult = Schema.decodeUnknownSync(CodeMode.Result)
