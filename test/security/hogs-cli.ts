import { appendFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { cpus } from "node:os"
import { parseArgs } from "node:util"
import { readHogs } from "./hog-corpus.ts"
import type { Hog } from "./hog-corpus.ts"
import type { Ending, Order, Report } from "./hog-host.ts"
import { runHogs } from "./hog-process.ts"

const usage = `npm run hogs -- [options]

Runs every program of test/security/hogs until its time is up and until the host interrupts it, and measures what it did to its process.

  --only <text>     only programs whose name contains it
  --attempts <n>    measure what misses a bound again, up to n times in all, and keep the best (default 3)
  --milliseconds <n>  when its time is up (default 300)
  --portion <n>     programs of one process, in the first attempt (default 20)
  --worst <n>       rows of the table (default 15)
  --record          append a line to test/security/hogs-history.jsonl`

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    attempts: { type: "string", default: "3" },
    milliseconds: { type: "string", default: "300" },
    portion: { type: "string", default: "20" },
    worst: { type: "string", default: "15" },
    record: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const ENDINGS: readonly Ending[] = ["timeout", "interruption"]
const milliseconds = Number(flags.milliseconds)
/** What must hold: milliseconds to the result, milliseconds without a turn of the event loop, MB of memory. */
const BOUNDS = { elapsed: milliseconds + 200, block: 60, memory: 600 }

const root = process.cwd()
const entry = join(dirname(fileURLToPath(import.meta.url)), "hog-host.mjs")

/** What is wrong with a report; empty when all is well. */
function faults(report: Report, { ends }: Hog): string[] {
  const expected = report.ending === "timeout" ? "TimeoutExceeded" : "interrupted"
  const found: string[] = []
  if (report.end !== expected && !ends.includes(report.end)) found.push(`ended as ${report.end}: ${report.message}`)
  if (report.elapsed > BOUNDS.elapsed) found.push(`${report.elapsed.toFixed(0)} ms`)
  if (report.block > BOUNDS.block) found.push(`blocked ${report.block.toFixed(0)} ms`)
  if (report.memory > BOUNDS.memory) found.push(`${report.memory.toFixed(0)} MB`)
  if (!report.works) found.push("the runtime does not work afterwards")
  return found
}

const setting = { entry, cwd: root, patience: 15_000 }

const better = (a: Report, b: Report): Report => ({
  ...b,
  elapsed: Math.min(a.elapsed, b.elapsed),
  block: Math.min(a.block, b.block),
  memory: Math.min(a.memory, b.memory)
})

if (flags.help) process.stdout.write(`${usage}\n`)
else {
  const hogs = readHogs(root).filter(({ name }) => name.includes(flags.only))
  const byName = new Map(hogs.map((hog) => [hog.name, hog]))
  const orders = hogs.flatMap((hog) =>
    ENDINGS.map((ending) => ({ name: hog.name, source: hog.source, ending, milliseconds }))
  )
  const best: Report[] = []
  const failures: string[] = []
  const worse = ({ name, ending }: Order, found: string): void => {
    failures.push(`${name} (${ending}): ${found}`)
    process.stdout.write(`${failures.at(-1)}\n`)
  }
  const attempts = Number(flags.attempts)
  const first = await runHogs(orders, { ...setting, portion: Number(flags.portion) })
  for (const order of orders) {
    const hog = byName.get(order.name) as Hog
    const isSame = ({ name, ending }: Order | Report): boolean => name === order.name && ending === order.ending
    let kept = first.reports.find(isSame)
    let lost = first.losses.find((loss) => isSame(loss.order))?.how
    // Again in a process of its own: what other programs left behind must not count against it.
    for (let attempt = 1; attempt < attempts; attempt++) {
      if (kept !== undefined && faults(kept, hog).length === 0) break
      const { reports, losses } = await runHogs([order], { ...setting, portion: 1 })
      lost = losses[0]?.how ?? lost
      const report = reports[0]
      if (report === undefined) continue
      kept = kept === undefined || faults(report, hog).length === 0 ? report : better(kept, report)
    }
    if (kept === undefined) worse(order, lost ?? "no word")
    else {
      best.push(kept)
      const found = faults(kept, hog)
      if (found.length > 0) worse(order, found.join(", "))
    }
  }
  const table = (title: string, of: (report: Report) => number, unit: string): void => {
    process.stdout.write(`\n${title}\n`)
    for (const report of best.toSorted((a, b) => of(b) - of(a)).slice(0, Number(flags.worst))) {
      process.stdout.write(`${of(report).toFixed(0).padStart(6)} ${unit}  ${report.name} (${report.ending})\n`)
    }
  }
  table("longest until the result", ({ elapsed }) => elapsed, "ms")
  table("longest without a turn of the event loop", ({ block }) => block, "ms")
  table("most memory", ({ memory }) => memory, "MB")
  const worst = (of: (report: Report) => number): number => Math.round(Math.max(...best.map(of)))
  const summary = {
    programs: byName.size,
    runs: best.length,
    milliseconds,
    worstElapsed: worst(({ elapsed }) => elapsed),
    worstBlock: worst(({ block }) => block),
    worstMemory: worst(({ memory }) => memory),
    failures
  }
  process.stdout.write(`\n${JSON.stringify(summary, null, 2)}\n`)
  if (flags.record) {
    const line = {
      date: new Date().toISOString().slice(0, 10),
      node: process.version,
      cpu: cpus()[0]?.model,
      ...summary
    }
    appendFileSync(join(root, "test/security/hogs-history.jsonl"), `${JSON.stringify(line)}\n`)
  }
  process.exitCode = failures.length === 0 ? 0 : 1
}
