/** `Array.prototype.join toString toLocaleString`. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import {
  invokeMethod,
  lengthOfArrayLike,
  primitiveToString,
  stringOf,
  toObject
} from "../interpreter/kernel/convert.ts"
import { isCallable } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { MAX_STRING, throwTooLong } from "../interpreter/kernel/rope.ts"
import type { Realm } from "../interpreter/kernel/realm.ts"
import { heldCount, letGo, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { numberKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { objectToString } from "./object-prototype.ts"
import { TextBuilder } from "./text-builder.ts"

/** The arrays that are being joined now: one of them inside itself is the empty text, as every engine has it. */
const joining = new WeakMap<Realm, Set<ObjectValue>>()

function joiningNow(): Set<ObjectValue> {
  let set = joining.get(agent.realm)
  if (set === undefined) joining.set(agent.realm, (set = new Set()))
  return set
}

/** Joins what `textOf` says of each element, unless the object is being joined already. */
export function* joinElements(
  o: ObjectValue,
  length: number,
  separator: string,
  textOf: (value: Value) => string | Steps<string>
): Steps<string> {
  const active = joiningNow()
  if (active.has(o)) return ""
  active.add(o)
  try {
    if (separator.length * (length - 1) > MAX_STRING) throwTooLong()
    const text = new TextBuilder()
    const mark = heldCount()
    for (let k = 0; k < length; k++) {
      if (k > 0 && separator !== "") text.add(separator)
      let value = o.get(numberKey(k), o)
      if (value === SUSP) value = (yield) as Value
      if (value !== undefined && value !== null) {
        const part = textOf(value)
        text.add(typeof part === "string" ? part : yield* part)
        letGo(mark)
      }
      if (charge(1)) {
        pause()
        yield
      }
    }
    return text.finish()
  } finally {
    active.delete(o)
  }
}

const elementText = (value: Value): string | Steps<string> =>
  typeof value === "string"
    ? value
    : value instanceof ObjectValue || typeof value === "bigint"
      ? stringOf(value)
      : primitiveToString(value)

/** As many elements are joined in one go. */
const SHORT_LIST = 4096

/** Whether every element is a text, a number, or nothing, so that the host joins them as the guest would; and the whole is short enough. */
function hasPlainTexts(elements: readonly Value[]): boolean {
  let length = 0
  for (let i = 0; i < elements.length; i++) {
    const value = elements[i]
    if (typeof value === "string") length += value.length
    else if (typeof value !== "number" && value !== undefined && value !== null) return false
  }
  return length <= SHORT_LIST * 16
}

/** https://tc39.es/ecma262/#sec-array.prototype.join */
export function arrayJoin(thisValue: Value, args: readonly Value[]): Value | Susp {
  const separator = args[0] === undefined ? "," : args[0]
  if (thisValue instanceof ArrayValue && thisValue.sparse === null && typeof separator === "string") {
    const elements = thisValue.elements
    if (elements.length <= SHORT_LIST && separator.length <= 16 && hasPlainTexts(elements)) {
      agent.budget -= elements.length
      return elements.join(separator)
    }
  }
  return runSteps(joinSteps(thisValue, args))
}

function* joinSteps(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  const separator = args[0] === undefined ? "," : yield* stringOf(args[0])
  return yield* joinElements(o, length, separator, elementText)
}

/** https://tc39.es/ecma262/#sec-array.prototype.tostring */
export function* arrayToString(thisValue: Value): Steps<Value> {
  const o = toObject(thisValue)
  let join = o.get("join", o)
  if (join === SUSP) join = (yield) as Value
  if (!isCallable(join)) return yield* objectToString(o)
  let text = join.call(o, [])
  if (text === SUSP) text = (yield) as Value
  return text
}

/** https://tc39.es/ecma402/#sup-array.prototype.tolocalestring; `method` is the typed arrays' method, too. */
export function* localeTextOf(o: ObjectValue, length: number, args: readonly Value[]): Steps<Value> {
  const given = [args[0], args[1]]
  return yield* joinElements(o, length, ",", function* (value) {
    return yield* stringOf(yield* invokeMethod(value, "toLocaleString", given))
  })
}

export function* arrayToLocaleString(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const o = toObject(thisValue)
  let length = lengthOfArrayLike(o)
  if (length === SUSP) length = (yield) as number
  return yield* localeTextOf(o, length, args)
}
