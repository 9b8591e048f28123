/**
 * Unicode normalization of long texts in bounded steps: the host normalizes windows that end where no character can combine across.
 */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { splitsPair, TextBuilder } from "./text-builder.ts"

export type NormalizationForm = "NFC" | "NFD" | "NFKC" | "NFKD"

export const isNormalizationForm = (form: string): form is NormalizationForm =>
  form === "NFC" || form === "NFD" || form === "NFKC" || form === "NFKD"

/** The host normalizes so many ordinary units in a third of a millisecond. */
const WINDOW = 1 << 14
/** The host sorts combining marks by insertion: 2,000 in a row take a millisecond, 8,000 twenty. */
const MAX_MARKS = 2000

export function* normalizeText(text: string, form: NormalizationForm): Steps<string> {
  if (text.length <= MAX_MARKS || (yield* isAscii(text))) return text.normalize(form)
  const result = new TextBuilder()
  for (let at = 0; at < text.length;) {
    const end = yield* safeCut(text, at)
    result.add(text.substring(at, end).normalize(form))
    const work = (end - at) >> 2
    at = end
    if (charge(work)) {
      pause()
      yield
    }
  }
  return result.finish()
}

function* isAscii(text: string): Steps<boolean> {
  for (let at = 0; at < text.length; at += WINDOW) {
    const end = Math.min(at + WINDOW, text.length)
    for (let i = at; i < end; i++) if (text.charCodeAt(i) > 127) return false
    if (charge(WINDOW >> 6)) {
      pause()
      yield
    }
  }
  return true
}

/**
 * The end of a window that begins at `from`: before a character that nothing can combine with. The window holds no run of more than
 * {@link MAX_MARKS} characters that might be combining.
 */
function* safeCut(text: string, from: number): Steps<number> {
  let run = 0
  for (let at = from + 1; at < text.length; at++) {
    if (splitsPair(text, at)) continue
    const codePoint = text.codePointAt(at)!
    const isKnown = codePoint < 0x300 || (codePoint < 0x10000 && known[codePoint] !== 0)
    if (startsAfresh(codePoint)) {
      if (at - from >= WINDOW) return at
      run = 0
    } else if (++run > MAX_MARKS) {
      throwRangeError(
        'String.prototype.normalize: the text has more than 2,000 combining marks in a row. Remove them first, for example with replace(/\\p{M}{100,}/gu, "").'
      )
    }
    if (charge(isKnown ? ((at & 7) === 0 ? 1 : 0) : 20)) {
      pause()
      yield
    }
  }
  return text.length
}

/** By code point of the basic plane: 1 starts afresh, 2 may combine with what is before, 0 not known yet. */
const known = new Uint8Array(0x10000)

/** Whether a character never combines with the one before it, in any form: where it begins, a text may be cut. */
function startsAfresh(codePoint: number): boolean {
  if (codePoint < 0x300) return true
  if (codePoint >= 0x10000) return decideFresh(codePoint)
  let state = known[codePoint]
  if (state === 0) known[codePoint] = state = decideFresh(codePoint) ? 1 : 2
  return state === 1
}

const MARK = /^\p{M}/u

function decideFresh(codePoint: number): boolean {
  const text = String.fromCodePoint(codePoint)
  if (MARK.test(text)) return false
  const first = text.normalize("NFKD").codePointAt(0)!
  if (MARK.test(String.fromCodePoint(first))) return false
  // Vowels and final consonants of Hangul combine with what is before, and so do the vowel signs of Kirat Rai: letters, not marks.
  const isJamo = (first >= 0x1161 && first <= 0x1175) || (first >= 0x11a7 && first <= 0x11c2)
  return !isJamo && !(first >= 0x16d63 && first <= 0x16d6a)
}
