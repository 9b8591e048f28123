/** One call's inputs as a request. Everything that can be refused is refused here, before anyone is asked for a secret. */
import type { HttpBody } from "effect/http"
import { HttpClientRequest, UrlParams } from "effect/http"
import { encodeBody, writePairs } from "./body-encoding.ts"
import type { Authorization } from "./credential.ts"
import { HEADER_NAME, pairsOf, UNSENDABLE } from "./credential.ts"
import type { JsonRecord } from "./document.ts"
import { own } from "./document.ts"
import { jsonText } from "./form.ts"
import type { Field } from "./input.ts"
import type { OperationModel } from "./operation.ts"
import type { Parameter } from "./parameter.ts"
import { encodeUnreserved } from "./percent.ts"
import { refuse } from "./refusal.ts"
import type { Pair } from "./style.ts"
import { cookiePairs, headerText, pathText, queryPairs, scalarText } from "./style.ts"

/** A request without its credentials. */
export interface Prepared {
  /** Absolute, with what the path template itself has as a query. */
  readonly url: string
  readonly query: ReadonlyArray<Pair>
  readonly headers: ReadonlyMap<string, string>
  readonly cookies: ReadonlyArray<Pair>
  readonly body: HttpBody.HttpBody | undefined
}

/** Headers of the connection. The client writes them and would refuse or double ours. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
  "upgrade"
])

const isTransportOwned = (field: Field): boolean =>
  field.location === "header" && TRANSPORT_HEADERS.has(field.wireName.toLowerCase())

interface Given {
  readonly field: Field
  readonly value: unknown
}

/** The inputs that were given. `null` is given; `undefined` and inherited values are not. */
const givenOf = (fields: ReadonlyArray<Field>, input: JsonRecord): ReadonlyArray<Given> =>
  fields.flatMap((field) => {
    const value = own(input, field.inputName)
    if (value !== undefined) return [{ field, value }]
    if (!field.required || isTransportOwned(field)) return []
    const kind = field.location === "body" ? "body input" : `${field.location} parameter`
    return refuse(`Missing required ${kind} '${field.inputName}'`)
  })

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

/** The text of a parameter that is declared by `content`; `undefined` where it is declared by `schema`. */
const contentText = (value: unknown, parameter: Parameter): string | undefined => {
  const { subject } = parameter.writing
  switch (parameter.content) {
    case undefined:
      return undefined
    case "json": {
      const text = jsonText(value, subject)
      return parameter.location === "header" ? text.replace(/[\x7f-\uffff]/g, escapeUnit) : text
    }
    case "form":
      return writePairs(queryPairs(value, parameter.name, { ...parameter.writing, style: "form", explode: true }))
    case "text":
      return scalarText(value) ?? refuse(`${subject} must be a string`)
  }
}

const PLACEHOLDER = /\{([^{}]+)\}/g

/** The path with its placeholders filled in. A fragment in the template is never sent. */
const writePath = (operation: OperationModel, given: ReadonlyArray<Given>): string => {
  const values = new Map<string, string>()
  for (const { field, value } of given) {
    if (field.location !== "path") continue
    const parameter = field.parameter!
    const content = contentText(value, parameter)
    const text =
      content === undefined
        ? pathText(value, parameter.name, parameter.writing, operation.labelSeparator)
        : encodeUnreserved(content)
    if (text === "" || text === "." || text === "..") {
      refuse(`Path parameter '${field.inputName}' must not be empty, '.' or '..'`)
    }
    values.set(parameter.name, text)
  }
  const template = operation.path.split("#", 1)[0]!
  const path = template.replace(
    PLACEHOLDER,
    (_, name: string) => values.get(name) ?? refuse(`The path has an undeclared placeholder '${name}'`)
  )
  return path.startsWith("/") || path === "" ? path : `/${path}`
}

const writeHeader = (field: Field, value: unknown): string | undefined => {
  const parameter = field.parameter!
  const text = contentText(value, parameter) ?? headerText(value, parameter.writing)
  if (text === undefined) return undefined
  if (!HEADER_NAME.test(parameter.name)) refuse(`Header '${field.inputName}' has a name that cannot be sent`)
  if (UNSENDABLE.test(text))
    refuse(`Header parameter '${field.inputName}' contains characters that a header cannot carry`)
  return text
}

