/**
 * A census of the live guest heap: what everything that a program can still reach takes, in bytes.
 *
 * The walk is reflective. It visits the own fields of every engine object, frame, record, array and table that it meets, so a new class or a new field
 * is part of it without a line here. What it cannot look into are closures and host generators: algorithms tell what they hold by {@link hold}
 * (steps.ts), native functions by `FunctionValue.cells`.
 *
 * It is made in pieces, between which the program stands still.
 */
import { Alike } from "./alike.ts"
import { ArrayValue } from "./array.ts"
import { bitsOf } from "./bigint-size.ts"
import { FunctionValue } from "./function.ts"
import { ObjectValue, PlainObject } from "./object.ts"
import { Realm } from "./realm.ts"
import { Cell, LAZY, SymbolValue } from "./values.ts"
import { LONG_KEY } from "./long-key.ts"
import { flatten } from "./rope.ts"

/** Told of every value that the walk meets: objects the first time, everything else each time, with the object or list that holds it. */
export type Visit = (value: unknown, holder: object) => void

// Sizes on a 64-bit host, in bytes: what the object takes, and what its own lists do.
const OBJECT = 24
const WORD = 8
const LIST = 40
const BOXED_NUMBER = 16
const TEXT = 24
const TABLE_ENTRY = 48
const TABLE = 200

/** Shorter texts are counted wherever they are referred to: that is less than it costs to know them again. */
const SHARED_TEXT = 32
/** From here on the host makes ropes. */
const SHORTEST_ROPE = 13

/** Fields of engine classes that lead out of the program's heap: the host, tables and code that every execution shares, and what is weak. */
const FOREIGN = new Map<object, ReadonlySet<string>>([
  [Realm.prototype, new Set(["host", "source", "definitions", "rows", "guards", "roots"])],
  [FunctionValue.prototype, new Set(["code", "native"])]
])

/** The fields of each class that the walk visits. */
const plans = new Map<object, readonly string[]>()

/** A class has the same fields in every instance: they are all initialised. */
function planOf(prototype: object, instance: object): readonly string[] {
  const foreign = new Set<string>()
  for (let p: object | null = prototype; p !== null; p = Object.getPrototypeOf(p) as object | null) {
    for (const name of FOREIGN.get(p) ?? []) foreign.add(name)
  }
  const plan = Object.keys(instance).filter((name) => !foreign.has(name))
  plans.set(prototype, plan)
  return plan
}

/** What is left of a list that is being walked. */
class ListWalk {
  readonly list: unknown[]
  readonly at: number
  readonly end: number
  constructor(list: unknown[], at = 0, end = list.length) {
    this.list = list
    this.at = at
    this.end = end
  }
}

/** A host table that is being walked. */
class TableWalk {
  readonly table: Map<unknown, unknown> | Set<unknown>
  readonly entries: Iterator<[unknown, unknown]>
  constructor(table: Map<unknown, unknown> | Set<unknown>) {
    this.table = table
    this.entries = table.entries()
  }
}

/** Elements and entries that are walked before what they led to. */
const AT_ONCE = 256

export class Census {
  /** What has been counted so far. */
  bytes = 0
  /** Values met so far, the larger ones several times: what the walk costs. */
  work = 0
  private readonly limit: number
  private readonly visit: Visit | null
  private readonly visited = new Visited()
  private readonly texts = new Map<string, string>()
  private readonly longTexts = new Alike()
  private readonly open: unknown[] = []
  private readonly weakMaps: WeakMap<object, unknown>[] = []
  /** Weak maps that every object met later is asked for. */
  private asked = 0
  /** Objects that some weak maps are being asked for. */
  private unasked: { readonly objects: Iterator<object>; readonly from: number; readonly to: number } | null = null
  private isDone = false
  /** Lists and tables are left where so much work is done. */
  private end = Infinity

  /** `limit`: the walk stops as soon as more has been counted. */
  constructor(roots: readonly unknown[], limit = Infinity, visit: Visit | null = null) {
    this.limit = limit
    this.visit = visit
    for (const root of roots) this.meet(root, this)
  }

  /** Whether more was found than the limit allows. */
  get isExceeded(): boolean {
    return this.bytes > this.limit
  }

  /** Walks on for about as many values; true when everything was counted, or too much. */
  advance(values: number): boolean {
    const end = this.work + values
    this.end = end
    while (this.work < end && !this.isDone && !this.isExceeded) {
      const next = this.open.pop()
      if (next === undefined) this.isDone = !this.askWeakMaps(end)
      else if (next instanceof ListWalk) this.walkList(next)
      else if (next instanceof TableWalk) this.walkTable(next)
      else this.walk(next as object)
    }
    return this.isDone || this.isExceeded
  }

