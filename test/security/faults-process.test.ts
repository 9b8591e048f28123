import { spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { bundle, root } from "../../scripts/bundle.mjs"

it("a process whose host does everything wrong ends by itself, without unhandled rejections or timers", async () => {
  const folder = await bundle("faults-test", ["test/security/faults-host.ts"])
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entry = join(folder, "faults-host.mjs")
  const ended = await new Promise((resolve) => {
    const child = spawn(process.execPath, ["--unhandled-rejections=strict", entry], { cwd: root })
    let out = ""
    let error = ""
    const timer = setTimeout(() => child.kill("SIGKILL"), 100_000)
    child.stdout.on("data", (data: Buffer) => (out += data.toString()))
    child.stderr.on("data", (data: Buffer) => (error += data.toString()))
    child.on("close", (code) => {
      clearTimeout(timer)
      resolve({ code, out, error })
    })
  })
  expect(ended).toEqual({
    code: 0,
    out: `${JSON.stringify({ executions: true, problems: [], value: 1, timers: 0 })}\n`,
    error: ""
  })
}, 120_000)
