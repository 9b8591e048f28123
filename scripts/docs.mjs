// Rewrites the generated documents.
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle, root } from "./bundle.mjs"

const outdir = await bundle("docs", ["test/language/readme-cli.ts"])
const target = join(root, "src/interpreter/README.md")
const { status } = spawnSync(process.execPath, [join(outdir, "readme-cli.mjs"), target], { stdio: "inherit" })
rmSync(outdir, { recursive: true, force: true })
if (status !== 0) process.exit(status ?? 1)
// The formatter pads tables; the test compares without padding.
process.exit(spawnSync("npx", ["oxfmt", target], { stdio: "inherit" }).status ?? 1)
