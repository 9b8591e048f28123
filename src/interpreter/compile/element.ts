/** Property access with a computed key: `o[k]`. Array elements and string characters first. */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { ArrayValue } from "../kernel/array.ts"
import { DENSE_LIMIT } from "../kernel/long-list.ts"
import { getV, throwReadOnly, toPropertyKey } from "../kernel/convert.ts"
import { throwTypeError } from "../kernel/errors.ts"
import { describeValue, FRAME_POSITION } from "../kernel/function.ts"
import { ObjectValue } from "../kernel/object.ts"
import { LONG_TEXT, reading } from "../kernel/rope.ts"
import { HOLE } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import { afterSet, setOnPrimitive } from "./inline-cache.ts"

export function getElement(o: Value, k: Value, frame: Frame, position: number): Value | Susp {
  if (typeof k === "number") {
    if (o instanceof ArrayValue) {
      const elements = o.elements
      if (k >= 0 && k < elements.length) {
        const value = elements[k]
        if (value !== HOLE && (value !== undefined || Number.isInteger(k))) return value
      }
    } else if (typeof o === "string") {
      if (o.length > LONG_TEXT) reading(o)
      const c = o[k]
      if (c !== undefined) return c
    }
  }
  frame[FRAME_POSITION] = position
  if (o === undefined || o === null) {
    return throwTypeError(`Cannot read properties of ${o} (reading ${describeValue(k)}).`, position)
  }
  const key = toPropertyKey(k)
  if (key === SUSP) return suspend(getAfterKey, frame, o)
  return o instanceof ObjectValue ? o.get(key, o) : getV(o, key)
}
const getAfterKey = (_: Frame, key: PropertyKey, o: Value): Value | Susp => getV(o, key)

export function setElement(o: Value, k: Value, value: Value, frame: Frame, position: number): Value | Susp {
  if (typeof k === "number" && o instanceof ArrayValue) {
    const elements = o.elements
    if (k >= 0 && k < elements.length) {
      if (elements[k] !== HOLE && k >>> 0 === k) {
        elements[k] = value
        return value
      }
    } else if (k === elements.length && o.sparse === null && k < DENSE_LIMIT && o.canAppend) {
      elements.push(value)
      return value
    }
  }
  frame[FRAME_POSITION] = position
  if (o === undefined || o === null) {
    return throwTypeError(`Cannot set properties of ${o} (setting ${describeValue(k)}).`, position)
  }
  const key = toPropertyKey(k)
  if (key === SUSP) return suspend(setAfterKey, frame, { o, value, position })
  return setKey(o, key, value, frame, position)
}
const setAfterKey = (frame: Frame, key: PropertyKey, s: { o: Value; value: Value; position: number }): Value | Susp =>
  setKey(s.o, key, s.value, frame, s.position)

export function setKey(o: Value, key: PropertyKey, value: Value, frame: Frame, position: number): Value | Susp {
  if (!(o instanceof ObjectValue)) return setOnPrimitive(o, key, value, position)
  const done = o.set(key, value, o)
  if (done === SUSP) return suspend(afterSet, frame, { key, value })
  if (!done) throwReadOnly(key)
  return value
}
