import { execFileSync } from "node:child_process"
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { engineNames, makeEngine } from "./engine.ts"
import type { EngineName } from "./engine.ts"
import { compare, readExpectations, updated, writeExpectations } from "./expectations.ts"
import { parseMetadata } from "./metadata.ts"
import { patternOf } from "./pattern.ts"
import { runPool } from "./pool.ts"
import { Assembler } from "./program.ts"
import { count, countByFolder, folderTable, percent, summary } from "./report.ts"
import { collectScope, exclusion } from "./scope.ts"
import type { TestFile } from "./scope.ts"
import { complaint } from "./verdict.ts"
import type { Verdict } from "./verdict.ts"

const usage = `npm run conformance -- --test262 <checkout> [options]

what to run
  --test262 <folder>    a test262 checkout at the commit of pin.json (or the environment variable TEST262)
  --filter <prefix>     only paths with this prefix below test/; may be repeated
  --grep <regexp>       only paths that match
  --failed              only what failed in the last run
  --file <path>         one file, verbosely: source line, message, logs, the program with --program
how to run
  --engine <name>       ${engineNames.join(", ")} (default codemode)
  --workers <n>         child processes (default ${availableParallelism()})
  --timeout <ms>        per test (default 10000); eight times that when the machine is busy with other work
  --slice <n>           suspend every n steps (with --engine bare)
what to print
  --summary [n]         failures grouped by normalised message, the n most frequent (default 40)
  --pattern <text>      all paths whose failure pattern contains the text
  --samples <n>         sample paths per pattern (default 3)
  --last                print from the last run's results, run nothing
  --depth <n>           folders in the table (default 2)
  --slow <n>            the n slowest files
  --json                one JSON document instead of text
what to keep
  --update              rewrite the expectations: reasons stay, new failures become "unclassified"
  --record              append a line to history.jsonl (whole runs only)`

// `--summary` takes an optional number, which parseArgs has no notion of.
const raw = process.argv.slice(2)
const summaryAt = raw.indexOf("--summary")
if (summaryAt >= 0 && !/^\d+$/.test(raw[summaryAt + 1] ?? "")) raw.splice(summaryAt + 1, 0, "40")

const { values: flags } = parseArgs({
  args: raw,
  options: {
    root: { type: "string", default: "." },
    test262: { type: "string" },
    filter: { type: "string", multiple: true },
    grep: { type: "string" },
    failed: { type: "boolean", default: false },
    file: { type: "string" },
    program: { type: "boolean", default: false },
    engine: { type: "string", default: "codemode" },
    workers: { type: "string" },
    timeout: { type: "string", default: "10000" },
    slice: { type: "string", default: "" },
    summary: { type: "string" },
    pattern: { type: "string" },
    samples: { type: "string", default: "3" },
    last: { type: "boolean", default: false },
    depth: { type: "string", default: "2" },
    slow: { type: "string" },
    json: { type: "boolean", default: false },
    update: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    help: { type: "boolean", default: false }
  }
})

const home = join(flags.root, "test", "conformance")
const pin = JSON.parse(readFileSync(join(home, "pin.json"), "utf8")) as { commit: string; scope: number }
const engineName = flags.engine as EngineName
const timeoutMs = Number(flags.timeout)
const lastFile = join(flags.root, "node_modules", ".cache", `conformance-last-${engineName}.json`)

