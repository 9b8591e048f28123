/**
 * Data through the boundary: a tool hands 100,000 records of four fields in, and a program hands as many to a tool. CPU time in milliseconds,
 * median and spread of the rounds; schemas that only render, so that copying is what is measured.
 *
 * Run: `npm run bench -- boundary [--rounds=5]`.
 */
import { Effect } from "effect"
import { CodeMode, Tool } from "../src/index.ts"
import { median } from "./statistics.ts"

const COUNT = 100_000
const records = Array.from({ length: COUNT }, (_, id) => ({
  id,
  name: `item${id}`,
  price: id % 1000,
  open: id % 2 === 0
}))

let received = 0
const runtime = CodeMode.make({
  tools: {
    read: Tool.make({ description: "All records", input: {}, run: () => Effect.succeed(records) }),
    write: Tool.make({
      description: "Takes records",
      input: {},
      run: (input) =>
        Effect.sync(() => {
          received = (input as { readonly records: readonly unknown[] }).records.length
          return null
        })
    })
  }
})

const make = `Array.from({ length: ${COUNT} }, (_, id) => ({ id, name: "item" + id, price: id % 1000, open: id % 2 === 0 }))`
/** Name, program, its answer. `make` is what `out` makes before it hands anything over. */
const programs: readonly (readonly [string, string, unknown])[] = [
  ["in", `const all = await tools.read({}); return all.length`, COUNT],
  ["make", `const records = ${make}; return records.length`, COUNT],
  ["make and out", `const records = ${make}; await tools.write({ records }); return records.length`, COUNT]
]

const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds="))?.slice(9) ?? 5)
console.log("direction          ms   (min–max)")
for (const [name, code, answer] of programs) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    const result = await Effect.runPromise(runtime.execute(code))
    const { user, system } = process.cpuUsage(start)
    if (!result.ok || result.value !== answer) throw new Error(`${name}: ${JSON.stringify(result).slice(0, 300)}`)
    times.push((user + system) / 1000)
  }
  const spread = `(${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})`
  console.log(`${name.padEnd(14)} ${median(times).toFixed(0).padStart(7)}   ${spread}`)
}
if (received !== COUNT) throw new Error(`the tool received ${received} records`)
