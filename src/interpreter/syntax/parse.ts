/** From program text to a checked syntax tree: JavaScript first, then TypeScript, then the shapes that models send. */
import type { ESTree, FunctionNode, Program, Statement } from "./ast.ts"
import { eraseTypeScript } from "./erase.ts"
import { isStackOverflow, SyntaxFailure, tooDeep } from "./failure.ts"
import { describeParseError } from "./parse-error.ts"
import { JavaScriptParser, loadTypeScriptParsers, type ProgramParser, type TypeScriptParsers } from "./parser.ts"
import { refusedModule } from "./refusal.ts"
import { isFenceInDisguise, opensWithFunction, unwrap, type Wrapping } from "./shape.ts"

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

const refusedText = (message: string, position: number | null, suggestion?: string): SyntaxFailure =>
  new SyntaxFailure({
    kind: "ParseError",
    message,
    position,
    ...(suggestion === undefined ? {} : { suggestions: [suggestion] })
  })

/** Refuses texts that no parser needs to see. */
const checkLength = (source: string): void => {
  // `trim` removes a byte order mark too.
  if (source.trim() === "") throw refusedText("Code cannot be empty.", null)
  if (source.length > MAX_SOURCE_LENGTH) {
    throw refusedText(
      `The program is ${source.length} UTF-16 units long; the most is ${MAX_SOURCE_LENGTH} (5 MiB).`,
      null,
      "Send less code: let tools hold large data, and pass references to it."
    )
  }
}

/** What a parser said about a text it could not read. */
interface Misfit {
  readonly message: string
  readonly position: number
}

const misfit = (error: unknown): Misfit => {
  const position = (error as { pos?: unknown }).pos
  if (isStackOverflow(error)) throw tooDeep(typeof position === "number" ? position : null)
  if (!(error instanceof SyntaxError) || typeof position !== "number") throw error
  return { message: error.message.replace(/ \(\d+:\d+\)$/, ""), position }
}

type Attempt = { readonly parsed: ParsedProgram } | { readonly misfit: Misfit }

const isSkippable = (statement: ESTree.Program["body"][number]): boolean =>
  statement.type === "EmptyStatement" || (statement.type === "ExpressionStatement" && statement.directive !== undefined)

