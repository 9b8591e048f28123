import { Cause, Effect, Logger, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool, ToolError, toolError } from "../../src/index.ts"
import { Execution } from "../../src/interpreter/kernel/execution.ts"
import { errorOf, run, valueOf } from "../support/run.ts"
import { answering, echo, refuse, running } from "../support/tools.ts"

describe("uncaught failures", () => {
  it.each([
    [`throw "text"`, "Uncaught: text"],
    [`throw { code: 7 }`, `Uncaught: {"code":7}`],
    [`throw 7`, "Uncaught: 7"],
    [`throw null`, "Uncaught: null"],
    [`throw undefined`, "Uncaught: undefined"],
    [`throw 7n`, "Uncaught: 7n"],
    [`throw [1, "a"]`, `Uncaught: [1,"a"]`],
    [`throw new Error("boom")`, "Uncaught: boom"],
    [`throw new TypeError("bad")`, "Uncaught: TypeError: bad"],
    [`class Mine extends Error { name = "Mine" }; throw new Mine("own")`, "Uncaught: Mine: own"],
    [`await Promise.reject(new Error("late"))`, "Uncaught: late"],
    [`throw new AggregateError([], "all")`, "Uncaught: AggregateError: all"]
  ])("%s", async (code, message) => {
    expect(await errorOf(code)).toEqual({ kind: "ExecutionFailure", message })
  })

  it.each([
    "throw () => 1",
    "throw tools",
    "throw tools.echo",
    "throw { t: tools.echo }",
    "throw { f() {} }",
    "const o = {}; o.o = o; throw o",
    "throw { get x() { throw 1 } }"
  ])("%s says nothing of the insides", async (code) => {
    const error = await errorOf(code, { tools: { echo } })
    expect(error.kind).toBe("ExecutionFailure")
    expect(error.message).toMatch(/not data/)
  })

  it.each([
    ["const a = 1\na()", "ExecutionFailure", 2],
    ["null.x", "ExecutionFailure", 1],
    ["\n\nnope", "ExecutionFailure", 3],
    ["const x = 1\nx = 2", "ExecutionFailure", 2],
    ["return Promise.resolve(1) + 1", "InvalidDataValue", 1],
    ["const p = Promise.resolve({})\nreturn p.items", "InvalidDataValue", 2],
    ["new Array(-1)", "ExecutionFailure", 1],
    ["function f() {\n  return undefined.x\n}\nf()", "ExecutionFailure", 2]
  ])("%s has its place", async (code, kind, line) => {
    const error = await errorOf(code)
    expect(error).toMatchObject({ kind, location: { line } })
    expect(error.message).toContain(`(line ${line}, col ${error.location?.column})`)
  })

  it("runs out of frames as a RangeError that can be caught", async () => {
    expect(await valueOf("const f = () => f(); try { f() } catch (e) { return e instanceof RangeError }")).toBe(true)
    const error = await errorOf("const f = () => f(); f()")
    expect(error.kind).toBe("ExecutionFailure")
    expect(error.message).toMatch(/call stack/)
  })

  it("keeps kind, place and suggestions of a failure that is caught and thrown again", async () => {
    const direct = await errorOf("await tools.nope({})", { tools: { echo } })
    const again = "try { await tools.nope({}) } catch (e) { throw e }"
    expect(await errorOf(again, { tools: { echo } })).toEqual(direct)
    const placed = await errorOf("try { null.x } catch (e) {\n throw e }")
    expect(placed.location?.line).toBe(1)
  })

  it("is one object wherever it is observed", async () => {
    const code = `
      const p = tools.refuse({})
      const seen = []
      await p.catch((e) => seen.push(e)); try { await p } catch (e) { seen.push(e) }
      const [{ reason }] = await Promise.allSettled([p]); seen.push(reason)
      return seen.every((e) => e === seen[0] && e instanceof Error && e.name === "Error") && seen.length`
    expect(await valueOf(code, { tools: { refuse } })).toBe(3)
  })
})