  private meet(value: unknown, holder: object): void {
    this.work++
    switch (typeof value) {
      case "object":
        if (value !== null && value !== LAZY && this.visited.add(value)) {
          this.visit?.(value, holder)
          this.open.push(value)
        }
        return
      case "number":
        if ((value | 0) !== value) this.bytes += BOXED_NUMBER
        break
      case "bigint":
        // Wherever it is referred to: the host does not tell whether two equal ones are one, and they are small.
        this.bytes += OBJECT + (bitsOf(value) >> 3)
        break
      case "string":
        this.meetText(value)
        break
      default:
        break
    }
    this.visit?.(value, holder)
  }

  private meetText(text: string): void {
    const { length } = text
    if (length < SHARED_TEXT) {
      // A rope may take many times what it says.
      if (length >= SHORTEST_ROPE) flatten(text)
      this.bytes += TEXT + 2 * length
    } else if (length > LONG_KEY) {
      if (this.findLong(text) === undefined) this.bytes += TEXT + 2 * length
    } else if (!this.texts.has(text)) {
      this.texts.set(text, text)
      this.bytes += TEXT + 2 * length
    }
    this.work += length >> 8
  }

  /** Those that look the same are compared unit by unit. */
  private findLong(text: string): string | undefined {
    const found = this.longTexts.find(text)
    this.work += (text.length >> 10) * this.longTexts.compared
    return found
  }

  /**
   * The text to keep in the place of one that is kept already: the host does not tell whether two equal texts are one, so the walk makes them one, and
   * counts it once.
   */
  private shared(text: string): string {
    if (text.length < SHARED_TEXT) return text
    return (text.length > LONG_KEY ? this.findLong(text) : this.texts.get(text)) ?? text
  }

  private walk(object: object): void {
    if (this.asked > 0 && (object instanceof ObjectValue || object instanceof SymbolValue)) {
      this.askFor(object, 0, this.asked)
    }
    const prototype = Object.getPrototypeOf(object) as object | null
    const plan = prototype === null ? undefined : plans.get(prototype)
    if (plan !== undefined) return this.walkFields(object, plan, true)
    if (Array.isArray(object)) return this.walkElements(object)
    if (object instanceof Map || object instanceof Set) {
      this.bytes += TABLE + TABLE_ENTRY * object.size
      this.open.push(new TableWalk(object))
    } else if (object instanceof ArrayBuffer) {
      this.bytes += TABLE + ("maxByteLength" in object ? (object.maxByteLength as number) : object.byteLength)
    } else if (ArrayBuffer.isView(object)) {
      this.bytes += TABLE
      this.meet(object.buffer, object)
    } else if (object instanceof WeakMap) {
      this.bytes += TABLE
      this.weakMaps.push(object)
    } else if (prototype === null || prototype === Object.prototype) {
      this.walkFields(object, Object.keys(object), false)
    } else if (object instanceof URL) {
      this.bytes += TABLE + 2 * object.href.length
    } else {
      this.walkFields(object, planOf(prototype, object), true)
    }
  }

  /** `isOwned`: an instance of an engine class, whose fields are plain. */
  private walkFields(object: object, fields: readonly string[], isOwned: boolean): void {
    const record = object as Record<string, unknown>
    this.bytes += OBJECT + WORD * fields.length
    for (const field of fields) {
      const value = record[field]
      // These two belong to their object: they need not be known again.
      if ((field === "slots" || field === "elements") && Array.isArray(value)) {
        this.walkElements(value)
        continue
      }
      this.meet(value, object)
      if (isOwned && typeof value === "string" && value.length >= SHARED_TEXT) record[field] = this.shared(value)
    }
  }

  private walkElements(list: unknown[]): void {
    if (list.length === 0) return
    this.bytes += LIST + WORD * list.length
    if (list.length > AT_ONCE) this.open.push(new ListWalk(list))
    else this.walkRange(list, 0, list.length)
  }

  private walkList({ list, at, end }: ListWalk): void {
    const to = Math.min(at + AT_ONCE, end)
    if (to < end) this.open.push(new ListWalk(list, to, end))
    this.walkRange(list, at, to)
  }

