import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  CodeMode,
  Namespace,
  OpenAPI,
  searchSignature,
  Tool,
  ToolError,
  toolError,
  toolExpression
} from "../../src/index.ts"
import { caught } from "../support/caught.ts"
import { run, valueOf } from "../support/run.ts"
import { echo, lookup } from "../support/tools.ts"

describe("exports", () => {
  it("are the documented names", () => {
    expect(typeof CodeMode.make).toBe("function")
    expect(typeof CodeMode.execute).toBe("function")
    for (const schema of ["Input", "DiagnosticKind", "Diagnostic", "Success", "Failure", "Result"] as const) {
      expect(Schema.isSchema(CodeMode[schema]), schema).toBe(true)
    }
    expect(typeof OpenAPI.fromSpec).toBe("function")
    expect(typeof Namespace.make).toBe("function")
    expect(CodeMode.searchSignature).toBe(searchSignature)
    expect(CodeMode.toolExpression).toBe(toolExpression)
  })

  it("lists the kinds of diagnostics in order", () => {
    expect(CodeMode.DiagnosticKind.literals).toEqual([
      "ParseError",
      "UnsupportedSyntax",
      "UnknownTool",
      "InvalidToolInput",
      "InvalidToolOutput",
      "InvalidDataValue",
      "ToolCallLimitExceeded",
      "TimeoutExceeded",
      "ToolFailure",
      "ExecutionFailure",
      "Truncated"
    ])
  })

  it("decodes inputs with the schema of inputs", () => {
    expect(Schema.decodeUnknownSync(CodeMode.Input)({ code: "return 1" })).toEqual({ code: "return 1" })
    expect(() => Schema.decodeUnknownSync(CodeMode.Input)({ code: 1 })).toThrow()
  })
})

describe("Tool.make", () => {
  it("answers a definition and validates nothing", () => {
    expect(Object.keys(echo)).toEqual(["_tag", "description", "input", "output", "run"])
    expect(echo._tag).toBe("CodeModeTool")
    expect(echo.output).toBeUndefined()
    const odd = Tool.make({ description: "", input: { type: "no such type" }, run: () => Effect.void })
    expect(odd.input).toEqual({ type: "no such type" })
  })

  it("recognises definitions by an own tag", () => {
    expect(Tool.isDefinition(echo)).toBe(true)
    expect(Tool.isTool(echo)).toBe(true)
    for (const value of [null, undefined, "CodeModeTool", {}, { _tag: "Other" }, Object.create(echo)]) {
      expect(Tool.isDefinition(value)).toBe(false)
    }
  })
})

describe("ToolError", () => {
  it("has a tag, a message and a cause only where one was given", () => {
    const plain = toolError("no")
    expect(plain).toBeInstanceOf(ToolError)
    expect(plain._tag).toBe("ToolError")
    expect(plain.message).toBe("no")
    expect("cause" in plain && plain.cause !== undefined).toBe(false)
    const reason = new Error("host")
    expect(toolError("no", reason).cause).toBe(reason)
    expect(new ToolError({ message: "no", cause: 1 }).cause).toBe(1)
  })
})

