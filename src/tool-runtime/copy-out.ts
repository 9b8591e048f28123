/**
 * Program → host: a fresh plain copy of a guest value, or a failure that names the place. Getters, `toJSON` and proxy traps of the program
 * run on the way, so the copy is a suspendable algorithm of the engine.
 */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { lengthOfArrayLike } from "../interpreter/kernel/convert.ts"
import { ErrorValue } from "../interpreter/kernel/error-value.ts"
import { throwInvalidData } from "../interpreter/kernel/errors.ts"
import { Accessor, found, ObjectValue, PlainObject, readSlot } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { isCallable } from "../interpreter/kernel/function.ts"
import { PromiseValue } from "../interpreter/kernel/promise.ts"
import { isArray, ProxyValue } from "../interpreter/kernel/proxy.ts"
import { ENUMERABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, SymbolValue } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import type { DataValue } from "./data-value.ts"

/** The deepest nesting that crosses; the root is at depth 0. */
export const MAX_DEPTH = 32
/** Values in one crossing, shared objects counted each time. */
export const MAX_VALUES = 4_000_000
const MAX_NAMED_PROMISES = 5

export interface CopyOutOptions {
  /** What crosses, as messages name it: `Execution result`, `Arguments for tool 'x'`. */
  readonly label: string
  /** How the root is written in paths: `result`, `input`. */
  readonly root: string
  /** Arguments drop keys whose value is undefined; results show null. */
  readonly dropsUndefined: boolean
  /** Told of everything that is flattened or dropped, in order. */
  readonly onLoss?: (loss: Loss) => void
}

/** Something that the copy does not carry. */
export interface Loss {
  readonly kind: "empty" | "named-property" | "not-finite"
  /** What was lost: `a Map`, `NaN`, `the property "index" of an array`. */
  readonly what: string
  readonly path: string
  /** What to write so that it arrives. */
  readonly instead: string
}

/** Copies one value out. */
export function* copyOut(value: Value, options: CopyOutOptions): Steps<DataValue> {
  const copier = new Copier(options)
  const copy = yield* copier.copy(value, 0, options.root)
  copier.refusePromises()
  return copy === undefined ? null : copy
}

