/** What replaces a match: templates with `$` and the results of callbacks. */
import { SUSP, charge, pause } from "../interpreter/kernel/agent.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import { throwInvalidData } from "../interpreter/kernel/errors.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import { PromiseValue } from "../interpreter/kernel/promise.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { canonicalKey } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { TextBuilder } from "./text-builder.ts"

/** One match, as templates see it. */
export interface Substitution {
  readonly matched: string
  readonly text: string
  readonly position: number
  readonly captures: readonly (string | undefined)[]
  readonly namedCaptures: ObjectValue | undefined
}

/** `GetSubstitution` (https://tc39.es/ecma262/#sec-getsubstitution). */
export function* expandTemplate(template: string, match: Substitution): Steps<string> {
  let dollar = template.indexOf("$")
  if (dollar < 0) return template
  const { matched, text, position, captures, namedCaptures } = match
  const result = new TextBuilder()
  // Where the last `>` stands: looking for one behind it once for each `$<` takes time squared.
  const lastClose = namedCaptures === undefined ? -1 : template.lastIndexOf(">")
  let at = 0
  while (dollar >= 0 && dollar + 1 < template.length) {
    result.add(template.substring(at, dollar))
    const next = template.charCodeAt(dollar + 1)
    at = dollar + 2
    switch (next) {
      case 36: // $$
        result.add("$")
        break
      case 38: // $&
        result.add(matched)
        break
      case 96: // $`
        result.add(text.substring(0, position))
        break
      case 39: // $'
        result.add(text.substring(Math.min(position + matched.length, text.length)))
        break
      case 60: {
        // $<
        if (namedCaptures === undefined || at > lastClose) {
          result.add("$<")
          break
        }
        const close = template.indexOf(">", at)
        let capture = namedCaptures.get(canonicalKey(template.substring(at, close)), namedCaptures)
        if (capture === SUSP) capture = (yield) as Value
        if (capture !== undefined) result.add(yield* stringOf(capture))
        at = close + 1
        break
      }
      default: {
        const digits = next >= 48 && next <= 57 ? groupDigits(template, dollar + 1, captures.length) : 0
        if (digits === 0) {
          result.add("$")
          at = dollar + 1
        } else {
          const capture = captures[Number(template.substring(dollar + 1, dollar + 1 + digits)) - 1]
          if (capture !== undefined) result.add(capture)
          at = dollar + 1 + digits
        }
      }
    }
    dollar = template.indexOf("$", at)
    if (charge(1)) {
      pause()
      yield
    }
  }
  result.add(template.substring(at))
  return result.finish()
}

/** How many digits after a `$` name a group: two, one, or none. */
function groupDigits(template: string, at: number, groups: number): number {
  const first = template.charCodeAt(at) - 48
  const second = template.charCodeAt(at + 1) - 48
  if (second >= 0 && second <= 9) {
    const both = first * 10 + second
    if (both >= 1 && both <= groups) return 2
  }
  return first >= 1 && first <= groups ? 1 : 0
}

/** What a callback of `replace` or `replaceAll` answered, as text. */
export function* replacementText(result: Value): Steps<string> {
  if (typeof result === "string") return result
  if (result instanceof PromiseValue) {
    return throwInvalidData(
      "The callback of replace returned a Promise: replace does not wait for async callbacks. Collect the matches with matchAll, await what you need for each, then replace.",
      [
        "const found = [...text.matchAll(pattern)]; const texts = await Promise.all(found.map((match) => load(match[0]))); let i = 0; text.replace(pattern, () => texts[i++])"
      ]
    )
  }
  return yield* stringOf(result)
}
