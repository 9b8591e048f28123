/** What compiling a node needs to know about where it stands, and the way to compile the nodes inside it. */
import type { Frame, Susp } from "../kernel/agent.ts"
import type { FunctionValue } from "../kernel/function.ts"
import type { Realm } from "../kernel/realm.ts"
import type { Value } from "../kernel/values.ts"
import type { AnyNode, Class, Expression, FunctionNode, Identifier, Pattern, Statement } from "../syntax/ast.ts"
import type { FunctionScope } from "../syntax/scope.ts"
import type { Jump, Part, Run, RunStatement } from "./run.ts"

/** The targets of a label. */
export interface Label {
  readonly name: string
  readonly break: Jump
  readonly continue: Jump
}

/** Gives a value to everything that a pattern names; answers undefined, or suspends. */
export type Bind = (frame: Frame, value: Value) => undefined | Susp

/** A name that is known now, or only when the node runs (computed keys). */
export type FunctionName = string | null

/**
 * The compiler of each syntactic category. Construct files reach each other only through this, so that their imports point one way;
 * `compile.ts` puts it together.
 */
export interface Compiler {
  expression(context: Context, node: Expression): Run
  /** The object or callee of a link in an optional chain: may answer `SHORT_CIRCUIT`, which the link passes on. */
  chainElement(context: Context, node: Expression): Run
  /** An expression whose value, if it is an anonymous function or class, gets this name. */
  named(context: Context, node: Expression, name: string): Run
  statement(context: Context, node: Statement): RunStatement
  /** A statement of a list or the body of a loop. */
  part(context: Context, node: Statement): Part
  /** A list of statements in a scope that has been entered. */
  statements(context: Context, nodes: readonly Statement[]): RunStatement
  /** A pattern of a declaration (`initialize`) or of an assignment. `origin` names the value in errors: `the property 'a'`. */
  pattern(context: Context, node: Pattern, mode: "initialize" | "assign", origin?: string): Bind
  /** Makes function objects for a node; `name` unless the node has its own. `text` is what `toString` shows, when not the node's own. */
  closure(
    context: Context,
    node: FunctionNode,
    name: string,
    text?: { readonly start: number; readonly end: number }
  ): (frame: Frame) => FunctionValue
  class(context: Context, node: Class, name: string): Run
}

export interface Context {
  readonly compiler: Compiler
  readonly realm: Realm
  /** The program text, for messages. */
  readonly source: string
  readonly scope: FunctionScope
  /** Labels around the node, innermost last. */
  readonly labels: readonly Label[]
}

/** How much of a node's text is looked at for a message; nodes nest, so all of it would be read once for each level. */
const MAX_READ = 1000

/** The text of a node for a message, shortened to one short line. */
export function sourceText(context: Context, node: { readonly start: number; readonly end: number }): string {
  const text = context.source.slice(node.start, Math.min(node.end, node.start + MAX_READ)).replace(/\s+/g, " ")
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** How the value of an expression is named by errors of the pattern that takes it apart. */
export function originOf(context: Context, node: Expression): string | undefined {
  const text = sourceText(context, node)
  return text === "undefined" || text === "null" ? undefined : `'${text}'`
}

/** Whether evaluating the node can neither suspend nor throw for lack of initialisation. */
export function isSimple(node: AnyNode): boolean {
  switch (node.type) {
    case "Identifier":
      return node.reference !== undefined && node.reference.kind !== "global"
    case "Literal":
      return node.regex === undefined || node.regex === null
    case "ThisExpression":
      return true
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return true
    default:
      return false
  }
}

/** Whether the node is an anonymous function or class, which takes the name of what it is assigned to. */
export const isAnonymousFunction = (node: AnyNode): boolean =>
  node.type === "ArrowFunctionExpression" ||
  ((node.type === "FunctionExpression" || node.type === "ClassExpression") && !node.id)

/**
 * The right side of an assignment to a variable; an anonymous function is named after it. A target in parentheses does not give its name:
 * https://tc39.es/ecma262/#sec-assignment-operators-runtime-semantics-evaluation asks for an identifier reference.
 */
export const namedAfter = (
  context: Context,
  target: Identifier,
  node: { readonly start: number; readonly right: Expression }
): Run =>
  target.start === node.start
    ? context.compiler.named(context, node.right, target.name)
    : context.compiler.expression(context, node.right)
