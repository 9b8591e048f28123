/**
 * What discovery costs at 10, 1,000 and 10,000 tools: `make`, the first search (which builds the index), later searches
 * and `instructions()`; with JSON Schemas and with Effect Schemas, by both rankings.
 *
 * Run: `npm run bench -- discovery`. Times are milliseconds of processor time of this process, for the machine may be
 * shared; searches are medians over 1,000 queries, `make` over five.
 */
import { Effect } from "effect"
import * as Schema from "effect/Schema"
import type { RankingName } from "../src/tool-runtime/catalog.ts"
import { makeCatalog } from "../src/tool-runtime/catalog.ts"
import type { Tools } from "../src/tool-runtime/tool-tree.ts"
import type { Definition, SchemaType } from "../src/tool.ts"
import { median } from "./statistics.ts"

const NOUNS = (
  "order customer invoice payment refund shipment product price coupon discount cart session ticket issue comment label " +
  "milestone project board card column release branch commit tag deployment environment secret variable workflow run job " +
  "artifact runner team member organization user account profile avatar email notification webhook event log metric alert " +
  "policy rule firewall domain record certificate droplet volume snapshot image backup database cluster replica node pod"
).split(" ")
const VERBS = "list get create update delete search archive restore export import approve cancel assign attach".split(
  " "
)

const jsonSchemas = (noun: string): readonly [SchemaType, SchemaType] => [
  {
    type: "object",
    properties: {
      id: { type: "string", description: `The id of the ${noun}` },
      limit: { type: "integer", description: "How many to return" },
      filter: { type: "object", properties: { state: { enum: ["open", "closed"] }, since: { type: "string" } } }
    },
    required: ["id"]
  },
  {
    type: "object",
    properties: {
      id: { type: "string" },
      state: { type: "string" },
      items: { type: "array", items: { type: "string" } }
    }
  }
]

const effectSchemas = (noun: string): readonly [SchemaType, SchemaType] => [
  Schema.Struct({
    id: Schema.String.annotate({ description: `The id of the ${noun}` }),
    limit: Schema.optionalKey(Schema.Int.annotate({ description: "How many to return" })),
    filter: Schema.optionalKey(Schema.Struct({ state: Schema.Literals(["open", "closed"]), since: Schema.String }))
  }),
  Schema.Struct({ id: Schema.String, state: Schema.String, items: Schema.Array(Schema.String) })
]

const toolsOf = (count: number, schemas: typeof jsonSchemas): Tools => {
  const tools: Record<string, Record<string, Definition>> = {}
  for (let at = 0; at < count; at++) {
    const verb = VERBS[at % VERBS.length]!
    const noun = NOUNS[Math.floor(at / VERBS.length) % NOUNS.length]!
    const round = Math.floor(at / (VERBS.length * NOUNS.length))
    const [input, output] = schemas(noun)
    const namespace = (tools[`${noun}s${round === 0 ? "" : round}`] ??= {})
    namespace[`${verb}_${noun}`] = {
      _tag: "CodeModeTool",
      description: `${verb[0]!.toUpperCase()}${verb.slice(1)} a ${noun} in workspace ${round}. Needs access to its parent.`,
      input,
      output,
      run: () => Effect.succeed(null)
    }
  }
  return tools
}

const QUERIES = [
  "create an order for a customer",
  "list open issues",
  "who am I",
  "attach a volume to a droplet",
  "delete old backups",
  "search invoices by email",
  "cancel a deployment",
  "docum",
  "approve refund",
  "get the logs of a pod"
]

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const timed = (run: () => void): number => {
  const start = cpu()
  run()
  return cpu() - start
}

const wall = (run: () => void): number => {
  const start = performance.now()
  run()
  return performance.now() - start
}

const line = (cells: ReadonlyArray<string | number>): string =>
  cells.map((cell) => (typeof cell === "number" ? cell.toFixed(cell < 10 ? 2 : 0) : cell).padStart(14)).join("")

console.log(line(["schemas", "ranking", "tools", "make", "1st search", "search", "1000 queries", "instructions"]))
for (const [kind, schemas] of [
  ["json", jsonSchemas],
  ["effect", effectSchemas]
] as const) {
  for (const ranking of ["plain", "weighted"] satisfies ReadonlyArray<RankingName>) {
    for (const count of [10, 1000, 10_000]) {
      const tools = toolsOf(count, schemas)
      const make = median(Array.from({ length: 5 }, () => timed(() => void makeCatalog(tools, { ranking }))))
      const catalog = makeCatalog(tools, { ranking })
      const first = timed(() => void catalog.search({ query: "first of all" }))
      const each: Array<number> = []
      const searches = timed(() => {
        for (let at = 0; at < 1000; at++) {
          const query = `${QUERIES[at % QUERIES.length]} ${NOUNS[at % NOUNS.length]}`
          each.push(wall(() => void catalog.search({ query })))
        }
      })
      const instructions = timed(() => void catalog.instructions())
      console.log(line([kind, ranking, String(count), make, first, median(each), searches, instructions]))
    }
  }
}
