/**
 * Requests of the library against those of two independent builders, over a real connection: swagger-client for
 * everything, and `qs` for what nests below `deepObject`, which OpenAPI leaves undefined and swagger-client flattens.
 */
import qs from "qs"
import type { Options } from "../../src/openapi/index.ts"
import { fromSpec } from "../../src/openapi/index.ts"
import type { Received } from "./loopback.ts"
import { listen, viaFetch } from "./loopback.ts"
import type { Built, Parameter, Subject } from "./reference-builder.ts"
import { buildReference, subjectsOf } from "./reference-builder.ts"
import { isJson, lookUp, sample } from "./sample.ts"
import type { AnyTool, Json } from "./support.ts"
import { flatten } from "./support.ts"

type Pair = readonly [name: string, value: string]

export interface Difference {
  readonly operation: string
  readonly part: string
  readonly ours: unknown
  readonly theirs: unknown
}

export interface Comparison {
  readonly compared: number
  /** Operations of the document that were left out, by reason. */
  readonly left: Readonly<Record<string, number>>
  readonly differences: ReadonlyArray<Difference>
}

/** The headers that every HTTP client adds by itself. */
const CLIENT_HEADERS = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "host",
  "sec-fetch-mode",
  "transfer-encoding",
  "user-agent"
])

const IGNORED_HEADERS = new Set([
  "accept",
  "authorization",
  "content-type",
  "content-length",
  "host",
  "connection",
  "cookie"
])

const pairsOf = (text: string): Array<Pair> => [...new URLSearchParams(text)]

const byName = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> =>
  [...pairs].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))

const nests = (value: unknown): boolean =>
  Array.isArray(value) ||
  (isJson(value) && Object.values(value).some((item) => typeof item === "object" && item !== null))

const nestedPairs = (name: string, value: unknown): ReadonlyArray<Pair> =>
  pairsOf(qs.stringify({ [name]: value }, { arrayFormat: "indices", format: "RFC1738", skipNulls: false })).map(
    ([key, text]) => [key, text]
  )

/**
 * The pairs of a query parameter that the reference writes wrongly; `undefined` where it is asked. It flattens what
 * nests under `deepObject`, and joins an object under `spaceDelimited` and `pipeDelimited` by commas, where the Style
 * Values table has the style's own delimiter.
 */
const ownPairs = (parameter: Parameter, value: unknown): ReadonlyArray<Pair> | undefined => {
  const { in: location, name, style } = parameter
  if (location !== "query") return undefined
  if (style === "deepObject" && nests(value)) return nestedPairs(name, value)
  const delimiter = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : undefined
  if (delimiter === undefined || !isJson(value) || parameter["explode"] === true) return undefined
  return [[name, Object.entries(value).flat().join(delimiter)]]
}

interface Wire {
  readonly path: string
  readonly query: ReadonlyArray<Pair>
  readonly headers: Json
  readonly cookies: string | undefined
  readonly contentType: string | undefined
  readonly body: unknown
}

const partsOf = (bytes: Buffer, contentType: string): ReadonlyArray<unknown> => {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType)!
  return bytes
    .toString("latin1")
    .split(`--${boundary[1] ?? boundary[2]}`)
    .slice(1, -1)
    .map((part) => {
      const at = part.indexOf("\r\n\r\n")
      const head = part.slice(0, at)
      return {
        name: /name="([^"]*)"/.exec(head)?.[1],
        text: Buffer.from(part.slice(at + 4, -2), "latin1").toString()
      }
    })
}

const bodyOf = (bytes: Buffer, contentType: string | undefined): unknown => {
  const text = bytes.toString()
  if (text === "" || contentType === undefined) return text
  if (/json/.test(contentType)) return JSON.parse(text)
  if (/urlencoded/.test(contentType)) return byName(pairsOf(text))
  return /multipart/.test(contentType) ? partsOf(bytes, contentType) : text
}

const wireOf = (received: Received): Wire => {
  const at = received.target.indexOf("?")
  const contentType = received.headers["content-type"]
  return {
    path: at === -1 ? received.target : received.target.slice(0, at),
    query: byName(at === -1 ? [] : pairsOf(received.target.slice(at + 1))),
    headers: Object.fromEntries(
      Object.entries(received.headers)
        .filter(([name]) => !CLIENT_HEADERS.has(name))
        .sort()
    ),
    cookies: received.headers.cookie,
    contentType: contentType?.split(";")[0],
    body: bodyOf(received.bytes, contentType)
  }
}

