/**
 * Function objects and calls: guest closures and built-ins are one class, so a call site has one path.
 * https://tc39.es/ecma262/#sec-ecmascript-function-objects
 */
import { agent, Continuation, MAX_CALL_DEPTH, NATIVE_FRAME, pause, REASON_STACK, suspend, SUSP } from "./agent.ts"
import type { Frame, Susp } from "./agent.ts"
import { ARGUMENTS_SHIFT, checkArgumentCount } from "./argument-list.ts"
import { bitsOf } from "./bigint-size.ts"
import { throwCallDepth, throwReferenceError, throwTypeError } from "./errors.ts"
import { found, markAsPrototype, ObjectValue, PlainObject } from "./object.ts"
import type { Accessor, PropertyDescriptor, Slot } from "./object.ts"
import type { IntrinsicName, Realm } from "./realm.ts"
import { CONFIGURABLE, DEFAULT_FLAGS, Shape, WRITABLE } from "./shape.ts"
import { hold, holdCall, runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { Cell, LAZY, SymbolValue, TDZ } from "./values.ts"
import { enclosed, reading, readingAll } from "./rope.ts"
import type { PropertyKey, Value } from "./values.ts"
import { weigh } from "./weight.ts"

/** Frame slots before parameters: captured cells, `this`, source position of the running call, active function. */
export const FRAME_CELLS = 0
export const FRAME_THIS = 1
export const FRAME_POSITION = 2
export const FRAME_FUNCTION = 3
export const FRAME_HEADER = 4

/** How a call of the code begins. */
export const CALL_ORDINARY = 0
export const CALL_COROUTINE = 1
export const CALL_CLASS = 2

/** Frames that hold parameters and nothing else; anything else has locals, cells or parameters that are not slots. */
export const FRAME_OTHER = 0
export const FRAME_ONE = 1
export const FRAME_TWO = 2
export const FRAME_THREE = 3

/** A compiled function body, made once per program text position. */
export interface Code {
  readonly name: string
  readonly length: number
  /** Runs the body (parameters included) in a fresh frame. */
  run: (frame: Frame) => Value | Susp
  readonly slotCount: number
  /** Parameters that go straight into slots; the rest of the arguments are dropped. */
  readonly parameterCount: number
  /** Slots to wrap into cells on entry. */
  readonly cellSlots: readonly number[] | null
  /** Where the list of all arguments goes, or -1. */
  readonly argumentsSlot: number
  /** Where `new.target` goes, or -1. */
  readonly newTargetSlot: number
  readonly callKind: typeof CALL_ORDINARY | typeof CALL_COROUTINE | typeof CALL_CLASS
  /** A call with few arguments needs no argument list: an ordinary call of a body that keeps none. */
  readonly isDirect: boolean
  /** Which frame such a call makes. */
  readonly frameKind: number
  /** A call at this host depth or deeper moves to the heap stack: lower for bodies with deeply nested syntax. */
  readonly hostLimit: number
  /** Begins an async function or generator: takes the frame, answers the promise or generator object. */
  readonly start: ((frame: Frame, fn: FunctionValue) => Value | Susp) | null
  readonly isConstructor: boolean
  readonly isDerived: boolean
  /** The intrinsic that function objects of this code inherit from. */
  readonly prototypeName: IntrinsicName
  /** Whether function objects get a `prototype` property, and what it inherits from. */
  readonly prototypeProperty: "none" | "ordinary" | "class" | IntrinsicName
  /** Offset and end in the source text. */
  readonly start_: number
  readonly end: number
}

/** A built-in's implementation. `newTarget` is undefined when it is called rather than constructed. */
export type Native = (thisValue: Value, args: readonly Value[], newTarget: ObjectValue | undefined) => Value | Susp

export class FunctionValue extends ObjectValue {
  readonly code: Code | null
  /** Captured variables; what a built-in's algorithm closes over, for the heap census. */
  readonly cells: Cell[]
  readonly native: Native | null
  /** `[[HomeObject]]`, for `super`. */
  home: ObjectValue | null = null
  /** The class parts that construction needs: fields and private methods of instances. */
  classElements: ClassElements | null = null
  /** The `name` a built-in or an anonymous function was given, while it is not a property yet. */
  initialName: string | SymbolValue | null = null
  initialLength = 0
  private readonly constructs: boolean
  /** The shape of objects made by `new` while `prototype` stays what it was. */
  private instanceShape: Shape | null = null

  constructor(shape: Shape, code: Code | null, cells: readonly unknown[], native: Native | null, constructs: boolean) {
    super(shape)
    this.code = code
    this.cells = cells as Cell[]
    this.native = native
    this.constructs = constructs
    this.slots = LAZY_SLOTS
  }

  override get isCallable(): boolean {
    return true
  }

  override get isConstructor(): boolean {
    return this.constructs
  }

  override get builtinTag(): string {
    return "Function"
  }

  /** Whether code or class body already gave it a name of its own. */
  get hasOwnName(): boolean {
    if (this.initialName !== null) return true
    if (this.code !== null && this.code.name !== "") return true
    // A class may have a static method or accessor called `name`.
    const index = this.shape.indexOf("name")
    return index >= 0 && this.slots[index - 4] !== LAZY
  }

  override materialize(index: number, key: PropertyKey): Slot {
    if (agent.realm.rowOf(this, index) !== undefined) return super.materialize(index, key)
    this.ownSlots()
    const value = this.makeProperty(key)
    this.slots[index - 4] = value
    return value
  }

  private makeProperty(key: PropertyKey): Slot {
    if (key === "length") return this.code === null ? this.initialLength : this.code.length
    if (key === "name") {
      const name = this.initialName ?? this.code?.name ?? ""
      if (typeof name === "string") return name
      return name.description === undefined ? "" : enclosed("[", name.description, "]")
    }
    return this.makePrototype()
  }

  private makePrototype(): Value {
    const realm = agent.realm
    const kind = this.code!.prototypeProperty
    if (kind === "ordinary" || kind === "class") {
      const prototype = realm.newObject()
      prototype.store("constructor", this, WRITABLE | CONFIGURABLE)
      return prototype
    }
    return new PlainObject(realm.rootShape(realm.intrinsic(kind as IntrinsicName), 0))
  }

  /** Gives the function slots of its own before any is written. */
  private ownSlots(): void {
    if (this.slots === LAZY_SLOTS) this.slots = [LAZY, LAZY, LAZY]
  }

  override store(key: PropertyKey, value: Slot, flags: number): void {
    this.ownSlots()
    super.store(key, value, flags)
  }

  override remove(key: PropertyKey): void {
    this.ownSlots()
    super.remove(key)
  }

  override call(thisValue: Value, args: readonly Value[]): Value | Susp {
    const code = this.code
    if (code === null) return callNative(this, thisValue, args, undefined)
    if (code.callKind === CALL_CLASS) return throwClassCall(this)
    const result = invoke(this, code, thisValue, args, undefined)
    return result === SUSP ? holdCall(thisValue, args) : result
  }

  override construct(args: readonly Value[], newTarget: ObjectValue): ObjectValue | Susp {
    const code = this.code
    if (code === null) return callNative(this, undefined, args, newTarget) as ObjectValue | Susp
    if (code.isDerived) {
      const result = invoke(this, code, TDZ, args, newTarget)
      return result === SUSP ? holdCall(newTarget, args) : (result as ObjectValue)
    }
    const shape = this.shapeForNew(newTarget)
    if (shape === SUSP) return suspend(constructWithShape, NO_FRAME, { fn: this, args, newTarget })
    return constructBase(this, args, newTarget, shape)
  }

  /** The shape that `OrdinaryCreateFromConstructor` gives the new object. */
  private shapeForNew(newTarget: ObjectValue): Shape | Susp {
    if (newTarget === this) {
      // Where the property is while nothing was added or removed before it.
      let proto: Slot = this.shape.keys[2] === "prototype" ? this.slots[2] : LAZY
      if (proto === LAZY) proto = this.lookup("prototype") ? found.value : undefined
      const cached = this.instanceShape
      if (cached !== null && cached.proto === proto) return cached
      if (proto instanceof ObjectValue) return (this.instanceShape = agent.realm.rootShape(proto, 0))
    }
    return shapeFromConstructor(newTarget, "%Object.prototype%", 0)
  }
}

/** Instance fields and private methods, run on `this` as soon as it exists. */
export interface ClassElements {
  /** Private methods and accessors: added before any field. */
  readonly privateMethods: readonly { readonly name: PropertyKey; readonly value: Slot; readonly flags: number }[]
  /** A function that runs every field initialiser with the instance as `this`, or null. */
  readonly initialize: FunctionValue | null
}

/** Shared by all functions until one of their properties is touched. */
const LAZY_SLOTS: Slot[] = [LAZY, LAZY, LAZY]
/** For continuations of the engine's own algorithms, which have no guest frame. */
export const NO_FRAME: Frame = NATIVE_FRAME

const throwClassCall = (fn: FunctionValue): never =>
  throwTypeError(`Class constructor ${functionName(fn)} cannot be called without 'new'.`)

/** A function's name for messages. */
export function functionName(fn: ObjectValue): string {
  if (!fn.isProxy && fn.lookup("name") && typeof found.value === "string" && found.value !== "") return found.value
  return "(anonymous)"
}

class CallContinuation extends Continuation {
  private readonly fn: FunctionValue
  private readonly thisValue: Value
  private readonly args: readonly Value[]
  private readonly newTarget: ObjectValue | undefined
  constructor(fn: FunctionValue, thisValue: Value, args: readonly Value[], newTarget: ObjectValue | undefined) {
    // The caller: it may have nothing left to do, and would be missing in stack traces.
    super(agent.frames[agent.depth] ?? null)
    this.fn = fn
    this.thisValue = thisValue
    this.args = args
    this.newTarget = newTarget
  }
  override resume(): unknown {
    const { fn, thisValue, args, newTarget } = this
    return fn.code === null ? fn.native!(thisValue, args, newTarget) : invoke(fn, fn.code, thisValue, args, newTarget)
  }
}

/** A call that cannot go on where it is: the slice is used up, or the host stack is deep. */
function callLater(
  fn: FunctionValue,
  thisValue: Value,
  args: readonly Value[],
  newTarget: ObjectValue | undefined
): Susp {
  if (agent.depth + agent.heapDepth >= MAX_CALL_DEPTH) throwCallDepth()
  if (agent.depth >= fn.code!.hostLimit) {
    agent.reason = REASON_STACK
    agent.suspendedDepth = agent.depth
  } else {
    pause()
  }
  agent.pending.push(new CallContinuation(fn, thisValue, args, newTarget))
  return SUSP
}

/** The frame of a call; `args` beyond the parameters are dropped unless the code keeps the list. */
function makeFrame(fn: FunctionValue, code: Code, thisValue: Value, args: readonly Value[]): Frame {
  const given = args.length
  // Not where the call may be put off: it would never fit into what is left of a slice.
  agent.budget -= given >> ARGUMENTS_SHIFT
  const frame = plainFrame(
    fn,
    code,
    thisValue,
    given > 0 ? args[0] : undefined,
    given > 1 ? args[1] : undefined,
    given > 2 ? args[2] : undefined
  )
  const n = Math.min(given, code.parameterCount)
  for (let i = 3; i < n; i++) frame[FRAME_HEADER + i] = args[i]
  if (code.argumentsSlot >= 0) frame[code.argumentsSlot] = args
  return frame
}

function wrapCells(frame: Frame, slots: readonly number[]): void {
  for (let i = 0; i < slots.length; i++) frame[slots[i]] = new Cell(frame[slots[i]])
}

/** Calls guest code with a list of arguments. */
export function invoke(
  fn: FunctionValue,
  code: Code,
  thisValue: Value,
  args: readonly Value[],
  newTarget: ObjectValue | undefined
): Value | Susp {
  if (--agent.budget < 0 || agent.depth >= code.hostLimit) return callLater(fn, thisValue, args, newTarget)
  const frame = makeFrame(fn, code, thisValue, args)
  if (code.newTargetSlot >= 0) frame[code.newTargetSlot] = newTarget
  if (code.cellSlots !== null) wrapCells(frame, code.cellSlots)
  return enter(fn, code, frame)
}

/** Runs a frame that is ready. */
function enter(fn: FunctionValue, code: Code, frame: Frame): Value | Susp {
  agent.frames[++agent.depth] = frame
  const result = code.start === null ? code.run(frame) : code.start(frame, fn)
  agent.depth--
  return result
}

/** Calls a built-in; its position is the caller's. Code without loops or calls of its own may be nothing but calls of built-ins that take long. */
const callNative = (
  fn: FunctionValue,
  thisValue: Value,
  args: readonly Value[],
  newTarget: ObjectValue | undefined
): Value | Susp => {
  readingAll(thisValue, args)
  if ((agent.budget -= 1 + (args.length >> ARGUMENTS_SHIFT)) < 0) {
    agent.pending.push(new CallContinuation(fn, thisValue, args, newTarget))
    pause()
    return holdCall(thisValue, args)
  }
  const result = fn.native!(thisValue, args, newTarget)
  return result === SUSP ? holdCall(thisValue, args) : result
}

// The call paths below repeat makeFrame for few arguments: an array literal is allocated in one go,
// and `f(x)` is the hottest operation of all (fib(27): 45 ms against 88 ms with an argument list).

export function callFunction0(fn: FunctionValue, thisValue: Value): Value | Susp {
  const code = fn.code
  if (code === null) return callNative(fn, thisValue, NO_ARGUMENTS, undefined)
  if (!code.isDirect) return fn.call(thisValue, NO_ARGUMENTS)
  if (--agent.budget < 0 || agent.depth >= code.hostLimit) return callLater(fn, thisValue, NO_ARGUMENTS, undefined)
  return runFrame(code, frame3(fn, code, thisValue, undefined, undefined, undefined))
}

export function callFunction1(fn: FunctionValue, thisValue: Value, a: Value): Value | Susp {
  const code = fn.code
  if (code === null) return callNative(fn, thisValue, [a], undefined)
  if (!code.isDirect) return fn.call(thisValue, [a])
  if (--agent.budget < 0 || agent.depth >= code.hostLimit) return callLater(fn, thisValue, [a], undefined)
  return runFrame(code, frame3(fn, code, thisValue, a, undefined, undefined))
}

export function callFunction2(fn: FunctionValue, thisValue: Value, a: Value, b: Value): Value | Susp {
  const code = fn.code
  if (code === null) return callNative(fn, thisValue, [a, b], undefined)
  if (!code.isDirect) return fn.call(thisValue, [a, b])
  if (--agent.budget < 0 || agent.depth >= code.hostLimit) return callLater(fn, thisValue, [a, b], undefined)
  return runFrame(code, frame3(fn, code, thisValue, a, b, undefined))
}

export function callFunction3(fn: FunctionValue, thisValue: Value, a: Value, b: Value, c: Value): Value | Susp {
  const code = fn.code
  if (code === null) return callNative(fn, thisValue, [a, b, c], undefined)
  if (!code.isDirect) return fn.call(thisValue, [a, b, c])
  if (--agent.budget < 0 || agent.depth >= code.hostLimit) return callLater(fn, thisValue, [a, b, c], undefined)
  return runFrame(code, frame3(fn, code, thisValue, a, b, c))
}

/** `callFunction…` of any value. */
export function call0(fn: Value, thisValue: Value): Value | Susp {
  return fn instanceof FunctionValue ? callFunction0(fn, thisValue) : callValue(fn, thisValue, NO_ARGUMENTS)
}

export function call1(fn: Value, thisValue: Value, a: Value): Value | Susp {
  return fn instanceof FunctionValue ? callFunction1(fn, thisValue, a) : callValue(fn, thisValue, [a])
}

export function call2(fn: Value, thisValue: Value, a: Value, b: Value): Value | Susp {
  if (!(fn instanceof FunctionValue)) return callValue(fn, thisValue, [a, b])
  const result = callFunction2(fn, thisValue, a, b)
  return result === SUSP ? holdCall(thisValue, [a, b]) : result
}

export function call3(fn: Value, thisValue: Value, a: Value, b: Value, c: Value): Value | Susp {
  if (!(fn instanceof FunctionValue)) return callValue(fn, thisValue, [a, b, c])
  const result = callFunction3(fn, thisValue, a, b, c)
  return result === SUSP ? holdCall(thisValue, [a, b, c]) : result
}

function frame3(fn: FunctionValue, code: Code, thisValue: Value, a: Value, b: Value, c: Value): Frame {
  // Exact sizes: the frame is most of what a call allocates (fib: 7 slots instead of 5 cost 20%).
  switch (code.frameKind) {
    case FRAME_ONE:
      return [fn.cells, thisValue, 0, fn, a]
    case FRAME_TWO:
      return [fn.cells, thisValue, 0, fn, a, b]
    case FRAME_THREE:
      return [fn.cells, thisValue, 0, fn, a, b, c]
    default: {
      const frame = plainFrame(fn, code, thisValue, a, b, c)
      if (code.cellSlots !== null) wrapCells(frame, code.cellSlots)
      return frame
    }
  }
}

/** A frame of any size with the first three arguments. */
function plainFrame(fn: FunctionValue, code: Code, thisValue: Value, a: Value, b: Value, c: Value): Frame {
  const parameters = code.parameterCount
  if (parameters < 3) {
    c = undefined
    if (parameters < 2) {
      b = undefined
      if (parameters < 1) a = undefined
    }
  }
  const n = code.slotCount
  let frame: Frame
  if (n <= 5) frame = [fn.cells, thisValue, 0, fn, a]
  else if (n === 6) frame = [fn.cells, thisValue, 0, fn, a, b]
  else if (n === 7) frame = [fn.cells, thisValue, 0, fn, a, b, c]
  else if (n <= 9) frame = [fn.cells, thisValue, 0, fn, a, b, c, undefined, undefined]
  else {
    frame = [fn.cells, thisValue, 0, fn, a, b, c, undefined, undefined, undefined, undefined, undefined]
    while (frame.length < n) frame.push(undefined)
  }
  return frame
}

function runFrame(code: Code, frame: Frame): Value | Susp {
  agent.frames[++agent.depth] = frame
  const result = code.run(frame)
  agent.depth--
  return result
}

export const NO_ARGUMENTS: readonly Value[] = Object.freeze([])

/** `Call` (https://tc39.es/ecma262/#sec-call): a `TypeError` when the value is not callable. */
export function callValue(fn: Value, thisValue: Value, args: readonly Value[]): Value | Susp {
  if (fn instanceof ObjectValue && fn.isCallable) return fn.call(thisValue, args)
  return throwTypeError(`${describeValue(fn)} is not a function.`)
}

export const isCallable = (value: Value): value is ObjectValue => value instanceof ObjectValue && value.isCallable

export const isConstructor = (value: Value): value is ObjectValue => value instanceof ObjectValue && value.isConstructor

/** What a value is, as it stands after "it is": a noun, never the contents of objects. */
export function nounOf(value: Value): string {
  if (value === undefined || value === null) return String(value)
  if (isHugeBigInt(value)) return describeValue(value)
  if (!(value instanceof ObjectValue)) {
    return `the ${value instanceof SymbolValue ? "symbol" : typeof value} ${describeValue(value)}`
  }
  if (value.isCallable) {
    const name = functionName(value)
    return name === "" || name === "(anonymous)" ? "a function" : `the function ${name}`
  }
  return value.builtinTag === "Object" ? "an object" : describeValue(value)
}

/** A text as it stands in a message. */
export const shortened = (text: string): string => {
  reading(text)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Such are not written out in messages: that takes time by the square of their digits. */
const isHugeBigInt = (value: Value): boolean => typeof value === "bigint" && bitsOf(value) > 1024

/** A value as it stands in a message: short, never the contents of objects. */
export function describeValue(value: Value): string {
  if (typeof value === "string") return JSON.stringify(shortened(value))
  if (typeof value === "bigint") return isHugeBigInt(value) ? "a BigInt of more than 200 digits" : `${value}n`
  if (value instanceof SymbolValue) return `Symbol(${shortened(value.description ?? "")})`
  if (value instanceof ObjectValue)
    return value.isCallable ? `function ${functionName(value)}` : `an object (${value.builtinTag})`
  return String(value)
}

// ---- Construction.

function constructBase(
  fn: FunctionValue,
  args: readonly Value[],
  newTarget: ObjectValue,
  shape: Shape
): ObjectValue | Susp {
  const object = new PlainObject(shape)
  const elements = fn.classElements
  if (elements !== null) {
    const done = initializeInstance(object, elements)
    if (done === SUSP) return suspend(constructAfterFields, NO_FRAME, { fn, args, newTarget, object })
  }
  return constructBody(fn, args, newTarget, object)
}

function constructBody(
  fn: FunctionValue,
  args: readonly Value[],
  newTarget: ObjectValue,
  object: ObjectValue
): ObjectValue | Susp {
  const result = invoke(fn, fn.code!, object, args, newTarget)
  if (result === SUSP) {
    suspend(pickObject, NO_FRAME, object)
    return holdCall(newTarget, args)
  }
  return result instanceof ObjectValue ? result : object
}

interface PendingConstruct {
  readonly fn: FunctionValue
  readonly args: readonly Value[]
  readonly newTarget: ObjectValue
  readonly object: ObjectValue
}
const constructWithShape = (_: Frame, shape: Shape, p: PendingConstruct): unknown =>
  constructBase(p.fn, p.args, p.newTarget, shape)
const constructAfterFields = (_: Frame, __: Value, p: PendingConstruct): unknown =>
  constructBody(p.fn, p.args, p.newTarget, p.object)
const pickObject = (_: Frame, result: Value, object: ObjectValue): Value =>
  result instanceof ObjectValue ? result : object

/** `InitializeInstanceElements` (https://tc39.es/ecma262/#sec-initializeinstanceelements). */
export function initializeInstance(object: ObjectValue, elements: ClassElements): Value | Susp {
  for (const { name, value, flags } of elements.privateMethods) {
    if (object.hasPrivate(name)) throwTypeError("Cannot initialize a private method twice on the same object.")
    if (!object.shape.extensible) throwTypeError("Cannot add a private method to an object that is not extensible.")
    object.addPrivate(name, value, flags)
  }
  return elements.initialize === null ? undefined : elements.initialize.call(object, NO_ARGUMENTS)
}

/** What a derived constructor's frame answers: its `this`, or the object it returned. */
export function finishDerived(result: Value, thisValue: Value): Value {
  if (result instanceof ObjectValue) return result
  if (result !== undefined) throwTypeError("Derived constructors may only return an object or undefined.")
  if (thisValue === TDZ) {
    throwReferenceError("Must call super() in a derived class before using 'this' or returning from its constructor.")
  }
  return thisValue
}

/** `OrdinaryCreateFromConstructor`'s prototype, as a root shape (https://tc39.es/ecma262/#sec-getprototypefromconstructor). */
export function shapeFromConstructor(newTarget: ObjectValue, fallback: IntrinsicName, base: 0 | 4): Shape | Susp {
  const proto = newTarget.get("prototype", newTarget)
  if (proto === SUSP) return suspend(shapeOfPrototype, NO_FRAME, { fallback, base, newTarget })
  return shapeOfPrototype(NO_FRAME, proto, { fallback, base, newTarget })
}

const shapeOfPrototype = (
  _: Frame,
  proto: Value,
  p: { fallback: IntrinsicName; base: 0 | 4; newTarget: ObjectValue }
): Shape => {
  const realm: Realm = agent.realm
  if (proto instanceof ObjectValue) return realm.rootShape(proto, p.base)
  for (let o: ObjectValue | null = p.newTarget; o !== null;) o = o.realmFrom()
  return realm.rootShape(realm.intrinsic(p.fallback), p.base)
}

/** `SpeciesConstructor` (https://tc39.es/ecma262/#sec-speciesconstructor). */
export function* speciesConstructor(
  o: ObjectValue,
  defaultName: IntrinsicName,
  species: SymbolValue
): Steps<ObjectValue> {
  const defaultConstructor = agent.realm.intrinsic(defaultName)
  let c = o.get("constructor", o)
  if (c === SUSP) c = (yield) as Value
  if (c === undefined) return defaultConstructor
  if (!(c instanceof ObjectValue)) return throwTypeError("The 'constructor' property is not an object.")
  let s = c.get(species, c)
  if (s === SUSP) s = (yield) as Value
  if (s === undefined || s === null) return defaultConstructor
  if (isConstructor(s)) return s
  return throwTypeError("The species of this object is not a constructor.")
}

/** Creates a function object for code, closing over cells; `shape` is the code's (`Realm.functionShape`). */
export function makeClosure(shape: Shape, code: Code, cells: Cell[]): FunctionValue {
  return new FunctionValue(shape, code, cells, null, code.isConstructor)
}

/** The keys of function objects, by whether they have a `prototype`. */
export const FUNCTION_KEYS: readonly PropertyKey[] = ["length", "name"]
export const FUNCTION_FLAGS: readonly number[] = [CONFIGURABLE, CONFIGURABLE]
export const FUNCTION_KEYS_PROTOTYPE: readonly PropertyKey[] = ["length", "name", "prototype"]
export const FUNCTION_FLAGS_PROTOTYPE: readonly number[] = [CONFIGURABLE, CONFIGURABLE, WRITABLE]
export const CLASS_FLAGS_PROTOTYPE: readonly number[] = [CONFIGURABLE, CONFIGURABLE, 0]

// ---- Bound functions (https://tc39.es/ecma262/#sec-bound-function-exotic-objects).

export class BoundFunctionValue extends FunctionValue {
  readonly target: ObjectValue
  private readonly boundArgs: readonly Value[]
  constructor(shape: Shape, target: ObjectValue, boundThis: Value, boundArgs: readonly Value[]) {
    super(
      shape,
      null,
      [boundThis],
      (_, args) => runSteps(callBound(target, boundThis, withBound(boundArgs, args))),
      target.isConstructor
    )
    this.target = target
    this.boundArgs = boundArgs
  }
  override realmFrom(): ObjectValue {
    return this.target
  }
  override construct(args: readonly Value[], newTarget: ObjectValue): ObjectValue | Susp {
    const all = withBound(this.boundArgs, args)
    return runSteps(constructBound(this.target, all, newTarget === this ? this.target : newTarget))
  }
}

function withBound(boundArgs: readonly Value[], args: readonly Value[]): readonly Value[] {
  if (boundArgs.length === 0) return args
  const count = boundArgs.length + args.length
  checkArgumentCount(count)
  agent.budget -= count >> ARGUMENTS_SHIFT
  weigh(count * 8)
  return boundArgs.concat(args)
}

function* callBound(target: ObjectValue, thisValue: Value, args: readonly Value[]): Steps<Value> {
  hold(args)
  let result = target.call(thisValue, args)
  if (result === SUSP) result = (yield) as Value
  return result
}

function* constructBound(target: ObjectValue, args: readonly Value[], newTarget: ObjectValue): Steps<ObjectValue> {
  hold(args)
  let result = target.construct(args, newTarget)
  if (result === SUSP) result = (yield) as ObjectValue
  return result
}

export type { Accessor, PropertyDescriptor }
export { DEFAULT_FLAGS, markAsPrototype }
