/** Bytes as text: base64 and hexadecimal (https://tc39.es/ecma262/#sec-uint8array.frombase64), a bounded amount of work at a time. */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import { throwTooLong, MAX_STRING } from "../interpreter/kernel/rope.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { TextBuilder } from "./text-builder.ts"

export type Alphabet = "base64" | "base64url"
export type LastChunkHandling = "loose" | "strict" | "stop-before-partial"

/** What decoding came to: `error` says why it stopped before the end, after the bytes that precede the fault. */
export interface Decoded {
  /** Units of the text that the bytes stand for. */
  readonly read: number
  readonly bytes: Uint8Array
  readonly error: string | undefined
}

/** Units or bytes between two looks at the budget; a multiple of three, so that base64 pieces end at a whole group. */
const PIECE = 6144
const PIECE_STEPS = 2048

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

const codesOf = (text: string): readonly number[] => Array.from(text, (unit) => unit.charCodeAt(0))
const encoders: Record<Alphabet, readonly number[]> = {
  base64: codesOf(`${DIGITS}+/`),
  base64url: codesOf(`${DIGITS}-_`)
}

/** The value of each unit up to 127; -1 where it is no digit. */
const decoderOf = (codes: readonly number[]): readonly number[] =>
  Array.from({ length: 128 }, (_, unit) => codes.indexOf(unit))
const decoders: Record<Alphabet, readonly number[]> = {
  base64: decoderOf(encoders.base64),
  base64url: decoderOf(encoders.base64url)
}

const PADDING = 61

export function* bytesToBase64(bytes: Uint8Array, alphabet: Alphabet, omitPadding: boolean): Steps<string> {
  const { length } = bytes
  if (Math.ceil(length / 3) * 4 > MAX_STRING) throwTooLong()
  const codes = encoders[alphabet]
  const text = new TextBuilder()
  const units = new Uint16Array((PIECE / 3) * 4)
  for (let start = 0; start < length; start += PIECE) {
    const end = Math.min(start + PIECE, length)
    let count = 0
    let i = start
    for (; i + 2 < end; i += 3) {
      const group = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2]
      units[count++] = codes[group >> 18]
      units[count++] = codes[(group >> 12) & 63]
      units[count++] = codes[(group >> 6) & 63]
      units[count++] = codes[group & 63]
    }
    if (i < end) {
      const two = i + 1 < end
      const group = (bytes[i] << 16) | (two ? bytes[i + 1] << 8 : 0)
      units[count++] = codes[group >> 18]
      units[count++] = codes[(group >> 12) & 63]
      if (two) units[count++] = codes[(group >> 6) & 63]
      if (!omitPadding) units[count++] = PADDING
      if (!omitPadding && !two) units[count++] = PADDING
    }
    text.add(String.fromCharCode(...units.subarray(0, count)))
    if (charge(PIECE_STEPS)) {
      pause()
      yield
    }
  }
  return text.finish()
}

/** Tab, line feed, form feed, carriage return and space. */
const isSpace = (unit: number): boolean => unit === 32 || unit === 9 || unit === 10 || unit === 12 || unit === 13

