/**
 * Upper and lower case of long texts in bounded steps. The host maps windows; what reads beyond a window's edge (the final sigma, and the rules of
 * a few languages) is handled here or by cutting at characters that no rule looks across.
 */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import { throwRangeError } from "../interpreter/kernel/errors.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { splitsPair, TextBuilder } from "./text-builder.ts"

/** The host maps so many units in a quarter of a millisecond at worst. */
export const CASE_WINDOW = 1 << 14
const STEPS_PER_WINDOW = 4096

/** `toUpperCase`: no rule of the root locale looks at neighbours. */
export function* upperCase(text: string): Steps<string> {
  if (text.length <= CASE_WINDOW) return text.toUpperCase()
  return yield* mapWindows(text, (window) => window.toUpperCase())
}

function* mapWindows(text: string, map: (window: string) => string): Steps<string> {
  const result = new TextBuilder()
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + CASE_WINDOW, text.length)
    if (splitsPair(text, end)) end--
    result.add(map(text.substring(at, end)))
    at = end
    if (charge(STEPS_PER_WINDOW)) {
      pause()
      yield
    }
  }
  return result.finish()
}

/** `toLowerCase`: only the capital sigma looks at its neighbours. */
export function* lowerCase(text: string): Steps<string> {
  if (text.length <= CASE_WINDOW) return text.toLowerCase()
  const result = new TextBuilder()
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + CASE_WINDOW, text.length)
    if (splitsPair(text, end)) end--
    let sigma = text.substring(at, end).indexOf("Σ")
    while (sigma >= 0) {
      sigma += at
      if (sigma > at) result.add(text.substring(at, sigma).toLowerCase())
      result.add((yield* isFinalSigma(text, sigma)) ? "ς" : "σ")
      at = sigma + 1
      sigma = text.substring(at, end).indexOf("Σ")
      if (charge(16)) {
        pause()
        yield
      }
    }
    result.add(text.substring(at, end).toLowerCase())
    at = end
    if (charge(STEPS_PER_WINDOW)) {
      pause()
      yield
    }
  }
  return result.finish()
}

const CASED = /^\p{Cased}/u
const CASE_IGNORABLE = /^\p{Case_Ignorable}/u

/** The condition `Final_Sigma` of the Unicode standard (table 3-17): after a cased letter, not before one. */
function* isFinalSigma(text: string, sigma: number): Steps<boolean> {
  let at = sigma
  let before = ""
  while (at > 0) {
    const start = splitsPair(text, at - 1) ? at - 2 : at - 1
    before = text.substring(start, at)
    if (!CASE_IGNORABLE.test(before)) break
    before = ""
    at = start
    if (charge(2)) {
      pause()
      yield
    }
  }
  if (!CASED.test(before)) return false
  at = sigma + 1
  while (at < text.length) {
    const end = splitsPair(text, at + 1) ? at + 2 : at + 1
    const after = text.substring(at, end)
    if (!CASE_IGNORABLE.test(after)) return !CASED.test(after)
    at = end
    if (charge(2)) {
      pause()
      yield
    }
  }
  return true
}

/** Languages whose case rules differ from the root locale's. */
const SPECIAL = new Set(["az", "el", "hy", "lt", "tr"])

/** Case mapping by a locale's rules. */
export function* localeCase(text: string, locale: string, upper: boolean): Steps<string> {
  const language = locale.split("-", 1)[0].toLowerCase()
  if (!SPECIAL.has(language)) return yield* upper ? upperCase(text) : lowerCase(text)
  const map = (window: string): string =>
    upper ? window.toLocaleUpperCase(language) : window.toLocaleLowerCase(language)
  if (text.length <= CASE_WINDOW) return map(text)
  const result = new TextBuilder()
  for (let at = 0; at < text.length;) {
    const end = neutralCut(text, at)
    result.add(map(text.substring(at, end)))
    at = end
    if (charge(STEPS_PER_WINDOW)) {
      pause()
      yield
    }
  }
  return result.finish()
}

/** A place after a character that ends every context of the case rules: white space, a digit. */
function neutralCut(text: string, from: number): number {
  const limit = from + CASE_WINDOW
  if (limit >= text.length) return text.length
  for (let at = limit; at > from; at--) {
    const unit = text.charCodeAt(at - 1)
    if (unit <= 32 || (unit >= 48 && unit <= 57)) return at
  }
  return throwRangeError(
    "Case mapping with a locale: the text has more than 16,384 characters without white space or a digit. Split it, or use the method without a locale."
  )
}
