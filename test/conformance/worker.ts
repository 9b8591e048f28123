import { makeEngine } from "./engine.ts"
import type { EngineName } from "./engine.ts"
import { patience } from "./pool.ts"
import { Assembler } from "./program.ts"
import type { TestFile } from "./scope.ts"
import { complaint } from "./verdict.ts"
import type { Verdict } from "./verdict.ts"

// A child process: takes tests one by one from its queue and answers each with a verdict.
const [checkout, engineName, timeoutMs, sliceSteps] = process.argv.slice(2)
const slice = sliceSteps === "" ? undefined : Number(sliceSteps)
const engine = await makeEngine(engineName as EngineName, Number(timeoutMs), slice)
/** For a test that timed out although it had little of the processor: the machine was busy, not the test endless. */
const patientEngine = await makeEngine(engineName as EngineName, Number(timeoutMs) * patience, slice)
const assembler = new Assembler(checkout, engine.shape)
const queue: Array<TestFile> = []
let running = false
let leaked: string | undefined

// The library must never leave a rejection to the host. The host engine's own tests do, by design.
process.on("unhandledRejection", (error) => {
  if (engineName === "codemode") leaked = error instanceof Error ? (error.stack ?? error.message) : String(error)
})

async function runOne(test: TestFile): Promise<Verdict> {
  const { code } = assembler.assemble(test)
  const start = performance.now()
  const used = process.cpuUsage()
  let outcome = await engine.run(code)
  if (outcome.type === "timeout") {
    const { user, system } = process.cpuUsage(used)
    if ((user + system) / 1000 < Number(timeoutMs) * 0.7) outcome = await patientEngine.run(code)
  }
  const ms = performance.now() - start
  const note = complaint(test, outcome, engine.shape)
  if (leaked !== undefined) {
    const text = leaked
    leaked = undefined
    return { path: test.path, pass: false, note: `defect: unhandled rejection in the host: ${text}`, ms }
  }
  return { path: test.path, pass: note === undefined, note: note ?? "", ms }
}

async function drain(): Promise<void> {
  if (running) return
  running = true
  for (let test = queue.shift(); test !== undefined; test = queue.shift()) {
    const verdict = await runOne(test)
    process.send?.(verdict)
  }
  running = false
}

process.on("message", (batch: ReadonlyArray<TestFile>) => {
  queue.push(...batch)
  void drain()
})
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
