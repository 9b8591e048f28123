import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { declarations } from "../../src/declarations.ts"
import { CodeMode, Namespace, Tool } from "../../src/index.ts"
import type { SchemaType } from "../../src/tool.ts"
import { makeSignature, MAX_SIGNATURE } from "../../src/tool-runtime/signature.ts"
import { toolExpression } from "../../src/tool-runtime/expression.ts"

type Json = Record<string, unknown>

const signatureOf = (schema: unknown): string =>
  makeSignature({ path: "x", input: schema as SchemaType, output: undefined }).text

/** Definitions that each hold the next one as `f` says. */
const chain = (length: number, f: (next: Json) => Json): Json => {
  const $defs: Json = { [`A${length}`]: { type: "object", properties: { z: { type: "string" } } } }
  for (let at = 0; at < length; at++) $defs[`A${at}`] = f({ $ref: `#/$defs/A${at + 1}` })
  return { $ref: "#/$defs/A0", $defs }
}

/** A schema that holds itself `width` times, `depth` levels down. */
const fan = (depth: number, width: number, leaf: Json, f: (members: ReadonlyArray<Json>) => Json): Json => {
  let schema = leaf
  for (let level = 0; level < depth; level++) schema = f(Array.from({ length: width }, () => schema))
  return schema
}

const many = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))

describe("a schema whose parts multiply is rendered in bounded work", () => {
  const cases: ReadonlyArray<readonly [string, unknown]> = [
    ["conjunctions of one definition twice", chain(40, (next) => ({ allOf: [next, next] }))],
    ["with required names", chain(40, (next) => ({ allOf: [next, next], required: ["z"] }))],
    [
      "alternatives below a conjunction",
      { ...chain(40, (next) => ({ anyOf: [next, next] })), allOf: [{ $ref: "#/$defs/A0" }] }
    ],
    ["a reference beside itself", chain(40, (next) => ({ ...next, allOf: [next] }))],
    ["alternatives that add no text", fan(8, 12, { type: "object" }, (anyOf) => ({ anyOf }))],
    ["conjunctions that say nothing", fan(8, 12, { description: "x" }, (allOf) => ({ allOf }))],
    ["conjunctions twenty thousand levels deep", fan(20_000, 1, { type: "string" }, (allOf) => ({ allOf }))],
    [
      "thousands of parts that each require a name",
      { allOf: many(3000, (at) => ({ properties: { [`p${at}`]: {} }, required: [`p${at}`] })) }
    ],
    [
      "thousands of names beside thousands",
      {
        type: "object",
        properties: Object.fromEntries(many(5000, (at) => [`p${at}`, {}])),
        propertyNames: { enum: many(5000, (at) => `q${at}`) }
      }
    ],
    [
      "an annotation looked for everywhere",
      { type: "object", properties: { a: fan(4, 60, {}, (allOf) => ({ allOf })) } }
    ]
  ]
  it.each(cases)("%s", (_, schema) => {
    expect(signatureOf(schema).length).toBeLessThanOrEqual(MAX_SIGNATURE)
  })

  it("and an argument is judged in bounded work, or not at all", async () => {
    const input = fan(6, 20, { type: "string" }, (anyOf) => ({ anyOf }))
    const tools = { x: Tool.make({ description: "", input, run: () => Effect.void }) }
    expect(await Effect.runPromise(CodeMode.make({ tools }).check("return tools.x({ a: 1 })"))).toEqual({
      errors: [],
      hints: []
    })
  })

  it("a part that stands further in once more is written once", () => {
    expect(signatureOf(chain(3, (next) => ({ ...next, allOf: [next] })))).toBe(
      "tools.x(input: {\n  z?: string,\n}): Promise<unknown>"
    )
  })
})

describe("a signature that has to lose levels", () => {
  const long = { enum: many(5000, (at) => `value ${at}`) }

  it("keeps the scalar types of the last level, and of values too many to list", () => {
    const schema = {
      type: "object",
      properties: {
        zone: long,
        typed: { ...long, type: ["string", "null"] },
        id: { type: "string" },
        count: { type: "integer", nullable: true },
        inner: { type: "object", properties: { a: { type: "string" } } }
      },
      required: ["id"]
    }
    expect(signatureOf(schema)).toBe(
      `tools.x(input: {
  zone?: string,
  typed?: string | null,
  id: string,
  count?: number | null,
  inner?: unknown,
}): Promise<unknown>`
    )
    expect([...makeSignature({ path: "x", input: schema, output: undefined }).losses]).toEqual(["depth"])
  })

  it("writes unknown below the eighth level all the same", () => {
    let schema: Json = { type: "string" }
    for (let level = 0; level < 9; level++) schema = { type: "object", properties: { a: schema } }
    expect(signatureOf(schema)).toContain("a?: unknown")
  })
})