/** The schema of a body's property, through one level of composition. */
const propertyOf = (document: Json, schema: unknown, name: string): Json => {
  const resolved = lookUp(document, schema)
  if (!isJson(resolved)) return {}
  const properties = isJson(resolved["properties"]) ? resolved["properties"] : {}
  const property = lookUp(document, properties[name])
  return isJson(property) ? property : {}
}

/** What a program passes for a body sample: files as bytes. */
const bodyInput = (document: Json, subject: Subject, body: unknown): unknown => {
  if (!/multipart/.test(subject.mediaType ?? "") || !isJson(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const binary = propertyOf(document, subject.media["schema"], name)["format"] === "binary"
      return [name, binary ? { base64: Buffer.from(String(value)).toString("base64"), filename: "blob" } : value]
    })
  )
}

/** What a program passes: inputs by the names that the tool shows, given in the tool's order. */
const inputOf = (
  tool: AnyTool,
  document: Json,
  subject: Subject,
  values: ReadonlyArray<readonly [Parameter, unknown]>,
  body: unknown
): Json | undefined => {
  const names = Object.keys((tool.input as unknown as { readonly properties: object }).properties)
  const input: Record<string, unknown> = {}
  for (const [parameter, value] of values) {
    const clash = `${parameter.in}_${parameter.name}`
    const name = names.includes(clash) ? clash : parameter.name
    if (!names.includes(name)) return undefined
    input[name] = value
  }
  if (body === undefined) return input
  const given = bodyInput(document, subject, body)
  if (names.includes("body")) return { ...input, body: given }
  for (const [property, value] of Object.entries(isJson(given) ? given : {})) {
    const name = names.includes(`body_${property}`) ? `body_${property}` : property
    if (!names.includes(name)) return undefined
    input[name] = value
  }
  return input
}

const canHaveBody = (method: string): boolean => method !== "get" && method !== "head"

/** Values that the reference can be asked about; the rest has tests of its own. */
const valuesOf = (document: Json, subject: Subject): ReadonlyArray<readonly [Parameter, unknown]> =>
  subject.parameters
    .filter((parameter) => !(parameter.in === "header" && IGNORED_HEADERS.has(parameter.name.toLowerCase())))
    .map((parameter): readonly [Parameter, unknown] => {
      const options = { flat: parameter["style"] !== "deepObject", skipReadOnly: true }
      const schema =
        parameter["schema"] ?? (Object.values((parameter["content"] ?? {}) as Json)[0] as Json | undefined)?.["schema"]
      const value = sample(document, schema, parameter.name, options)
      // A header cannot carry every character, and neither side may send what it cannot.
      const plain = (item: unknown): unknown => (typeof item === "string" ? item.replace(/[^\x20-\x7e]/g, "u") : item)
      if (parameter.in !== "header" && parameter.in !== "cookie") return [parameter, value]
      if (Array.isArray(value)) return [parameter, value.map(plain)]
      if (!isJson(value)) return [parameter, plain(value)]
      return [parameter, Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))]
    })

/** Pairs of a form body that nest, which the reference is not asked about. */
const splitForm = (
  subject: Subject,
  body: unknown
): { readonly plain: unknown; readonly nested: ReadonlyArray<Pair> } => {
  if (!/urlencoded/.test(subject.mediaType ?? "") || !isJson(body)) return { plain: body, nested: [] }
  const encoding = (subject.media["encoding"] ?? {}) as Record<string, Json>
  const isDeep = (name: string, value: unknown): boolean => encoding[name]?.["style"] === "deepObject" && nests(value)
  const entries = Object.entries(body)
  return {
    plain: Object.fromEntries(entries.filter(([name, value]) => !isDeep(name, value))),
    nested: entries.filter(([name, value]) => isDeep(name, value)).flatMap(([name, value]) => nestedPairs(name, value))
  }
}

/**
 * The reference sends the last cookie alone, where RFC 6265 §5.4 has one header for all of them, and does not escape
 * its value as the `form` style does (RFC 6570 §3.2.8). Exploded values it joins by `,` or `&`, which separate no cookies
 * (OpenAPI 3.1.1, Appendix D). So: what it sends of a single value must be among what we send.
 */
const cookiesAgree = (ours: string | undefined, theirs: string | undefined): boolean => {
  if (theirs === undefined || /[,&]/.test(theirs)) return true
  const sent = (ours ?? "").split("; ").map((pair) => decodeURIComponent(pair))
  return sent.includes(theirs) || sent.includes(decodeURIComponent(theirs.replace(/%(?![0-9A-F]{2})/g, "%25")))
}

