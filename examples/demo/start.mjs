// `npm run demo`: bundles the demo into the cache and runs it (Node 20 does not strip types).
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle, root } from "../../scripts/bundle.mjs"

const outdir = await bundle("demo", ["examples/demo/main.ts"])
const { status } = spawnSync(process.execPath, [join(outdir, "main.mjs"), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, DEMO_FOLDER: join(root, "examples", "demo") }
})
rmSync(outdir, { recursive: true, force: true })
process.exit(status ?? 1)
