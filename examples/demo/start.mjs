// `npm run demo`: bundles the demo into the cache and runs it (Node 20 does not strip types).
import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const here = dirname(fileURLToPath(import.meta.url))
const outdir = join(here, "..", "..", "node_modules", ".cache", "demo", String(process.pid))
mkdirSync(outdir, { recursive: true })
const outfile = join(outdir, "demo.mjs")
await build({
  entryPoints: [join(here, "main.ts")],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "error"
})
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, DEMO_FOLDER: here }
})
rmSync(outdir, { recursive: true, force: true })
process.exit(status ?? 1)
