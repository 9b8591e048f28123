/** `CopyDataProperties` (https://tc39.es/ecma262/#sec-copydataproperties): object spread and rest. */
import { agent, charge, pause, SUSP } from "./agent.ts"
import { toObject } from "./convert.ts"
import { Accessor, found, PlainObject } from "./object.ts"
import type { ObjectValue, PropertyDescriptor } from "./object.ts"
import { OrderedMapCursor } from "./ordered-map.ts"
import { DEFAULT_FLAGS, ENUMERABLE } from "./shape.ts"
import { hold } from "./steps.ts"
import type { Steps } from "./steps.ts"
import { PrivateName } from "./values.ts"
import type { PropertyKey, Value } from "./values.ts"

/**
 * Copies a plain object of plain properties into an empty one in one go, by sharing its shape; answers whether it could
 * (`{ ...o, c }`: 1.1 µs to 0.4 µs).
 */
export function copyWhole(target: PlainObject, source: Value): boolean {
  if (!(source instanceof PlainObject)) return false
  const { shape } = source
  if (!shape.isPlain || target.shape !== agent.realm.objectShape || shape.proto !== target.shape.proto) return false
  agent.budget -= shape.keys.length
  target.shape = shape
  target.p0 = source.p0
  target.p1 = source.p1
  target.p2 = source.p2
  target.p3 = source.p3
  if (source.slots.length > 0) target.slots = source.slots.slice()
  return true
}

export function* copyDataProperties(target: ObjectValue, source: Value, excluded: readonly PropertyKey[]): Steps<void> {
  if (source === undefined || source === null) return
  const from = toObject(source)
  from.refuseSpread()
  const isPlain = from instanceof PlainObject
  if (isPlain && from.shape.dictionary !== null && excluded.length === 0) {
    const cursor = new OrderedMapCursor(from.shape.dictionary)
    // Keys that are indices may come in any order here: whoever lists keys sorts them.
    for (let isData = true; isData;) {
      if (!cursor.advance()) return
      const { value, flags } = cursor.value
      isData = !(value instanceof Accessor)
      if (isData && (flags & ENUMERABLE) !== 0 && !(cursor.key instanceof PrivateName)) {
        target.store(cursor.key, value as Value, DEFAULT_FLAGS)
      }
      if (charge(2)) {
        pause()
        yield
      }
    }
    // A getter may do anything to the object, so from here the keys are listed first; what was copied is written again.
  }
  let keys = from.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  for (const key of keys) {
    if (excluded.includes(key)) continue
    if (charge(1)) {
      pause()
      yield
    }
    if (isPlain) {
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
