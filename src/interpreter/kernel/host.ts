/**
 * The port: everything of the outside that a program can have an effect on or learn from. The engine never learns what a tool is;
 * it knows paths, calls, and the promise that a call answers.
 */
import type { Crossing } from "./object.ts"
import { agent } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { throwInvalidData, throwTypeError } from "./errors.ts"
import { ObjectValue } from "./object.ts"
import type { PropertyDescriptor } from "./object.ts"
import type { PropertyKey, Value } from "./values.ts"

export interface HostPort {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds by which slices are shared out; never throws. Without it, {@link now}. */
  readonly sliceTime?: () => number
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** IANA name of the zone that local time means. */
  readonly timeZone: string
  /** Appends one line to the program's log. */
  readonly log: (line: string) => void
  /** A call of `tools.a.b(...)`; the answer is usually a promise (`search` answers at once). May throw into the program. */
  readonly callTool: (path: readonly string[], args: readonly Value[]) => Value | Susp
  /** A call of the global `search(...)`; answers its result at once. May throw into the program. */
  readonly search: (args: readonly Value[]) => Value | Susp
  /** Child segments of a namespace; throws into the program when there is no such namespace. */
  readonly toolKeys: (path: readonly string[]) => readonly string[]
  /** Why a path is no tool that can be called, and what works instead; undefined for a tool. Without it every path passes for one. */
  readonly notATool?: (path: readonly string[]) => string | undefined
  /** What to write instead of a name that does not exist; `known` are the names that do, the likeliest first. */
  readonly hintForName: (name: string, known: Iterable<string>) => string | undefined
  /** The program waits for a promise whose host work was interrupted: the run is over. */
  readonly interruptionObserved: () => void
}

/** Far more than any tree of tools has. */
const MAX_PATH = 1000

/** The longest expression that a message repeats in full, in UTF-16 units. */
const LONGEST_EXPRESSION = 200

const readOnly = (): never =>
  throwTypeError("Tools cannot be assigned to or redefined. Store data in your own variables instead.")

/**
 * `tools` and everything below it: an opaque reference to a path. Reading any member answers a deeper reference; nothing is looked up until it is
 * called or its keys are listed.
 */
export class ToolReference extends ObjectValue {
  private readonly parent: ToolReference | null
  private readonly segment: string
  private readonly depth: number

  /** `tools` itself, or a member of a reference. */
  constructor(parent: ToolReference | null = null, segment = "") {
    super(agent.realm.rootShape(null, 4))
    this.parent = parent
    this.segment = segment
    this.depth = parent === null ? 0 : parent.depth + 1
    if (this.depth > MAX_PATH) throwTypeError(`A path of tools has at most ${MAX_PATH} segments.`)
  }

  get path(): readonly string[] {
    const path = new Array<string>(this.depth)
    for (let at: ToolReference = this; at.parent !== null; at = at.parent) path[at.depth - 1] = at.segment
    return path
  }

  override crossing(): Crossing {
    return { as: "refused", message: "a tool reference", suggestions: [this.advice] }
  }

  override get isCallable(): boolean {
    return true
  }
  override get typeofValue(): string {
    return this.depth === 0 ? "object" : "function"
  }
  override get isNeverThenable(): boolean {
    return true
  }
  override get refusesEquality(): boolean {
    return true
  }
  override get builtinTag(): string {
    return "Tool"
  }
  override overridesLookupChain(): boolean {
    return true
  }

  /** As it is written in a program; of a long one the beginning, for it stands in messages. */
  get expression(): string {
    let text = "tools"
    if (this.depth === 0) return text
    for (const segment of this.path.join(".").split("."))
      text += /^[A-Za-z_$][\w$]*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`
    return text.length > LONGEST_EXPRESSION ? `${text.slice(0, LONGEST_EXPRESSION)}…` : text
  }

  /** Why it is no tool, and what works instead; undefined for a tool. */
  get notATool(): string | undefined {
    return agent.realm.host.notATool?.(this.path)
  }

  /** What to do with it, in a sentence. */
  get advice(): string {
    return this.notATool ?? `Call it: \`await ${this.expression}({ ... })\`.`
  }

  override refuseConversion(): void {
    throwInvalidData(`${this.expression} is a tool reference, not data. ${this.advice}`)
  }

  override refuseSpread(): void {
    this.refuseConversion()
  }

  override refuseUse(what: string, needed: string): void {
    const { expression } = this
    const subject = what === expression ? what : `${what} is the tool reference ${expression}, which`
    throwInvalidData(`${subject} is not ${needed}. ${this.advice}`)
  }

  override get(key: PropertyKey): Value | Susp {
    if (typeof key === "object") return undefined
    return new ToolReference(this, String(key))
  }
  override call(_thisValue: Value, args: readonly Value[]): Value | Susp {
    return agent.realm.host.callTool(this.path, args)
  }
  override has(key: PropertyKey): boolean | Susp {
    return typeof key !== "object" && this.keys().includes(String(key))
  }
  override lookup(): boolean {
    return false
  }
  override getOwnProperty(key: PropertyKey): PropertyDescriptor | undefined | Susp {
    if (typeof key === "object" || !this.keys().includes(String(key))) return undefined
    return {
      value: new ToolReference(this, String(key)),
      writable: false,
      enumerable: true,
      configurable: true
    }
  }
  override ownKeys(): PropertyKey[] | Susp {
    return [...this.keys()]
  }
  override set(): boolean | Susp {
    return readOnly()
  }
  override defineOwnProperty(): boolean | Susp {
    return readOnly()
  }
  override delete(): boolean | Susp {
    return readOnly()
  }
  override setPrototypeOf(): boolean | Susp {
    return readOnly()
  }
  override preventExtensions(): boolean | Susp {
    return readOnly()
  }

  keys(): readonly string[] {
    return agent.realm.host.toolKeys(this.path)
  }
}
