/** Classes (https://tc39.es/ecma262/#sec-runtime-semantics-classdefinitionevaluation). Evaluated rarely, so written as one suspendable algorithm. */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { createDataPropertyOrThrow } from "../kernel/convert.ts"
import { throwTypeError } from "../kernel/errors.ts"
import {
  describeValue,
  finishDerived,
  FRAME_FUNCTION,
  FRAME_HEADER,
  FRAME_POSITION,
  FRAME_THIS,
  FunctionValue,
  initializeInstance,
  isConstructor,
  makeClosure,
  NO_ARGUMENTS
} from "../kernel/function.ts"
import type { ClassElements, Code } from "../kernel/function.ts"
import { Accessor, ObjectValue, PlainObject, setPrototype } from "../kernel/object.ts"
import type { Slot } from "../kernel/object.ts"
import { ACCESSOR, CONFIGURABLE, WRITABLE } from "../kernel/shape.ts"
import { hold, runSteps } from "../kernel/steps.ts"
import type { Steps } from "../kernel/steps.ts"
import { Cell, describeKey, LAZY, PrivateName } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import type { Class, ESTree, Expression, Statement } from "../syntax/ast.ts"
import type { FunctionScope } from "../syntax/scope.ts"
import { compileBody } from "./body.ts"
import type { Context } from "./context.ts"
import { isAnonymousFunction, sourceText } from "./context.ts"
import { capture, compileCode, synthesizedCode } from "./functions.ts"
import { defineAccessor, functionNameOf, keyOf, literalKey, setAnonymousName } from "./literals.ts"
import type { Run, RunStatement } from "./run.ts"
import { scopeEntry, sequence } from "./statements.ts"
import { enterScope, rawWrite, readVariable } from "./variables.ts"

/** What is known while the elements of one class are defined. */
interface Definition {
  readonly constructor_: FunctionValue
  readonly prototype: ObjectValue
  readonly instancePrivates: { name: PropertyKey; value: Slot; flags: number }[]
  readonly staticPrivates: { name: PropertyKey; value: Slot; flags: number }[]
}

type Element = (f: Frame, definition: Definition) => Steps<void>

export function compileClass(context: Context, node: Class, name: string): Run {
  const className = node.id?.name ?? name
  const enter = node.scope === undefined ? null : enterScope(node.scope)
  const privateNames = declarePrivateNames(node)
  const heritage = node.superClass ? context.compiler.expression(context, node.superClass) : null
  const makeConstructor = compileConstructor(context, node, className)
  const elements: Element[] = []
  for (const element of node.body.body) {
    if (element.type === "MethodDefinition") {
      if (element.kind !== "constructor") elements.push(compileMethod(context, element))
    } else if (element.type === "PropertyDefinition" && element.computed) {
      elements.push(compileFieldKey(context, element))
    }
  }
  const initializer = compileInitializer(context, node, node.body.instanceScope ?? null, "instance")
  const statics = compileInitializer(context, node, node.body.staticScope ?? null, "static")
  const ownName = node.scope?.bindings.get(node.id?.name ?? "")
  const writeName = ownName === undefined ? null : rawWrite({ kind: "local", binding: ownName, check: false })
  const { realm } = context

  function* evaluate(f: Frame): Steps<Value> {
    if (enter !== null) enter(f)
    privateNames(f)
    let protoParent: ObjectValue | null = realm.intrinsic("%Object.prototype%")
    let constructorParent: ObjectValue | null = null
    if (heritage !== null) {
      let parent = heritage(f)
      if (parent === SUSP) parent = (yield) as Value
      f[FRAME_POSITION] = node.superClass!.start
      if (parent === null) {
        protoParent = null
      } else {
        if (!isConstructor(parent))
          return throwTypeError(
            `Class extends ${sourceText(context, node.superClass!)}, which is not a constructor or null: it is ${describeValue(parent)}.`,
            node.superClass!.start
          )
        let proto = parent.get("prototype", parent)
        if (proto === SUSP) proto = (yield) as Value
        if (proto !== null && !(proto instanceof ObjectValue)) {
          return throwTypeError("Class extends value does not have a valid prototype property.", node.superClass!.start)
        }
        protoParent = proto
        constructorParent = parent
      }
    }
    const prototype = new PlainObject(realm.rootShape(protoParent, 0))
    const constructor_ = makeConstructor(f)
    if (constructorParent !== null) setPrototype(constructor_, constructorParent)
    hold(constructor_)
    constructor_.slots = [LAZY, LAZY, prototype]
    constructor_.home = prototype
    prototype.store("constructor", constructor_, WRITABLE | CONFIGURABLE)
    const definition: Definition = { constructor_, prototype, instancePrivates: [], staticPrivates: [] }
    for (const element of elements) yield* element(f, definition)
    const initialize = initializer === null ? null : initializer(f, prototype)
    if (definition.instancePrivates.length > 0 || initialize !== null) {
      const parts: ClassElements = { privateMethods: definition.instancePrivates, initialize }
      constructor_.classElements = parts
    }
    if (writeName !== null) writeName(f, constructor_)
    for (const { name: privateName, value, flags } of definition.staticPrivates) {
      constructor_.addPrivate(privateName, value, flags)
    }
    if (statics !== null && statics(f, constructor_).call(constructor_, NO_ARGUMENTS) === SUSP) yield
    return constructor_
  }
  return (f) => runSteps(evaluate(f))
}

