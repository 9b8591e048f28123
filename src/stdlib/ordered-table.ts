/** The data of Maps and Sets. */
import { agent } from "../interpreter/kernel/agent.ts"
import { MAX_ELEMENTS } from "../interpreter/kernel/array.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import { OrderedMap, OrderedMapCursor } from "../interpreter/kernel/ordered-map.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { chargeKey } from "../interpreter/kernel/long-key.ts"

/** Steps of one operation on the first entries, and beyond them, where every look-up misses the processor's caches. */
const FIRST_STEPS = 2
const OVERFLOW_STEPS = 20

/** Every operation takes its steps from the slice, so callers that loop charge for their own work only. */
export class OrderedTable extends OrderedMap<Value, Value> {
  private charge(operations: number, key: Value): void {
    agent.budget -= operations * (this.overflow === null ? FIRST_STEPS : OVERFLOW_STEPS)
    if (typeof key === "string" || typeof key === "bigint") chargeKey(key)
  }

  override has(key: Value): boolean {
    this.charge(1, key)
    return super.has(key)
  }

  override get(key: Value): Value {
    this.charge(1, key)
    return super.get(key)
  }

  override set(key: Value, value: Value): void {
    this.charge(2, key)
    super.set(key, value)
  }

  override delete(key: Value): boolean {
    this.charge(1, key)
    return super.delete(key)
  }

  protected override get limit(): number {
    return MAX_ELEMENTS
  }
  protected override throwFull(): never {
    return throwRangeError("Map and Set maximum size exceeded: one can hold at most 10,000,000 entries here.")
  }
}

/** A walk over a table. Once `advance` has answered false it is over for good. */
export class TableCursor extends OrderedMapCursor<Value, Value> {}
