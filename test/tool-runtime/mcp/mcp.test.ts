/** Tools of real servers: what signatures say of them, and programs that call them. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { declarations } from "../../../src/declarations.ts"
import { CodeMode } from "../../../src/index.ts"
import { makeCatalog } from "../../../src/tool-runtime/catalog.ts"
import { lossesOf } from "../losses.ts"
import { recallIn } from "../recall.ts"
import { intents, withDocuments } from "./intents.ts"
import type { Server } from "./servers.ts"
import { SERVERS, start } from "./servers.ts"

let folder: string
const servers: Array<Server> = []
const tools: Record<string, Server["tools"]> = {}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp-")))
  const started = await Promise.allSettled(SERVERS.map((name) => start(name, folder)))
  for (const one of started) if (one.status === "fulfilled") servers.push(one.value)
  for (const one of started) if (one.status === "rejected") throw one.reason
  for (const server of servers) tools[server.name] = server.tools
}, 60_000)

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  rmSync(folder, { recursive: true, force: true })
  expect(servers.filter(({ pid }) => isRunning(pid)).map(({ name }) => name)).toEqual([])
}, 60_000)

const compile = (source: string): string => {
  const work = mkdtempSync(join(tmpdir(), "mcp-types-"))
  try {
    writeFileSync(join(work, "program.ts"), source)
    const options = { strict: true, noEmit: true, skipLibCheck: true, target: "ES2023", module: "ES2022", types: [] }
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.ts"] }))
    const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url))
    const { error, stdout, stderr } = spawnSync("node", [tsc, "-p", work], { encoding: "utf8" })
    if (error !== undefined) throw error
    return stdout + stderr
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const run = (code: string): Promise<unknown> => Effect.runPromise(CodeMode.make({ tools }).execute(code))

const FILES = `
  const path = FOLDER + "/notes.txt"
  await tools.filesystem.write_file({ path, content: ["one", "two", "three"].join("\\n") })
  const [all, last, listing] = await Promise.all([
    tools.filesystem.read_text_file({ path }),
    tools.filesystem.read_text_file({ path, tail: 1 }),
    tools.filesystem.list_directory({ path: FOLDER })
  ])
  return { lines: all.content.split("\\n").length, last: last.content, listed: listing.content.includes("notes.txt") }
`

const GRAPH = `
  const names = ["Ada", "Grace"]
  await tools.memory.create_entities({
    entities: names.map((name) => ({ name, entityType: "person", observations: [\`\${name} writes programs\`] }))
  })
  await tools.memory.create_relations({ relations: [{ from: "Ada", to: "Grace", relationType: "inspires" }] })
  const { entities, relations } = await tools.memory.read_graph({})
  const found = await tools.memory.search_nodes({ query: "Grace writes" })
  return {
    names: entities.map(({ name }) => name).sort(),
    relations: relations.map(({ from, relationType, to }) => [from, relationType, to].join(" ")),
    found: found.entities.map(({ name }) => name)
  }
`

const EVERYTHING = `
  const [echo, sum, weather] = await Promise.all([
    tools.everything.echo({ message: "hello" }),
    tools.everything["get-sum"]({ a: 2, b: 40 }),
    tools.everything["get-structured-content"]({ location: "Chicago" })
  ])
  return { echo, sum, weather: typeof weather.temperature + " " + typeof weather.conditions }
`

describe("signatures of the servers' tools", () => {
  it("say what the schemas say", () => {
    const catalog = makeCatalog(tools)
    const { tools: count, lossy, bare, deep, shortened } = lossesOf(catalog)
    expect(count).toBeGreaterThanOrEqual(36)
    expect({ lossy, bare, deep, shortened }).toEqual({ lossy: 0, bare: [], deep: 0, shortened: 0 })
    expect(catalog.signature("everything.get-sum")!.text).toBe(`tools.everything["get-sum"](input: {
  /** First number */
  a: number,
  /** Second number */
  b: number,
}): Promise<unknown>`)
    expect(catalog.signature("memory.create_relations")!.text).toBe(`tools.memory.create_relations(input: {
  relations: Array<{
      /** The name of the entity where the relation starts */
      from: string,
      /** The name of the entity where the relation ends */
      to: string,
      /** The type of the relation */
      relationType: string,
    }>,
}): Promise<{
  relations: Array<{
      /** The name of the entity where the relation starts */
      from: string,
      /** The name of the entity where the relation ends */
      to: string,
      /** The type of the relation */
      relationType: string,
    }>,
}>`)
    expect(catalog.signature("filesystem.read_media_file")!.text).toContain(`type: "image" | "audio",`)
  })

  it("compile, each by itself, and type the programs below", () => {
    const signatures = makeCatalog(tools)
      .catalog()
      .map(({ signature }, at) => `export declare function tool${at}${signature.slice(signature.indexOf("(input: "))}`)
    const programs = [FILES, GRAPH, EVERYTHING].map((code, at) => `export const program${at} = async () => {${code}}`)
    const wrong = `
