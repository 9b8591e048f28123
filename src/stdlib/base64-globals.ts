/** `atob` and `btoa` (https://html.spec.whatwg.org/#atob). */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { base64ToBytes, bytesToBase64 } from "./byte-text.ts"
import { throwDomError } from "./dom-error.ts"
import { TextBuilder } from "./text-builder.ts"
import { operation } from "./web-idl.ts"

const WINDOW = 1 << 13

/** Text whose units are bytes, as bytes. */
function* bytesOf(text: string): Steps<Uint8Array> {
  const bytes = hold(new Uint8Array(text.length))
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 255) {
      throwDomError(
        "InvalidCharacterError",
        `btoa: ${JSON.stringify(text[i])} at position ${i} is above U+00FF. Encode text as bytes first: new TextEncoder().encode(text).toBase64().`
      )
    }
    bytes[i] = unit
    if ((i & 1023) === 1023 && charge(64)) {
      pause()
      yield
    }
  }
  return bytes
}

/** Bytes as text whose units they are. */
function* unitsOf(bytes: Uint8Array): Steps<string> {
  const out = new TextBuilder()
  for (let at = 0; at < bytes.length; at += WINDOW) {
    out.add(String.fromCharCode(...bytes.subarray(at, at + WINDOW)))
    if (charge(512)) {
      pause()
      yield
    }
  }
  return out.finish()
}

export const base64Globals: readonly Row[] = [
  operation("atob", 1, function* (_thisValue, args) {
    const text = yield* stringOf(args[0])
    const { bytes, error } = yield* base64ToBytes(text, "base64", "loose", Infinity)
    if (error !== undefined) throwDomError("InvalidCharacterError", `atob: the text is not base64: ${error}.`)
    return yield* unitsOf(bytes)
  }),
  operation("btoa", 1, function* (_thisValue, args) {
    return yield* bytesToBase64(yield* bytesOf(yield* stringOf(args[0])), "base64", false)
  })
]
