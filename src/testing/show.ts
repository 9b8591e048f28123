/** A value in a message of the kit. Inputs may be decoded to anything, and a tool may answer anything. */
import { nameText } from "../tool-runtime/name-text.ts"
import { bytesOf, className, isBytes, isPlain, jsonOf, keysOf, kindOf } from "./kind.ts"

/** The longest text for a value, and for one text within it. */
const LONGEST = 1000
/** The levels that are shown; what crosses the border has 32 at most. */
const DEEPEST = 40

/** What stands for a key that an object does not have. */
export const ABSENT: unique symbol = Symbol("absent")

/** A value as a text; where not all of it fits, an ellipsis stands for the rest. */
export interface Shown {
  readonly text: string
  readonly isWhole: boolean
}

/** As JSON, with more words for what JSON cannot tell apart: `undefined`, `1n`, `Date("…")`, `Map{…}`, names of classes. */
export const show = (value: unknown): string => shown(value).text

/** {@link show}, with whether that is all. */
export function shown(value: unknown): Shown {
  const writer = new Writer()
  const text = writer.write(value)
  return text.length <= LONGEST ? { text, isWhole: writer.isWhole } : { text: nameText(text, LONGEST), isWhole: false }
}

class Writer {
  isWhole = true
  private room = LONGEST
  private readonly around: object[] = []

  write(value: unknown): string {
    if (this.room <= 0) return this.rest()
    const isObject = typeof value === "object" && value !== null
    const text = isObject ? this.object(value) : this.primitive(value)
    // What an object holds has been counted.
    if (!isObject) this.room -= text.length
    return text
  }

  private rest(): string {
    this.isWhole = false
    return "…"
  }

  private primitive(value: unknown): string {
    switch (typeof value) {
      case "string":
        if (value.length > LONGEST) this.isWhole = false
        return JSON.stringify(nameText(value, LONGEST))
      case "bigint":
        return `${value}n`
      case "number":
        return Object.is(value, -0) ? "-0" : String(value)
      case "symbol":
        return value === ABSENT ? "absent" : String(value)
      case "function":
        return "a function"
      default:
        return String(value)
    }
  }

  private object(value: object): string {
    if (this.around.includes(value)) return "[circular]"
    if (this.around.length === DEEPEST) return this.rest()
    this.around.push(value)
    try {
      return this.members(value)
    } catch {
      // A getter, a proxy, a revoked one.
      return "[unreadable]"
    } finally {
      this.around.pop()
    }
  }

  private members(value: object): string {
    const kind = kindOf(value)
    if (kind === "Array") return `[${this.list(value as unknown[])}]`
    if (kind === "Date") {
      const time = Date.prototype.getTime.call(value)
      return `Date(${Number.isNaN(time) ? "invalid" : JSON.stringify(new Date(time).toISOString())})`
    }
    if (kind === "RegExp") return RegExp.prototype.toString.call(value)
    if (kind === "Map") {
      return `Map{${this.list(value as Map<unknown, unknown>, ([key, member]) => `${this.write(key)} => ${this.write(member)}`)}}`
    }
    if (kind === "Set") return `Set{${this.list(value as Set<unknown>)}}`
    if (isBytes(value)) return `${kind}[${this.list(bytesOf(value))}]`
    const name = className(value)
    if (kind === "Error") {
      const { message } = value as { readonly message?: unknown }
      return `${name}(${this.write(message)})${keysOf(value).length === 0 ? "" : this.record(value)}`
    }
    if (isPlain(value)) return this.record(value)
    if (/^(?:Number|String|Boolean|BigInt|Symbol)$/.test(kind)) return `${kind}(${this.write(value.valueOf())})`
    const said = jsonOf(value)
    const text = said === undefined ? this.record(value) : this.write(said.json)
    if (name === "" || name === "Object") return text
    return said === undefined ? `${name}${text}` : `${name}(${text})`
  }

  private list<A>(members: Iterable<A>, write = (member: A): string => this.write(member)): string {
    const texts: string[] = []
    for (const member of members) {
      if (this.room <= 0) {
        texts.push(this.rest())
        break
      }
      this.room--
      texts.push(write(member))
    }
    return texts.join(",")
  }

  private record(value: object): string {
    const write = (key: string | symbol): string => {
      const name = typeof key === "symbol" ? `[${String(key)}]` : this.primitive(key)
      this.room -= name.length
      return `${name}:${this.write((value as Record<string | symbol, unknown>)[key])}`
    }
    return `{${this.list(keysOf(value), write)}}`
  }
}
