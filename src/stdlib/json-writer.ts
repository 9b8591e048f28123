/**
 * `JSON.stringify` (https://tc39.es/ecma262/#sec-json.stringify) with its own stack: nesting costs no host stack, and it can stop between any two
 * members. Plain data is read from its slots; whatever could run code of the program goes through the general operations.
 */
import { charge, MAX_CALL_DEPTH, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { getV, lengthOfArrayLike, numberOf, stringOf } from "../interpreter/kernel/convert.ts"
import { throwInvalidData, throwRangeError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { isCallable } from "../interpreter/kernel/function.ts"
import { ToolReference } from "../interpreter/kernel/host.ts"
import { Accessor, ObjectValue, PlainObject, readSlot } from "../interpreter/kernel/object.ts"
import { PromiseValue } from "../interpreter/kernel/promise.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import { ENUMERABLE, prototypeEpoch } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { heldCount, letGo } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { canonicalKey, HOLE, keyValue, LAZY, numberKey } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"
import { LONG_TEXT, quoteJson, quoteLongJson } from "./json-quote.ts"
import { RawJsonValue } from "./json-raw.ts"
import { enumerableOwnProperties } from "./object.ts"
import { TextBuilder } from "./text-builder.ts"

/** What all plain objects of a shape have in common: member `i` is slot `i`. */
interface Layout {
  readonly shape: Shape
  readonly keys: readonly PropertyKey[]
  /** The names as they are written, with the colon. */
  readonly labels: readonly string[]
  /** When the prototypes were last seen to have no `toJSON`. */
  plainEpoch: number
}

/** A container that is being written. */
class Level {
  readonly parent: Level | null
  readonly depth: number
  readonly container: ObjectValue
  /** The property names, or null for an array. */
  readonly keys: readonly PropertyKey[] | null
  readonly layout: Layout | null
  readonly length: number
  /** What precedes the first member, every other member, and the end. */
  readonly first: string
  readonly next: string
  readonly last: string
  index = 0
  isEmpty = true

  constructor(
    parent: Level | null,
    container: ObjectValue,
    keys: readonly PropertyKey[] | null,
    layout: Layout | null,
    length: number,
    gap: string
  ) {
    this.parent = parent
    this.depth = parent === null ? 1 : parent.depth + 1
    this.container = container
    this.keys = keys
    this.layout = layout
    this.length = length
    if (gap === "") {
      this.first = ""
      this.next = ","
      this.last = ""
    } else {
      this.last = parent === null ? "\n" : parent.first
      this.first = this.last + gap
      this.next = `,${this.first}`
    }
  }

  keyAt(index: number): PropertyKey {
    return this.keys === null ? numberKey(index) : this.keys[index]
  }
}

/** Up to this depth a cycle is looked for in a list; beyond, in a set. */
const SHALLOW = 16

export class JsonWriter {
  private readonly replacer: ObjectValue | undefined
  private readonly names: readonly PropertyKey[] | undefined
  private readonly gap: string
  private readonly colon: string
  private readonly out = new TextBuilder()
  private level: Level | null = null
  /** The containers of the first levels, and those of the levels deeper than {@link SHALLOW}. */
  private readonly shallow: ObjectValue[] = []
  private readonly deep = new Set<ObjectValue>()
  private readonly layouts = new Map<Shape, Layout | null>()
  private lastLayout: Layout | null = null
  private plainArrayShape: Shape | null = null
  private plainArrayEpoch = 0

  /** `names` are the properties that objects are restricted to, `gap` the indentation of one level. */
  constructor(replacer: ObjectValue | undefined, names: readonly PropertyKey[] | undefined, gap: string) {
    this.replacer = replacer
    this.names = names
    this.gap = gap
    this.colon = gap === "" ? ":" : ": "
  }

  /** The text of the value in `holder[""]`, or undefined when it has none. */
  *write(holder: ObjectValue, value: Value): Steps<string | undefined> {
    const prepared = this.isReady(value) ? value : yield* this.prepare(holder, "", value)
    if (!(yield* this.writeValue("", prepared))) return undefined
    while (this.level !== null) yield* this.writeMembers(this.level)
    return this.out.finish()
  }

  /** Writes members until the container ends or one of them is a container itself. */
  private *writeMembers(level: Level): Steps<void> {
    const { container, keys, layout } = level
    while (level.index < level.length) {
      if (charge(5)) {
        pause()
        yield
      }
      const index = level.index
      let value = peekMember(container, index, layout)
      if (value === HOLE) {
        const read = container.get(level.keyAt(index), container)
        value = read === SUSP ? ((yield) as Value) : read
      }
      if (!this.isReady(value)) value = yield* this.prepare(container, level.keyAt(index), value)
      let before = level.isEmpty ? level.first : level.next
      if (keys !== null) before += layout === null ? this.label(keys[index]) : layout.labels[index]
      const text = primitiveText(value)
      if (text !== undefined) this.out.add(before + text)
      else if (!(yield* this.writeValue(before, value))) {
        level.index++
        if (keys === null) {
          this.out.add(`${before}null`)
          level.isEmpty = false
        }
        continue
      }
      level.isEmpty = false
      level.index++
      if (this.level !== level) return
    }
    this.out.add((level.isEmpty ? "" : level.last) + (keys === null ? "]" : "}"))
    this.level = level.parent
    if (level.depth > SHALLOW) this.deep.delete(container)
  }

  private label(key: PropertyKey): string {
    return quoteJson(keyValue(key) as string) + this.colon
  }

  /** Writes a prepared value after `before`, or begins the level of a container; false when it has no text. */
  private *writeValue(before: string, value: Value): Steps<boolean> {
    const text = primitiveText(value)
    if (text !== undefined) {
      this.out.add(before + text)
    } else if (typeof value === "string") {
      this.out.add(before)
      yield* quoteLongJson(value, this.out)
    } else if (typeof value === "bigint") {
      throwTypeError(
        `JSON.stringify: a BigInt has no JSON form (at ${this.path()}). Convert it first: String(value) or Number(value).`
      )
    } else if (value instanceof RawJsonValue) {
      this.out.add(before + value.text)
    } else if (value instanceof ObjectValue && !value.isCallable) {
      yield* this.open(before, value)
    } else {
      return false
    }
    return true
  }

  /** Begins an object or array. */
  private *open(before: string, value: ObjectValue): Steps<void> {
    const parent = this.level
    const mark = heldCount()
    this.refuseCycle(value)
    let level: Level
    if (isArray(value)) {
      let length = value instanceof ArrayValue ? value.length : lengthOfArrayLike(value)
      if (length === SUSP) length = (yield) as number
      level = new Level(parent, value, null, null, length, this.gap)
    } else if (this.names !== undefined) {
      level = new Level(parent, value, this.names, null, this.names.length, this.gap)
    } else {
      const layout = value instanceof PlainObject ? this.layoutOf(value.shape) : null
      const keys =
        layout !== null
          ? layout.keys
          : (yield* enumerableOwnProperties(value, "key")).map((name) => canonicalKey(name as string))
      level = new Level(parent, value, keys, layout, keys.length, this.gap)
      letGo(mark)
    }
    if (level.depth > MAX_CALL_DEPTH) {
      throwRangeError("JSON.stringify: the data is nested more than 10,000 levels deep. Write it in parts.")
    }
    if (level.depth > SHALLOW) this.deep.add(value)
    else this.shallow[level.depth - 1] = value
    this.out.add(before + (level.keys === null ? "[" : "{"))
    this.level = level
  }

  private refuseCycle(value: ObjectValue): void {
    const depth = this.level === null ? 0 : this.level.depth
    for (let i = 0; i < depth && i < SHALLOW; i++) if (this.shallow[i] === value) this.throwCycle()
    if (depth > SHALLOW && this.deep.has(value)) this.throwCycle()
  }

  private throwCycle(): never {
    return throwTypeError(
      `Converting circular structure to JSON: the value at ${this.path()} contains itself. Leave that property out, or write an id instead.`
    )
  }

  // ---- Values that are not plain data.

  /** Whether a value needs no code of the program to be written: no `toJSON`, no replacer, no wrapper. */
  private isReady(value: Value): boolean {
    if (this.replacer !== undefined || typeof value === "bigint") return false
    if (!(value instanceof ObjectValue)) return true
    if (value instanceof PlainObject) {
      const layout = this.layoutOf(value.shape)
      if (layout === null) return false
      if (layout.plainEpoch === prototypeEpoch) return true
      if (inheritsToJson(value)) return false
      layout.plainEpoch = prototypeEpoch
      return true
    }
    if (!(value instanceof ArrayValue)) return false
    if (value.shape === this.plainArrayShape && this.plainArrayEpoch === prototypeEpoch) return true
    if (value.shape.dictionary !== null || value.shape.indexOf("toJSON") >= 0 || inheritsToJson(value)) return false
    this.plainArrayShape = value.shape
    this.plainArrayEpoch = prototypeEpoch
    return true
  }

  private layoutOf(shape: Shape): Layout | null {
    if (this.lastLayout !== null && this.lastLayout.shape === shape) return this.lastLayout
    let layout = this.layouts.get(shape)
    if (layout === undefined) {
      layout = this.makeLayout(shape)
      if (shape.dictionary === null) this.layouts.set(shape, layout)
    }
    if (layout !== null) this.lastLayout = layout
    return layout
  }

  private makeLayout(shape: Shape): Layout | null {
    const { keys, flags } = shape
    if (shape.dictionary !== null || shape.hasIndexKeys) return null
    const labels: string[] = []
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      if (typeof key !== "string" || key === "toJSON" || (flags[i] & ENUMERABLE) === 0) return null
      labels.push(this.label(key))
    }
    return { shape, keys, labels, plainEpoch: 0 }
  }

  /** `toJSON`, the replacer, and the primitives in wrapper objects (steps 2 to 4 of `SerializeJSONProperty`). */
  private *prepare(holder: ObjectValue, key: PropertyKey, original: Value): Steps<Value> {
    let value = original
    const isRefused = value instanceof PromiseValue || value instanceof ToolReference
    if (!isRefused && (value instanceof ObjectValue || typeof value === "bigint")) {
      let toJson = getV(value, "toJSON")
      if (toJson === SUSP) toJson = (yield) as Value
      if (isCallable(toJson)) {
        const result = toJson.call(value, [keyValue(key)])
        value = result === SUSP ? ((yield) as Value) : result
      }
    }
    if (this.replacer !== undefined) {
      const result = this.replacer.call(holder, [keyValue(key), value])
      value = result === SUSP ? ((yield) as Value) : result
    }
    if (value instanceof PromiseValue) {
      throwInvalidData(
        `JSON.stringify: the value at ${this.path()} is an un-awaited Promise, which has no JSON form. Write \`await\` before the call that made it.`,
        ["Await the promise first, for example `const value = await tools.ns.tool(...)`, or `await Promise.all(list)`."]
      )
    }
    // Throws what it is and how it is called.
    if (value instanceof ToolReference) value.refuseConversion()
    if (value instanceof PrimitiveWrapper) {
      const { primitive } = value
      if (typeof primitive === "number") return yield* numberOf(value)
      if (typeof primitive === "string") return yield* stringOf(value)
      if (typeof primitive === "boolean" || typeof primitive === "bigint") return primitive
    }
    return value
  }

  /** Where the writer is, as the program would write it. */
  private path(): string {
    const keys: PropertyKey[] = []
    // The levels above have gone on to the member after the one being written.
    for (let level = this.level; level !== null; level = level.parent) {
      keys.push(level.keyAt(level === this.level ? level.index : level.index - 1))
    }
    if (keys.length === 0) return "the top"
    const shown = keys.length > 12 ? [...keys.slice(-6), "…", ...keys.slice(0, 6)] : keys
    return shown
      .reverse()
      .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(keyValue(key)).slice(0, 40)}`))
      .join("")
      .replace(/^\./, "")
  }
}

/** The text of most primitives; undefined for what has none, may not have one, or is too long for one step. */
function primitiveText(value: Value): string | undefined {
  switch (typeof value) {
    case "string":
      return value.length <= LONG_TEXT ? quoteJson(value) : undefined
    case "number":
      return Number.isFinite(value) ? String(value) : "null"
    case "boolean":
      return value ? "true" : "false"
    default:
      return value === null ? "null" : undefined
  }
}

/** A member that can be read without running code, or {@link HOLE}. */
function peekMember(container: ObjectValue, index: number, layout: Layout | null): Value {
  if (layout !== null) {
    if (container.shape !== layout.shape) return HOLE
    const value = readSlot(container, index + layout.shape.base)
    return value === LAZY || value instanceof Accessor ? HOLE : value
  }
  return container instanceof ArrayValue && index < container.elements.length ? container.elements[index] : HOLE
}

/** Whether a prototype has a `toJSON`, or may answer one. */
function inheritsToJson(value: ObjectValue): boolean {
  for (let o = value.shape.proto; o !== null; o = o.shape.proto) {
    if (o.isProxy || o.overridesLookupChain("toJSON") || o.lookup("toJSON")) return true
  }
  return false
}