/** Makes this evaluation's private names. */
function declarePrivateNames(node: Class): (f: Frame) => void {
  const writes: { write: (f: Frame, value: Value) => void; description: string }[] = []
  for (const binding of node.scope?.bindings.values() ?? []) {
    if (binding.kind === "privateName") {
      writes.push({ write: rawWrite({ kind: "local", binding, check: false }), description: binding.name })
    }
  }
  return (f) => {
    for (const { write, description } of writes) write(f, new PrivateName(description))
  }
}

// ---- Constructors.

/** The text of a method, without `static`. */
function methodText(
  context: Context,
  element: ESTree.MethodDefinition
): { readonly start: number; readonly end: number } {
  if (!element.static) return element
  const before = /static(?:\s|\/\*[^]*?\*\/|\/\/.*)*/y
  before.lastIndex = element.start
  return { start: before.test(context.source) ? before.lastIndex : element.start, end: element.end }
}

function compileConstructor(context: Context, node: Class, className: string): (f: Frame) => FunctionValue {
  const { realm } = context
  const explicit = node.body.body.find(
    (element): element is ESTree.MethodDefinition =>
      element.type === "MethodDefinition" && element.kind === "constructor"
  )
  if (explicit !== undefined) {
    const scope = explicit.value.functionScope!
    const code = compileCode(context, scope, className, explicit.value, node)
    const cells = capture(scope.captures)
    return (f) => makeClosure(realm.functionShape(code), code, cells(f))
  }
  const code = node.superClass ? defaultDerived(context, node, className) : defaultBase(context, node, className)
  return () => makeClosure(realm.functionShape(code), code, [])
}

const emptyScope = (context: Context, kind: "constructor" | "derivedConstructor"): FunctionScope => ({
  node: null,
  kind,
  isAsync: false,
  isGenerator: false,
  parent: context.scope,
  scope: {
    kind: "function",
    parent: null,
    function: context.scope,
    bindings: new Map(),
    functions: [],
    perIteration: []
  },
  bodyScope: context.scope.bodyScope,
  slotCount: FRAME_HEADER,
  simpleParameters: true,
  parameterCount: 0,
  captures: [],
  usesArguments: false,
  usesThis: false,
  usesNewTarget: false,
  usesSuper: false,
  argumentsBinding: null,
  newTargetBinding: null,
  thisBinding: null,
  functionBinding: null,
  nameBinding: null,
  astDepth: 1,
  length: 0,
  copiedParameters: []
})

