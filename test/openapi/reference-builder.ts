/** An independent request builder, swagger-client, asked for the same operation with the same values. */
import Swagger from "swagger-client"
import type { Json } from "./support.ts"
import { isJson, lookUp } from "./sample.ts"

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly [key: string]: unknown
}

export interface Subject {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly mediaTypes: ReadonlyArray<string>
  readonly mediaType: string | undefined
  readonly media: Json
  readonly operation: Json
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"]

const PREFERENCE: ReadonlyArray<(essence: string) => boolean> = [
  (essence) => essence === "application/json" || essence.endsWith("+json"),
  (essence) => essence === "application/x-www-form-urlencoded",
  (essence) => essence.startsWith("multipart/"),
  (essence) => essence.startsWith("text/") || essence.endsWith("/xml"),
  () => true
]

/** Every operation with its references at the surface resolved. */
export const subjectsOf = (document: Json): ReadonlyArray<Subject> => {
  const subjects: Array<Subject> = []
  for (const [path, itemValue] of Object.entries((document["paths"] ?? {}) as Json)) {
    const item = lookUp(document, itemValue)
    if (!isJson(item)) continue
    for (const method of METHODS) {
      const operation = item[method]
      if (!isJson(operation)) continue
      const merged = new Map<string, Parameter>()
      for (const list of [item["parameters"], operation["parameters"]]) {
        for (const entry of (list ?? []) as ReadonlyArray<unknown>) {
          const parameter = lookUp(document, entry) as Parameter
          merged.set(`${parameter.in} ${parameter.name}`, parameter)
        }
      }
      const body = lookUp(document, operation["requestBody"])
      const content = isJson(body) && isJson(body["content"]) ? body["content"] : {}
      const mediaTypes = Object.keys(content)
      const essence = (mediaType: string) => mediaType.split(";")[0]!.trim().toLowerCase()
      const mediaType = PREFERENCE.map((test) => mediaTypes.find((type) => test(essence(type)))).find(
        (type) => type !== undefined
      )
      subjects.push({
        method,
        path,
        parameters: [...merged.values()],
        mediaTypes,
        mediaType,
        media: (mediaType === undefined ? {} : content[mediaType]) as Json,
        operation
      })
    }
  }
  return subjects
}

export interface Values {
  readonly parameters: ReadonlyArray<readonly [Parameter, unknown]>
  readonly body: unknown
}

export interface Built {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

/**
 * The reference's request. It writes a query behind a path's fragment, where nothing is sent (RFC 9110 §7.1), so it is
 * asked without the fragment. The operation stands alone in its document, so nothing else can interfere.
 */
export const buildReference = (document: Json, subject: Subject, values: Values, base: string): Built => {
  const { media, method, path } = subject
  // The reference sends a range as it is, which is no content type (RFC 9110 §8.3); here all of them mean JSON.
  const mediaType = subject.mediaType === "*/*" ? "application/json" : subject.mediaType
  const operation: Json = {
    operationId: "op",
    parameters: subject.parameters.map((parameter) => ({
      ...parameter,
      schema: lookUp(document, parameter["schema"])
    })),
    responses: {},
    ...(mediaType === undefined
      ? {}
      : { requestBody: { content: { [mediaType]: { ...media, schema: lookUp(document, media["schema"]) } } } })
  }
  const request = Swagger.buildRequest({
    spec: { openapi: "3.0.3", servers: [{ url: base }], paths: { [path.split("#")[0]!]: { [method]: operation } } },
    operationId: "op",
    parameters: Object.fromEntries(
      values.parameters.map(([parameter, value]) => [`${parameter.in}.${parameter.name}`, value])
    ),
    ...(values.body === undefined ? {} : { requestBody: values.body }),
    ...(mediaType === undefined ? {} : { requestContentType: mediaType })
  })
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  )
  return { method: request.method, url: request.url, headers, body: request.body }
}
