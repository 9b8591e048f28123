/** Calls: `f(x)`, `o.m(x)`, `new C(x)`, `super(x)`, tagged templates. https://tc39.es/ecma262/#sec-function-calls */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { checkArgumentCount } from "../kernel/argument-list.ts"
import { freezeLength } from "../kernel/array.ts"
import type { ArrayValue } from "../kernel/array.ts"
import { throwReferenceError, throwTypeError } from "../kernel/errors.ts"
import {
  callFunction0,
  callFunction1,
  callFunction2,
  callFunction3,
  FRAME_CELLS,
  FRAME_POSITION,
  FunctionValue,
  initializeInstance,
  isConstructor,
  NO_ARGUMENTS,
  nounOf
} from "../kernel/function.ts"
import { appendElements, forEachValue, iteratesByIndex } from "../kernel/iterate.ts"
import { ObjectValue } from "../kernel/object.ts"
import { hold, runSteps } from "../kernel/steps.ts"
import type { Steps } from "../kernel/steps.ts"
import { TDZ } from "../kernel/values.ts"
import type { Value } from "../kernel/values.ts"
import { weigh } from "../kernel/weight.ts"
import type { AnyNode, ESTree, Expression } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { sourceText } from "./context.ts"
import { getElement } from "./element.ts"
import { GetCache } from "./inline-cache.ts"
import { memberReference, staticKey } from "./members.ts"
import { nearMethod, throughArray } from "./near-method.ts"
import { operandOf } from "./operand.ts"
import type { Operand } from "./operand.ts"
import { evaluateRest, sequence, SHORT_CIRCUIT, suspendSequence } from "./run.ts"
import type { Run } from "./run.ts"
import { plainCapture, plainSlot, rawWrite, readVariable } from "./variables.ts"

type Arguments = readonly (Expression | ESTree.SpreadElement)[]

const NO_PART: Run = () => undefined

const throwNotFunction = (context: Context, callee: AnyNode, fn: Value, thisValue: Value, position: number): never => {
  const text = sourceText(context, callee)
  if (fn instanceof ObjectValue) fn.refuseUse(text, "a function")
  const member = callee.type === "ChainExpression" ? callee.expression : callee
  const key = member.type === "MemberExpression" ? staticKey(member) : undefined
  const isMissing = fn === undefined && typeof key === "string" && member.type === "MemberExpression"
  const through = isMissing ? throughArray(thisValue, key, sourceText(context, member.object)) : undefined
  const near = isMissing && through === undefined ? nearMethod(thisValue, key) : undefined
  const hint = through !== undefined ? ` Write \`${through}\`.` : near === undefined ? "" : ` Did you mean \`${near}\`?`
  return throwTypeError(`${text} is not a function: it is ${nounOf(fn)}.${hint}`, position)
}

/** Calls with everything evaluated. */
function finisher(context: Context, callee: AnyNode, position: number) {
  return (f: Frame, fn: Value, thisValue: Value, args: readonly Value[]): Value | Susp => {
    f[FRAME_POSITION] = position
    if (fn instanceof ObjectValue && fn.isCallable) return fn.call(thisValue, args)
    return throwNotFunction(context, callee, fn, thisValue, position)
  }
}

const hasSpread = (args: Arguments): boolean => args.some((argument) => argument.type === "SpreadElement")

const compileArguments = (context: Context, args: Arguments): Run[] =>
  args.map((argument) => context.compiler.expression(context, argument as Expression))

/** The argument list with spreads, as a suspendable algorithm. */
function spreadArguments(context: Context, args: Arguments): (f: Frame) => Steps<Value[]> {
  const parts = args.map((argument) =>
    argument.type === "SpreadElement"
      ? {
          text: sourceText(context, argument.argument),
          run: context.compiler.expression(context, argument.argument)
        }
      : { text: null, run: context.compiler.expression(context, argument) }
  )
  return function* (f) {
    const list: Value[] = hold([])
    const add = (value: Value): void => {
      checkArgumentCount(list.length + 1)
      list.push(value)
    }
    for (const { text, run } of parts) {
      let value = run(f)
      if (value === SUSP) value = (yield) as Value
      if (text === null) {
        add(value)
      } else if (iteratesByIndex(value)) {
        checkArgumentCount(list.length + value.length)
        yield* appendElements(list, value.elements)
      } else {
        yield* forEachValue(value, add, text)
      }
    }
    weigh(list.length * 8)
    return list
  }
}

