/** What the services of `Intl` share: an object around one of the host's formatters, which never leaves it. */
import { agent, SUSP } from "../../interpreter/kernel/agent.ts"
import { constant, constructor_, getter, link, makeNative, nativeOf, steps } from "../../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinition, Row } from "../../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../../interpreter/kernel/function.ts"
import type { FunctionValue, Native } from "../../interpreter/kernel/function.ts"
import { ObjectValue } from "../../interpreter/kernel/object.ts"
import type { Crossing } from "../../interpreter/kernel/object.ts"
import type { IntrinsicName } from "../../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../../interpreter/kernel/shape.ts"
import type { Shape } from "../../interpreter/kernel/shape.ts"
import type { Steps } from "../../interpreter/kernel/steps.ts"
import { wellKnown } from "../../interpreter/kernel/values.ts"
import type { Value } from "../../interpreter/kernel/values.ts"
import { recordToGuest, toGuest } from "./copy-out.ts"
import { localeList } from "./locale-list.ts"
import { askHost, coerceOptions, stringOption } from "./options.ts"

interface HostFormatter {
  resolvedOptions(): object
}

class IntlValue<T extends HostFormatter> extends ObjectValue {
  readonly service: Service<T>
  readonly host: T
  /** The function that the accessor `format` or `compare` answers, once it has been asked for. */
  bound: FunctionValue | null = null

  constructor(shape: Shape, service: Service<T>, host: T) {
    super(shape)
    this.service = service
    this.host = host
  }

  override crossing(): Crossing {
    return { as: "empty", what: `an Intl.${this.service.name}`, instead: "return the text that it makes" }
  }
}

export interface Service<T extends HostFormatter> {
  /** The name in `Intl`. */
  readonly name: string
  /** Whether calling it without `new` makes an object, too. */
  readonly isCallable: boolean
  readonly make: (locales: Value, options: Value) => Steps<T>
  readonly supported: (locales: string[], options: { localeMatcher?: "lookup" | "best fit" }) => string[]
  readonly rows: (service: Service<T>) => readonly Row[]
}

function receiver<T extends HostFormatter>(thisValue: Value, service: Service<T>, member: string): IntlValue<T> {
  if (thisValue instanceof IntlValue && thisValue.service === service) return thisValue as IntlValue<T>
  return throwTypeError(
    `Intl.${service.name}.prototype.${member} requires that 'this' be an Intl.${service.name}, not ${describeValue(thisValue)}.`
  )
}

/** An accessor whose value is a function that needs no receiver: `const { format } = new Intl.NumberFormat()`. */
export const boundRow = <T extends HostFormatter>(
  service: Service<T>,
  name: string,
  length: number,
  algorithm: (host: T, args: readonly Value[]) => Steps<Value>
): Row =>
  getter(name, (thisValue) => {
    const object = receiver(thisValue, service, name)
    const native: Native = nativeOf((_, args) => algorithm(object.host, args))
    return (object.bound ??= makeNative(agent.realm, "", length, native, [object]))
  })

/** A method: `read` makes host data of its arguments, `answer` asks the host; `who` is its name for messages. */
export const serviceRow = <T extends HostFormatter, Input>(
  service: Service<T>,
  name: string,
  length: number,
  read: (args: readonly Value[], who: string) => Steps<Input>,
  answer: (host: T, input: Input) => Value
): Row => {
  const who = `Intl.${service.name}.${name}`
  return steps(name, length, function* (thisValue, args) {
    const { host } = receiver(thisValue, service, name)
    const input = yield* read(args, who)
    return askHost(who, () => answer(host, input))
  })
}

function* nothing(): Steps<void> {}

/** The constructor and prototype of a service. */
export function serviceIntrinsics<T extends HostFormatter>(
  service: Service<T>
): Record<IntrinsicName, IntrinsicDefinition> {
  const name = service.name
  const prototype: IntrinsicName = `%${name}.prototype%`
  function* construct(args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
    if (newTarget === undefined && !service.isCallable) {
      throwTypeError(`Intl.${name} is a class: write new Intl.${name}(...).`)
    }
    let shape = shapeFromConstructor(newTarget ?? agent.realm.intrinsic(`%${name}%`), prototype, 4)
    if (shape === SUSP) shape = (yield) as Shape
    return new IntlValue(shape, service, yield* service.make(args[0], args[1]))
  }
  function* supportedLocalesOf(args: readonly Value[]): Steps<Value> {
    const locales = yield* localeList(args[0])
    const matcher = yield* stringOption(coerceOptions(args[1]), "localeMatcher", ["lookup", "best fit"] as const)
    return toGuest(service.supported(locales, matcher === undefined ? {} : { localeMatcher: matcher }))
  }
  return {
    [`%${name}%`]: constructor_({
      name,
      length: 0,
      prototype,
      native: nativeOf((_, args, newTarget) => construct(args, newTarget)),
      rows: [steps("supportedLocalesOf", 1, (_, args) => supportedLocalesOf(args))]
    }),
    [prototype]: {
      prototype: "%Object.prototype%",
      rows: [
        link("constructor", `%${name}%`),
        ...service.rows(service),
        serviceRow(service, "resolvedOptions", 0, nothing, (host) => recordToGuest(host.resolvedOptions())),
        constant(wellKnown.toStringTag, `Intl.${name}`, CONFIGURABLE)
      ]
    }
  }
}
