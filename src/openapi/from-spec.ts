/** The door from a document to tools: walk, name, wire. */
import { HttpMethod } from "effect/http"
import type { HttpClient } from "effect/http"
import type { Definition } from "../tool.ts"
import type { CallSettings } from "./call.ts"
import { call } from "./call.ts"
import type { JsonRecord } from "./document.ts"
import { dialectOf, isRecord, ownRecord } from "./document.ts"
import { makePathTable, wantedPath } from "./naming.ts"
import type { OperationModel, Reading } from "./operation.ts"
import { operationOf } from "./operation.ts"
import type { Options } from "./options.ts"
import { readOptions } from "./options.ts"
import type { References } from "./reference.ts"
import { makeParameterReader } from "./parameter.ts"
import { makeReferences, referenceOf } from "./reference.ts"
import { makeSchemas } from "./schema.ts"
import { makeSecurities } from "./security.ts"
import { makeBaseReader } from "./server.ts"
import type { SkipCode } from "./skip.ts"
import { Skip } from "./skip.ts"

/** An operation that became no tool. */
export interface Skipped {
  /** Upper-case. */
  readonly method: string
  /** The path template. */
  readonly path: string
  /** For people. */
  readonly reason: string
  /** For programs; stable. */
  readonly code: SkipCode
}

/** A tree of tools, for mounting under a name of the host's choice. Its records have no prototype. */
export interface Tools<R = never> {
  readonly [name: string]: Definition<R> | Tools<R>
}

/** What {@link fromSpec} answers. */
export interface Result<R = never> {
  readonly tools: Tools<HttpClient.HttpClient | R>
  /** In document order, one entry per operation. */
  readonly skipped: ReadonlyArray<Skipped>
}

const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"])

interface Found {
  readonly method: HttpMethod.HttpMethod
  readonly path: string
  readonly operation: JsonRecord
  readonly pathItem: JsonRecord
}

/** A path item, or what its `$ref` names with its own keys laid over it. */
const pathItemOf = (value: unknown, references: References): JsonRecord | undefined => {
  if (!isRecord(value)) return undefined
  if (referenceOf(value) === undefined) return value
  const target = references.resolve(value)
  return isRecord(target) && target !== value ? { ...target, ...value } : value
}

/** The document's operations in document order. */
const operationsOf = function* (document: JsonRecord, references: References): Generator<Found> {
  const paths = ownRecord(document, "paths")
  for (const path of Object.keys(paths)) {
    const pathItem = pathItemOf(paths[path], references)
    if (pathItem === undefined) continue
    for (const key of Object.keys(pathItem)) {
      const operation = pathItem[key]
      if (!METHODS.has(key) || !isRecord(operation)) continue
      const method = key.toUpperCase()
      if (HttpMethod.isHttpMethod(method)) yield { method, path, operation, pathItem }
    }
  }
}

/** A tool as `Tool.make` would make it, but with schemas that are made when someone looks at them. */
const toTool = <R>(operation: OperationModel, settings: CallSettings<R>): Definition<HttpClient.HttpClient | R> => ({
  _tag: "CodeModeTool",
  description: operation.text,
  get input() {
    return operation.input()
  },
  get output() {
    return operation.answers.output()
  },
  run: (input) => call(operation, settings, input)
})

interface Branch<R> {
  [name: string]: Definition<R> | Branch<R>
}

const branch = <R>(): Branch<R> => Object.create(null) as Branch<R>

/** The path table has made sure that no tool stands where a branch is needed. */
const graft = <R>(tree: Branch<R>, path: ReadonlyArray<string>, tool: Definition<R>): void => {
  let node = tree
  for (const segment of path.slice(0, -1)) node = (node[segment] ??= branch<R>()) as Branch<R>
  node[path.at(-1)!] = tool
}

/**
 * Makes a tool of every operation of an OpenAPI 3.0 or 3.1 document. Synchronous; nothing is fetched, and no document
 * makes it throw. What cannot become a tool is listed in `skipped` with a reason and a stable code.
 *
 * Tools are named by `operationId`, dots separating namespaces. Their inputs are the parameters by name and the body,
 * as fields of its own where it is a required closed object, else as `body`. They need an `HttpClient`, which owns
 * redirects, timeouts, retries and rate limits; see {@link layerFetch} for one that keeps credentials at home.
 *
 * @throws RangeError if `maxResponseBytes` is no safe integer of at least 1, or `eventStreams` no choice it has.
 * @throws TypeError if `headers` has a name or a value that no header can have, there is no option of a name, or an
 *   option is of another kind than it says: a promise, a Map, `Headers`, `auth` without `resolve`, a text that
 *   {@link parse} would read as a document.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { CodeMode, OpenAPI } from "effect-codemode"
 *
 * const { tools, skipped } = OpenAPI.fromSpec({
 *   spec: {
 *     openapi: "3.1.0",
 *     servers: [{ url: "https://api.example.com" }],
 *     paths: { "/users/{id}": { get: {
 *       operationId: "users.get",
 *       parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
 *       responses: { 200: { description: "A user", content: { "application/json": { schema: { type: "object" } } } } }
 *     } } }
 *   }
 * })
 * const runtime = CodeMode.make({ tools: { example: tools } })
 * const program = runtime.execute(`return await tools.example.users.get({ id: "7" })`).pipe(
 *   Effect.provide(OpenAPI.layerFetch)
 * )
 * ```
 */
export const fromSpec = <R = never>(options: Options<R>): Result<R> => {
  const { document, baseUrl, variables, eventStreams, ...settings } = readOptions(options)
  const references = makeReferences(document)
  const dialect = dialectOf(document)
  const reading: Reading = {
    document,
    references,
    request: makeSchemas(document, references, dialect, "request"),
    response: makeSchemas(document, references, dialect, "response"),
    parameters: makeParameterReader(references),
    securities: makeSecurities(document, references),
    base: makeBaseReader({ baseUrl, variables }),
    labelSeparator: dialect.labelSeparator,
    eventStreams
  }
  const paths = makePathTable()
  const tools = branch<HttpClient.HttpClient | R>()
  const skipped: Array<Skipped> = []
  for (const { method, operation, path, pathItem } of operationsOf(document, references)) {
    const model = operationOf(operation, pathItem, method, path, reading)
    if (model instanceof Skip) skipped.push({ method, path, reason: model.reason, code: model.code })
    else graft(tools, paths.allocate(wantedPath(operation, method, path)), toTool(model, settings))
  }
  return { tools, skipped }
}
