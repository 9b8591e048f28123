/**
 * Program → host: a fresh plain copy of a guest value, or a failure that names the place. Getters, `toJSON` and proxy traps of the program
 * run on the way, so the copy is a suspendable algorithm of the engine.
 */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { Alike } from "../interpreter/kernel/alike.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { lengthOfArrayLike } from "../interpreter/kernel/convert.ts"
import { ErrorValue } from "../interpreter/kernel/error-value.ts"
import { engineFailure, throwError } from "../interpreter/kernel/errors.ts"
import { isCallable } from "../interpreter/kernel/function.ts"
import { ToolReference } from "../interpreter/kernel/host.ts"
import { Accessor, found, ObjectValue, PlainObject, readSlot } from "../interpreter/kernel/object.ts"
import type { Crossing, Instead, PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { PromiseValue } from "../interpreter/kernel/promise.ts"
import { isArray, ProxyValue } from "../interpreter/kernel/proxy.ts"
import { ACCESSOR, ENUMERABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { heldCount, hold, letGo } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, SymbolValue } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { LONG_KEY } from "../interpreter/kernel/long-key.ts"
import type { DataValue } from "./data-value.ts"
import { nameText } from "./name-text.ts"

/** The deepest nesting that crosses; the root is at depth 0. */
export const MAX_DEPTH = 32
/** Values in one crossing, shared objects counted each time. */
export const MAX_VALUES = 4_000_000
const MAX_NAMED_PROMISES = 5
/** What errors carry beside name and message, not enumerable, so that it does not cross. */
const HIDDEN_IN_ERRORS = ["cause", "errors", "error", "suppressed"]

/** A failure of the border itself has no place in its diagnostic; its place in the program is in the `stack` that a program catches. */
const refuseData = (message: string, suggestions: readonly string[] = []): never =>
  throwError("TypeError", message, { ...engineFailure("InvalidDataValue", suggestions), located: false })

export interface CopyOutOptions {
  /** What crosses, as messages name it: `Execution result`, `Arguments for tool 'x'`. */
  readonly label: string
  /** How the root is written in paths: `result`, `input`. */
  readonly root: string
  /** Arguments drop keys whose value is undefined; results show null. */
  readonly dropsUndefined: boolean
  /** Told of everything that is flattened or dropped, in order. */
  readonly onLoss?: (loss: Loss) => void
  /** Told about how many bytes the copy keeps alive, where memory is counted. */
  readonly onSize?: ((bytes: number) => void) | undefined
}

/** Something that the copy does not carry. */
export interface Loss extends Instead {
  readonly kind: "empty" | "dropped" | "not-finite"
  readonly path: string
}

/** Copies one value out. */
export function* copyOut(value: Value, options: CopyOutOptions): Steps<DataValue> {
  const copier = hold(new Copier(options))
  const copy = yield* copier.copy(value)
  copier.refusePromises()
  options.onSize?.(copier.bytes)
  return copy === undefined ? null : copy
}

const BYTES_PER_VALUE = 16
/** Shorter texts are counted each time. */
const SHARED_TEXT = 32

/** What the texts of a copy take; the program's own are not copied, so equal ones count once. */
class TextSizes {
  bytes = 0
  private readonly known = new Set<string>()
  private readonly long = new Alike()

  add(text: string): void {
    if (text.length >= SHARED_TEXT) {
      if (text.length > LONG_KEY) {
        if (this.long.find(text) !== undefined) return
      } else if (this.known.size === this.known.add(text).size) return
    }
    this.bytes += 2 * text.length
  }
}

type Segment = string | number

const writePath = (root: string, trail: readonly Segment[]): string => {
  let path = root
  for (const segment of trail) {
    path +=
      typeof segment === "number"
        ? `[${segment}]`
        : /^[A-Za-z_$][\w$]*$/.test(segment)
          ? `.${nameText(segment)}`
          : `[${JSON.stringify(nameText(segment))}]`
  }
  return path
}

/** `undefined` as the copy of a value means that an object drops the key. */
class Copier {
  private readonly options: CopyOutOptions
  /** The objects around the value at hand. What a `toJSON` answered stands beside its object, at the same depth. */
  private readonly ancestors: ObjectValue[] = []
  /** The keys that lead to the value at hand; its length is the depth. */
  private readonly trail: Segment[] = []
  private readonly promises: string[] = []
  private promiseCount = 0
  private values = 0
  private readonly texts: TextSizes | null
  /** Shapes whose objects are known to be plain data: no accessor, no `toJSON` anywhere. */
  private readonly plainShapes = new Set<Shape>()

  constructor(options: CopyOutOptions) {
    this.options = options
    this.texts = options.onSize === undefined ? null : new TextSizes()
  }

  /** What the copy keeps alive, about. */
  get bytes(): number {
    return BYTES_PER_VALUE * this.values + (this.texts?.bytes ?? 0)
  }

  private get path(): string {
    return writePath(this.options.root, this.trail)
  }

  *copy(value: Value): Steps<DataValue | undefined> {
    return value instanceof ObjectValue ? yield* this.object(value) : this.leaf(value)
  }

  // ---- Refusals.

  refusePromises(): void {
    if (this.promiseCount === 0) return
    const more = this.promiseCount > this.promises.length ? ` and ${this.promiseCount - this.promises.length} more` : ""
    const where = this.promises.join(", ") + more
    refuseData(`${this.options.label}: an un-awaited Promise at ${where}. Await it first.`, [
      "Await every promise before using its value, for example `const value = await tools.ns.tool(...)`."
    ])
  }

  private refuse(what: string, suggestions: readonly string[]): never {
    return refuseData(`${this.options.label}: ${what} at ${this.path} cannot be passed as data.`, suggestions)
  }

  private refuseCrossing({ message, suggestions }: Extract<Crossing, { as: "refused" }>): never {
    const { label, dropsUndefined } = this.options
    if (this.trail.length === 0 && message === "a function" && !dropsUndefined) {
      refuseData(`${label}: a function that was never called. Call it and return what it answers.`, [
        "Call the function: `return main()` or `return await main()`."
      ])
    }
    return this.refuse(message, suggestions)
  }

  private lose(kind: Loss["kind"], { what, instead }: Instead): void {
    this.options.onLoss?.({ kind, what, path: this.path, instead })
  }

  private count(): void {
    const { label } = this.options
    if (++this.values > MAX_VALUES) {
      refuseData(`${label}: more than ${MAX_VALUES} values. Filter or summarise the data first.`)
    }
    if (this.trail.length > MAX_DEPTH) {
      refuseData(`${label}: nested deeper than ${MAX_DEPTH} levels at ${this.path}. Flatten it first.`)
    }
  }

  private blocked(): never {
    return refuseData(`${this.options.label}: the blocked property '__proto__' at ${this.path}. Use another key.`)
  }

  // ---- Primitives.

  private leaf(value: Value): DataValue | undefined {
    this.count()
    switch (typeof value) {
      case "string":
        this.texts?.add(value)
        return value
      case "boolean":
        return value
      case "number":
        // JSON has no negative zero: a result is what it will be read back as.
        if (Number.isFinite(value)) return value === 0 && !this.options.dropsUndefined ? 0 : value
        this.lose("not-finite", { what: String(value), instead: "write `String(value)`" })
        return null
      case "bigint":
        return this.refuse("a BigInt", ["Convert it with `String(value)` or `Number(value)`."])
      case "undefined":
        return undefined
      default:
        if (value instanceof SymbolValue) return this.refuse("a Symbol", ["Use its `description` instead."])
        return null
    }
  }

  /** The copy of a member; the trail leads to it while it is made. */
  private *member(segment: Segment, value: Value): Steps<DataValue | undefined> {
    this.trail.push(segment)
    const copy = value instanceof ObjectValue ? yield* this.object(value) : this.leaf(value)
    this.trail.pop()
    return copy
  }

  // ---- Objects.

  private *object(object: ObjectValue): Steps<DataValue | undefined> {
    this.count()
    if (charge(1)) {
      pause()
      yield
    }
    if (object instanceof PromiseValue) {
      this.promiseCount++
      if (this.promises.length < MAX_NAMED_PROMISES) this.promises.push(this.path)
      return null
    }
    if (this.ancestors.includes(object)) {
      refuseData(`${this.options.label}: a circular reference at ${this.path}. Return the parts that matter instead.`)
    }
    this.ancestors.push(object)
    const mark = heldCount()
    let copy: DataValue | undefined
    if (object instanceof ArrayValue && !this.hasToJson(object)) copy = yield* this.array(object)
    else if (object instanceof PlainObject && this.isPlainData(object)) copy = yield* this.plain(object)
    else copy = yield* this.asked(object)
    letGo(mark)
    this.ancestors.pop()
    return copy
  }

  /** An object that has a say in how it crosses. */
  private *asked(object: ObjectValue): Steps<DataValue | undefined> {
    const crossing = object.crossing()
    // Any property of a tool reference is another reference.
    if (object instanceof ToolReference) return this.refuseCrossing(crossing as Extract<Crossing, { as: "refused" }>)
    let toJson = object.get("toJSON", object)
    if (toJson === SUSP) toJson = (yield) as Value
    if (isCallable(toJson)) {
      let replaced = toJson.call(object, [String(this.trail.at(-1) ?? "")])
      if (replaced === SUSP) replaced = (yield) as Value
      // The `toJSON` of an invalid date answers null, as the date itself crosses.
      if (replaced === null && crossing.as === "value") return yield* this.crossed(object, { ...crossing, value: null })
      if (replaced !== object) return yield* this.replaced(replaced)
    }
    return yield* this.crossed(object, crossing)
  }

  /** What `toJSON` answered is copied as it is: its own `toJSON` is not asked. */
  private *replaced(value: Value): Steps<DataValue | undefined> {
    if (!(value instanceof ObjectValue) || value instanceof PromiseValue || this.ancestors.includes(value)) {
      return yield* this.copy(value)
    }
    this.count()
    this.ancestors.push(value)
    const copy = yield* this.crossed(value, value.crossing())
    this.ancestors.pop()
    return copy
  }

  private *crossed(object: ObjectValue, crossing: Crossing): Steps<DataValue | undefined> {
    switch (crossing.as) {
      case "refused":
        return this.refuseCrossing(crossing)
      case "value": {
        if (crossing.lost !== undefined) this.lose("not-finite", crossing.lost)
        return yield* this.copy(crossing.value)
      }
      case "empty":
        this.lose("empty", crossing)
        return {}
      case "entries":
        return Object.fromEntries(crossing.entries)
      case "properties":
        if (object instanceof ArrayValue || (object instanceof ProxyValue && isArray(object))) {
          return yield* this.array(object)
        }
        if (object instanceof ErrorValue) return yield* this.error(object)
        return yield* this.properties(object, hold({}))
    }
  }

  private hasToJson(object: ObjectValue): boolean {
    for (let o: ObjectValue | null = object; o !== null; o = o.shape.proto) {
      if (o.isProxy || (o.shape.dictionary === null ? o.shape.indexOf("toJSON") >= 0 : o.lookup("toJSON"))) return true
    }
    return false
  }

  /** Whether the object and what it inherits have no accessor among its own keys and no `toJSON`: reading it runs no guest code. */
  private isPlainData(object: PlainObject): boolean {
    const shape = object.shape
    if (this.plainShapes.has(shape)) return true
    if (shape.dictionary !== null || shape.hasIndexKeys || this.hasToJson(object)) return false
    for (let i = 0; i < shape.keys.length; i++) if ((shape.flags[i] & ACCESSOR) !== 0) return false
    this.plainShapes.add(shape)
    return true
  }

  private *plain(object: PlainObject): Steps<DataValue> {
    const out: Record<string, DataValue> = hold({})
    const { trail } = this
    const { keys, flags, base } = object.shape
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      if (typeof key !== "string" || (flags[i] & ENUMERABLE) === 0) continue
      if (key === "__proto__") this.blocked()
      const value = readSlot(object, i + base) as Value
      trail.push(key)
      const copy = value instanceof ObjectValue ? yield* this.object(value) : this.leaf(value)
      trail.pop()
      this.put(out, key, copy)
    }
    charge(keys.length)
    return out
  }

  private put(out: Record<string, DataValue>, key: string, copy: DataValue | undefined): void {
    if (copy !== undefined) out[key] = copy
    else if (!this.options.dropsUndefined) out[key] = null
  }

  private *properties(object: ObjectValue, out: Record<string, DataValue>): Steps<DataValue> {
    let keys = object.ownKeys()
    if (keys === SUSP) keys = (yield) as PropertyKey[]
    hold(keys)
    for (const key of keys) {
      if (key instanceof SymbolValue) continue
      const name = String(key)
      let value: Value
      if (object instanceof PlainObject && object.lookup(key) && !(found.value instanceof Accessor)) {
        if ((found.flags & ENUMERABLE) === 0) continue
        value = found.value
      } else {
        const described = object.getOwnProperty(key)
        const own = described === SUSP ? ((yield) as PropertyDescriptor | undefined) : described
        if (own === undefined || own.enumerable !== true) continue
        const got = object.get(key, object)
        value = got === SUSP ? ((yield) as Value) : got
      }
      if (name === "__proto__") this.blocked()
      this.put(out, name, yield* this.member(name, value))
      if (charge(1)) {
        pause()
        yield
      }
    }
    return out
  }

  private *error(object: ErrorValue): Steps<DataValue> {
    const out: Record<string, DataValue> = hold({})
    for (const key of ["name", "message"]) {
      let value = object.get(key, object)
      if (value === SUSP) value = (yield) as Value
      this.put(out, key, yield* this.member(key, value))
    }
    for (const key of HIDDEN_IN_ERRORS) {
      if (object.lookup(key) && (found.flags & ENUMERABLE) === 0) {
        this.lose("dropped", {
          what: `the ${key} of an error`,
          instead: `return an object, \`{ message: error.message, ${key}: error.${key} }\``
        })
      }
    }
    return yield* this.properties(object, out)
  }

  private *array(array: ObjectValue): Steps<DataValue> {
    let length: number
    if (array instanceof ArrayValue) length = array.length
    else {
      const got = lengthOfArrayLike(array)
      length = got === SUSP ? ((yield) as number) : got
    }
    if (length > MAX_VALUES) {
      refuseData(
        `${this.options.label}: an array of ${length} elements at ${this.path}; at most ${MAX_VALUES} values can cross.`
      )
    }
    if (array instanceof ArrayValue) this.noteNamedProperties(array)
    const out: DataValue[] = hold([])
    const { trail } = this
    for (let i = 0; i < length; i++) {
      let value: Value
      if (array instanceof ArrayValue && i < array.elements.length && array.elements[i] !== HOLE) {
        value = array.elements[i]
      } else {
        const got = array.get(i, array)
        value = got === SUSP ? ((yield) as Value) : got
      }
      trail.push(i)
      const copy = value instanceof ObjectValue ? yield* this.object(value) : this.leaf(value)
      trail.pop()
      out.push(copy === undefined ? null : copy)
      if (charge(1)) {
        pause()
        yield
      }
    }
    return out
  }

  private noteNamedProperties(array: ArrayValue): void {
    if (this.options.onLoss === undefined || array.shape.keys.length === 0) return
    const key = array.shape.keys.find((one, i) => typeof one === "string" && (array.shape.flags[i] & ENUMERABLE) !== 0)
    if (key === undefined) return
    this.lose("dropped", {
      what: `the property ${JSON.stringify(key)} of an array`,
      instead: "return an object, `{ items: array, ... }`"
    })
  }
}