const isCallable = (node: ESTree.AnyNode): node is FunctionNode =>
  (node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression") &&
  node.params.length === 0 &&
  !node.generator

interface LoneFunction {
  readonly node: FunctionNode
  /** The index of its statement in the program's body. */
  readonly index: number
}

/** The function that is the whole program, if it is one. */
const loneFunction = (program: Program): LoneFunction | null => {
  let index = -1
  for (let at = 0; at < program.body.length; at++) {
    if (isSkippable(program.body[at])) continue
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
const callEntry = (program: Program, { node, index }: LoneFunction): void => {
  const { start, end } = node
  const rewritten: Statement[] = []
  let callee: ESTree.Expression
  if (node.type !== "FunctionDeclaration") callee = node
  else if (node.id === null) callee = Object.assign(node, { type: "FunctionExpression" as const })
  else {
    callee = { type: "Identifier", name: node.id.name, start, end }
    rewritten.push(node as ESTree.FunctionDeclaration)
  }
  const call: ESTree.CallExpression = { type: "CallExpression", callee, arguments: [], optional: false, start, end }
  rewritten.push({ type: "ReturnStatement", argument: call, start, end })
  program.body.splice(index, 1, ...rewritten)
}

/** Reads the shape of a parsed program and refuses what must not run. */
const finish = (
  program: Program,
  parser: ProgramParser,
  source: string,
  isErased: (offset: number) => boolean
): ParsedProgram => {
  const lone = loneFunction(program)
  for (const refusal of parser.refusals) {
    const isEntry = refusal.what === "export" && lone !== null && program.body[lone.index] === refusal.node
    if (!isEntry && !isErased(refusal.node.start)) throw refusedModule(refusal)
  }
  if (lone !== null) callEntry(program, lone)
  return {
    program,
    body: program.body as Statement[],
    source,
    entry: lone === null ? "statements" : "call",
    entryFunction: lone?.node ?? null
  }
}

const nothingErased = (): boolean => false

/** Parses `text`, which is the submitted `source` or a blanked copy of it. */
const attemptJavaScript = (text: string, source: string, read: (parser: ProgramParser) => Program): Attempt => {
  let parser: ProgramParser
  let program: Program
  try {
    parser = new JavaScriptParser(text)
    program = read(parser)
  } catch (error) {
    return { misfit: misfit(error) }
  }
  return { parsed: finish(program, parser, source, nothingErased) }
}

/** The same, reading TypeScript; null when the text parses but holds none, so that the JavaScript parser was right. */
const attemptTypeScript = (
  parsers: TypeScriptParsers,
  text: string,
  source: string,
  read: (parser: ProgramParser) => Program
): Attempt | null => {
  let first: Misfit | null = null
  for (const TypeScriptParser of parsers) {
    let parser: ProgramParser
    let program: Program
    try {
      parser = new TypeScriptParser(text)
      program = read(parser)
    } catch (error) {
      first ??= misfit(error)
      if (!text.includes("?")) break
      continue
    }
    return eraseAndFinish(program, parser, source)
  }
  return { misfit: first! }
}

const eraseAndFinish = (program: Program, parser: ProgramParser, source: string): Attempt | null => {
  try {
    const { found, covers } = eraseTypeScript(program, source)
    return found ? { parsed: finish(program, parser, source, covers) } : null
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(null) : error
  }
}

const readProgram = (parser: ProgramParser): Program => parser.parse()
const readLoneExpression = (parser: ProgramParser): Program => parser.parseLoneExpression()

/** Tries both languages; when neither fits, the misfit of the one that got further. */
const attemptBoth = (
  parsers: TypeScriptParsers,
  text: string,
  source: string,
  read: (parser: ProgramParser) => Program = readProgram
): Attempt => {
  const plain = attemptJavaScript(text, source, read)
  if ("parsed" in plain) return plain
  const typed = attemptTypeScript(parsers, text, source, read)
  if (typed === null) return plain
  return "parsed" in typed || typed.misfit.position > plain.misfit.position ? typed : plain
}

const wrappingFailure = (wrapping: Exclude<Wrapping, { kind: "program" | "none" }>): SyntaxFailure =>
  wrapping.kind === "several"
    ? refusedText(
        `The text holds ${wrapping.count} fenced blocks; which one to run is not clear.`,
        wrapping.position,
        "Send one program, without Markdown around it."
      )
    : refusedText(
        `The fenced block is marked as ${wrapping.language}; programs are JavaScript.`,
        wrapping.position,
        "Send JavaScript, without Markdown around it."
      )

/**
 * Parses a program in plain JavaScript.
 *
 * Throws a {@link SyntaxFailure}. After a `ParseError`, ask {@link parseTypeScript}: the text may be TypeScript, or wrapped in
 * Markdown, or an anonymous function; its failure also says more.
 */
export const parseProgram = (source: string): ParsedProgram => {
  checkLength(source)
  const attempt = attemptJavaScript(source, source, readProgram)
  if ("misfit" in attempt) throw describeParseError(source, attempt.misfit.message, attempt.misfit.position)
  if (isFenceInDisguise(attempt.parsed.program, source))
    throw refusedText("The program is inside a Markdown fence.", null)
  return attempt.parsed
}

/**
 * Parses a program that is not plain JavaScript: TypeScript whose types can be erased, a Markdown fence around a program,
 * prose around one fence, or an anonymous function alone. Locations count in the submitted text.
 *
 * Rejects with the {@link SyntaxFailure} of the reading that got furthest, worded for what the text looks like.
 */
export const parseTypeScript = async (source: string): Promise<ParsedProgram> => {
  checkLength(source)
  const parsers = await loadTypeScriptParsers()
  let attempt = attemptBoth(parsers, source, source)
  if ("parsed" in attempt && !isFenceInDisguise(attempt.parsed.program, source)) return attempt.parsed
  if ("misfit" in attempt && opensWithFunction(source)) {
    const lone = attemptBoth(parsers, source, source, readLoneExpression)
    if ("parsed" in lone) return lone.parsed
    if (lone.misfit.position > attempt.misfit.position) attempt = lone
  }
  const wrapping = unwrap(source)
  if (wrapping.kind === "program") {
    checkLength(wrapping.source)
    const inner = attemptBoth(parsers, wrapping.source, source)
    if ("parsed" in inner) return inner.parsed
    throw describeParseError(wrapping.source, inner.misfit.message, inner.misfit.position)
  }
  if (wrapping.kind !== "none") throw wrappingFailure(wrapping)
  if ("parsed" in attempt) return attempt.parsed
  throw describeParseError(source, attempt.misfit.message, attempt.misfit.position)
}
