/** The grouping of `Object.groupBy` and `Map.groupBy`. */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { toPropertyKey } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import { OrderedMap } from "../interpreter/kernel/ordered-map.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { chargeKey } from "../interpreter/kernel/long-key.ts"

/**
 * `GroupBy` (https://tc39.es/ecma262/#sec-groupby): the groups in order of first appearance. Keys are property keys with `"property"` and
 * values (with -0 as 0) with `"collection"`. `method` is the caller's name for messages.
 */
export function groupBy(
  items: Value,
  callback: Value,
  keys: "property",
  method: string
): Steps<OrderedMap<PropertyKey, Value[]>>
export function groupBy(
  items: Value,
  callback: Value,
  keys: "collection",
  method: string
): Steps<OrderedMap<Value, Value[]>>
export function* groupBy(
  items: Value,
  callback: Value,
  keys: "property" | "collection",
  method: string
): Steps<OrderedMap<Value, Value[]>> {
  if (items === undefined || items === null) {
    return throwTypeError(`${method}: the first argument must be iterable, not ${describeValue(items)}.`)
  }
  if (!isCallable(callback)) {
    return throwTypeError(`${method}: the second argument must be a function, not ${describeValue(callback)}.`)
  }
  const groups = hold(new OrderedMap<Value, Value[]>())
  let k = 0
  yield* forEachValue(
    items,
    function* (value) {
      agent.budget -= 6
      let key = callback.call(undefined, [value, k++])
      if (key === SUSP) key = (yield) as Value
      if (keys === "property") {
        let name = toPropertyKey(key)
        if (name === SUSP) name = (yield) as PropertyKey
        key = name
      } else if (key === 0) {
        key = 0
      }
      if (keys === "collection") chargeKey(key)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [value])
      else group.push(value)
    },
    `The first argument of ${method}(...)`
  )
  return groups
}
