/** `try` (https://tc39.es/ecma262/#sec-try-statement). Guest `catch` sees throw completions only; `finally` also sees `generator.return()`. */
import { agent, charge, Continuation, pause, suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { ReturnCompletion, ThrowCompletion } from "../kernel/errors.ts"
import type { Value } from "../kernel/values.ts"
import type { ESTree } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { RETURN, returned } from "./run.ts"
import type { Jump, RunStatement } from "./run.ts"
import { scopeEntry } from "./statements.ts"

interface Try {
  readonly block: RunStatement
  readonly handler: ((f: Frame, value: Value) => Jump | undefined | Susp) | null
  readonly finalizer: RunStatement | null
}

/** How block or handler ended, while `finally` runs. */
type Ending =
  | { readonly kind: "completion"; readonly completion: Jump | undefined; readonly value: Value }
  | { readonly kind: "throw"; readonly error: unknown }

export function compileTry(context: Context, node: ESTree.TryStatement): RunStatement {
  const { compiler } = context
  const one: Try = {
    block: compiler.statement(context, node.block),
    handler: node.handler ? compileHandler(context, node.handler) : null,
    finalizer: node.finalizer ? compiler.statement(context, node.finalizer) : null
  }
  return (f) => runBlock(one, f)
}

function compileHandler(context: Context, node: ESTree.CatchClause): NonNullable<Try["handler"]> {
  const body = context.compiler.statement(context, node.body)
  if (!node.param) return (f) => body(f)
  const enter = scopeEntry(context, node.scope)
  const bind = context.compiler.pattern(context, node.param, "initialize", "what was thrown")
  return (f, value) => {
    if (enter !== null) enter(f)
    return bind(f, value) === SUSP ? suspend(body, f) : body(f)
  }
}

class BlockContinuation extends Continuation {
  private readonly one: Try
  constructor(frame: Frame, one: Try) {
    super(frame)
    this.one = one
  }
  override resume(completion: Jump | undefined): unknown {
    return finish(this.one, this.frame as Frame, completion)
  }
  override fail(error: unknown): unknown {
    return handle(this.one, this.frame as Frame, error)
  }
}

class HandlerContinuation extends Continuation {
  private readonly one: Try
  constructor(frame: Frame, one: Try) {
    super(frame)
    this.one = one
  }
  override resume(completion: Jump | undefined): unknown {
    return finish(this.one, this.frame as Frame, completion)
  }
  override fail(error: unknown): unknown {
    return finishThrow(this.one, this.frame as Frame, error)
  }
}

function runBlock(one: Try, f: Frame): Jump | undefined | Susp {
  const depth = agent.depth
  let completion: Jump | undefined | Susp
  try {
    completion = one.block(f)
  } catch (error) {
    agent.depth = depth
    return handle(one, f, error)
  }
  if (completion === SUSP) {
    agent.pending.push(new BlockContinuation(f, one))
    return SUSP
  }
  return one.finalizer === null ? completion : finish(one, f, completion)
}

/** Steps of what throws and of catching it: two microseconds. Code without loops and calls may be nothing else. */
const CATCH_STEPS = 64

class CatchContinuation extends Continuation {
  private readonly one: Try
  readonly error: ThrowCompletion
  constructor(frame: Frame, one: Try, error: ThrowCompletion) {
    super(frame)
    this.one = one
    this.error = error
  }
  override resume(): unknown {
    return runHandler(this.one, this.frame as Frame, this.error)
  }
}

function handle(one: Try, f: Frame, error: unknown): Jump | undefined | Susp {
  if (one.handler === null || !(error instanceof ThrowCompletion)) return finishThrow(one, f, error)
  if (charge(CATCH_STEPS)) {
    agent.pending.push(new CatchContinuation(f, one, error))
    return pause()
  }
  return runHandler(one, f, error)
}

function runHandler(one: Try, f: Frame, error: ThrowCompletion): Jump | undefined | Susp {
  const depth = agent.depth
  let completion: Jump | undefined | Susp
  try {
    completion = one.handler!(f, error.value)
  } catch (inner) {
    agent.depth = depth
    return finishThrow(one, f, inner)
  }
  if (completion === SUSP) {
    agent.pending.push(new HandlerContinuation(f, one))
    return SUSP
  }
  return finish(one, f, completion)
}

function finish(one: Try, f: Frame, completion: Jump | undefined): Jump | undefined | Susp {
  if (one.finalizer === null) return completion
  return runFinalizer(one.finalizer, f, { kind: "completion", completion, value: returned.value })
}

function finishThrow(one: Try, f: Frame, error: unknown): Jump | undefined | Susp {
  const guest = error instanceof ThrowCompletion || error instanceof ReturnCompletion
  if (one.finalizer === null || !guest) throw error
  return runFinalizer(one.finalizer, f, { kind: "throw", error })
}

function runFinalizer(finalizer: RunStatement, f: Frame, ending: Ending): Jump | undefined | Susp {
  const completion = finalizer(f)
  return completion === SUSP ? suspend(afterFinalizer, f, ending) : afterFinalizer(f, completion, ending)
}

/** An abrupt `finally` wins; otherwise the statement ends as it would have. */
function afterFinalizer(_: Frame, completion: Jump | undefined, ending: Ending): Jump | undefined {
  if (completion !== undefined) return completion
  if (ending.kind === "throw") throw ending.error
  if (ending.completion === RETURN) returned.value = ending.value
  return ending.completion
}
