/** From program text to a checked syntax tree. */
import type { ESTree, FunctionNode, Program, Statement } from "./ast.ts"
import { isStackOverflow, SyntaxFailure, tooDeep } from "./failure.ts"
import { JavaScriptParser, type ProgramParser } from "./parser.ts"
import { refusedModule } from "./refusal.ts"

/** The longest program text, in UTF-16 units. */
export const MAX_SOURCE_LENGTH = 5 * 2 ** 20

/** A program that parsed, passed the checks and holds no TypeScript any more. */
export interface ParsedProgram {
  readonly program: Program
  /** `program.body`. */
  readonly body: readonly Statement[]
  /** The submitted text; offsets of nodes count in it. */
  readonly source: string
  /**
   * `"call"`: the text is one function without parameters and nothing else. `body` then ends in a made-up
   * `return f()`, so that running it as statements does the right thing.
   */
  readonly entry: "statements" | "call"
  /** The function that is called when `entry` is `"call"`, else null. */
  readonly entryFunction: FunctionNode | null
}

/** Refuses texts that no parser needs to see. */
const checkLength = (source: string): void => {
  if (source.trim() === "") {
    throw new SyntaxFailure({ kind: "ParseError", message: "Code cannot be empty.", position: null })
  }
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new SyntaxFailure({
      kind: "ParseError",
      message: `The program is ${source.length} UTF-16 units long; the most is ${MAX_SOURCE_LENGTH} (5 MiB).`,
      position: null
    })
  }
}

/** Turns what a parser throws into a failure of the program. */
export const parserFailure = (error: unknown): unknown => {
  if (isStackOverflow(error)) return tooDeep((error as { pos?: number }).pos ?? null)
  if (!(error instanceof SyntaxError)) return error
  const position = (error as { pos?: number }).pos ?? null
  return new SyntaxFailure({ kind: "ParseError", message: error.message.replace(/ \(\d+:\d+\)$/, ""), position })
}

const run = (parser: ProgramParser): Program => {
  try {
    return parser.parse()
  } catch (error) {
    throw parserFailure(error)
  }
}

const isSkippable = (statement: Statement): boolean =>
  statement.type === "EmptyStatement" || (statement.type === "ExpressionStatement" && statement.directive !== undefined)

const isCallable = (node: ESTree.AnyNode): node is FunctionNode =>
  (node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression") &&
  node.params.length === 0 &&
  !node.generator

/** The function that is the whole program, if it is one, and the statement that holds it. */
const loneFunction = (program: Program): { node: FunctionNode; index: number } | null => {
  let index = -1
  for (const [at, statement] of program.body.entries()) {
    if (isSkippable(statement as Statement)) continue
    if (index !== -1) return null
    index = at
  }
  if (index === -1) return null
  const statement = program.body[index]
  const node =
    statement.type === "ExportDefaultDeclaration"
      ? statement.declaration
      : statement.type === "ExpressionStatement"
        ? statement.expression
        : statement
  return isCallable(node) ? { node, index } : null
}

/** Rewrites a program that is one function so that it returns what the function returns. */
const callEntry = (program: Program, node: FunctionNode, index: number): void => {
  const { start, end } = node
  let callee: ESTree.Expression
  if (node.type !== "FunctionDeclaration") callee = node
  else if (node.id === null) callee = Object.assign(node, { type: "FunctionExpression" as const })
  else {
    callee = { type: "Identifier", name: node.id.name, start, end }
    program.body[index++] = node as ESTree.FunctionDeclaration
  }
  const call: ESTree.CallExpression = { type: "CallExpression", callee, arguments: [], optional: false, start, end }
  const statement: ESTree.ReturnStatement = { type: "ReturnStatement", argument: call, start, end }
  program.body[index] = statement
}

/** Reads the shape of a parsed program and refuses what must not run. */
export const finish = (program: Program, parser: ProgramParser, source: string): ParsedProgram => {
  const lone = loneFunction(program)
  const refusal = parser.refusals.find(
    ({ node, what }) => !(what === "export" && lone !== null && program.body[lone.index] === node)
  )
  if (refusal) throw refusedModule(refusal)
  if (lone) callEntry(program, lone.node, lone.index)
  return {
    program,
    body: program.body as Statement[],
    source,
    entry: lone ? "call" : "statements",
    entryFunction: lone?.node ?? null
  }
}

/**
 * Parses a program in plain JavaScript.
 *
 * Throws a {@link SyntaxFailure}. A `ParseError` may be TypeScript or one of the shapes that models send:
 * `parseTypeScript` tries those.
 */
export const parseProgram = (source: string): ParsedProgram => {
  checkLength(source)
  const parser = new JavaScriptParser(source)
  return finish(run(parser), parser, source)
}