// ---- Ordinary calls.

export function compileCall(context: Context, node: ESTree.CallExpression, inChain: boolean): Run {
  const callee = node.callee
  if (callee.type === "Super") return compileSuperCall(context, node, callee)
  const call = finisher(context, callee, node.start)
  if (hasSpread(node.arguments)) {
    return generalCall(context, { ...node, callee }, inChain, [], spreadArguments(context, node.arguments))
  }
  if (
    callee.type === "MemberExpression" &&
    callee.object.type !== "Super" &&
    callee.property.type !== "PrivateIdentifier"
  ) {
    return compileMethodCall(context, node, callee, inChain, call)
  }
  if (inChain || callee.type === "MemberExpression" || callee.type === "ChainExpression") {
    return generalCall(context, { ...node, callee }, inChain, compileArguments(context, node.arguments), null)
  }
  const args = node.arguments.map((argument) => operandOf(context, argument as Expression))
  return compilePlainCall(context, callee, args, node.start, call)
}

type Call = (f: Frame, fn: Value, thisValue: Value, args: readonly Value[]) => Value | Susp

function compilePlainCall(
  context: Context,
  callee: Expression,
  operands: readonly Operand[],
  position: number,
  call: Call
): Run {
  const fnRun = context.compiler.expression(context, callee)
  const args = operands.map(({ run }) => run)
  const parts = [fnRun, ...args]
  const finish = (f: Frame, values: Value[]): Value | Susp => call(f, values[0], undefined, values.slice(1))
  const [a, b, c] = args
  const aSlot = operands.length > 0 ? operands[0].slot : -1
  switch (args.length) {
    case 0:
      return (f) => {
        const fn = fnRun(f)
        if (fn === SUSP) return suspendSequence(f, parts, [], finish)
        if (!(fn instanceof FunctionValue)) return call(f, fn, undefined, NO_ARGUMENTS)
        f[FRAME_POSITION] = position
        return callFunction0(fn, undefined)
      }
    case 1: {
      const slot = callee.type === "Identifier" ? plainSlot(callee.reference) : -1
      const capture = callee.type === "Identifier" ? plainCapture(callee.reference) : -1
      return (f) => {
        const fn = slot >= 0 ? f[slot] : capture >= 0 ? f[FRAME_CELLS][capture].v : fnRun(f)
        if (fn === SUSP) return suspendSequence(f, parts, [], finish)
        const x = aSlot >= 0 ? f[aSlot] : a(f)
        if (x === SUSP) return suspendSequence(f, parts, [fn], finish)
        if (!(fn instanceof FunctionValue)) return call(f, fn, undefined, [x])
        f[FRAME_POSITION] = position
        return callFunction1(fn, undefined, x)
      }
    }
    case 2:
      return (f) => {
        const fn = fnRun(f)
        if (fn === SUSP) return suspendSequence(f, parts, [], finish)
        const x = a(f)
        if (x === SUSP) return suspendSequence(f, parts, [fn], finish)
        const y = b(f)
        if (y === SUSP) return suspendSequence(f, parts, [fn, x], finish)
        if (!(fn instanceof FunctionValue)) return call(f, fn, undefined, [x, y])
        f[FRAME_POSITION] = position
        return callFunction2(fn, undefined, x, y)
      }
    case 3:
      return (f) => {
        const fn = fnRun(f)
        if (fn === SUSP) return suspendSequence(f, parts, [], finish)
        const x = a(f)
        if (x === SUSP) return suspendSequence(f, parts, [fn], finish)
        const y = b(f)
        if (y === SUSP) return suspendSequence(f, parts, [fn, x], finish)
        const z = c(f)
        if (z === SUSP) return suspendSequence(f, parts, [fn, x, y], finish)
        if (!(fn instanceof FunctionValue)) return call(f, fn, undefined, [x, y, z])
        f[FRAME_POSITION] = position
        return callFunction3(fn, undefined, x, y, z)
      }
    default:
      return sequence(parts, finish)
  }
}

