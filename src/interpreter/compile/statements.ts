/** The dispatcher of statements, and the simple ones. */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { awaitValue } from "../kernel/coroutine.ts"
import { ThrowCompletion } from "../kernel/errors.ts"
import { FRAME_POSITION } from "../kernel/function.ts"
import type { Value } from "../kernel/values.ts"
import type { Class, ESTree, Expression, FunctionDeclaration, Statement } from "../syntax/ast.ts"
import type { Scope } from "../syntax/scope.ts"
import { branch, comparisonOf } from "./condition.ts"
import type { Comparison } from "./condition.ts"
import type { Bind, Context } from "./context.ts"
import { originOf } from "./context.ts"
import { compileDoWhile, compileFor, compileWhile } from "./loops.ts"
import { compileForIn, compileForOf } from "./for-each.ts"
import { BREAK, CONTINUE, Jump, RETURN, returned } from "./run.ts"
import type { Part, Run, RunStatement } from "./run.ts"
import { compileSwitch } from "./switch.ts"
import { compileTry } from "./try.ts"
import { chargedByLength, stepsOfLength } from "./long-code.ts"
import { hasUsing, withDisposal } from "./using.ts"
import { enterScope, plainSlot, rawWrite } from "./variables.ts"

const normal: RunStatement = () => undefined
const drop = (): undefined => undefined

export function compileStatement(context: Context, node: Statement): RunStatement {
  switch (node.type) {
    case "ExpressionStatement":
      return dropValue(compileEffect(context, node.expression))
    case "VariableDeclaration":
      return compileDeclaration(context, node)
    case "ReturnStatement":
      return compileReturn(context, node)
    case "IfStatement":
      return compileIf(context, node)
    case "BlockStatement":
      return compileBlock(context, node)
    case "ForStatement":
      return compileFor(context, node, [])
    case "ForOfStatement":
      return compileForOf(context, node, [])
    case "ForInStatement":
      return compileForIn(context, node, [])
    case "WhileStatement":
      return compileWhile(context, node, [])
    case "DoWhileStatement":
      return compileDoWhile(context, node, [])
    case "TryStatement":
      return compileTry(context, node)
    case "ThrowStatement":
      return compileThrow(context, node)
    case "SwitchStatement":
      return compileSwitch(context, node)
    case "BreakStatement":
      return compileJump(context, node.label?.name, "break")
    case "ContinueStatement":
      return compileJump(context, node.label?.name, "continue")
    case "LabeledStatement":
      return compileLabeled(context, node)
    case "ClassDeclaration":
      return compileClassDeclaration(context, node)
    case "FunctionDeclaration":
    case "EmptyStatement":
    case "DebuggerStatement":
      return normal
    default:
      throw new Error(`the front end let ${node.type} through`)
  }
}

// ---- Lists and blocks.

/** Runs statements one after the other. */
export function compileStatements(context: Context, nodes: readonly Statement[]): RunStatement {
  if (hasUsing(nodes)) return withDisposal(context, nodes)
  return sequence(
    nodes
      .filter((node) => node.type !== "EmptyStatement" && node.type !== "FunctionDeclaration")
      .map((node) => compilePart(context, node))
  )
}

export function compilePart(context: Context, node: Statement): Part {
  const part = partOf(context, node)
  return stepsOfLength(node) === 0 ? part : ({ ...part, run: chargedByLength<unknown>(node, part.run) } as Part)
}

function partOf(context: Context, node: Statement): Part {
  if (node.type === "ExpressionStatement") return { isEffect: true, run: compileEffect(context, node.expression) }
  if (node.type === "BlockStatement" && node.body.length === 1 && node.body[0].type === "ExpressionStatement") {
    if (scopeEntry(context, node.scope) === null) return compilePart(context, node.body[0])
  }
  return { isEffect: false, run: context.compiler.statement(context, node) }
}

export function sequence(list: readonly Part[]): RunStatement {
  const n = list.length
  if (n === 0) return normal
  if (n === 1) return list[0].isEffect ? dropValue(list[0].run) : list[0].run
  const runs = list.map((part) => part.run)
  const isEffect = list.map((part) => part.isEffect)
  const after = (f: Frame, completion: Jump | undefined, i: number): Jump | undefined | Susp =>
    completion !== undefined && !isEffect[i - 1] ? completion : go(f, i)
  const go = (f: Frame, from: number): Jump | undefined | Susp => {
    for (let i = from; i < n; i++) {
      const completion = runs[i](f)
      if (completion !== undefined) {
        if (completion === SUSP) return suspend(after, f, i + 1)
        if (!isEffect[i]) return completion as Jump
      }
    }
    return undefined
  }
  if (n === 2) {
    const [a, b] = runs
    const [aIsEffect, bIsEffect] = isEffect
    return (f) => {
      let completion = a(f)
      if (completion !== undefined) {
        if (completion === SUSP) return suspend(after, f, 1)
        if (!aIsEffect) return completion as Jump
      }
      completion = b(f)
      if (completion === undefined) return undefined
      if (completion === SUSP) return suspend(after, f, 2)
      return bIsEffect ? undefined : (completion as Jump)
    }
  }
  return (f) => go(f, 0)
}