const defaultBase = (context: Context, node: Class, name: string): Code =>
  synthesizedCode(emptyScope(context, "constructor"), name, node, () => () => undefined)

/** `constructor(...args) { super(...args) }`, without iterating the arguments. */
function defaultDerived(context: Context, node: Class, name: string): Code {
  const ARGUMENTS = FRAME_HEADER
  const NEW_TARGET = FRAME_HEADER + 1
  function* construct(f: Frame): Steps<Value> {
    const active = f[FRAME_FUNCTION] as FunctionValue
    let parent = active.getPrototypeOf()
    if (parent === SUSP) parent = (yield) as ObjectValue | null
    if (!isConstructor(parent)) return throwTypeError("Super constructor is not a constructor.", node.start)
    let result = parent.construct(f[ARGUMENTS], f[NEW_TARGET])
    if (result === SUSP) result = (yield) as ObjectValue
    if (active.classElements !== null && initializeInstance(result, active.classElements) === SUSP) yield
    return finishDerived(undefined, result)
  }
  const run: Run = (f) => runSteps(construct(f))
  const code = synthesizedCode(emptyScope(context, "derivedConstructor"), name, node, () => run)
  return { ...code, run, argumentsSlot: ARGUMENTS, newTargetSlot: NEW_TARGET, slotCount: FRAME_HEADER + 2 }
}

// ---- Methods.

function compileMethod(context: Context, element: ESTree.MethodDefinition): Element {
  const { realm } = context
  const isStatic = element.static
  const { kind } = element
  const isPrivate = element.key.type === "PrivateIdentifier"
  const fixed = literalKey(element.key as Expression, element.computed)
  const keyRun =
    fixed === undefined && !isPrivate ? context.compiler.expression(context, element.key as Expression) : null
  const privateKey =
    element.key.type === "PrivateIdentifier" ? readVariable(context, element.key.reference!, element.key.start) : null
  const scope = element.value.functionScope!
  const staticName =
    element.key.type === "PrivateIdentifier" ? `#${element.key.name}` : fixed === undefined ? "" : describeKey(fixed)
  const code = compileCode(context, scope, staticName, element.value, methodText(context, element))
  const cells = capture(scope.captures)
  return function* (f, definition) {
    const target = isStatic ? definition.constructor_ : definition.prototype
    const key = privateKey !== null ? (privateKey(f) as PropertyKey) : (fixed ?? (yield* keyOf(keyRun!, f)))
    const fn = makeClosure(realm.functionShape(code), code, cells(f))
    fn.home = target
    if (privateKey !== null) {
      addPrivateMethod(isStatic ? definition.staticPrivates : definition.instancePrivates, key, kind, fn, staticName)
      return
    }
    if (isStatic && key === "prototype")
      throwTypeError("Classes may not have a static property named 'prototype'.", element.start)
    if (kind === "get" || kind === "set") {
      defineAccessor(target, key, kind, fn, CONFIGURABLE)
    } else {
      if (fixed === undefined) fn.initialName = functionNameOf(key)
      target.store(key, fn, WRITABLE | CONFIGURABLE)
    }
  }
}

function addPrivateMethod(
  list: Definition["instancePrivates"],
  name: PropertyKey,
  kind: "method" | "get" | "set" | "constructor",
  fn: FunctionValue,
  text: string
): void {
  if (kind !== "get" && kind !== "set") {
    list.push({ name, value: fn, flags: 0 })
    return
  }
  fn.initialName = `${kind} ${text}`
  const index = list.findIndex((one) => one.name === name)
  const current = index < 0 ? undefined : list[index].value
  const get = kind === "get" ? fn : current instanceof Accessor ? current.get : undefined
  const set = kind === "set" ? fn : current instanceof Accessor ? current.set : undefined
  const entry = { name, value: new Accessor(get, set), flags: ACCESSOR }
  if (index < 0) list.push(entry)
  else list[index] = entry
}

