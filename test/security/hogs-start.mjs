import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle, root } from "../../scripts/bundle.mjs"

const outdir = await bundle("hogs", ["test/security/hogs-cli.ts", "test/security/hog-host.ts"])
const child = spawnSync(
  process.execPath,
  ["--enable-source-maps", join(outdir, "hogs-cli.mjs"), ...process.argv.slice(2)],
  {
    stdio: "inherit",
    cwd: root
  }
)
rmSync(outdir, { recursive: true, force: true })
process.exit(child.status ?? 1)
