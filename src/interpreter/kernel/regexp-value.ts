/** Regular expression objects (https://tc39.es/ecma262/#sec-properties-of-regexp-instances); the matcher is in ../regexp. */
import type { Crossing } from "./object.ts"
import {
  compiledBefore,
  compileInPortions,
  Matcher,
  maxPatternLength,
  PORTION,
  RegExpSyntaxError
} from "../regexp/index.ts"
import type { Program } from "../regexp/index.ts"
import { agent, charge, pause } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { engineFailure, throwError } from "./errors.ts"
import { ObjectValue } from "./object.ts"
import type { Slot } from "./object.ts"
import type { Realm } from "./realm.ts"
import { WRITABLE } from "./shape.ts"
import type { Shape } from "./shape.ts"
import { runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"

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

/** What compiling costs, in steps. */
const COMPILE_STEPS = 256
const COMPILE_STEPS_PER_UNIT = 64

/** Compiles a pattern, with pauses; what is wrong with it is a `SyntaxError` of the program that says how to write it. */
export function* compilePattern(source: string, flags: string): Steps<Program> {
  // Before anything reads it.
  if (source.length > maxPatternLength) {
    throwError(
      "SyntaxError",
      `Invalid regular expression: a pattern can have at most ${maxPatternLength} characters here, not ${source.length}. Split it into several.`,
      engineFailure()
    )
  }
  const known = compiledBefore(source, flags)
  if (known !== undefined) return known
  charge(COMPILE_STEPS + COMPILE_STEPS_PER_UNIT * Math.min(source.length, PORTION))
  const portions = compileInPortions(source, flags)
  for (;;) {
    const progress = nextPortion(portions)
    if (progress.done === true) return progress.value
    if (charge(COMPILE_STEPS_PER_UNIT * PORTION)) {
      pause()
      yield
    }
  }
}

function nextPortion(portions: ReturnType<typeof compileInPortions>): IteratorResult<void, Program> {
  try {
    return portions.next()
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error
    return throwError("SyntaxError", error.message, engineFailure())
  }
}

/** A fresh object of the program's own class (`RegExpCreate`, https://tc39.es/ecma262/#sec-regexpcreate). */
export function* newRegExp(source: string, flags: string): Steps<RegExpValue> {
  return new RegExpValue(regExpShape(), yield* compilePattern(source, flags))
}

/** What a literal does each time it is evaluated: a fresh object, its pattern compiled the first time. */
export function regExpLiteral(source: string, flags: string): () => RegExpValue | Susp {
  let program: Program | null = null
  function* first(): Steps<RegExpValue> {
    program = yield* compilePattern(source, flags)
    return new RegExpValue(regExpShape(), program)
  }
  return () => (program === null ? runSteps(first()) : new RegExpValue(regExpShape(), program))
}
