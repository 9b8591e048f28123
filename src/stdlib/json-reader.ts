/**
 * Reading JSON text (https://tc39.es/ecma262/#sec-json.parse) piece by piece: the reader has its own stack, so it can stop at any place and nesting
 * costs no host stack. Objects are built straight into shapes; records of an array nearly always have the keys of the record before,
 * so the reader first compares the text with those.
 */
import { agent } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import { writeSlot } from "../interpreter/kernel/object.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { keyOfText } from "../interpreter/kernel/long-key.ts"
import { DENSE_LIMIT } from "../interpreter/kernel/long-list.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { throwJsonError } from "./json-error.ts"
import { TextBuilder } from "./text-builder.ts"
import { partOf } from "../interpreter/kernel/weight.ts"

/** What was read, for revivers: the value and the text it was made from (https://tc39.es/ecma262/#sec-json-parse-record). */
export interface ParseRecord {
  readonly value: Value
  /** The source text of a primitive. */
  readonly source: string | undefined
  readonly elements: readonly ParseRecord[]
  readonly entries: ReadonlyMap<PropertyKey, ParseRecord>
}

const NO_ELEMENTS: readonly ParseRecord[] = []
const NO_ENTRIES: ReadonlyMap<PropertyKey, ParseRecord> = new Map()

/** A container that is being read. */
class Level {
  readonly parent: Level | null
  readonly depth: number
  container: ObjectValue
  elements: Value[] | null
  /** The key whose value comes next, in an object. */
  key: PropertyKey = ""
  /** The shape of the last object that was closed at this depth, while the keys so far are its keys. */
  template: Shape | null = null
  count = 0
  records: ParseRecord[] | null = null
  entries: Map<PropertyKey, ParseRecord> | null = null
  constructor(parent: Level | null, container: ObjectValue, elements: Value[] | null) {
    this.parent = parent
    this.depth = parent === null ? 0 : parent.depth + 1
    this.container = container
    this.elements = elements
  }
}

/** Units that one call of {@link JsonReader.read} reads at most, give or take a token. */
export const READ_WINDOW = 8192
/** Units that an array or object counts for beside its brackets: it takes some hundred bytes. */
const CONTAINER_UNITS = 8

// What comes next.
const VALUE = 0
const FIRST_ELEMENT = 1
const FIRST_KEY = 2
const NEXT_KEY = 3
const COLON = 4
const AFTER_VALUE = 5
const STRING = 6
type State =
  | typeof VALUE
  | typeof FIRST_ELEMENT
  | typeof FIRST_KEY
  | typeof NEXT_KEY
  | typeof COLON
  | typeof AFTER_VALUE
  | typeof STRING

/** A number is read in one go, so it cannot be of any length. */
const MAX_NUMBER = 1 << 16

export class JsonReader {
  private readonly text: string
  private readonly withRecords: boolean
  private at = 0
  /** Where the window ends. */
  private limit = 0
  private state: State = VALUE
  private level: Level | null = null
  /** By depth, the shape of the last object closed there, unless a key of it is written with escapes. */
  private readonly templates: (Shape | null)[] = []
  private readonly lastShapes: Shape[] = []
  // A string that a window's end has interrupted.
  private pieces: TextBuilder | null = null
  private pieceStart = 0
  private stringStart = 0
  private stringIsKey = false
  /** The result, when {@link read} has answered true. */
  value: Value = undefined
  record: ParseRecord | undefined = undefined

  constructor(text: string, withRecords: boolean) {
    this.text = text
    this.withRecords = withRecords
  }

  /** Reads on; true at the end. */
  read(): boolean {
    const { text } = this
    this.limit = this.at + READ_WINDOW
    for (;;) {
      const { limit } = this
      if (this.state === STRING) {
        if (!this.readString(limit)) return false
      } else {
        let at = this.at
        let unit = text.charCodeAt(at)
        while (unit === 32 || unit === 10 || unit === 13 || unit === 9) {
          unit = text.charCodeAt(++at)
          if (at >= limit) break
        }
        this.at = at
        if (at >= limit && at < text.length) return false
        if (this.readToken(unit)) return true
      }
      if (this.at >= limit && this.at < text.length) return false
    }
  }

  /** Reads what begins with a unit that is no white space; true at the end of the text. */
  private readToken(unit: number): boolean {
    switch (this.state) {
      case AFTER_VALUE:
        return this.afterValue(unit)
      case COLON:
        if (unit !== 58) throwJsonError(this.text, this.at, '":" after a property name')
        this.at++
        this.state = VALUE
        return false
      case NEXT_KEY:
        this.readKey(unit, "a property name in double quotes")
        return false
      case FIRST_KEY:
        if (unit === 125) this.close()
        else this.readKey(unit, 'a property name in double quotes or "}"')
        return false
      case FIRST_ELEMENT:
        if (unit === 93) this.close()
        else this.readValue(unit)
        return false
      default:
        this.readValue(unit)
        return false
    }
  }

