/** The methods of `String.prototype` that search, replace and split. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../interpreter/kernel/array.ts"
import { LongList } from "../interpreter/kernel/long-list.ts"
import { method, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import {
  getMethod,
  getOf,
  integerOf,
  integerOrInfinityOf,
  invokeMethod,
  numberOf,
  requireObjectCoercible,
  stringOf,
  toUint32
} from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { isCallable } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { newRegExp, RegExpValue } from "../interpreter/kernel/regexp-value.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { SymbolValue, Value } from "../interpreter/kernel/values.ts"
import { expandTemplate, replacementText } from "./substitution.ts"
import { TextBuilder } from "./text-builder.ts"
import { AGAIN, isQuickSearch, LastTextSearch, SEARCH_STEPS, TextSearch } from "./text-search.ts"
import { apart, partOf } from "../interpreter/kernel/weight.ts"

/** The receiver of a method as text (`RequireObjectCoercible`, `ToString`). */
export function* receiverText(thisValue: Value, name: string): Steps<string> {
  if (typeof thisValue === "string") return thisValue
  requireObjectCoercible(thisValue, `String.prototype.${name}`)
  return yield* stringOf(thisValue)
}

/** `IsRegExp` (https://tc39.es/ecma262/#sec-isregexp). */
export function* isRegExp(value: Value): Steps<boolean> {
  if (!(value instanceof ObjectValue)) return false
  const matcher = yield* getOf(value, wellKnown.match)
  return matcher === undefined ? value instanceof RegExpValue : Boolean(matcher)
}

/** `StringIndexOf` (https://tc39.es/ecma262/#sec-stringindexof) in bounded steps. */
function* indexOfText(text: string, needle: string, from: number): Steps<number> {
  const search = new TextSearch(text, needle)
  let index = search.find(from)
  while (index === AGAIN) {
    if (charge(SEARCH_STEPS)) {
      pause()
      yield
    }
    index = search.more()
  }
  return index
}

function* lastIndexOfText(text: string, needle: string, from: number): Steps<number> {
  const search = new LastTextSearch(text, needle)
  let index = search.find(from)
  while (index === AGAIN) {
    if (charge(SEARCH_STEPS)) {
      pause()
      yield
    }
    index = search.more()
  }
  return index
}

const clamp = (n: number, max: number): number => (n < 0 ? 0 : n > max ? max : n)

// ---- indexOf and its kin.

/** A row of a search text and a position. `search` gets texts that the host searches quickly, or all where `slowly` is null. */
function searchRow(
  name: string,
  refusesRegExp: boolean,
  missing: number,
  search: (text: string, needle: string, position: number) => Value,
  slowly: ((text: string, needle: string, position: number) => Steps<Value>) | null
): Row {
  function* general(thisValue: Value, args: readonly Value[]): Steps<Value> {
    requireObjectCoercible(thisValue, `String.prototype.${name}`)
    const text = yield* stringOf(thisValue)
    if (refusesRegExp && (yield* isRegExp(args[0]))) {
      throwTypeError(
        `String.prototype.${name} takes a text, not a regular expression. Write \`pattern.test(text)\` instead.`
      )
    }
    const needle = yield* stringOf(args[0])
    const position = args[1] === undefined ? missing : yield* integerOrInfinityOf(args[1])
    if (slowly === null || isQuickSearch(text.length, needle.length)) return search(text, needle, position)
    return yield* slowly(text, needle, position)
  }
  return method(name, 1, (thisValue, args) => {
    const needle = args[0]
    if (typeof thisValue === "string" && typeof needle === "string") {
      const position = args[1]
      if ((position === undefined || typeof position === "number") && isQuickSearch(thisValue.length, needle.length)) {
        return search(thisValue, needle, position === undefined ? missing : integerOf(position))
      }
    }
    return runSteps(general(thisValue, args))
  })
}

/** https://tc39.es/ecma262/#sec-string.prototype.indexof */
const indexOfRow = searchRow(
  "indexOf",
  false,
  0,
  (text, needle, position) => text.indexOf(needle, position),
  (text, needle, position) => indexOfText(text, needle, clamp(position, text.length))
)

/** https://tc39.es/ecma262/#sec-string.prototype.includes */
const includesRow = searchRow(
  "includes",
  true,
  0,
  (text, needle, position) => text.includes(needle, position),
  function* (text, needle, position) {
    return (yield* indexOfText(text, needle, clamp(position, text.length))) >= 0
  }
)

/** https://tc39.es/ecma262/#sec-string.prototype.startswith: linear in the host, so never slow. */
const startsWith = (text: string, needle: string, position: number): boolean => {
  charge(needle.length >> 8)
  return text.startsWith(needle, position)
}
const startsWithRow = searchRow("startsWith", true, 0, startsWith, null)

