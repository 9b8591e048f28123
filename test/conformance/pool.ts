import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import type { EngineName } from "./engine.ts"
import type { TestFile } from "./scope.ts"
import type { Verdict } from "./verdict.ts"

export interface PoolOptions {
  readonly workerPath: string
  readonly checkout: string
  readonly engine: EngineName
  readonly timeoutMs: number
  /** Steps between forced suspensions, for the engine alone. */
  readonly slice: string
  readonly workers: number
  readonly onVerdict: (verdict: Verdict) => void
}

/** How much longer a test may take whose process had to share the processor with others. */
export const patience = 8

const batchSize = 32
/** A child is replaced after this many tests, so that memory held by one engine bug does not sink the whole run. */
const testsPerChild = 4000

/**
 * Runs all tests in child processes. A child that stays silent well past the timeout is killed and its test is
 * recorded as a hang; a child that dies is recorded as a crash. Either way the run goes on.
 */
export function runPool(tests: ReadonlyArray<TestFile>, options: PoolOptions): Promise<void> {
  let next = 0
  const pending: Array<TestFile> = []

  const take = (count: number): Array<TestFile> => {
    const batch = pending.splice(0, count)
    while (batch.length < count && next < tests.length) batch.push(tests[next++])
    return batch
  }

  const lane = (): Promise<void> =>
    new Promise((resolve) => {
      let outstanding: Array<TestFile> = []
      let served = 0
      let child: ChildProcess
      let watchdog: NodeJS.Timeout
      let reason: string | undefined
      let errorText = ""

      const feed = (): void => {
        if (served < testsPerChild && outstanding.length < batchSize / 4) {
          const batch = take(batchSize)
          if (batch.length > 0) {
            served += batch.length
            outstanding.push(...batch)
            child.send(batch)
          }
        }
        if (outstanding.length === 0) {
          clearTimeout(watchdog)
          reason = "finished"
          child.kill("SIGKILL")
        }
      }
      const watch = (): void => {
        clearTimeout(watchdog)
        watchdog = setTimeout(
          () => {
            reason = "hang: the process did not answer and was killed"
            child.kill("SIGKILL")
          },
          options.timeoutMs * (1 + patience) + 5000
        )
      }
      const start = (): void => {
        reason = undefined
        errorText = ""
        served = 0
        let ready = false
        child = fork(options.workerPath, [options.checkout, options.engine, String(options.timeoutMs), options.slice], {
          execArgv: ["--enable-source-maps", "--max-old-space-size=3072"],
          stdio: ["ignore", "ignore", "pipe", "ipc"]
        })
        child.stderr?.on("data", (chunk: Buffer) => {
          errorText = (errorText + chunk.toString()).slice(-4000)
        })
        child.on("message", (message: "ready" | Verdict) => {
          watch()
          if (message === "ready") {
            ready = true
          } else {
            outstanding.shift()
            options.onVerdict(message)
          }
          feed()
        })
        child.on("exit", (code, signal) => {
          clearTimeout(watchdog)
          if (!ready) throw new Error(`a worker could not start:\n${errorText}`)
          if (reason !== "finished") {
            const [lost, ...rest] = outstanding
            outstanding = []
            pending.unshift(...rest)
            const note = reason ?? `crash: exit ${String(code ?? signal)}: ${errorText}`
            if (lost !== undefined) options.onVerdict({ path: lost.path, pass: false, note, ms: options.timeoutMs })
          }
          if (pending.length > 0 || next < tests.length) start()
          else resolve()
        })
        watch()
      }
      if (next < tests.length) start()
      else resolve()
    })

  return Promise.all(Array.from({ length: options.workers }, lane)).then(() => undefined)
}
