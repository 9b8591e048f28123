import { analyse } from "../../../src/interpreter/syntax/analyse.ts"
import type { AnyNode, ESTree } from "../../../src/interpreter/syntax/ast.ts"
import { SyntaxFailure, type ProgramError } from "../../../src/interpreter/syntax/failure.ts"
import { parseProgram, parseTypeScript, type ParsedProgram } from "../../../src/interpreter/syntax/parse.ts"
import { locate } from "../../../src/interpreter/syntax/position.ts"
import type { FunctionScope, Reference } from "../../../src/interpreter/syntax/scope.ts"

/** Reads a text as the engine does: plain JavaScript first. */
export const read = async (source: string): Promise<ParsedProgram> => {
  try {
    return parseProgram(source)
  } catch (error) {
    if (!(error instanceof SyntaxFailure) || error.error.kind !== "ParseError") throw error
    return parseTypeScript(source)
  }
}

/** What a text is refused with; its place as `line:column`. */
export const refusal = async (source: string): Promise<ProgramError & { at: string | null }> => {
  try {
    analyse(await read(source))
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error
    const { position } = error.error
    if (position === null) return { ...error.error, at: null }
    const { line, column } = locate(source, position)
    return { ...error.error, at: `${line}:${column}` }
  }
  throw new Error(`Not refused: ${source}`)
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && "start" in value

/** Every node below one, parents first, in source order as far as acorn's properties are. */
export function* nodes(root: AnyNode): Generator<AnyNode> {
  yield root
  for (const value of Object.values(root) as unknown[]) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(item)) yield* nodes(item)
  }
}

/** A program with its names resolved, and ways to look at them. */
export interface Resolved {
  readonly source: string
  readonly program: ESTree.Program
  readonly scope: FunctionScope
  /** The reference of the n-th occurrence (from 0) of an identifier that has one. */
  readonly ref: (name: string, occurrence?: number) => Reference
  /** The scope of the function with a name, or of the n-th anonymous one. */
  readonly fn: (name: string | number) => FunctionScope
}

export const resolveParsed = (parsed: ParsedProgram): Resolved => {
  const scope = analyse(parsed)
  const all = [...nodes(parsed.program)].sort((left, right) => left.start - right.start)
  const functions = all.filter(
    (node): node is ESTree.FunctionDeclaration | ESTree.FunctionExpression | ESTree.ArrowFunctionExpression =>
      node.type === "FunctionDeclaration" ||
      node.type === "FunctionExpression" ||
      node.type === "ArrowFunctionExpression"
  )
  return {
    source: parsed.source,
    program: parsed.program,
    scope,
    ref(name, occurrence = 0) {
      const found = all.filter(
        (node): node is ESTree.Identifier =>
          node.type === "Identifier" && node.name === name && node.reference !== undefined
      )
      const reference = found[occurrence]?.reference
      if (!reference) throw new Error(`No reference ${name}[${occurrence}]`)
      return reference
    },
    fn(name) {
      const found =
        typeof name === "number"
          ? functions.filter((node) => !node.id)[name]
          : functions.find((node) => node.id?.name === name)
      if (!found?.functionScope) throw new Error(`No function ${name}`)
      return found.functionScope
    }
  }
}

export const resolve = (source: string): Resolved => resolveParsed(parseProgram(source))

/** A reference in short: `local x`, `captured x`, `global x`, with `?` when it is checked. */
export const short = (reference: Reference): string =>
  reference.kind === "global"
    ? `global ${reference.name}`
    : `${reference.kind} ${reference.binding.name}${reference.check ? "?" : ""}`
