/** Which address an operation is sent to. */
import type { JsonRecord } from "./document.ts"
import { EMPTY, isRecord, own, ownRecord } from "./document.ts"
import { Skip } from "./skip.ts"

export interface ServerOptions {
  readonly baseUrl: string | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** `{name}` from the host's override, else from the declared default; what has neither stays. */
const substitute = (template: string, declared: JsonRecord, overrides: Readonly<Record<string, string>>): string =>
  template.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    if (Object.hasOwn(overrides, name)) return overrides[name]!
    const value = own(ownRecord(declared, name), "default")
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : placeholder
  })

const check = (address: string): string | Skip => {
  if (/[{}]/.test(address)) {
    return new Skip("server-variable", `server URL '${address}' is not an absolute URL; pass baseUrl`)
  }
  const parsed = /^https?:\/\/[^/\\]/i.test(address) && URL.canParse(address) ? new URL(address) : undefined
  if (parsed === undefined) {
    return new Skip("server-not-absolute", `server URL '${address}' is not an absolute HTTP(S) URL`)
  }
  if (parsed.username !== "" || parsed.password !== "") {
    return new Skip(
      "server-credentials",
      `server URL for '${parsed.host}' contains credentials; pass them through auth`
    )
  }
  if (/[?#]/.test(address)) {
    return new Skip(
      "server-query-or-fragment",
      `server URL '${address}' contains an unsupported query string or fragment`
    )
  }
  return address.replace(/\/+$/, "")
}

/** Most operations of a document have the same address, and parsing one is slow. */
const makeCheck = (): ((address: string) => string | Skip) => {
  const checked = new Map<string, string | Skip>()
  return (address) => {
    const known = checked.get(address)
    if (known !== undefined) return known
    const result = check(address)
    checked.set(address, result)
    return result
  }
}

/** Finds the base of an operation. */
export type BaseReader = (levels: ReadonlyArray<JsonRecord>) => string | Skip

/**
 * The base of an operation's requests, without trailing slashes. `levels` are the places that may declare servers,
 * nearest first; the first that does is final, even if nothing in it can be used.
 */
export const makeBaseReader = (options: ServerOptions): BaseReader => {
  const checkOnce = makeCheck()
  return (levels) => {
    if (options.baseUrl !== undefined) return checkOnce(substitute(String(options.baseUrl), EMPTY, options.variables))
    const level = levels.find((candidate) => own(candidate, "servers") !== undefined)
    const servers = level === undefined ? undefined : own(level, "servers")
    const server = Array.isArray(servers) ? servers.find(isRecord) : undefined
    const address = server === undefined ? undefined : own(server, "url")
    if (server === undefined || typeof address !== "string" || address === "") {
      return new Skip("no-server", "spec declares no servers; pass baseUrl")
    }
    return checkOnce(substitute(address, ownRecord(server, "variables"), options.variables))
  }
}
