/**
 * Function bodies. A body ends in a value, so `return` at its end needs no completion record: the rest of a list is compiled
 * straight to an expression (a call of a small function: 43 ns instead of 82).
 */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import type { Value } from "../kernel/values.ts"
import type { ESTree, Statement } from "../syntax/ast.ts"
import { branch as branchOn, comparisonOf } from "./condition.ts"
import type { Context } from "./context.ts"
import { RETURN, returned } from "./run.ts"
import type { Jump, Part, Run, RunStatement } from "./run.ts"
import { returnValue, scopeEntry, sequence } from "./statements.ts"
import { hasUsing } from "./using.ts"

/** Compiles a body whose scope has been entered to its value. */
export function compileBody(context: Context, nodes: readonly Statement[]): Run {
  if (hasUsing(nodes)) return valueOf(context.compiler.statements(context, nodes))
  return tail(context, nodes, 0, 0) ?? (() => undefined)
}

/**
 * Each statement that may jump runs the rest of its list inside itself. Beyond so many the list is flat, or a function of forty guards would
 * use forty times the host's stack.
 */
const MAX_TAILS = 4

/** The program's body: a final expression statement is its value (the REPL rule). */
export function compileProgramBody(context: Context, nodes: readonly Statement[]): Run {
  const last = nodes.at(-1)
  if (last?.type !== "ExpressionStatement") return compileBody(context, nodes)
  const result: ESTree.ReturnStatement = {
    type: "ReturnStatement",
    argument: last.expression,
    start: last.start,
    end: last.end
  }
  return compileBody(context, [...nodes.slice(0, -1), result])
}

/** Whether the statement may jump out of itself (return, or break and continue of something around it). */
function mayJump(node: Statement): boolean {
  switch (node.type) {
    case "ExpressionStatement":
    case "VariableDeclaration":
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "EmptyStatement":
    case "DebuggerStatement":
    case "ThrowStatement":
      return false
    default:
      return true
  }
}

/** Whether control never goes on after the statement, whatever it does before. */
function neverFallsThrough(node: Statement): boolean {
  switch (node.type) {
    case "ReturnStatement":
    case "ThrowStatement":
      return true
    case "BlockStatement":
      return !hasUsing(node.body) && node.body.some(neverFallsThrough)
    case "IfStatement":
      return node.alternate ? neverFallsThrough(node.consequent) && neverFallsThrough(node.alternate) : false
    default:
      return false
  }
}

/** The value of the statements from `from` on, `inside` so many others; null when there are none. */
function tail(context: Context, nodes: readonly Statement[], from: number, inside: number): Run | null {
  if (inside >= MAX_TAILS) return valueOf(context.compiler.statements(context, nodes.slice(from)))
  const before: Part[] = []
  let end: Run | null = null
  for (let i = from; i < nodes.length; i++) {
    const node = nodes[i]
    if (node.type === "ReturnStatement") {
      end = node.argument ? returnValue(context, node.argument) : () => undefined
      break
    }
    if (node.type === "FunctionDeclaration" || node.type === "EmptyStatement") continue
    if (!mayJump(node)) {
      before.push(context.compiler.part(context, node))
      continue
    }
    if (node.type === "BlockStatement" && neverFallsThrough(node)) {
      end = blockTail(context, node, inside)
      break
    }
    if (
      node.type === "IfStatement" &&
      (neverFallsThrough(node.consequent) || (node.alternate && neverFallsThrough(node.alternate)))
    ) {
      end = ifTail(context, node, nodes, i + 1, inside + 1)
      break
    }
    // A statement that may return somewhere inside: run it, then the rest.
    const rest = tail(context, nodes, i + 1, inside + 1)
    end = valueThen(context.compiler.statement(context, node), rest)
    break
  }
  if (before.length === 0) return end
  const first = sequence(before)
  if (end === null) {
    const done = (): Value => undefined
    return (f) => (first(f) === SUSP ? suspend(done, f) : undefined)
  }
  const value = end
  return (f) => (first(f) === SUSP ? suspend(value, f) : value(f))
}

function blockTail(context: Context, node: ESTree.BlockStatement, inside: number): Run {
  const enter = scopeEntry(context, node.scope)
  const value = tail(context, node.body, 0, inside)!
  if (enter === null) return value
  return (f) => {
    enter(f)
    return value(f)
  }
}

/** `if` where at least one branch always leaves the function: each branch is a value. */
function ifTail(
  context: Context,
  node: ESTree.IfStatement,
  nodes: readonly Statement[],
  next: number,
  inside: number
): Run {
  const test = context.compiler.expression(context, node.test)
  const rest = tail(context, nodes, next, inside) ?? (() => undefined)
  const branch = (statement: Statement | null | undefined): Run => {
    if (!statement) return rest
    if (neverFallsThrough(statement)) return tail(context, [statement], 0, inside)!
    return valueThen(context.compiler.statement(context, statement), rest)
  }
  const yes = branch(node.consequent)
  const no = branch(node.alternate)
  const after = (f: Frame, t: Value): Value | Susp => (t ? yes(f) : no(f))
  const choose = (f: Frame, t: Value | Susp): Value | Susp => (t === SUSP ? suspend(after, f) : t ? yes(f) : no(f))
  const comparison = comparisonOf(context, node.test)
  if (comparison !== null) return branchOn(comparison, yes, no, choose)
  return (f) => choose(f, test(f))
}

/** Runs a statement; its `return` is the value, otherwise the rest is. */
function valueThen(statement: RunStatement, rest: Run | null): Run {
  const after = (f: Frame, completion: Jump | undefined): Value | Susp => {
    if (completion === RETURN) return returned.value
    return rest === null ? undefined : rest(f)
  }
  return (f) => {
    const completion = statement(f)
    if (completion === undefined) return rest === null ? undefined : rest(f)
    return completion === SUSP ? suspend(after, f) : after(f, completion)
  }
}

const valueOf = (statement: RunStatement): Run => valueThen(statement, null)
