/**
 * The front end: text in, a checked tree with every name resolved out. Nothing here runs a program, and nothing here
 * imports another room; acorn is imported by `parser.ts` alone, its TypeScript plugin only when a text needs it.
 */
export { analyse, MAX_DEPTH } from "./analyse.ts"
export { SyntaxFailure, type ProgramError } from "./failure.ts"
export { absentGlobalHint, nearestName } from "./hints.ts"
export { MAX_SOURCE_LENGTH, parseProgram, parseTypeScript, type ParsedProgram } from "./parse.ts"
export { codeFrame, locate, locator, type Location } from "./position.ts"
export * from "./scope.ts"
