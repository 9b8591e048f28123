/** From program text to a checked syntax tree. */
import type { FunctionNode, Program, Statement } from "./ast.ts"

/** A program that parsed, passed the checks and holds no TypeScript any more. */
export interface ParsedProgram {
  readonly program: Program
  readonly body: readonly Statement[]
  /** The submitted text; offsets of nodes count in it. */
  readonly source: string
  /**
   * How to read the body. `"statements"`: run them as the body of an async function. `"call"`: the text is one function and nothing
   * else; `body` still declares it (or is one expression statement), then `entryFunction` is called without arguments, and its result is the program's.
   */
  readonly entry: "statements" | "call"
  /** The function to call when `entry` is `"call"`, else null. */
  readonly entryFunction: FunctionNode | null
}
