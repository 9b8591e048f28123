/** A server on loopback that answers the operations of an OpenAPI document with the document's own examples. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { OpenAPI } from "../../src/index.ts"
import { exampleOf, isJson, recordAt, resolve } from "./example.ts"

interface Json {
  readonly [key: string]: unknown
}

/** One operation as requests find it. */
interface Route {
  readonly method: string
  readonly pattern: RegExp
  /** Pairs that the path template itself asks for. */
  readonly query: URLSearchParams
  /** Literal characters in the template; the most literal one wins. */
  readonly weight: number
  readonly operation: Json
}

export interface Answer {
  readonly status: number
  readonly type: string | undefined
  readonly body: string | Uint8Array
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

const routeOf = (method: string, template: string, operation: Json): Route => {
  const [path = "", query = ""] = template.split("#", 1)[0]!.split("?")
  const literals = path.split(/\{[^{}]*\}/)
  const escaped = literals.map((text) => encodeURI(text).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return {
    method: method.toUpperCase(),
    pattern: new RegExp(`^${escaped.join("[^/]+")}$`),
    query: new URLSearchParams(query.includes("{") ? "" : query),
    weight: literals.join("").length + query.length,
    operation
  }
}

const routesOf = (document: Json): ReadonlyArray<Route> =>
  Object.entries(recordAt(document, document, "paths"))
    .flatMap(([template, item]) => {
      const operations = Object.entries((resolve(document, item) ?? {}) as Json)
      return operations.flatMap(([method, operation]) =>
        METHODS.includes(method) && isJson(operation) ? [routeOf(method, template, operation)] : []
      )
    })
    .sort((left, right) => right.weight - left.weight)

const isJsonType = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(type)

/** The success that an operation declares first, in the media type that is asked for: JSON where there is a choice. */
const answerOf = (document: Json, operation: Json): Answer => {
  const responses = recordAt(document, operation, "responses")
  const declared = Object.keys(responses)
    .filter((status) => /^2(?:\d\d|XX)$/i.test(status))
    .sort()[0]
  const status = /^\d+$/.test(declared ?? "") ? Number(declared) : 200
  const content = recordAt(document, recordAt(document, responses, declared ?? "default"), "content")
  const types = Object.keys(content)
  const type = types.find(isJsonType) ?? types[0]
  if (type === undefined) return { status: declared === undefined ? 200 : status, type: undefined, body: "" }
  const example = exampleOf(document, content[type])
  const concrete = type.replace(/^\*\/\*$/, "application/json").replace("/*", "/plain")
  if (isJsonType(concrete)) return { status, type: concrete, body: JSON.stringify(example) }
  return { status, type: concrete, body: typeof example === "string" ? example : JSON.stringify(example) }
}

const NOT_FOUND: Answer = {
  status: 404,
  type: "application/json",
  body: JSON.stringify({ message: "The document has no such operation." })
}

export interface Served {
  /** The base of its addresses, without a slash at the end. */
  readonly url: string
  /** A line per request, in order. */
  readonly requests: ReadonlyArray<string>
  readonly close: () => void
}

/** Answers a request; pure, so that tests need no socket. */
export const responder = (spec: OpenAPI.Document): ((method: string, address: string) => Answer) => {
  const document = spec as Json
  const routes = routesOf(document)
  return (method, address) => {
    const { pathname, searchParams } = new URL(address, "http://localhost")
    const route = routes.find(
      (one) =>
        one.method === method &&
        one.pattern.test(pathname) &&
        [...one.query].every(([name, value]) => searchParams.getAll(name).includes(value))
    )
    return route === undefined ? NOT_FOUND : answerOf(document, route.operation)
  }
}

/** Starts the server on a free port of loopback. */
export const serve = (spec: OpenAPI.Document): Promise<Served> => {
  const answer = responder(spec)
  const requests: Array<string> = []
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const { body, status, type } = answer(request.method ?? "", request.url ?? "/")
      requests.push(`${request.method} ${request.url} → ${status}`)
      response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body)
    })
  })
  return new Promise((done, fail) => {
    server.once("error", fail)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const close = (): void => {
        server.close()
        server.closeAllConnections()
      }
      done({ url: `http://127.0.0.1:${port}`, requests, close })
    })
  })
}