describe("make and execute", () => {
  it("agree", async () => {
    const options = { tools: { orders: { lookup } }, limits: { maxToolCalls: 1 }, discovery: { catalogBudget: 0 } }
    const code = `const a = await tools.orders.lookup({ id: "1" }); console.log(a); return a`
    const direct = await Effect.runPromise(CodeMode.execute({ ...options, code }))
    expect(direct).toEqual(await Effect.runPromise(CodeMode.make(options).execute(code)))
  })

  it("need no option", async () => {
    expect(CodeMode.make().catalog()).toEqual([])
    expect(await Effect.runPromise(CodeMode.make().execute("return 1"))).toEqual({ ok: true, value: 1, toolCalls: [] })
    expect(await valueOf("return Object.keys(tools)", { tools: undefined, limits: undefined })).toEqual([])
  })

  it("run an execution of its own each time the Effect runs", async () => {
    const effect = CodeMode.execute({
      code: `globalThis.n = (globalThis.n ?? 0) + 1; console.log(n); await tools.echo({}); fail(); function fail() { Promise.reject(1) }; return n`,
      tools: { echo }
    })
    const first = await Effect.runPromise(effect)
    expect(first).toEqual(await Effect.runPromise(effect))
    expect(first).toMatchObject({ ok: true, value: 1, logs: ["1"], toolCalls: [{ name: "echo" }] })
  })

  it("describe tools with exactly three keys", () => {
    const [entry] = CodeMode.make({ tools: { orders: { lookup } } }).catalog()
    expect(Object.keys(entry).sort()).toEqual(["description", "path", "signature"])
  })

  it("share no state between executions of one runtime", async () => {
    const runtime = CodeMode.make({ tools: { echo }, limits: { maxToolCalls: 1 } })
    const spoil = `Array.prototype.map = () => "spoilt"; Object.prototype.x = 1; tools.echo({}); return 1`
    await Effect.runPromise(runtime.execute(spoil))
    const after = await Effect.runPromise(
      runtime.execute(`return [[1].map((n) => n + 1), {}.x, await tools.echo({ a: 1 })]`)
    )
    expect(after).toMatchObject({ ok: true, value: [[2], null, { a: 1 }] })
  })
})

