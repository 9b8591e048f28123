/**
 * Documents to tools: `fromSpec` with the catalog on real documents, its growth with the number of operations, what
 * reading the definitions and rendering every signature adds, and what one call costs beside its client. The first run
 * is the one a host pays; later ones are the compiler's. `npm run bench -- openapi`, with `FIXTURES` as in the tests.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { gunzipSync } from "node:zlib"
import { Effect } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import type { Result } from "../src/openapi/index.ts"
import { fromSpec } from "../src/openapi/index.ts"
import { makeCatalog } from "../src/tool-runtime/catalog.ts"
import type { Definition } from "../src/tool.ts"
import { isDefinition } from "../src/tool.ts"
import { median } from "./statistics.ts"

const folder = resolve(process.env["FIXTURES"] ?? "../shared/fixtures", "openapi")

interface Json {
  readonly [key: string]: unknown
}

const read = (name: string): string => gunzipSync(readFileSync(join(folder, name))).toString()

interface Taken {
  readonly wall: number
  readonly cpu: number
}

/** Wall time, and the time this process was on a core: the second stands also on a busy machine. */
const take = (work: () => unknown): Taken => {
  const cpu = process.cpuUsage()
  const start = performance.now()
  work()
  const wall = performance.now() - start
  const { system, user } = process.cpuUsage(cpu)
  return { wall, cpu: (system + user) / 1000 }
}

const show = (label: string, runs: ReadonlyArray<Taken>): void => {
  const [first] = runs
  const walls = runs.map(({ wall }) => wall)
  console.log(
    label.padEnd(46),
    `first ${first!.wall.toFixed(0).padStart(5)} ms (cpu ${first!.cpu.toFixed(0)})`.padEnd(28),
    `median ${median(walls).toFixed(1).padStart(6)} ms   best ${Math.min(...walls).toFixed(1)} ms`
  )
}

const times = (count: number, work: () => unknown): ReadonlyArray<Taken> => {
  const runs: Array<Taken> = []
  for (let run = 0; run < count; run++) {
    globalThis.gc?.()
    runs.push(take(work))
  }
  return runs
}

const leaves = (tools: Result["tools"]): ReadonlyArray<Definition<HttpClient.HttpClient>> =>
  Object.values(tools).flatMap((node) =>
    isDefinition(node) ? [node as Definition<HttpClient.HttpClient>] : leaves(node as Result["tools"])
  )

const makeTools = (spec: Json): Result => fromSpec({ spec, baseUrl: "https://api.example" })

const operations = (spec: Json): number => leaves(makeTools(spec).tools).length

console.log(`Node ${process.version}`)

// The document that the budget is set for goes first, before the compiler has seen anything.
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".json.gz"))
  .sort((left, right) => Number(right.startsWith("github")) - Number(left.startsWith("github")))

for (const name of names) {
  const text = read(name)
  const spec = JSON.parse(text) as Json
  const label = name.replace(".json.gz", "")
  const made = times(9, () => makeCatalog({ api: makeTools(spec).tools }))
  show(`${label}: fromSpec + make, ${operations(spec)} operations`, made)
  show(
    `${label}: + definitions`,
    times(5, () => {
      const [tool] = leaves(makeTools(spec).tools)
      return [tool!.input, tool!.output].map((schema) => (schema as Json | undefined)?.["$defs"])
    })
  )
  show(
    `${label}: + every signature`,
    times(2, () => makeCatalog({ api: makeTools(spec).tools }).catalog())
  )
  show(
    `${label}: JSON.parse of ${(text.length / 1e6).toFixed(1)} MB, for comparison`,
    times(5, () => JSON.parse(text))
  )
}

/** GitHub's paths several times over, under other names. */
const multiply = (spec: Json, factor: number): Json => ({
  ...spec,
  paths: Object.fromEntries(
    Array.from({ length: factor }).flatMap((_, copy) =>
      Object.entries(structuredClone(spec["paths"]) as Json).map(([path, item]) => [`/${copy}${path}`, item])
    )
  )
})

console.log("\nGrowth with operations:")
const github = JSON.parse(read("github.json.gz")) as Json
for (const factor of [1, 2, 4, 8]) {
  const spec = multiply(github, factor)
  const bytes = JSON.stringify(spec).length
  show(
    `GitHub × ${factor}, ${(bytes / 1e6).toFixed(0)} MB, ${operations(spec)} operations`,
    times(5, () => makeTools(spec))
  )
}

console.log("\nOne call, beside its client:")
const [tool] = leaves(
  makeTools({
    openapi: "3.1.0",
    paths: {
      "/users/{id}": {
        get: {
          parameters: ["id", "a", "b"].map((name, index) => ({
            name,
            in: index === 0 ? "path" : "query",
            schema: { type: "string" }
          })),
          responses: {}
        }
      }
    }
  }).tools
)
const client = HttpClient.make((request) =>
  Effect.succeed(HttpClientResponse.fromWeb(request, Response.json({ id: "7", name: "Ada" })))
)
const calls = async (count: number): Promise<void> => {
  for (let call = 0; call < count; call++) {
    await Effect.runPromise(
      tool!.run({ id: "7", a: "x y", b: 1 }).pipe(Effect.provideService(HttpClient.HttpClient, client))
    )
  }
}
await calls(500)
const start = performance.now()
await calls(2000)
console.log(`${(((performance.now() - start) / 2000) * 1000).toFixed(0)} µs a call`)
