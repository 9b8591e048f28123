/** Iterators over lists of names and values, and `forEach` over them (https://webidl.spec.whatwg.org/#idl-iterable). */
import { agent, charge, pause, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, method } from "../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinition, Row } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { DirectIterator, DONE } from "../interpreter/kernel/iterate.ts"
import type { ObjectValue } from "../interpreter/kernel/object.ts"
import type { IntrinsicName } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, ENUMERABLE, WRITABLE } from "../interpreter/kernel/shape.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import type { IterationKind } from "./array-iterator.ts"
import { operation } from "./web-idl.ts"
import type { Pair } from "./web-idl.ts"

/** An object with a list of pairs, which may change while it is iterated. */
export interface PairSource {
  readonly pairs: readonly Pair[]
}

class PairIterator extends DirectIterator {
  private readonly source: PairSource
  private readonly kind: IterationKind
  private readonly interface_: string
  private index = 0

  constructor(interface_: string, source: PairSource, kind: IterationKind) {
    super(agent.realm.shapeOf(iteratorName(interface_)))
    this.interface_ = interface_
    this.source = source
    this.kind = kind
  }

  override get nativeNext(): Native {
    return natives.get(this.interface_)!
  }

  override step(): Value | typeof DONE {
    const { pairs } = this.source
    if (this.index >= pairs.length) return DONE
    const [name, value] = pairs[this.index++]
    if (this.kind === "key") return name
    return this.kind === "value" ? value : agent.realm.newArray([name, value])
  }

  belongsTo(interface_: string): boolean {
    return this.interface_ === interface_
  }
}

/** The `next` of each interface's iterators. */
const natives = new Map<string, Native>()

const iteratorName = (interface_: string): IntrinsicName => `%${interface_}IteratorPrototype%`

/** The prototype of an interface's iterators. */
export function pairIteratorIntrinsics(interface_: string): Record<IntrinsicName, IntrinsicDefinition> {
  const next: Native = (thisValue) => {
    if (!(thisValue instanceof PairIterator) || !thisValue.belongsTo(interface_)) {
      return throwTypeError(`next of a ${interface_} iterator was called on ${describeValue(thisValue)}.`)
    }
    const value = thisValue.step()
    const { realm } = agent
    return value === DONE ? realm.iteratorResult(undefined, true) : realm.iteratorResult(value, false)
  }
  natives.set(interface_, next)
  return {
    [iteratorName(interface_)]: {
      prototype: "%IteratorPrototype%",
      rows: [
        method("next", 0, next, WRITABLE | ENUMERABLE | CONFIGURABLE),
        constant(wellKnown.toStringTag, `${interface_} Iterator`, CONFIGURABLE)
      ]
    }
  }
}

/** `entries`, `forEach`, `keys`, `values`; `[Symbol.iterator]` is an alias of `entries` that the table adds. */
export function pairRows<T extends ObjectValue & PairSource>(
  interface_: string,
  receiver: (thisValue: Value, member: string) => T
): Row[] {
  const iterate = (name: string, kind: IterationKind): Row =>
    method(
      name,
      0,
      (thisValue) => new PairIterator(interface_, receiver(thisValue, name), kind),
      WRITABLE | ENUMERABLE | CONFIGURABLE
    )
  return [
    iterate("entries", "entry"),
    operation("forEach", 1, function* (thisValue, args): Steps<Value> {
      const source = receiver(thisValue, "forEach")
      const [callback, thisArgument] = [args[0], args[1]]
      if (!isCallable(callback)) {
        return throwTypeError(`${interface_}.forEach needs a function, not ${describeValue(callback)}.`)
      }
      for (let i = 0; i < source.pairs.length; i++) {
        const [name, value] = source.pairs[i]
        const result = callback.call(thisArgument, [value, name, source])
        if (result === SUSP) yield
        if (charge(2)) {
          pause()
          yield
        }
      }
      return undefined
    }),
    iterate("keys", "key"),
    iterate("values", "value")
  ]
}
