/** Making tools of small documents, and calling them against a client that records what it is asked to send. */
import { Effect, Exit } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { expect } from "vitest"
import type { Credential, Options, Result, Tools } from "../../src/openapi/index.ts"
import { fromSpec } from "../../src/openapi/index.ts"
import { ToolError } from "../../src/tool-error.ts"
import type { Definition } from "../../src/tool.ts"
import { isDefinition } from "../../src/tool.ts"
import { renderType } from "../../src/tool-runtime/signature.ts"

export type AnyTool = Definition<HttpClient.HttpClient>

export interface Json {
  readonly [key: string]: unknown
}

/** The tools of a tree by dotted path. */
export const flatten = (tools: Tools<HttpClient.HttpClient>, prefix = ""): Record<string, AnyTool> => {
  const flat: Record<string, AnyTool> = {}
  for (const [name, node] of Object.entries(tools)) {
    if (isDefinition(node)) flat[prefix + name] = node as AnyTool
    else Object.assign(flat, flatten(node as Tools<HttpClient.HttpClient>, `${prefix}${name}.`))
  }
  return flat
}

/** A document with one operation, `GET https://api.test/test` unless said otherwise. */
export const one = (
  operation: Json,
  rest: { readonly method?: string; readonly path?: string; readonly item?: Json; readonly document?: Json } = {}
): Json => ({
  openapi: "3.1.0",
  servers: [{ url: "https://api.test" }],
  paths: {
    [rest.path ?? "/test"]: { ...rest.item, [rest.method ?? "get"]: { operationId: "op", ...operation } }
  },
  ...rest.document
})

export const resultOf = (spec: unknown, options: Omit<Options, "spec"> = {}): Result =>
  fromSpec({ spec: spec as Options["spec"], ...options })

/** The only tool of a document. */
export const onlyTool = (spec: unknown, options: Omit<Options, "spec"> = {}): AnyTool => {
  const result = resultOf(spec, options)
  expect(result.skipped).toEqual([])
  const tools = Object.values(flatten(result.tools))
  expect(tools).toHaveLength(1)
  return tools[0]!
}

/** The only reason of a document whose only operation is skipped. */
export const onlySkip = (spec: unknown, options: Omit<Options, "spec"> = {}) => {
  const result = resultOf(spec, options)
  expect(Object.keys(result.tools)).toEqual([])
  expect(result.skipped).toHaveLength(1)
  return result.skipped[0]!
}

export const inputType = (tool: AnyTool): string => renderType(tool.input, "input")

export const outputType = (tool: AnyTool): string => renderType(tool.output, "output")

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly bytes: Uint8Array
}

const bodyBytes = (body: { readonly _tag: string }): Uint8Array =>
  body._tag === "Uint8Array" ? (body as unknown as { readonly body: Uint8Array }).body : new Uint8Array()

/** A client that answers with what `respond` makes, `{}` as JSON by default. */
export const recorder = (respond: (sent: Sent) => Response = () => Response.json({})) => {
  const sent: Array<Sent> = []
  const client = HttpClient.make((request, url) =>
    Effect.sync(() => {
      const bytes = bodyBytes(request.body)
      const record: Sent = {
        method: request.method,
        url: url.href,
        headers: { ...request.headers },
        body: new TextDecoder().decode(bytes),
        bytes
      }
      sent.push(record)
      return HttpClientResponse.fromWeb(request, respond(record))
    })
  )
  return { client, sent }
}

export type Recorder = ReturnType<typeof recorder>

/** A run with a client that adds no tracing headers. */
const start = (tool: AnyTool, input: unknown, client: HttpClient.HttpClient): Effect.Effect<unknown, unknown> =>
  tool
    .run(input)
    .pipe(
      Effect.provideService(HttpClient.HttpClient, client),
      Effect.provideService(HttpClient.TracerPropagationEnabled, false)
    )

/** Runs a tool and gives its value. */
export const run = (
  tool: AnyTool,
  input: unknown,
  { client }: Pick<Recorder, "client"> = recorder()
): Promise<unknown> => Effect.runPromise(start(tool, input, client))

/** Runs a tool and gives what it sent. */
export const wire = async (tool: AnyTool, input: unknown): Promise<Sent> => {
  const recording = recorder()
  await run(tool, input, recording)
  expect(recording.sent).toHaveLength(1)
  return recording.sent[0]!
}

/** Runs a tool that must fail and gives its failure, which must not be a defect. */
export const failure = async (
  tool: AnyTool,
  input: unknown,
  { client }: Pick<Recorder, "client"> = recorder()
): Promise<unknown> => {
  const exit = await Effect.runPromiseExit(start(tool, input, client))
  if (Exit.isSuccess(exit)) throw new Error(`expected a failure, got ${JSON.stringify(exit.value)}`)
  const [reason] = exit.cause.reasons
  if (reason?._tag !== "Fail") throw new Error(`expected a failure, got ${reason?._tag}`)
  return reason.error
}

/** Runs a tool that must fail with a `ToolError` and gives its message. */
export const refusal = async (tool: AnyTool, input: unknown, recording?: Pick<Recorder, "client">): Promise<string> => {
  const error = await failure(tool, input, recording)
  expect(error).toBeInstanceOf(ToolError)
  return (error as ToolError).message
}

/** A resolver with one credential per scheme name, and what it was asked. */
export const resolver = (credentials: Record<string, Credential>) => {
  const asked: Array<{ readonly name: string; readonly [key: string]: unknown }> = []
  return {
    asked,
    auth: {
      resolve: (request: { readonly name: string }) =>
        Effect.sync(() => {
          asked.push(request as { readonly name: string })
          return Object.hasOwn(credentials, request.name) ? credentials[request.name] : undefined
        })
    }
  }
}

export const jsonBody = (schema: unknown, required = true, mediaType = "application/json"): Json => ({
  required,
  content: { [mediaType]: { schema } }
})

export const jsonAnswer = (schema: unknown): Json => ({
  200: { description: "ok", content: { "application/json": { schema } } }
})
