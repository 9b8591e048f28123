import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../../scripts/bundle.mjs"

const isHostile = process.argv.includes("--hostile")
const outdir = await bundle(
  "fuzz",
  isHostile ? ["test/fuzz/hostile-cli.ts"] : ["test/fuzz/cli.ts", "test/fuzz/worker.ts"]
)
const entry = join(outdir, isHostile ? "hostile-cli.mjs" : "cli.mjs")
const child = spawnSync(process.execPath, ["--enable-source-maps", entry, ...process.argv.slice(2)], {
  stdio: "inherit",
  // Local time is UTC inside a program, and locale texts are those of en-US.
  env: { ...process.env, TZ: "UTC", LC_ALL: "en_US.UTF-8" }
})
rmSync(outdir, { recursive: true, force: true })
process.exit(child.status ?? 1)