// @ts-expect-error a text is no number
tools.everything["get-sum"]({ a: "2", b: 40 })
// @ts-expect-error no such city
tools.everything["get-structured-content"]({ location: "Oslo" })
// @ts-expect-error content is missing
tools.filesystem.write_file({ path: "x" })`
    const source = [declarations(tools), "declare const FOLDER: string", ...signatures, ...programs, wrong].join("\n")
    expect(compile(source)).toBe("")
  }, 60_000)
})

describe("programs call the servers' tools", () => {
  it("write and read a file", async () => {
    const result = await run(`const FOLDER = ${JSON.stringify(folder)}${FILES}`)
    expect(result).toMatchObject({ ok: true, value: { lines: 3, last: "three", listed: true } })
    expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("one\ntwo\nthree")
  })

  it("create entities and read the graph", async () => {
    expect(await run(GRAPH)).toMatchObject({
      ok: true,
      value: { names: ["Ada", "Grace"], relations: ["Ada inspires Grace"], found: ["Grace"] }
    })
  })

  it("echo, add and read structured content", async () => {
    expect(await run(EVERYTHING)).toMatchObject({
      ok: true,
      value: { echo: "Echo: hello", sum: "The sum of 2 and 40 is 42.", weather: "number string" }
    })
  })

  it("catch what a server refuses, in the server's words", async () => {
    const result = await run(`
      const outside = await tools.filesystem.read_text_file({ path: "/etc/hostname" }).catch((error) => error.message)
      const wrong = await tools.everything["get-sum"]({ a: "x" }).catch((error) => error.message)
      return { outside, wrong }
    `)
    expect(result).toMatchObject({
      ok: true,
      value: { outside: expect.stringMatching(/outside allowed/), wrong: expect.stringMatching(/-32602/) }
    })
  })

  it("and are found and checked without a call", async () => {
    const runtime = CodeMode.make({ tools, discovery: { ranking: "weighted" } })
    const found = await Effect.runPromise(
      runtime.execute(`return search({ query: "create a new entity" }).items[0].path`)
    )
    expect(found).toMatchObject({ ok: true, value: "tools.memory.create_entities" })
    const { errors, hints } = await Effect.runPromise(
      runtime.check(`await tools.filesystem.write_file({ path: "x" })\nreturn tools.memory.readGraph({})`)
    )
    expect(hints.map(({ message }) => message)).toEqual(["Tool 'filesystem.write_file': 'content' is required."])
    expect(errors.map(({ message }) => message)).toEqual([
      "Unknown tool 'memory.readGraph'. Did you mean tools.memory.read_graph?"
    ])
  })
})

describe("search over the servers' tools and two documents", () => {
  it("finds what is meant, by the weighted ranking nearly always", () => {
    const all = withDocuments(tools)
    const paths = new Set(makeCatalog(all).tree.entries.map(({ path }) => path))
    expect(intents.flatMap(([, wanted]) => wanted.filter((path) => !paths.has(path)))).toEqual([])
    const plain = recallIn(all, intents, "plain")
    const weighted = recallIn(all, intents, "weighted")
    expect(plain.at10 / plain.intents).toBeGreaterThan(0.7)
    expect(weighted.at3 / weighted.intents).toBeGreaterThan(0.9)
  })
})
