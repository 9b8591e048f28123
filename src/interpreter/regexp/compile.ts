import { emitProgram } from "./emit.ts"
import { parseFlags } from "./flags.ts"
import { parsePattern } from "./parse.ts"
import type { Program } from "./program.ts"
import { RegExpSyntaxError } from "./syntax-error.ts"
import { buildTree } from "./tree.ts"

/**
 * Compiles a pattern: https://tc39.es/ecma262/#sec-regexpinitialize
 *
 * @param pattern the text between the slashes, up to 65,536 UTF-16 units
 * @param flagText any of `d g i m s u v y`, each once, not `u` with `v`
 * @throws {RegExpSyntaxError} the pattern or a flag is wrong; the message says what to write instead
 *
 * @example
 * ```ts
 * compile("(?<year>\\d{4})", "u").groupNames // Map { "year" => [1] }
 * ```
 */
export function compile(pattern: string, flagText: string): Program {
  const flags = parseFlags(flagText)
  const parsed = parsePattern(pattern, flags, flagText)
  const tree = buildTree(parsed, flags, (what, index) => {
    throw new RegExpSyntaxError(`Invalid regular expression: /${pattern}/${flagText}: ${what}`, index)
  })
  return emitProgram(tree, pattern, flagText, flags)
}
