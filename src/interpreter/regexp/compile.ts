import { emitProgram } from "./emit.ts"
import { parseFlags } from "./flags.ts"
import { parsePattern } from "./parse.ts"
import { finish, Pace } from "./portions.ts"
import type { Portions } from "./portions.ts"
import type { Program } from "./program.ts"
import { RegExpSyntaxError } from "./syntax-error.ts"
import { buildTree } from "./tree.ts"

/**
 * Compiles a pattern: https://tc39.es/ecma262/#sec-regexpinitialize
 *
 * @param pattern the text between the slashes, up to 16,384 UTF-16 units
 * @param flagText any of `d g i m s u v y`, each once, not `u` with `v`
 * @throws {RegExpSyntaxError} the pattern or a flag is wrong; the message says what to write instead
 *
 * @example
 * ```ts
 * compile("(?<year>\\d{4})", "u").groupNames // Map { "year" => [1] }
 * ```
 */
export const compile = (pattern: string, flagText: string): Program => finish(compileInPortions(pattern, flagText))

/** The same with pauses, none for most patterns: a `yield` follows each portion of a long one. */
export function* compileInPortions(pattern: string, flagText: string): Portions<Program> {
  const program = compiledBefore(pattern, flagText) ?? (yield* compileFresh(pattern, flagText))
  if (pattern.length > longestKept) return program
  const key = `${flagText}/${pattern}`
  recent.delete(key)
  if (recent.size >= keptPrograms) recent.delete(recent.keys().next().value!)
  recent.set(key, program)
  return program
}

// Programs last compiled, the latest last: a pattern built in a loop is compiled once. They are immutable, so whoever
// asks for the same pattern may get the same one.
const recent = new Map<string, Program>()
const keptPrograms = 200
const longestKept = 500
const mostFlags = 8

/** The program of a pattern that was compiled lately. */
export const compiledBefore = (pattern: string, flagText: string): Program | undefined =>
  pattern.length > longestKept || flagText.length > mostFlags ? undefined : recent.get(`${flagText}/${pattern}`)

function* compileFresh(pattern: string, flagText: string): Portions<Program> {
  const flags = parseFlags(flagText)
  const pace = new Pace()
  const failAt = (what: string, index: number): never => {
    const shown = pattern.length > longestShown ? `${pattern.slice(0, longestShown)}…` : pattern
    throw new RegExpSyntaxError(`Invalid regular expression: /${shown}/${flagText}: ${what}`, index)
  }
  try {
    const parsed = yield* parsePattern(pattern, flags, failAt, pace)
    const tree = yield* buildTree(parsed, flags, failAt, pace)
    return yield* emitProgram(tree, pattern, flagText, flags, pace)
  } catch (error) {
    // All stages recurse by nesting, on whatever host stack the caller has left.
    if (error instanceof RangeError) return failAt("the pattern is too deeply nested; simplify it", 0)
    throw error
  }
}

const longestShown = 200