/** Reads `o[k]` where a call takes its method from. */
class ElementMethod {
  private readonly property: Run
  private readonly position: number
  constructor(property: Run, position: number) {
    this.property = property
    this.position = position
  }
  getMethod(o: Value, f: Frame): Value | Susp {
    const k = this.property(f)
    return k === SUSP ? suspend(this.afterKey, f, o) : getElement(o, k, f, this.position)
  }
  private readonly afterKey = (f: Frame, k: Value, o: Value): Value | Susp => getElement(o, k, f, this.position)
}

const isNullish = (value: Value): boolean => value === undefined || value === null

/** `o.m(…)` and `o[k](…)`; in an optional chain also `o?.m(…)` and `o.m?.(…)`. */
function compileMethodCall(
  context: Context,
  node: ESTree.CallExpression,
  callee: ESTree.MemberExpression,
  inChain: boolean,
  call: Call
): Run {
  const { compiler } = context
  const receiver = callee.object as Expression
  const object = inChain ? compiler.chainElement(context, receiver) : compiler.expression(context, receiver)
  const key = staticKey(callee)
  const method =
    key === undefined
      ? new ElementMethod(compiler.expression(context, callee.property as Expression), callee.property.start)
      : new GetCache(key, callee.property.start)
  const position = node.start
  const operands = node.arguments.map((argument) => operandOf(context, argument as Expression))
  // values[0] is the receiver, values[1] the method; arguments follow.
  const args = operands.map(({ run }) => run)
  const parts = [NO_PART, NO_PART, ...args]
  const finish = (f: Frame, values: Value[]): Value | Susp => call(f, values[1], values[0], values.slice(2))
  const isOptional = inChain && node.optional === true
  const isReceiverOptional = inChain && callee.optional === true
  const slot = receiver.type === "Identifier" ? plainSlot(receiver.reference) : -1
  const [a, b] = args
  const aSlot = operands.length > 0 ? operands[0].slot : -1

  const afterMethod = (f: Frame, fn: Value, o: Value): unknown => {
    if (isOptional && isNullish(fn)) return SHORT_CIRCUIT
    if (args.length !== 1 || !(fn instanceof FunctionValue)) return evaluateRest(f, parts, [o, fn], finish)
    const x = a(f)
    if (x === SUSP) return suspendSequence(f, parts, [o, fn], finish)
    f[FRAME_POSITION] = position
    return callFunction1(fn, o, x)
  }
  const afterObject = (f: Frame, o: Value): unknown => {
    if (inChain && (o === SHORT_CIRCUIT || (isReceiverOptional && isNullish(o)))) return SHORT_CIRCUIT
    const fn = method.getMethod(o, f)
    return fn === SUSP ? suspend(afterMethod, f, o) : afterMethod(f, fn, o)
  }
  switch (inChain ? -1 : args.length) {
    case 0:
      return (f) => {
        const o = slot >= 0 ? f[slot] : object(f)
        if (o === SUSP) return suspend(afterObject, f)
        const fn = method.getMethod(o, f)
        if (fn === SUSP) return suspend(afterMethod, f, o)
        if (!(fn instanceof FunctionValue)) return call(f, fn, o, NO_ARGUMENTS)
        f[FRAME_POSITION] = position
        return callFunction0(fn, o)
      }
    case 1:
      return (f) => {
        const o = slot >= 0 ? f[slot] : object(f)
        if (o === SUSP) return suspend(afterObject, f)
        const fn = method.getMethod(o, f)
        if (fn === SUSP) return suspend(afterMethod, f, o)
        const x = aSlot >= 0 ? f[aSlot] : a(f)
        if (x === SUSP) return suspendSequence(f, parts, [o, fn], finish)
        if (!(fn instanceof FunctionValue)) return call(f, fn, o, [x])
        f[FRAME_POSITION] = position
        return callFunction1(fn, o, x)
      }
    case 2:
      return (f) => {
        const o = slot >= 0 ? f[slot] : object(f)
        if (o === SUSP) return suspend(afterObject, f)
        const fn = method.getMethod(o, f)
        if (fn === SUSP) return suspend(afterMethod, f, o)
        const x = aSlot >= 0 ? f[aSlot] : a(f)
        if (x === SUSP) return suspendSequence(f, parts, [o, fn], finish)
        const y = b(f)
        if (y === SUSP) return suspendSequence(f, parts, [o, fn, x], finish)
        if (!(fn instanceof FunctionValue)) return call(f, fn, o, [x, y])
        f[FRAME_POSITION] = position
        return callFunction2(fn, o, x, y)
      }
    default:
      return (f) => {
        const o = object(f)
        return (o === SUSP ? suspend(afterObject, f) : afterObject(f, o)) as Value | Susp
      }
  }
}

