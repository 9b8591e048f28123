import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle, root } from "../../scripts/bundle.mjs"

const outdir = await bundle("conformance", ["test/conformance/cli.ts", "test/conformance/worker.ts"])
const child = spawnSync(
  process.execPath,
  ["--enable-source-maps", join(outdir, "cli.mjs"), "--root", root, ...process.argv.slice(2)],
  { stdio: "inherit" }
)
rmSync(outdir, { recursive: true, force: true })
process.exit(child.status ?? 1)
