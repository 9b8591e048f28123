import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { bodyOf, parseMetadata } from "./metadata.ts"
import type { Metadata } from "./metadata.ts"

/** One file of the measure. `path` is relative to the checkout's `test` folder, with forward slashes. */
export interface TestFile {
  readonly path: string
  readonly metadata: Metadata
}

const outOfScopeFlags = new Set(["module", "raw", "noStrict", "CanBlockIsTrue", "CanBlockIsFalse"])

const outOfScopeFolders = [
  "language/module-code",
  "language/import",
  "language/export",
  "language/eval-code",
  "language/expressions/dynamic-import",
  "language/expressions/import.meta",
  "built-ins/Temporal",
  "built-ins/ShadowRealm",
  "built-ins/SharedArrayBuffer",
  "built-ins/Atomics",
  "built-ins/eval",
  "built-ins/AbstractModuleSource",
  "built-ins/FinalizationRegistry",
  "built-ins/WeakRef"
].map((folder) => `${folder}/`)

const outOfScopeFeatures = new Set([
  "cross-realm",
  "tail-call-optimization",
  "caller",
  "IsHTMLDDA",
  "host-gc-required",
  "legacy-regexp",
  "decorators",
  "hashbang",
  "__getter__",
  "__setter__",
  // modules
  "arbitrary-module-namespace-names",
  "dynamic-import",
  "export-defer",
  "export-star-as-namespace-from-module",
  "import-attributes",
  "import-bytes",
  "import-defer",
  "import-text",
  "import.meta",
  "json-modules",
  "source-phase-imports",
  "source-phase-imports-module-source",
  // shared memory
  "Atomics",
  "Atomics.pause",
  "Atomics.waitAsync",
  "SharedArrayBuffer",
  // Temporal, and the weak references whose folders are out of scope
  "FinalizationRegistry",
  "Temporal",
  "WeakRef"
])

const hostHooks = /\$262\.(?:createRealm|evalScript|agent|gc)\b/

// Direct calls of `eval`, and calls of the function constructors (`Function` and its async and generator kin) with or without `new`.
const dynamicCode = /(?<![.\w$])eval\s*\(|\b(?:Async|Generator|AsyncGenerator)?Function\s*\(|\bnew Function\b/

const moduleSyntax = /\bimport\s*[(.]/
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** Why a file is out of scope, or undefined when it belongs to the measure. */
export function exclusion(path: string, source: string, metadata: Metadata): string | undefined {
  const folder = outOfScopeFolders.find((candidate) => path.startsWith(candidate))
  if (folder !== undefined) return `folder ${folder}`
  const flag = metadata.flags.find((candidate) => outOfScopeFlags.has(candidate))
  if (flag !== undefined) return `flag ${flag}`
  const feature = metadata.features.find((candidate) => outOfScopeFeatures.has(candidate))
  if (feature !== undefined) return `feature ${feature}`
  const body = bodyOf(source)
  if (hostHooks.test(body)) return "host hook"
  if (dynamicCode.test(body)) return "dynamic code"
  if (moduleSyntax.test(body) && moduleSyntax.test(body.replace(comments, ""))) return "module syntax"
  return undefined
}

function walk(folder: string, prefix: string, into: Array<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) walk(join(folder, entry.name), `${path}/`, into)
    else if (entry.name.endsWith(".js") && !entry.name.includes("_FIXTURE")) into.push(path)
  }
}

/** All files of the measure in code-unit order of their paths. */
export function collectScope(checkout: string): ReadonlyArray<TestFile> {
  const paths: Array<string> = []
  for (const top of ["built-ins", "language"]) walk(join(checkout, "test", top), `${top}/`, paths)
  const files: Array<TestFile> = []
  for (const path of paths) {
    if (outOfScopeFolders.some((folder) => path.startsWith(folder))) continue
    const source = readFileSync(join(checkout, "test", path), "utf8")
    const metadata = parseMetadata(source)
    if (exclusion(path, source, metadata) === undefined) files.push({ path, metadata })
  }
  return files.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0))
}
