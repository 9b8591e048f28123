/** `npm run soak`: prints a table and fails where something is left over or the heap grows. `--record` appends to history.jsonl. */
import { appendFileSync } from "node:fs"
import { atOnce, growth, inARow } from "./soak.ts"

const option = (name: string, otherwise: number): number =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)

const executionsAtOnce = option("at-once", 1000)
const executionsInARow = option("in-a-row", 100_000)
const seed = option("seed", 1)
/** Bytes for each execution. A leak of one small object for each would be more. */
const ALLOWED_GROWTH = 16
const { gc } = globalThis as { readonly gc?: () => void }
if (gc === undefined) throw new Error("Run this with node --expose-gc.")

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(2).padStart(8)
const problems: string[] = []

console.log(`${executionsAtOnce} executions at once, interrupted within 2 s (seed ${seed})`)
const together = await atOnce(executionsAtOnce, seed, 2000)
console.log(
  `  interrupted ${together.interrupted}, succeeded ${together.succeeded}, failed ${together.failed}, broken ${together.broken.length}; ` +
    `tools left ${together.live}; ${together.ms} ms`
)
problems.push(...together.broken)
if (together.live > 0) problems.push(`${together.live} tools are still at work`)

console.log(`${executionsInARow} executions in a row\n\n  executions   heap MiB    rss MiB       ms`)
const turns = await inARow(
  executionsInARow,
  seed,
  20,
  () => gc(),
  ({ executions, heapUsed, rss, ms }) => {
    console.log(
      `  ${String(executions).padStart(10)}   ${megabytes(heapUsed)}   ${megabytes(rss)} ${String(ms).padStart(8)}`
    )
  }
)
const slope = growth(turns.checkpoints)
console.log(
  `\n  growth ${slope.toFixed(2)} bytes for each execution; tools left ${turns.live}; timers left ${turns.timers}`
)
problems.push(...turns.unexpected)
if (turns.live > 0) problems.push(`${turns.live} tools are still at work`)
if (turns.timers > 0) problems.push(`${turns.timers} timers are left`)
if (slope > ALLOWED_GROWTH) problems.push(`the heap grows by ${slope.toFixed(2)} bytes for each execution`)

if (process.argv.includes("--record")) {
  const { checkpoints } = turns
  const line = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    atOnce: { executions: executionsAtOnce, ms: together.ms, interrupted: together.interrupted },
    inARow: { executions: executionsInARow, ms: checkpoints.at(-1)?.ms },
    heapMiB: [checkpoints[0], checkpoints[Math.floor(checkpoints.length / 2)], checkpoints.at(-1)].map((checkpoint) =>
      Number(((checkpoint?.heapUsed ?? 0) / 2 ** 20).toFixed(2))
    ),
    growthBytesPerExecution: Number(slope.toFixed(2))
  }
  appendFileSync("test/security/soak/history.jsonl", `${JSON.stringify(line)}\n`)
}
for (const problem of problems) console.error(`FAILED: ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
