/** The methods of strings that write HTML (https://tc39.es/ecma262/#sec-additional-properties-of-the-string.prototype-object). */
import { charge, pause } from "../interpreter/kernel/agent.ts"
import { steps } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { receiverText } from "./string-pattern.ts"
import { TextBuilder } from "./text-builder.ts"

/** Units whose quotation marks the host replaces in a fraction of a millisecond. */
const WINDOW = 1 << 14

/** `CreateHTML` (https://tc39.es/ecma262/#sec-createhtml). */
function html(name: string, tag: string, attribute?: string): Row {
  return steps(name, attribute === undefined ? 0 : 1, function* (thisValue, args) {
    const text = yield* receiverText(thisValue, name)
    const out = new TextBuilder()
    out.add(`<${tag}`)
    if (attribute !== undefined) {
      out.add(` ${attribute}="`)
      yield* addQuoted(out, yield* stringOf(args[0]))
      out.add('"')
    }
    out.add(">")
    out.add(text)
    out.add(`</${tag}>`)
    return out.finish()
  })
}

function* addQuoted(out: TextBuilder, text: string): Steps<void> {
  for (let at = 0; at < text.length; at += WINDOW) {
    out.add(text.substring(at, at + WINDOW).replaceAll('"', "&quot;"))
    if (charge(1 + (Math.min(text.length - at, WINDOW) >> 4))) {
      pause()
      yield
    }
  }
}

export const stringHtmlRows: readonly Row[] = [
  html("anchor", "a", "name"),
  html("big", "big"),
  html("blink", "blink"),
  html("bold", "b"),
  html("fixed", "tt"),
  html("fontcolor", "font", "color"),
  html("fontsize", "font", "size"),
  html("italics", "i"),
  html("link", "a", "href"),
  html("small", "small"),
  html("strike", "strike"),
  html("sub", "sub"),
  html("sup", "sup")
]
