import { groupFailures } from "./pattern.ts"
import type { Verdict } from "./verdict.ts"

export interface Count {
  scope: number
  passed: number
}

export function count(verdicts: Iterable<Verdict>): Count {
  const total: Count = { scope: 0, passed: 0 }
  for (const { pass } of verdicts) {
    total.scope++
    if (pass) total.passed++
  }
  return total
}

/** Counts by the first two folders of the path, or by as many as `depth` says. */
export function countByFolder(verdicts: Iterable<Verdict>, depth: number): Map<string, Count> {
  const counts = new Map<string, Count>()
  for (const { path, pass } of verdicts) {
    const folder = path.split("/").slice(0, -1).slice(0, depth).join("/")
    const entry = counts.get(folder) ?? { scope: 0, passed: 0 }
    entry.scope++
    if (pass) entry.passed++
    counts.set(folder, entry)
  }
  return new Map([...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
}

export function percent({ scope, passed }: Count): string {
  // Cut, not rounded: 100.00% means every file.
  return scope === 0 ? "–" : `${(Math.floor((passed * 10000) / scope) / 100).toFixed(2)}%`
}

export function folderTable(verdicts: ReadonlyArray<Verdict>, depth: number): string {
  const rows = [...countByFolder(verdicts, depth)]
  for (const top of ["language", "built-ins"]) {
    const part = verdicts.filter(({ path }) => path.startsWith(`${top}/`))
    if (part.length > 0) rows.push([top, count(part)])
  }
  rows.push(["total", count(verdicts)])
  const width = Math.max(...rows.map(([folder]) => folder.length))
  return rows
    .map(([folder, entry]) => {
      const failed = entry.scope - entry.passed
      const cells = [String(entry.scope).padStart(6), String(entry.passed).padStart(6), percent(entry).padStart(8)]
      return `${folder.padEnd(width)} ${cells.join(" ")}${failed === 0 ? "" : `  ${failed} failed`}`
    })
    .join("\n")
}

export function summary(verdicts: ReadonlyArray<Verdict>, top: number, samples: number): string {
  const groups = groupFailures(verdicts)
  const failures = groups.reduce((sum, { paths }) => sum + paths.length, 0)
  const lines = [`${failures} failures in ${groups.length} patterns, most frequent first`]
  for (const { pattern, paths, sample } of groups.slice(0, top)) {
    lines.push("", `${String(paths.length).padStart(5)}  ${pattern}`, `       ${places(paths)}`)
    const first = sample.split("\n")[0]
    if (first !== pattern) lines.push(`       e.g. ${first.slice(0, 200)}`)
    for (const path of spread(paths, samples)) lines.push(`         ${path}`)
  }
  const rest = groups.slice(top)
  if (rest.length > 0) {
    const files = rest.reduce((sum, { paths }) => sum + paths.length, 0)
    lines.push("", `${rest.length} more patterns (${files} files): --summary ${groups.length}`)
  }
  return lines.join("\n")
}

function places(paths: ReadonlyArray<string>): string {
  const folders = new Map<string, number>()
  for (const path of paths) {
    const folder = path.split("/").slice(0, 2).join("/")
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const sorted = [...folders].sort((left, right) => right[1] - left[1])
  const shown = sorted.slice(0, 4).map(([folder, files]) => `${folder} ${files}`)
  if (sorted.length > 4) shown.push(`${sorted.length - 4} more folders`)
  return `in ${shown.join(", ")}`
}

/** Samples from all over the list: neighbours tend to be copies of one test. */
function spread(paths: ReadonlyArray<string>, samples: number): ReadonlyArray<string> {
  if (paths.length <= samples) return paths
  return Array.from({ length: samples }, (_, index) => paths[Math.floor((index * paths.length) / samples)])
}
