/** The method that a program meant when it called one that a value does not have. */
import { agent } from "../kernel/agent.ts"
import { prototypeOfPrimitive } from "../kernel/convert.ts"
import { ArrayValue } from "../kernel/array.ts"
import { Accessor, found, ObjectValue, PlainObject } from "../kernel/object.ts"
import { wellKnown } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import { nearestName } from "../syntax/hints.ts"

/** What other languages and libraries call it. The first that the value has is meant. */
const ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map([
  ["append", ["push", "add", "concat"]],
  ["add", ["push"]],
  ["extend", ["concat", "assign"]],
  ["contains", ["includes", "has"]],
  ["has", ["includes"]],
  ["includes", ["has"]],
  ["strip", ["trim"]],
  ["upper", ["toUpperCase"]],
  ["lower", ["toLowerCase"]],
  ["flatten", ["flat"]],
  ["items", ["entries"]],
  ["remove", ["delete"]],
  ["sub", ["replaceAll"]],
  ["size", ["length"]],
  ["len", ["length", "size"]],
  ["length", ["size"]]
])

/** Names that are compared before the search ends, and what each costs in steps. */
const MAX_NAMES = 500
const NAME_STEPS = 4

/** The keys of an object's shape: methods stand there, elements do not. */
function shapeKeys(o: ObjectValue): Iterable<PropertyKey> {
  return o.shape.dictionary === null ? o.shape.keys : o.shape.dictionary.keys()
}

const isNamedMethod = (o: ObjectValue, key: PropertyKey): boolean =>
  o.lookup(key) && !(found.value instanceof Accessor) && found.value instanceof ObjectValue && found.value.isCallable

function methodsOf(value: Value): Set<string> {
  const names = new Set<string>()
  let o: ObjectValue | null = value instanceof ObjectValue ? value : prototypeOfPrimitive(value)
  for (let hops = 0; o !== null && !o.isProxy && hops < 100; hops++, o = o.shape.proto) {
    for (const key of shapeKeys(o)) {
      if (typeof key !== "string") continue
      if (names.size >= MAX_NAMES) return names
      agent.budget -= NAME_STEPS
      if (isNamedMethod(o, key)) names.add(key)
    }
  }
  return names
}

function hasProperty(value: Value, key: PropertyKey): boolean {
  let o: ObjectValue | null = value instanceof ObjectValue ? value : prototypeOfPrimitive(value)
  for (let hops = 0; o !== null && !o.isProxy && hops < 100; hops++, o = o.shape.proto) if (o.lookup(key)) return true
  return false
}

/** What to write where a method of arrays was called on something that is none: `object` is its text. */
export function throughArray(value: Value, name: string, object: string): string | undefined {
  if (typeof value !== "string" && (!(value instanceof ObjectValue) || value instanceof ArrayValue)) return undefined
  if (!isNamedMethod(agent.realm.intrinsic("%Array.prototype%"), name)) return undefined
  if (hasProperty(value, wellKnown.iterator)) return `[...${object}].${name}(...)`
  return value instanceof PlainObject ? `Object.values(${object}).${name}(...)` : undefined
}

/** The method of `value` that `name`, which it lacks, most likely means. */
export function nearMethod(value: Value, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  const near = nearestName(name, methodsOf(value))
  if (near !== undefined) return near
  return ELSEWHERE.get(name.toLowerCase())?.find((key) => key !== name && hasProperty(value, key))
}
