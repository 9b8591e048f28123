/** Credentials: asking the host for them and putting them where the document wants them. */
import { Effect } from "effect"
import type { ToolError } from "../tool-error.ts"
import { toolError } from "../tool-error.ts"
import { encodeBase64 } from "./base64.ts"
import { isRecord } from "./document.ts"
import type { OperationModel } from "./operation.ts"
import { silencePromise } from "./promise.ts"
import type { Alternative, Requirement, SecurityScheme } from "./security.ts"
import type { Pair } from "./style.ts"

/**
 * What a host answers for one security scheme.
 *
 * | type | becomes |
 * | --- | --- |
 * | `bearer` | `authorization: Bearer …`, whatever the scheme's type |
 * | `basic` | `authorization: Basic …` of the UTF-8 user name and password |
 * | `header` | that header |
 * | `apiKey` | the header, query parameter or cookie that the `apiKey` scheme names |
 * | `none` | nothing: the transport authenticates already, as with `mutualTLS` |
 */
export type Credential =
  | { readonly type: "bearer"; readonly token: string }
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | { readonly type: "header"; readonly name: string; readonly value: string }
  | { readonly type: "apiKey"; readonly value: string }
  | { readonly type: "none" }

/** The operation that a credential is wanted for, as the document describes it. */
export interface Operation {
  readonly operationId: string | undefined
  /** Upper-case. */
  readonly method: string
  /** The path template, such as `/users/{id}`. */
  readonly path: string
  readonly summary: string | undefined
  readonly description: string | undefined
}

/** One question to an {@link AuthResolver}. */
export interface AuthRequest {
  /** The scheme's name in `components.securitySchemes`. */
  readonly name: string
  readonly definition: SecurityScheme
  /** The scopes that the operation asks for; empty for schemes without any. */
  readonly scopes: ReadonlyArray<string>
  readonly operation: Operation
}

/** Where credentials come from. Asked afresh for every call; nothing is cached, and programs never see the answer. */
export interface AuthResolver<out R = never> {
  /**
   * Answers with a credential, or with `undefined` where there is none for this scheme: the operation's next
   * alternative is tried then. A failure ends the call; only a `ToolError`'s message reaches the program.
   */
  readonly resolve: (request: AuthRequest) => Effect.Effect<Credential | undefined, unknown, R>
}

/** What the credentials of one call add to its request. */
export interface Authorization {
  readonly headers: ReadonlyMap<string, string>
  readonly query: ReadonlyMap<string, string>
  readonly cookies: ReadonlyMap<string, string>
  /** Every text that must not come back in an error's excerpt. */
  readonly secrets: ReadonlyArray<string>
}

const NOTHING: Authorization = { headers: new Map(), query: new Map(), cookies: new Map(), secrets: [] }

interface Collected {
  readonly headers: Map<string, string>
  readonly query: Map<string, string>
  readonly cookies: Map<string, string>
  readonly secrets: Array<string>
}

/** The texts that each type of credential is made of. */
const PARTS: ReadonlyMap<unknown, ReadonlyArray<string>> = new Map([
  ["bearer", ["token"]],
  ["basic", ["username", "password"]],
  ["header", ["name", "value"]],
  ["apiKey", ["value"]],
  ["none", []]
])

/** A credential that is none, such as one without its token, must not become a call without credentials. */
const isCredential = (value: unknown): value is Credential => {
  if (!isRecord(value)) return false
  const parts = PARTS.get(value["type"])
  return parts !== undefined && parts.every((name) => typeof value[name] === "string")
}

const basic = (username: string, password: string): string =>
  encodeBase64(new TextEncoder().encode(`${username}:${password}`))

/** Characters that a header field cannot carry; a line break would begin another header. */
export const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

/** A name that a header field can have. */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

interface Placement {
  readonly carrier: "cookie" | "header" | "query"
  readonly name: string
  readonly value: string
  readonly secrets: ReadonlyArray<string>
}

