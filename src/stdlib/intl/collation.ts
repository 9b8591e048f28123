/** Comparing texts by the rules of a language, in bounded steps. */
import { charge, pause } from "../../interpreter/kernel/agent.ts"
import { throwRangeError } from "../../interpreter/kernel/errors.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import { DEFAULT_LOCALE } from "./locale-list.ts"

let defaultCollator: Intl.Collator | undefined

/** The collator of programs that name neither locale nor options. */
export const getDefaultCollator = (): Intl.Collator => (defaultCollator ??= new Intl.Collator(DEFAULT_LOCALE))

/** Texts up to this length are compared at once, whatever they hold. */
const SHORT = 64
/** Texts up to this length are compared as they are. */
const MEDIUM = 1000
/** The host compares so many units in a fifth of a millisecond, unless combining marks abound. */
const LONG = 1 << 16
/** The host puts runs of combining marks in order by insertion: so many comparisons take five milliseconds. */
const MAX_SORTING = 1 << 22

/** A collator's comparison: negative, zero or positive. */
export function* compareTexts(collator: Intl.Collator, a: string, b: string): Steps<number> {
  if (a.length <= SHORT && b.length <= SHORT) return collator.compare(a, b)
  if (a === b) return 0
  const from = a.length <= MEDIUM && b.length <= MEDIUM ? 0 : yield* commonStart(a, b)
  const left = a.substring(from)
  const right = b.substring(from)
  if (left.length > LONG || right.length > LONG) {
    throwRangeError(
      "Comparing texts by language: they differ in more than 65,536 characters. Compare the beginnings, or use < and >, which compare by code unit."
    )
  }
  yield* chargeMarks(left)
  yield* chargeMarks(right)
  return collator.compare(left, right)
}

/** The length of a beginning that both share and that ends with a space: it cannot influence how the rest compares. */
function* commonStart(a: string, b: string): Steps<number> {
  const length = Math.min(a.length, b.length)
  let start = 0
  for (let i = 0; i < length && a.charCodeAt(i) === b.charCodeAt(i); i++) {
    if (a.charCodeAt(i) === 32) start = i
    if ((i & 1023) === 1023 && charge(32)) {
      pause()
      yield
    }
  }
  return start
}

const MARK = /^\p{M}/u

/** Takes what comparing a text costs from the slice; runs of combining marks by their square. */
function* chargeMarks(text: string): Steps<void> {
  let run = 0
  let sorting = 0
  charge(text.length >> 4)
  for (let i = 0; i < text.length;) {
    if (text.charCodeAt(i) < 0x300) {
      run = 0
      i++
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(i)!)
    i += character.length
    run = MARK.test(character) ? run + 1 : 0
    sorting += run
    if (sorting > MAX_SORTING) {
      throwRangeError("Comparing texts by language: a text has too many combining marks in a row. Remove them first.")
    }
    if (charge(2 + (run >> 3))) {
      pause()
      yield
    }
  }
}
