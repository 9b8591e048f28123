/** The program of faults-process.test.ts: everything a host can do wrong, in a process of its own; then tells what is left over. */
import { Clock, Effect, Fiber, Logger, Random, Tracer } from "effect"
import { CodeMode } from "../../src/index.ts"
import { badClocks, badEffects, badOutputs, badRandoms, badSchemas, badTracers, leftOutputs, toolOf } from "./faults.ts"

const CODE =
  "tools.t({}); await tools.t({}).catch(() => 0); tools.t({}); Date.now(); Math.random(); return search({}).items.length"

const executions: [string, Effect.Effect<CodeMode.Result>][] = []
const add = (
  name: string,
  options: Omit<CodeMode.Options, "tools"> & { readonly t?: CodeMode.Options["tools"] },
  around: (effect: Effect.Effect<CodeMode.Result>) => Effect.Effect<CodeMode.Result> = (effect) => effect
): void => {
  const { t = toolOf(() => Effect.succeed(1)), ...rest } = options
  for (const limits of [{}, { timeoutMs: 3_600_000, maxConcurrentToolCalls: 1 }]) {
    executions.push([name, around(CodeMode.execute({ ...(rest as {}), tools: { t } as {}, limits, code: CODE }))])
  }
}

for (const [name, run] of Object.entries(badEffects)) {
  add(`a tool that ${name}`, { t: toolOf(run, { concurrency: 1 }) as never })
  add(`a start hook that ${name}`, { onToolCallStart: run as never })
  add(`an end hook that ${name}`, { onToolCallEnd: run as never })
}
for (const [name, answer] of Object.entries({ ...badOutputs, ...leftOutputs })) {
  if (!/too (long|many)/.test(name))
    add(`a tool that answers ${name}`, { t: toolOf(() => Effect.sync(answer)) as never })
}
for (const [name, schema] of Object.entries(badSchemas)) {
  add(`an output that ${name}`, { t: toolOf(() => Effect.succeed(1), { output: schema() }) as never })
  add(`an input that ${name}`, { t: toolOf(() => Effect.succeed(1), { input: schema() }) as never })
}
for (const [name, clock] of Object.entries(badClocks)) {
  add(`a clock ${name}`, {}, Effect.provideService(Clock.Clock, clock))
}
for (const [name, random] of Object.entries(badRandoms)) {
  add(`randomness ${name}`, {}, Effect.provideService(Random.Random, random))
}
for (const [name, tracer] of Object.entries(badTracers)) {
  add(`a tracer ${name}`, {}, Effect.provideService(Tracer.Tracer, tracer))
}
const dyingLogger = Logger.layer([
  Logger.make(() => {
    throw new Error("the logger")
  })
])
add("a logger that throws", { t: toolOf(() => Effect.log("x")) as never }, Effect.provide(dyingLogger))

const problems: string[] = []
for (const [name, execution] of executions) {
  const exit = await Effect.runPromiseExit(execution)
  if (exit._tag === "Failure") problems.push(`${name}: ${String(exit.cause)}`)
}

// And once more, all at once, with every second one interrupted on the way.
const fibers = executions.map(([, execution]) => Effect.runFork(execution))
await new Promise((resolve) => setTimeout(resolve, 5))
fibers.forEach((fiber, i) => (i % 2 === 0 ? fiber.interruptUnsafe() : undefined))
for (const fiber of fibers) await Effect.runPromise(Fiber.await(fiber))

const { value } = (await Effect.runPromise(CodeMode.execute({ code: "return 1" }))) as CodeMode.Success
// What is due at once may still be on its way: the scheduler's next turn.
await new Promise((resolve) => setTimeout(resolve, 20))
// Handles of the standard streams do not count: they do not keep a process alive.
const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "Immediate").length
console.log(JSON.stringify({ executions: executions.length > 150, problems, value, timers }))