const place = (credential: unknown, definition: SecurityScheme): Placement | string | undefined => {
  if (!isCredential(credential)) return "something that is no credential"
  switch (credential.type) {
    case "bearer":
      return {
        carrier: "header",
        name: "authorization",
        value: `Bearer ${credential.token}`,
        secrets: [credential.token]
      }
    case "basic": {
      const encoded = basic(credential.username, credential.password)
      const secrets = [encoded, credential.username, credential.password]
      return { carrier: "header", name: "authorization", value: `Basic ${encoded}`, secrets }
    }
    case "header":
      return {
        carrier: "header",
        name: credential.name.toLowerCase(),
        value: credential.value,
        secrets: [credential.value, ...credential.value.split(/\s+/).slice(1)]
      }
    case "apiKey": {
      if (definition.type !== "apiKey") return "an apiKey credential for a scheme that is none"
      const name = definition.in === "header" ? definition.name.toLowerCase() : definition.name
      return { carrier: definition.in, name, value: credential.value, secrets: [credential.value] }
    }
    case "none":
      return undefined
  }
}

const add = (
  collected: Collected,
  requirement: Requirement,
  credential: unknown,
  label: string
): ToolError | undefined => {
  const placement = place(credential, requirement.definition)
  if (placement === undefined) return undefined
  const scheme = `security scheme '${requirement.name}'`
  if (typeof placement === "string") return toolError(`${label}: the host gave ${placement} (${scheme})`)
  const { carrier, name, value } = placement
  const unsendable = carrier === "cookie" ? /[^\x21-\x3a\x3c-\x7e]/ : UNSENDABLE
  if (carrier !== "query" && unsendable.test(value)) {
    return toolError(`${label}: the credential of ${scheme} contains characters that a ${carrier} cannot carry`)
  }
  if (carrier === "header" && !HEADER_NAME.test(name)) {
    return toolError(`${label}: the credential of ${scheme} goes into a header that has no valid name`)
  }
  const target = carrier === "header" ? collected.headers : carrier === "query" ? collected.query : collected.cookies
  if (target.has(name)) return toolError(`${label}: multiple credentials use the same ${carrier} '${name}'`)
  target.set(name, value)
  collected.secrets.push(...placement.secrets)
  return undefined
}

const describeOperation = (operation: OperationModel): Operation => ({
  operationId: operation.operationId,
  method: operation.method,
  path: operation.path,
  summary: operation.summary,
  description: operation.description
})

/**
 * The credentials of one call: the operation's alternatives in order, the first complete one, its schemes one after
 * the other. An alternative without schemes allows the call to be anonymous.
 */
export const authorize = Effect.fnUntraced(function* <R>(
  operation: OperationModel,
  auth: AuthResolver<R> | undefined,
  label: string
): Effect.fn.Return<Authorization, unknown, R> {
  if (operation.security.length === 0) return NOTHING
  const unavailable = new Set<string>()
  for (const alternative of operation.security) {
    const authorization = yield* satisfy(alternative, operation, auth, label)
    if (typeof authorization !== "string") return authorization
    unavailable.add(authorization)
  }
  const names = [...unavailable].map((name) => `'${name}'`).join(", ")
  return yield* toolError(`${label}: no credential is available for security scheme ${names}`)
})

/** What an alternative adds, or the name of the scheme that has no credential. */
const satisfy = Effect.fnUntraced(function* <R>(
  alternative: Alternative,
  operation: OperationModel,
  auth: AuthResolver<R> | undefined,
  label: string
): Effect.fn.Return<Authorization | string, unknown, R> {
  const collected: Collected = { headers: new Map(), query: new Map(), cookies: new Map(), secrets: [] }
  for (const requirement of alternative) {
    if (auth === undefined) return requirement.name
    const credential = yield* Effect.suspend(() => {
      const answer = auth.resolve({
        name: requirement.name,
        definition: requirement.definition,
        scopes: requirement.scopes,
        operation: describeOperation(operation)
      })
      if (Effect.isEffect(answer)) return answer
      silencePromise(answer)
      return Effect.die(new TypeError("auth.resolve must answer an Effect"))
    })
    if (credential === undefined) return requirement.name
    const failure = add(collected, requirement, credential, label)
    if (failure !== undefined) return yield* failure
  }
  return collected
})

export const pairsOf = (entries: ReadonlyMap<string, string>): ReadonlyArray<Pair> =>
  Array.from(entries, ([name, value]) => ({ name, value }))
