// `npm run soak [-- --at-once=1000 --in-a-row=100000 --seed=1 --record]`: bundles and runs the soak in a process whose garbage can be collected on demand.
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "../../../scripts/bundle.mjs"

const outdir = await bundle("soak", ["test/security/soak/cli.ts"])
const child = spawnSync(
  process.execPath,
  [
    "--expose-gc",
    "--enable-source-maps",
    "--unhandled-rejections=strict",
    join(outdir, "cli.mjs"),
    ...process.argv.slice(2)
  ],
  { stdio: "inherit" }
)
rmSync(outdir, { recursive: true, force: true })
process.exit(child.status ?? 1)
