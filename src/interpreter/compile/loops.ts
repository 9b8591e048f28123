/** `while`, `do` and `for(;;)`. Every back-edge takes a step. https://tc39.es/ecma262/#sec-iteration-statements */
import { agent, Continuation, pause, suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { Cell } from "../kernel/values.ts"
import type { Value } from "../kernel/values.ts"
import type { ESTree, Statement } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { isSimple } from "./context.ts"
import { BREAK, CONTINUE } from "./run.ts"
import type { Jump, Part, Run, RunStatement } from "./run.ts"
import { isUsing, withHeadDisposal } from "./using.ts"
import { assignableSlot, enterScope, plainSlot } from "./variables.ts"

/** What a loop does, apart from where it stands. */
class Loop {
  readonly test: Run | null
  readonly body: Part["run"]
  /** The body is an expression: what it answers means nothing. */
  readonly isEffect: boolean
  readonly update: Run | null
  /** Slots whose cells each turn renews. */
  readonly perIteration: readonly number[]
  readonly continues: readonly Jump[]
  /** The loop from its next test on. */
  run: RunStatement
  constructor(
    test: Run | null,
    body: Part,
    update: Run | null,
    perIteration: readonly number[],
    continues: readonly Jump[]
  ) {
    this.test = test
    this.body = body.run
    this.isEffect = body.isEffect
    this.update = update
    this.perIteration = perIteration
    this.continues = continues
    this.run = loopRunner(this)
  }
}

const AT_TEST = 0
const IN_TEST = 1
const IN_BODY = 2
const IN_UPDATE = 3
const AT_BODY = 4

class LoopContinuation extends Continuation {
  private readonly loop: Loop
  private readonly stage: number
  constructor(frame: Frame, loop: Loop, stage: number) {
    super(frame)
    this.loop = loop
    this.stage = stage
  }
  override resume(value: Value): unknown {
    return endTurn(this.loop, this.frame as Frame, this.stage, value)
  }
}

const stopAt = (loop: Loop, f: Frame, stage: number): Susp => {
  agent.pending.push(new LoopContinuation(f, loop, stage))
  return SUSP
}

const renew = (f: Frame, slots: readonly number[]): void => {
  for (let i = 0; i < slots.length; i++) f[slots[i]] = new Cell(f[slots[i]].v)
}

/**
 * Ends the turn that was suspended at a stage (`value` is what the stage was waiting for), then goes on with the loop's fast form:
 * a loop must not run slower because it was once suspended.
 */
function endTurn(loop: Loop, f: Frame, stage: number, value: unknown): Jump | undefined | Susp {
  const { body, update, perIteration, continues } = loop
  if (stage === IN_TEST) {
    if (!value) return undefined
    stage = AT_BODY
  }
  if (stage === AT_BODY) {
    value = body(f)
    if (value === SUSP) return stopAt(loop, f, IN_BODY)
    stage = IN_BODY
  }
  if (stage === IN_BODY) {
    if (value !== undefined && value !== CONTINUE && !loop.isEffect) {
      if (value === BREAK) return undefined
      if (!continues.includes(value as Jump)) return value as Jump
    }
    if (perIteration.length > 0) renew(f, perIteration)
    if (update !== null && update(f) === SUSP) return stopAt(loop, f, IN_UPDATE)
    stage = IN_UPDATE
  }
  if (stage === IN_UPDATE && --agent.budget < 0) {
    pause()
    return stopAt(loop, f, AT_TEST)
  }
  return loop.run(f)
}

export function compileWhile(context: Context, node: ESTree.WhileStatement, continues: readonly Jump[]): RunStatement {
  const test = context.compiler.expression(context, node.test)
  const body = context.compiler.part(context, node.body)
  return new Loop(test, body, null, [], continues).run
}

export function compileDoWhile(
  context: Context,
  node: ESTree.DoWhileStatement,
  continues: readonly Jump[]
): RunStatement {
  const test = context.compiler.expression(context, node.test)
  const body = context.compiler.part(context, node.body)
  const loop = new Loop(test, body, null, [], continues)
  // The first turn does not test.
  return (f) => endTurn(loop, f, AT_BODY, undefined)
}

/** A loop whose turns mostly go straight through: the stages are only entered when something suspends. */
function loopRunner(loop: Loop): RunStatement {
  const { test, body, isEffect, update, perIteration, continues } = loop
  return (f) => {
    for (;;) {
      if (test !== null) {
        const t = test(f)
        if (t === SUSP) return stopAt(loop, f, IN_TEST)
        if (!t) return undefined
      }
      const completion = body(f)
      if (completion !== undefined) {
        if (completion === SUSP) return stopAt(loop, f, IN_BODY)
        if (!isEffect) {
          if (completion === BREAK) return undefined
          if (completion !== CONTINUE && !continues.includes(completion as Jump)) return completion as Jump
        }
      }
      if (perIteration.length > 0) renew(f, perIteration)
      if (update !== null && update(f) === SUSP) return stopAt(loop, f, IN_UPDATE)
      if (--agent.budget < 0) {
        pause()
        return stopAt(loop, f, AT_TEST)
      }
    }
  }
}

export function compileFor(context: Context, node: ESTree.ForStatement, continues: readonly Jump[]): RunStatement {
  const { compiler } = context
  const enter = node.scope === undefined ? null : enterScope(node.scope)
  const perIteration = node.scope === undefined ? [] : node.scope.perIteration.map((binding) => binding.slot)
  const test = node.test ? compiler.expression(context, node.test) : null
  const update = node.update ? compiler.expression(context, node.update) : null
  const body = context.compiler.part(context, node.body)
  const loop = new Loop(test, body, update, perIteration, continues)
  loop.run = countingLoop(node, loop) ?? loop.run
  const { run } = loop
  if (node.init && isUsing(node.init)) {
    const whole = withHeadDisposal(context, node.init, run)
    return (f) => {
      if (enter !== null) enter(f)
      return whole(f)
    }
  }
  const init = compileInit(context, node)
  if (init === null && enter === null) return run
  // https://tc39.es/ecma262/#sec-forbodyevaluation: the first turn has its own copies already.
  const begin = (f: Frame): Jump | undefined | Susp => {
    if (perIteration.length > 0) renew(f, perIteration)
    return run(f)
  }
  return (f) => {
    if (enter !== null) enter(f)
    if (init !== null && init(f) === SUSP) return suspend(begin, f)
    return begin(f)
  }
}

function compileInit(context: Context, node: ESTree.ForStatement): RunStatement | Run | null {
  if (!node.init) return null
  return node.init.type === "VariableDeclaration"
    ? context.compiler.statement(context, node.init as Statement)
    : context.compiler.expression(context, node.init)
}

/**
 * `for (…; i < n; i++)` over a plain variable, fused: test and update are two host operations
 * (loop of 1e7: 86 ms; through closures 190 ms).
 */
function countingLoop(node: ESTree.ForStatement, loop: Loop): RunStatement | null {
  const { test, update } = node
  if (loop.perIteration.length > 0 || !test || !update) return null
  if (test.type !== "BinaryExpression" || test.operator !== "<" || test.left.type !== "Identifier") return null
  if (update.type !== "UpdateExpression" || update.operator !== "++" || update.argument.type !== "Identifier")
    return null
  const slot = assignableSlot(test.left.reference)
  if (slot < 0 || assignableSlot(update.argument.reference) !== slot) return null
  const right = test.right
  const constant = right.type === "Literal" && typeof right.value === "number" ? right.value : undefined
  const limitSlot = right.type === "Identifier" ? plainSlot(right.reference) : -1
  if (constant === undefined && (limitSlot < 0 || !isSimple(right))) return null
  const general = loop.run
  const { body, isEffect, continues } = loop
  return (f) => {
    for (;;) {
      const i = f[slot]
      const n = constant ?? f[limitSlot]
      if (typeof i !== "number" || typeof n !== "number") return general(f)
      if (!(i < n)) return undefined
      const completion = body(f)
      if (completion !== undefined) {
        if (completion === SUSP) return stopAt(loop, f, IN_BODY)
        if (!isEffect) {
          if (completion === BREAK) return undefined
          if (completion !== CONTINUE && !continues.includes(completion as Jump)) return completion as Jump
        }
      }
      const j = f[slot]
      if (typeof j === "number") f[slot] = j + 1
      else if (loop.update!(f) === SUSP) return stopAt(loop, f, IN_UPDATE)
      if (--agent.budget < 0) {
        pause()
        return stopAt(loop, f, AT_TEST)
      }
    }
  }
}