  private readValue(unit: number): void {
    const { text, at } = this
    switch (unit) {
      case 34: // "
        this.beginString(false)
        return
      case 123: // {
        this.openObject()
        return
      case 91: // [
        this.openArray()
        return
      case 116: // t
        return this.readWord("true", true)
      case 102: // f
        return this.readWord("false", false)
      case 110: // n
        return this.readWord("null", null)
      default:
        if (unit === 45 || (unit >= 48 && unit <= 57)) return this.readNumber(at, unit)
        throwJsonError(text, at, "a value")
    }
  }

  private readWord(word: string, value: Value): void {
    if (!this.text.startsWith(word, this.at)) throwJsonError(this.text, this.at, "a value")
    const start = this.at
    this.at += word.length
    this.attach(value, start)
  }

  private readNumber(start: number, first: number): void {
    const { text } = this
    let at = start
    let unit = first
    if (unit === 45) unit = text.charCodeAt(++at)
    let n = 0
    const digits = at
    if (unit === 48) {
      unit = text.charCodeAt(++at)
    } else {
      while (unit >= 48 && unit <= 57 && at - digits < 15) {
        n = n * 10 + (unit - 48)
        unit = text.charCodeAt(++at)
      }
      if (at === digits) throwJsonError(text, at, "a digit after the minus sign")
      // Fifteen digits are exact.
      if (unit >= 48 && unit <= 57) return this.readLongNumber(start, this.skipDigits(start, at))
    }
    if (unit === 46 || unit === 101 || unit === 69) return this.readLongNumber(start, at)
    this.at = at
    this.attach(first === 45 ? -n : n, start)
  }

  /** The rest of a number whose whole part ends at `at`: a fraction, an exponent. */
  private readLongNumber(start: number, at: number): void {
    const { text } = this
    let end = at
    if (text.charCodeAt(end) === 46) {
      const fraction = this.skipDigits(start, end + 1)
      if (fraction === end + 1) throwJsonError(text, fraction, "a digit after the decimal point")
      end = fraction
    }
    if ((text.charCodeAt(end) | 32) === 101) {
      const sign = text.charCodeAt(end + 1)
      const first = end + (sign === 43 || sign === 45 ? 2 : 1)
      end = this.skipDigits(start, first)
      if (end === first) throwJsonError(text, end, "a digit in the exponent")
    }
    this.at = end
    this.attach(Number(text.substring(start, end)), start)
  }

  private skipDigits(start: number, from: number): number {
    const { text } = this
    let at = from
    for (let unit = text.charCodeAt(at); unit >= 48 && unit <= 57; unit = text.charCodeAt(++at)) {
      if (at - start > MAX_NUMBER) throwRangeError("JSON.parse: a number can have at most 65,536 digits here.")
    }
    return at
  }

  private beginString(isKey: boolean): void {
    this.stringIsKey = isKey
    this.stringStart = this.at
    this.pieceStart = ++this.at
    this.pieces = null
    this.state = STRING
  }

  /** Reads a string to its end; false when the window is used up before. */
  private readString(limit: number): boolean {
    const { text } = this
    let at = this.at
    // The end of the text reads as NaN, which is neither.
    for (;;) {
      const unit = text.charCodeAt(at)
      if (unit === 34) break
      if (unit === 92) {
        const pieces = (this.pieces ??= new TextBuilder())
        pieces.add(text.substring(this.pieceStart, at))
        at = this.readEscape(at, pieces)
        this.pieceStart = at
      } else if (unit >= 32) {
        at++
      } else {
        throwJsonError(
          text,
          Math.min(at, text.length),
          at >= text.length ? 'the closing " of a string' : "a character of a string"
        )
      }
      if (at >= limit) {
        this.at = at
        return false
      }
    }
    this.at = at + 1
    let value = partOf(text, this.pieceStart, at)
    if (this.pieces !== null) {
      this.pieces.add(value)
      value = this.pieces.finish()
      this.pieces = null
    }
    if (this.stringIsKey) {
      this.level!.key = keyOfText(value)
      this.state = COLON
    } else {
      this.attach(value, this.stringStart)
    }
    return true
  }

