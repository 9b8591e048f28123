/** `npm run demo [-- file.js] [--timeout ms] [--max-tool-calls n] [--json]`: runs a program over real OpenAPI documents. */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { CodeMode } from "../../src/index.ts"
import { Printer } from "./report.ts"
import type { Call } from "./report.ts"
import { specs } from "./specs.ts"

const USAGE = `Usage: npm run demo -- [file.js | -] [options]

Runs a program over 63 OpenAPI documents: tools.specs.list and tools.specs.read. Without a file it runs a program of its own; - reads it from standard
input.

  --timeout <ms>          interrupt the program after so many milliseconds
  --max-tool-calls <n>    refuse further tool calls
  --json                  print the bare result as JSON
  --instructions          print what a model is told of the tools, and run nothing
  --help                  print this`

/** Ends the process with a message for whoever called it wrongly. */
function misuse(message: string): never {
  console.error(`${message}\n\n${USAGE}`)
  process.exit(2)
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        timeout: { type: "string" },
        "max-tool-calls": { type: "string" },
        json: { type: "boolean" },
        instructions: { type: "boolean" },
        help: { type: "boolean" }
      }
    })
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error))
  }
}

function program(file: string | undefined): string {
  // The bundle lies elsewhere; paths of the caller are relative to where npm was called.
  const own = join(process.env.DEMO_FOLDER ?? import.meta.dirname, "program.js")
  const path = file === undefined ? own : file === "-" ? 0 : resolve(process.env.INIT_CWD ?? "", file)
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    return misuse(`The program could not be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const { values, positionals } = options()
if (values.help === true) {
  console.log(USAGE)
  process.exit(0)
}
if (positionals.length > 1) misuse("One program at a time, please.")

const calls: Call[] = []
const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

function makeRuntime() {
  try {
    return CodeMode.make({
      tools: { specs },
      limits: { timeoutMs: number(values.timeout), maxToolCalls: number(values["max-tool-calls"]) },
      onToolCallStart: ({ index, name, input }) =>
        Effect.sync(() => {
          calls[index] = { name, input }
        }),
      onToolCallEnd: ({ index, name, input, durationMs, message }) =>
        Effect.sync(() => {
          calls[index] = { name, input, ended: { durationMs, message } }
        })
    })
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error))
  }
}

const runtime = makeRuntime()
// A reader that goes away (`| head`) is no failure of ours.
process.stdout.on("error", () => process.exit(0))

if (values.instructions === true) {
  console.log(runtime.instructions())
} else {
  const code = program(positionals[0])
  const startedAt = performance.now()
  const result = await Effect.runPromise(runtime.execute(code))
  const milliseconds = performance.now() - startedAt
  const isColoured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
  const printer = new Printer(isColoured, process.stdout.isTTY === true ? process.stdout.columns : Infinity)
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(result, null, 2)}\n`
      : printer.report({ code, calls, result, milliseconds })
  )
  process.exitCode = result.ok ? 0 : 1
}