function stop(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function checkoutFolder(): string {
  const folder = flags.test262 ?? process.env["TEST262"]
  if (folder === undefined) stop(usage)
  const checkout = resolve(folder)
  if (!existsSync(join(checkout, "harness", "assert.js"))) stop(`${checkout} is not a test262 checkout`)
  if (existsSync(join(checkout, ".git"))) {
    const head = execFileSync("git", ["-C", checkout, "rev-parse", "HEAD"], { encoding: "utf8" }).trim()
    if (head !== pin.commit) stop(`${checkout} is at ${head}, the measure is pinned to ${pin.commit}`)
  }
  return checkout
}

function selected(path: string): boolean {
  if (flags.filter !== undefined && !flags.filter.some((prefix) => path.startsWith(prefix.replace(/^test\//, "")))) {
    return false
  }
  return flags.grep === undefined || new RegExp(flags.grep).test(path)
}

function lastVerdicts(): ReadonlyArray<Verdict> {
  if (!existsSync(lastFile)) return []
  return JSON.parse(readFileSync(lastFile, "utf8")) as ReadonlyArray<Verdict>
}

/** A filtered run replaces only its own files in the memory of the last run. */
function remember(verdicts: ReadonlyArray<Verdict>): void {
  const merged = new Map(lastVerdicts().map((verdict) => [verdict.path, verdict]))
  for (const verdict of verdicts) merged.set(verdict.path, verdict)
  mkdirSync(dirname(lastFile), { recursive: true })
  const draft = `${lastFile}.${process.pid}`
  writeFileSync(draft, JSON.stringify([...merged.values()]))
  renameSync(draft, lastFile)
}

async function runAll(tests: ReadonlyArray<TestFile>, checkout: string): Promise<ReadonlyArray<Verdict>> {
  const verdicts: Array<Verdict> = []
  let failures = 0
  let shown = performance.now()
  const start = shown
  await runPool(tests, {
    workerPath: join(dirname(fileURLToPath(import.meta.url)), "worker.mjs"),
    checkout,
    engine: engineName,
    timeoutMs,
    slice: flags.slice,
    workers: flags.workers === undefined ? availableParallelism() : Number(flags.workers),
    onVerdict: (verdict) => {
      verdicts.push(verdict)
      if (!verdict.pass) failures++
      const now = performance.now()
      if (now - shown > (process.stderr.isTTY ? 500 : 15_000)) {
        shown = now
        const line = `${verdicts.length}/${tests.length}, ${failures} failed, ${Math.round((now - start) / 1000)} s`
        process.stderr.write(process.stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
      }
    }
  })
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K")
  return verdicts.sort((left, right) => (left.path < right.path ? -1 : 1))
}

async function runFile(checkout: string, given: string): Promise<number> {
  const path = given.replace(/^.*?\btest\/(?=language|built-ins)/, "")
  const metadata = parseMetadata(readFileSync(join(checkout, "test", path), "utf8"))
  const engine = await makeEngine(engineName, timeoutMs, flags.slice === "" ? undefined : Number(flags.slice))
  const assembled = new Assembler(checkout, engine.shape).assemble({ path, metadata })
  const start = performance.now()
  const outcome = await engine.run(assembled.code)
  const ms = performance.now() - start
  const note = complaint({ path, metadata }, outcome, engine.shape)
  const lines = [
    path,
    `flags ${metadata.flags.join() || "none"}; includes ${metadata.includes.join() || "none"}; features ${metadata.features.join() || "none"}`
  ]
  if (metadata.negative !== undefined)
    lines.push(`expects ${metadata.negative.type} in phase ${metadata.negative.phase}`)
  const excluded = exclusion(path, assembled.source, metadata)
  if (excluded !== undefined) lines.push(`out of scope: ${excluded}`)
  if (flags.program) lines.push("", numbered(assembled.code))
  else lines.push("", numbered(assembled.source))
  lines.push("", `outcome ${outcome.type}, ${ms.toFixed(1)} ms`)
  if (outcome.logs.length > 0) lines.push("logs", ...outcome.logs.map((log) => `  ${log}`))
  if ("message" in outcome) lines.push("kind" in outcome ? `${outcome.kind}: ${outcome.message}` : outcome.message)
  if ("line" in outcome && outcome.line !== undefined) {
    const line = outcome.line - assembled.offset
    const text = assembled.code.split("\n")[outcome.line - 1] ?? ""
    lines.push(`at line ${line > 0 ? `${line} of the test` : `${outcome.line} of the prelude`}: ${text.trim()}`)
  }
  lines.push("", note === undefined ? "PASS" : `FAIL  ${note}`)
  process.stdout.write(`${lines.join("\n")}\n`)
  return note === undefined ? 0 : 1
}

function numbered(text: string): string {
  return text
    .split("\n")
    .map((line, index) => `${String(index + 1).padStart(4)}  ${line}`)
    .join("\n")
}

function recordHistory(verdicts: ReadonlyArray<Verdict>): void {
  const commit = execFileSync("git", ["-C", flags.root, "rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim()
  const part = (top: string) => count(verdicts.filter(({ path }) => path.startsWith(`${top}/`)))
  const date = new Date().toISOString().slice(0, 10)
  const entry = { commit, date, ...count(verdicts), language: part("language"), builtins: part("built-ins") }
  appendFileSync(join(home, "history.jsonl"), `${JSON.stringify(entry)}\n`)
}

function list(title: string, paths: ReadonlyArray<string>, notes?: ReadonlyMap<string, Verdict>): void {
  if (paths.length === 0) return
  const shown = paths.slice(0, 50).map((path) => {
    const note = notes?.get(path)?.note.split("\n")[0].slice(0, 140)
    return `  ${path}${note === undefined || note === "" ? "" : `\n      ${note}`}`
  })
  if (paths.length > 50) shown.push(`  … and ${paths.length - 50} more`)
  process.stdout.write(`\n${title} (${paths.length})\n${shown.join("\n")}\n`)
}

function print(verdicts: ReadonlyArray<Verdict>): void {
  process.stdout.write(`${folderTable(verdicts, Number(flags.depth))}\n`)
  if (flags.summary !== undefined) {
    process.stdout.write(`\n${summary(verdicts, Number(flags.summary), Number(flags.samples))}\n`)
  }
  if (flags.pattern !== undefined) {
    const wanted = flags.pattern
    const matching = verdicts.filter(({ pass, note }) => !pass && patternOf(note).includes(wanted))
    process.stdout.write(
      `\n${matching.length} files\n${matching.map(({ path, note }) => `${path}\n    ${note.split("\n")[0].slice(0, 200)}`).join("\n")}\n`
    )
  }
  if (flags.slow !== undefined) {
    const slow = [...verdicts].sort((left, right) => right.ms - left.ms).slice(0, Number(flags.slow))
    process.stdout.write(
      `\nslowest\n${slow.map(({ path, ms }) => `${ms.toFixed(0).padStart(7)} ms  ${path}`).join("\n")}\n`
    )
  }
}

async function main(): Promise<number> {
  if (flags.help) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (flags.slice !== "" && engineName !== "bare") stop("--slice needs --engine bare")
  if (!engineNames.includes(engineName)) stop(`--engine is one of ${engineNames.join(", ")}`)
  if (flags.last) {
    print(lastVerdicts().filter(({ path }) => selected(path)))
    return 0
  }
  const checkout = checkoutFolder()
  if (flags.file !== undefined) return runFile(checkout, flags.file)

  const scope = collectScope(checkout)
  if (scope.length !== pin.scope) {
    process.stderr.write(
      `scope is ${scope.length} files, the measure has ${pin.scope}: is the checkout complete and at the pin?\n`
    )
    if (!flags.filter && !flags.grep) return 2
  }
  const failed = new Set(flags.failed ? lastVerdicts().flatMap(({ path, pass }) => (pass ? [] : [path])) : [])
  const tests = scope.filter(({ path }) => selected(path) && (!flags.failed || failed.has(path)))
  if (tests.length === 0) stop("no file of the measure is selected")
  const start = performance.now()
  const verdicts = await runAll(tests, checkout)
  const seconds = (performance.now() - start) / 1000
  remember(verdicts)

  const results = new Map(verdicts.map(({ path, pass }) => [path, pass]))
  const isSelected = (path: string) => selected(path) && (!flags.failed || failed.has(path))
  const expectationsFolder = join(home, "expectations")
  const expectations = readExpectations(expectationsFolder)
  const difference = compare(expectations, results, isSelected)
  const total = count(verdicts)
  const whole = tests.length === scope.length

  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({
        commit: pin.commit,
        engine: engineName,
        seconds,
        total,
        folders: Object.fromEntries(countByFolder(verdicts, Number(flags.depth))),
        ...difference,
        failures: verdicts.filter(({ pass }) => !pass).map(({ path, note }) => ({ path, note }))
      })}\n`
    )
  } else {
    print(verdicts)
    process.stdout.write(`\n${total.passed} of ${total.scope} pass (${percent(total)}) in ${seconds.toFixed(0)} s\n`)
  }
  if (engineName !== "codemode") return 0
  if (flags.record) {
    if (!whole) stop("--record needs a whole run")
    recordHistory(verdicts)
  }
  if (flags.update) {
    writeExpectations(expectationsFolder, updated(expectations, results, isSelected))
    if (!flags.json) process.stdout.write("expectations rewritten\n")
    return 0
  }
  if (!flags.json) {
    const notes = new Map(verdicts.map((verdict) => [verdict.path, verdict]))
    list("unexpected failures", difference.unexpectedFailures, notes)
    list("unexpected passes: take them off the expectations (--update)", difference.unexpectedPasses)
    list("listed as failing, but not in the measure", difference.unknown)
  }
  const surprises =
    difference.unexpectedFailures.length + difference.unexpectedPasses.length + difference.unknown.length
  return surprises === 0 ? 0 : 1
}

process.exitCode = await main()