// ---- Fields.

/** A computed field key is evaluated with the class, and kept for the initialiser. */
function compileFieldKey(context: Context, element: ESTree.PropertyDefinition): Element {
  const run = context.compiler.expression(context, element.key as Expression)
  const write = rawWrite(element.keyReference!)
  return function* (f) {
    const key = yield* keyOf(run, f)
    if (element.static && key === "prototype") {
      throwTypeError("Classes may not have a static property named 'prototype'.", element.start)
    }
    // Keys are canonical, and a variable holds them as they are: only the initialiser reads it.
    write(f, key)
  }
}

/** The function that defines fields on `this`, in order; for statics also runs the static blocks. */
function compileInitializer(
  context: Context,
  node: Class,
  scope: FunctionScope | null,
  which: "instance" | "static"
): ((f: Frame, home: ObjectValue) => FunctionValue) | null {
  if (scope === null) return null
  const { realm } = context
  const inner: Context = { ...context, scope, labels: [] }
  const code = synthesizedCode(
    scope,
    which === "instance" ? "<instance_members_initializer>" : "<static_initializer>",
    node,
    () => {
      const list: RunStatement[] = []
      for (const element of node.body.body) {
        if (element.type === "StaticBlock") {
          if (which === "static") list.push(compileStaticBlock(inner, element))
        } else if (element.type === "PropertyDefinition" && element.static === (which === "static")) {
          list.push(compileField(inner, element))
        }
      }
      return sequence(list.map((run) => ({ isEffect: false, run }))) as Run
    }
  )
  const cells = capture(scope.captures)
  return (f, home) => {
    const fn = makeClosure(realm.functionShape(code), code, cells(f))
    fn.home = home
    return fn
  }
}

function compileStaticBlock(context: Context, element: ESTree.StaticBlock): RunStatement {
  const enter = scopeEntry(context, element.scope)
  const body = compileBody(context, element.body as Statement[])
  const drop = (): undefined => undefined
  return (f) => {
    if (enter !== null) enter(f)
    return body(f) === SUSP ? suspend(drop, f) : undefined
  }
}

const thisOf = (f: Frame): ObjectValue => {
  const slot = f[FRAME_THIS]
  return slot instanceof Cell ? (slot.v as ObjectValue) : slot
}

/** `DefineField` (https://tc39.es/ecma262/#sec-definefield). */
function compileField(context: Context, element: ESTree.PropertyDefinition): RunStatement {
  const isPrivate = element.key.type === "PrivateIdentifier"
  const fixed = literalKey(element.key as Expression, element.computed)
  const keyRead = element.keyRead === undefined ? null : readVariable(context, element.keyRead, element.key.start)
  const name =
    element.key.type === "PrivateIdentifier" ? `#${element.key.name}` : fixed === undefined ? "" : describeKey(fixed)
  const value = element.value
  const run = value
    ? name === ""
      ? context.compiler.expression(context, value)
      : context.compiler.named(context, value, name)
    : null
  const anonymous = value ? isAnonymousFunction(value) : false
  function* define(f: Frame): Steps<undefined> {
    let v: Value | Susp = undefined
    const key = fixed ?? (keyRead!(f) as PropertyKey)
    if (run !== null) {
      v = run(f)
      if (v === SUSP) v = (yield) as Value
      if (anonymous && name === "") setAnonymousName(v, key)
    }
    const object = thisOf(f)
    if (isPrivate) {
      if (object.hasPrivate(key)) throwTypeError(`Cannot initialize ${name} twice on the same object.`, element.start)
      if (!object.shape.extensible) {
        throwTypeError(`Cannot add ${name} to an object that is not extensible.`, element.start)
      }
      object.addPrivate(key, v, WRITABLE)
    } else {
      yield* createDataPropertyOrThrow(object, key, v)
    }
    return undefined
  }
  return (f) => runSteps(define(f))
}
