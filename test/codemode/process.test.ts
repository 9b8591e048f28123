import { spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bundle, root } from "../../scripts/bundle.mjs"

let folder: string
let entry: string

beforeAll(async () => {
  folder = await bundle("process-test", ["test/codemode/process-host.ts"])
  entry = join(folder, "process-host.mjs")
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the host process with a case; it must end by itself. */
const end = (name: string): Promise<{ readonly code: number | null; readonly out: string; readonly error: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["--unhandled-rejections=strict", entry, name], { cwd: root })
    let out = ""
    let error = ""
    const timer = setTimeout(() => child.kill("SIGKILL"), 25_000)
    child.stdout.on("data", (data: Buffer) => (out += data.toString()))
    child.stderr.on("data", (data: Buffer) => (error += data.toString()))
    child.on("close", (code) => {
      clearTimeout(timer)
      resolve({ code, out, error })
    })
  })

describe("a process that ran programs", () => {
  it.each(["success", "failure", "timeout", "pending", "interrupted", "rejections", "self-interrupted", "hooks"])(
    "ends by itself, without leftovers, after %s",
    async (name) => {
      const { code, out, error } = await end(name)
      expect(error).toBe("")
      expect(out).toBe("ended 0 0\n")
      expect(code).toBe(0)
    },
    30_000
  )
})