/** Makes the functions that a scope declares, on entry. */
export function hoistFunctions(
  context: Context,
  declarations: readonly FunctionDeclaration[]
): ((f: Frame) => void) | null {
  if (declarations.length === 0) return null
  const last = new Map<string, FunctionDeclaration>()
  for (const declaration of declarations) if (declaration.id) last.set(declaration.id.name, declaration)
  const makers = [...last.values()].map((declaration) => ({
    make: context.compiler.closure(context, declaration, declaration.id!.name),
    write: rawWrite(declaration.id!.reference!)
  }))
  return (f) => {
    for (const { make, write } of makers) write(f, make(f))
  }
}

/** What to do when a scope is entered: cells, dead zones, functions; null when nothing. */
export function scopeEntry(context: Context, scope: Scope | undefined): ((f: Frame) => void) | null {
  if (scope === undefined) return null
  const enter = enterScope(scope)
  const hoist = hoistFunctions(context, scope.functions)
  if (enter === null) return hoist
  if (hoist === null) return enter
  return (f) => {
    enter(f)
    hoist(f)
  }
}

export function compileBlock(context: Context, node: ESTree.BlockStatement): RunStatement {
  const enter = scopeEntry(context, node.scope)
  const body = context.compiler.statements(context, node.body)
  if (enter === null) return body
  return (f) => {
    enter(f)
    return body(f)
  }
}

// ---- Simple statements.

/** An expression for what it does. */
function compileEffect(context: Context, expression: Expression): Run {
  // Nobody sees which value `i++` answers, and the prefix form has nothing to remember.
  if (expression.type === "UpdateExpression") {
    return context.compiler.expression(context, { ...expression, prefix: true })
  }
  return context.compiler.expression(context, expression)
}

const dropValue =
  (run: Run): RunStatement =>
  (f) =>
    run(f) === SUSP ? suspend(drop, f) : undefined

function compileDeclaration(context: Context, node: ESTree.VariableDeclaration): RunStatement {
  const list: RunStatement[] = []
  for (const declarator of node.declarations) {
    const statement = compileDeclarator(context, node, declarator)
    if (statement !== null) list.push(statement)
  }
  return sequence(list.map((run) => ({ isEffect: false, run })))
}

function compileDeclarator(
  context: Context,
  node: ESTree.VariableDeclaration,
  declarator: ESTree.VariableDeclarator
): RunStatement | null {
  const { id, init } = declarator
  if (!init) {
    if (node.kind === "var") return null
    const write = rawWrite((id as ESTree.Identifier).reference!)
    return (f) => {
      write(f, undefined)
      return undefined
    }
  }
  if (id.type === "Identifier") {
    const run = context.compiler.named(context, init, id.name)
    const slot = plainSlot(id.reference)
    if (slot >= 0) {
      const after = (f: Frame, value: Value): undefined => {
        f[slot] = value
        return undefined
      }
      return (f) => {
        const value = run(f)
        if (value === SUSP) return suspend(after, f)
        f[slot] = value
        return undefined
      }
    }
    const write = rawWrite(id.reference!)
    const after = (f: Frame, value: Value): undefined => {
      write(f, value)
      return undefined
    }
    return (f) => {
      const value = run(f)
      return value === SUSP ? suspend(after, f) : after(f, value)
    }
  }
  const bind = context.compiler.pattern(context, id, "initialize", originOf(context, init))
  return bindTo(bind, context.compiler.expression(context, init))
}

/** Evaluates and destructures. */
export function bindTo(bind: Bind, run: Run): RunStatement {
  return (f) => {
    const value = run(f)
    return value === SUSP ? suspend(bind, f) : bind(f, value)
  }
}

function compileReturn(context: Context, node: ESTree.ReturnStatement): RunStatement {
  if (!node.argument) {
    return () => {
      returned.value = undefined
      return RETURN
    }
  }
  const run = returnValue(context, node.argument)
  const after = (_: Frame, value: Value): Jump => {
    returned.value = value
    return RETURN
  }
  return (f) => {
    const value = run(f)
    if (value === SUSP) return suspend(after, f)
    returned.value = value
    return RETURN
  }
}

