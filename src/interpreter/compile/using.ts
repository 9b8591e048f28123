/** `using` and `await using` (https://tc39.es/ecma262/#sec-let-and-const-declarations, DisposeResources). */
import { SUSP } from "../kernel/agent.ts"
import type { Frame } from "../kernel/agent.ts"
import { disposeResources, makeResource } from "../kernel/dispose.ts"
import type { Resource } from "../kernel/dispose.ts"
import { ReturnCompletion, ThrowCompletion } from "../kernel/errors.ts"
import { heldCount, hold, letGo, runSteps } from "../kernel/steps.ts"
import type { Steps } from "../kernel/steps.ts"
import type { Value } from "../kernel/values.ts"
import type { AnyNode, ESTree, Statement } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { returned } from "./run.ts"
import type { Jump, RunStatement } from "./run.ts"
import { rawWrite } from "./variables.ts"

export const isUsing = (node: AnyNode): node is ESTree.VariableDeclaration =>
  node.type === "VariableDeclaration" && (node.kind === "using" || node.kind === "await using")

export const hasUsing = (nodes: readonly Statement[]): boolean => nodes.some(isUsing)

/** A `for (using x of …)` head. */
export interface UsingHead {
  readonly isAsync: boolean
}

export const isUsingHead = (node: ESTree.VariableDeclaration): UsingHead | null =>
  node.kind === "using" || node.kind === "await using" ? { isAsync: node.kind === "await using" } : null

/** Statements of a block with `using` declarations: what they declare is disposed when the block ends, in any way. */
export function withDisposal(context: Context, nodes: readonly Statement[]): RunStatement {
  const list = nodes
    .filter((node) => node.type !== "EmptyStatement" && node.type !== "FunctionDeclaration")
    .map((node) => (isUsing(node) ? usingDeclaration(context, node) : plain(context.compiler.statement(context, node))))
  return (f) => runSteps(disposing((resources) => inTurn(list, f, resources)))
}

/** A `for (using x = …; …; …)`: the loop, and the disposal of what its head declares when it has ended. */
export function withHeadDisposal(context: Context, head: ESTree.VariableDeclaration, loop: RunStatement): RunStatement {
  const list = [usingDeclaration(context, head), plain(loop)]
  return (f) => runSteps(disposing((resources) => inTurn(list, f, resources)))
}

function* inTurn(list: readonly InBlock[], f: Frame, resources: Resource[]): Steps<Jump | undefined> {
  for (const statement of list) {
    const completion = yield* statement(f, resources)
    if (completion !== undefined) return completion
  }
  return undefined
}

type InBlock = (f: Frame, resources: Resource[]) => Steps<Jump | undefined>

const plain = (statement: RunStatement): InBlock =>
  function* (f) {
    const completion = statement(f)
    return completion === SUSP ? ((yield) as Jump | undefined) : completion
  }

function usingDeclaration(context: Context, node: ESTree.VariableDeclaration): InBlock {
  const isAsync = node.kind === "await using"
  const declarators = node.declarations.map((declarator) => {
    const id = declarator.id as ESTree.Identifier
    return { run: context.compiler.named(context, declarator.init!, id.name), write: rawWrite(id.reference!) }
  })
  return function* (f, resources) {
    for (const { run, write } of declarators) {
      let value = run(f)
      if (value === SUSP) value = (yield) as Value
      const resource = yield* makeResource(value, isAsync)
      if (resource !== undefined) resources.push(resource)
      write(f, value)
    }
    return undefined
  }
}

/** Runs a body and disposes its resources after it, keeping how it ended. */
function* disposing(body: (resources: Resource[]) => Steps<Jump | undefined>): Steps<Jump | undefined> {
  const mark = heldCount()
  const resources: Resource[] = hold([])
  let completion: Jump | undefined
  try {
    completion = yield* body(resources)
  } catch (error) {
    if (error instanceof ThrowCompletion) yield* disposeResources(resources, error)
    if (error instanceof ReturnCompletion) yield* disposeResources(resources, undefined)
    throw error
  }
  const saved = returned.value
  yield* disposeResources(resources, undefined)
  returned.value = saved
  letGo(mark)
  return completion
}

/** One turn of a `for (using x of …)`. */
export function* disposeOne(
  head: UsingHead,
  value: Value,
  body: () => Steps<Jump | undefined>
): Steps<Jump | undefined> {
  return yield* disposing(function* (resources) {
    const resource = yield* makeResource(value, head.isAsync)
    if (resource !== undefined) resources.push(resource)
    return yield* body()
  })
}
