/**
 * How values look in the program's log. Total and quiet: nothing of the program runs (no getter, trap, `toJSON` or `toString`), nothing fails,
 * and whatever the size, the work is done in slices and the text is cut at the longest string there may be.
 */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { ErrorValue } from "../interpreter/kernel/error-value.ts"
import { Accessor, found, ObjectValue } from "../interpreter/kernel/object.ts"
import { MAX_STRING, reading } from "../interpreter/kernel/rope.ts"
import { PromiseValue } from "../interpreter/kernel/promise.ts"
import { ProxyValue } from "../interpreter/kernel/proxy.ts"
import { RegExpValue } from "../interpreter/kernel/regexp-value.ts"
import { ENUMERABLE } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { HOLE, numberKey, SymbolValue } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"
import { ArrayBufferValue } from "./array-buffer-value.ts"
import { bigintText } from "../interpreter/kernel/bigint-text.ts"
import { DataViewValue } from "./data-view-value.ts"
import { DateValue } from "./date-value.ts"
import { MapValue } from "./map.ts"
import { TableCursor } from "./ordered-table.ts"
import type { OrderedTable } from "./ordered-table.ts"
import { SetValue } from "./set-value.ts"
import { symbolText } from "./symbol.ts"
import { splitsPair, TextBuilder } from "./text-builder.ts"
import { TypedArrayValue } from "./typed-array-value.ts"

/** Containers deeper than this are not opened. */
const MAX_DEPTH = 32
/** Text is quoted in pieces of this size. */
const QUOTED_PIECE = 1 << 14
/** What one entry may be long, with room for a last word. */
const MAX_ENTRY = MAX_STRING - 256

const OPAQUE = "[CodeMode reference]"
const PROMISE = "[Promise (await it to get its value)]"

/** What is passed over, or written without being looked into, is a step, too. */
export function* breathe(): Steps<void> {
  if (charge(1)) {
    pause()
    yield
  }
}

/** Writes values into one log entry. */
export class Formatter {
  private readonly out = new TextBuilder()
  private readonly path = new Set<ObjectValue>()
  private full = false

  finish(): string {
    return this.out.finish()
  }

  /** Whether nothing more fits. */
  get isFull(): boolean {
    return this.full
  }

  /** Adds text as it is, or what still fits of it. */
  text(text: string): void {
    if (this.full) return
    reading(text)
    const room = MAX_ENTRY - this.out.length
    if (text.length <= room) {
      this.out.add(text)
      return
    }
    this.full = true
    const end = splitsPair(text, room) ? room - 1 : room
    this.out.add(`${text.slice(0, end)}...`)
  }

  /** An argument of a console method: text is bare. */
  *top(value: Value): Steps<void> {
    if (charge(6 + (typeof value === "string" ? value.length >> 8 : 0))) {
      pause()
      yield
    }
    if (typeof value === "string") this.text(value)
    else if (value === undefined) this.text("undefined")
    else yield* this.value(value, 0)
  }

  *value(value: Value, depth: number): Steps<void> {
    if (this.isFull) return
    if (charge(6)) {
      pause()
      yield
    }
    if (depth > MAX_DEPTH) {
      this.text("...")
      return
    }
    switch (typeof value) {
      case "string":
        return yield* this.quoted(value)
      case "number":
        return this.text(Object.is(value, -0) ? "-0" : String(value))
      case "bigint":
        return this.text(`${yield* bigintText(value, 10)}n`)
      case "undefined":
        return this.text("null")
      case "boolean":
        return this.text(String(value))
      default:
    }
    if (value === null) return this.text("null")
    if (value instanceof SymbolValue) return this.text(value === HOLE ? "null" : symbolText(value))
    yield* this.object(value, depth)
  }

  private *object(o: ObjectValue, depth: number): Steps<void> {
    if (o instanceof PromiseValue) return this.text(PROMISE)
    if (o.isCallable) return this.text(OPAQUE)
    if (o instanceof PrimitiveWrapper) return yield* this.value(o.primitive, depth)
    if (this.path.has(o)) return this.text("[Circular]")
    this.path.add(o)
    if (o instanceof ProxyValue) {
      if (o.target === null) this.text("[Revoked Proxy]")
      else yield* this.object(o.target, depth)
    } else if (o instanceof ErrorValue) this.text(errorText(o))
    else if (o instanceof ArrayValue) yield* this.array(o, depth)
    else if (o instanceof MapValue) yield* this.table(`Map(${o.table.size}) `, o.table, true, depth)
    else if (o instanceof SetValue) yield* this.table(`Set(${o.table.size}) `, o.table, false, depth)
    else if (o instanceof TypedArrayValue) yield* this.elements(o)
    else if (o instanceof ArrayBufferValue) this.text(`ArrayBuffer(${o.byteLength})`)
    else if (o instanceof DataViewValue) this.text(`DataView(${o.isOutOfBounds ? 0 : o.byteLength})`)
    else if (o instanceof DateValue) this.text(o.time === o.time ? new Date(o.time).toISOString() : "Invalid Date")
    else if (o instanceof RegExpValue) this.text(`/${escapeSource(o.program.source)}/${o.program.flagText}`)
    else yield* this.asItCrosses(o, depth)
    this.path.delete(o)
  }

