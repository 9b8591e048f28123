import { parseArgs } from "node:util"
import { checkHostile } from "./hostile.ts"
import type { HostileTally } from "./hostile.ts"

const usage = `npm run fuzz -- --hostile [options]

  --programs <n>    how many programs (default 2000)
  --seed <n>        first seed (default: random); chunk i uses seed + i
  --chunk <n>       programs per seed (default 200)
  --findings <n>    stop after so many findings (default 5)`

const { values: flags } = parseArgs({
  options: {
    hostile: { type: "boolean", default: true },
    programs: { type: "string", default: "2000" },
    seed: { type: "string" },
    chunk: { type: "string", default: "200" },
    findings: { type: "string", default: "5" },
    help: { type: "boolean", default: false }
  }
})

// Programs leave rejections behind on purpose; none of them may surface here.
process.on("unhandledRejection", (reason) => {
  process.stdout.write(`an unhandled rejection of the host: ${String(reason)}\n`)
  process.exitCode = 1
})

if (flags.help) process.stdout.write(`${usage}\n`)
else {
  const first = flags.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(flags.seed)
  const chunk = Number(flags.chunk)
  const total = Number(flags.programs)
  const tally: HostileTally = { programs: 0, values: 0, failures: 0, timeouts: 0, interruptions: 0 }
  const startedAt = performance.now()
  let findings = 0
  for (let done = 0; done < total && findings < Number(flags.findings); done += chunk) {
    const finding = await checkHostile((first + done / chunk) | 0, Math.min(chunk, total - done), tally)
    process.stderr.write(`${tally.programs} programs\r`)
    if (finding === undefined) continue
    findings++
    process.stdout.write(`\n── finding ${findings}, seed ${finding.seed}\n${finding.program}\n\n${finding.message}\n`)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  process.stdout.write(`\n${JSON.stringify(tally)} from seed ${first}, in ${seconds} s: ${findings} findings\n`)
  process.exitCode = findings === 0 ? 0 : 1
}
