/** `application/x-www-form-urlencoded` (https://url.spec.whatwg.org/#application/x-www-form-urlencoded), in bounded steps. */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { partOf } from "../interpreter/kernel/weight.ts"
import { splitsPair, TextBuilder } from "./text-builder.ts"
import type { Pair } from "./web-idl.ts"

const WINDOW = 1 << 13

/** The pairs of a query without its question mark. */
export function* parseForm(text: string): Steps<Pair[]> {
  const pairs: Pair[] = hold([])
  for (let at = 0; at < text.length;) {
    let end = text.indexOf("&", at)
    if (end < 0) end = text.length
    if (end > at) {
      const equals = text.substring(at, end).indexOf("=")
      const middle = equals < 0 ? end : at + equals
      const name = yield* decode(partOf(text, at, middle))
      pairs.push([name, yield* decode(partOf(text, Math.min(middle + 1, end), end))])
    }
    if (charge(8 + ((end - at) >> 6))) {
      pause()
      yield
    }
    at = end + 1
  }
  return pairs
}

export function* writeForm(pairs: readonly Pair[]): Steps<string> {
  const out = new TextBuilder()
  for (let i = 0; i < pairs.length; i++) {
    if (i > 0) out.add("&")
    yield* encode(pairs[i][0], out)
    out.add("=")
    yield* encode(pairs[i][1], out)
    if (charge(8)) {
      pause()
      yield
    }
  }
  return out.finish()
}

const PLAIN = /^[A-Za-z0-9*\-._]*$/
const LEFT_BY_HOST = /[!'()~]|%20/g

/** What `encodeURIComponent` leaves and this encoding does not, and the space. */
const encodeMore = (text: string): string =>
  text === "%20" ? "+" : `%${text.charCodeAt(0).toString(16).toUpperCase()}`

function* encode(text: string, out: TextBuilder): Steps<void> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + WINDOW, text.length)
    if (splitsPair(text, end)) end--
    const window = text.substring(at, end)
    out.add(PLAIN.test(window) ? window : encodeURIComponent(window).replace(LEFT_BY_HOST, encodeMore))
    if (charge((end - at) >> 3)) {
      pause()
      yield
    }
    at = end
  }
}

const ESCAPES = /%[0-9A-Fa-f]{2}/

/** Percent-decoding as UTF-8, where plus signs are spaces and what is no escape stays as it is. */
function* decode(text: string): Steps<string> {
  if (text.length <= WINDOW && !ESCAPES.test(text)) return text.replace(/\+/g, " ")
  // A decoder that is told that more will come keeps the bytes of a character that a window has cut.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  const encoder = new TextEncoder()
  const out = new TextBuilder()
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + WINDOW, text.length)
    if (splitsPair(text, end)) end--
    // An escape is not cut, either.
    const percent = text.substring(end - 2, end).lastIndexOf("%")
    if (end < text.length && percent >= 0) end -= 2 - percent
    const bytes = percentDecode(encoder.encode(text.substring(at, end).replace(/\+/g, " ")))
    out.add(decoder.decode(bytes, { stream: true }))
    if (charge((end - at) >> 1)) {
      pause()
      yield
    }
    at = end
  }
  out.add(decoder.decode())
  return out.finish()
}

function percentDecode(bytes: Uint8Array): Uint8Array {
  let to = 0
  for (let i = 0; i < bytes.length; i++) {
    const high = bytes[i] === 37 ? hexDigit(bytes[i + 1]) : -1
    const low = high < 0 ? -1 : hexDigit(bytes[i + 2])
    if (low >= 0) {
      bytes[to++] = high * 16 + low
      i += 2
    } else {
      bytes[to++] = bytes[i]
    }
  }
  return bytes.subarray(0, to)
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
