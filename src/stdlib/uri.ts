/** URI handling functions (https://tc39.es/ecma262/#sec-uri-handling-functions), in bounded steps. */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import { steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import { throwError } from "../interpreter/kernel/errors.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { splitsPair, TextBuilder } from "./text-builder.ts"

const throwUriError = (message: string): never => throwError("URIError", message)

/** What one host call encodes. */
const PIECE = 1 << 12
/** Decoded characters between two looks at the budget. */
const BREATH = 256

/** `Encode` (https://tc39.es/ecma262/#sec-encode). The host's function does one piece; pairs are never cut. */
function* encode(text: string, name: string, encodePiece: (piece: string) => string): Steps<string> {
  const out = new TextBuilder()
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + PIECE, text.length)
    if (splitsPair(text, end)) end--
    const piece = text.slice(start, end)
    if (hasLoneSurrogate(piece)) {
      throwUriError(
        `${name}: the text holds half of a surrogate pair, which has no encoding. Text.toWellFormed() replaces it.`
      )
    }
    out.add(encodePiece(piece))
    start = end
    if (charge(PIECE >> 1)) {
      pause()
      yield
    }
  }
  return out.finish()
}

const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text)

const throwMalformed = (name: string, text: string, at: number): never =>
  throwUriError(
    `${name}: ${JSON.stringify(text.slice(at, at + 12))} at position ${at} is no percent-encoded UTF-8. Write a literal % as %25.`
  )

/** The byte of `%XX` at a position, or -1. */
function escapedByte(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x25) return -1
  const high = hexDigit(text.charCodeAt(at + 1))
  const low = hexDigit(text.charCodeAt(at + 2))
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** `Decode` (https://tc39.es/ecma262/#sec-decode). Escapes of characters in `preserved` stay as they are. */
function* decode(text: string, name: string, preserved: string): Steps<string> {
  let at = text.indexOf("%")
  if (at < 0) return text
  const out = new TextBuilder()
  let plainFrom = 0
  let breath = 0
  while (at >= 0) {
    if (at > plainFrom) out.add(text.slice(plainFrom, at))
    const start = at
    const first = escapedByte(text, at)
    if (first < 0) throwMalformed(name, text, start)
    at += 3
    if (first < 0x80) {
      const character = String.fromCharCode(first)
      out.add(preserved.includes(character) ? text.slice(start, at) : character)
    } else {
      const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
      if (first < 0xc2 || first > 0xf4) throwMalformed(name, text, start)
      let point = first & (0xff >> (length + 1))
      for (let i = 1; i < length; i++, at += 3) {
        const next = escapedByte(text, at)
        if (next < 0 || (next & 0xc0) !== 0x80) throwMalformed(name, text, start)
        point = (point << 6) | (next & 0x3f)
      }
      const isTooShort = length === 3 ? point < 0x800 : length === 4 && point < 0x10000
      if (isTooShort || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) throwMalformed(name, text, start)
      out.add(String.fromCodePoint(point))
    }
    plainFrom = at
    at = text.indexOf("%", at)
    if (++breath === BREATH) {
      breath = 0
      if (charge(BREATH)) {
        pause()
        yield
      }
    }
  }
  if (plainFrom < text.length) out.add(text.slice(plainFrom))
  return out.finish()
}

/** Characters that separate the parts of a URI. */
const RESERVED = ";/?:@&=+$,#"

export const uriGlobals: readonly Row[] = [
  steps("decodeURI", 1, function* (_, args) {
    return yield* decode(yield* stringOf(args[0]), "decodeURI", RESERVED)
  }),
  steps("decodeURIComponent", 1, function* (_, args) {
    return yield* decode(yield* stringOf(args[0]), "decodeURIComponent", "")
  }),
  steps("encodeURI", 1, function* (_, args) {
    return yield* encode(yield* stringOf(args[0]), "encodeURI", encodeURI)
  }),
  steps("encodeURIComponent", 1, function* (_, args) {
    return yield* encode(yield* stringOf(args[0]), "encodeURIComponent", encodeURIComponent)
  })
]
