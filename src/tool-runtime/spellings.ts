/** Finds the text of many that is fewest typing errors away from another. */
import { byCodeUnits } from "./search.ts"

/** Texts to compare with, made once. */
export interface Spellings {
  /**
   * The text that is the fewest insertions, deletions, replacements and swaps of neighbours away, letter case apart; the
   * first by code units among equals. `undefined` where all are more than `limit` away.
   */
  nearest(wanted: string, limit: number): string | undefined
}

/**
 * Texts are kept in order, so that those which begin alike stand together: what is known of a beginning holds for all of
 * them, and a beginning that is too far away already is left with all that follows it.
 */
export const makeSpellings = (texts: ReadonlyArray<string>): Spellings => {
  const entries = texts
    .map((text) => ({ text, lower: text.toLowerCase() }))
    .sort((a, b) => byCodeUnits(a.lower, b.lower) || byCodeUnits(a.text, b.text))
  const shared = entries.map(({ lower }, at) => (at === 0 ? 0 : sharedLength(entries[at - 1]!.lower, lower)))

  const nearest = (text: string, limit: number): string | undefined => {
    const wanted = text.toLowerCase()
    const rows = new Rows(wanted, limit)
    let most = limit
    let found: string | undefined
    // The rows up to `known` are those of a text seen before, of which this one shares the beginning up to `common`.
    let known = 0
    let common = 0
    // Where that text was too far away to go on.
    let dead = Number.POSITIVE_INFINITY
    for (let at = 0; at < entries.length && most >= 0; at++) {
      const { lower, text: original } = entries[at]!
      common = Math.min(common, shared[at]!)
      if (common >= dead || Math.abs(lower.length - wanted.length) > most) continue
      let depth = Math.min(known, common)
      dead = Number.POSITIVE_INFINITY
      while (depth < lower.length) {
        depth++
        if (rows.fill(lower, depth) > most) {
          dead = depth
          break
        }
      }
      known = depth
      common = Number.POSITIVE_INFINITY
      const distance = dead === Number.POSITIVE_INFINITY ? rows.distance(lower.length) : most + 1
      if (distance <= most) {
        found = original
        most = distance - 1
      }
    }
    return found
  }
  return { nearest }
}

const sharedLength = (a: string, b: string): number => {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

/** Distances between the beginnings of two texts, as far as they are within a limit. */
class Rows {
  readonly #wanted: string
  readonly #limit: number
  readonly #rows: Array<Int32Array> = []

  constructor(wanted: string, limit: number) {
    this.#wanted = wanted
    this.#limit = limit
    const first = this.#row(0)
    for (let column = 0; column <= Math.min(limit, wanted.length); column++) first[column] = column
  }

  /** Every row begins as beyond the limit, and only cells near the diagonal, which can be within it, are ever written. */
  #row(depth: number): Int32Array {
    return (this.#rows[depth] ??= new Int32Array(this.#wanted.length + 1).fill(this.#limit + 1))
  }

  /** Distances of the first `depth` letters of a text, whose rows before are filled; the least of them. */
  fill(text: string, depth: number): number {
    const wanted = this.#wanted
    const row = this.#row(depth)
    const previous = this.#row(depth - 1)
    const before = depth > 1 ? this.#row(depth - 2) : undefined
    const letter = text.charCodeAt(depth - 1)
    const last = Math.min(wanted.length, depth + this.#limit)
    let least = this.#limit + 1
    let column = Math.max(0, depth - this.#limit)
    if (column === 0) {
      row[0] = depth
      least = depth
      column = 1
    }
    for (; column <= last; column++) {
      const other = wanted.charCodeAt(column - 1)
      let cost = Math.min(
        previous[column]! + 1,
        row[column - 1]! + 1,
        previous[column - 1]! + (letter === other ? 0 : 1)
      )
      if (before !== undefined && column > 1) {
        const isSwapped = letter === wanted.charCodeAt(column - 2) && text.charCodeAt(depth - 2) === other
        if (isSwapped) cost = Math.min(cost, before[column - 2]! + 1)
      }
      row[column] = cost
      if (cost < least) least = cost
    }
    return least
  }

  distance(depth: number): number {
    return this.#row(depth)[this.#wanted.length]!
  }
}