  /** Objects that cross to the host as something else look like it: a URL like its text, Headers like a record. */
  private *asItCrosses(o: ObjectValue, depth: number): Steps<void> {
    const crossing = o.crossing()
    if (crossing.as === "value" && !(crossing.value instanceof ObjectValue)) return yield* this.top(crossing.value)
    if (crossing.as !== "entries") return yield* this.properties(o, depth)
    this.text("{")
    for (let i = 0; i < crossing.entries.length; i++) {
      const [name, value] = crossing.entries[i]
      if (i > 0) this.text(",")
      yield* this.quoted(name)
      this.text(":")
      yield* this.quoted(value)
    }
    this.text("}")
  }

  private *elements(array: TypedArrayValue): Steps<void> {
    const { length } = array
    this.text(`${array.builtinTag}(${length}) [`)
    for (let i = 0; i < length && !this.isFull; i++) {
      if (i > 0) this.text(",")
      yield* this.value(array.read(i), 0)
    }
    this.text("]")
  }

  private *array(array: ArrayValue, depth: number): Steps<void> {
    this.text("[")
    for (let i = 0; i < array.length && !this.isFull; i++) {
      if (i > 0) this.text(",")
      yield* breathe()
      yield* this.slot(array, numberKey(i), depth)
    }
    this.text("]")
  }

  private *table(prefix: string, table: OrderedTable, isMap: boolean, depth: number): Steps<void> {
    this.text(`${prefix}[`)
    const cursor = new TableCursor(table)
    let first = true
    while (!this.isFull && cursor.advance()) {
      if (!first) this.text(",")
      first = false
      if (isMap) {
        this.text("[")
        yield* this.value(cursor.key, depth + 1)
        this.text(",")
        yield* this.value(cursor.value, depth + 1)
        this.text("]")
      } else {
        yield* this.value(cursor.key, depth + 1)
      }
    }
    this.text("]")
  }

  private *properties(o: ObjectValue, depth: number): Steps<void> {
    let keys = o.ownKeys()
    if (keys === SUSP) keys = (yield) as PropertyKey[]
    this.text("{")
    let first = true
    for (const key of keys) {
      yield* breathe()
      if (key instanceof SymbolValue || !o.lookup(key) || (found.flags & ENUMERABLE) === 0) continue
      if (this.isFull) return
      if (!first) this.text(",")
      first = false
      yield* this.quoted(String(key))
      this.text(":")
      yield* this.slot(o, key, depth)
    }
    this.text("}")
  }

  /** The value of an own property; an accessor is named, never asked. */
  private *slot(o: ObjectValue, key: PropertyKey, depth: number): Steps<void> {
    if (!o.lookup(key)) return this.text("null")
    const value = found.value
    if (value instanceof Accessor) {
      return this.text(value.get === undefined ? "[Setter]" : value.set === undefined ? "[Getter]" : "[Getter/Setter]")
    }
    yield* this.value(value, depth + 1)
  }

  private *quoted(text: string): Steps<void> {
    if (text.length <= QUOTED_PIECE) {
      agent.budget -= text.length >> 4
      return this.text(JSON.stringify(text))
    }
    this.text('"')
    for (let start = 0; start < text.length && !this.isFull;) {
      let end = Math.min(start + QUOTED_PIECE, text.length)
      if (splitsPair(text, end)) end--
      this.text(JSON.stringify(text.slice(start, end)).slice(1, -1))
      start = end
      if (charge(QUOTED_PIECE >> 4)) {
        pause()
        yield
      }
    }
    this.text('"')
  }
}

/** The pattern as it may stand between slashes. */
function escapeSource(source: string): string {
  if (source === "") return "(?:)"
  let text = ""
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const c = source[i]
    if (c === "\\") {
      text += c + (source[++i] ?? "")
      continue
    }
    if (c === "[") inClass = true
    else if (c === "]") inClass = false
    text += c === "\n" ? "\\n" : c === "/" && !inClass ? "\\/" : c
  }
  return text
}

/** `Name: message` from data properties only. */
function errorText(error: ErrorValue): string {
  const name = dataText(error, "name") ?? "Error"
  const message = dataText(error, "message") ?? ""
  return message === "" ? name : name === "" ? message : `${name}: ${message}`
}

/** A property as text if it is data somewhere on the chain. */
export function dataText(object: ObjectValue, key: string): string | undefined {
  for (let o: ObjectValue | null = object; o !== null && !o.isProxy; o = o.shape.proto) {
    if (!o.lookup(key)) continue
    const { value } = found
    return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined
  }
  return undefined
}

/** The arguments of a console method as one line of text. */
export function* formatArguments(args: readonly Value[]): Steps<string> {
  if (args.length === 1 && typeof args[0] === "string") return args[0]
  const formatter = new Formatter()
  for (let i = 0; i < args.length; i++) {
    if (i > 0) formatter.text(" ")
    yield* formatter.top(args[i])
  }
  return formatter.finish()
}