/** Sends every n-th operation of a document both ways. */
export const compare = async (
  document: Json,
  every: number,
  options: Omit<Options, "spec" | "baseUrl"> = {}
): Promise<Comparison> => {
  const server = await listen((_, response) => void response.writeHead(204).end())
  const base = `${server.url}/base`
  const left: Record<string, number> = {}
  const leave = (reason: string): void => void (left[reason] = (left[reason] ?? 0) + 1)
  const differences: Array<Difference> = []
  let compared = 0
  try {
    const tools = toolsOf(document, base, options)
    for (const [index, subject] of subjectsOf(document).entries()) {
      if (index % every !== 0) continue
      const { method, path } = subject
      const tool = tools.get(`${method} ${path}`)
      if (tool === undefined) {
        leave("skipped")
        continue
      }
      const values = valuesOf(document, subject)
      const wantsBody = subject.mediaType !== undefined && canHaveBody(method)
      const form = /urlencoded|multipart/.test(subject.mediaType ?? "")
      const body = wantsBody
        ? sample(document, subject.media["schema"], "body", {
            flat: form && /multipart/.test(subject.mediaType!),
            skipReadOnly: true
          })
        : undefined
      const input = inputOf(tool, document, subject, values, body)
      if (input === undefined) {
        leave("inputs not matched by name")
        continue
      }
      await viaFetch(tool, input)
      const ours = wireOf(server.received.at(-1)!)

      const { nested, plain: whole } = splitForm(subject, body)
      // A text for a JSON body is JSON already to the reference.
      const plain = /json/.test(subject.mediaType ?? "") && typeof whole === "string" ? JSON.stringify(whole) : whole
      const asked = values.filter(([parameter, value]) => ownPairs(parameter, value) === undefined)
      const reference = buildReference(
        document,
        {
          ...subject,
          ...(wantsBody ? {} : { mediaType: undefined }),
          parameters: asked.map(([parameter]) => parameter)
        },
        { parameters: asked, body: plain },
        base
      )
      await sendReference(reference)
      const theirs = wireOf(server.received.at(-1)!)
      const extra = values.flatMap(([parameter, value]) => ownPairs(parameter, value) ?? [])
      const expected: Wire = {
        ...theirs,
        query: byName([...theirs.query, ...extra]),
        body:
          nested.length === 0
            ? theirs.body
            : byName([...(theirs.body === "" ? [] : (theirs.body as ReadonlyArray<Pair>)), ...nested])
      }
      compared++
      for (const part of ["path", "query", "headers", "cookies", "contentType", "body"] as const) {
        const same =
          part === "cookies"
            ? cookiesAgree(ours.cookies, expected.cookies)
            : JSON.stringify(ours[part]) === JSON.stringify(expected[part])
        if (same) continue
        differences.push({ operation: `${method} ${path}`, part, ours: ours[part], theirs: expected[part] })
      }
    }
  } finally {
    await server.close()
  }
  return { compared, left, differences }
}

/** The tools of a document by method and path, none of them asking for credentials. */
const toolsOf = (
  document: Json,
  baseUrl: string,
  options: Omit<Options, "spec" | "baseUrl">
): ReadonlyMap<string, AnyTool> => {
  const marked = structuredClone(document) as Record<string, unknown>
  marked["security"] = []
  for (const { method, path } of subjectsOf(document)) {
    const item = lookUp(marked, (marked["paths"] as Json)[path]) as Record<string, Record<string, unknown>>
    Object.assign(item[method]!, { description: `${method} ${path}`, security: [] })
  }
  const { tools } = fromSpec({ spec: marked as Options["spec"], baseUrl, ...options })
  return new Map(Object.values(flatten(tools as never)).map((tool) => [tool.description, tool]))
}

const sendReference = async ({ body, headers, method, url }: Built): Promise<void> => {
  // The reference leaves writing JSON to its own client, and streams forms.
  const json = /json/.test(headers["content-type"] ?? "") && body !== undefined && typeof body !== "string"
  const written = isStream(body) ? await gather(body) : json ? JSON.stringify(body) : (body as string | undefined)
  await fetch(url, { method, headers, ...(written === undefined ? {} : { body: written }) })
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body

const gather = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of stream) chunks.push(chunk)
  return Uint8Array.from(Buffer.concat(chunks))
}
