/**
 * Stable sorting that can stop: a bottom-up merge sort, by a function of the program or by an order of the host's values.
 * The host's own `sort` cannot be interrupted, so it gets short runs only.
 */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { toNumber } from "../interpreter/kernel/convert.ts"
import { call2 } from "../interpreter/kernel/function.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { CHUNK, COPY_SHIFT } from "./array-species.ts"
import { CallbackLoop } from "./callback-loop.ts"

/** Sorts `values` by a function of the program; answers a sorted list (it may be `values` itself). */
export function sortByCallback(values: Value[], compare: ObjectValue): Value[] | Susp {
  return new CallbackSort(values, compare).run()
}

/** Merges neighbouring runs of `width` from `source` into `target`, then doubles `width`. One comparison is one call. */
class CallbackSort extends CallbackLoop {
  private source: Value[]
  private target: Value[]
  private readonly compare: ObjectValue
  private width = 1
  /** What is left of the two runs being merged: `left…middle` and `right…end`. */
  private left = 0
  private middle = 0
  private right = 0
  private end = 0
  private to = 0
  /**
   * The first question of a merge is whether the runs are in order as they are, which makes sorted input linear:
   * `null` until it is answered.
   */
  private isOrdered: boolean | null = null

  constructor(values: Value[], compare: ObjectValue) {
    super()
    this.source = values
    this.target = values.slice()
    this.compare = compare
    this.begin(0)
  }

  private begin(left: number): void {
    const length = this.source.length
    this.left = left
    this.to = left
    this.right = this.middle = Math.min(left + this.width, length)
    this.end = Math.min(left + this.width * 2, length)
    this.isOrdered = null
  }

  override run(): Value[] | Susp {
    const { compare } = this
    const length = this.source.length
    while (this.width < length) {
      while (this.isOrdered !== true && this.left < this.middle && this.right < this.end) {
        if (agent.budget < 0) return this.pause()
        const source = this.source
        if (this.isOrdered === false && this.left === this.middle - 1 && this.right === this.middle) {
          // That was the first question of this merge, and its answer is known.
          this.take(1)
          continue
        }
        const asked = this.isOrdered === null ? this.middle - 1 : this.left
        const result = call2(compare, undefined, source[asked], source[this.right])
        if (typeof result === "number") this.take(result)
        else if (this.answer(result) === SUSP) return this.wait()
      }
      while (this.to < this.end) {
        if (agent.budget < 0) return this.pause()
        this.copyRest()
      }
      if (this.end < length) {
        this.begin(this.end)
      } else {
        const done = this.source
        this.source = this.target
        this.target = done
        this.width *= 2
        this.begin(0)
      }
    }
    return this.source
  }

  /** The comparison's answer as a number, which may be guest code's business, too. */
  private answer(result: Value | Susp): Value | Susp {
    const n = result === SUSP ? SUSP : toNumber(result)
    if (n !== SUSP) this.take(n)
    return n
  }

  private take(order: number): void {
    if (this.isOrdered === null) this.isOrdered = order <= 0 || order !== order
    else this.target[this.to++] = order > 0 ? this.source[this.right++] : this.source[this.left++]
  }

  /** Copies what is left of the two runs, a bounded number of elements. */
  private copyRest(): void {
    const { source, target } = this
    const from = this.left < this.middle ? this.left : this.right
    const count = Math.min((this.left < this.middle ? this.middle : this.end) - from, CHUNK)
    for (let i = 0; i < count; i++) target[this.to + i] = source[from + i]
    this.to += count
    if (this.left < this.middle) this.left += count
    else this.right += count
    agent.budget -= 1 + (count >> COPY_SHIFT)
  }

  override resume(value: Value): unknown {
    return this.answer(value) === SUSP ? this.wait() : this.run()
  }
}

/** Elements that the host's `sort` gets at a time. */
const RUN = 512
/** Comparisons between two looks at the budget. */
const LOOK = 1024

/**
 * Sorts by an order that no guest code takes part in. `cost` is the steps of one comparison at worst (0: a few nanoseconds);
 * with a dear comparison the host's `sort` is not used at all.
 */
export function* sortByOrder<T>(values: T[], compare: (a: T, b: T) => number, cost: number): Steps<T[]> {
  const length = values.length
  let width = 1
  if (cost === 0) {
    if (length <= RUN) {
      agent.budget -= length * 6
      return values.sort(compare)
    }
    for (let start = 0; start < length; start += RUN) {
      const run = values.slice(start, start + RUN).sort(compare)
      for (let i = 0; i < run.length; i++) values[start + i] = run[i]
      if (charge(RUN * 6)) {
        pause()
        yield
      }
    }
    width = RUN
  }
  let source = values
  let target = hold(values.slice())
  let left = 0
  while (width < length) {
    for (let start = 0; start < length; start += width * 2) {
      left = start
      const middle = Math.min(start + width, length)
      const end = Math.min(start + width * 2, length)
      let right = middle
      let looks = 0
      for (let to = start; to < end; to++) {
        const takesLeft = left < middle && (right >= end || compare(source[left], source[right]) <= 0)
        target[to] = takesLeft ? source[left++] : source[right++]
        if (cost > 0 ? charge(cost) : (++looks & (LOOK - 1)) === 0 && charge(LOOK * 2)) {
          pause()
          yield
        }
      }
    }
    const done = source
    source = target
    target = done
    width *= 2
  }
  return source
}
