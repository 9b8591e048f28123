/** Functions: how a body becomes code, and how closures are made. https://tc39.es/ecma262/#sec-functiondeclarationinstantiation */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { MAX_HOST_DEPTH } from "../kernel/agent.ts"
import { makeArguments } from "../kernel/arguments.ts"
import { asyncGeneratorStart, generatorStart, startAsync } from "../kernel/coroutine.ts"
import {
  CALL_CLASS,
  CALL_COROUTINE,
  CALL_ORDINARY,
  finishDerived,
  FRAME_CELLS,
  FRAME_FUNCTION,
  FRAME_HEADER,
  FRAME_OTHER,
  FRAME_THIS,
  FRAME_THREE,
  FunctionValue,
  makeClosure
} from "../kernel/function.ts"
import type { Code } from "../kernel/function.ts"
import type { IntrinsicName } from "../kernel/realm.ts"
import type { Shape } from "../kernel/shape.ts"
import { Cell, TDZ } from "../kernel/values.ts"
import type { Value } from "../kernel/values.ts"
import { weigh } from "../kernel/weight.ts"
import type { FunctionNode, Pattern, Statement } from "../syntax/ast.ts"
import type { Capture, FunctionScope } from "../syntax/scope.ts"
import { compileBody } from "./body.ts"
import type { Bind, Context } from "./context.ts"
import { chargedByLength } from "./long-code.ts"
import type { Run } from "./run.ts"
import { hoistFunctions } from "./statements.ts"
import { enterScope, rawWrite } from "./variables.ts"

const NO_CELLS: Cell[] = []

/** Collects the cells that a closure shares with its surroundings. */
export function capture(captures: readonly Capture[]): (f: Frame) => Cell[] {
  const n = captures.length
  if (n === 0) return () => NO_CELLS
  const slots = captures.map((one) => ("fromSlot" in one ? one.fromSlot : -1))
  const indices = captures.map((one) => ("fromCapture" in one ? one.fromCapture : -1))
  if (n === 1) {
    const slot = slots[0]
    const index = indices[0]
    return slot >= 0 ? (f) => [f[slot]] : (f) => [f[FRAME_CELLS][index]]
  }
  return (f) => {
    const cells: Cell[] = []
    for (let i = 0; i < n; i++) cells.push(slots[i] >= 0 ? f[slots[i]] : f[FRAME_CELLS][indices[i]])
    return cells
  }
}

export function compileClosure(
  context: Context,
  node: FunctionNode,
  name: string,
  /** What `toString` shows of a method: from its name or modifiers on. */
  text: { readonly start: number; readonly end: number } = node
): (f: Frame) => FunctionValue {
  const scope = node.functionScope!
  const ownName = node.type === "ArrowFunctionExpression" ? undefined : node.id?.name
  const code = compileCode(context, scope, ownName ?? name, node, text)
  const cells = capture(scope.captures)
  const { realm } = context
  // One program text is compiled for one realm (looked up each time: 150 ns a closure).
  let shape: Shape | null = null
  return (f) => makeClosure((shape ??= realm.functionShape(code)), code, cells(f))
}

/** What a body's code needs before it may run: parameters, `arguments`, hoisted functions. */
interface Prologue {
  /** Null when there is nothing to do. */
  readonly run: ((f: Frame) => undefined | Susp) | null
}

class FunctionCode implements Code {
  readonly name: string
  readonly length: number
  readonly slotCount: number
  readonly parameterCount: number
  readonly cellSlots: readonly number[] | null
  readonly argumentsSlot: number
  readonly newTargetSlot: number
  readonly callKind: Code["callKind"]
  readonly isDirect: boolean
  readonly frameKind: number
  readonly hostLimit: number
  readonly isConstructor: boolean
  readonly isDerived: boolean
  readonly prototypeName: IntrinsicName
  readonly prototypeProperty: Code["prototypeProperty"]
  readonly start_: number
  readonly end: number
  run: (frame: Frame) => Value | Susp
  start: Code["start"]

