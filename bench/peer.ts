/**
 * Programs in our engine and in quickjs-wasi, interleaved in one process: medians of CPU time, the spread from best to worst, and the ratio to the
 * peer. CPU time counts the host's compiler and collector threads, and says the same on a machine that is busy with something else.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { QuickJS } from "quickjs-wasi"
import { load, parseProgram } from "../src/interpreter/index.ts"
import { intrinsics } from "../src/stdlib/index.ts"
import { silentHost as host } from "../test/support/silent-host.ts"
import { median } from "./statistics.ts"

export function runHere(source: string, library = intrinsics): unknown {
  const execution = load(parseProgram(source), { intrinsics: library, host })
  for (;;) {
    const progress = execution.run()
    if (progress === "finished") return execution.result.result
    if (progress === "idle") throw new Error("the program waits for ever")
  }
}

const wasm = new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm")))

export async function runQuickJs(source: string): Promise<unknown> {
  const vm = await QuickJS.create({ wasm })
  try {
    return vm.evalCode(`(function () { "use strict"; ${source}\n})()`).consume((handle) => vm.dump(handle))
  } finally {
    vm.dispose()
  }
}

/** Milliseconds of CPU time. */
export const timed = async (run: () => unknown): Promise<number> => {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
export const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds="))?.slice(9) ?? 5)
/** Whether the command line asks for a program; all of them when it names none. */
export const wanted = (name: string): boolean => only.length === 0 || only.includes(name)

/** Runs every program that is asked for, and prints a line for each. Both engines have to give the same answer. */
export async function compare(programs: Readonly<Record<string, string>>): Promise<void> {
  console.log("program           ours ms   (min–max)       quickjs-wasi ms  (min–max)   ratio   (of the best)")
  const ratios: number[] = []
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
    ratios.push(median(ours) / median(theirs))
  }
  if (ratios.length > 1)
    console.log(`median ratio ${median(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)}`)
}

export function print(name: string, ours: readonly number[], theirs: readonly number[], digits: number): void {
  const spread = (list: readonly number[]): string =>
    `${median(list).toFixed(digits).padStart(7)}   (${Math.min(...list).toFixed(digits)}–${Math.max(...list).toFixed(digits)})`
  const ratio = median(ours) / median(theirs)
  const best = Math.min(...ours) / Math.min(...theirs)
  console.log(
    `${name.padEnd(17)} ${spread(ours).padEnd(26)} ${spread(theirs).padEnd(26)} ${ratio.toFixed(2)}   ${best.toFixed(2)}`
  )
}
