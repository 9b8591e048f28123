/** What `String.prototype.matchAll` answers (https://tc39.es/ecma262/#sec-regexp-string-iterator-objects). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, steps } from "../interpreter/kernel/builtin.ts"
import { setOrThrow, stringOf, toLength } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ITERATOR_CROSSING, ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

/** `RegExpExec`: the match object, or null. */
export type Exec = (matcher: ObjectValue, text: string) => Steps<ObjectValue | null>

export class RegExpStringIterator extends ObjectValue {
  private readonly matcher: ObjectValue
  private readonly text: string
  private readonly global: boolean
  private readonly fullUnicode: boolean
  private readonly exec: Exec
  private done = false

  constructor(matcher: ObjectValue, text: string, global: boolean, fullUnicode: boolean, exec: Exec) {
    super(agent.realm.shapeOf("%RegExpStringIteratorPrototype%"))
    this.matcher = matcher
    this.text = text
    this.global = global
    this.fullUnicode = fullUnicode
    this.exec = exec
  }

  override crossing(): Crossing {
    return ITERATOR_CROSSING
  }

  *next(): Steps<Value> {
    if (this.done) return agent.realm.iteratorResult(undefined, true)
    const { matcher, text } = this
    let match: ObjectValue | null
    try {
      match = yield* this.exec(matcher, text)
      if (match !== null && this.global) yield* this.stepOverEmptyMatch(match)
    } catch (error) {
      this.done = true
      throw error
    }
    if (match === null) {
      this.done = true
      return agent.realm.iteratorResult(undefined, true)
    }
    if (!this.global) this.done = true
    return agent.realm.iteratorResult(match, false)
  }

  private *stepOverEmptyMatch(match: ObjectValue): Steps<void> {
    const { matcher, text } = this
    let matched = match.get(0, match)
    if (matched === SUSP) matched = (yield) as Value
    if ((yield* stringOf(matched)) !== "") return
    let last = matcher.get("lastIndex", matcher)
    if (last === SUSP) last = (yield) as Value
    let index = toLength(last)
    if (index === SUSP) index = (yield) as number
    const isPair = this.fullUnicode && index < text.length && text.codePointAt(index)! > 0xffff
    yield* setOrThrow(matcher, "lastIndex", index + (isPair ? 2 : 1))
  }
}

export const regExpStringIteratorIntrinsics = {
  "%RegExpStringIteratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [
      steps("next", 0, (thisValue) =>
        thisValue instanceof RegExpStringIterator
          ? thisValue.next()
          : throwTypeError(`next of a matchAll iterator was called on ${describeValue(thisValue)}.`)
      ),
      constant(wellKnown.toStringTag, "RegExp String Iterator", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
