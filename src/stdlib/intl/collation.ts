/** Comparing texts by the rules of a language, in bounded steps. */
import { charge, pause } from "../../interpreter/kernel/agent.ts"
import { throwRangeError } from "../../interpreter/kernel/errors.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import { DEFAULT_LOCALE } from "./locale-list.ts"

let defaultCollator: Intl.Collator | undefined

/** The collator of programs that name neither locale nor options. */
export const getDefaultCollator = (): Intl.Collator => (defaultCollator ??= new Intl.Collator(DEFAULT_LOCALE))

/** Texts up to this length are compared in one host call, whatever they hold: a quarter of a millisecond at worst. */
const SHORT = 1000
/** The host compares so many units in a fifth of a millisecond, unless combining marks abound. */
const LONG = 1 << 16
const MAX_MARKS = 500

/** A collator's comparison: negative, zero or positive. */
export function* compareTexts(collator: Intl.Collator, a: string, b: string): Steps<number> {
  if (a.length <= SHORT && b.length <= SHORT) return collator.compare(a, b)
  if (a === b) return 0
  const from = yield* commonStart(a, b)
  const left = a.substring(from)
  const right = b.substring(from)
  if (left.length > LONG || right.length > LONG) {
    throwRangeError(
      "Comparing texts by language: they differ in more than 65,536 characters. Compare the beginnings, or use < and >, which compare by code unit."
    )
  }
  yield* refuseMarks(left)
  yield* refuseMarks(right)
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

/** Long runs of combining marks make the host's comparison quadratic. */
function* refuseMarks(text: string): Steps<void> {
  let run = 0
  for (let i = 0; i < text.length;) {
    if (text.charCodeAt(i) < 0x300) {
      run = 0
      i++
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(i)!)
    i += character.length
    run = MARK.test(character) ? run + 1 : 0
    if (run > MAX_MARKS) {
      throwRangeError(
        `Comparing texts by language: a text has more than ${MAX_MARKS} combining marks in a row. Remove them first.`
      )
    }
    if (charge(2)) {
      pause()
      yield
    }
  }
}
