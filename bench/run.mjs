// `npm run bench -- <name> [arguments]`: bundles bench/<name>.ts into the cache and runs it (Node 20 does not strip types).
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const [name, ...rest] = process.argv.slice(2)
const known = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".ts") && !["statistics.ts", "peer.ts"].includes(file))
  .map((file) => file.slice(0, -3))
const names = name === undefined || name.startsWith("--") ? ["cpu"] : [name]
const outdir = join(root, "node_modules", ".cache", "bench", String(process.pid))
mkdirSync(outdir, { recursive: true })
let status = 0
for (const one of names) {
  if (!known.includes(one)) {
    console.error(`No bench called '${one}'. There are: ${known.join(", ")}.`)
    process.exit(1)
  }
  const outfile = join(outdir, `${one}.mjs`)
  await build({
    entryPoints: [join(root, "bench", `${one}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error"
  })
  status ||= spawnSync(process.execPath, ["--expose-gc", outfile, ...rest], { stdio: "inherit" }).status ?? 1
}
rmSync(outdir, { recursive: true, force: true })
process.exit(status)
