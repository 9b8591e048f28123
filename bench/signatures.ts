/**
 * On the fixtures' documents and the MCP reference servers: what signatures leave out, what rendering all of them takes,
 * and, on the documents, how often search finds what is meant. A signature is lossy where it says `unknown` though the
 * schema says more; what the limits of depth, recursion and length cut is counted apart (deep, uncommented, shortened).
 *
 * Run: `npm run bench -- signatures [folder]`; the folder is `../shared/fixtures` or what `FIXTURES` says.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeCatalog } from "../src/tool-runtime/catalog.ts"
import type { Tools } from "../src/tool-runtime/tool-tree.ts"
import type { CatalogName } from "../test/fixtures/catalogs.ts"
import { DOCUMENTS, folderOf, intents, recallOf, toolsOf } from "../test/fixtures/catalogs.ts"
import { lossesOf } from "../test/tool-runtime/losses.ts"
import { recallIn } from "../test/tool-runtime/recall.ts"
import { intents as later, withDocuments } from "../test/tool-runtime/mcp/intents.ts"
import { SERVERS, start } from "../test/tool-runtime/mcp/servers.ts"

const folder = folderOf(process.argv[2] ?? process.env["FIXTURES"])
const line = (cells: ReadonlyArray<string | number>): string => cells.map((cell) => String(cell).padStart(15)).join("")

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`

let [all, lossy, cut] = [0, 0, 0]
console.log(line(["catalog", "tools", "lossy", "bare", "deep", "uncommented", "shortened", "render ms"]))
const catalogs = new Map((Object.keys(DOCUMENTS) as Array<CatalogName>).map((name) => [name, toolsOf(folder, name)]))
const work = mkdtempSync(join(tmpdir(), "mcp-"))
const servers = await Promise.all(SERVERS.map((name) => start(name, work)))
const ofServers = servers.map(({ name, tools }) => [`mcp ${name}`, { [name]: tools }] as const)
for (const [name, tools] of [...catalogs, ...ofServers]) {
  const catalog = makeCatalog(tools)
  const start = process.cpuUsage().user
  const { tools: count, lossy: lost, bare, deep, uncommented, shortened } = lossesOf(catalog)
  const spent = Math.round((process.cpuUsage().user - start) / 1000)
  console.log(line([name, count, lost, bare.length, deep, uncommented, shortened, spent]))
  all += count
  lossy += lost
  cut += shortened
}
await Promise.all(servers.map((server) => server.close()))
rmSync(work, { recursive: true, force: true })
console.log(`\nlossy signatures: ${lossy} of ${all}, ${((100 * lossy) / all).toFixed(2)}%`)
console.log(`levels left out to stay within 16,000 characters: ${cut} of ${all}, ${share(cut, all)}\n`)

console.log(line(["catalog", "ranking", "intents", "at 1", "at 3", "at 10"]))
for (const ranking of ["plain", "weighted"] as const) {
  const sum = [0, 0, 0, 0]
  for (const name of Object.keys(intents) as Array<CatalogName>) {
    const recall = recallOf(catalogs.get(name)!, name, ranking)
    const counts = [recall.intents, recall.at1, recall.at3, recall.at10]
    console.log(line([name, ranking, ...counts]))
    for (const [at, count] of counts.entries()) sum[at]! += count
  }
  const shares = sum.slice(1).map((count) => share(count, sum[0]!))
  console.log(line(["all", ranking, sum[0]!, ...shares]))
  const {
    intents: count,
    at1,
    at3,
    at10
  } = recallIn(
    withDocuments(Object.assign({}, ...ofServers.map(([, tools]) => tools)) as Tools<unknown>),
    later,
    ranking
  )
  console.log(line(["mcp and two", ranking, count, ...[at1, at3, at10].map((found) => share(found, count))]))
}