describe("a tool whose schema throws when it is looked at", () => {
  const tool = (input: () => SchemaType, output?: () => SchemaType): Tool.Definition =>
    Object.defineProperties(Tool.make({ description: "Strange", input: {}, run: () => Effect.succeed(1) }), {
      input: { get: input, enumerable: true },
      ...(output === undefined ? {} : { output: { get: output, enumerable: true } })
    })
  const boom = (): never => {
    throw new Error("secret")
  }
  const hostile = new Proxy({}, { has: boom, get: boom, ownKeys: boom, getOwnPropertyDescriptor: boom })
  const tools = {
    getter: tool(boom),
    proxy: tool(() => hostile),
    answer: tool(() => ({}), boom),
    broken: tool(() => Schema.Struct({ a: { ast: undefined } as unknown as typeof Schema.String })),
    fine: tool(() => ({ type: "object", properties: { needle: { type: "string" } } }))
  }
  const runtime = CodeMode.make({ tools })

  it("has a signature, and its siblings have theirs", () => {
    const signatures = new Map(runtime.catalog().map(({ path, signature }) => [path, signature]))
    for (const path of ["getter", "proxy", "broken"]) {
      expect(signatures.get(path)).toBe(`${toolExpression(path)}(input: unknown): Promise<unknown>`)
    }
    expect(signatures.get("fine")).toContain("needle?: string")
    expect(runtime.instructions()).toContain("tools.fine")
  })

  it("is found, checked and refused without the host's words", async () => {
    const result = await Effect.runPromise(
      runtime.execute(`
        const told = []
        for (const name of ["getter", "proxy", "broken", "answer"]) {
          await tools[name]({ a: "x" }).catch((error) => told.push(error.message))
        }
        return [told, search({ query: "strange" }).items.length, search({ query: "needle" }).items.map((item) => item.path)]`)
    )
    const refused = (path: string): string => `Invalid input for tool '${path}': the input could not be decoded.`
    expect(result).toMatchObject({
      ok: true,
      value: [
        [refused("getter"), refused("proxy"), refused("broken"), "Invalid output from tool 'answer'."],
        5,
        ["tools.fine"]
      ]
    })
    for (const path of Object.keys(tools)) {
      expect((await Effect.runPromise(runtime.check(`return tools.${path}({ a: "x" })`))).errors).toEqual([])
    }
  })
})

describe("a part of a schema that throws when it is read", () => {
  const boom = (): never => {
    throw new Error("secret")
  }
  const hostile = new Proxy({}, { has: boom, get: boom, ownKeys: boom, getOwnPropertyDescriptor: boom })
  const throwing = (schema: Json, name: string): Json =>
    Object.defineProperty({ ...schema }, name, { get: boom, enumerable: true })
  const text = (schema: unknown): string => /input: ([^]*)\): Promise/.exec(signatureOf(schema))![1]!
  const beside = (field: unknown): string => text({ type: "object", properties: { a: field, b: { type: "string" } } })

  it.each(["description", "default", "format", "deprecated", "minItems", "title", "x-note"])(
    "costs the annotation %s alone",
    (name) => {
      for (const style of ["standard", "compact"] as const) {
        for (const field of [{ type: "string" }, { type: ["string"] }, { anyOf: [{ type: "string" }] }]) {
          const input = { type: "object", properties: { a: throwing(field, name), b: { type: "string" } } }
          expect(makeSignature({ path: "x", input, output: undefined }, style).text).toContain(
            "{\n  a?: string,\n  b?: string,\n}"
          )
        }
      }
    }
  )

  it.each(["type", "properties", "anyOf", "$ref", "required"])("costs the field whose %s it is alone", (name) => {
    expect(beside(throwing({ type: "object" }, name))).toBe("{\n  a?: unknown,\n  b?: string,\n}")
  })

  it("costs the property, the item, the member alone", () => {
    expect(beside(hostile)).toBe("{\n  a?: unknown,\n  b?: string,\n}")
    expect(text({ type: "object", properties: throwing({ b: { type: "string" } }, "a") })).toBe(
      "{\n  b?: string,\n  a?: unknown,\n}"
    )
    expect(beside({ type: "array", items: hostile })).toContain("a?: Array<unknown>,\n  b?: string")
    // As beside a reference that names nothing: what the other part asks for is not known.
    expect(beside({ allOf: [hostile, { type: "string" }] })).toBe("{\n  a?: unknown,\n  b?: string,\n}")
  })

  it("costs a check nothing but what it would say, and never ends it", async () => {
    const schemas = {
      property: { type: "object", properties: { a: hostile, b: { type: "string" } } },
      properties: throwing({ type: "object" }, "properties"),
      getter: { type: "object", properties: throwing({ b: { type: "string" } }, "a") },
      root: hostile,
      either: { anyOf: [hostile, { type: "string" }] },
      effect: Schema.suspend((): Schema.Struct<{}> => boom()),
      declared: Schema.declare((_value): _value is string => boom())
    }
    const tools = Object.fromEntries(
      Object.entries(schemas).map(([name, input]) => [
        name,
        Tool.make({ description: "", input: input as SchemaType, run: () => Effect.void })
      ])
    )
    const runtime = CodeMode.make({ tools })
    const hintsOf = async (code: string): Promise<ReadonlyArray<string>> => {
      const { errors, hints } = await Effect.runPromise(runtime.check(code))
      expect(errors).toEqual([])
      return hints.map(({ message }) => message)
    }
    for (const name of Object.keys(tools)) {
      const isJudged = name === "property" || name === "getter"
      expect(await hintsOf(`return tools.${name}({ a: 1, b: 2 })`)).toEqual(
        isJudged ? [`Tool '${name}': 'b' must be string.`] : []
      )
    }
  })

  it("costs a tool its description alone", async () => {
    const tool = Object.defineProperty(
      Tool.make({ description: "", input: {}, run: () => Effect.void }),
      "description",
      {
        get: boom,
        enumerable: true
      }
    )
    const runtime = CodeMode.make({ tools: { tool } })
    expect(runtime.catalog()).toEqual([
      { path: "tool", description: "", signature: "tools.tool(input: unknown): Promise<unknown>" }
    ])
    expect(declarations({ tool })).toContain("tool(input: unknown)")
    expect(await Effect.runPromise(runtime.execute("return search({ query: 'tool' }).items.length"))).toMatchObject({
      value: 1
    })
  })
})

