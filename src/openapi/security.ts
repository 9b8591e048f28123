/** Security schemes and requirements as our own model, or the reason why an operation cannot be authorised. */
import type { JsonRecord } from "./document.ts"
import { isRecord, own, ownRecord, ownText } from "./document.ts"
import type { References } from "./reference.ts"
import { Skip } from "./skip.ts"

/** How a credential is carried, as the document declares it. */
export type SecurityScheme =
  | { readonly type: "apiKey"; readonly name: string; readonly in: "cookie" | "header" | "query" }
  | {
      readonly type: "http"
      /** Lower-cased, such as `bearer` or `basic`. */
      readonly scheme: string
      readonly bearerFormat?: string
    }
  | { readonly type: "oauth2"; readonly flows?: unknown }
  | { readonly type: "openIdConnect"; readonly openIdConnectUrl?: string }
  | { readonly type: "mutualTLS" }

/** One scheme of a requirement, with the scopes it asks for. */
export interface Requirement {
  readonly name: string
  readonly definition: SecurityScheme
  readonly scopes: ReadonlyArray<string>
}

/** Schemes that must all be satisfied; empty where anonymous access is allowed. */
export type Alternative = ReadonlyArray<Requirement>

const readScheme = (value: unknown, references: References): SecurityScheme | undefined => {
  const record = references.resolve(value)
  if (!isRecord(record)) return undefined
  switch (own(record, "type")) {
    case "apiKey": {
      const name = ownText(record, "name")
      const carrier = own(record, "in")
      if (name === undefined || (carrier !== "header" && carrier !== "query" && carrier !== "cookie")) return undefined
      return { type: "apiKey", name, in: carrier }
    }
    case "http": {
      const scheme = ownText(record, "scheme")
      if (scheme === undefined) return undefined
      const bearerFormat = ownText(record, "bearerFormat")
      return { type: "http", scheme: scheme.toLowerCase(), ...(bearerFormat === undefined ? {} : { bearerFormat }) }
    }
    case "oauth2":
      return Object.hasOwn(record, "flows") ? { type: "oauth2", flows: record["flows"] } : { type: "oauth2" }
    case "openIdConnect": {
      const openIdConnectUrl = ownText(record, "openIdConnectUrl")
      return openIdConnectUrl === undefined ? { type: "openIdConnect" } : { type: "openIdConnect", openIdConnectUrl }
    }
    case "mutualTLS":
      return { type: "mutualTLS" }
    default:
      return undefined
  }
}

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

export interface Securities {
  /** The alternatives of an operation in order; none where nothing is required. */
  readonly of: (operation: JsonRecord) => ReadonlyArray<Alternative> | Skip
}

export const makeSecurities = (document: JsonRecord, references: References): Securities => {
  const declared = ownRecord(ownRecord(document, "components"), "securitySchemes")
  const schemes = new Map<string, SecurityScheme | undefined>()
  for (const [name, value] of Object.entries(declared)) schemes.set(name, readScheme(value, references))

  const read = (declaration: unknown): ReadonlyArray<Alternative> | Skip => {
    if (!Array.isArray(declaration)) return new Skip("invalid-security", "security declaration is not an array")
    const alternatives: Array<Alternative> = []
    const missing = new Set<string>()
    for (const requirement of declaration as ReadonlyArray<unknown>) {
      if (!isRecord(requirement)) return new Skip("invalid-security", "security requirement is not an object")
      const alternative: Array<Requirement> = []
      let complete = true
      for (const [name, scopes] of Object.entries(requirement)) {
        if (!isTexts(scopes)) {
          return new Skip("invalid-security", "security requirement scopes are not string arrays")
        }
        const definition = schemes.get(name)
        if (definition === undefined) {
          missing.add(name)
          complete = false
        } else {
          alternative.push({ name, definition, scopes })
        }
      }
      if (complete) alternatives.push(alternative)
    }
    if (alternatives.length === 0 && declaration.length > 0) {
      const names = [...missing].join(", ")
      return new Skip("security-scheme", `security requirement references missing or malformed scheme: ${names}`)
    }
    return alternatives
  }

  const inherited = own(document, "security")
  const forDocument = inherited === undefined ? [] : read(inherited)
  return {
    of: (operation) => {
      const declared = own(operation, "security")
      return declared === undefined ? forDocument : read(declared)
    }
  }
}
