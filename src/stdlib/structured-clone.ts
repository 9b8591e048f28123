/**
 * `structuredClone` (https://html.spec.whatwg.org/#structured-cloning): a deep copy that keeps cycles, Maps, Sets, Dates, errors and bytes.
 * The copy is made depth first with its own stack, so that nesting costs no host stack and a getter may stop the program on the way.
 */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import { ErrorValue } from "../interpreter/kernel/error-value.ts"
import { engineFailure, throwInvalidData, ThrowCompletion, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ToolReference } from "../interpreter/kernel/host.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { Accessor, found, ObjectValue, PlainObject, putOwn } from "../interpreter/kernel/object.ts"
import { OrderedMap } from "../interpreter/kernel/ordered-map.ts"
import { PromiseValue } from "../interpreter/kernel/promise.ts"
import { regExpShape, RegExpValue } from "../interpreter/kernel/regexp-value.ts"
import type { IntrinsicName } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, DEFAULT_FLAGS, ENUMERABLE, WRITABLE } from "../interpreter/kernel/shape.ts"
import { heldCount, hold, letGo } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, SymbolValue } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"
import { ArrayBufferValue, copyBytes, createBytes } from "./array-buffer-value.ts"
import { DataViewValue } from "./data-view-value.ts"
import { DateValue } from "./date-value.ts"
import { MapValue } from "./map.ts"
import { OrderedTable, TableCursor } from "./ordered-table.ts"
import { SetValue } from "./set-value.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

const ERROR_NAMES = new Set(["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"])

function throwNotCloneable(what: string): never {
  const error = agent.realm.createError("Error", `structuredClone: ${what} cannot be cloned.`, engineFailure())
  putOwn(error, "name", "DataCloneError", WRITABLE | CONFIGURABLE)
  throw new ThrowCompletion(error)
}

/** A container whose contents are being cloned: `next` answers an input until there is none, and `put` takes its clone. */
interface Level {
  next(): Steps<Value | typeof END>
  put(clone: Value): void
}

const END: unique symbol = Symbol("end")

/** Reads a property that was there at the start; it may be gone, or run a getter. */
function* readOwn(source: ObjectValue, key: PropertyKey): Steps<Value | typeof END> {
  if (!source.lookup(key)) return END
  const slot = found.value
  if (!(slot instanceof Accessor)) return slot
  const value = source.get(key, source)
  return value === SUSP ? ((yield) as Value) : value
}

class PropertiesLevel implements Level {
  private readonly source: ObjectValue
  private readonly target: ObjectValue
  private readonly keys: readonly PropertyKey[]
  private index = 0
  constructor(source: ObjectValue, target: ObjectValue, keys: readonly PropertyKey[]) {
    this.source = source
    this.target = target
    this.keys = keys
  }
  *next(): Steps<Value | typeof END> {
    while (this.index < this.keys.length) {
      const value = yield* readOwn(this.source, this.keys[this.index++])
      if (value !== END) return value
    }
    return END
  }
  put(clone: Value): void {
    this.target.store(this.keys[this.index - 1], clone, DEFAULT_FLAGS)
  }
}

/** The elements of a dense array: no list of keys is made. */
class ElementsLevel implements Level {
  private readonly source: ArrayValue
  private readonly target: ArrayValue
  private readonly length: number
  private index = 0
  constructor(source: ArrayValue, target: ArrayValue) {
    this.source = source
    this.target = target
    this.length = source.length
  }
  *next(): Steps<Value | typeof END> {
    while (this.index < this.length) {
      const element = this.source.elements[this.index++]
      if (element !== undefined && element !== HOLE) return element
      const value = yield* readOwn(this.source, this.index - 1)
      if (value !== END) return value
      if (charge(1)) {
        pause()
        yield
      }
    }
    if (this.target.length < this.length) this.target.truncateOrExtend(this.length)
    return END
  }
  put(clone: Value): void {
    this.target.store(this.index - 1, clone, DEFAULT_FLAGS)
  }
}