  private readEscape(at: number, pieces: TextBuilder): number {
    const { text } = this
    const letter = text[at + 1]
    const simple = letter === undefined ? undefined : ESCAPES[letter]
    if (simple !== undefined) {
      pieces.add(simple)
      return at + 2
    }
    const hex = text.substring(at + 2, at + 6)
    if (letter !== "u" || !HEX.test(hex)) throwJsonError(text, at, 'an escape such as \\n, \\" or \\u0041')
    pieces.add(String.fromCharCode(parseInt(hex, 16)))
    return at + 6
  }

  private openArray(): void {
    const elements: Value[] = []
    const level = new Level(this.level, new ArrayValue(agent.realm.arrayShape, elements), elements)
    this.limit -= CONTAINER_UNITS
    if (this.withRecords) level.records = []
    this.level = level
    this.at++
    this.state = FIRST_ELEMENT
  }

  private openObject(): void {
    const level = new Level(this.level, agent.realm.newObject(), null)
    this.limit -= CONTAINER_UNITS
    level.template = this.templates[level.depth] ?? null
    if (this.withRecords) level.entries = new Map()
    this.level = level
    this.at++
    this.state = FIRST_KEY
  }

  /** A property name; if it is the next one of the template, it need not be read. */
  private readKey(unit: number, expected: string): void {
    const { text, at } = this
    if (unit !== 34) throwJsonError(text, at, expected)
    const level = this.level!
    const template = level.template
    if (template !== null) {
      const key = template.keys[level.count]
      if (typeof key === "string" && text.startsWith(key, at + 1) && text.charCodeAt(at + 1 + key.length) === 34) {
        this.at = at + key.length + 2
        level.key = key
        this.state = COLON
        return
      }
      level.template = null
    }
    this.beginString(true)
  }

  /** Puts a finished value where it belongs. */
  private attach(value: Value, start: number): void {
    const record: ParseRecord | null = this.withRecords
      ? { value, source: partOf(this.text, start, this.at), elements: NO_ELEMENTS, entries: NO_ENTRIES }
      : null
    this.put(value, record)
  }

  private put(value: Value, record: ParseRecord | null): void {
    const level = this.level
    this.state = AFTER_VALUE
    if (level === null) {
      this.value = value
      this.record = record ?? undefined
      return
    }
    if (level.elements !== null) {
      if (level.elements.length < DENSE_LIMIT) level.elements.push(value)
      else level.container.store((level.container as ArrayValue).length, value, DEFAULT_FLAGS)
      if (record !== null) level.records!.push(record)
      return
    }
    if (record !== null) level.entries!.set(level.key, record)
    this.define(level, value)
  }

  private define(level: Level, value: Value): void {
    const { container: object, key } = level
    const shape = object.shape
    // A key of the template is new and names a transition that exists; other keys may be repeated.
    if (level.template !== null && !shape.full) {
      level.count++
    } else if (shape.dictionary !== null || shape.full || shape.indexOf(key) >= 0) {
      object.store(key, value, DEFAULT_FLAGS)
      return
    }
    const index = shape.keys.length
    object.shape = shape.with(key, DEFAULT_FLAGS)
    writeSlot(object, index, value)
  }

  /** What follows a value: a comma, the end of its container, or the end of the text. */
  private afterValue(unit: number): boolean {
    const { text, level, at } = this
    if (level === null) {
      if (at < text.length) throwJsonError(text, at, "the end of the text")
      return true
    }
    const isArray = level.elements !== null
    if (unit === 44) {
      this.at++
      this.state = isArray ? VALUE : NEXT_KEY
    } else if (unit === (isArray ? 93 : 125)) {
      this.close()
    } else {
      throwJsonError(text, at, isArray ? '"," or "]" after an element' : '"," or "}" after a property value')
    }
    return false
  }

  /** Ends the container whose bracket comes next. */
  private close(): void {
    const { container, depth, elements, entries, records, parent } = this.level!
    this.at++
    if (elements === null && this.lastShapes[depth] !== container.shape) {
      const shape = container.shape
      this.lastShapes[depth] = shape
      this.templates[depth] = shape.dictionary === null && !shape.keys.some(needsEscapes) ? shape : null
    }
    this.level = parent
    const record: ParseRecord | null = this.withRecords
      ? { value: container, source: undefined, elements: records ?? NO_ELEMENTS, entries: entries ?? NO_ENTRIES }
      : null
    this.put(container, record)
  }
}

// oxlint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f]/
const needsEscapes = (key: PropertyKey): boolean => typeof key !== "string" || ESCAPED.test(key)

const HEX = /^[0-9a-fA-F]{4}$/

const ESCAPES: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t"
})