/** https://tc39.es/ecma262/#sec-string.prototype.endswith */
const endsWith = (text: string, needle: string, position: number): boolean => {
  charge(needle.length >> 8)
  return text.endsWith(needle, position)
}
const endsWithRow = searchRow("endsWith", true, Infinity, endsWith, null)

/** https://tc39.es/ecma262/#sec-string.prototype.lastindexof */
const stringLastIndexOf: NativeSteps = function* (thisValue, args) {
  requireObjectCoercible(thisValue, "String.prototype.lastIndexOf")
  const text = yield* stringOf(thisValue)
  const needle = yield* stringOf(args[0])
  const n = yield* numberOf(args[1])
  const position = n !== n ? Infinity : integerOf(n)
  const last = text.length - needle.length
  if (last < 0) return -1
  const from = clamp(position, last)
  if (isQuickSearch(text.length, needle.length)) return text.lastIndexOf(needle, from)
  return yield* lastIndexOfText(text, needle, from)
}

// ---- The methods that hand over to a pattern object.

/** Looks for the pattern's own method of the name; `undefined` when the pattern is text. */
function* patternMethod(pattern: Value, symbol: SymbolValue): Steps<ObjectValue | undefined> {
  return pattern instanceof ObjectValue ? yield* getMethod(pattern, symbol) : undefined
}

function* callPattern(method: ObjectValue, pattern: Value, args: readonly Value[]): Steps<Value> {
  const result = method.call(pattern, args)
  return result === SUSP ? ((yield) as Value) : result
}

/** `match` and `search` (https://tc39.es/ecma262/#sec-string.prototype.match). */
const handOver = (name: "match" | "search"): NativeSteps =>
  function* (thisValue, args) {
    requireObjectCoercible(thisValue, `String.prototype.${name}`)
    const pattern = args[0]
    const symbol = wellKnown[name]
    const method = yield* patternMethod(pattern, symbol)
    if (method !== undefined) return yield* callPattern(method, pattern, [thisValue])
    const text = yield* stringOf(thisValue)
    const source = pattern === undefined ? "" : yield* stringOf(pattern)
    const regExp = yield* newRegExp(source, "")
    return yield* invokeMethod(regExp, symbol, [text])
  }

/** The flags of a pattern object must have `g` for methods that mean every match. */
function* requireGlobal(pattern: Value, name: string): Steps<void> {
  if (!(pattern instanceof ObjectValue) || !(yield* isRegExp(pattern))) return
  const flags = yield* getOf(pattern, "flags")
  requireObjectCoercible(flags, `String.prototype.${name} with a pattern whose flags are`)
  const text = yield* stringOf(flags)
  charge(text.length >> 8)
  if (text.includes("g")) return
  const shown = pattern instanceof RegExpValue ? `/${pattern.program.source}/${pattern.program.flagText}` : "/pattern/"
  throwTypeError(
    `String.prototype.${name} needs the flag g: write ${shown.length > 60 ? "/pattern/" : shown}g` +
      (name === "matchAll" ? ", or use match for the first match only." : ", or use replace for the first match only.")
  )
}

/** https://tc39.es/ecma262/#sec-string.prototype.matchall */
const stringMatchAll: NativeSteps = function* (thisValue, args) {
  requireObjectCoercible(thisValue, "String.prototype.matchAll")
  const pattern = args[0]
  yield* requireGlobal(pattern, "matchAll")
  const method = yield* patternMethod(pattern, wellKnown.matchAll)
  if (method !== undefined) return yield* callPattern(method, pattern, [thisValue])
  const text = yield* stringOf(thisValue)
  const source = pattern === undefined ? "" : yield* stringOf(pattern)
  const regExp = yield* newRegExp(source, "g")
  return yield* invokeMethod(regExp, wellKnown.matchAll, [text])
}

/** https://tc39.es/ecma262/#sec-string.prototype.replace */
const stringReplace: NativeSteps = function* (thisValue, args) {
  requireObjectCoercible(thisValue, "String.prototype.replace")
  const [pattern, replacement] = [args[0], args[1]]
  const method = yield* patternMethod(pattern, wellKnown.replace)
  if (method !== undefined) return yield* callPattern(method, pattern, [thisValue, replacement])
  const text = yield* stringOf(thisValue)
  const needle = yield* stringOf(pattern)
  const template = isCallable(replacement) ? "" : yield* stringOf(replacement)
  const position = isQuickSearch(text.length, needle.length)
    ? text.indexOf(needle)
    : yield* indexOfText(text, needle, 0)
  if (position < 0) return text
  const inserted = yield* replacementFor(text, needle, position, replacement, template)
  const result = new TextBuilder()
  result.add(text.substring(0, position))
  result.add(inserted)
  result.add(text.substring(position + needle.length))
  return result.finish()
}