/** The entries that a Map or Set had at the start. */
class TableLevel implements Level {
  private readonly list: readonly Value[]
  private readonly table: OrderedTable
  private readonly isMap: boolean
  private index = 0
  private key: Value = undefined
  constructor(list: readonly Value[], table: OrderedTable, isMap: boolean) {
    this.list = list
    this.table = table
    this.isMap = isMap
  }
  // The interface is for sources that may suspend; a list does not.
  // oxlint-disable-next-line require-yield
  *next(): Steps<Value | typeof END> {
    return this.index < this.list.length ? this.list[this.index++] : END
  }
  put(clone: Value): void {
    if (!this.isMap) this.table.set(clone, undefined)
    else if (this.index % 2 === 1) this.key = clone
    else this.table.set(this.key, clone)
  }
}

/** The `cause` of an error. */
class CauseLevel implements Level {
  private readonly cause: Value
  private readonly target: ErrorValue
  private done = false
  constructor(cause: Value, target: ErrorValue) {
    this.cause = cause
    this.target = target
  }
  // oxlint-disable-next-line require-yield
  *next(): Steps<Value | typeof END> {
    if (this.done) return END
    this.done = true
    return this.cause
  }
  put(clone: Value): void {
    putOwn(this.target, "cause", clone, WRITABLE | CONFIGURABLE)
  }
}

class Cloner {
  private readonly memory = new OrderedMap<ObjectValue, ObjectValue>()
  private readonly levels: Level[] = []

  /** From now on the clone of `source` is `target`, whose contents come from `level`. */
  private begin(source: ObjectValue, target: ObjectValue, level?: Level): ObjectValue {
    this.memory.set(source, target)
    if (level !== undefined) this.levels.push(level)
    return target
  }

  /** Declares what a transferred buffer becomes. */
  transfer(source: ArrayBufferValue, target: ArrayBufferValue): void {
    this.memory.set(source, target)
  }

  *clone(value: Value): Steps<Value> {
    const mark = heldCount()
    const result = yield* this.shallow(value)
    for (;;) {
      letGo(mark)
      const level = this.levels[this.levels.length - 1]
      if (level === undefined) return result
      const input = yield* level.next()
      if (input === END) {
        // A getter cannot have added a level: only `shallow` does.
        this.levels.pop()
        continue
      }
      level.put(yield* this.shallow(input))
      if (charge(12)) {
        pause()
        yield
      }
    }
  }

  /** The clone of a value, with its contents still to come. */
  private *shallow(value: Value): Steps<Value> {
    if (value instanceof SymbolValue) return throwNotCloneable("a symbol")
    if (!(value instanceof ObjectValue)) return value
    const known = this.memory.get(value)
    if (known !== undefined) return known
    const { realm } = agent
    if (value instanceof ArrayValue) return yield* this.array(value)
    if (value instanceof MapValue) return yield* this.map(value)
    if (value instanceof SetValue) return yield* this.set(value)
    if (value instanceof ErrorValue) return yield* this.error(value)
    if (value instanceof DateValue) {
      return this.begin(value, new DateValue(realm.shapeOf("%Date.prototype%"), value.time))
    }
    if (value instanceof RegExpValue) return this.begin(value, new RegExpValue(regExpShape(), value.program))
    if (value instanceof PrimitiveWrapper) {
      if (value.primitive instanceof SymbolValue) return throwNotCloneable("a symbol")
      return this.begin(value, realm.wrapPrimitive(value.primitive!))
    }
    if (value instanceof ArrayBufferValue) return yield* this.buffer(value)
    if (value instanceof TypedArrayValue) return yield* this.typedArray(value)
    if (value instanceof DataViewValue) return yield* this.dataView(value)
    if (value instanceof PromiseValue) {
      return throwInvalidData("structuredClone: an un-awaited Promise is not data. Write `await` before it.", [
        "Await the promise first, for example `const value = await tools.ns.tool(...)`."
      ])
    }
    if (value instanceof ToolReference)
      return throwInvalidData(`structuredClone: ${value.expression} is a tool reference, not data. ${value.advice}`)
    if (!isOrdinary(value)) return throwNotCloneable(describeValue(value))
    return yield* this.properties(value)
  }

