/**
 * The engine's door: from a parsed program to an execution that the host drives slice by slice. Plain and synchronous: no Effect, no
 * timers, no knowledge of tools beyond the port (`kernel/host.ts`). What a program may be written in is told in README.md beside this file.
 */
import { compileProgram } from "./compile/compile.ts"
import { Execution } from "./kernel/execution.ts"
import type { ExecutionOptions } from "./kernel/execution.ts"
import type { HostPort } from "./kernel/host.ts"
import { Realm } from "./kernel/realm.ts"
import type { IntrinsicDefinitions } from "./kernel/realm.ts"
import { analyse } from "./syntax/analyse.ts"
import type { ParsedProgram } from "./syntax/parse.ts"
import { locator } from "./syntax/position.ts"

/** What a host decides about one run. */
export interface EngineOptions extends ExecutionOptions {
  /** The standard library's tables. */
  readonly intrinsics: IntrinsicDefinitions
  readonly host: HostPort
}

/**
 * Prepares a program to run. Nothing of it has run yet; `Execution.run` runs it.
 * Throws a `SyntaxFailure` when the program nests too deep.
 */
export function load(program: ParsedProgram, options: EngineOptions): Execution {
  const scope = analyse(program)
  const realm = new Realm(options.intrinsics, options.host, {
    text: program.source,
    locate: locator(program.source)
  })
  const execution = new Execution(realm, options)
  execution.within(() => {
    const { begin, main } = compileProgram(realm, program, scope)
    execution.start(begin, main)
  })
  return execution
}

export { Execution } from "./kernel/execution.ts"
export type { Progress } from "./kernel/execution.ts"
export { parseProgram, parseTypeScript } from "./syntax/parse.ts"
export type { ParsedProgram } from "./syntax/parse.ts"
export { loadTypeScriptParsers } from "./syntax/parser.ts"
export { SyntaxFailure } from "./syntax/failure.ts"
export { codeFrame, locate } from "./syntax/position.ts"
