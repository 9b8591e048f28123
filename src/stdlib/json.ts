/** `JSON` (https://tc39.es/ecma262/#sec-json-object). */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, method, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { getOf, integerOf, lengthOfArrayLike, numberOf, stringOf } from "../interpreter/kernel/convert.ts"
import { isCallable } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { keyOfText } from "../interpreter/kernel/long-key.ts"
import { numberKey, wellKnown } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { PrimitiveWrapper } from "../interpreter/kernel/wrapper.ts"
import { jsonParse } from "./json-parse.ts"
import { jsonIsRawJson, jsonRawJson } from "./json-raw.ts"
import { JsonWriter } from "./json-writer.ts"

/** https://tc39.es/ecma262/#sec-json.stringify */
const jsonStringify: NativeSteps = function* (_thisValue, args) {
  const [value, replacer, space] = [args[0], args[1], args[2]]
  const names = replacer instanceof ObjectValue && isArray(replacer) ? yield* nameList(replacer) : undefined
  const gap = space === undefined ? "" : yield* gapOf(space)
  const writer = hold(new JsonWriter(isCallable(replacer) ? replacer : undefined, names, gap))
  const holder = hold(agent.realm.newObject())
  holder.createDataProperty("", value)
  return yield* writer.write(holder, value)
}

/** The properties that a list of names restricts objects to. */
function* nameList(list: ObjectValue): Steps<PropertyKey[]> {
  const names = hold(new Set<PropertyKey>())
  let length = lengthOfArrayLike(list)
  if (length === SUSP) length = (yield) as number
  for (let i = 0; i < length; i++) {
    const element = yield* getOf(list, numberKey(i))
    if (typeof element === "string" || typeof element === "number" || isTextual(element)) {
      names.add(keyOfText(yield* stringOf(element)))
    }
    if (charge(2)) {
      pause()
      yield
    }
  }
  return [...names]
}

const isTextual = (value: Value): boolean =>
  value instanceof PrimitiveWrapper && (typeof value.primitive === "string" || typeof value.primitive === "number")

function* gapOf(space: Value): Steps<string> {
  let value = space
  if (value instanceof PrimitiveWrapper) {
    if (typeof value.primitive === "number") value = yield* numberOf(value)
    else if (typeof value.primitive === "string") value = yield* stringOf(value)
  }
  if (typeof value === "number") return " ".repeat(Math.min(10, Math.max(0, integerOf(value))))
  return typeof value === "string" ? value.slice(0, 10) : ""
}

export const jsonIntrinsics = {
  "%JSON%": {
    prototype: "%Object.prototype%",
    rows: [
      method("isRawJSON", 1, jsonIsRawJson),
      steps("parse", 2, jsonParse),
      steps("rawJSON", 1, jsonRawJson),
      steps("stringify", 3, jsonStringify),
      constant(wellKnown.toStringTag, "JSON", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