  constructor(
    scope: FunctionScope,
    name: string,
    text: { readonly start: number; readonly end: number },
    make: () => Compiled
  ) {
    const { kind, isAsync, isGenerator } = scope
    const isCoroutine = isAsync || isGenerator
    const isClass = kind === "constructor" || kind === "derivedConstructor"
    this.name = name
    this.length = scope.length
    this.argumentsSlot = !scope.simpleParameters || scope.argumentsBinding !== null ? scope.slotCount++ : -1
    this.newTargetSlot = scope.newTargetBinding?.slot ?? -1
    this.slotCount = scope.slotCount
    this.parameterCount = scope.simpleParameters ? scope.parameterCount : 0
    this.cellSlots = cellSlotsOf(scope)
    this.callKind = isClass ? CALL_CLASS : isCoroutine || this.newTargetSlot >= 0 ? CALL_COROUTINE : CALL_ORDINARY
    this.isDirect = this.callKind === CALL_ORDINARY && this.argumentsSlot < 0
    // One to three parameters and no locals: the frame kind is their number.
    const slots = this.slotCount - FRAME_HEADER
    this.frameKind =
      slots === this.parameterCount && slots <= FRAME_THREE && this.cellSlots === null ? slots : FRAME_OTHER
    this.hostLimit = Math.max(2, Math.floor(MAX_HOST_DEPTH / Math.max(1, scope.astDepth / 12)))
    this.isConstructor = isClass || (kind === "function" && !isCoroutine)
    this.isDerived = kind === "derivedConstructor"
    this.prototypeName = prototypeNameOf(isAsync, isGenerator)
    this.prototypeProperty = isGenerator
      ? isAsync
        ? "%AsyncGeneratorPrototype%"
        : "%GeneratorPrototype%"
      : isClass
        ? "class"
        : this.isConstructor
          ? "ordinary"
          : "none"
    this.start_ = text.start
    this.end = text.end
    // Bodies are compiled at their first call: most of a program's functions run, but never all of a big one's.
    const compile = (): void => {
      const compiled = make()
      this.run = compiled.run
      this.start = compiled.start
    }
    this.run = (frame) => {
      compile()
      return this.run(frame)
    }
    this.start = isCoroutine
      ? (frame, fn) => {
          compile()
          return this.start!(frame, fn)
        }
      : null
  }
}

interface Compiled {
  readonly run: (frame: Frame) => Value | Susp
  readonly start: Code["start"]
}

function prototypeNameOf(isAsync: boolean, isGenerator: boolean): IntrinsicName {
  if (isGenerator) return isAsync ? "%AsyncGeneratorFunction.prototype%" : "%GeneratorFunction.prototype%"
  return isAsync ? "%AsyncFunction.prototype%" : "%Function.prototype%"
}

/** Slots that a call wraps into cells before anything runs: captured parameters, `var`s, functions, `this` and its like. */
function cellSlotsOf(scope: FunctionScope): readonly number[] | null {
  const slots: number[] = []
  for (const binding of scope.scope.bindings.values()) {
    if (!binding.captured) continue
    if (binding.kind === "var" || binding.kind === "function" || binding.kind === "parameter") slots.push(binding.slot)
  }
  for (const binding of [
    scope.thisBinding,
    scope.functionBinding,
    scope.newTargetBinding,
    scope.argumentsBinding,
    scope.nameBinding
  ]) {
    if (binding !== null && binding.captured) slots.push(binding.slot)
  }
  return slots.length === 0 ? null : slots
}

export function compileCode(
  outer: Context,
  scope: FunctionScope,
  name: string,
  node: FunctionNode,
  /** The text that `toString` shows, when it is not the node's own (classes, methods). */
  text: { readonly start: number; readonly end: number } = node
): Code {
  const context: Context = { ...outer, scope, labels: [] }
  const code: FunctionCode = new FunctionCode(scope, name, text, () => {
    const prologue = compilePrologue(context, code, node.params)
    const body =
      node.body.type === "BlockStatement"
        ? compileBody(context, node.body.body as Statement[])
        : context.compiler.expression(context, node.body)
    return assemble(scope, prologue, chargedByLength(node.body, body))
  })
  return code
}

/** Code of what runs like a method without being written as one: field initialisers, static blocks, default constructors. */
export function synthesizedCode(
  scope: FunctionScope,
  name: string,
  text: { readonly start: number; readonly end: number },
  make: () => Run
): Code {
  return new FunctionCode(scope, name, text, () => ({ run: make(), start: null }))
}

function assemble(scope: FunctionScope, prologue: Prologue, body: Run): Compiled {
  const { isAsync, isGenerator } = scope
  if (isGenerator) {
    const start = isAsync ? asyncGeneratorStart(prologue.run, body) : generatorStart(prologue.run, body)
    return { run: body, start }
  }
  const run = afterPrologue(prologue, body)
  if (isAsync) return { run, start: (frame) => startAsync(frame, run) }
  if (scope.kind === "derivedConstructor") return { run: derived(run), start: null }
  return { run, start: null }
}

function afterPrologue(prologue: Prologue, body: Run): Run {
  const first = prologue.run
  if (first === null) return body
  return (f) => (first(f) === SUSP ? suspend(body, f) : body(f))
}

