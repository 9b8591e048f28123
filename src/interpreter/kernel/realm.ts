/**
 * One program's world: its intrinsics, made lazily from the tables that the standard library supplies, its global object, and the ports through
 * which it sees time, chance, the log and tools. Nothing mutable in it is shared with another execution.
 */
import { agent } from "./agent.ts"
import { ArrayValue } from "./array.ts"
import type { IntrinsicDefinition, Row } from "./builtin.ts"
import { captureTrace, ErrorValue } from "./error-value.ts"
import type { FailureDetails, NativeErrorName } from "./errors.ts"
import {
  CLASS_FLAGS_PROTOTYPE,
  FUNCTION_FLAGS,
  FUNCTION_FLAGS_PROTOTYPE,
  FUNCTION_KEYS,
  FUNCTION_KEYS_PROTOTYPE
} from "./function.ts"
import type { Code } from "./function.ts"
import type { HostPort } from "./host.ts"
import { Jobs } from "./jobs.ts"
import type { LongList } from "./long-list.ts"
import { markAsPrototype, ObjectValue, PlainObject, readSlot } from "./object.ts"
import type { Slot } from "./object.ts"
import { OrderedMap } from "./ordered-map.ts"
import { PrimitiveWrapper, StringWrapper } from "./wrapper.ts"
import { CONFIGURABLE, prototypeEpoch, Shape, WRITABLE } from "./shape.ts"
import type { Base } from "./shape.ts"
import { LAZY } from "./values.ts"
import type { Primitive, PropertyKey, SymbolValue, Value } from "./values.ts"
import { weighCopy } from "./weight.ts"

/** The specification's spelling: `%Array.prototype%`. Which there are is the standard library's table. */
export type IntrinsicName = `%${string}%`

export type IntrinsicDefinitions = Readonly<Record<IntrinsicName, IntrinsicDefinition>>

/** Keys and flags of a table's rows, shared by every realm. */
interface Template {
  readonly keys: readonly PropertyKey[]
  readonly flags: readonly number[]
}

const templates = new WeakMap<IntrinsicDefinition, Template>()

function templateOf(definition: IntrinsicDefinition): Template {
  let template = templates.get(definition)
  if (template === undefined) {
    template = { keys: definition.rows.map((row) => row.key), flags: definition.rows.map((row) => row.flags) }
    templates.set(definition, template)
  }
  return template
}

/** Where a program's text is turned into lines and columns; the front end knows how. */
export interface SourceMap {
  /** The program as it was submitted. */
  readonly text: string
  readonly locate: (position: number) => { readonly line: number; readonly column: number }
}

/** What an error costs: looking for the calls around it. */
const ERROR_STEPS = 32

export class Realm {
  readonly host: HostPort
  readonly source: SourceMap
  /** `Symbol.for`. */
  readonly symbols = new OrderedMap<string, SymbolValue>()
  readonly jobs = new Jobs()
  /** Whether the live heap is counted; see census.ts. */
  countsMemory = false
  /** Steps that large allocations cost; see weight.ts. */
  weight = 0
  /** Names that are not defined get a hint as often: a program that catches more of them reads none. */
  hintsLeft = 100
  private sliceEnd = Infinity
  private readonly sliceTime: () => number
  /** UTF-16 units of text that came from the host. */
  received = 0
  private readonly definitions: IntrinsicDefinitions
  private readonly intrinsics = new Map<IntrinsicName, ObjectValue>()
  private readonly rows = new Map<ObjectValue, readonly Row[]>()
  /** By prototype. Weak, because programs drop prototypes: each class and each generator function has one. */
  private readonly roots = new WeakMap<object, [Shape | null, Shape | null]>()
  private readonly functionShapes = new Map<string, Shape>()
  private objectShape_: Shape | null = null
  private arrayShape_: Shape | null = null
  private nativeFunctionShape_: Shape | null = null
  private readonly guards = new Map<string, number>()

  constructor(definitions: IntrinsicDefinitions, host: HostPort, source: SourceMap) {
    this.definitions = definitions
    this.host = host
    this.source = source
    this.sliceTime = host.sliceTime ?? host.now
  }

  /** Begins a slice that may take so many milliseconds. */
  beginSlice(milliseconds: number): void {
    this.sliceEnd = this.sliceTime() + milliseconds
  }

  /** Outside of slices nothing can pause, so they are never over. */
  endSlice(): void {
    this.sliceEnd = Infinity
  }

  get isSliceOver(): boolean {
    return this.sliceTime() >= this.sliceEnd
  }

  /** An intrinsic object, made on first use. */
  intrinsic(name: IntrinsicName): ObjectValue {
    return this.intrinsics.get(name) ?? this.makeIntrinsic(name)
  }

