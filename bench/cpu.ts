/**
 * CPU programs and the cold start against quickjs-wasi: milliseconds, for the cold start microseconds. See `peer.ts` for how they are measured.
 * Run with `npm run bench -- cpu [program…] [--rounds=5]`.
 */
import { intrinsics } from "../src/stdlib/index.ts"
import { compare, print, rounds, runHere, runQuickJs, timed, wanted } from "./peer.ts"
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

await compare(programs)
/** What programs rarely touch: without it, a run should start no faster. */
const FAR =
  /Intl|ArrayBuffer|DataView|\d+(?:Clamped)?Array|TypedArray|URL|Headers|Text(?:En|De)coder|crypto|Reflect|Proxy|DisposableStack|WeakRef/
const nearIntrinsics = Object.fromEntries(
  Object.entries(intrinsics)
    .filter(([name]) => !FAR.test(name))
    .map(([name, definition]) =>
      name === "%globalThis%"
        ? [name, { ...definition, rows: definition.rows.filter(({ key }) => !FAR.test(String(key))) }]
        : [name, definition]
    )
)

if (wanted("cold")) {
  const near: number[] = []
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < rounds * 40; i++) {
    ours.push(1000 * (await timed(() => runHere(cold))))
    near.push(1000 * (await timed(() => runHere(cold, nearIntrinsics))))
    theirs.push(1000 * (await timed(() => runQuickJs(cold))))
  }
  console.log(`first run in this process: ${ours[0].toFixed(0)} µs here, ${theirs[0].toFixed(0)} µs quickjs-wasi`)
  print("steady (µs)", ours, theirs, 0)
  console.log(
    `with ${Object.keys(nearIntrinsics).length} of ${Object.keys(intrinsics).length} intrinsics: ${median(near).toFixed(0)} µs`
  )
}
