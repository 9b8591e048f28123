/** `DisposableStack` and `AsyncDisposableStack` (https://tc39.es/ecma262/#sec-disposablestack-objects). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import {
  alias,
  constant,
  constructor_,
  getter,
  link,
  makeNative,
  method,
  steps
} from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { disposeResources, makeResource } from "../interpreter/kernel/dispose.ts"
import type { Resource } from "../interpreter/kernel/dispose.ts"
import { throwReferenceError, throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, isCallable, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import type { IntrinsicDefinitions, IntrinsicName } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { asyncNative } from "./async.ts"

class StackValue extends ObjectValue {
  resources: Resource[] = []
  isDisposed = false

  /** Hands the resources over; the stack is done. */
  dispose(): Resource[] {
    this.isDisposed = true
    const { resources } = this
    this.resources = []
    return resources
  }

  override crossing(): Crossing {
    return { as: "empty", what: "a stack of resources", instead: "return what was made of them" }
  }
}

class DisposableStackValue extends StackValue {}
class AsyncDisposableStackValue extends StackValue {}

type StackClass = typeof DisposableStackValue

/** The kind of stack that a table is for. */
interface Kind {
  readonly name: string
  readonly prototype: IntrinsicName
  readonly isAsync: boolean
  readonly class: StackClass
}

const SYNC: Kind = {
  name: "DisposableStack",
  prototype: "%DisposableStack.prototype%",
  isAsync: false,
  class: DisposableStackValue
}
const ASYNC: Kind = {
  name: "AsyncDisposableStack",
  prototype: "%AsyncDisposableStack.prototype%",
  isAsync: true,
  class: AsyncDisposableStackValue
}

function thisStack(value: Value, kind: Kind, name: string): StackValue {
  if (value instanceof kind.class) return value
  return throwTypeError(`${kind.name}.prototype.${name} was called on ${describeValue(value)}.`)
}

/** The receiver, still open. */
function openStack(value: Value, kind: Kind, name: string): StackValue {
  const stack = thisStack(value, kind, name)
  if (stack.isDisposed) throwReferenceError(`${kind.name}.prototype.${name}: the stack has already been disposed.`)
  return stack
}

const requireDisposer = (value: Value, kind: Kind, name: string): ObjectValue =>
  isCallable(value)
    ? value
    : throwTypeError(`${kind.name}.prototype.${name}: the disposer must be a function, not ${describeValue(value)}.`)

function* newStack(kind: Kind, newTarget: ObjectValue): Steps<Value> {
  let shape = shapeFromConstructor(newTarget, kind.prototype, 4)
  if (shape === SUSP) shape = (yield) as Shape
  return new kind.class(shape)
}

/** A resource whose disposal is a call of the program's function. */
const called = (method: ObjectValue, kind: Kind): Resource => ({
  value: undefined,
  isAsync: kind.isAsync,
  method,
  isSyncMethod: false
})

const rows = (kind: Kind): readonly Row[] => [
  link("constructor", `%${kind.name}%`),
  // https://tc39.es/ecma262/#sec-disposablestack.prototype.adopt
  method("adopt", 2, (thisValue, args) => {
    const stack = openStack(thisValue, kind, "adopt")
    const [value, disposer] = args
    const fn = requireDisposer(disposer, kind, "adopt")
    stack.resources.push(
      called(
        makeNative(agent.realm, "", 0, () => fn.call(undefined, [value]), [fn, value]),
        kind
      )
    )
    return value
  }),
  // https://tc39.es/ecma262/#sec-disposablestack.prototype.defer
  method("defer", 1, (thisValue, args) => {
    const stack = openStack(thisValue, kind, "defer")
    stack.resources.push(called(requireDisposer(args[0], kind, "defer"), kind))
    return undefined
  }),
  getter("disposed", (thisValue) => thisStack(thisValue, kind, "disposed").isDisposed),
  // https://tc39.es/ecma262/#sec-disposablestack.prototype.move
  method("move", 0, (thisValue) => {
    const stack = openStack(thisValue, kind, "move")
    const moved = new kind.class(agent.realm.shapeOf(kind.prototype))
    moved.resources = stack.dispose()
    return moved
  }),
  // https://tc39.es/ecma262/#sec-disposablestack.prototype.use
  steps("use", 1, function* (thisValue, args) {
    const stack = openStack(thisValue, kind, "use")
    const resource = yield* makeResource(args[0], kind.isAsync)
    if (resource !== undefined) stack.resources.push(resource)
    return args[0]
  }),
  constant(wellKnown.toStringTag, kind.name, CONFIGURABLE)
]

const constructorOf = (kind: Kind) =>
  constructor_({
    name: kind.name,
    length: 0,
    prototype: kind.prototype,
    native: (_, __, newTarget) =>
      newTarget === undefined
        ? throwTypeError(`${kind.name} cannot be called without 'new'.`)
        : runSteps(newStack(kind, newTarget))
  })

export const disposableStackIntrinsics = {
  "%DisposableStack%": constructorOf(SYNC),
  "%DisposableStack.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      ...rows(SYNC),
      // https://tc39.es/ecma262/#sec-disposablestack.prototype.dispose
      steps("dispose", 0, function* (thisValue) {
        const stack = thisStack(thisValue, SYNC, "dispose")
        if (!stack.isDisposed) yield* disposeResources(stack.dispose(), undefined)
        return undefined
      }),
      alias(wellKnown.dispose, "dispose")
    ]
  },
  "%AsyncDisposableStack%": constructorOf(ASYNC),
  "%AsyncDisposableStack.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      ...rows(ASYNC),
      // https://tc39.es/ecma262/#sec-asyncdisposablestack.prototype.disposeAsync
      method(
        "disposeAsync",
        0,
        asyncNative(function* (thisValue) {
          const stack = thisStack(thisValue, ASYNC, "disposeAsync")
          if (!stack.isDisposed) yield* disposeResources(stack.dispose(), undefined)
          return undefined
        })
      ),
      alias(wellKnown.asyncDispose, "disposeAsync")
    ]
  }
} satisfies IntrinsicDefinitions