/** The value of `return x`: an async generator awaits it (https://tc39.es/ecma262/#sec-return-statement-runtime-semantics-evaluation). */
export function returnValue(context: Context, argument: ESTree.Expression): Run {
  const run = context.compiler.expression(context, argument)
  const { scope } = context
  if (!scope.isAsync || !scope.isGenerator) return run
  const go = (f: Frame, value: Value): Susp => {
    f[FRAME_POSITION] = argument.start
    return awaitValue(value)
  }
  return (f) => {
    const value = run(f)
    return value === SUSP ? suspend(go, f) : go(f, value)
  }
}

function compileThrow(context: Context, node: ESTree.ThrowStatement): RunStatement {
  const run = context.compiler.expression(context, node.argument)
  const raise = (_: Frame, value: Value): never => {
    throw new ThrowCompletion(value)
  }
  return (f) => {
    const value = run(f)
    return value === SUSP ? suspend(raise, f) : raise(f, value)
  }
}

function compileIf(context: Context, first: ESTree.IfStatement): RunStatement {
  // `else if` chains nest as deep as they are long: compiled from the end, without recursion.
  const chain: ESTree.IfStatement[] = [first]
  let last = first
  while (last.alternate?.type === "IfStatement") {
    last = last.alternate
    chain.push(last)
  }
  let otherwise: RunStatement | null = last.alternate ? context.compiler.statement(context, last.alternate) : null
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i]
    otherwise = ifNode(
      comparisonOf(context, node.test),
      context.compiler.expression(context, node.test),
      context.compiler.statement(context, node.consequent),
      otherwise
    )
  }
  return otherwise!
}

function ifNode(
  comparison: Comparison | null,
  test: Run,
  yes: RunStatement,
  otherwise: RunStatement | null
): RunStatement {
  const no = otherwise ?? normal
  const after = (f: Frame, t: Value): Jump | undefined | Susp => (t ? yes(f) : no(f))
  if (comparison !== null) {
    return branch(comparison, yes, no, (f, t) => (t === SUSP ? suspend(after, f) : after(f, t)))
  }
  if (otherwise === null) {
    return (f) => {
      const t = test(f)
      if (t === SUSP) return suspend(after, f)
      return t ? yes(f) : undefined
    }
  }
  return (f) => {
    const t = test(f)
    if (t === SUSP) return suspend(after, f)
    return t ? yes(f) : no(f)
  }
}

// ---- Jumps and labels.

function compileJump(context: Context, label: string | undefined, kind: "break" | "continue"): RunStatement {
  if (label === undefined) {
    const jump = kind === "break" ? BREAK : CONTINUE
    return () => jump
  }
  for (let i = context.labels.length - 1; i >= 0; i--) {
    const target = context.labels[i]
    if (target.name === label) {
      const jump = target[kind]
      return () => jump
    }
  }
  throw new Error(`the front end let the label ${label} through`)
}

function compileLabeled(context: Context, node: ESTree.LabeledStatement): RunStatement {
  const own: Context["labels"][number][] = []
  let body: Statement = node
  while (body.type === "LabeledStatement") {
    own.push({ name: body.label.name, break: new Jump("break"), continue: new Jump("continue") })
    body = body.body
  }
  const inner: Context = { ...context, labels: [...context.labels, ...own] }
  const continues = own.map((label) => label.continue)
  const run = compileLabeledBody(inner, body, continues)
  const breaks = own.map((label) => label.break)
  const settle = (_: Frame, completion: Jump | undefined): Jump | undefined =>
    completion !== undefined && breaks.includes(completion) ? undefined : completion
  return (f) => {
    const completion = run(f)
    if (completion === undefined) return undefined
    return completion === SUSP ? suspend(settle, f) : settle(f, completion)
  }
}

function compileLabeledBody(context: Context, body: Statement, continues: readonly Jump[]): RunStatement {
  switch (body.type) {
    case "ForStatement":
      return compileFor(context, body, continues)
    case "ForOfStatement":
      return compileForOf(context, body, continues)
    case "ForInStatement":
      return compileForIn(context, body, continues)
    case "WhileStatement":
      return compileWhile(context, body, continues)
    case "DoWhileStatement":
      return compileDoWhile(context, body, continues)
    default:
      return context.compiler.statement(context, body)
  }
}

function compileClassDeclaration(context: Context, node: ESTree.ClassDeclaration): RunStatement {
  const run = context.compiler.class(context, node as Class, node.id.name)
  const write = rawWrite(node.id.reference!)
  const after = (f: Frame, value: Value): undefined => {
    write(f, value)
    return undefined
  }
  return (f) => {
    const value = run(f)
    return value === SUSP ? suspend(after, f) : after(f, value)
  }
}