describe("failures of tools", () => {
  const secret = "s3cret"
  const hosts: [string, () => Effect.Effect<unknown, unknown>][] = [
    ["fails with an error", () => Effect.fail(new Error(secret))],
    ["fails with a string", () => Effect.fail(secret)],
    ["fails with an object", () => Effect.fail({ _tag: "Other", message: secret })],
    ["fails with something that looks like a ToolError", () => Effect.fail({ _tag: "ToolError", message: secret })],
    ["dies", () => Effect.die(new Error(secret))],
    ["dies with undefined", () => Effect.die(undefined)],
    ["rejects a promise", () => Effect.promise(() => Promise.reject(new Error(secret)))],
    [
      "throws",
      () => {
        throw new Error(secret)
      }
    ],
    ["dies with a ToolError", () => Effect.die(toolError(secret))],
    [
      "throws a ToolError",
      () => {
        throw toolError(secret)
      }
    ],
    ["dies with a ToolError in its finaliser", () => Effect.ensuring(Effect.void, Effect.die(toolError(secret)))],
    [
      "dies with a ToolError beside interruption",
      () => Effect.failCause(Cause.combine(Cause.interrupt(1), Cause.die(toolError(secret))))
    ],
    ["throws later", () => Effect.andThen(Effect.sleep(1), Effect.die(secret))],
    ["answers no Effect", () => ({ secret }) as never],
    ["answers a promise", () => Promise.resolve(secret) as never],
    ["answers undefined", () => undefined as never],
    [
      "fails with a hostile proxy",
      () =>
        Effect.fail(
          new Proxy(
            {},
            {
              get: () => {
                throw new Error(secret)
              },
              getPrototypeOf: () => {
                throw new Error(secret)
              }
            }
          )
        )
    ],
    [
      "fails with an error whose message throws",
      () =>
        Effect.fail(
          Object.defineProperty(new ToolError({ message: "x" }), "message", {
            get: () => {
              throw new Error(secret)
            }
          })
        )
    ],
    [
      "fails with a defect beside interruption",
      () => Effect.failCause(Cause.combine(Cause.die(secret), Cause.interrupt(1)))
    ]
  ]

  it.each(hosts)("a tool that %s is sanitised", async (_, body) => {
    const result = await run("console.log('before'); await tools.t({ in: 1 })", { tools: { t: running(body) } })
    expect(result).toEqual({
      ok: false,
      error: { kind: "ToolFailure", message: "Tool execution failed" },
      logs: ["before"],
      toolCalls: [{ name: "t" }]
    })
    expect(JSON.stringify(result)).not.toContain(secret)
  })

  it("a ToolError's message passes as it is, its cause never", async () => {
    const text = "File not found: /tmp/report.json"
    const tools = { t: running(() => Effect.fail(toolError(text, new Error(secret)))) }
    const result = await run("await tools.t({})", { tools })
    expect(result).toEqual({ ok: false, error: { kind: "ToolFailure", message: text }, toolCalls: [{ name: "t" }] })
    const code =
      "try { await tools.t({}) } catch (e) { return [e.message, e.name, e instanceof Error, 'cause' in e, Object.keys(e)] }"
    expect(await valueOf(code, { tools })).toEqual([text, "Error", true, false, []])
  })

  it.each([
    ["interruption", Cause.interrupt(1)],
    ["a defect", Cause.die(toolError(secret))]
  ])("a ToolError decides over %s beside it", async (_, other) => {
    const cause = Cause.combine(other, Cause.fail(toolError("told")))
    expect(await errorOf("await tools.t({})", { tools: { t: running(() => Effect.failCause(cause)) } })).toEqual({
      kind: "ToolFailure",
      message: "told"
    })
  })

  it("the stack shows where the call was made", async () => {
    const code = `
      async function load(id) {
        const extra = 1
        return await tools.refuse({ id })
      }
      try { await load(1) } catch (error) { return error.stack }`
    const stack = (await valueOf(code, { tools: { refuse } })) as string
    expect(stack.split("\n")[0]).toBe("Error: refused")
    expect(stack).toMatch(/at load \(4:\d+\)/)
    expect(stack).not.toMatch(/node_modules|\.ts/)
    for (const call of ["tools.nope({})", "tools.echo({}, {})", "search({}, {})", "tools.bad({})"]) {
      const place = await valueOf(`try {\n\n  await ${call}\n} catch (error) { return error.stack }`, {
        tools: { echo, bad: answering(() => 1) }
      })
      expect(place).toMatch(/at 3:\d+/)
    }
  })
})

