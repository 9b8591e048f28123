/** One call of a generated tool: inputs → request → credentials → answer. */
import { Effect } from "effect"
import { Headers, HttpClient, UrlParams } from "effect/http"
import { ToolError, toolError } from "../tool-error.ts"
import { excerptOf, readBytes, valueOf } from "./answer.ts"
import type { Authorization, AuthResolver } from "./credential.ts"
import { authorize } from "./credential.ts"
import { EMPTY, isRecord } from "./document.ts"
import type { OperationModel } from "./operation.ts"
import type { StaticHeaders } from "./request.ts"
import { assemble, prepare } from "./request.ts"

export interface CallSettings<R> {
  readonly auth: AuthResolver<R> | undefined
  readonly headers: StaticHeaders
  readonly maxResponseBytes: number
}

/** Names of static headers whose values are secrets. */
const SECRET_HEADER = /auth|cookie|key|token|secret|password/i

const secretsOf = (headers: StaticHeaders): ReadonlyArray<string> =>
  [...headers].flatMap(([name, value]) => (SECRET_HEADER.test(name) ? [value, ...value.split(/\s+/).slice(1)] : []))

/** Runs `send` such that traces and inspected requests show no secret, whatever name carries it. */
const redacting = Effect.fnUntraced(function* <A, E, R>(
  send: Effect.Effect<A, E, R>,
  authorization: Authorization,
  hostHeaders: StaticHeaders
): Effect.fn.Return<A, E, R> {
  const headers = yield* Headers.CurrentRedactedNames
  const params = yield* UrlParams.CurrentRedactedNames
  const secret = [...hostHeaders.keys()].filter((name) => SECRET_HEADER.test(name))
  return yield* send.pipe(
    Effect.provideService(Headers.CurrentRedactedNames, [...headers, ...secret, ...authorization.headers.keys()]),
    Effect.provideService(UrlParams.CurrentRedactedNames, [...params, ...authorization.query.keys()])
  )
})

/**
 * Runs an operation. Texts of failures carry the method, the path template and names of inputs; never the address, a
 * header's value or the transport's own reason, which is attached as `cause`.
 */
export const call = Effect.fnUntraced(function* <R>(
  operation: OperationModel,
  settings: CallSettings<R>,
  input: unknown
): Effect.fn.Return<unknown, unknown, HttpClient.HttpClient | R> {
  const label = `${operation.method} ${operation.path}`
  const prepared = yield* Effect.try({
    try: () => prepare(operation, isRecord(input) ? input : EMPTY),
    catch: (error) => error
  }).pipe(Effect.catch((error) => (error instanceof ToolError ? Effect.fail(error) : Effect.die(error))))
  const authorization = yield* authorize(operation, settings.auth, label)
  const request = assemble(operation, prepared, settings.headers, authorization)
  // `fetch` refuses these before it connects, and says so to the host alone.
  const doubt =
    request.method === "TRACE" || (prepared.body !== undefined && /^(?:GET|HEAD)$/.test(request.method))
      ? `; the client may be one that sends no ${request.method === "TRACE" ? "TRACE" : `body with ${request.method}`}`
      : ""
  const secrets = [...authorization.secrets, ...secretsOf(settings.headers)]
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  // The scope releases the connection also where the body is refused unread.
  const send = Effect.scoped(
    Effect.gen(function* () {
      const response = yield* client
        .execute(request)
        .pipe(Effect.mapError((cause) => toolError(`${label} failed with a transport error${doubt}`, cause)))
      const bytes = yield* readBytes(response, operation.method, settings.maxResponseBytes, label)
      const contentType = response.headers["content-type"]
      if (response.status >= 200 && response.status < 300) {
        return yield* valueOf(bytes, contentType, operation.answers.binaryOnly, label)
      }
      return yield* toolError(`${label} failed with HTTP ${response.status}: ${excerptOf(bytes, contentType, secrets)}`)
    })
  )
  return yield* redacting(send, authorization, settings.headers)
})
