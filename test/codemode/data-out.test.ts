import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { errorOf, run, successOf, valueOf } from "../support/run.ts"
import { echo, running } from "../support/tools.ts"

/** The arguments that a tool receives. */
async function argumentOf(expression: string): Promise<unknown> {
  let seen: unknown
  const t = running((input) => Effect.sync(() => void (seen = input)))
  await valueOf(`await tools.t(${expression})`, { tools: { t } })
  return seen
}

describe("program to host", () => {
  it.each([
    ["'text'", "text"],
    ["true", true],
    ["1.5", 1.5],
    ["null", null],
    ["NaN", null],
    ["Infinity", null],
    ["-Infinity", null],
    ["-0", 0],
    ["undefined", null],
    ["[1, undefined, , 2]", [1, null, null, 2]],
    ["{ a: 1, [Symbol('s')]: 2 }", { a: 1 }],
    ["Object.defineProperty({ a: 1 }, 'hidden', { value: 2 })", { a: 1 }],
    ["Object.create({ inherited: 1 })", {}],
    ["Object.assign(Object.create(null), { a: 1 })", { a: 1 }],
    ["{ 2: 'b', a: 'c', 1: 'a' }", { 1: "a", 2: "b", a: "c" }],
    ["Object.assign([1, 2], { extra: 3 })", [1, 2]],
    ["new Date(0)", "1970-01-01T00:00:00.000Z"],
    ["new Date(NaN)", null],
    ["new URL('https://a.test/b?c')", "https://a.test/b?c"],
    ["new Map([[1, 2]])", {}],
    ["new Set([1])", {}],
    ["/x/g", {}],
    ["new WeakMap()", {}],
    ["[1].values()", {}],
    ["(function* () { yield 1 })()", {}],
    ["new URLSearchParams('a=1')", {}],
    ["new Headers({ A: '1', b: '2' })", { a: "1", b: "2" }],
    ["new TypeError('bad')", { name: "TypeError", message: "bad" }],
    ["Object.assign(new Error('bad'), { code: 7 })", { name: "Error", message: "bad", code: 7 }],
    ["new Error('bad', { cause: 1 })", { name: "Error", message: "bad" }],
    ["Object('boxed')", "boxed"],
    ["Object(1)", 1],
    ["Object(false)", false],
    ["new (class A { x = 1; #y = 2; get z() { return 3 } })()", { x: 1 }],
    ["new (class D extends Date {})(0)", "1970-01-01T00:00:00.000Z"],
    ["new (class M extends Map {})()", {}],
    ["new Proxy({ a: 1 }, { get: (t, k) => k === 'toJSON' ? undefined : 7 })", { a: 7 }],
    ["new Proxy([1, 2], {})", [1, 2]],
    ["{ get a() { return 1 } }", { a: 1 }],
    ["{ toJSON() { return { as: 'json' } } }", { as: "json" }],
    ["{ a: { toJSON: (key) => key } }", { a: "a" }],
    ["{ toJSON() { return { a: 1, toJSON: () => 2 } } }.x", null],
    ["{ constructor: 1, prototype: 2, hasOwnProperty: 3 }", { constructor: 1, prototype: 2, hasOwnProperty: 3 }],
    ["'\\ud800'", "\ud800"]
  ])("a result of %s", async (expression, value) => {
    expect(await valueOf(`return (${expression})`)).toEqual(value)
    // The same in a member, in arguments and as an element.
    expect(await valueOf(`return { m: (${expression}) }`)).toEqual({ m: value })
    if (expression === "undefined" || expression.endsWith(".x")) return
    expect(await argumentOf(`{ m: [(${expression})] }`)).toEqual({ m: [Object.is(value, 0) ? -0 : value] })
  })

  it("nested undefined is null in a result, and no key in arguments", async () => {
    const value = "{ top: undefined, nested: [1, undefined], deep: { gone: undefined, kept: null } }"
    expect(await valueOf(`return (${value})`)).toEqual({
      top: null,
      nested: [1, null],
      deep: { gone: null, kept: null }
    })
    const seen = (await argumentOf(value)) as Record<string, unknown>
    expect(Object.keys(seen)).toEqual(["nested", "deep"])
    expect(seen).toEqual({ nested: [1, null], deep: { kept: null } })
  })

  it("hands over ordinary objects", async () => {
    const seen = (await argumentOf("Object.assign(Object.create(null), { a: [{}] })")) as { a: object[] }
    expect(Object.getPrototypeOf(seen)).toBe(Object.prototype)
    expect(Object.getPrototypeOf(seen.a[0])).toBe(Object.prototype)
    expect(Array.isArray(seen.a)).toBe(true)
    const result = await valueOf("return { constructor: { a: 1 } }")
    expect(Object.hasOwn(result as object, "constructor")).toBe(true)
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  })

  it.each([
    ["() => 1", "function"],
    ["function named() {}", "function"],
    ["class A {}", "function"],
    ["Math.max", "function"],
    ["Map", "function"],
    ["search", "function"],
    ["tools.echo", "tool reference"],
    ["tools", "tool reference"],
    ["10n", "BigInt"],
    ["Object(10n)", "BigInt"],
    ["Symbol('s')", "Symbol"],
    ["Object(Symbol('s'))", "Symbol"],
    ["new Uint8Array(2)", "toBase64"],
    ["new ArrayBuffer(2)", ""],
    ["new DataView(new ArrayBuffer(2))", ""],
    ["JSON.parse('{\"__proto__\": 1}')", "__proto__"],
    ["Object.defineProperty({}, '__proto__', { value: 1, enumerable: true })", "__proto__"],
    ["new Proxy(() => 1, {})", "function"]
  ])("%s is refused", async (expression, text) => {
    const options = { tools: { echo } }
    for (const code of [
      `return { a: [${expression}] }`,
      `return (${expression})`,
      `await tools.echo({ a: [${expression}] })`,
      `await tools.echo(${expression})`
    ]) {
      const error = await errorOf(code, options)
      expect(error.kind, code).toBe("InvalidDataValue")
      expect(`${error.message} ${error.suggestions?.join() ?? ""}`, code).toContain(text)
    }
    expect((await errorOf(`return { a: { b: [0, ${expression}] } }`, options)).message).toContain("result.a.b[1]")
  })

  it("names un-awaited promises, up to five of them", async () => {
    const error = await errorOf(
      "const p = Promise.resolve(1); return { items: [p, p, p], a: p, 'odd key': p, more: [p, p] }"
    )
    expect(error.kind).toBe("InvalidDataValue")
    expect(error.message).toContain("un-awaited Promise")
    expect(error.message).toContain(
      `result.items[0], result.items[1], result.items[2], result.a, result["odd key"] and 2 more`
    )
    expect(error.suggestions?.join()).toContain("await tools.ns.tool(...)")
    const call = await errorOf("return { r: tools.echo({}) }", { tools: { echo } })
    expect(call.kind).toBe("InvalidDataValue")
    expect(call.message).toContain("result.r")
  })

  it("says that a returned function was never called", async () => {
    const error = await errorOf("const main = async (x) => 1; return main")
    expect(error).toMatchObject({ kind: "InvalidDataValue" })
    expect(error.message).toMatch(/never called/)
  })

  it("refuses cycles, and copies what is shared twice", async () => {
    for (const code of [
      "const o = {}; o.o = o; return o",
      "const a = []; a.push([a]); return a",
      "const o = { toJSON() { return [o] } }; return o"
    ]) {
      expect(await errorOf(code)).toMatchObject({ kind: "InvalidDataValue" })
    }
    expect(await valueOf("const s = { a: 1 }; return [s, s, { s }]")).toEqual([{ a: 1 }, { a: 1 }, { s: { a: 1 } }])
  })

  it("allows 32 levels below the root, primitives included", async () => {
    const nest = (inner: string, levels: number, wrap: (x: string) => string): string =>
      Array.from({ length: levels }).reduce<string>((text) => wrap(text), inner)
    const array = (x: string): string => `[${x}]`
    const object = (x: string): string => `{ a: ${x} }`
    for (const wrap of [array, object]) {
      const empty = wrap === array ? "[]" : "{}"
      expect((await run(`return ${nest(empty, 32, wrap)}`)).ok).toBe(true)
      expect(await errorOf(`return (${nest(empty, 33, wrap)})`)).toMatchObject({ kind: "InvalidDataValue" })
      expect((await run(`return (${nest("1", 32, wrap)})`)).ok).toBe(true)
      expect(await errorOf(`return (${nest("1", 33, wrap)})`)).toMatchObject({ kind: "InvalidDataValue" })
      expect(await errorOf(`await tools.echo(${nest("1", 33, wrap)})`, { tools: { echo } })).toMatchObject({
        kind: "InvalidDataValue"
      })
    }
  })

  it("evaluates getters once, and passes on what they throw", async () => {
    expect(await valueOf("let n = 0; const o = { get a() { return ++n } }; return [o, o]")).toEqual([
      { a: 1 },
      { a: 2 }
    ])
    expect(await errorOf("return { get a() { throw new Error('in getter') } }")).toMatchObject({
      kind: "ExecutionFailure",
      message: "Uncaught: in getter"
    })
  })

  it("refuses more than 4,000,000 values, without building them", async () => {
    const shared = "let leaf = [1, 2, 3, 4, 5, 6, 7, 8]; for (let i = 0; i < 10; i++) leaf = Array(8).fill(leaf)"
    const error = await errorOf(`${shared}; return leaf`)
    expect(error.kind).toBe("InvalidDataValue")
    expect(error.message).toContain("4000000")
    expect(await errorOf("return new Array(5_000_000)")).toMatchObject({ kind: "InvalidDataValue" })
  }, 60_000)
})

