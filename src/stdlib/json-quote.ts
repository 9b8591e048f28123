/** Strings as JSON text (https://tc39.es/ecma262/#sec-quotejsonstring). */
import { agent, charge, pause } from "../interpreter/kernel/agent.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { splitsPair } from "./text-builder.ts"
import type { TextBuilder } from "./text-builder.ts"

/** Longer texts are quoted in windows: see {@link quoteLongJson}. */
export const LONG_TEXT = 1 << 15
/** Short texts without anything to escape are quicker looked through here than handed to the host. */
const SHORT_TEXT = 48

/** Quotes a text of at most {@link LONG_TEXT} units, or a name. */
export function quoteJson(text: string): string {
  const length = text.length
  if (length > SHORT_TEXT) {
    agent.budget -= length >> 4
    return JSON.stringify(text)
  }
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 32 || unit === 34 || unit === 92 || (unit >= 0xd800 && unit <= 0xdfff)) return JSON.stringify(text)
  }
  return `"${text}"`
}

/** Quotes a text of any length in bounded steps. */
export function* quoteLongJson(text: string, out: TextBuilder): Steps<void> {
  out.add('"')
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + LONG_TEXT, text.length)
    if (splitsPair(text, end)) end--
    out.add(JSON.stringify(text.substring(at, end)).slice(1, -1))
    at = end
    if (charge(LONG_TEXT >> 4)) {
      pause()
      yield
    }
  }
  out.add('"')
}
