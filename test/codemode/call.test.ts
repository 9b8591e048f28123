import { Context, Effect, Fiber, Schema, SchemaGetter } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"
import { errorOf, run, valueOf } from "../support/run.ts"
import { echo, gated, refuse, running } from "../support/tools.ts"

describe("the life of a call", () => {
  it("starts at the call site, in order, before any await", async () => {
    const started: unknown[] = []
    const tools = { t: running((input) => Effect.sync(() => void started.push(input))) }
    await run("tools.t({ n: 1 }); tools.t({ n: 2 }); await tools.t({ n: 3 })", { tools })
    expect(started).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  it("copies arguments before it looks the tool up", async () => {
    const error = await errorOf("await tools.unknown({ p: Promise.resolve(1) })")
    expect(error.kind).toBe("InvalidDataValue")
    expect(error.message).toContain("Arguments for tool 'unknown'")
    expect(error.message).toContain("un-awaited Promise")
    expect(error.suggestions?.join()).toContain("await tools.ns.tool(...)")
  })

  it("evaluates arguments in the program", async () => {
    const result = await run("await tools.echo(nope)", { tools: { echo } })
    expect(result).toMatchObject({ ok: false, error: { kind: "ExecutionFailure" }, toolCalls: [] })
  })

  it("passes copies both ways", async () => {
    const seen: { list: number[] }[] = []
    const kept = { list: [1] }
    const tools = {
      take: running((input) => Effect.sync(() => void seen.push(input as { list: number[] }))),
      give: running(() => Effect.succeed(kept))
    }
    const code = `
      const mine = { list: [1] }
      await tools.take(mine); mine.list.push(2); await tools.take(mine)
      const theirs = await tools.give({}); theirs.list.push(9)
      return (await tools.give({})).list`
    expect(await valueOf(code, { tools })).toEqual([1])
    expect(seen).toEqual([{ list: [1] }, { list: [1, 2] }])
    expect(kept).toEqual({ list: [1] })
  })

  it("runs once however often its promise is awaited", async () => {
    let ran = 0
    const tools = { t: running(() => Effect.sync(() => ++ran)) }
    const result = await run("const p = tools.t({}); return [await p, await p, await p.then((n) => n)]", { tools })
    expect(result).toEqual({ ok: true, value: [1, 1, 1], toolCalls: [{ name: "t" }] })
  })

  it("lists admitted calls in order, also after a failure", async () => {
    const code =
      "await tools.echo({}); await tools.nope({}).catch(() => 0); await tools.refuse({}).catch(() => 0); search({}); throw 1"
    const result = await run(code, { tools: { echo, refuse } })
    expect(result.toolCalls).toEqual([{ name: "echo" }, { name: "refuse" }, { name: "search" }])
  })

  it("answers in arrival order", async () => {
    const first = gated()
    const second = gated()
    const running = Effect.runPromise(
      CodeMode.execute({
        code: `
          const order = []
          await Promise.all([tools.a({}).then(() => order.push("a")), tools.b({}).then(() => order.push("b"))])
          return order`,
        tools: { a: first.tool, b: second.tool }
      })
    )
    second.open()
    await new Promise((resolve) => setTimeout(resolve, 5))
    first.open()
    expect(await running).toMatchObject({ ok: true, value: ["b", "a"] })
  })

  it("gives each tool its services, from schemas too", async () => {
    class Prefix extends Context.Service<Prefix, { readonly text: string }>()("Prefix") {}
    const Prefixed = Schema.String.pipe(
      Schema.decodeTo(Schema.String, {
        decode: SchemaGetter.transformEffect((value: string) => Effect.map(Prefix, ({ text }) => text + value)),
        encode: SchemaGetter.transform((value: string) => value)
      })
    )
    const t = Tool.make({
      description: "",
      input: Schema.Struct({ name: Prefixed }),
      output: Prefixed,
      run: ({ name }) => Effect.map(Prefix, ({ text }) => `${text}${name}`)
    })
    const effect = CodeMode.execute({ code: `return tools.t({ name: "x" })`, tools: { t } })
    const result = await Effect.runPromise(Effect.provideService(effect, Prefix, { text: ">" }))
    expect(result).toMatchObject({ ok: true, value: ">>>x" })
  })

  it("waits for schemas whose services take time", async () => {
    const Slow = Schema.String.pipe(
      Schema.decodeTo(Schema.String, {
        decode: SchemaGetter.transformEffect((value: string) => Effect.as(Effect.sleep(5), value.toUpperCase())),
        encode: SchemaGetter.transform((value: string) => value)
      })
    )
    const t = Tool.make({ description: "", input: Slow, output: Slow, run: (input) => Effect.succeed(input) })
    expect(await valueOf(`return tools.t("a")`, { tools: { t } })).toBe("A")
  })

  it("runs tools whose Effect is synchronous, asynchronous, scoped and forking", async () => {
    const events: string[] = []
    const tools = {
      sync: running(() => Effect.sync(() => 1)),
      async: running(() => Effect.promise(() => Promise.resolve(2))),
      sleeping: running(() => Effect.as(Effect.sleep(2), 3)),
      scoped: running(() =>
        Effect.scoped(
          Effect.acquireRelease(
            Effect.sync(() => 4),
            () => Effect.sync(() => void events.push("released"))
          )
        )
      ),
      forking: running(() => Effect.flatMap(Effect.forkChild(Effect.as(Effect.sleep(1), 5)), Fiber.join))
    }
    const code = "return Promise.all(Object.keys(tools).map((name) => tools[name]({})))"
    expect(await valueOf(code, { tools })).toEqual([1, 2, 3, 4, 5])
    expect(events).toEqual(["released"])
  })

  it("lets a tool run programs itself", async () => {
    const inner = CodeMode.make({ tools: { echo } })
    const tools = { run: running((input) => inner.execute((input as { code: string }).code)) }
    const code =
      "return (await tools.run({ code: 'let s = 0; for (let i = 0; i < 50000; i++) s += i; return [s, await tools.echo({ a: 1 })]' })).value"
    expect(await valueOf(code, { tools })).toEqual([1_249_975_000, { a: 1 }])
  })
})
