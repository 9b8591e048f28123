/** The examples of the documentation run, and print what it says they do. */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
// Bun lays out logged values differently; the documents show what Node prints.
const node = process.versions.bun === undefined ? process.execPath : "node"
const folder = join(root, "node_modules", ".cache", "docs-test", String(process.pid))

interface Example {
  readonly heading: string
  readonly code: string
  /** The block of text that follows, if one does before the next heading. */
  readonly printed: string | undefined
}

/** The TypeScript blocks of a document, each with the output that follows it. */
function examplesOf(text: string): Example[] {
  const examples: Example[] = []
  for (const section of text.split(/^(?=## )/m)) {
    const heading = /^## (.*)/.exec(section)?.[1] ?? ""
    const blocks = [...section.matchAll(/^```(ts|text)\n([\s\S]*?)^```$/gm)]
    blocks.forEach(([, language, code], i) => {
      if (language !== "ts") return
      const next = blocks[i + 1]
      examples.push({ heading, code, printed: next?.[1] === "text" ? next[2] : undefined })
    })
  }
  return examples
}

const readme = readFileSync(join(root, "README.md"), "utf8")
const examples = examplesOf(readme)

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  examples.forEach(({ code }, i) => writeFileSync(join(folder, `example-${i}.ts`), code))
  await build({
    entryPoints: examples.map((_, i) => join(folder, `example-${i}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: {
      "effect-codemode": join(root, "src/index.ts"),
      "effect-codemode/declarations": join(root, "src/declarations.ts"),
      "effect-codemode/testing": join(root, "src/testing.ts")
    },
    logLevel: "error"
  })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the examples of the README", () => {
  it("are there", () => {
    expect(examples.length).toBeGreaterThanOrEqual(6)
  })

  it.each(examples.map((example, i) => [i, example.heading, example] as const))("%i: %s", async (i, _, { printed }) => {
    const { stdout, stderr } = await promisify(execFile)(node, [join(folder, `example-${i}.mjs`)], {
      cwd: root
    })
    expect(stderr).toBe("")
    expect(stdout).toBe(printed)
  })
})

const documents = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".md") && !/(^|[/\\])(node_modules|dist|\.git)[/\\]/.test(path)
)

describe("the documents", () => {
  it.each(documents)("%s links only to what exists", (path) => {
    const text = readFileSync(join(root, path), "utf8").replace(/```[\s\S]*?```/g, "")
    const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target]) => target)
    const missing = targets.filter(
      (target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, normalize(join(dirname(path), target))))
    )
    expect(missing).toEqual([])
  })

  it("in the README link to what is in the package", () => {
    const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] }
    const links = [...readme.replace(/```[\s\S]*?```/g, "").matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) =>
      normalize(link)
    )
    const isPacked = (link: string) => files.some((file) => link === file || link.startsWith(`${file}/`))
    expect(links.filter((link) => !isPacked(link))).toEqual([])
  })

  it("name scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>
    }
    for (const path of ["README.md", "AGENTS.md", "SECURITY.md"]) {
      const named = [...readFileSync(join(root, path), "utf8").matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name)
      expect(
        named.filter((name) => scripts[name] === undefined),
        path
      ).toEqual([])
    }
  })

  it("name tests that exist", () => {
    const text = readFileSync(join(root, "SECURITY.md"), "utf8")
    const named = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
