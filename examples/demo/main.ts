/**
 * `npm run demo [-- file.js] [options]`: runs a program over real OpenAPI documents; with `--openapi <file> "<program>"`
 * over the tools that one of them becomes.
 */
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { CodeMode, OpenAPI } from "../../src/index.ts"
import { open } from "./openapi.ts"
import type { Api } from "./openapi.ts"
import { Printer } from "./report.ts"
import type { Call } from "./report.ts"
import { specs } from "./specs.ts"

const USAGE = `Usage: npm run demo -- [file.js | -] [options]
       npm run demo -- --openapi <document> ["<program>" | file.js | -] [options]

Runs a program over 63 OpenAPI documents: tools.specs.list and tools.specs.read. Without a file it runs a program of its own; - reads it from standard
input.

With --openapi, the operations of a document (JSON or YAML, perhaps gzipped) are the tools, below tools.api. A server on this machine answers them with
the document's own examples, unless --base-url names another one. Without a program the first tools are listed.

  --openapi <document>    the tools of this document
  --base-url <address>    send requests there
  --token <text>          the credential for every security scheme

  --timeout <ms>          interrupt the program after so many milliseconds
  --max-tool-calls <n>    refuse further tool calls
  --json                  print the bare result as JSON
  --instructions          print what a model is told of the tools, and run nothing
  --help                  print this`

/** Ends the process with one line for whoever called it wrongly. */
function misuse(message: string): never {
  console.error(`${message.replace(/\s+/g, " ").replace(/[.:]?$/, ".")} See --help.`)
  process.exit(2)
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        timeout: { type: "string" },
        "max-tool-calls": { type: "string" },
        openapi: { type: "string" },
        "base-url": { type: "string" },
        token: { type: "string" },
        json: { type: "boolean" },
        instructions: { type: "boolean" },
        help: { type: "boolean" }
      }
    })
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error))
  }
}

// The bundle lies elsewhere; paths of the caller are relative to where npm was called.
const pathOf = (file: string): string => resolve(process.env.INIT_CWD ?? "", file)

/** With `--openapi` a program may be written in its place. */
const LISTING = `const { items, remaining } = search({ limit: 20 })
return { tools: items.map(({ path }) => path), remaining }`

function program(file: string | undefined, isText: boolean): string {
  if (isText && file === undefined) return LISTING
  if (isText && file !== undefined && file !== "-" && !existsSync(pathOf(file))) return file
  const own = join(process.env.DEMO_FOLDER ?? import.meta.dirname, "program.js")
  const path = file === undefined ? own : file === "-" ? 0 : pathOf(file)
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

if (values.openapi === undefined && (values["base-url"] !== undefined || values.token !== undefined)) {
  misuse("--base-url and --token are for --openapi.")
}

async function openApi(file: string): Promise<Api> {
  try {
    return await open({ file: pathOf(file), baseUrl: values["base-url"], token: values.token ?? "demo" })
  } catch (error) {
    return misuse(`The document could not be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const api = values.openapi === undefined ? undefined : await openApi(values.openapi)
for (const { method, path, reason } of api?.skipped ?? []) console.error(`No tool: ${method} ${path}: ${reason}`)

const calls: Call[] = []
/** A plain decimal number: what `Number` makes of "", "0x10" or "1e3" is nobody's intention. */
function number(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) misuse(`--${option} takes a whole number in decimal digits, not ${JSON.stringify(text)}`)
  return Number(text)
}

function makeRuntime() {
  try {
    return CodeMode.make({
      tools: api === undefined ? { specs } : { api: api.tools },
      limits: {
        timeoutMs: number("timeout", values.timeout),
        maxToolCalls: number("max-tool-calls", values["max-tool-calls"])
      },
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
  const code = program(positionals[0], api !== undefined)
  const startedAt = performance.now()
  const result = await Effect.runPromise(runtime.execute(code).pipe(Effect.provide(OpenAPI.layerFetch)))
  const milliseconds = performance.now() - startedAt
  const isColoured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
  const printer = new Printer(isColoured, process.stdout.isTTY === true ? process.stdout.columns : Infinity)
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(result, null, 2)}\n`
      : printer.report({ code, calls, requests: api?.served?.requests ?? [], result, milliseconds })
  )
  process.exitCode = result.ok ? 0 : 1
}
api?.served?.close()
