/**
 * What importing the library costs: the size of its bundle (minified, and compressed) without and with its dependencies, and the time from the
 * start of `import` to its end in fresh processes, Effect already loaded; CPU time in milliseconds, median and spread.
 *
 * Run: `npm run bench -- import [--rounds=5]`.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { median } from "./statistics.ts"

const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds="))?.slice(9) ?? 5)
const outdir = join(process.cwd(), "node_modules", ".cache", "import", String(process.pid))
mkdirSync(outdir, { recursive: true })

const kinds: readonly (readonly [string, readonly string[]])[] = [
  ["own code", ["effect", "effect/*", "yaml", "acorn", "@eslint-community/regexpp", "@sveltejs/acorn-typescript"]],
  ["with parsers", ["effect", "effect/*", "yaml"]]
]

console.log("bundle          KiB    gzip KiB   import ms   (min–max)")
try {
  for (const [name, external] of kinds) {
    const outfile = join(outdir, `${name.replace(" ", "-")}.mjs`)
    await build({
      entryPoints: ["src/index.ts"],
      outfile,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      external: [...external],
      logLevel: "error"
    })
    const text = readFileSync(outfile)
    const script = `
await import("effect")
const start = process.cpuUsage()
await import(${JSON.stringify(outfile)})
const { user, system } = process.cpuUsage(start)
console.log((user + system) / 1000)`
    const times: number[] = []
    for (let i = 0; i < rounds; i++) {
      const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
      if (child.status !== 0) throw new Error(child.stderr)
      times.push(Number(child.stdout))
    }
    const size = (bytes: number): string => (bytes / 1024).toFixed(0).padStart(6)
    const spread = `(${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})`
    console.log(
      `${name.padEnd(12)} ${size(text.length)} ${size(gzipSync(text).length).padStart(11)} ${median(times).toFixed(0).padStart(11)}   ${spread}`
    )
  }
} finally {
  rmSync(outdir, { recursive: true, force: true })
}
