/**
 * The data of WeakMaps and WeakSets: several host maps, because one doubles in one go, which takes 10 ms at 60,000 keys and 200 ms at a million.
 */
import { agent } from "../interpreter/kernel/agent.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { SymbolValue, Value } from "../interpreter/kernel/values.ts"

export type WeakKey = ObjectValue | SymbolValue

/** Steps of adding a key. */
const ADDING = 16
/** Keys that are added to one host map before the next one has its turn. */
const SEGMENT = 1 << 15
/**
 * Host maps at most. Where all of them have had their keys it is the first one's turn again: the host tells neither how many keys are left nor which,
 * and in most programs that add so many the old ones are gone.
 */
const SEGMENTS = 1 << 6
/** Host maps (as a shift) that are asked in one step. */
const ASKED_SHIFT = 2

export class WeakTable {
  private readonly maps: WeakMap<WeakKey, Value>[] = [new WeakMap()]
  /** The map that takes new keys, and how many it has taken since its turn began. */
  private at = 0
  private added = 0

  has(key: WeakKey): boolean {
    return this.holder(key) !== undefined
  }

  get(key: WeakKey): Value {
    return this.holder(key)?.get(key)
  }

  set(key: WeakKey, value: Value): void {
    agent.budget -= ADDING
    ;(this.holder(key) ?? this.next()).set(key, value)
  }

  delete(key: WeakKey): boolean {
    return this.holder(key)?.delete(key) ?? false
  }

  /** The map that has the key. */
  private holder(key: WeakKey): WeakMap<WeakKey, Value> | undefined {
    const { maps } = this
    agent.budget -= maps.length >> ASKED_SHIFT
    for (let i = maps.length - 1; i >= 0; i--) if (maps[i].has(key)) return maps[i]
    return undefined
  }

  /** The map for one more key. */
  private next(): WeakMap<WeakKey, Value> {
    if (this.added === SEGMENT) {
      this.added = 0
      this.at = (this.at + 1) % SEGMENTS
    }
    this.added++
    return (this.maps[this.at] ??= new WeakMap())
  }
}