describe("failures of the border", () => {
  it.each(["{ a: () => 1 }", "[1n]", "{ p: tools.echo({}) }", "{ __proto__: null, ['__proto__']: 1 }", "{ t: tools }"])(
    "arguments %s: no place in the diagnostic, but in the error's stack",
    async (input) => {
      const options = { tools: { echo } }
      const error = await errorOf(`\nawait tools.echo(${input})`, options)
      expect(error.kind).toBe("InvalidDataValue")
      expect(error).not.toHaveProperty("location")
      expect(error.message).not.toContain("(line")
      expect(await valueOf(`\ntry { await tools.echo(${input}) } catch (e) { return e.stack }`, options)).toContain(
        "at 2:"
      )
    }
  )

  it("the same in the arguments of search", async () => {
    const error = await errorOf("search({ query: 1n })")
    expect(error.kind).toBe("InvalidDataValue")
    expect(error).not.toHaveProperty("location")
  })

  it("what a getter or toJSON of the program throws keeps its place", async () => {
    const error = await errorOf("await tools.echo({ get a() { return null.x } })", { tools: { echo } })
    expect(error.location?.line).toBe(1)
  })
})

describe("warnings of losses", () => {
  it.each([
    ["{ m: new Map([[1, 2]]) }", "result.m (a Map)", "Object.fromEntries"],
    ["[new Set([1])]", "result[0] (a Set)", ""],
    ["/x/", "result (", ""],
    ["{ a: { n: NaN } }", "result.a.n (NaN)", "String"],
    ["-Infinity", "result (-Infinity)", ""],
    ["Object.assign([1], { index: 0 })", `result (the property "index" of an array)`, "`{ items: array, ... }`"],
    ["[1, 2].values()", "result (an iterator)", "`[...iterator]`"],
    ["{ m: 'abc'.matchAll(/b/g) }", "result.m (an iterator)", "`[...iterator]`"],
    ["new Map([[1, 2]]).entries()", "result (an iterator)", "`[...iterator]`"],
    ["new Set([1]).values()", "result (an iterator)", ""],
    ["'abc'[Symbol.iterator]()", "result (an iterator)", ""],
    ["new URLSearchParams('a=1').keys()", "result (an iterator)", ""],
    ["new Headers({ a: '1' }).entries()", "result (an iterator)", ""],
    ["[1].values().map((x) => x)", "result (an iterator)", ""],
    ["Iterator.from({ next: () => ({ done: true }) })", "result (an iterator)", ""],
    ["Iterator.concat([1], [2])", "result (an iterator)", ""],
    ["(function* () { yield 1 })()", "result (a generator)", "`[...generator]`"],
    ["(async function* () { yield 1 })()", "result (an async iterator)", "`await Array.fromAsync(iterator)`"],
    ["AsyncIterator.from([1]).map((x) => x)", "result (an async iterator)", ""],
    ["new WeakMap()", "result (a WeakMap)", "Map"],
    ["{ s: new WeakSet() }", "result.s (a WeakSet)", "Set"],
    ["new WeakRef({})", "result (a WeakRef)", "`ref.deref()`"],
    ["new Intl.Segmenter('en').segment('a b')", "result (the segments of a text)", "`[...segments]`"],
    ["new Intl.Segmenter('en').segment('a b')[Symbol.iterator]()", "result (an iterator)", ""],
    ["new TextEncoder()", "result (a TextEncoder)", ""],
    ["new TextDecoder()", "result (a TextDecoder)", ""],
    ["new DisposableStack()", "result (a stack of resources)", ""],
    ["{ d: new Date(NaN) }", "result.d (an invalid Date) became null", "isNaN"],
    ["new (class D extends Date {})(NaN)", "result (an invalid Date) became null", ""],
    [
      "new Error('a', { cause: { code: 7 } })",
      "result (the cause of an error) was dropped",
      "`{ message: error.message, cause: error.cause }`"
    ],
    ["new AggregateError([new Error('b')])", "result (the errors of an error)", "errors: error.errors"]
  ])("%s", async (expression, place, conversion) => {
    const { warnings } = await successOf(`return (${expression})`)
    expect(warnings).toHaveLength(1)
    expect(warnings?.[0].kind).toBe("InvalidDataValue")
    expect(warnings?.[0].message).toContain(place)
    expect(warnings?.[0].message).toContain(conversion)
    // Code stands in one pair of backticks, never in two.
    expect((warnings?.[0].message.match(/`/g) ?? []).length % 2).toBe(0)
    expect(warnings?.[0].message).not.toMatch(/`[^`]*(?:for example|such as|an object)[^`]*`/)
  })

  it.each([
    "new Date(0)",
    "{ a: [1, { b: null }] }",
    "new Error('a')",
    "Object.assign(new Date(NaN), { toJSON: () => 'never' })",
    "Object.assign([1].values(), { toJSON: () => [1] })",
    "new (class P { #secret = 1; x = 2 })()"
  ])("there is none for %s", async (expression) => {
    expect(await successOf(`return (${expression})`)).not.toHaveProperty("warnings")
  })

  it("says what to do with different things in one sentence", async () => {
    const { warnings } = await successOf("return { a: new Map(), b: [1].values(), c: new Set() }")
    expect(warnings?.map(({ message }) => message)).toEqual([
      "The result lost data: result.a (a Map), result.b (an iterator), result.c (a Set) became {}. " +
        "To keep it, write `Object.fromEntries(map)`; or write `[...iterator]`; or write `Array.from(set)`."
    ])
  })

  it("is one for each kind of loss, naming the first places", async () => {
    const { warnings } = await successOf(
      "return { maps: Array.from({ length: 5 }, () => new Map()), n: [NaN, NaN], r: /x/ }"
    )
    expect(warnings).toHaveLength(2)
    expect(warnings?.[0].message).toContain(
      "result.maps[0] (a Map), result.maps[1] (a Map), result.maps[2] (a Map) and 3 more became {}"
    )
  })

  it("comes after rejections, and never for arguments", async () => {
    const { warnings } = await successOf(
      "Promise.reject(new Error('x')); await tools.echo({ m: new Map() }); return NaN",
      { tools: { echo } }
    )
    expect(warnings?.map(({ kind }) => kind)).toEqual(["ExecutionFailure", "InvalidDataValue"])
  })
})