describe("invalid input", () => {
  const typed = Tool.make({
    description: "Typed",
    input: Schema.Struct({ id: Schema.Int, note: Schema.optionalKey(Schema.String) }),
    run: (input) => Effect.succeed(input)
  })

  it("carries the decoder's text and a hint, and is not counted", async () => {
    const result = await run(`await tools.host.typed({ id: "x" })`, { tools: { host: { typed } } })
    expect(result).toMatchObject({
      ok: false,
      error: {
        kind: "InvalidToolInput",
        suggestions: ["The signature may have changed. Use search to get the current signature."]
      },
      toolCalls: []
    })
    if (!result.ok) expect(result.error.message).toMatch(/^Invalid input for tool 'host\.typed': .*number/s)
    if (!result.ok) expect(result.error).not.toHaveProperty("location")
  })

  it("of search names search, without the hint", async () => {
    const error = await errorOf("search({ limit: 0 })")
    expect(error.kind).toBe("InvalidToolInput")
    expect(error.message).toMatch(/^Invalid input for tool 'search': /)
    expect(error).not.toHaveProperty("suggestions")
  })

  it("drops keys that a schema does not know, and keeps them for a JSON Schema", async () => {
    expect(await valueOf(`return tools.typed({ id: 1, extra: 2 })`, { tools: { typed } })).toEqual({ id: 1 })
    expect(await valueOf(`return tools.echo({ id: 1, extra: 2 })`, { tools: { echo } })).toEqual({ id: 1, extra: 2 })
  })

  it.each([
    [
      "throws",
      Schema.String.check(
        Schema.makeFilter((): boolean => {
          throw new Error("s3cret")
        })
      )
    ],
    ["dies", Schema.String.pipe(Schema.decodeTo(Schema.String, { decode: boom(), encode: boom() } as never))]
  ])("of a schema that %s says nothing of the host", async (_, input) => {
    const tools = { t: Tool.make({ description: "", input: input as Schema.Codec<string>, run: () => Effect.void }) }
    const result = await run(`await tools.t("a")`, { tools })
    expect(result).toMatchObject({ ok: false, error: { kind: "InvalidToolInput" }, toolCalls: [] })
    expect(JSON.stringify(result)).not.toContain("s3cret")
  })

  it("of the wrong number of arguments has no hint; none at all is {}", async () => {
    const error = await errorOf("await tools.echo({}, {})", { tools: { echo } })
    expect(error.kind).toBe("InvalidToolInput")
    expect(error).not.toHaveProperty("suggestions")
    expect(await valueOf("return tools.echo()", { tools: { echo } })).toEqual({})
    expect(await errorOf("return tools.typed(undefined)", { tools: { typed } })).toMatchObject({
      kind: "InvalidToolInput"
    })
  })
})

function boom(): unknown {
  return { run: () => Effect.die(new Error("s3cret")) }
}

describe("invalid output", () => {
  const checked = (value: unknown): Tool.Definition =>
    Tool.make({
      description: "Checked",
      input: {},
      output: Schema.Struct({ n: Schema.Int }),
      run: () => Effect.succeed(value as { readonly n: number })
    })

  it("is sanitised, whichever way it is invalid", async () => {
    for (const value of [{ n: "s3cret" }, undefined, 1, { n: 1.5 }, Promise.resolve({ n: 1 })]) {
      const result = await run("await tools.host.call({})", { tools: { host: { call: checked(value) } } })
      expect(result).toEqual({
        ok: false,
        error: { kind: "InvalidToolOutput", message: "Invalid output from tool 'host.call'." },
        toolCalls: [{ name: "host.call" }]
      })
    }
  })

  it("is decoded from the encoded form", async () => {
    const date = Tool.make({
      description: "",
      input: {},
      output: Schema.Struct({ at: Schema.DateFromString, n: Schema.NumberFromString }),
      run: () => Effect.succeed({ at: "2026-01-02T03:04:05.000Z", n: "42" })
    })
    expect(await valueOf("return tools.date({})", { tools: { date } })).toEqual({
      at: "2026-01-02T03:04:05.000Z",
      n: 42
    })
  })
})

describe("defects", () => {
  it("never end the Effect: the error channel is never", async () => {
    const runtime = CodeMode.make({ tools: { t: running(() => Effect.die("x")) } })
    const exit = await Effect.runPromiseExit(runtime.execute("await tools.t({})"))
    expect(exit._tag).toBe("Success")
  })
})

describe("a defect of the interpreter", () => {
  it("is told to the host's log, and not to the program's author", async () => {
    const logged: unknown[] = []
    const logger = Logger.make(({ cause, message }) => void logged.push(message, Cause.squash(cause)))
    const defect = new TypeError("Cannot read properties of undefined at /host/path")
    const run = Object.getOwnPropertyDescriptor(Execution.prototype, "run")!
    Object.defineProperty(Execution.prototype, "run", {
      ...run,
      value: () => {
        throw defect
      }
    })
    try {
      const result = await Effect.runPromise(
        CodeMode.execute({ code: "return 1" }).pipe(Effect.provide(Logger.layer([logger])))
      )
      expect(result).toEqual({
        ok: false,
        error: {
          kind: "ExecutionFailure",
          message: "The interpreter failed: a defect of its own, not of the program. Write it another way."
        },
        toolCalls: []
      })
    } finally {
      Object.defineProperty(Execution.prototype, "run", run)
    }
    expect(logged).toEqual([["The interpreter failed"], defect])
    expect(await valueOf("return 1")).toBe(1)
  })
})