const thisOf = (f: Frame): Value => {
  const slot = f[FRAME_THIS]
  return slot instanceof Cell ? slot.v : slot
}

function derived(run: Run): Run {
  const finish = (f: Frame, result: Value): Value => finishDerived(result, thisOf(f))
  return (f) => {
    const result = run(f)
    return result === SUSP ? suspend(finish, f) : finish(f, result)
  }
}

// ---- Prologue.

function compilePrologue(context: Context, code: Code, params: readonly Pattern[]): Prologue {
  const { scope } = context
  const parts: ((f: Frame) => undefined | Susp | void)[] = []
  const enter = enterScope(scope.scope)
  if (enter !== null) parts.push(enter)
  if (scope.nameBinding !== null) parts.push(nameItself(scope))
  if (scope.argumentsBinding !== null) parts.push(argumentsObject(context, code, scope))
  if (!scope.simpleParameters) {
    const dead = deadParameters(scope)
    if (dead !== null) parts.push(dead)
    parts.push(bindParameters(context, code.argumentsSlot, params))
  }
  if (scope.bodyScope !== scope.scope) {
    const enterBody = enterScope(scope.bodyScope)
    if (enterBody !== null) parts.push(enterBody)
    if (scope.copiedParameters.length > 0) parts.push(copyParameters(scope))
  }
  const hoist = hoistFunctions(context, scope.bodyScope.functions)
  if (hoist !== null) parts.push(hoist)
  if (parts.length === 0) return { run: null }
  const go = (f: Frame, from: number): undefined | Susp => {
    for (let i = from; i < parts.length; i++) if (parts[i](f) === SUSP) return suspend(goOn, f, i + 1)
    return undefined
  }
  const goOn = (f: Frame, _: unknown, i: number): undefined | Susp => go(f, i)
  return { run: (f) => go(f, 0) }
}

function nameItself(scope: FunctionScope): (f: Frame) => void {
  const { slot, captured } = scope.nameBinding!
  return (f) => {
    const own = f[FRAME_FUNCTION]
    const fn = own instanceof Cell ? own.v : own
    if (captured) f[slot].v = fn
    else f[slot] = fn
  }
}

function argumentsObject(context: Context, code: Code, scope: FunctionScope): (f: Frame) => void {
  const { slot, captured } = scope.argumentsBinding!
  const { argumentsSlot } = code
  const { realm } = context
  return (f) => {
    const object = makeArguments(realm, f[argumentsSlot])
    if (captured) f[slot].v = object
    else f[slot] = object
  }
}

/** Parameters that a default before them could read too early. */
function deadParameters(scope: FunctionScope): ((f: Frame) => void) | null {
  const plain: number[] = []
  const cells: number[] = []
  for (const binding of scope.scope.bindings.values()) {
    if (binding.kind !== "parameter") continue
    if (binding.captured) cells.push(binding.slot)
    else if (binding.mayBeReadEarly) plain.push(binding.slot)
  }
  if (plain.length === 0 && cells.length === 0) return null
  return (f) => {
    for (const slot of plain) f[slot] = TDZ
    for (const slot of cells) f[slot].v = TDZ
  }
}

function bindParameters(
  context: Context,
  argumentsSlot: number,
  params: readonly Pattern[]
): (f: Frame) => undefined | Susp {
  const { compiler, realm } = context
  const binds: { bind: Bind; rest: boolean }[] = params.map((param, i) =>
    param.type === "RestElement"
      ? { bind: compiler.pattern(context, param.argument, "initialize"), rest: true }
      : { bind: compiler.pattern(context, param, "initialize", `argument ${i + 1}`), rest: false }
  )
  const go = (f: Frame, from: number): undefined | Susp => {
    const args = f[argumentsSlot] as readonly Value[]
    for (let i = from; i < binds.length; i++) {
      const { bind, rest } = binds[i]
      const value = rest ? realm.newArray(args.slice(i)) : i < args.length ? args[i] : undefined
      if (rest) weigh(args.length * 8)
      if (bind(f, value) === SUSP) return suspend(goOn, f, i + 1)
    }
    return undefined
  }
  const goOn = (f: Frame, _: unknown, i: number): undefined | Susp => go(f, i)
  return (f) => go(f, 0)
}

function copyParameters(scope: FunctionScope): (f: Frame) => void {
  const copies = scope.copiedParameters.map(({ variable, parameter }) => {
    const write = rawWrite({ kind: "local", binding: variable, check: false })
    const slot = parameter.slot
    return parameter.captured ? (f: Frame) => write(f, f[slot].v) : (f: Frame) => write(f, f[slot])
  })
  return (f) => {
    for (const copy of copies) copy(f)
  }
}
