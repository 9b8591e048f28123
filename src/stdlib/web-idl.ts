/** Conventions of the web platform's objects (https://webidl.spec.whatwg.org/): enumerable members, conversions, pair lists. */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { accessor, method, nativeOf } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import { getMethod, getOf, stringOf } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { CONFIGURABLE, ENUMERABLE, WRITABLE } from "../interpreter/kernel/shape.ts"
import { heldCount, hold, letGo } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { keyValue, SymbolValue, wellKnown } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { TextBuilder } from "./text-builder.ts"

const MEMBER = WRITABLE | ENUMERABLE | CONFIGURABLE

/** A method; `required` is its `length` and the number of arguments that must be there. */
export const operation = (name: string, required: number, algorithm: NativeSteps): Row =>
  method(name, required, requireArguments(name, required, nativeOf(algorithm)), MEMBER)

const requireArguments =
  (name: string, required: number, native: Native): Native =>
  (thisValue, args, newTarget) => {
    if (args.length < required) {
      throwTypeError(
        `${name} needs ${required === 1 ? "1 argument" : `${required} arguments`}, but ${args.length} came.`
      )
    }
    return native(thisValue, args, newTarget)
  }

/** An accessor property. */
export const attribute = (name: string, get: Native, set?: NativeSteps): Row =>
  accessor(name, get, set === undefined ? undefined : nativeOf(set), ENUMERABLE | CONFIGURABLE)

/** Interface objects are called with `new` only. */
export function requireNew(newTarget: ObjectValue | undefined, name: string): ObjectValue {
  return newTarget ?? throwTypeError(`${name} is a class: write new ${name}(...).`)
}

/** A receiver of the wrong kind. */
export const throwReceiver = (thisValue: Value, member: string, kind: string): never =>
  throwTypeError(`${member} requires that 'this' be ${kind}, not ${describeValue(thisValue)}.`)

const WINDOW = 1 << 16
const LONE_SURROGATE = /\p{Cs}/u
const LONE_SURROGATES = /\p{Cs}/gu

/** `USVString`: text whose half surrogate pairs are replaced. */
export function* scalarText(value: Value): Steps<string> {
  const text = yield* stringOf(value)
  if (text.length <= WINDOW) return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, "\ufffd") : text
  const result = new TextBuilder()
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + WINDOW, text.length)
    const low = text.charCodeAt(end)
    if (low >= 0xdc00 && low <= 0xdfff) end--
    result.add(text.substring(at, end).replace(LONE_SURROGATES, "\ufffd"))
    at = end
    if (charge(2048)) {
      pause()
      yield
    }
  }
  return result.finish()
}

/** One name and one value. */
export type Pair = readonly [name: string, value: string]

/**
 * A list of pairs from what may be given for one: an iterable of pairs, or an object whose own enumerable properties they are. `text` converts each
 * part.
 */
export function* pairsOf(init: ObjectValue, who: string, text: (value: Value) => Steps<string>): Steps<Pair[]> {
  const pairs: Pair[] = hold([])
  const iterator = yield* getMethod(init, wellKnown.iterator)
  if (iterator === undefined) {
    yield* addProperties(init, text, pairs)
    return pairs
  }
  yield* forEachValue(init, function* (item) {
    if (!(item instanceof ObjectValue)) {
      throwTypeError(`${who}: each item must be a pair [name, value], not ${describeValue(item)}.`)
    }
    const parts: Value[] = hold([])
    yield* forEachValue(item, (part) => {
      parts.push(part)
    })
    if (parts.length !== 2)
      throwTypeError(`${who}: each item must be a pair [name, value], not ${parts.length} values.`)
    const name = yield* text(parts[0])
    pairs.push([name, yield* text(parts[1])])
  })
  return pairs
}

function* addProperties(init: ObjectValue, text: (value: Value) => Steps<string>, pairs: Pair[]): Steps<void> {
  let keys = init.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  const mark = heldCount()
  for (const key of keys) {
    let property = init.getOwnProperty(key)
    if (property === SUSP) property = (yield) as PropertyDescriptor | undefined
    if (property === undefined || property.enumerable !== true) continue
    if (key instanceof SymbolValue) throwTypeError("Cannot convert a Symbol value to a string.")
    letGo(mark)
    const name = yield* text(keyValue(key))
    const value = yield* text(yield* getOf(init, key))
    const at = pairs.findIndex(([other]) => other === name)
    if (at >= 0) pairs[at] = [name, value]
    else pairs.push([name, value])
    if (charge(4 + (pairs.length >> 3))) {
      pause()
      yield
    }
  }
}
