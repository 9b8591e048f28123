/** What host formatters answer, as guest data. */
import { agent, charge } from "../../interpreter/kernel/agent.ts"
import { putOwn } from "../../interpreter/kernel/object.ts"
import type { ObjectValue } from "../../interpreter/kernel/object.ts"
import type { Value } from "../../interpreter/kernel/values.ts"

/** A record or list of the host whose contents are texts, numbers, truth values, records and lists. */
export function toGuest(data: unknown): Value {
  if (Array.isArray(data)) {
    charge(data.length)
    return agent.realm.newArray(data.map(toGuest))
  }
  if (typeof data === "object" && data !== null) return recordToGuest(data)
  return data as Value
}

export function recordToGuest(data: object): ObjectValue {
  charge(8)
  const object = agent.realm.newObject()
  for (const [key, value] of Object.entries(data)) putOwn(object, key, toGuest(value))
  return object
}