const memberPath = (path: string, key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`

class Copier {
  private readonly options: CopyOutOptions
  private readonly ancestors: ObjectValue[] = []
  private readonly promises: string[] = []
  private promiseCount = 0
  private values = 0
  /** Shapes whose objects are known to be plain data: no accessor, no `toJSON` anywhere. */
  private readonly plainShapes = new Set<Shape>()

  constructor(options: CopyOutOptions) {
    this.options = options
  }

  refusePromises(): void {
    if (this.promiseCount === 0) return
    const more = this.promiseCount > this.promises.length ? ` and ${this.promiseCount - this.promises.length} more` : ""
    const where = this.promises.join(", ") + more
    throwInvalidData(`${this.options.label} contains an un-awaited Promise at ${where}. Await it first.`, [
      "Await every promise before using its value, for example `const value = await tools.ns.tool(...)`."
    ])
  }

  private refuse(path: string, what: string, suggestions: readonly string[]): never {
    return throwInvalidData(
      `${this.options.label} contains ${what} at ${path}, which cannot be passed as data.`,
      suggestions
    )
  }

  /** Undefined stands for a value that an object key drops. */
  *copy(value: Value, depth: number, path: string): Steps<DataValue | undefined> {
    if (++this.values > MAX_VALUES) {
      throwInvalidData(`${this.options.label} has more than ${MAX_VALUES} values. Filter or summarise the data first.`)
    }
    if (charge(1)) {
      pause()
      yield
    }
    if (depth > MAX_DEPTH) {
      throwInvalidData(`${this.options.label} is nested deeper than ${MAX_DEPTH} levels at ${path}. Flatten it first.`)
    }
    if (!(value instanceof ObjectValue)) return this.primitive(value, path)
    if (value instanceof PromiseValue) {
      this.promiseCount++
      if (this.promises.length < MAX_NAMED_PROMISES) this.promises.push(path)
      return null
    }
    if (this.ancestors.includes(value)) {
      throwInvalidData(
        `${this.options.label} contains a circular reference at ${path}. Return the parts that matter instead.`
      )
    }
    this.ancestors.push(value)
    const copy = yield* this.object(value, depth, path)
    this.ancestors.pop()
    return copy
  }

  private primitive(value: Value, path: string): DataValue | undefined {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value
      case "number":
        if (Number.isFinite(value)) return value
        this.options.onLoss?.({ kind: "not-finite", what: String(value), path, instead: "String(value)" })
        return null
      case "bigint":
        return this.refuse(path, "a BigInt", ["Convert it with `String(value)` or `Number(value)`."])
      case "undefined":
        return undefined
      default:
        if (value instanceof SymbolValue) return this.refuse(path, "a Symbol", ["Use its `description` instead."])
        return null
    }
  }

  private *object(object: ObjectValue, depth: number, path: string): Steps<DataValue | undefined> {
    if (object instanceof ArrayValue) {
      if (!this.hasToJson(object)) return yield* this.array(object, depth, path)
    } else if (object instanceof PlainObject && this.isPlainData(object)) {
      return yield* this.plain(object, depth, path)
    }
    const crossing = object.crossing()
    if (crossing.as === "refused") {
      if (path === this.options.root && isCallable(object) && crossing.message === "a function") {
        throwInvalidData(
          `${this.options.label} is a function that was never called. Call it and return what it answers.`,
          ["Call the function: `return main()` or `return await main()`."]
        )
      }
      return this.refuse(path, crossing.message, crossing.suggestions)
    }
    let toJson = object.get("toJSON", object)
    if (toJson === SUSP) toJson = (yield) as Value
    if (crossing.as !== "value" && isCallable(toJson)) {
      let replaced = toJson.call(object, [path])
      if (replaced === SUSP) replaced = (yield) as Value
      if (!(replaced instanceof ObjectValue)) return this.primitive(replaced, path)
      if (replaced !== object) return yield* this.replaced(replaced, depth, path)
    }
    switch (crossing.as) {
      case "value":
        return yield* this.copy(crossing.value, depth, path)
      case "empty":
        this.options.onLoss?.({ kind: "empty", what: crossing.what, path, instead: crossing.instead })
        return {}
      case "entries":
        return Object.fromEntries(crossing.entries)
      case "properties":
        if (object instanceof ProxyValue && isArray(object)) return yield* this.array(object, depth, path)
        if (object instanceof ErrorValue) return yield* this.error(object, depth, path)
        return yield* this.properties(object, depth, path, {})
    }
  }

  /** What `toJSON` answered is copied as it is: its own `toJSON` is not asked. */
  private *replaced(value: ObjectValue, depth: number, path: string): Steps<DataValue | undefined> {
    if (value instanceof ArrayValue) return yield* this.array(value, depth, path)
    if (value.crossing().as === "properties") return yield* this.properties(value, depth, path, {})
    return yield* this.copy(value, depth, path)
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
    if (shape.dictionary !== null || this.hasToJson(object)) return false
    for (let i = 0; i < shape.keys.length; i++) if ((shape.flags[i] & 8) !== 0) return false
    if (shape.hasIndexKeys) return false
    this.plainShapes.add(shape)
    return true
  }

  private *plain(object: PlainObject, depth: number, path: string): Steps<DataValue> {
    const out: Record<string, DataValue> = {}
    const { keys, flags, base } = object.shape
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      if (typeof key !== "string" || (flags[i] & ENUMERABLE) === 0) continue
      if (key === "__proto__") this.blocked(path)
      const value = readSlot(object, i + base) as Value
      // Strings and numbers are most of all data: no generator for them.
      if (
        typeof value === "string" ||
        typeof value === "boolean" ||
        (typeof value === "number" && Number.isFinite(value))
      ) {
        this.values++
        out[key] = value
        continue
      }
      this.put(out, key, yield* this.copy(value, depth + 1, memberPath(path, key)))
    }
    if (this.values > MAX_VALUES || depth + 1 > MAX_DEPTH) this.checkLimits(keys.length, depth, path)
    return out
  }

  private checkLimits(keys: number, depth: number, path: string): void {
    if (this.values > MAX_VALUES) {
      throwInvalidData(`${this.options.label} has more than ${MAX_VALUES} values. Filter or summarise the data first.`)
    }
    if (keys > 0 && depth + 1 > MAX_DEPTH) {
      throwInvalidData(`${this.options.label} is nested deeper than ${MAX_DEPTH} levels at ${path}. Flatten it first.`)
    }
  }

  private put(out: Record<string, DataValue>, key: string, copy: DataValue | undefined): void {
    if (copy !== undefined) out[key] = copy
    else if (!this.options.dropsUndefined) out[key] = null
  }

  private blocked(path: string): never {
    return throwInvalidData(`${this.options.label} has the blocked property '__proto__' at ${path}. Use another key.`)
  }

  private *properties(
    object: ObjectValue,
    depth: number,
    path: string,
    out: Record<string, DataValue>
  ): Steps<DataValue> {
    let keys = object.ownKeys()
    if (keys === SUSP) keys = (yield) as PropertyKey[]
    for (const key of keys) {
      if (key instanceof SymbolValue) continue
      const name = String(key)
      let own: PropertyDescriptor | undefined
      let value: Value
      if (object instanceof PlainObject && object.lookup(key) && !(found.value instanceof Accessor)) {
        if ((found.flags & ENUMERABLE) === 0) continue
        value = found.value
      } else {
        const described = object.getOwnProperty(key)
        own = described === SUSP ? ((yield) as PropertyDescriptor | undefined) : described
        if (own === undefined || own.enumerable !== true) continue
        const got = object.get(key, object)
        value = got === SUSP ? ((yield) as Value) : got
      }
      if (name === "__proto__") this.blocked(path)
      this.put(out, name, yield* this.copy(value, depth + 1, memberPath(path, name)))
    }
    return out
  }

  private *error(object: ErrorValue, depth: number, path: string): Steps<DataValue> {
    const out: Record<string, DataValue> = {}
    for (const key of ["name", "message"]) {
      let value = object.get(key, object)
      if (value === SUSP) value = (yield) as Value
      this.put(out, key, yield* this.copy(value, depth + 1, memberPath(path, key)))
    }
    return yield* this.properties(object, depth, path, out)
  }

  private *array(array: ObjectValue, depth: number, path: string): Steps<DataValue> {
    let length: number
    if (array instanceof ArrayValue) length = array.length
    else {
      const got = lengthOfArrayLike(array)
      length = got === SUSP ? ((yield) as number) : got
    }
    if (length > MAX_VALUES) {
      throwInvalidData(
        `${this.options.label} has an array of ${length} elements at ${path}; at most ${MAX_VALUES} values can cross.`
      )
    }
    if (array instanceof ArrayValue) this.noteNamedProperties(array, path)
    const out: DataValue[] = []
    for (let i = 0; i < length; i++) {
      let value: Value
      if (array instanceof ArrayValue && i < array.elements.length && array.elements[i] !== HOLE)
        value = array.elements[i]
      else {
        const got = array.get(i, array)
        value = got === SUSP ? ((yield) as Value) : got
      }
      const copy = yield* this.copy(value, depth + 1, `${path}[${i}]`)
      out.push(copy === undefined ? null : copy)
    }
    return out
  }

  private noteNamedProperties(array: ArrayValue, path: string): void {
    const { onLoss } = this.options
    if (onLoss === undefined || array.shape.keys.length === 0) return
    const key = array.shape.keys.find((one) => typeof one === "string")
    if (key === undefined) return
    onLoss({
      kind: "named-property",
      what: `the property ${JSON.stringify(key)} of an array`,
      path,
      instead: "an object such as `{ items: array, ... }`"
    })
  }
}
