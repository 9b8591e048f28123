/** The MCP reference servers, each started for real over stdio, and their tools as tools of ours. */
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect } from "effect"
import { Tool, toolError } from "../../../src/index.ts"

export const SERVERS = ["everything", "memory", "filesystem"] as const

export type ServerName = (typeof SERVERS)[number]

export interface Server {
  readonly name: ServerName
  readonly tools: Readonly<Record<string, Tool.Definition>>
  /** The process that serves. */
  readonly pid: number
  /** Ends the connection and the process. */
  readonly close: () => Promise<void>
}

// Run from the project's root: a bundled bench no longer knows where this file was.
const script = (name: ServerName): string =>
  join("node_modules", "@modelcontextprotocol", `server-${name}`, "dist/index.js")

const isText = (part: unknown): part is { readonly text: string } =>
  typeof part === "object" && part !== null && "text" in part && typeof part.text === "string"

interface Answer {
  readonly [key: string]: unknown
}

const textOf = ({ content }: Answer): string =>
  (Array.isArray(content) ? (content as ReadonlyArray<unknown>) : [])
    .filter(isText)
    .map(({ text }) => text)
    .join("\n")

/** Starts a server. `filesystem` may touch `folder` alone, and `memory` keeps its graph there. */
export const start = async (name: ServerName, folder: string): Promise<Server> => {
  const transport = new StdioClientTransport({
    // Bun runs the servers as well, but their place is Node.
    command: process.versions.bun === undefined ? process.execPath : "node",
    args: [script(name), ...{ everything: ["stdio"], memory: [], filesystem: [folder] }[name]],
    env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") },
    stderr: "ignore"
  })
  const client = new Client({ name: "effect-codemode", version: "1" })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const toolOf = ({ name, description = "", inputSchema, outputSchema }: (typeof tools)[number]): Tool.Definition => {
    const run = (input: unknown): Effect.Effect<unknown, unknown> =>
      Effect.tryPromise((signal) =>
        client.callTool({ name, arguments: input as Record<string, unknown> }, undefined, { signal })
      ).pipe(
        Effect.flatMap((answer: Answer) =>
          answer["isError"] === true
            ? Effect.fail(toolError(textOf(answer)))
            : Effect.succeed(answer["structuredContent"] ?? textOf(answer))
        )
      )
    const definition = { description, input: inputSchema, run }
    return Tool.make(outputSchema === undefined ? definition : { ...definition, output: outputSchema })
  }
  return {
    name,
    tools: Object.fromEntries(tools.map((tool) => [tool.name, toolOf(tool)])),
    pid: transport.pid!,
    close: () => client.close()
  }
}
