/**
 * Regular expressions that can be stopped: a parser's tree compiled to a backtracking machine that counts steps.
 *
 * Pure: text in, integers out. The `RegExp` built-ins own `lastIndex`, result arrays, protocols and charging; nothing
 * here knows of them. Imports `@eslint-community/regexpp` and its own files only.
 */
export { compile, compiledBefore, compileInPortions } from "./compile.ts"
export type { RegExpFlags } from "./flags.ts"
export { parseFlags } from "./flags.ts"
export { Matcher, maxBacktrack } from "./matcher.ts"
export type { Outcome } from "./matcher.ts"
export { maxPatternLength } from "./parse.ts"
export { PORTION } from "./portions.ts"
export type { Program } from "./program.ts"
export { RegExpSyntaxError } from "./syntax-error.ts"
