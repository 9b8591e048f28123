/** The tools of one OpenAPI document, served by the document itself unless an address is given. */
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { Effect } from "effect"
import { OpenAPI } from "../../src/index.ts"
import { serve } from "./server.ts"
import type { Served } from "./server.ts"

export interface Source {
  /** A JSON or YAML document, perhaps gzipped. */
  readonly file: string
  /** Where requests go; absent: to a server that is started here. */
  readonly baseUrl: string | undefined
  /** What is given for every security scheme. */
  readonly token: string
}

export interface Api {
  readonly tools: OpenAPI.Result["tools"]
  readonly skipped: ReadonlyArray<OpenAPI.Skipped>
  /** The server started here. */
  readonly served: Served | undefined
}

const textOf = (file: string): string => {
  const bytes = readFileSync(file)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8")
}

const credential = ({ definition }: OpenAPI.AuthRequest, token: string): OpenAPI.Credential => {
  if (definition.type === "apiKey") return { type: "apiKey", value: token }
  if (definition.type === "mutualTLS") return { type: "none" }
  if (definition.type === "http" && definition.scheme === "basic")
    return { type: "basic", username: "demo", password: token }
  return { type: "bearer", token }
}

/** Reads the document, starts its server and makes its tools. */
export const open = async ({ baseUrl, file, token }: Source): Promise<Api> => {
  const spec = await Effect.runPromise(OpenAPI.parse(textOf(file)))
  const served = baseUrl === undefined ? await serve(spec) : undefined
  const auth: OpenAPI.AuthResolver = { resolve: (request) => Effect.succeed(credential(request, token)) }
  const { skipped, tools } = OpenAPI.fromSpec({ spec, baseUrl: baseUrl ?? served?.url, auth })
  return { tools, skipped, served }
}
