/** `JSON.parse` (https://tc39.es/ecma262/#sec-json.parse) with revivers that see the source text. */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { lengthOfArrayLike, stringOf } from "../interpreter/kernel/convert.ts"
import { isCallable } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import { isArray } from "../interpreter/kernel/proxy.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { canonicalKey, keyValue, numberKey } from "../interpreter/kernel/values.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { JsonReader, READ_WINDOW } from "./json-reader.ts"
import type { ParseRecord } from "./json-reader.ts"
import { enumerableOwnProperties } from "./object.ts"

export const jsonParse: NativeSteps = function* (_thisValue, args) {
  const text = yield* stringOf(args[0])
  const reviver = args[1]
  const reader = hold(new JsonReader(text, isCallable(reviver)))
  while (!reader.read()) {
    if (charge(READ_WINDOW)) {
      pause()
      yield
    }
  }
  if (!isCallable(reviver)) return reader.value
  const root = hold(agent.realm.newObject())
  root.createDataProperty("", reader.value)
  return yield* revive(root, "", reviver, reader.record)
}

/** `InternalizeJSONProperty` (https://tc39.es/ecma262/#sec-internalizejsonproperty). */
function* revive(
  holder: ObjectValue,
  key: PropertyKey,
  reviver: ObjectValue,
  record: ParseRecord | undefined
): Steps<Value> {
  let value = holder.get(key, holder)
  if (value === SUSP) value = (yield) as Value
  hold(value)
  const context = hold(agent.realm.newObject())
  // What the reviver has changed meanwhile has no source text any more.
  const own = record !== undefined && Object.is(record.value, value) ? record : undefined
  if (value instanceof ObjectValue) yield* reviveMembers(value, reviver, own)
  else if (own?.source !== undefined) context.createDataProperty("source", own.source)
  if (charge(4)) {
    pause()
    yield
  }
  const result = reviver.call(holder, [keyValue(key), value, context])
  return result === SUSP ? ((yield) as Value) : result
}

function* reviveMembers(value: ObjectValue, reviver: ObjectValue, record: ParseRecord | undefined): Steps<void> {
  if (isArray(value)) {
    let length = lengthOfArrayLike(value)
    if (length === SUSP) length = (yield) as number
    for (let i = 0; i < length; i++) yield* reviveMember(value, numberKey(i), reviver, record?.elements[i])
    return
  }
  for (const name of yield* enumerableOwnProperties(value, "key")) {
    const key = canonicalKey(name as string)
    yield* reviveMember(value, key, reviver, record?.entries.get(key))
  }
}

function* reviveMember(
  holder: ObjectValue,
  key: PropertyKey,
  reviver: ObjectValue,
  record: ParseRecord | undefined
): Steps<void> {
  // Through the engine's own stack, so that deep data cannot overflow the host's.
  let value = runSteps(revive(holder, key, reviver, record))
  if (value === SUSP) value = (yield) as Value
  const done = value === undefined ? holder.delete(key) : holder.createDataProperty(key, value)
  if (done === SUSP) yield
}
