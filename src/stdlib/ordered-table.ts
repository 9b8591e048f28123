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

/**
 * How many large integers there may be in a table by what the host finds them by: their lowest 64 bits. A look-up compares all that are alike in these.
 */
class LargeIntegers {
  private readonly counts = new Uint32Array(1 << 10)

  add(n: bigint): void {
    this.counts[this.placeOf(n)]++
  }

  alike(n: bigint): number {
    return this.counts[this.placeOf(n)]
  }

  private placeOf(n: bigint): number {
    const low = BigInt.asUintN(64, n)
    const hash = Math.imul(Number(low & 0xffff_ffffn) ^ Math.imul(Number(low >> 32n), 0x85ebca6b), 0x9e3779b1)
    return hash >>> 22
  }
}

const LARGE = 1n << 64n
const LARGE_NEGATIVE = -LARGE
const isLarge = (key: Value): key is bigint => typeof key === "bigint" && (key >= LARGE || key <= LARGE_NEGATIVE)

/** Every operation takes its steps from the slice, so callers that loop charge for their own work only. */
export class OrderedTable extends OrderedMap<Value, Value> {
  private integers: LargeIntegers | null = null

  private charge(operations: number, key: Value): void {
    agent.budget -= operations * (this.overflow === null ? FIRST_STEPS : OVERFLOW_STEPS)
    if (typeof key === "string" || typeof key === "bigint") chargeKey(key)
    if (this.integers !== null && isLarge(key)) {
      agent.budget -= (operations * Math.min(this.size, this.integers.alike(key))) >> 1
    }
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
    if (!isLarge(key)) {
      super.set(key, value)
      return
    }
    const { size } = this
    super.set(key, value)
    if (this.size > size) (this.integers ??= new LargeIntegers()).add(key)
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