function* replacementFor(
  text: string,
  matched: string,
  position: number,
  replacement: Value,
  template: string
): Steps<string> {
  if (isCallable(replacement)) {
    let result = replacement.call(undefined, [matched, position, text])
    if (result === SUSP) result = (yield) as Value
    return yield* replacementText(result)
  }
  if (!template.includes("$")) return template
  return yield* expandTemplate(template, { matched, text, position, captures: [], namedCaptures: undefined })
}

/** https://tc39.es/ecma262/#sec-string.prototype.replaceall */
const stringReplaceAll: NativeSteps = function* (thisValue, args) {
  requireObjectCoercible(thisValue, "String.prototype.replaceAll")
  const [pattern, replacement] = [args[0], args[1]]
  yield* requireGlobal(pattern, "replaceAll")
  const method = yield* patternMethod(pattern, wellKnown.replace)
  if (method !== undefined) return yield* callPattern(method, pattern, [thisValue, replacement])
  const text = yield* stringOf(thisValue)
  const needle = yield* stringOf(pattern)
  const template = isCallable(replacement) ? "" : yield* stringOf(replacement)
  const isFixed = !isCallable(replacement) && !template.includes("$")
  const advance = Math.max(1, needle.length)
  const search = new TextSearch(text, needle)
  const result = new TextBuilder()
  let end = 0
  let index = search.find(0)
  for (;;) {
    if (charge(index === AGAIN ? SEARCH_STEPS : 4)) {
      pause()
      yield
    }
    if (index === AGAIN) {
      index = search.more()
      continue
    }
    if (index < 0) break
    result.add(text.substring(end, index))
    result.add(isFixed ? template : yield* replacementFor(text, needle, index, replacement, template))
    end = index + needle.length
    index = index + advance > text.length ? -1 : search.find(index + advance)
  }
  result.add(text.substring(end))
  return result.finish()
}

/** https://tc39.es/ecma262/#sec-string.prototype.split */
const stringSplit: NativeSteps = function* (thisValue, args) {
  requireObjectCoercible(thisValue, "String.prototype.split")
  const [separator, limitValue] = [args[0], args[1]]
  const method = yield* patternMethod(separator, wellKnown.split)
  if (method !== undefined) return yield* callPattern(method, separator, [thisValue, limitValue])
  const text = yield* stringOf(thisValue)
  let limit = limitValue === undefined ? 4294967295 : toUint32(limitValue)
  if (limit === SUSP) limit = (yield) as number
  const needle = yield* stringOf(separator)
  const realm = agent.realm
  if (limit === 0) return realm.newArray([])
  if (separator === undefined) return realm.newArray([text])
  if (isQuickSearch(text.length, needle.length)) {
    const parts = text.split(needle, limit)
    charge(parts.length)
    if (realm.countsMemory) for (let i = 0; i < parts.length; i++) parts[i] = apart(parts[i], text)
    return realm.newArray(parts)
  }
  return realm.newLongArray(yield* needle === "" ? splitUnits(text, limit) : splitText(text, needle, limit))
}

function* splitUnits(text: string, limit: number): Steps<LongList> {
  const count = Math.min(text.length, limit)
  if (count > MAX_ELEMENTS) throwTooManyElements()
  const parts = hold(new LongList())
  for (let i = 0; i < count; i++) {
    parts.push(text[i])
    if ((i & 1023) === 1023 && charge(256)) {
      pause()
      yield
    }
  }
  return parts
}

function* splitText(text: string, needle: string, limit: number): Steps<LongList> {
  const search = new TextSearch(text, needle)
  const parts = hold(new LongList())
  let start = 0
  let index = search.find(0)
  for (;;) {
    if (charge(index === AGAIN ? SEARCH_STEPS : 2)) {
      pause()
      yield
    }
    if (index === AGAIN) {
      index = search.more()
      continue
    }
    if (index < 0) break
    parts.push(partOf(text, start, index))
    if (parts.length === limit) return parts
    if (parts.length === MAX_ELEMENTS) throwTooManyElements()
    start = index + needle.length
    index = search.find(start)
  }
  parts.push(partOf(text, start, text.length))
  return parts
}

export const stringPatternRows: readonly Row[] = [
  endsWithRow,
  includesRow,
  indexOfRow,
  steps("lastIndexOf", 1, stringLastIndexOf),
  steps("match", 1, handOver("match")),
  steps("matchAll", 1, stringMatchAll),
  steps("replace", 2, stringReplace),
  steps("replaceAll", 2, stringReplaceAll),
  steps("search", 1, handOver("search")),
  steps("split", 2, stringSplit),
  startsWithRow
]
