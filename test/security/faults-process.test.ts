import { spawn } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { afterAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = join(root, "node_modules", ".cache", "faults-test", String(process.pid))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("a process whose host does everything wrong ends by itself, without unhandled rejections or timers", async () => {
  const entry = join(folder, "host.mjs")
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(root, "test/security/faults-host.ts")],
    outfile: entry,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error"
  })
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
