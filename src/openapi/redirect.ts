/**
 * Redirects that keep credentials at home: within one origin they are followed, to another one only by a request that
 * carries nothing of value.
 */
import { Effect, Layer, Option } from "effect"
import { FetchHttpClient, Headers, HttpBody, HttpClient, HttpClientRequest, UrlParams } from "effect/http"
import type { HttpClientResponse } from "effect/http"

/** Options of {@link guardRedirects}. */
export interface RedirectOptions {
  /** Redirects that one request may take. Default 5; with 0 none is followed. */
  readonly maxRedirects?: number | undefined
  /**
   * What happens to a redirect that would carry a credential to another origin. `refuse`, the default, leaves it
   * unanswered, so the call fails. `strip` follows it without any header that could be a credential, as downloads
   * behind signed addresses need.
   */
  readonly crossOrigin?: "refuse" | "strip" | undefined
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Headers that say nothing about who asks. Any other may be a credential, whatever its name, since a document can
 * declare an API key under every name.
 */
const IMPERSONAL: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "b3",
  "content-encoding",
  "content-language",
  "content-length",
  "content-type",
  "traceparent",
  "tracestate",
  "user-agent"
])

/** Names of headers and query parameters that whoever made the request says are secret; tools say so of credentials. */
interface Marks {
  readonly headers: ReadonlyArray<string | RegExp>
  readonly params: ReadonlyArray<string | RegExp>
}

const isMarked = (name: string, marks: ReadonlyArray<string | RegExp>): boolean =>
  marks.some((mark) =>
    typeof mark === "string" ? mark.toLowerCase() === name.toLowerCase() : name.search(mark) !== -1
  )

const personalHeaders = (request: HttpClientRequest.HttpClientRequest, marks: Marks): ReadonlyArray<string> =>
  Object.keys(request.headers).filter((name) => !IMPERSONAL.has(name) || isMarked(name, marks.headers))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"))
  } catch {
    return text
  }
}

/** Whether an address repeats a secret of the query, as redirects that keep the whole query do. */
const repeatsSecret = (from: URL, to: URL, marks: Marks): boolean =>
  [...from.searchParams].some(
    ([name, value]) =>
      value !== "" &&
      isMarked(name, marks.params) &&
      ([...to.searchParams.values()].includes(value) || to.href.includes(value) || decoded(to.href).includes(value))
  )

/** The request that a redirect asks for, or `undefined` where it must not be followed. */
const redirected = (
  request: HttpClientRequest.HttpClientRequest,
  response: HttpClientResponse.HttpClientResponse,
  crossOrigin: "refuse" | "strip",
  marks: Marks
): HttpClientRequest.HttpClientRequest | undefined => {
  const { location } = response.headers
  const from = HttpClientRequest.toUrl(request)
  if (!REDIRECTS.has(response.status) || location === undefined || Option.isNone(from)) return undefined
  if (!URL.canParse(location, from.value.href)) return undefined
  const to = new URL(location, from.value.href)
  if (to.protocol !== "https:" && to.protocol !== "http:") return undefined
  if (to.username !== "" || to.password !== "") return undefined

  // Fetch standard, HTTP-redirect fetch, step 12: when the method becomes GET, the body goes.
  const becomesGet =
    response.status === 303
      ? request.method !== "GET" && request.method !== "HEAD"
      : (response.status === 301 || response.status === 302) && request.method === "POST"
  const keepsBody = !becomesGet && request.body._tag !== "Empty"
  const leaves = to.origin !== from.value.origin
  const personal = leaves ? personalHeaders(request, marks) : []
  const downgraded = from.value.protocol === "https:" && to.protocol === "http:"
  if (leaves && (downgraded || keepsBody || repeatsSecret(from.value, to, marks))) return undefined
  if (personal.length > 0 && crossOrigin === "refuse") return undefined
  to.hash = ""
  const moved = becomesGet
    ? HttpClientRequest.setBody(HttpClientRequest.setMethod(request, "GET"), HttpBody.empty).pipe(
        HttpClientRequest.removeHeader("content-type"),
        HttpClientRequest.removeHeader("content-length"),
        HttpClientRequest.removeHeader("content-encoding")
      )
    : request
  const next = personal.reduce((stripped, name) => HttpClientRequest.removeHeader(stripped, name), moved)
  return HttpClientRequest.makeWith(next.method, to.href, UrlParams.empty, Option.none(), next.headers, next.body)
}

