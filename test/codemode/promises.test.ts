import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { errorOf, run, successOf, valueOf } from "../support/run.ts"
import { answering, echo, gated, pending, refuse, running } from "../support/tools.ts"

const PREFIX = "Unhandled rejection from an un-awaited promise: "

describe("work that nobody waits for", () => {
  it("is interrupted at return, and its clean-up is waited for", async () => {
    const never = pending()
    const result = await run("tools.never({}); tools.never({}).then(() => 1); return 'done'", {
      tools: { never: never.tool }
    })
    expect(result).toEqual({ ok: true, value: "done", toolCalls: [{ name: "never" }, { name: "never" }] })
    expect(never).toMatchObject({ started: 2, interrupted: 2 })
  })

  it("is interrupted after a failure, without warnings", async () => {
    const never = pending()
    const code = "tools.never({}); tools.refuse({}); Promise.reject(1); throw new Error('boom')"
    const result = await run(code, { tools: { never: never.tool, refuse } })
    expect(result).toMatchObject({ ok: false, error: { message: "Uncaught: boom" } })
    expect(result).not.toHaveProperty("warnings")
    expect(never.interrupted).toBe(1)
  })

  it("is interrupted where the result cannot cross", async () => {
    const never = pending()
    const result = await run("tools.never({}); tools.refuse({}); return () => 1", {
      tools: { never: never.tool, refuse }
    })
    expect(result).toMatchObject({
      ok: false,
      error: { kind: "InvalidDataValue" },
      toolCalls: [{ name: "never" }, { name: "refuse" }]
    })
    expect(result).not.toHaveProperty("warnings")
    expect(never.interrupted).toBe(1)
  })

  it("never goes on after the return", async () => {
    const seen: unknown[] = []
    const note = running((input) => Effect.sync(() => void seen.push(input)))
    const slow = running(() => Effect.sleep(5))
    const code = `
      (async () => { await tools.slow({}); await tools.note({ after: 1 }) })()
      tools.slow({}).finally(() => tools.note({ after: 2 }))
      return 1`
    await run(code, { tools: { note, slow } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen).toEqual([])
  })
})

describe("warnings of rejections", () => {
  it("carry the diagnostic of the failure with a prefix", async () => {
    const result = await successOf("tools.refuse({ text: 'no way' }); return 'done'", { tools: { refuse } })
    expect(result.value).toBe("done")
    expect(result.warnings).toEqual([{ kind: "ToolFailure", message: `${PREFIX}no way` }])
  })

  it.each([
    ["(async () => { throw new Error('boom') })()", "ExecutionFailure", "Uncaught: boom"],
    ["tools.nope({})", "UnknownTool", "Unknown tool 'nope'"],
    ["tools.echo({}, {})", "InvalidToolInput", "exactly one"],
    ["tools.echo({ p: Promise.resolve() })", "InvalidDataValue", "un-awaited Promise"],
    ["tools.bad({})", "InvalidToolOutput", "Invalid output from tool 'bad'."],
    ["(async () => null.x)()", "ExecutionFailure", "(line 1"],
    ["Promise.reject({ code: 7 })", "ExecutionFailure", `Uncaught: {"code":7}`],
    ["new Promise(() => { throw 1 })", "ExecutionFailure", "Uncaught: 1"]
  ])("%s", async (statement, kind, text) => {
    const { warnings } = await successOf(`${statement}; return 1`, { tools: { echo, bad: answering(() => 1) } })
    expect(warnings).toHaveLength(1)
    expect(warnings?.[0].kind).toBe(kind)
    expect(warnings?.[0].message.startsWith(PREFIX)).toBe(true)
    expect(warnings?.[0].message).toContain(text)
    if (kind === "UnknownTool") expect(warnings?.[0].suggestions).toHaveLength(1)
    if (kind === "InvalidDataValue") expect(warnings?.[0]).not.toHaveProperty("location")
    if (text.startsWith("(line"))
      expect(warnings?.[0].location).toEqual({ line: 1, column: expect.any(Number) as number })
  })

  it("are at most a thousand, and 4 MiB of text, with one more that counts the rest", async () => {
    const many = await successOf("for (let i = 0; i < 200_000; i++) Promise.reject(i); return 1")
    expect(many.warnings).toHaveLength(1001)
    expect(many.warnings?.[999].message).toBe(`${PREFIX}Uncaught: 999`)
    expect(many.warnings?.[1000]).toEqual({
      kind: "Truncated",
      message: "199000 additional warnings were omitted: at most 1,000 promises that failed are told, in 4 MiB."
    })
    expect(many.truncated).toBe(true)
    const long = await successOf(
      "for (let i = 0; i < 50; i++) Promise.reject(Error('x'.repeat(2 ** 20 - 20))); return 1"
    )
    expect(long.warnings?.map(({ message }) => message.length > 1000)).toEqual([true, true, true, true, false])
    expect(long.warnings?.at(-1)?.message).toContain("46 additional warnings")
  })

  it("are not for promises that somebody observes later", async () => {
    const program = `
      const promises = Array.from({ length: 3000 }, (_, i) => Promise.reject(i))
      await null
      for (const promise of promises.slice(1)) promise.catch(() => 0)
      const adopted = Promise.reject("adopted")
      await null
      await Promise.resolve().then(() => adopted).catch(() => 0)
      return 1
    `
    expect((await successOf(program)).warnings?.map(({ message }) => message)).toEqual([`${PREFIX}Uncaught: 0`])
  })

  it("come in order of creation", async () => {
    const texts = async (code: string): Promise<(string | undefined)[] | undefined> =>
      (await successOf(code, { tools: { refuse } })).warnings?.map(({ message }) => message.slice(PREFIX.length))
    expect(await texts("Promise.reject('A'); tools.refuse({ text: 'B' }); Promise.reject('C'); return 1")).toEqual([
      "Uncaught: A",
      "B",
      "Uncaught: C"
    ])
    expect(await texts("(async () => { Promise.reject('inner'); throw 'outer' })(); return 1")).toEqual([
      "Uncaught: outer",
      "Uncaught: inner"
    ])
  })

  it.each([
    "const p = tools.refuse({}); await p.catch(() => 0)",
    "const p = tools.refuse({}); p.then(() => 1, () => 2)",
    "const p = tools.refuse({}); await tools.echo({}); await Promise.allSettled([p])",
    "const p = tools.refuse({}); p.catch(() => 0); await null",
    "await tools.refuse({}).catch(() => 0)",
    "Promise.all([Promise.reject(1)])",
    "await Promise.any([tools.refuse({}), 1])",
    "await Promise.race([1, tools.refuse({})])",
    "try { await Promise.all([tools.refuse({}), tools.refuse({})]) } catch {}"
  ])("there is none for %s", async (code) => {
    const result = await run(`${code}; return 1`, { tools: { echo, refuse } })
    expect(result).toMatchObject({ ok: true, value: 1 })
    expect(result).not.toHaveProperty("warnings")
  })

  it("chaining makes the derived promise the one that warns", async () => {
    const { warnings } = await successOf(
      "const p = tools.refuse({}); const q = p.then(() => 1); await q.catch(() => 0); p.finally(() => 0); await null; await null; await null; await null; return 1",
      { tools: { refuse } }
    )
    expect(warnings).toHaveLength(1)
  })

  it("there is none for a failure that arrives after the return", async () => {
    const late = running(() => Effect.andThen(Effect.sleep(5), Effect.fail("late")))
    const result = await run("tools.late({}); (async () => { await tools.late({}) })(); return 1", { tools: { late } })
    expect(result).not.toHaveProperty("warnings")
  })
})

describe("combinators", () => {
  it("race answers the first and leaves the rest running until the return", async () => {
    const never = pending()
    const result = await run("return await Promise.race(['w', tools.never({})])", { tools: { never: never.tool } })
    expect(result).toEqual({ ok: true, value: "w", toolCalls: [{ name: "never" }] })
    expect(never.interrupted).toBe(1)
  })

  it("a loser of race can still be awaited", async () => {
    const gate = gated()
    const result = Effect.runPromise(
      CodeMode.execute({
        code: "const slow = tools.slow({ n: 1 }); const first = await Promise.race([slow, 'w']); await tools.open({}); return [first, await slow]",
        tools: { slow: gate.tool, open: running(() => Effect.sync(gate.open)) }
      })
    )
    expect(await result).toMatchObject({ ok: true, value: ["w", { n: 1 }] })
  })

  it("all fails at once; stragglers are interrupted at return", async () => {
    const never = pending()
    const code = "try { await Promise.all([tools.never({}), tools.refuse({})]) } catch (e) { return e.message }"
    expect(await run(code, { tools: { never: never.tool, refuse } })).toMatchObject({ ok: true, value: "refused" })
    expect(never.interrupted).toBe(1)
  })

  it.each([
    ["await Promise.race([])", "never settle"],
    ["await Promise.all(42)", "42"],
    ["await Promise.all()", "undefined"]
  ])("%s rejects", async (code, text) => {
    const error = await errorOf(code)
    expect(error.kind).toBe("ExecutionFailure")
    expect(error.message).toContain(text)
  })

  it("any rejects with every error in order; allSettled tells them", async () => {
    const code = `
      try { await Promise.any([tools.refuse({ text: "a" }), Promise.reject("b")]) } catch (e) {
        return [e.name, e instanceof AggregateError, e.errors.map((x) => x.message ?? x)]
      }`
    expect(await valueOf(code, { tools: { refuse } })).toEqual(["AggregateError", true, ["a", "b"]])
    const settled = `
      const [a, b] = await Promise.allSettled([tools.echo({ a: 1 }), tools.refuse({})])
      return [a, b.status, b.reason instanceof Error, b.reason.message]`
    expect(await valueOf(settled, { tools: { echo, refuse } })).toEqual([
      { status: "fulfilled", value: { a: 1 } },
      "rejected",
      true,
      "refused"
    ])
  })
})

describe("promises as values", () => {
  it.each([
    ["typeof Promise.resolve()", "object"],
    ["await 5", 5],
    ["await { then: 1 }", { then: 1 }]
  ])("%s", async (expression, value) => {
    expect(await valueOf(`return ${expression}`)).toEqual(value)
  })

  it.each([
    "const p = tools.echo({}); return p.items",
    "return tools.echo({}) + 1",
    "return `${tools.echo({})}`",
    "return -Promise.resolve(1)",
    "return [Promise.resolve(1)].join()",
    "return JSON.stringify({ p: Promise.resolve(1) })",
    "return 'aXa'.replace('X', async () => 1)"
  ])("%s hints at the missing await", async (code) => {
    const error = await errorOf(code, { tools: { echo } })
    expect(error.kind).toBe("InvalidDataValue")
    expect(`${error.message} ${error.suggestions?.join() ?? ""}`).toMatch(/await/)
  })

  it("runs handlers in order, never inline", async () => {
    const code = `
      const order = []
      const p = tools.echo({}).then(() => order.push(1)); p.then(() => order.push(3)); p.then(() => order.push(4))
      order.push(0); queueMicrotask(() => order.push("m"))
      await p; await null; await null
      return order`
    expect(await valueOf(code, { tools: { echo } })).toEqual([0, 1, "m", 3, 4])
  })

  it("map with async functions runs concurrently, a loop with await does not", async () => {
    let live = 0
    let most = 0
    const t = running(() =>
      Effect.gen(function* () {
        most = Math.max(most, ++live)
        yield* Effect.sleep(1)
        live--
      })
    )
    await run("await Promise.all([1, 2, 3].map(async (n) => { await tools.t({ n }) }))", { tools: { t } })
    expect(most).toBe(3)
    most = 0
    await run("for (const n of [1, 2, 3]) await tools.t({ n })", { tools: { t } })
    expect(most).toBe(1)
  })
})