  private *properties(source: ObjectValue): Steps<Value> {
    const target = agent.realm.newObject()
    return this.begin(source, target, new PropertiesLevel(source, target, yield* enumerableKeys(source)))
  }

  private *array(source: ArrayValue): Steps<Value> {
    const target = agent.realm.newArray([])
    if (source.sparse === null) {
      const named = source.shape.dictionary === null && source.shape.keys.length === 0 ? [] : yield* namedKeys(source)
      // Named properties come after the elements: the last level pushed is the first to be worked off.
      if (named.length > 0) this.levels.push(new PropertiesLevel(source, target, named))
      return this.begin(source, target, new ElementsLevel(source, target))
    }
    target.truncateOrExtend(source.length)
    return this.begin(source, target, new PropertiesLevel(source, target, yield* enumerableKeys(source)))
  }

  private *map(source: MapValue): Steps<Value> {
    const target = new MapValue(agent.realm.shapeOf("%Map.prototype%"))
    return this.begin(source, target, new TableLevel(yield* entriesOf(source.table, true), target.table, true))
  }

  private *set(source: SetValue): Steps<Value> {
    const target = new SetValue(agent.realm.shapeOf("%Set.prototype%"), new OrderedTable())
    return this.begin(source, target, new TableLevel(yield* entriesOf(source.table, false), target.table, false))
  }

  private *error(source: ErrorValue): Steps<Value> {
    let name = source.get("name", source)
    if (name === SUSP) name = (yield) as Value
    const text = name === undefined ? "Error" : yield* stringOf(name)
    const message = ownData(source, "message")
    const messageText = message === END ? undefined : yield* stringOf(message)
    const prototype: IntrinsicName = ERROR_NAMES.has(text) ? `%${text}.prototype%` : "%Error.prototype%"
    const target = new ErrorValue(agent.realm.shapeOf(prototype), null, source.trace)
    if (messageText !== undefined) putOwn(target, "message", messageText, WRITABLE | CONFIGURABLE)
    const cause = ownData(source, "cause")
    return this.begin(source, target, cause === END ? undefined : new CauseLevel(cause, target))
  }

  private *buffer(source: ArrayBufferValue): Steps<ArrayBufferValue> {
    if (source.isDetached) return throwNotCloneable("a detached ArrayBuffer")
    const size = source.maxByteLength ?? source.byteLength
    const data = createBytes(size)
    yield* copyBytes(data, 0, source.data, 0, source.byteLength)
    const target = sameBuffer(source, data)
    this.begin(source, target)
    return target
  }

  /** The clone of the buffer under a view. */
  private *bufferUnder(view: TypedArrayValue | DataViewValue): Steps<ArrayBufferValue> {
    if (view.isOutOfBounds) return throwNotCloneable("a view of a buffer that is detached or too short")
    return (this.memory.get(view.buffer) as ArrayBufferValue | undefined) ?? (yield* this.buffer(view.buffer))
  }

  private *typedArray(source: TypedArrayValue): Steps<Value> {
    const buffer = yield* this.bufferUnder(source)
    const shape = agent.realm.shapeOf(`%${source.type.name}Array.prototype%`)
    return this.begin(
      source,
      new TypedArrayValue(shape, source.type, buffer, source.byteOffsetAtCreation, source.fixedLength)
    )
  }

  private *dataView(source: DataViewValue): Steps<Value> {
    const buffer = yield* this.bufferUnder(source)
    const shape = agent.realm.shapeOf("%DataView.prototype%")
    return this.begin(source, new DataViewValue(shape, buffer, source.byteOffset, source.fixedLength))
  }
}

const sameBuffer = (source: ArrayBufferValue, data: ArrayBuffer): ArrayBufferValue =>
  new ArrayBufferValue(
    agent.realm.shapeOf("%ArrayBuffer.prototype%"),
    data,
    source.byteLength,
    source.maxByteLength,
    source.isImmutable
  )

