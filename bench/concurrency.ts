/**
 * 1,000 executions at once: each computes for a while, waits for a tool, and computes again. CPU time and heap for each, and fairness: when the
 * first and the last of them ended, as a share of the whole (equal work, so the closer the fairer).
 *
 * Run: `npm run bench -- concurrency [--executions=1000]`.
 */
import { Effect } from "effect"
import { CodeMode, Tool } from "../src/index.ts"

const count = Number(process.argv.find((argument) => argument.startsWith("--executions="))?.slice(13) ?? 1000)
const runtime = CodeMode.make({
  tools: { wait: Tool.make({ description: "Waits", input: {}, run: () => Effect.as(Effect.sleep("5 millis"), 1) }) }
})
const code = `
let n = 0
for (let i = 0; i < 50000; i++) n += i % 7
n += await tools.wait({})
for (let i = 0; i < 50000; i++) n += i % 7
return n`

const collect = (globalThis as { readonly gc?: () => void }).gc ?? (() => {})
collect()
const heapBefore = process.memoryUsage().heapUsed
let heapMost = heapBefore
const ends: number[] = []
const startedAt = performance.now()
const cpu = process.cpuUsage()
const execution = Effect.map(runtime.execute(code), (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result))
  ends.push(performance.now() - startedAt)
  heapMost = Math.max(heapMost, process.memoryUsage().heapUsed)
})
await Effect.runPromise(
  Effect.all(
    Array.from({ length: count }, () => execution),
    { concurrency: "unbounded", discard: true }
  )
)
const { user, system } = process.cpuUsage(cpu)
const whole = Math.max(...ends)
console.log(`${count} executions: ${((user + system) / 1000 / count).toFixed(2)} ms of CPU time each`)
console.log(`heap at its most: ${((heapMost - heapBefore) / 1024 / count).toFixed(1)} KiB each, garbage included`)
console.log(`first ended at ${((100 * Math.min(...ends)) / whole).toFixed(0)}% of the time that the last took`)
