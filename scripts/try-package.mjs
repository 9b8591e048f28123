// Packs the package, installs the tarball in an empty project, and there compiles, runs and bundles the quick start of the README.
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const root = fileURLToPath(new URL("..", import.meta.url))
const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const folder = mkdtempSync(join(tmpdir(), "effect-codemode-package-"))
const project = join(folder, "project")
mkdirSync(project)

const call = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
const expect = (what, got, wanted) => {
  if (got !== wanted) throw new Error(`${what}: expected\n${wanted}\nbut got\n${got}`)
  console.log(`ok: ${what}`)
}

/** The first block of a language after a heading of the README. */
const block = (heading, language) => {
  const readme = readFileSync(join(root, "README.md"), "utf8")
  const section = readme.slice(readme.indexOf(`\n## ${heading}\n`))
  return section.split(`\n\`\`\`${language}\n`)[1].split("\n```")[0]
}

try {
  const [{ filename, files, size }] = JSON.parse(
    call("npm", ["pack", "--json", "--silent", "--foreground-scripts=false", "--pack-destination", folder], root)
  )
  console.log(`packed ${files.length} files, ${Math.round(size / 1024)} kB`)
  // Only what was built, documents, the licence and the package's own file.
  const stray = files.filter(({ path }) => !/^(dist\/|package\.json$|LICENSE$|(src\/[\w-]+\/)?[\w-]+\.md$)/.test(path))
  expect("nothing stray is packed", stray.map(({ path }) => path).join(), "")

  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }))
  call(
    "npm",
    [
      "install",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      join(folder, filename),
      `effect@${own.devDependencies.effect}`
    ],
    project
  )

  writeFileSync(join(project, "quick-start.ts"), block("First run", "ts"))
  writeFileSync(
    join(project, "declarations.ts"),
    `import { Schema, Effect } from "effect"
import { Tool } from "effect-codemode"
import { catalog, instructions } from "effect-codemode/declarations"
const ping = Tool.make({ description: "Ping", input: Schema.Struct({}), run: () => Effect.succeed("pong") })
console.log(catalog({ ping }).length, instructions({ ping }).includes("tools.ping"))
`
  )
  writeFileSync(join(project, "testing.ts"), block("Testing your tools", "ts"))
  // As strict as it gets, with declaration files checked as well; a host without the types of Node.
  const options = ["--strict", "--exactOptionalPropertyTypes", "--verbatimModuleSyntax", "--skipLibCheck", "false"]
  const target = ["--target", "ES2022", "--module", "NodeNext", "--lib", "ES2022,DOM", "--types", ""]
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  call(process.execPath, [tsc, ...options, ...target, "quick-start.ts", "declarations.ts", "testing.ts"], project)
  console.log("ok: the quick start compiles")
  expect(
    "the quick start prints what the README says",
    call(process.execPath, ["quick-start.js"], project).trimEnd(),
    block("First run", "text")
  )
  expect(
    "the test kit prints what the README says",
    call(process.execPath, ["testing.js"], project).trimEnd(),
    block("Testing your tools", "text")
  )
  expect("declarations work by themselves", call(process.execPath, ["declarations.js"], project).trim(), "1 true")

  for (const [name, entry] of [
    ["effect-codemode", `export * from "effect-codemode"`],
    ["effect-codemode/declarations", `export * from "effect-codemode/declarations"`],
    ["effect-codemode/testing", `export * from "effect-codemode/testing"`]
  ]) {
    writeFileSync(join(project, "entry.js"), entry)
    const bundle = {
      entryPoints: [join(project, "entry.js")],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      logLevel: "error"
    }
    const sizes = []
    for (const external of [["effect"], []]) {
      const outfile = join(project, "bundle.js")
      await build({ ...bundle, outfile, external: [...external, "yaml"] })
      sizes.push(
        `${Math.round(statSync(outfile).size / 1024)} kB (${Math.round(gzipSync(readFileSync(outfile)).length / 1024)} kB gzipped)`
      )
    }
    console.log(`ok: ${name} bundles for browsers: ${sizes[0]} without effect, ${sizes[1]} with it`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