/** Objects with nothing but properties: literals, class instances, `arguments`. Everything else has a class that this function does not know. */
const isOrdinary = (o: ObjectValue): boolean =>
  o.constructor === PlainObject || o.constructor === ObjectValue || o.builtinTag === "Arguments"

/** An own data property, or `END`. */
function ownData(o: ObjectValue, key: PropertyKey): Value | typeof END {
  return o.lookup(key) && !(found.value instanceof Accessor) ? found.value : END
}

function* enumerableKeys(o: ObjectValue): Steps<PropertyKey[]> {
  const keys: PropertyKey[] = hold([])
  let own = o.ownKeys()
  if (own === SUSP) own = (yield) as PropertyKey[]
  hold(own)
  for (const key of own) {
    if (!(key instanceof SymbolValue) && o.lookup(key) && (found.flags & ENUMERABLE) !== 0) keys.push(key)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return keys
}

function* namedKeys(o: ObjectValue): Steps<PropertyKey[]> {
  return (yield* enumerableKeys(o)).filter((key) => typeof key === "string")
}

function* entriesOf(table: OrderedTable, isMap: boolean): Steps<Value[]> {
  const list: Value[] = hold([])
  const cursor = new TableCursor(table)
  while (cursor.advance()) {
    list.push(cursor.key)
    if (isMap) list.push(cursor.value)
    if (charge(1)) {
      pause()
      yield
    }
  }
  return list
}

/** The `transfer` option: buffers whose bytes move instead of being copied. */
function* transferList(options: Value): Steps<ArrayBufferValue[]> {
  const list = hold(new Set<ArrayBufferValue>())
  if (options === undefined || options === null) return []
  if (!(options instanceof ObjectValue)) {
    return throwTypeError(`structuredClone: the options must be an object, not ${describeValue(options)}.`)
  }
  let transfer = options.get("transfer", options)
  if (transfer === SUSP) transfer = (yield) as Value
  if (transfer === undefined) return []
  if (!(transfer instanceof ObjectValue)) {
    return throwTypeError(`structuredClone: 'transfer' must be a list of buffers, not ${describeValue(transfer)}.`)
  }
  yield* forEachValue(
    transfer,
    (item) => {
      if (!(item instanceof ObjectValue)) {
        return throwTypeError(`structuredClone: 'transfer' lists buffers, not ${describeValue(item)}.`)
      }
      if (!(item instanceof ArrayBufferValue) || item.isImmutable) {
        return throwNotCloneable(`${describeValue(item)} in 'transfer' is no ArrayBuffer that can move, so it`)
      }
      if (item.isDetached || list.has(item))
        throwNotCloneable("a buffer that is detached, or listed twice in 'transfer',")
      list.add(item)
    },
    "The list `transfer`"
  )
  return [...list]
}

function* structuredClone(_: Value, args: readonly Value[]): Steps<Value> {
  if (args.length === 0) throwTypeError("structuredClone needs a value to clone.")
  const moving = yield* transferList(args[1])
  const cloner = hold(new Cloner())
  // The new buffers look at the old bytes until all is cloned; then the old ones let go of them.
  const moved: ArrayBufferValue[] = hold([])
  for (const source of moving) {
    const target = sameBuffer(source, source.data)
    moved.push(target)
    cloner.transfer(source, target)
    if (charge(1)) {
      pause()
      yield
    }
  }
  const result = yield* cloner.clone(args[0])
  if (moving.some((source) => source.isDetached)) throwNotCloneable("a buffer that was detached meanwhile")
  for (let i = 0; i < moving.length; i++) {
    moved[i].byteLength = moving[i].byteLength
    moving[i].detach()
    if (charge(1)) {
      pause()
      yield
    }
  }
  return result
}

export const structuredCloneGlobals: readonly Row[] = [
  steps("structuredClone", 1, structuredClone, WRITABLE | ENUMERABLE | CONFIGURABLE)
]