describe("a tool whose path is as long as a book", () => {
  const long = "n".repeat(20_000)
  const fields = { type: "object", properties: { needle: { type: "string" } }, required: ["needle"] }
  const tools = {
    [long]: Tool.make({
      description: "Long",
      input: Schema.Struct({ needle: Schema.String }),
      output: fields,
      run: () => Effect.succeed(1)
    })
  }
  const runtime = CodeMode.make({ tools })

  it("has texts of bounded length, and types all the same", () => {
    const [described] = runtime.catalog()
    expect(described!.path).toBe(long)
    expect(described!.signature.length).toBeLessThan(2200)
    expect(described!.signature).toContain("…(input: {\n  needle: string,\n}): Promise<{\n  needle: string,\n}>")
    const text = CodeMode.make({ tools, discovery: { catalogBudget: 0 } }).instructions()
    expect(text).toContain(`- ${long.slice(0, 200)}… (1 tool, none shown)`)
    expect(text).not.toContain(long)
    expect(declarations(tools)).toContain(`${long}(input: {`)
  })

  it("is called, and refused in messages of bounded length", async () => {
    const code = `
      const [name] = Object.keys(tools)
      const said = []
      for (const input of [5, () => 1]) await tools[name](input).catch((error) => said.push(error.message))
      try { tools[name] + 1 } catch (error) { said.push(error.message) }
      await tools.nope({ ["k".repeat(20_000)]: () => 1 }).catch((error) => said.push(error.message))
      return [await tools[name]({ needle: "x" }), said.map((message) => message.length < 600), search({ query: name }).items.length]`
    expect(await Effect.runPromise(runtime.execute(code))).toMatchObject({ value: [1, [true, true, true, true], 1] })
    const { errors } = await Effect.runPromise(
      runtime.check(`tools.${long}(1); tools.${long}({}, 1); tools.${long}x()`)
    )
    expect(errors).toHaveLength(3)
    for (const { message } of errors) expect(message.length).toBeLessThan(600)
  })
})

describe("mistakes of a host are named", () => {
  it("a tool in the place of a tree, options that are none, code that is none", async () => {
    const tool = Tool.make({ description: "", input: {}, run: () => Effect.void })
    expect(() => CodeMode.make({ tools: tool as never })).toThrow(/record of tools, not a tool/)
    expect(() => CodeMode.make({ tools: 5 as never })).toThrow(
      new TypeError("The tool tree must be a record of tools, not number.")
    )
    for (const argument of [undefined, null, 5]) {
      expect(() => Namespace.make(argument as never)).toThrow(
        new TypeError("The argument of Namespace.make must be an object.")
      )
      expect(() => Tool.make(argument as never)).toThrow(new TypeError("The argument of Tool.make must be an object."))
      expect(() => Namespace.make({ tools: argument } as never)).toThrow(
        new TypeError("tools of Namespace.make must be an object.")
      )
    }
    for (const discovery of [null, 5, "plain"]) {
      expect(() => CodeMode.make({ discovery: discovery as never })).toThrow(
        new TypeError("discovery must be an object.")
      )
    }
    expect(() => CodeMode.make({ limits: 5 as never })).toThrow(new TypeError("limits must be an object."))
    expect(() => CodeMode.make({ onToolCallEnd: "log" as never })).toThrow(
      new TypeError("onToolCallEnd must be a function.")
    )
    const { errors } = await Effect.runPromise(CodeMode.make().check(undefined as never))
    expect(errors).toEqual([{ kind: "ParseError", message: "The code must be a string." }])
  })
})