// ---- Any other call: `super` and private methods, plain callees in a chain, callees in parentheses, spread arguments, tags.

/**
 * In the order of https://tc39.es/ecma262/#sec-function-calls: the parts of the callee's reference, the function, then the arguments.
 * `spread` makes the whole argument list instead of `args`.
 */
function generalCall(
  context: Context,
  node: { readonly callee: Expression; readonly optional: boolean; readonly start: number },
  inChain: boolean,
  args: readonly Run[],
  spread: ((f: Frame) => Steps<Value[]>) | null
): Run {
  // `(a?.b)(x)`: the receiver survives the parentheses, the short circuit does not.
  const isParenthesised = node.callee.type === "ChainExpression" && node.callee.expression.type === "MemberExpression"
  const callee = isParenthesised ? ((node.callee as ESTree.ChainExpression).expression as Expression) : node.callee
  const isLink = inChain || isParenthesised
  const reference = callee.type === "MemberExpression" ? memberReference(context, callee, isLink) : null
  const fn = inChain ? context.compiler.chainElement(context, callee) : context.compiler.expression(context, callee)
  const list = spread === null ? args : [(f: Frame) => runSteps(spread(f)) as unknown as Value | Susp]
  const parts = reference === null ? [fn, ...list] : [...reference.parts, NO_PART, ...list]
  const fnAt = reference === null ? 0 : reference.parts.length
  const isOptional = inChain && node.optional
  const isCalleeOptional = isLink && callee.type === "MemberExpression" && callee.optional === true
  const call = finisher(context, node.callee, node.start)

  /** Takes the value of the next part; true when the rest of the chain is skipped. */
  const take = (values: Value[], value: Value): boolean => {
    const at = values.length
    if (at === 0 && isLink && (value === SHORT_CIRCUIT || (isCalleeOptional && isNullish(value)))) {
      if (!isParenthesised) return true
      while (values.length <= fnAt) values.push(undefined)
      return isOptional
    }
    if (at === fnAt && isOptional && isNullish(value)) return true
    values.push(value)
    return false
  }
  const proceed = (f: Frame, values: Value[]): Value | Susp => {
    while (values.length < parts.length) {
      const at = values.length
      const value = at === fnAt && reference !== null ? reference.get(f, values) : parts[at](f)
      if (value === SUSP) return suspend(resume, f, values)
      if (take(values, value)) return SHORT_CIRCUIT
    }
    const receiver = reference === null ? undefined : values[0]
    const given = spread === null ? values.slice(fnAt + 1) : (values[fnAt + 1] as unknown as Value[])
    return call(f, values[fnAt], receiver, given)
  }
  const resume = (f: Frame, value: Value, values: Value[]): Value | Susp =>
    take(values, value) ? SHORT_CIRCUIT : proceed(f, values)
  return (f) => proceed(f, [])
}

// ---- new

