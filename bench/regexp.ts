/**
 * The time of the own regular expression engine against the host's, over {@link patterns}.
 *
 * Both collect the bounds of every match in the text. Rounds are interleaved; a figure is the median of the rounds.
 * Run: `npx esbuild bench/regexp.ts --bundle --format=esm --platform=node --outfile=/tmp/bench.mjs && node /tmp/bench.mjs`
 */
import { compile, Matcher } from "../src/interpreter/regexp/index.ts"
import type { Program } from "../src/interpreter/regexp/index.ts"
import { patterns, texts } from "./regexp-patterns.ts"

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

function ownMatches(program: Program, text: string): number {
  const matcher = new Matcher(program, text)
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

// The machine is one function: let the host's compiler see all of it first, as a long-lived process has.
for (let round = 0; round < 3; round++) {
  for (const { pattern, flags, text } of patterns) ownMatches(compile(pattern, flags), texts[text])
}

const only = process.argv[2]
const ratios: Array<number> = []
for (const { name, pattern, flags, text } of patterns) {
  if (only !== undefined && !name.includes(only)) continue
  const input = texts[text]
  const expression = new RegExp(pattern, flags)
  const program = compile(pattern, flags)
  const host = () => hostMatches(expression, input)
  const own = () => ownMatches(program, input)
  if (host() !== own()) throw new Error(`${name}: different results`)
  timed(host, 20)
  timed(own, 20)
  const hostIterations = Math.max(1, Math.ceil(roundMs / timed(host, 3)))
  const ownIterations = Math.max(1, Math.ceil(roundMs / timed(own, 3)))
  const hostTimes: Array<number> = []
  const ownTimes: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    hostTimes.push(timed(host, hostIterations))
    ownTimes.push(timed(own, ownIterations))
  }
  const ratio = median(ownTimes) / median(hostTimes)
  ratios.push(ratio)
  const figures = [median(hostTimes) * 1000, median(ownTimes) * 1000].map((us) => us.toFixed(2).padStart(10))
  console.log(`${name.padEnd(28)}${String(input.length).padStart(7)}${figures.join("")}${ratio.toFixed(2).padStart(8)}`)
}
ratios.sort((a, b) => a - b)
console.log(
  `\n${ratios.length} patterns; own / host: median ${median(ratios).toFixed(2)}, best ${ratios[0].toFixed(2)}, worst ${ratios.at(-1)!.toFixed(2)}`
)
