/**
 * Searching for a text in a text. The host's `indexOf` is quadratic at worst (seconds for 400 kB in 200 kB) and cannot be interrupted, so it
 * gets small windows only; long needles are searched by Knuth, Morris and Pratt's algorithm, which reads every unit once.
 */

/** What a search answers while it has not looked everywhere yet: charge {@link SEARCH_STEPS} and call `more`. */
export const AGAIN = -2
/** Steps that one call of `find` or `more` is worth at most. */
export const SEARCH_STEPS = 4096

/** Up to this length the host searches, in windows. */
const SHORT_NEEDLE = 64
/** Units × units that the host may compare in one call: half a millisecond at worst. */
const HOST_WORK = 1 << 20
const WINDOW = 1 << 15

/** Whether the host's own search of the whole text is quick whatever the texts are. */
export const isQuickSearch = (textLength: number, needleLength: number): boolean =>
  textLength <= WINDOW && textLength * needleLength <= HOST_WORK

const windowFor = (needleLength: number): number =>
  needleLength <= 1 ? WINDOW * 16 : Math.max(256, Math.min(WINDOW, Math.floor(HOST_WORK / needleLength)))

/** Finds one text in another from left to right, a bounded amount of work at a time. */
export class TextSearch {
  private readonly text: string
  private readonly needle: string
  private readonly window: number
  private readonly long: KnuthMorrisPratt | null
  private position = 0

  constructor(text: string, needle: string) {
    this.text = text
    this.needle = needle
    this.window = windowFor(needle.length)
    const isLong = needle.length > SHORT_NEEDLE && !isQuickSearch(text.length, needle.length)
    this.long = isLong ? new KnuthMorrisPratt(text, needle, false) : null
  }

  /** Looks from an index on: where the needle begins, -1 when it does not occur, or {@link AGAIN}. */
  find(from: number): number {
    if (this.long !== null) return this.long.find(from)
    this.position = from
    return this.more()
  }

  more(): number {
    if (this.long !== null) return this.long.more()
    const { text, needle, position } = this
    if (position + needle.length > text.length) return -1
    const end = position + this.window + needle.length - 1
    if (end >= text.length) return text.indexOf(needle, position)
    const index = text.substring(position, end).indexOf(needle)
    if (index >= 0) return position + index
    this.position = position + this.window
    return AGAIN
  }
}

/** Finds the last occurrence of one text in another, a bounded amount of work at a time. */
export class LastTextSearch {
  private readonly text: string
  private readonly needle: string
  private readonly window: number
  private readonly long: KnuthMorrisPratt | null
  /** The largest index where the needle may begin. */
  private position = 0

  constructor(text: string, needle: string) {
    this.text = text
    this.needle = needle
    this.window = windowFor(needle.length)
    const isLong = needle.length > SHORT_NEEDLE && !isQuickSearch(text.length, needle.length)
    this.long = isLong ? new KnuthMorrisPratt(text, needle, true) : null
  }

  /** Looks from an index (at most text length - needle length) to the left. */
  find(from: number): number {
    this.position = from
    if (this.long !== null) return this.mirrored(this.long.find(this.text.length - this.needle.length - from))
    return this.more()
  }

  more(): number {
    if (this.long !== null) return this.mirrored(this.long.more())
    const { text, needle, position } = this
    const start = position - this.window + 1
    if (start <= 0) return text.substring(0, position + needle.length).lastIndexOf(needle)
    const index = text.substring(start, position + needle.length).lastIndexOf(needle)
    if (index >= 0) return start + index
    this.position = start - 1
    return AGAIN
  }

  private mirrored(index: number): number {
    return index < 0 ? index : this.text.length - this.needle.length - index
  }
}

/** The search of long needles, also on both texts read backwards. */
class KnuthMorrisPratt {
  private readonly text: string
  private readonly needle: string
  private readonly backwards: boolean
  /** Where to go on in the needle when its unit at an index does not fit. */
  private readonly failure: Int32Array
  /** Entries of {@link failure} that are known, and the border of the needle before that. */
  private prepared = 1
  private border = 0
  private position = 0
  private matched = 0

  constructor(text: string, needle: string, backwards: boolean) {
    this.text = text
    this.needle = needle
    this.backwards = backwards
    this.failure = new Int32Array(needle.length)
    this.failure[0] = -1
  }

  find(from: number): number {
    this.position = from
    this.matched = 0
    return this.more()
  }

  more(): number {
    const { text, needle, failure, backwards } = this
    if (this.prepared < failure.length) {
      this.prepare()
      return AGAIN
    }
    const length = needle.length
    const end = Math.min(text.length, this.position + WINDOW)
    let i = this.position
    let k = this.matched
    while (i < end) {
      const unit = text.charCodeAt(backwards ? text.length - 1 - i : i)
      while (k >= 0 && this.needleUnit(k) !== unit) k = failure[k]
      i++
      k++
      if (k === length) return i - length
    }
    this.position = i
    this.matched = k
    return i === text.length ? -1 : AGAIN
  }

  private needleUnit(index: number): number {
    return this.needle.charCodeAt(this.backwards ? this.needle.length - 1 - index : index)
  }

  private prepare(): void {
    const { failure } = this
    const end = Math.min(failure.length, this.prepared + WINDOW)
    let k = this.border
    for (let i = this.prepared; i < end; i++) {
      const unit = this.needleUnit(i)
      failure[i] = unit === this.needleUnit(k) ? failure[k] : k
      while (k >= 0 && unit !== this.needleUnit(k)) k = failure[k]
      k++
    }
    this.border = k
    this.prepared = end
  }
}
