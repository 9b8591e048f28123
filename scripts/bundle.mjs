// Node 20 does not strip types, so whatever runs in a process of its own is bundled into the cache folder first.
// Packages stay external: the bundle lives inside the project, where they resolve.
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

export const root = join(dirname(fileURLToPath(import.meta.url)), "..")

export async function bundle(name, entryPoints) {
  // One folder per process: a second run that bundles a changed source must not touch the first run's workers.
  const outdir = join(root, "node_modules", ".cache", name, String(process.pid))
  mkdirSync(outdir, { recursive: true })
  await build({
    entryPoints: entryPoints.map((entry) => join(root, entry)),
    outdir,
    bundle: true,
    // What a run does not use (the library, for the host engine) is a chunk that is never loaded.
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    outExtension: { ".js": ".mjs" },
    logLevel: "error"
  })
  return outdir
}