/** `FromBase64` (https://tc39.es/ecma262/#sec-frombase64): at most `maxLength` bytes. */
export function* base64ToBytes(
  text: string,
  alphabet: Alphabet,
  handling: LastChunkHandling,
  maxLength: number
): Steps<Decoded> {
  const { length } = text
  const values = decoders[alphabet]
  const bytes = new Uint8Array(Math.min(Math.ceil((length * 3) / 4), maxLength))
  let written = 0
  let read = 0
  let group = 0
  let digits = 0
  const answer = (at: number, error?: string): Decoded => ({ read: at, bytes: bytes.subarray(0, written), error })
  /** Two or three digits at the end are one or two bytes. */
  const finish = (strict: boolean): string | undefined => {
    const extra = digits === 2 ? group & 15 : group & 3
    if (strict && extra !== 0) return "the last digit has bits that no byte needs"
    if (digits === 2) {
      bytes[written++] = group >> 4
    } else {
      bytes[written++] = group >> 10
      bytes[written++] = (group >> 2) & 255
    }
    return undefined
  }
  if (maxLength === 0) return answer(0)
  let index = 0
  function* skipSpaces(): Steps<void> {
    for (; index < length && isSpace(text.charCodeAt(index)); index++) {
      if (index % PIECE === 0 && charge(PIECE_STEPS)) {
        pause()
        yield
      }
    }
  }
  for (let looks = 1; ; looks++) {
    if (looks % PIECE === 0 && charge(PIECE_STEPS)) {
      pause()
      yield
    }
    if (index < length && isSpace(text.charCodeAt(index))) {
      index++
      continue
    }
    if (index === length) {
      if (digits === 0) return answer(length)
      if (handling === "stop-before-partial") return answer(read)
      if (handling === "strict") return answer(read, "the padding is missing")
      if (digits === 1) return answer(read, "a single digit is left at the end")
      finish(false)
      return answer(length)
    }
    const unit = text.charCodeAt(index++)
    if (unit === PADDING) {
      if (digits < 2) return answer(read, "padding stands where digits belong")
      yield* skipSpaces()
      if (digits === 2) {
        if (index === length) {
          return handling === "stop-before-partial" ? answer(read) : answer(read, "the padding is incomplete")
        }
        if (text.charCodeAt(index) === PADDING) {
          index++
          yield* skipSpaces()
        }
      }
      if (index < length) return answer(read, "something follows the padding")
      const error = finish(handling === "strict")
      return error === undefined ? answer(length) : answer(read, error)
    }
    const value = unit < 128 ? values[unit] : -1
    if (value < 0) return answer(read, `character ${JSON.stringify(String.fromCharCode(unit))} is no ${alphabet} digit`)
    const room = maxLength - written
    if ((room === 1 && digits === 2) || (room === 2 && digits === 3)) return answer(read)
    group = (group << 6) | value
    if (++digits === 4) {
      bytes[written++] = group >> 16
      bytes[written++] = (group >> 8) & 255
      bytes[written++] = group & 255
      group = 0
      digits = 0
      read = index
      if (written === maxLength) return answer(read)
    }
  }
}

/** The two digits of every byte. */
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

export function* bytesToHex(bytes: Uint8Array): Steps<string> {
  const { length } = bytes
  if (length * 2 > MAX_STRING) throwTooLong()
  const text = new TextBuilder()
  for (let start = 0; start < length; start += PIECE) {
    const end = Math.min(start + PIECE, length)
    let piece = ""
    for (let i = start; i < end; i++) piece += PAIRS[bytes[i]]
    text.add(piece)
    if (charge(PIECE_STEPS)) {
      pause()
      yield
    }
  }
  return text.finish()
}

/** The value of a hexadecimal digit, or -1. */
const hexValue = (unit: number): number => {
  if (unit >= 48 && unit <= 57) return unit - 48
  const lower = unit | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** `FromHex` (https://tc39.es/ecma262/#sec-fromhex): at most `maxLength` bytes. */
export function* hexToBytes(text: string, maxLength: number): Steps<Decoded> {
  const { length } = text
  if (length % 2 !== 0) return { read: 0, bytes: new Uint8Array(0), error: "the number of digits is odd" }
  const bytes = new Uint8Array(Math.min(length / 2, maxLength))
  for (let i = 0; i < bytes.length; i++) {
    const high = hexValue(text.charCodeAt(i * 2))
    const low = hexValue(text.charCodeAt(i * 2 + 1))
    if (high < 0 || low < 0) {
      return {
        read: i * 2,
        bytes: bytes.subarray(0, i),
        error: `${JSON.stringify(text.slice(i * 2, i * 2 + 2))} is no pair of hexadecimal digits`
      }
    }
    bytes[i] = (high << 4) | low
    if (i % PIECE === PIECE - 1 && charge(PIECE_STEPS)) {
      pause()
      yield
    }
  }
  return { read: bytes.length * 2, bytes, error: undefined }
}
