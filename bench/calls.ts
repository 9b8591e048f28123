/**
 * What calls cost: an execution without any, one awaited tool call, 10,000 of them one after the other and in one `Promise.all`; inside the
 * engine 100,000 awaits and 1,000,000 `next()` of a generator; and stopping 20,000 calls that never end. CPU time in microseconds each, median and spread of the rounds.
 *
 * Run: `npm run bench -- calls [--rounds=5]`.
 */
import { Effect, Fiber, Schema } from "effect"
import { CodeMode, Tool } from "../src/index.ts"
import { median } from "./statistics.ts"

const runtime = CodeMode.make({
  tools: {
    add: Tool.make({
      description: "Add two numbers",
      input: Schema.Struct({ a: Schema.Number, b: Schema.Number }),
      output: Schema.Number,
      run: ({ a, b }) => Effect.succeed(a + b)
    })
  }
})

/** Name, program, its answer, and how many operations it stands for. */
const programs: readonly (readonly [string, string, unknown, number])[] = [
  ["execution", `return 1`, 1, 1],
  ["one call", `return await tools.add({ a: 1, b: 2 })`, 3, 1],
  [
    "calls in turn",
    `let n = 0; for (let i = 0; i < 10000; i++) n += await tools.add({ a: i, b: 1 }); return n`,
    50_005_000,
    10_000
  ],
  [
    "Promise.all",
    `const all = await Promise.all(Array.from({ length: 10000 }, (_, i) => tools.add({ a: i, b: 1 })))
return all.reduce((sum, n) => sum + n, 0)`,
    50_005_000,
    10_000
  ],
  ["await", `let n = 0; for (let i = 0; i < 100000; i++) n += await i; return n`, 4_999_950_000, 100_000],
  [
    "next()",
    `function* count() { for (let i = 0; ; i++) yield i }
const it = count(); let n = 0; for (let i = 0; i < 1000000; i++) n += it.next().value; return n`,
    499_999_500_000,
    1_000_000
  ]
]

const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds="))?.slice(9) ?? 5)
console.log("operation         µs each   (min–max)")
for (const [name, code, answer, operations] of programs) {
  const times: number[] = []
  // Short programs are repeated, so that one measurement is more than the clock's grain.
  const repeats = operations === 1 ? 200 : 1
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    for (let i = 0; i < repeats; i++) {
      const result = await Effect.runPromise(runtime.execute(code))
      if (!result.ok || result.value !== answer) throw new Error(`${name}: ${JSON.stringify(result)}`)
    }
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / (operations * repeats))
  }
  print(name, times)
}

const PENDING = 20_000
const stops: number[] = []
for (let round = 0; round < rounds; round++) {
  let begun = 0
  const never = Tool.make({
    description: "Never ends",
    input: { type: "object" },
    run: () =>
      Effect.andThen(
        Effect.sync(() => void begun++),
        Effect.never
      )
  })
  const code = `const all = []; for (let i = 0; i < ${PENDING}; i++) all.push(tools.never({})); await Promise.all(all)`
  const fiber = Effect.runFork(CodeMode.execute({ code, tools: { never } }))
  while (begun < PENDING) await new Promise((resolve) => setImmediate(resolve))
  const start = process.cpuUsage()
  await Effect.runPromise(Fiber.interrupt(fiber))
  const { user, system } = process.cpuUsage(start)
  stops.push((user + system) / PENDING)
}
print("stopping a call", stops)

function print(name: string, times: readonly number[]): void {
  const spread = `(${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)})`
  console.log(`${name.padEnd(16)} ${median(times).toFixed(2).padStart(8)}   ${spread}`)
}