/**
 * A client that follows redirects within an origin, and to another origin only if the request carries no header that
 * could be a credential (any but the likes of `accept` and `content-type`), no body, and does not lose its encryption,
 * and if the new address does not repeat a credential of the old one's query. Names in `Headers.CurrentRedactedNames` and
 * `UrlParams.CurrentRedactedNames` are credentials in any case; tools put those of each call there.
 * What is not followed is answered as it came, so a tool fails with `HTTP 302`. See {@link RedirectOptions} for
 * following without the credentials instead.
 *
 * The client given must not follow redirects by itself: `fetch` does unless `FetchHttpClient.RequestInit` says
 * `redirect: "manual"`. Browsers hide the target of a manual redirect, so nothing is followed there.
 *
 * @example
 * ```ts
 * import { Effect, Layer } from "effect"
 * import { HttpClient } from "effect/http"
 * import { OpenAPI } from "effect-codemode"
 *
 * declare const layerNodeHttp: Layer.Layer<HttpClient.HttpClient>
 * const guarded = Layer.effect(
 *   HttpClient.HttpClient,
 *   Effect.map(HttpClient.HttpClient, (client) => OpenAPI.guardRedirects(client, { maxRedirects: 2 }))
 * ).pipe(Layer.provide(layerNodeHttp))
 * ```
 */
export const guardRedirects = <E, R>(
  client: HttpClient.HttpClient.With<E, R>,
  options?: RedirectOptions
): HttpClient.HttpClient.With<E, R> => {
  const maxRedirects = options?.maxRedirects ?? 5
  const crossOrigin = options?.crossOrigin ?? "refuse"
  return HttpClient.makeWith<E, R, E, R>(
    Effect.fnUntraced(function* (initial: Effect.Effect<HttpClientRequest.HttpClientRequest, E, R>) {
      let request = yield* initial
      const marks = { headers: yield* Headers.CurrentRedactedNames, params: yield* UrlParams.CurrentRedactedNames }
      for (let followed = 0; ; followed++) {
        const response = yield* client.postprocess(Effect.succeed(request))
        const next = followed < maxRedirects ? redirected(request, response, crossOrigin, marks) : undefined
        if (next === undefined) return response
        request = next
      }
    }),
    client.preprocess
  )
}

/**
 * `fetch` behind {@link guardRedirects}, with options.
 *
 * @example
 * ```ts
 * import { OpenAPI } from "effect-codemode"
 *
 * const layer = OpenAPI.layerFetchWith({ crossOrigin: "strip" })
 * ```
 */
export const layerFetchWith = (options: RedirectOptions): Layer.Layer<HttpClient.HttpClient> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) => guardRedirects(client, options))
  ).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" }))
  )

/**
 * `fetch` behind {@link guardRedirects}: the client to use where nothing else is at hand.
 *
 * @example
 * ```ts
 * import { Effect } from "effect"
 * import { CodeMode, OpenAPI } from "effect-codemode"
 *
 * const { tools } = OpenAPI.fromSpec({ spec: { openapi: "3.1.0", paths: {} } })
 * const program = CodeMode.execute({ tools: { api: tools }, code: "1 + 1" }).pipe(Effect.provide(OpenAPI.layerFetch))
 * ```
 */
export const layerFetch: Layer.Layer<HttpClient.HttpClient> = layerFetchWith({})
