/** Runs hostile programs in processes of their own, one process at a time, and tells which program a process hung or died with. */
import { spawn } from "node:child_process"
import type { Line, Order, Report } from "./hog-host.ts"

export interface Loss {
  readonly order: Order
  /** `hung`, or how the process ended. */
  readonly how: string
}

export interface Outcome {
  readonly reports: readonly Report[]
  readonly losses: readonly Loss[]
}

export interface HogOptions {
  /** The bundled hog-host. */
  readonly entry: string
  readonly cwd: string
  /** A program without a word for so long hangs. */
  readonly patience: number
  /** Programs of one process. */
  readonly portion: number
  readonly onReport?: (report: Report) => void
}

export async function runHogs(orders: readonly Order[], options: HogOptions): Promise<Outcome> {
  const reports: Report[] = []
  const losses: Loss[] = []
  for (let next = 0; next < orders.length;) {
    const portion = orders.slice(next, next + options.portion)
    const { seen, how } = await runPortion(portion, options)
    reports.push(...seen)
    next += seen.length
    if (how === undefined) continue
    losses.push({ order: portion[Math.min(seen.length, portion.length - 1)], how })
    next++
  }
  return { reports, losses }
}

/** The reports of one process, and how it ended when it did not get to its end. */
function runPortion(
  orders: readonly Order[],
  { entry, cwd, patience, onReport }: HogOptions
): Promise<{ readonly seen: readonly Report[]; readonly how: string | undefined }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--expose-gc", "--enable-source-maps", entry], {
      cwd,
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, TZ: "UTC" }
    })
    const seen: Report[] = []
    let rest = ""
    let errors = ""
    let hung = false
    const hang = (): void => {
      hung = true
      child.kill("SIGKILL")
    }
    let watchdog = setTimeout(hang, patience)
    child.stdout.on("data", (data: Buffer) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(hang, patience)
      const lines = (rest + data.toString()).split("\n")
      rest = lines.pop() as string
      for (const text of lines) {
        const line = JSON.parse(text) as Line
        if (!("report" in line)) continue
        seen.push(line.report)
        onReport?.(line.report)
      }
    })
    child.stderr.on("data", (data: Buffer) => (errors = (errors + data.toString()).slice(-4000)))
    child.on("close", (code, signal) => {
      clearTimeout(watchdog)
      if (hung) resolve({ seen, how: "hung" })
      else if (code === 0 && seen.length === orders.length) resolve({ seen, how: undefined })
      else resolve({ seen, how: `${signal ?? `exit ${String(code)}`}\n${errors}` })
    })
    child.stdin.end(JSON.stringify(orders))
  })
}
