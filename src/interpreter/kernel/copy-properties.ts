/** `CopyDataProperties` (https://tc39.es/ecma262/#sec-copydataproperties): object spread and rest. */
import { charge, pause, SUSP } from "./agent.ts"
import { toObject } from "./convert.ts"
import { Accessor, found, PlainObject } from "./object.ts"
import type { ObjectValue, PropertyDescriptor } from "./object.ts"
import { DEFAULT_FLAGS, ENUMERABLE } from "./shape.ts"
import type { Steps } from "./steps.ts"
import type { PropertyKey, Value } from "./values.ts"

export function* copyDataProperties(target: ObjectValue, source: Value, excluded: readonly PropertyKey[]): Steps<void> {
  if (source === undefined || source === null) return
  const from = toObject(source)
  from.refuseSpread()
  let keys = from.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  const plain = from instanceof PlainObject
  for (const key of keys) {
    if (excluded.includes(key)) continue
    if (charge(1)) {
      pause()
      yield
    }
    if (plain) {
      if (!from.lookup(key) || (found.flags & ENUMERABLE) === 0) continue
      if (!(found.value instanceof Accessor)) {
        target.store(key, found.value, DEFAULT_FLAGS)
        continue
      }
    } else {
      let own = from.getOwnProperty(key)
      if (own === SUSP) own = (yield) as PropertyDescriptor | undefined
      if (own === undefined || own.enumerable !== true) continue
    }
    let value = from.get(key, from)
    if (value === SUSP) value = (yield) as Value
    target.store(key, value, DEFAULT_FLAGS)
  }
}
