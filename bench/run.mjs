// `npm run bench -- <name> [arguments]`: bundles bench/<name>.ts into the cache and runs it (Node 20 does not strip types).
import { spawnSync } from "node:child_process"
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { bundle, root } from "../scripts/bundle.mjs"

/** What benches are made of. */
const PARTS = ["statistics", "peer", "regexp-patterns", "regexp-worst"]
const known = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3))
  .filter((name) => !PARTS.includes(name))
const given = process.argv.slice(2)
const name = given.length === 0 || given[0].startsWith("--") ? "cpu" : given.shift()
if (!known.includes(name)) {
  console.error(`No bench called '${name}'. There are: ${known.join(", ")}.`)
  process.exit(1)
}
const outdir = await bundle("bench", [`bench/${name}.ts`])
const { status } = spawnSync(process.execPath, ["--expose-gc", join(outdir, `${name}.mjs`), ...given], {
  stdio: "inherit"
})
rmSync(outdir, { recursive: true, force: true })
process.exit(status ?? 1)
