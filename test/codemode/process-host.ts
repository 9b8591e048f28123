/** The program of process.test.ts: runs one case in a process of its own, then tells what is left over. */
import { Effect, Fiber } from "effect"
import { CodeMode, Tool, toolError } from "../../src/index.ts"

let live = 0
const counted = <A>(effect: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
  Effect.acquireUseRelease(
    Effect.sync(() => void live++),
    () => effect,
    () => Effect.sync(() => void live--)
  )
const tool = (effect: Effect.Effect<unknown, unknown>): Tool.Definition =>
  Tool.make({ description: "", input: {}, run: () => counted(effect) })
const tools = {
  now: tool(Effect.succeed(1)),
  soon: tool(Effect.sleep(5)),
  never: tool(Effect.never),
  late: tool(Effect.sleep(3_600_000)),
  promise: tool(Effect.tryPromise(() => new Promise((resolve) => setTimeout(resolve, 5)))),
  refuse: tool(Effect.fail(toolError("no"))),
  die: tool(Effect.die(new Error("x"))),
  self: tool(Effect.interrupt)
}

const run = (code: string, limits: CodeMode.ExecutionLimits = {}): Promise<unknown> =>
  Effect.runPromiseExit(CodeMode.execute({ code, tools, limits }))

const cases: Record<string, () => Promise<unknown>> = {
  success: () => run("await tools.soon({}); await tools.promise({}); return tools.now({})", { timeoutMs: 3_600_000 }),
  failure: () => run("tools.late({}); await tools.soon({}); throw new Error('x')", { timeoutMs: 3_600_000 }),
  timeout: () => run("tools.late({}); await tools.never({})", { timeoutMs: 20 }),
  pending: () => run("tools.late({}); tools.never({}); (async () => { for (;;) await tools.soon({}) })(); return 1"),
  interrupted: async () => {
    const fiber = Effect.runFork(
      CodeMode.execute({
        code: "tools.late({}); for (;;) await tools.soon({})",
        tools,
        limits: { timeoutMs: 3_600_000 }
      })
    )
    await new Promise((resolve) => setTimeout(resolve, 30))
    await Effect.runPromise(Fiber.interrupt(fiber))
  },
  rejections: () =>
    run(
      "tools.refuse({}); tools.die({}); Promise.reject(1); (async () => { await tools.soon({}); throw 1 })(); await tools.soon({}); return 1"
    ),
  "self-interrupted": () => run("tools.late({}); await tools.self({})", { timeoutMs: 3_600_000 }),
  hooks: () =>
    Effect.runPromiseExit(
      CodeMode.execute({
        code: "tools.now({}); await tools.soon({}); search({})",
        tools,
        onToolCallStart: () => Effect.die("x"),
        onToolCallEnd: () => Effect.die("y")
      })
    )
}

await cases[process.argv[2]]()
// Handles of the standard streams do not count: they do not keep a process alive.
const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "Immediate").length
console.log(`ended ${live} ${timers}`)
