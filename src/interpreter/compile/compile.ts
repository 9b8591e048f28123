/** From a checked syntax tree to code: puts the compilers of the syntactic categories together. */
import { beginAsync, AsyncRun } from "../kernel/coroutine.ts"
import { Continuation } from "../kernel/agent.ts"
import type { Frame } from "../kernel/agent.ts"
import { newPromise } from "../kernel/promise.ts"
import type { Realm } from "../kernel/realm.ts"
import { Cell } from "../kernel/values.ts"
import type { Expression, FunctionNode } from "../syntax/ast.ts"
import type { ParsedProgram } from "../syntax/parse.ts"
import type { FunctionScope } from "../syntax/scope.ts"
import { compileProgramBody } from "./body.ts"
import { compileClass } from "./classes.ts"
import { isAnonymousFunction } from "./context.ts"
import type { Compiler, Context } from "./context.ts"
import { compileChainElement, compileExpression } from "./expressions.ts"
import { compileClosure } from "./functions.ts"
import { compilePattern } from "./patterns.ts"
import type { Run } from "./run.ts"
import { compilePart, compileStatement, compileStatements, scopeEntry } from "./statements.ts"

function compileNamed(context: Context, node: Expression, name: string): Run {
  if (!isAnonymousFunction(node)) return compileExpression(context, node)
  return node.type === "ClassExpression"
    ? compileClass(context, node, name)
    : compileClosure(context, node as FunctionNode, name)
}

const compiler: Compiler = {
  expression: compileExpression,
  chainElement: compileChainElement,
  named: compileNamed,
  statement: compileStatement,
  part: compilePart,
  statements: compileStatements,
  pattern: compilePattern,
  closure: compileClosure,
  class: compileClass
}

/** The program as the body of an async function. Must run with the realm entered (`Execution.within`). */
export function compileProgram(
  realm: Realm,
  program: ParsedProgram,
  scope: FunctionScope
): { begin: Continuation; main: AsyncRun } {
  const context: Context = { compiler, realm, source: program.source, scope, labels: [] }
  const enter = scopeEntry(context, scope.scope)
  const run = compileProgramBody(context, program.body)
  const frame: Frame = [[], undefined, 0, undefined]
  while (frame.length < scope.slotCount) frame.push(undefined)
  for (const binding of [...scope.scope.bindings.values(), scope.thisBinding]) {
    if (binding === null || !binding.captured) continue
    if (binding.kind === "var" || binding.kind === "function" || binding.kind === "implicit") {
      frame[binding.slot] = new Cell(undefined)
    }
  }
  const body: Run = (f) => {
    if (enter !== null) enter(f)
    return run(f)
  }
  const main = new AsyncRun(newPromise())
  return { begin: new ProgramJob(main, frame, body), main }
}

class ProgramJob extends Continuation {
  private readonly asyncRun: AsyncRun
  private readonly body: Run
  constructor(asyncRun: AsyncRun, frame: Frame, body: Run) {
    super(frame)
    this.asyncRun = asyncRun
    this.body = body
  }
  override resume(): unknown {
    return beginAsync(this.asyncRun, this.frame as Frame, this.body)
  }
}
