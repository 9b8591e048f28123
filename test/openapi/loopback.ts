/** A real HTTP server on loopback for the tests, and running tools against it through `fetch`. */
import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Exit, Layer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { ToolError } from "../../src/tool-error.ts"
import { layerFetch } from "../../src/openapi/index.ts"
import type { AnyTool } from "./support.ts"

export interface Received {
  readonly method: string
  /** As it stood on the request line. */
  readonly target: string
  readonly headers: IncomingMessage["headers"]
  readonly bytes: Buffer
}

export interface Loopback {
  readonly url: string
  readonly received: Array<Received>
  readonly close: () => Promise<void>
}

export type Handler = (request: Received, response: ServerResponse, raw: IncomingMessage) => void

export const listen = async (handler: Handler): Promise<Loopback> => {
  const received: Array<Received> = []
  const server: Server = createServer((raw, response) => {
    const chunks: Array<Buffer> = []
    raw.on("data", (chunk: Buffer) => chunks.push(chunk))
    raw.on("end", () => {
      const record = { method: raw.method!, target: raw.url!, headers: raw.headers, bytes: Buffer.concat(chunks) }
      received.push(record)
      handler(record, response, raw)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

const quiet = Layer.succeed(HttpClient.TracerPropagationEnabled, false)

/** Runs a tool through the platform's `fetch`, which follows redirects by itself. */
export const viaFetch = (tool: AnyTool, input: unknown): Promise<unknown> =>
  Effect.runPromise(tool.run(input).pipe(Effect.provide(Layer.merge(FetchHttpClient.layer, quiet))))

/** Runs a tool through the guarded client of this library. */
export const viaGuarded = (tool: AnyTool, input: unknown): Promise<unknown> =>
  Effect.runPromise(tool.run(input).pipe(Effect.provide(Layer.merge(layerFetch, quiet))))

/** The `ToolError` that a run must fail with. */
export const refusedBy = async (tool: AnyTool, input: unknown): Promise<ToolError> => {
  const exit = await Effect.runPromiseExit(tool.run(input).pipe(Effect.provide(Layer.merge(layerFetch, quiet))))
  if (Exit.isSuccess(exit)) throw new Error(`expected a failure, got ${JSON.stringify(exit.value)?.slice(0, 200)}`)
  const [reason] = exit.cause.reasons
  if (reason?._tag === "Fail" && reason.error instanceof ToolError) return reason.error
  throw new Error(`expected a ToolError, got ${String(reason)}`)
}
