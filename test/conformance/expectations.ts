import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const unclassified = "unclassified"

/** Known failures: path → the reason above its group. */
export type Expectations = Map<string, string>

/**
 * A file holds groups: one or more `# reason` lines, then paths. A reason may be several lines long.
 * A path before any reason, twice, or out of order is an error: the lists are plain and sorted so that diffs say what changed.
 */
export function parseExpectations(text: string, file: string, into: Expectations): void {
  let reason: string | undefined
  let inReason = false
  let previous = ""
  text.split("\n").forEach((raw, index) => {
    const line = raw.trim()
    if (line === "") return
    const where = `${file}:${index + 1}`
    if (line.startsWith("#")) {
      const part = line.slice(1).trim()
      reason = inReason ? `${reason}\n${part}` : part
      inReason = true
      previous = ""
      return
    }
    inReason = false
    if (reason === undefined) throw new Error(`${where}: a path needs a "# reason" line above its group`)
    if (into.has(line)) throw new Error(`${where}: ${line} is listed twice`)
    if (line <= previous) throw new Error(`${where}: ${line} is not in sorted order`)
    previous = line
    into.set(line, reason)
  })
}

export function readExpectations(folder: string): Expectations {
  const expectations: Expectations = new Map()
  if (!existsSync(folder)) return expectations
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith(".txt")) parseExpectations(readFileSync(join(folder, name), "utf8"), name, expectations)
  }
  return expectations
}

/** `language/…` and `built-ins/…` each have a file; within it groups by reason, the unclassified last. */
export function formatExpectations(expectations: Expectations, top: string): string {
  const groups = new Map<string, Array<string>>()
  for (const [path, reason] of expectations) {
    if (!path.startsWith(`${top}/`)) continue
    const group = groups.get(reason)
    if (group === undefined) groups.set(reason, [path])
    else group.push(path)
  }
  return [...groups]
    .sort(([left], [right]) =>
      left === unclassified ? 1 : right === unclassified ? -1 : left < right ? -1 : left > right ? 1 : 0
    )
    .map(([reason, paths]) => {
      const heading = reason.split("\n").map((line) => `# ${line}`)
      return `${[...heading, ...paths.sort()].join("\n")}\n`
    })
    .join("\n")
}

export function writeExpectations(folder: string, expectations: Expectations): void {
  mkdirSync(folder, { recursive: true })
  for (const top of ["language", "built-ins"]) {
    const text = formatExpectations(expectations, top)
    const file = join(folder, `${top}.txt`)
    if (text === "") rmSync(file, { force: true })
    else writeFileSync(file, text)
  }
}

export interface Difference {
  readonly unexpectedFailures: ReadonlyArray<string>
  readonly unexpectedPasses: ReadonlyArray<string>
  /** Listed, inside what was to run, but not a file of the measure. */
  readonly unknown: ReadonlyArray<string>
}

export function compare(
  expectations: Expectations,
  results: ReadonlyMap<string, boolean>,
  selected: (path: string) => boolean
): Difference {
  const unexpectedFailures: Array<string> = []
  const unexpectedPasses: Array<string> = []
  const unknown: Array<string> = []
  for (const [path, pass] of results) {
    if (!pass && !expectations.has(path)) unexpectedFailures.push(path)
    if (pass && expectations.has(path)) unexpectedPasses.push(path)
  }
  for (const path of expectations.keys()) if (selected(path) && !results.has(path)) unknown.push(path)
  return {
    unexpectedFailures: unexpectedFailures.sort(),
    unexpectedPasses: unexpectedPasses.sort(),
    unknown: unknown.sort()
  }
}

/** Keeps the reason of what still fails, drops what passes or vanished, puts new failures under `unclassified`. */
export function updated(
  expectations: Expectations,
  results: ReadonlyMap<string, boolean>,
  selected: (path: string) => boolean
): Expectations {
  const next: Expectations = new Map()
  for (const [path, reason] of expectations) {
    if (!selected(path) || results.get(path) === false) next.set(path, reason)
  }
  for (const [path, pass] of results) if (!pass && !next.has(path)) next.set(path, unclassified)
  return next
}
