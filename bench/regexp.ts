/**
 * The time of the own regular expression engine against the host's, over {@link patterns}.
 *
 * Each collects every match in the text with its groups as strings. "machine" is the interruptible machine alone, "default"
 * what programs get: the host's engine where that is proven to be bounded, else the machine. Rounds are interleaved; a
 * figure is the median of the rounds, in microseconds for the whole text.
 *
 * Run: `npx esbuild bench/regexp.ts --bundle --format=esm --platform=node --outfile=/tmp/bench.mjs && node /tmp/bench.mjs`
 */
import { compile, Matcher } from "../src/interpreter/regexp/index.ts"
import type { Program } from "../src/interpreter/regexp/index.ts"
import { patterns, texts } from "./regexp-patterns.ts"
import { worst } from "./regexp-worst.ts"

const rounds = 15
const roundMs = 6

function hostMatches(expression: RegExp, text: string): number {
  let sum = 0
  expression.lastIndex = 0
  if (!expression.global) {
    const match = expression.exec(text)
    return match === null ? 0 : match.index + match[0].length
  }
  for (;;) {
    const match = expression.exec(text)
    if (match === null) return sum
    sum += match.index + match[0].length
    if (match[0] === "") expression.lastIndex += 1
  }
}

/** What the built-in does with the bounds: an array of substrings. */
function materialize(captures: Int32Array, groups: number, text: string): Array<string | undefined> {
  const result: Array<string | undefined> = []
  for (let group = 0; group < groups; group++) {
    const start = captures[2 * group]
    result.push(start < 0 ? undefined : text.slice(start, captures[2 * group + 1]))
  }
  return result
}

function ownMatches(program: Program, text: string, linear: boolean): number {
  const matcher = new Matcher(program, text, undefined, linear)
  let sum = 0
  let from = 0
  do {
    matcher.start(from)
    let outcome = matcher.run(10_000)
    while (outcome === "paused") outcome = matcher.run(10_000)
    if (outcome !== "match") return sum
    const match = materialize(matcher.captures, program.groupCount, text)
    const [start, stop] = matcher.captures
    sum += start + match[0]!.length
    from = stop === start ? stop + 1 : stop
  } while (program.flags.global && from <= text.length)
  return sum
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]

function timed(run: () => number, iterations: number): number {
  const start = performance.now()
  for (let at = 0; at < iterations; at++) run()
  return (performance.now() - start) / iterations
}

// The machine is one function: let the host's compiler see all of it first, as in a process that has run for a while.
const warmUntil = performance.now() + 5000
while (performance.now() < warmUntil) {
  for (const { pattern, flags, text } of patterns) ownMatches(compile(pattern, flags), texts[text], false)
}

const only = process.argv[2]
const machineRatios: Array<number> = []
const defaultRatios: Array<number> = []
console.log(`${"pattern".padEnd(28)}  chars      host   machine   default  machine/host  default/host`)
for (const { name, pattern, flags, text } of patterns) {
  if (only !== undefined && !name.includes(only)) continue
  const input = texts[text]
  const expression = new RegExp(pattern, flags)
  const program = compile(pattern, flags)
  const runs = [
    () => hostMatches(expression, input),
    () => ownMatches(program, input, false),
    () => ownMatches(program, input, true)
  ]
  const sums = runs.map((run) => run())
  if (sums.some((sum) => sum !== sums[0])) throw new Error(`${name}: different results`)
  const iterations = runs.map((run) => {
    timed(run, 20)
    return Math.max(1, Math.ceil(roundMs / timed(run, 5)))
  })
  const times: Array<Array<number>> = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    runs.forEach((run, which) => times[which].push(timed(run, iterations[which]) * 1000))
  }
  const [host, machine, standard] = times.map(median)
  machineRatios.push(machine / host)
  defaultRatios.push(standard / host)
  const figures = [host, machine, standard].map((us) => us.toFixed(2).padStart(10))
  const ratios = [machine / host, standard / host].map((ratio) => ratio.toFixed(2).padStart(14))
  console.log(`${name.padEnd(28)}${String(input.length).padStart(7)}${figures.join("")}${ratios.join("")}`)
}
for (const [label, ratios] of [
  ["machine", machineRatios],
  ["default", defaultRatios]
] as const) {
  const sorted = ratios.toSorted((a, b) => a - b)
  const summary = `median ${median(sorted).toFixed(2)}, best ${sorted[0].toFixed(2)}, worst ${sorted.at(-1)!.toFixed(2)}`
  console.log(`${label} / host over ${sorted.length} patterns: ${summary}`)
}

/** The longest that one search of the host's engine keeps the thread, on the worst input it is given. */
const searches = worst.map(([pattern, flags, unit]) => {
  const program = compile(pattern, flags)
  const input = unit.repeat(70_000).slice(0, program.linear!.maxInput)
  const expression = new RegExp(pattern, flags)
  return { pattern, ms: median(Array.from({ length: rounds }, () => timed(() => Number(expression.test(input)), 1))) }
})
const slowest = searches.reduce((a, b) => (b.ms > a.ms ? b : a))
console.log(`longest single search on the host path: ${slowest.ms.toFixed(2)} ms (${slowest.pattern})`)