  hasIntrinsic(name: IntrinsicName): boolean {
    return Object.hasOwn(this.definitions, name)
  }

  private makeIntrinsic(name: IntrinsicName): ObjectValue {
    const definition = this.definitions[name]
    if (definition === undefined) throw new Error(`no intrinsic ${name}`)
    const proto = definition.prototype === null ? null : this.intrinsic(definition.prototype)
    if (proto !== null) markAsPrototype(proto)
    const { keys, flags } = templateOf(definition)
    const shape = Shape.of(proto, 4, keys, flags)
    const object = definition.make === undefined ? new ObjectValue(shape) : definition.make(this, shape)
    const slots = new Array<Value>(keys.length)
    slots.fill(LAZY)
    object.slots = slots
    this.rows.set(object, definition.rows)
    this.intrinsics.set(name, object)
    return object
  }

  /** The row of an intrinsic's lazy slot. */
  rowOf(object: ObjectValue, index: number): Row | undefined {
    return this.rows.get(object)?.[index - 4]
  }

  /** The global names, for hints on misspelt ones. */
  globalNames(): string[] {
    const names: string[] = []
    const keys = this.intrinsic("%globalThis%").shape.keys
    for (const key of keys) if (typeof key === "string") names.push(key)
    return names
  }

  // ---- Shapes of fresh objects.

  /** The empty shape of objects with this prototype. */
  rootShape(proto: ObjectValue | null, base: Base): Shape {
    const key = proto ?? this
    let pair = this.roots.get(key)
    if (pair === undefined) this.roots.set(key, (pair = [null, null]))
    const which = base === 0 ? 0 : 1
    let shape = pair[which]
    if (shape === null) {
      if (proto !== null) markAsPrototype(proto)
      pair[which] = shape = new Shape(proto, base)
    }
    return shape
  }

  /** The shape of objects whose class is an intrinsic's, without inline slots. */
  shapeOf(prototype: IntrinsicName): Shape {
    return this.rootShape(this.intrinsic(prototype), 4)
  }

  get objectShape(): Shape {
    return (this.objectShape_ ??= this.rootShape(this.intrinsic("%Object.prototype%"), 0))
  }

  get arrayShape(): Shape {
    return (this.arrayShape_ ??= this.shapeOf("%Array.prototype%"))
  }

  get nativeFunctionShape(): Shape {
    return (this.nativeFunctionShape_ ??= this.lazyFunctionShape("%Function.prototype%", FUNCTION_KEYS, FUNCTION_FLAGS))
  }

  functionShape(code: Code): Shape {
    const kind = code.prototypeProperty
    const key = `${code.prototypeName} ${kind}`
    let shape = this.functionShapes.get(key)
    if (shape === undefined) {
      shape =
        kind === "none"
          ? this.lazyFunctionShape(code.prototypeName, FUNCTION_KEYS, FUNCTION_FLAGS)
          : this.lazyFunctionShape(
              code.prototypeName,
              FUNCTION_KEYS_PROTOTYPE,
              kind === "class" ? CLASS_FLAGS_PROTOTYPE : FUNCTION_FLAGS_PROTOTYPE
            )
      this.functionShapes.set(key, shape)
    }
    return shape
  }

  private lazyFunctionShape(proto: IntrinsicName, keys: readonly PropertyKey[], flags: readonly number[]): Shape {
    const parent = this.intrinsic(proto)
    markAsPrototype(parent)
    return Shape.of(parent, 4, keys, flags, { sharedLazy: true })
  }

  // ---- Fresh objects.

  newObject(): PlainObject {
    return new PlainObject(this.objectShape)
  }

  newArray(elements: Value[]): ArrayValue {
    return new ArrayValue(this.arrayShape, elements)
  }

  newLongArray(list: LongList): ArrayValue {
    const array = new ArrayValue(this.arrayShape, list.first)
    array.adopt(list)
    return array
  }

  /** `{ value, done }` (https://tc39.es/ecma262/#sec-createiterresultobject). */
  iteratorResult(value: Value, done: boolean): PlainObject {
    const shape = (this.iteratorResultShape ??= this.objectShape.with("value", 7).with("done", 7))
    return new PlainObject(shape, value, done)
  }
  private iteratorResultShape: Shape | null = null
  /** Whether an object has the shape of those, and so `value` and `done` as its first properties. */
  isIteratorResult(o: PlainObject): boolean {
    return o.shape === this.iteratorResultShape
  }

  wrapPrimitive(value: Exclude<Primitive, undefined | null>): ObjectValue {
    if (typeof value === "string") return new StringWrapper(this.shapeOf("%String.prototype%"), value)
    const name =
      typeof value === "number"
        ? "Number"
        : typeof value === "boolean"
          ? "Boolean"
          : typeof value === "bigint"
            ? "BigInt"
            : "Symbol"
    return new PrimitiveWrapper(this.shapeOf(`%${name}.prototype%`), value)
  }