export function compileNew(context: Context, node: ESTree.NewExpression): Run {
  const target = context.compiler.expression(context, node.callee)
  const position = node.start
  const construct = (f: Frame, fn: Value, args: readonly Value[]): Value | Susp => {
    f[FRAME_POSITION] = position
    if (isConstructor(fn)) return fn.construct(args, fn)
    const text = sourceText(context, node.callee)
    if (fn instanceof ObjectValue) fn.refuseUse(text, "a constructor")
    const why = fn instanceof ObjectValue && fn.isCallable ? "call it without `new`" : `it is ${nounOf(fn)}`
    return throwTypeError(`${text} is not a constructor: ${why}.`, position)
  }
  if (hasSpread(node.arguments)) {
    const list = spreadArguments(context, node.arguments)
    const parts = [target, (f: Frame) => runSteps(list(f)) as unknown as Value | Susp]
    const finish = (f: Frame, [fn, args]: Value[]): Value | Susp => construct(f, fn, args as unknown as Value[])
    return sequence(parts, finish)
  }
  const args = compileArguments(context, node.arguments)
  const parts = [target, ...args]
  const finish = (f: Frame, values: Value[]): Value | Susp => construct(f, values[0], values.slice(1))
  if (args.length !== 1) return sequence(parts, finish)
  const [a] = args
  return (f) => {
    const fn = target(f)
    if (fn === SUSP) return suspendSequence(f, parts, [], finish)
    const x = a(f)
    if (x === SUSP) return suspendSequence(f, parts, [fn], finish)
    return construct(f, fn, [x])
  }
}

// ---- super(…)

/** https://tc39.es/ecma262/#sec-super-keyword-runtime-semantics-evaluation */
function compileSuperCall(context: Context, node: ESTree.CallExpression, callee: ESTree.Super): Run {
  const position = node.start
  const functionRun = readVariable(context, callee.reference!, position)
  const newTargetRun = readVariable(context, callee.newTargetReference!, position)
  const thisReference = callee.thisReference!
  const writeThis = rawWrite(thisReference)
  const peekThis = readVariable(context, { ...thisReference, check: false } as typeof thisReference, position)
  const list = spreadArguments(context, node.arguments)
  function* superCall(f: Frame): Steps<Value> {
    const active = functionRun(f) as FunctionValue
    let parent = active.getPrototypeOf()
    if (parent === SUSP) parent = (yield) as ObjectValue | null
    const args = yield* list(f)
    f[FRAME_POSITION] = position
    if (!isConstructor(parent)) return throwTypeError("Super constructor is not a constructor.", position)
    let result = parent.construct(args, newTargetRun(f) as ObjectValue)
    if (result === SUSP) result = (yield) as ObjectValue
    if (peekThis(f) !== TDZ) throwReferenceError("Super constructor may only be called once.", position)
    writeThis(f, result)
    if (active.classElements !== null && initializeInstance(result, active.classElements) === SUSP) yield
    return result
  }
  return (f) => runSteps(superCall(f))
}

// ---- Tagged templates (https://tc39.es/ecma262/#sec-tagged-templates)

export function compileTaggedTemplate(context: Context, node: ESTree.TaggedTemplateExpression): Run {
  let template: Value
  const templateObject = (): Value => (template ??= makeTemplateObject(context, node.quasi))
  const args = [templateObject, ...compileArguments(context, node.quasi.expressions)]
  return generalCall(context, { callee: node.tag, optional: false, start: node.start }, false, args, null)
}

/** `GetTemplateObject` (https://tc39.es/ecma262/#sec-gettemplateobject): frozen arrays, one per site. */
function makeTemplateObject(context: Context, quasi: ESTree.TemplateLiteral): Value {
  const { realm } = context
  const fill = (values: readonly (string | undefined)[]): ArrayValue => {
    const array = realm.newArray([])
    values.forEach((value, i) => array.store(i, value, 2))
    return array
  }
  const cooked = fill(quasi.quasis.map((q) => q.value.cooked ?? undefined))
  const raw = fill(quasi.quasis.map((q) => q.value.raw))
  freezeLength(raw)
  raw.preventExtensions()
  cooked.store("raw", raw, 0)
  freezeLength(cooked)
  cooked.preventExtensions()
  return cooked
}
