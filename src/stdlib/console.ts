/**
 * `console`: every call appends one entry to the program's log and answers `undefined`, whatever it is given. Format specifiers (`%s`) are text
 * like any other.
 */
import { agent, charge, pause } from "../interpreter/kernel/agent.ts"
import { constant, method, steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { captureTrace, ErrorValue } from "../interpreter/kernel/error-value.ts"
import { putOwn } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions, Realm } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { ownText } from "../interpreter/kernel/weight.ts"
import { formatArguments, Formatter } from "./console-format.ts"
import { formatTable } from "./console-table.ts"

/** What one program's console remembers between calls. */
class ConsoleState {
  indent = ""
  readonly counts = new Map<string, number>()
  readonly timers = new Map<string, number>()
}

/** Labels beyond so many, and longer ones, are written but not remembered: nobody counts what they take. */
const MAX_LABELS = 10_000
const MAX_LABEL = 1000

/** Remembers a number for a label, where there is room for it. */
function remember(numbers: Map<string, number>, label: string, n: number): void {
  if (numbers.has(label)) numbers.set(label, n)
  else if (numbers.size < MAX_LABELS && label.length <= MAX_LABEL) numbers.set(ownText(label), n)
}

const states = new WeakMap<Realm, ConsoleState>()

function state(): ConsoleState {
  const { realm } = agent
  let known = states.get(realm)
  if (known === undefined) states.set(realm, (known = new ConsoleState()))
  return known
}

const MAX_GROUPS = 100
const LINE_STEPS = 8
/** Text is indented in pieces of this size. */
const INDENTED_PIECE = 1 << 12

function* append(text: string, prefix = ""): Steps<undefined> {
  // Joining the text, and what the host does with a line.
  agent.budget -= LINE_STEPS + (text.length >> 6)
  const { indent } = state()
  const entry = prefix + text
  agent.realm.host.log(indent === "" ? entry : yield* indented(entry, indent))
}

/** Every line of an entry behind the indent of its group, which can make it a hundred times as long. */
function* indented(entry: string, indent: string): Steps<string> {
  const out = new Formatter()
  out.text(indent)
  for (let at = 0; at < entry.length && !out.isFull; at += INDENTED_PIECE) {
    const piece = entry.substring(at, at + INDENTED_PIECE).replaceAll("\n", `\n${indent}`)
    out.text(piece)
    if (charge(1 + (piece.length >> 6))) {
      pause()
      yield
    }
  }
  return out.finish()
}

const WARN = "[warn] "
const ERROR = "[error] "
const DEBUG = "[debug] "

const logged = (name: string, run: (args: readonly Value[]) => Steps<Value>): Row =>
  steps(name, 0, (_, args) => run(args), DEFAULT_FLAGS)

const logger = (name: string, prefix: string): Row =>
  logged(name, function* (args) {
    return yield* append(yield* formatArguments(args), prefix)
  })

/** The label of a counter or timer, without running a conversion of the program. */
function* labelOf(args: readonly Value[]): Steps<string> {
  return args[0] === undefined ? "default" : yield* formatArguments([args[0]])
}

function* assert(args: readonly Value[]): Steps<Value> {
  if (args[0]) return undefined
  const text = yield* formatArguments(args.slice(1))
  return yield* append(text === "" ? "Assertion failed" : `Assertion failed: ${text}`, ERROR)
}

function* count(args: readonly Value[]): Steps<Value> {
  const label = yield* labelOf(args)
  const { counts } = state()
  const n = (counts.get(label) ?? 0) + 1
  remember(counts, label, n)
  return yield* append(`${label}: ${n}`)
}

function* countReset(args: readonly Value[]): Steps<Value> {
  const label = yield* labelOf(args)
  return state().counts.delete(label) ? undefined : yield* append(`Count for '${label}' does not exist`, WARN)
}

function* group(args: readonly Value[]): Steps<Value> {
  if (args.length > 0) yield* append(yield* formatArguments(args))
  const known = state()
  if (known.indent.length < MAX_GROUPS * 2) known.indent += "  "
  return undefined
}

function groupEnd(): undefined {
  const known = state()
  known.indent = known.indent.slice(2)
}

const elapsed = (since: number): string => `${Math.round((agent.realm.host.now() - since) * 1000) / 1000}ms`

function* time(args: readonly Value[]): Steps<Value> {
  const label = yield* labelOf(args)
  const { timers } = state()
  if (timers.has(label)) return yield* append(`Timer '${label}' already exists`, WARN)
  remember(timers, label, agent.realm.host.now())
  return undefined
}

function* timeLog(args: readonly Value[], ends: boolean): Steps<Value> {
  const label = yield* labelOf(args)
  const { timers } = state()
  const since = timers.get(label)
  if (since === undefined) return yield* append(`Timer '${label}' does not exist`, WARN)
  if (ends) timers.delete(label)
  const rest = ends ? "" : yield* formatArguments(args.slice(1))
  return yield* append(rest === "" ? `${label}: ${elapsed(since)}` : `${label}: ${elapsed(since)} ${rest}`)
}

/** The text, and where in the program it was logged. */
function* trace(args: readonly Value[]): Steps<Value> {
  const { realm } = agent
  const place = new ErrorValue(realm.shapeOf("%Error.prototype%"), null, captureTrace())
  putOwn(place, "name", "Trace")
  putOwn(place, "message", yield* formatArguments(args))
  return yield* append(place.stack)
}

export const consoleIntrinsics = {
  "%console%": {
    prototype: "%Object.prototype%",
    rows: [
      logged("assert", assert),
      logged("count", count),
      logged("countReset", countReset),
      logger("debug", DEBUG),
      // The second argument of `dir` holds options for terminals.
      logged("dir", function* (args) {
        return yield* append(yield* formatArguments(args.slice(0, 1)))
      }),
      logger("error", ERROR),
      logged("group", group),
      logged("groupCollapsed", group),
      method("groupEnd", 0, groupEnd, DEFAULT_FLAGS),
      logger("info", ""),
      logger("log", ""),
      logged("table", function* (args) {
        return yield* append((yield* formatTable(args[0], args[1])) ?? (yield* formatArguments(args)))
      }),
      logged("time", time),
      logged("timeEnd", (args) => timeLog(args, true)),
      logged("timeLog", (args) => timeLog(args, false)),
      logged("trace", trace),
      logger("warn", WARN),
      constant(wellKnown.toStringTag, "console", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