  /** A new error object of this realm; `details` is null for errors that the program makes itself. */
  createError(
    name: NativeErrorName | "AggregateError" | "SuppressedError",
    message: string,
    details: FailureDetails | null,
    position?: number
  ): ErrorValue {
    agent.budget -= ERROR_STEPS
    const prototype: IntrinsicName = name === "Error" ? "%Error.prototype%" : `%${name}.prototype%`
    const error = new ErrorValue(this.shapeOf(prototype), details, captureTrace(position))
    error.store("message", message, WRITABLE | CONFIGURABLE)
    return error
  }

  /** The text of `error.stack`: `Name: message` and the program's own frames. */
  describeStack(error: ErrorValue): string {
    const text = (key: string, fallback: string): string => {
      for (let o: ObjectValue | null = error; o !== null && !o.isProxy; o = o.shape.proto) {
        if (o.shape.dictionary === null) {
          const index = o.shape.indexOf(key)
          if (index >= 0) {
            let value = readSlot(o, index)
            if (value === LAZY) value = o.materialize(index, key)
            return typeof value === "string" ? value : fallback
          }
        }
      }
      return fallback
    }
    const name = text("name", "Error")
    const message = text("message", "")
    // Both are in the text that is joined below.
    weighCopy(name.length + message.length)
    const lines = [message === "" ? name : `${name}: ${message}`]
    for (const { functionName, position } of error.trace) {
      const { line, column } = this.source.locate(position)
      lines.push(
        functionName === "" || functionName === "(anonymous)"
          ? `    at ${line}:${column}`
          : `    at ${functionName} (${line}:${column})`
      )
    }
    return lines.join("\n")
  }

  // ---- Guards: whether built-ins that fast paths skip are still the original ones.

  /**
   * Whether every listed property still has its original value. The answer is remembered until some prototype changes.
   */
  isPristine(guard: Guard): boolean {
    if (this.guards.get(guard.name) === prototypeEpoch) return true
    for (const [intrinsic, key] of guard.properties) {
      const object = this.intrinsic(intrinsic)
      // Only changes of prototypes move the epoch that the answer is remembered by.
      markAsPrototype(object)
      const shape = object.shape
      if (shape.dictionary !== null) return false
      const index = shape.indexOf(key)
      const rows = this.rows.get(object)
      if (index < 0 || rows === undefined) return false
      const row = rows[index - 4]
      if (row === undefined || row.key !== key) return false
      const value = readSlot(object, index)
      if (value === LAZY) continue
      if (this.originals.get(row) !== value) return false
    }
    this.guards.set(guard.name, prototypeEpoch)
    return true
  }

  private indexFreeProto: ObjectValue | null = null
  private indexFreeEpoch = 0

  /** Whether nothing from `proto` on has an indexed property; remembered until some prototype changes. */
  prototypesLackIndices(proto: ObjectValue | null): boolean {
    if (proto === this.indexFreeProto && this.indexFreeEpoch === prototypeEpoch) return true
    for (let o = proto; o !== null; o = o.shape.proto) {
      if (o.isProxy || o.overridesLookupChain(0) || o.shape.hasIndexKeys || o.builtinTag === "String") return false
      if (o instanceof ArrayValue && o.length > 0) return false
    }
    this.indexFreeProto = proto
    this.indexFreeEpoch = prototypeEpoch
    return true
  }

  /** The first value of each materialised row. */
  readonly originals = new Map<Row, unknown>()

  /** The value that an intrinsic's row has or had at first, whatever the program wrote there since. */
  original(object: ObjectValue, key: PropertyKey): Slot {
    const rows = this.rows.get(object)
    const index = rows === undefined ? -1 : rows.findIndex((row) => row.key === key)
    if (rows === undefined || index < 0) throw new Error(`no row ${String(key)}`)
    const row = rows[index]
    if (!this.originals.has(row)) {
      const slot = object.shape.dictionary === null ? readSlot(object, index + 4) : undefined
      if (slot === LAZY) return object.materialize(index + 4, key)
      this.originals.set(row, row.make(this, object))
    }
    return this.originals.get(row) as Slot
  }
}

/** A set of built-in properties that a fast path relies on. */
export interface Guard {
  readonly name: string
  readonly properties: readonly (readonly [IntrinsicName, PropertyKey])[]
}

ObjectValue.prototype.materialize = function (index, key) {
  const row = agent.realm.rowOf(this, index)
  if (row === undefined) throw new Error(`no lazy property ${String(key)}`)
  const value = row.make(agent.realm, this)
  agent.realm.originals.set(row, value)
  this.slots[index - 4] = value
  return value
}
