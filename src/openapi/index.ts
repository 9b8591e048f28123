/**
 * OpenAPI documents as tools. A document becomes our own operation model (`operation.ts` and what it reads), and the
 * model becomes tools that send requests (`call.ts` and what it writes). Imports `effect`, `tool.ts` and
 * `tool-error.ts`; knows nothing of programs or interpreters.
 */
export type { AuthRequest, AuthResolver, Credential, Operation } from "./credential.ts"
export type { Document } from "./document.ts"
export { fromSpec } from "./from-spec.ts"
export type { Result, Skipped, Tools } from "./from-spec.ts"
export type { Options } from "./options.ts"
export { DocumentError, parse } from "./parse.ts"
export { guardRedirects, layerFetch, layerFetchWith } from "./redirect.ts"
export type { RedirectOptions } from "./redirect.ts"
export type { SecurityScheme } from "./security.ts"
export type { SkipCode } from "./skip.ts"
