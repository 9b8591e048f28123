/** The `Error` family (https://tc39.es/ecma262/#sec-error-objects). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { accessor, constant, constructor_, link, method, nativeOf, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps } from "../interpreter/kernel/builtin.ts"
import { stringOf } from "../interpreter/kernel/convert.ts"
import { captureTrace, ErrorValue } from "../interpreter/kernel/error-value.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, shapeFromConstructor } from "../interpreter/kernel/function.ts"
import { iterableToList } from "../interpreter/kernel/iterate.ts"
import { ObjectValue, putOwn } from "../interpreter/kernel/object.ts"
import { concatAtOnce } from "../interpreter/kernel/rope.ts"
import type { IntrinsicDefinitions, IntrinsicName } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, WRITABLE } from "../interpreter/kernel/shape.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { setIgnoringPrototype } from "./accessor-property.ts"

const HIDDEN = WRITABLE | CONFIGURABLE

const prototypeOf = (name: string): IntrinsicName => `%${name}.prototype%`

/** The beginning of every error constructor: the object and its message. */
function* newError(name: string, newTarget: ObjectValue | undefined, message: Value): Steps<ErrorValue> {
  const constructor: IntrinsicName = `%${name}%`
  const realm = agent.realm
  const trace = captureTrace()
  let shape: Shape
  if (newTarget === undefined || newTarget === realm.intrinsic(constructor)) shape = realm.shapeOf(prototypeOf(name))
  else {
    let own = shapeFromConstructor(newTarget, prototypeOf(name), 4)
    if (own === SUSP) own = (yield) as Shape
    shape = own
  }
  const error = hold(new ErrorValue(shape, null, trace))
  if (message !== undefined) putOwn(error, "message", yield* stringOf(message), HIDDEN)
  return error
}

/** `InstallErrorCause` (https://tc39.es/ecma262/#sec-installerrorcause). */
function* installCause(error: ErrorValue, options: Value): Steps<void> {
  if (!(options instanceof ObjectValue)) return
  let has = options.has("cause")
  if (has === SUSP) has = (yield) as boolean
  if (!has) return
  let cause = options.get("cause", options)
  if (cause === SUSP) cause = (yield) as Value
  putOwn(error, "cause", cause, HIDDEN)
}

/** https://tc39.es/ecma262/#sec-error-message and #sec-nativeerror */
const errorConstructor = (name: string): NativeSteps =>
  function* (_, args, newTarget) {
    const error = yield* newError(name, newTarget, args[0])
    yield* installCause(error, args[1])
    return error
  }

/** https://tc39.es/ecma262/#sec-aggregate-error */
function* aggregateError(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  const error = yield* newError("AggregateError", newTarget, args[1])
  yield* installCause(error, args[2])
  putOwn(
    error,
    "errors",
    agent.realm.newArray(yield* iterableToList(args[0], "The first argument of new AggregateError(...)")),
    HIDDEN
  )
  return error
}

/** https://tc39.es/proposal-explicit-resource-management/#sec-suppressederror */
function* suppressedError(_: Value, args: readonly Value[], newTarget: ObjectValue | undefined): Steps<Value> {
  const error = yield* newError("SuppressedError", newTarget, args[2])
  putOwn(error, "error", args[0], HIDDEN)
  putOwn(error, "suppressed", args[1], HIDDEN)
  return error
}

/** https://tc39.es/ecma262/#sec-error.prototype.tostring */
export function* errorToString(thisValue: Value): Steps<string> {
  if (!(thisValue instanceof ObjectValue)) {
    return throwTypeError(`Error.prototype.toString was called on ${describeValue(thisValue)}, which is not an object.`)
  }
  let name = thisValue.get("name", thisValue)
  if (name === SUSP) name = (yield) as Value
  const label = name === undefined ? "Error" : yield* stringOf(name)
  let message = thisValue.get("message", thisValue)
  if (message === SUSP) message = (yield) as Value
  const text = message === undefined ? "" : yield* stringOf(message)
  if (label === "") return text
  return text === "" ? label : concatAtOnce(concatAtOnce(label, ": "), text)
}

const requireObject = (value: Value, name: string): ObjectValue =>
  value instanceof ObjectValue
    ? value
    : throwTypeError(`${name} was called on ${describeValue(value)}, which is not an object.`)

/** https://tc39.es/proposal-error-stack-accessor/ */
function* setStack(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const error = requireObject(thisValue, "set Error.prototype.stack")
  const text = args[0]
  if (typeof text !== "string") throwTypeError(`The stack of an error must be a string, not ${describeValue(text)}.`)
  yield* setIgnoringPrototype(error, agent.realm.intrinsic("%Error.prototype%"), "stack", text)
  return undefined
}

/**
 * What every browser and server engine has, for classes of errors that call it: an error keeps the stack of where it was made, another object gets one.
 * https://tc39.es/proposal-error-capturestacktrace/
 */
function* captureStackTrace(_: Value, args: readonly Value[]): Steps<Value> {
  const target = requireObject(args[0], "Error.captureStackTrace")
  if (target instanceof ErrorValue) return undefined
  const { stack } = agent.realm.createError("Error", "", null)
  let done = target.defineOwnProperty("stack", { value: stack, writable: true, enumerable: false, configurable: true })
  if (done === SUSP) done = (yield) as boolean
  if (!done) throwTypeError("Error.captureStackTrace cannot define the stack of this object: it is frozen.")
  return undefined
}

/** A constructor that inherits from `Error`, with its prototype. */
const derived = (name: string, length: number, algorithm: NativeSteps): IntrinsicDefinitions => ({
  [`%${name}%`]: constructor_({
    name,
    length,
    prototype: prototypeOf(name),
    inherits: "%Error%",
    native: nativeOf(algorithm)
  }),
  [prototypeOf(name)]: {
    prototype: "%Error.prototype%",
    rows: [link("constructor", `%${name}%`), constant("name", name, HIDDEN), constant("message", "", HIDDEN)]
  }
})

const nativeError = (name: string): IntrinsicDefinitions => derived(name, 1, errorConstructor(name))

export const errorIntrinsics: IntrinsicDefinitions = {
  "%Error%": constructor_({
    name: "Error",
    length: 1,
    prototype: "%Error.prototype%",
    native: nativeOf(errorConstructor("Error")),
    rows: [
      method("isError", 1, (_, args) => args[0] instanceof ErrorValue),
      steps("captureStackTrace", 2, captureStackTrace)
    ]
  }),
  "%Error.prototype%": {
    prototype: "%Object.prototype%",
    rows: [
      link("constructor", "%Error%"),
      constant("name", "Error", HIDDEN),
      constant("message", "", HIDDEN),
      steps("toString", 0, errorToString),
      accessor(
        "stack",
        (thisValue) => {
          const error = requireObject(thisValue, "get Error.prototype.stack")
          return error instanceof ErrorValue ? error.stack : undefined
        },
        nativeOf(setStack)
      )
    ]
  },
  ...nativeError("EvalError"),
  ...nativeError("RangeError"),
  ...nativeError("ReferenceError"),
  ...nativeError("SyntaxError"),
  ...nativeError("TypeError"),
  ...nativeError("URIError"),
  ...derived("AggregateError", 2, aggregateError),
  ...derived("SuppressedError", 3, suppressedError)
}
