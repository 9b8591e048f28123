/**
 * How long reading a program holds the thread: parsing, checking and compiling, in seconds for each megabyte of source; the first of its kind and the median.
 *
 * Run: `npm run bench -- parse [--rounds=5]`.
 */
import { load, parseProgram } from "../src/interpreter/index.ts"
import { intrinsics } from "../src/stdlib/index.ts"
import { silentHost as host } from "../test/support/silent-host.ts"
import { median } from "./statistics.ts"

const MEGABYTE = 2 ** 20
const sources: Readonly<Record<string, (i: number) => string>> = {
  statements: (i) => `const a${i} = ${i} + "text ${i}".length\n`,
  functions: (i) => `function f${i}(x, y) { return x.items.map((item) => item.price * y + ${i}) }\n`,
  data: (i) => `({ id: ${i}, name: "item ${i}", tags: ["a", "b"], nested: { ok: true } });\n`
}
const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds="))?.slice(9) ?? 5)

console.log("source       megabytes     first    median   seconds per megabyte")
for (const [name, line] of Object.entries(sources)) {
  for (const megabytes of [1, 4]) {
    let text = ""
    for (let i = 0; text.length < megabytes * MEGABYTE; i++) text += line(i)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      load(parseProgram(text), { intrinsics, host })
      times.push((performance.now() - start) / 1000 / (text.length / MEGABYTE))
    }
    console.log(
      `${name.padEnd(12)} ${String(megabytes).padStart(9)} ${times[0].toFixed(2).padStart(9)} ${median(times).toFixed(2).padStart(9)}`
    )
  }
}