describe("configuration errors", () => {
  const both = (options: Record<string, unknown>): (() => unknown)[] => [
    () => CodeMode.make(options as never),
    () => CodeMode.execute({ ...options, code: "return 1" } as never)
  ]

  it.each([0, -1, 1.5, Infinity, NaN, "100", null, 2 ** 53])("timeoutMs %s", (timeoutMs) => {
    for (const attempt of both({ limits: { timeoutMs } })) {
      expect(attempt).toThrow(RangeError)
      expect(attempt).toThrow(/timeoutMs.*1/)
    }
  })

  it.each([-1, 0.5, Infinity, NaN, "1", null])("maxToolCalls and maxOutputBytes %s", (value) => {
    for (const limit of ["maxToolCalls", "maxOutputBytes"]) {
      for (const attempt of both({ limits: { [limit]: value } })) {
        expect(attempt).toThrow(RangeError)
        expect(attempt).toThrow(new RegExp(`${limit}.*0`))
      }
    }
  })

  it.each([0, -1, 1.5, NaN, "1", null])("maxSteps and maxConcurrentToolCalls %s", (value) => {
    for (const limit of ["maxSteps", "maxConcurrentToolCalls"]) {
      for (const attempt of both({ limits: { [limit]: value } })) expect(attempt).toThrow(RangeError)
    }
  })

  it.each([-1, 0.5, Infinity, NaN, "1", null])("discovery.catalogBudget %s", (catalogBudget) => {
    for (const attempt of both({ discovery: { catalogBudget } })) {
      expect(attempt).toThrow(RangeError)
      expect(attempt).toThrow(/discovery\.catalogBudget/)
    }
  })

  it.each([0, -1, 1.5, NaN])("concurrency of a tool %s", (concurrency) => {
    for (const attempt of both({ tools: { a: { ...echo, concurrency } } })) expect(attempt).toThrow(RangeError)
  })

  it.each(["", "a..b", "trail.", ".lead"])("tool name %j", (name) => {
    for (const tools of [{ [name]: echo }, { ns: { [name]: echo } }, { [name]: { deeper: echo } }]) {
      for (const attempt of both({ tools })) {
        expect(attempt).toThrow(TypeError)
        expect(attempt).toThrow(/empty segment/)
      }
    }
  })

  it.each([[null], [5], ["x"], [true], [[]]])("options %j", (options) => {
    for (const attempt of [() => CodeMode.make(options as never), () => CodeMode.execute(options as never)]) {
      expect(attempt).toThrow(new TypeError("options must be an object."))
    }
  })

  it("execute without anything", () => {
    expect(() => (CodeMode.execute as () => unknown)()).toThrow(new TypeError("options must be an object."))
  })

  it.each([[null], [5], ["x"], [[]]])("limits and discovery %j", (value) => {
    if (value !== null) {
      for (const attempt of both({ limits: value })) expect(attempt).toThrow(new TypeError("limits must be an object."))
    }
    for (const attempt of both({ discovery: value })) {
      expect(attempt).toThrow(new TypeError("discovery must be an object."))
    }
  })

  it.each([
    [{ limits: { timeoutMS: 5 } }, `limits has no option "timeoutMS". Did you mean timeoutMs?`],
    [{ limits: { maxToolCals: 5 } }, `limits has no option "maxToolCals". Did you mean maxToolCalls?`],
    [{ limits: { calls: 5 } }, `limits has no option "calls". It has timeoutMs, maxToolCalls, `],
    [{ discovery: { catalogbudget: 5 } }, `discovery has no option "catalogbudget". Did you mean catalogBudget?`],
    [{ discovery: { size: 5 } }, `discovery has no option "size". It has catalogBudget, ranking, signatureStyle.`],
    [{ limit: { timeoutMs: 5 } }, `options has no option "limit". Did you mean limits?`],
    [{ onToolcallStart: () => Effect.void }, "Did you mean onToolCallStart?"]
  ])("a misspelt name %j", (options, message) => {
    for (const attempt of both(options)) {
      expect(attempt).toThrow(TypeError)
      expect(attempt).toThrow(message)
    }
  })

  it.each([
    [{ timeoutMs: 5 }, 'options has no option "timeoutMs". It is an option of `limits`.'],
    [{ maxMemoryBytes: 5 }, "It is an option of `limits`."],
    [{ catalogBudget: 5 }, "It is an option of `discovery`."],
    [{ concurrency: 5 }, "It is an option of `Tool.make`."],
    [{ timeout: 5 }, "Did you mean timeoutMs of `limits`?"],
    [{ hooks: {} }, 'options has no option "hooks". It has tools, limits, discovery, onToolCallStart, onToolCallEnd.'],
    [{ name: undefined }, 'options has no option "name".'],
    [{ limits: { tools: {} } }, 'limits has no option "tools". It is an option of `CodeMode.make`.'],
    [{ limits: { concurrency: 5 } }, "It is an option of `Tool.make`."],
    [{ limits: { code: "" } }, "It is an option of `CodeMode.execute`."],
    [{ discovery: { timeoutMs: 5 } }, 'discovery has no option "timeoutMs". It is an option of `limits`.']
  ])("a name that stands elsewhere, or nowhere %j", (options, message) => {
    for (const attempt of both(options)) {
      expect(attempt).toThrow(TypeError)
      expect(attempt).toThrow(message)
    }
  })

  it("every limit, and every option of discovery and of a tool, where options of CodeMode.make stand", () => {
    const limits = [
      "timeoutMs",
      "maxToolCalls",
      "maxOutputBytes",
      "maxSteps",
      "maxMemoryBytes",
      "maxConcurrentToolCalls"
    ]
    const places = {
      limits,
      discovery: ["catalogBudget", "ranking", "signatureStyle"],
      "Tool.make": ["description", "input", "output", "run", "concurrency"]
    }
    for (const [place, names] of Object.entries(places)) {
      for (const name of names) {
        for (const attempt of both({ [name]: undefined })) expect(attempt).toThrow(`It is an option of \`${place}\`.`)
      }
    }
    // The first is all of them.
    expect(() => CodeMode.make({ limits: { calls: 1 } as never })).toThrow(`It has ${limits.join(", ")}.`)
  })

  it("names of tools, however they are made", () => {
    const options = { description: "", input: {}, run: () => Effect.void }
    const ways: ((more: object) => unknown)[] = [
      (more) => CodeMode.make({ tools: { a: echo, "b.c": Tool.make({ ...options, ...more }) } }),
      (more) => CodeMode.make({ tools: { b: { c: { ...echo, ...more } } } })
    ]
    for (const make of ways) {
      const refused = "Tool 'b.c' has no option"
      expect(() => make({ concurency: 1 })).toThrow(new TypeError(`${refused} "concurency". Did you mean concurrency?`))
      expect(() => make({ timeoutMs: 1 })).toThrow(
        new TypeError(`${refused} "timeoutMs". It is an option of \`limits\`.`)
      )
      // What else a host says of its tools is its own, and a tool may be made of another one.
      make({ title: "mine", annotations: {}, _tag: "CodeModeTool" })
    }
  })

  it("names of Namespace.make", () => {
    const make = (more: object): unknown => Namespace.make({ tools: { echo }, ...more })
    const refused = "The argument of Namespace.make has no option"
    expect(() => make({ descripton: "" })).toThrow(new TypeError(`${refused} "descripton". Did you mean description?`))
    expect(() => make({ limits: {} })).toThrow(
      new TypeError(`${refused} "limits". It is an option of \`CodeMode.make\`.`)
    )
    expect(() => make({ title: "" })).toThrow(new TypeError(`${refused} "title". It has description, tools.`))
    expect(Namespace.make(Namespace.make({ tools: { echo } }))).toEqual(make({}))
  })

  it("a promise or a Map where an object is due", () => {
    const rejected = (): unknown => Promise.reject(new Error("nobody looks at it"))
    for (const name of ["limits", "discovery"]) {
      for (const attempt of both({ [name]: rejected() })) {
        expect(caught(attempt)).toEqual(new TypeError(`${name} must be an object, not a promise: await it first.`))
      }
      for (const attempt of both({ [name]: new Map([["timeoutMs", 5]]) })) {
        expect(attempt).toThrow(new TypeError(`${name} must be an object, not a Map.`))
      }
    }
    const told = new TypeError("options must be an object, not a promise: await it first.")
    expect(caught(() => CodeMode.make(rejected() as never))).toEqual(told)
    for (const attempt of both({ tools: { orders: rejected() } })) {
      expect(caught(attempt)).toEqual(
        new TypeError('Tool tree entry "orders" must be a tool or a record of tools, not a promise.')
      )
    }
    for (const side of ["input", "output"]) {
      for (const attempt of both({ tools: { a: { b: { ...echo, [side]: rejected() } } } })) {
        expect(caught(attempt)).toEqual(
          new TypeError(`The ${side} of tool 'a.b' must be a schema, not a promise: await it first.`)
        )
      }
    }
    for (const attempt of both({ tools: rejected() })) {
      expect(caught(attempt)).toEqual(new TypeError("The tool tree must be a record of tools, not a promise."))
    }
  })

  it("accepts what stands beside tools in the answer of OpenAPI.fromSpec, and the options of execute", async () => {
    expect(await valueOf("return 1", { tools: { echo }, skipped: [] } as never)).toBe(1)
    expect(CodeMode.make({ code: "return 1" } as never).catalog()).toEqual([])
    expect(Namespace.make({ tools: { echo }, skipped: [] } as never)).toEqual(Namespace.make({ tools: { echo } }))
  })

  it("accepts absent and undefined limits, zeros, and large timeouts", async () => {
    const limits = { timeoutMs: undefined, maxToolCalls: undefined, maxOutputBytes: undefined }
    expect(await valueOf("return 1", { limits })).toBe(1)
    expect(await valueOf("return 1", { limits: { timeoutMs: 1000, maxToolCalls: 0 } })).toBe(1)
    expect(await valueOf("return 1", { limits: { timeoutMs: Number.MAX_SAFE_INTEGER } })).toBe(1)
  })

  it("accepts a top-level key $codemode", async () => {
    const tools = { $codemode: { echo } }
    expect(await valueOf("return tools.$codemode.echo({ a: 1 })", { tools })).toEqual({ a: 1 })
  })

  it("keeps anything that is not a program out of the interpreter", async () => {
    for (const code of [undefined, null, 1, {}, ["return 1"]]) {
      const result = await run(code as never)
      expect(result).toMatchObject({ ok: false, error: { kind: "ParseError" }, toolCalls: [] })
    }
  })
})
