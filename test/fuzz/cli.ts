import { fork } from "node:child_process"
import { writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { Finding, Tally } from "./check.ts"

const usage = `npm run fuzz -- [options]

  --programs <n>    how many programs (default 2000); with --builtins, each makes several calls
  --builtins        calls of built-ins instead of programs over the syntax
  --web             the web helpers: URL, codecs, base64, headers, structured clones
  --seed <n>        first seed (default: random); chunk i uses seed + i
  --chunk <n>       programs per seed (default 200)
  --findings <n>    stop after so many differences (default 10)
  --workers <n>     processes (default ${availableParallelism()})
  --slice <n>       suspend the engine every n steps
  --out <file>      also write the findings there as JSON
  --print           print the programs of the first seed instead of running them`

const { values: flags } = parseArgs({
  options: {
    programs: { type: "string", default: "2000" },
    builtins: { type: "boolean", default: false },
    web: { type: "boolean", default: false },
    seed: { type: "string" },
    chunk: { type: "string", default: "200" },
    findings: { type: "string", default: "10" },
    workers: { type: "string" },
    slice: { type: "string", default: "" },
    out: { type: "string" },
    print: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

export interface Order {
  readonly seed: number
  readonly count: number
}

export interface Answer {
  readonly finding: Finding | undefined
  readonly tally: Tally
  readonly missing: ReadonlyArray<string>
}

const kind = flags.web ? "web" : flags.builtins ? "builtins" : "language"
const first = flags.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(flags.seed)
const chunk = Number(flags.chunk)
const total = Number(flags.programs)
const findings: Array<Finding> = []
const tally: Tally = { programs: 0, refused: 0, lines: 0, calls: 0 }
let handedOut = 0
let missing: ReadonlyArray<string> = []

function nextOrder(): Order | undefined {
  const start = handedOut * chunk
  if (start >= total || findings.length >= Number(flags.findings)) return undefined
  return { seed: (first + handedOut++) | 0, count: Math.min(chunk, total - start) }
}

function lane(): Promise<void> {
  return new Promise((resolve, reject) => {
    let order: Order | undefined
    const child = fork(join(dirname(fileURLToPath(import.meta.url)), "worker.mjs"), [kind, flags.slice])
    const next = (): void => {
      order = nextOrder()
      if (order === undefined) {
        child.kill()
        resolve()
      } else child.send(order)
    }
    child.on("message", (answer: Answer | "ready") => {
      if (answer !== "ready") {
        tally.programs += answer.tally.programs
        tally.refused += answer.tally.refused
        tally.lines += answer.tally.lines
        tally.calls += answer.tally.calls
        missing = answer.missing
        if (answer.finding !== undefined) report(answer.finding)
      }
      next()
    })
    child.on("exit", (code) => {
      if (order !== undefined) reject(new Error(`a worker died with ${String(code)} at seed ${order.seed}`))
    })
  })
}

function report(finding: Finding): void {
  findings.push(finding)
  const replay = `npm run fuzz -- ${kind === "language" ? "" : `--${kind} `}--seed ${finding.seed} --programs ${chunk} --chunk ${chunk}`
  process.stdout.write(
    `\n── difference ${findings.length}, seed ${finding.seed}: ${replay}\n${finding.program}\n\n${finding.message}\n`
  )
}

if (flags.help) process.stdout.write(`${usage}\n`)
else if (flags.print) {
  const { sourceOf } = await import("./worker-source.ts")
  const fc = (await import("fast-check")).default
  const { source } = await sourceOf(kind)
  for (const body of fc.sample(source.arbitrary, { seed: first, numRuns: total })) process.stdout.write(`${body}\n\n`)
} else {
  const start = performance.now()
  const workers = flags.workers === undefined ? availableParallelism() : Number(flags.workers)
  await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(total / chunk)) }, lane))
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  process.stdout.write(
    `\n${tally.programs} programs (${tally.refused} refused by the parser)${tally.calls > 0 ? `, ${tally.calls} calls` : ""}, ${tally.lines} lines compared, from seed ${first}, in ${seconds} s: ${findings.length} differences\n`
  )
  if (missing.length > 0) process.stdout.write(`not in this library, so not called: ${missing.join(", ")}\n`)
  if (flags.out !== undefined) writeFileSync(flags.out, JSON.stringify(findings, null, 2))
  process.exitCode = findings.length === 0 ? 0 : 1
}
