/** Sorting of typed arrays without a comparator, a bounded amount of work at a time. */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { createBytes } from "./array-buffer-value.ts"
import type { ElementView } from "./element-type.ts"
import type { TypedArrayValue } from "./typed-array-value.ts"

/** Elements that the host sorts in one call. */
const RUN = 4096
/** Elements that are merged or counted between two looks at the budget. */
const LOOK = 1 << 14

/** Sorts the elements of an array that no guest code touches meanwhile; `NaN` comes last, -0 before 0. */
export function* sortElements(array: TypedArrayValue): Steps<void> {
  const { length } = array
  const view = array.view.subarray(0, length)
  if (length > RUN && array.type.size <= 2) yield* countingSort(array, view)
  else if (array.type.isHalf) sortFewHalves(array, length)
  else yield* mergeRuns(array, view)
}

function sortFewHalves(array: TypedArrayValue, length: number): void {
  const values = new Float32Array(length)
  for (let i = 0; i < length; i++) values[i] = array.read(i) as number
  values.sort()
  for (let i = 0; i < length; i++) array.write(i, values[i])
}

function* mergeRuns(array: TypedArrayValue, view: ElementView): Steps<void> {
  const { length } = view
  for (let start = 0; start < length; start += RUN) {
    view.subarray(start, Math.min(start + RUN, length)).sort()
    if (charge(RUN * 2)) {
      pause()
      yield
    }
  }
  if (length <= RUN) return
  let source = view
  let target = array.type.view(createBytes(length * array.type.size), 0, length)
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += width * 2) {
      const middle = Math.min(start + width, length)
      const end = Math.min(start + width * 2, length)
      let left = start
      let right = middle
      for (let to = start; to < end; to++) {
        target[to] =
          left < middle && (right >= end || isOrdered(source[left], source[right])) ? source[left++] : source[right++]
        if ((to & (LOOK - 1)) === 0 && charge(LOOK >> 1)) {
          pause()
          yield
        }
      }
    }
    const done = source
    source = target
    target = done
  }
  if (source === view) return
  for (let start = 0; start < length; start += LOOK) {
    view.set(source.subarray(start, Math.min(start + LOOK, length)), start)
    if (charge(LOOK >> 5)) {
      pause()
      yield
    }
  }
}

/** `a` may stand before `b` (https://tc39.es/ecma262/#sec-comparetypedarrayelements). */
const isOrdered = (a: number | bigint, b: number | bigint): boolean =>
  a < b || b !== b || (a === b && !(a === 0 && Object.is(b, -0) && !Object.is(a, -0)))

/** Elements of one or two bytes have few values: counting them is linear. */
function* countingSort(array: TypedArrayValue, view: ElementView): Steps<void> {
  const { size, isHalf } = array.type
  const isSigned = array.type.name === "Int8" || array.type.name === "Int16"
  const span = size === 1 ? 256 : 65536
  const bias = isSigned ? span / 2 : 0
  const counts = new Uint32Array(span)
  const { length } = view
  for (let i = 0; i < length; i++) {
    const raw = view[i] as number
    counts[isHalf ? halfRank(raw) : raw + bias]++
    if ((i & (LOOK - 1)) === 0 && charge(LOOK >> 3)) {
      pause()
      yield
    }
  }
  let to = 0
  for (let rank = 0; rank < span; rank++) {
    const raw = isHalf ? halfOfRank(rank) : rank - bias
    for (let left = counts[rank]; left > 0; left--) {
      view[to++] = raw
      if ((to & (LOOK - 1)) === 0 && charge(LOOK >> 3)) {
        pause()
        yield
      }
    }
  }
}

/** The place of half-precision bits in the order: negative numbers reversed, all `NaN`s one value after infinity. */
const halfRank = (bits: number): number =>
  (bits & 0x7fff) > 0x7c00 ? 0xffff : bits & 0x8000 ? ~bits & 0xffff : bits | 0x8000

const halfOfRank = (rank: number): number => (rank === 0xffff ? 0x7e00 : rank & 0x8000 ? rank & 0x7fff : ~rank & 0xffff)