const writeBody = (operation: OperationModel, given: ReadonlyArray<Given>): HttpBody.HttpBody | undefined => {
  const { body } = operation
  if (body === undefined) return undefined
  const fields = given.filter(({ field }) => field.location === "body")
  if (body.flat() !== undefined) {
    return encodeBody(body, Object.fromEntries(fields.map(({ field, value }) => [field.wireName, value])))
  }
  return fields.length === 0 ? undefined : encodeBody(body, fields[0]!.value)
}

/** Throws a `ToolError` for inputs that cannot be sent. */
export const prepare = (operation: OperationModel, input: JsonRecord): Prepared => {
  const given = givenOf(operation.fields(), input)
  const query: Array<Pair> = []
  const cookies: Array<Pair> = []
  const headers = new Map<string, string>()
  const url = operation.base + writePath(operation, given)
  for (const { field, value } of given) {
    const { parameter } = field
    if (parameter === undefined || field.location === "path") continue
    const { name, writing } = parameter
    if (field.location === "header") {
      const text = writeHeader(field, value)
      if (text !== undefined && !isTransportOwned(field)) headers.set(name.toLowerCase(), text)
      continue
    }
    const content = contentText(value, parameter)
    if (field.location === "query") {
      query.push(...(content === undefined ? queryPairs(value, name, writing) : [{ name, value: content }]))
    } else {
      cookies.push(
        ...(content === undefined ? cookiePairs(value, name, writing) : [{ name, value: encodeUnreserved(content) }])
      )
    }
  }
  for (const { name, value } of cookies) {
    if (!HEADER_NAME.test(name) || /[^\x20-\x3a\x3c-\x7e]/.test(value)) {
      refuse(`Cookie parameter '${name}' contains characters that a cookie cannot carry`)
    }
  }
  return { url, query, headers, cookies, body: writeBody(operation, given) }
}

/** Static headers of the host, by lower-case name. */
export type StaticHeaders = ReadonlyMap<string, string>

const cookieName = (pair: string): string => pair.split("=", 1)[0]!.trim()

/**
 * The request with its credentials. Later headers win: the wanted answer, the host's own, the parameters, the body's
 * content type, the credentials; cookies of all of them share one header.
 */
export const assemble = (
  operation: OperationModel,
  prepared: Prepared,
  hostHeaders: StaticHeaders,
  authorization: Authorization
): HttpClientRequest.HttpClientRequest => {
  const pairs = [
    ...prepared.query.filter((pair) => !authorization.query.has(pair.name)),
    ...pairsOf(authorization.query)
  ]
  // The client escapes pairs itself; only where a value needs another escaping is the query written here.
  const isEscaped = pairs.some((pair) => pair.encoded !== undefined)
  const url = isEscaped ? `${prepared.url}${prepared.url.includes("?") ? "&" : "?"}${writePairs(pairs)}` : prepared.url

  const headers = new Map<string, string>()
  if (operation.answers.accept !== undefined) headers.set("accept", operation.answers.accept)
  for (const [name, value] of hostHeaders) headers.set(name, value)
  for (const [name, value] of prepared.headers) headers.set(name, value)
  // A credential may be a whole cookie header of the host's making; its cookies replace those of their names too.
  const header = authorization.headers.get("cookie")
  const taken = new Set([...authorization.cookies.keys(), ...(header ?? "").split(";").map(cookieName)])
  const cookies = [
    ...[hostHeaders.get("cookie"), prepared.headers.get("cookie")].filter((text) => text !== undefined),
    ...prepared.cookies.filter((pair) => !taken.has(pair.name)).map((pair) => `${pair.name}=${pair.value}`),
    ...pairsOf(authorization.cookies).map((pair) => `${pair.name}=${pair.value}`),
    ...(header === undefined ? [] : [header])
  ]
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "))

  const credentials = [...authorization.headers].filter(([name]) => name !== "cookie")
  let request = HttpClientRequest.make(operation.method)(url, {
    headers: Object.fromEntries(headers),
    ...(isEscaped || pairs.length === 0
      ? {}
      : { urlParams: UrlParams.make(pairs.map((pair) => [pair.name, pair.value] as const)) })
  })
  if (prepared.body !== undefined) request = HttpClientRequest.setBody(request, prepared.body)
  return HttpClientRequest.setHeaders(request, Object.fromEntries(credentials))
}