  private walkRange(list: unknown[], from: number, to: number): void {
    for (let i = from; i < to; i++) {
      // Long texts alone are much work.
      if (this.work >= this.end && i > from) {
        this.open.push(new ListWalk(list, i, to))
        return
      }
      const value = list[i]
      this.meet(value, list)
      if (typeof value === "string" && value.length >= SHARED_TEXT && !Object.isFrozen(list)) {
        list[i] = this.shared(value)
      }
    }
  }

  private walkTable(walk: TableWalk): void {
    const { table, entries } = walk
    const place = this.open.push(walk) - 1
    for (let i = 0; i < AT_ONCE && (i === 0 || this.work < this.end); i++) {
      const step = entries.next()
      if (step.done === true) {
        // What has been pushed meanwhile stands above it.
        this.open[place] = NOTHING
        return
      }
      const [key, value] = step.value
      this.meet(key, table)
      if (table instanceof Set) continue
      this.meet(value, table)
      if (typeof value === "string" && value.length >= SHARED_TEXT) table.set(key, this.shared(value))
    }
  }

  /**
   * Values of weak maps live as long as their keys and maps both do. A weak map does not tell its keys, so every object met is asked for: those met
   * before a map was, here; the later ones when they are walked. False when there is nothing left to ask.
   */
  private askWeakMaps(end: number): boolean {
    const { weakMaps } = this
    if (this.unasked === null) {
      if (this.asked === weakMaps.length) return false
      this.unasked = { objects: this.visited.all(), from: this.asked, to: weakMaps.length }
      this.asked = weakMaps.length
    }
    const { objects, from, to } = this.unasked
    while (this.work < end && this.open.length < AT_ONCE) {
      const step = objects.next()
      if (step.done === true) {
        this.unasked = null
        break
      }
      this.askFor(step.value, from, to)
    }
    return true
  }

  private askFor(object: object, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const map = this.weakMaps[i]
      this.work++
      if (!map.has(object)) continue
      this.bytes += TABLE_ENTRY
      this.meet(map.get(object), map)
    }
  }
}

/** Stands in {@link Census.open} where a walk is over. */
const NOTHING = new ListWalk([])

/** Objects of one shard's set: a larger one grows in steps of several milliseconds, and none holds more than 2^24. */
const SET_SIZE = 1 << 15
const SHARDS = 1 << 6

/**
 * The objects met so far. The host tells no hash of an object, so they are spread by what is in them; where that is the same for very many, a shard has
 * several sets to ask.
 */
class Visited {
  private readonly shards: (Set<object>[] | undefined)[] = new Array<undefined>(SHARDS).fill(undefined)

  /** Adds an object; false when it is there already. */
  add(object: object): boolean {
    const at = shardOf(object)
    const sets = (this.shards[at] ??= [new Set()])
    const last = sets.length - 1
    const set = sets[last]
    for (let i = 0; i < last; i++) if (sets[i].has(object)) return false
    const { size } = set
    set.add(object)
    if (set.size === size) return false
    if (size + 1 >= SET_SIZE) sets.push(new Set())
    return true
  }

  *all(): Generator<object, void, undefined> {
    for (const sets of this.shards) for (const set of sets ?? []) yield* set
  }
}

/** By contents that do not change while the program stands still. */
function shardOf(object: object): number {
  let hash = 0
  if (object instanceof PlainObject) {
    hash = mix(mix(mix(mix(0, object.p0), object.p1), object.p2), object.p3) ^ object.slots.length
  } else if (object instanceof ArrayValue) {
    const { elements } = object
    hash = mix(mix(elements.length, elements[0]), elements[1])
  } else if (object instanceof FunctionValue) {
    const { cells } = object
    hash = mix(
      object.code?.start_ ?? 0,
      cells.length === 0 ? undefined : (cells[cells.length - 1] as Cell | undefined)?.v
    )
  } else if (object instanceof Cell) {
    hash = mix(1, object.v)
  } else if (Array.isArray(object)) {
    hash = mix(mix(object.length, object[4]), object[5])
  } else {
    const { key, value } = object as { readonly key?: unknown; readonly value?: unknown }
    hash = mix(mix(2, key), value)
  }
  return (Math.imul(hash, 0x9e3779b1) >>> 26) & (SHARDS - 1)
}

function mix(hash: number, value: unknown): number {
  let part = 0
  if (typeof value === "number") part = (value * 1024) | 0
  else if (typeof value === "string") part = value.length === 0 ? 1 : value.length ^ (value.charCodeAt(0) << 8)
  else if (value instanceof PlainObject && typeof value.p0 === "number") part = value.p0 | 0
  return Math.imul(hash ^ part, 0x85ebca6b) ^ (hash >>> 13)
}
