/** Regular expression objects (https://tc39.es/ecma262/#sec-properties-of-regexp-instances); the matcher is in ../regexp. */
import type { Crossing } from "./object.ts"
import { compile, Matcher, maxPatternLength, RegExpSyntaxError } from "../regexp/index.ts"
import type { Program } from "../regexp/index.ts"
import { agent } from "./agent.ts"
import { engineFailure, throwError } from "./errors.ts"
import { ObjectValue } from "./object.ts"
import type { Slot } from "./object.ts"
import type { Realm } from "./realm.ts"
import { WRITABLE } from "./shape.ts"
import type { Shape } from "./shape.ts"

export class RegExpValue extends ObjectValue {
  readonly program: Program
  /** A matcher that no search is using. */
  private idle: Matcher | null = null

  /** `shape` has `lastIndex` as its only key. */
  constructor(shape: Shape, program: Program) {
    super(shape)
    this.program = program
    this.slots = [0]
  }

  override crossing(): Crossing {
    return { as: "empty", what: "a RegExp", instead: "write `String(regexp)`" }
  }

  override get builtinTag(): string {
    return "RegExp"
  }

  /** A matcher for one search or a series of them. A callback may search with the same expression meanwhile, and gets another. */
  lendMatcher(input: string): Matcher {
    const matcher = this.idle
    if (matcher === null) return new Matcher(this.program, input)
    this.idle = null
    setInput(matcher, input)
    return matcher
  }

  takeBack(matcher: Matcher): void {
    setInput(matcher, "")
    this.idle = matcher
  }

  /** The value of `lastIndex`, which is always the first own property and never an accessor. */
  get lastIndex(): Slot {
    const dictionary = this.shape.dictionary
    return dictionary === null ? this.slots[0] : (dictionary.get("lastIndex")!.value as Slot)
  }
}

/** The shape of a fresh regular expression whose class shape is `root`. */
export const regExpShapeFrom = (root: Shape): Shape => root.with("lastIndex", WRITABLE)

/** Between two searches a matcher keeps nothing of its input. */
const setInput = (matcher: { input: string }, input: string): void => {
  matcher.input = input
}

let shapeRealm: Realm | null = null
let shapeOfRealm: Shape | null = null

/** The shape of the program's own regular expressions while they have no other property. */
export function regExpShape(): Shape {
  const { realm } = agent
  if (shapeRealm !== realm || shapeOfRealm === null) {
    shapeRealm = realm
    shapeOfRealm = regExpShapeFrom(realm.shapeOf("%RegExp.prototype%"))
  }
  return shapeOfRealm
}

/** Programs compiled lately: a pattern in a loop or a callback is compiled once. They are immutable, so every execution may share them. */
const compiled = new Map<string, Program>()
const CACHE_SIZE = 200
const CACHED_LENGTH = 500

/** What compiling costs, in steps. */
const COMPILE_STEPS = 256
const COMPILE_STEPS_PER_UNIT = 64

/** Compiles a pattern; what is wrong with it is a `SyntaxError` of the program that says how to write it. */
export function compilePattern(source: string, flags: string): Program {
  // Before anything reads it: longer patterns would be compiled in one step that takes too long.
  if (source.length > maxPatternLength) {
    throwError(
      "SyntaxError",
      `Invalid regular expression: a pattern can have at most ${maxPatternLength} characters here, not ${source.length}. Split it into several.`,
      engineFailure()
    )
  }
  const key = `/${source}/${flags}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  agent.budget -= COMPILE_STEPS + COMPILE_STEPS_PER_UNIT * source.length
  try {
    const program = compile(source, flags)
    if (key.length <= CACHED_LENGTH) {
      if (compiled.size >= CACHE_SIZE)
        for (const oldest of compiled.keys()) {
          compiled.delete(oldest)
          break
        }
      compiled.set(key, program)
    }
    return program
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error
    return throwError("SyntaxError", error.message, engineFailure())
  }
}

/** A fresh object of the program's own class (`RegExpCreate`, https://tc39.es/ecma262/#sec-regexpcreate). */
export const newRegExp = (source: string, flags: string): RegExpValue =>
  new RegExpValue(regExpShape(), compilePattern(source, flags))

/** What a literal does each time it is evaluated: a fresh object, its pattern compiled the first time. */
export function regExpLiteral(source: string, flags: string): () => RegExpValue {
  let program: Program | null = null
  return () => new RegExpValue(regExpShape(), (program ??= compilePattern(source, flags)))
}
