/** Sealing and freezing (https://tc39.es/ecma262/#sec-setintegritylevel). */
import { charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { definePropertyOrThrow } from "../interpreter/kernel/convert.ts"
import { PlainObject } from "../interpreter/kernel/object.ts"
import type { ObjectValue, PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { ACCESSOR, CONFIGURABLE, WRITABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { PrivateName } from "../interpreter/kernel/values.ts"
import type { PropertyKey } from "../interpreter/kernel/values.ts"

export type IntegrityLevel = "sealed" | "frozen"

/** The shapes of frozen and sealed objects, so that objects that were alike stay alike. */
const frozenShapes = new WeakMap<Shape, Shape>()
const sealedShapes = new WeakMap<Shape, Shape>()

const restricted = (flags: number, level: IntegrityLevel): number =>
  level === "frozen" && (flags & ACCESSOR) === 0 ? flags & ~(WRITABLE | CONFIGURABLE) : flags & ~CONFIGURABLE

/** `SetIntegrityLevel`. */
export function* setIntegrityLevel(o: ObjectValue, level: IntegrityLevel): Steps<boolean> {
  const shape = o.shape
  if (o instanceof PlainObject && shape.dictionary === null && !shape.usedAsPrototype) {
    const known = level === "frozen" ? frozenShapes : sealedShapes
    let next = known.get(shape)
    if (next === undefined) {
      const flags = shape.flags.map((f, i) => (shape.keys[i] instanceof PrivateName ? f : restricted(f, level)))
      known.set(shape, (next = shape.copy({ flags, extensible: false })))
    }
    o.shape = next
    return true
  }
  let done = o.preventExtensions()
  if (done === SUSP) done = (yield) as boolean
  if (!done) return false
  let keys: PropertyKey[] | typeof SUSP
  if (o instanceof ArrayValue && o.sparse?.entries.restrict(level === "frozen") === true) keys = o.namedKeys()
  else keys = o.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  for (const key of keys) {
    let desc: PropertyDescriptor = { configurable: false }
    if (level === "frozen") {
      let current = o.getOwnProperty(key)
      if (current === SUSP) current = (yield) as PropertyDescriptor | undefined
      if (current === undefined) continue
      if (!("get" in current || "set" in current)) desc = { configurable: false, writable: false }
    }
    yield* definePropertyOrThrow(o, key, desc)
    if (charge(16)) {
      pause()
      yield
    }
  }
  return true
}

/** `TestIntegrityLevel` (https://tc39.es/ecma262/#sec-testintegritylevel). */
export function* testIntegrityLevel(o: ObjectValue, level: IntegrityLevel): Steps<boolean> {
  let extensible = o.isExtensible()
  if (extensible === SUSP) extensible = (yield) as boolean
  if (extensible) return false
  let keys = o.ownKeys()
  if (keys === SUSP) keys = (yield) as PropertyKey[]
  hold(keys)
  for (const key of keys) {
    let current = o.getOwnProperty(key)
    if (current === SUSP) current = (yield) as PropertyDescriptor | undefined
    if (current !== undefined) {
      if (current.configurable === true) return false
      if (level === "frozen" && current.writable === true) return false
    }
    if (charge(6)) {
      pause()
      yield
    }
  }
  return true
}
