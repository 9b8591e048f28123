/**
 * CPU programs and the cold start, interleaved with quickjs-wasi in the same process: medians of CPU time in milliseconds (cold: microseconds),
 * the spread from best to worst, and the ratio to the peer. CPU time counts the host's compiler and collector threads, and says the same on a
 * machine that is busy with something else. Run with `npm run bench -- cpu [program…] [--rounds=5]`.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { QuickJS } from "quickjs-wasi"
import { load, parseProgram } from "../src/interpreter/index.ts"
import type { HostPort } from "../src/interpreter/kernel/host.ts"
import { intrinsics } from "../src/stdlib/index.ts"
import { median } from "./statistics.ts"

const programs: Readonly<Record<string, string>> = {
  loop: `let sum = 0; for (let i = 0; i < 10000000; i++) { sum += i % 7 } return sum`,
  fib: `function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } return fib(27)`,
  pipeline: `
const count = 100000
const items = []
for (let i = 0; i < count; i++) {
  items.push({ id: i, price: (i * 7919) % 1000, tags: ["t" + (i % 10), "u" + (i % 3)], name: "item" + i })
}
const total = items
  .filter((item) => item.price > 200)
  .map((item) => ({ id: item.id, value: item.price * 2, tag: item.tags[0] }))
  .reduce((sum, item) => sum + item.value, 0)
const groups = {}
for (const item of items) {
  const tag = item.tags[0]
  if (!groups[tag]) groups[tag] = []
  groups[tag].push(item.price)
}
let size = 0
for (const [tag, prices] of Object.entries(groups)) size += prices.length * tag.length
const byUnit = new Map()
for (const item of items) byUnit.set(item.tags[1], (byUnit.get(item.tags[1]) || 0) + item.price)
let units = 0
for (const [, price] of byUnit) units += price
const sorted = items.map((item) => item).sort((a, b) => a.price - b.price || b.id - a.id)
return total + size + units + sorted[0].id + sorted[count - 1].id`,
  property: `const o = { x: 0, y: 1 }; for (let i = 0; i < 5000000; i++) { o.x = o.x + o.y } return o.x`,
  string: `
let n = 0
let s = ""
for (let i = 0; i < 1000000; i++) { s = \`item-\${i}:\${i % 13}\`; n += s.length }
let text = ""
for (let i = 0; i < 1000000; i++) { text = text + "ab" }
return n + text.length`,
  closure: `
const make = (c) => (x) => x + c
const add = make(3)
let s = 0
for (let i = 0; i < 3000000; i++) { s = add(s) % 1000003 }
return s`,
  grid: `
const grid = []
for (let r = 0; r < 1000; r++) {
  const row = []
  for (let c = 0; c < 1000; c++) { row[c] = r ^ c }
  grid.push(row)
}
let total = 0
for (let r = 0; r < 1000; r++) {
  for (let c = 0; c < 1000; c++) { grid[r][c] = grid[r][c] + 1; total += grid[r][c] }
}
return total`
}

const cold = `
const orders = [{ id: 1, total: 20, who: "a" }, { id: 2, total: 35, who: "b" }, { id: 3, total: 7, who: "a" }]
const big = orders.filter((order) => order.total > 10)
const by = {}
for (const order of orders) by[order.who] = (by[order.who] || 0) + order.total
function label(order) { return \`#\${order.id}:\${order.total}\` }
const labels = big.map((order) => label(order)).join(",")
const sum = big.reduce((all, order) => all + order.total, 0)
return labels + "|" + sum + "|" + by["a"]`

const host: HostPort = {
  now: () => 0,
  random: () => 0.5,
  timeZone: "UTC",
  log: () => {},
  callTool: () => undefined,
  search: () => undefined,
  toolKeys: () => [],
  hintForName: () => undefined,
  interruptionObserved: () => {}
}

function runHere(source: string): unknown {
  const execution = load(parseProgram(source), { intrinsics, host })
  for (;;) {
    const progress = execution.run()
    if (progress === "finished") return execution.result.result
    if (progress === "idle") throw new Error("the program waits for ever")
  }
}

const wasm = new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm")))

async function runQuickJs(source: string): Promise<unknown> {
  const vm = await QuickJS.create({ wasm })
  try {
    return vm.evalCode(`(function () { "use strict"; ${source}\n})()`).consume((handle) => vm.dump(handle))
  } finally {
    vm.dispose()
  }
}

/** Milliseconds of CPU time. */
const timed = async (run: () => unknown): Promise<number> => {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds="))?.slice(9) ?? 5)
const wanted = (name: string): boolean => only.length === 0 || only.includes(name)

console.log("program      ours ms   (min–max)       quickjs-wasi ms  (min–max)   ratio   (of the best)")
for (const [name, source] of Object.entries(programs)) {
  if (!wanted(name)) continue
  const ours: number[] = []
  const theirs: number[] = []
  const answers = new Set<unknown>()
  for (let i = 0; i < rounds; i++) {
    ours.push(await timed(() => answers.add(runHere(source))))
    theirs.push(await timed(async () => answers.add(await runQuickJs(source))))
  }
  if (answers.size !== 1) throw new Error(`${name}: different answers ${[...answers].join(", ")}`)
  print(name, ours, theirs, 0)
}
if (wanted("cold")) {
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < rounds * 40; i++) {
    ours.push(1000 * (await timed(() => runHere(cold))))
    theirs.push(1000 * (await timed(() => runQuickJs(cold))))
  }
  console.log(`first run in this process: ${ours[0].toFixed(0)} µs here, ${theirs[0].toFixed(0)} µs quickjs-wasi`)
  print("steady (µs)", ours, theirs, 0)
}

function print(name: string, ours: readonly number[], theirs: readonly number[], digits: number): void {
  const spread = (list: readonly number[]): string =>
    `${median(list).toFixed(digits).padStart(7)}   (${Math.min(...list).toFixed(digits)}–${Math.max(...list).toFixed(digits)})`
  const ratio = median(ours) / median(theirs)
  const best = Math.min(...ours) / Math.min(...theirs)
  console.log(
    `${name.padEnd(12)} ${spread(ours).padEnd(26)} ${spread(theirs).padEnd(26)} ${ratio.toFixed(2)}   ${best.toFixed(2)}`
  )
}
