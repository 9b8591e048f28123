/** The public names of the library. What is not here is private. */
export * as CodeMode from "./codemode.ts"
export * as Tool from "./tool.ts"
export * as OpenAPI from "./openapi/index.ts"
export * as Namespace from "./tool-runtime/namespace.ts"
export { ToolError, toolError } from "./tool-error.ts"
export { searchSignature } from "./tool-runtime/search-contract.ts"
export { toolExpression } from "./tool-runtime/expression.ts"
