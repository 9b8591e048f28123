import { compile, Matcher } from "../../../src/interpreter/regexp/index.ts"
import type { Outcome, Program } from "../../../src/interpreter/regexp/index.ts"

/** Runs a search to its end, `steps` at a time, and gives the groups' bounds; `null` when nothing matches. */
export function search(program: Program, input: string, lastIndex = 0, steps = 1_000_000): Array<number> | null {
  const matcher = new Matcher(program, input)
  matcher.start(lastIndex)
  let outcome: Outcome = matcher.run(steps)
  while (outcome === "paused") outcome = matcher.run(steps)
  if (outcome === "exhausted") throw new Error("exhausted")
  return outcome === "match" ? Array.from(matcher.captures.subarray(0, program.groupCount * 2)) : null
}

/** What the host's engine finds, in the same form. */
export function hostSearch(pattern: string, flags: string, input: string, lastIndex = 0): Array<number> | null {
  const extra = flags.includes("y") ? "d" : "dg"
  const expression = new RegExp(pattern, flags + extra)
  expression.lastIndex = lastIndex
  const match = expression.exec(input)
  return match === null ? null : match.indices!.flatMap((pair) => pair ?? [-1, -1])
}

/** The strings of the groups, for readable expectations; `undefined` for a group that took no part. */
export function exec(pattern: string, flags: string, input: string, lastIndex = 0): Array<string | undefined> | null {
  const found = search(compile(pattern, flags), input, lastIndex)
  if (found === null) return null
  const groups: Array<string | undefined> = []
  for (let at = 0; at < found.length; at += 2) {
    groups.push(found[at] < 0 ? undefined : input.slice(found[at], found[at + 1]))
  }
  return groups
}
