/**
 * `Function`, its prototype, and the constructors of the other function kinds (https://tc39.es/ecma262/#sec-function-objects).
 * Making functions from text is dynamic code, which a program does not have: the constructors exist for `instanceof` and as prototypes' owners.
 */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { argumentsFromArrayLike } from "../interpreter/kernel/array-like.ts"
import { ArrayValue } from "../interpreter/kernel/array.ts"
import { constant, constructor_, link, method, steps } from "../interpreter/kernel/builtin.ts"
import { callOf, integerOf } from "../interpreter/kernel/convert.ts"
import { throwError, throwTypeError } from "../interpreter/kernel/errors.ts"
import {
  BoundFunctionValue,
  describeValue,
  FUNCTION_FLAGS,
  FUNCTION_KEYS,
  FunctionValue,
  isCallable,
  NO_ARGUMENTS
} from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { Accessor, markAsPrototype } from "../interpreter/kernel/object.ts"
import type { ObjectValue, PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { ordinaryHasInstance } from "../interpreter/kernel/operators.ts"
import { concatAtOnce, enclosed } from "../interpreter/kernel/rope.ts"
import type { IntrinsicDefinition, Row } from "../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinitions, IntrinsicName, Realm } from "../interpreter/kernel/realm.ts"
import { ACCESSOR, CONFIGURABLE, Shape } from "../interpreter/kernel/shape.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { SymbolValue, wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

const refuseDynamicCode =
  (name: string): Native =>
  () =>
    throwError(
      "EvalError",
      `${name}(...) cannot make functions from text: dynamic code is not available here. Write the function in the program itself.`
    )

const requireCallable = (value: Value, name: string): ObjectValue =>
  isCallable(value)
    ? value
    : throwTypeError(`Function.prototype.${name} was called on ${describeValue(value)}, which is not a function.`)

/** A guest closure counts as a call; a built-in that calls a built-in that … does not, so it goes through a counted step. */
function callFrom(fn: ObjectValue, thisValue: Value, args: readonly Value[]): Value | Susp {
  return fn instanceof FunctionValue && fn.code !== null
    ? fn.call(thisValue, args)
    : runSteps(callOf(fn, thisValue, args))
}

/** https://tc39.es/ecma262/#sec-function.prototype.call */
const functionCall: Native = (thisValue, args) =>
  callFrom(requireCallable(thisValue, "call"), args[0], args.length > 1 ? args.slice(1) : NO_ARGUMENTS)

/** https://tc39.es/ecma262/#sec-function.prototype.apply */
const functionApply: Native = (thisValue, args) => {
  const fn = requireCallable(thisValue, "apply")
  const list = args[1]
  if (list === undefined || list === null) return callFrom(fn, args[0], NO_ARGUMENTS)
  const few = list instanceof ArrayValue && list.elements.length < 256 ? list.packedCopy() : null
  if (few !== null) return callFrom(fn, args[0], few)
  return runSteps(applyList(fn, args[0], list))
}

function* applyList(fn: ObjectValue, thisValue: Value, list: Value): Steps<Value> {
  const args = yield* argumentsFromArrayLike(list, "The second argument of Function.prototype.apply")
  return yield* callOf(fn, thisValue, args)
}

/** https://tc39.es/ecma262/#sec-function.prototype.bind */
function* functionBind(thisValue: Value, args: readonly Value[]): Steps<Value> {
  const target = requireCallable(thisValue, "bind")
  const realm = agent.realm
  let proto: ObjectValue | null | Susp = target.getPrototypeOf()
  if (proto === SUSP) proto = (yield) as ObjectValue | null
  const boundArgs = hold(args.slice(1))
  const bound = hold(new BoundFunctionValue(boundShape(realm, proto), target, args[0], boundArgs))
  let own = target.getOwnProperty("length")
  if (own === SUSP) own = (yield) as PropertyDescriptor | undefined
  if (own !== undefined) {
    let length = target.get("length", target)
    if (length === SUSP) length = (yield) as Value
    if (typeof length === "number") bound.initialLength = Math.max(integerOf(length) - boundArgs.length, 0)
  }
  let name = target.get("name", target)
  if (name === SUSP) name = (yield) as Value
  bound.initialName = concatAtOnce("bound ", typeof name === "string" ? name : "")
  return bound
}

function boundShape(realm: Realm, proto: ObjectValue | null): Shape {
  const usual = realm.nativeFunctionShape
  if (proto === usual.proto) return usual
  if (proto !== null) markAsPrototype(proto)
  return Shape.of(proto, 4, FUNCTION_KEYS, FUNCTION_FLAGS, { sharedLazy: true })
}

/** https://tc39.es/ecma262/#sec-function.prototype.tostring */
export function functionToString(thisValue: Value): string {
  const fn = requireCallable(thisValue, "toString")
  if (fn instanceof FunctionValue && fn.code !== null) return agent.realm.source.text.slice(fn.code.start_, fn.code.end)
  return `function ${nativeName(fn)}() { [native code] }`
}

/** The name of a built-in in the grammar of `NativeFunction`: an identifier, `get x`, or `[Symbol.x]`; anything else is left out. */
function nativeName(fn: ObjectValue): string {
  if (!(fn instanceof FunctionValue) || fn instanceof BoundFunctionValue) return ""
  const name = fn.initialName
  if (name instanceof SymbolValue) return enclosed("[", name.description ?? "", "]")
  return name !== null && /^(?:[gs]et )?(?:[\w$]+|\[Symbol\.\w+\])$/.test(name) ? name : ""
}

/** `%ThrowTypeError%` (https://tc39.es/ecma262/#sec-%throwtypeerror%). */
const throwTypeErrorFunction: IntrinsicDefinition = {
  prototype: "%Function.prototype%",
  rows: [constant("length", 0), constant("name", "")],
  make: (_realm, shape) =>
    new FunctionValue(
      shape.copy({ extensible: false }),
      null,
      [],
      () => throwTypeError("'caller', 'callee' and 'arguments' of functions cannot be read in strict code."),
      false
    )
}

const restricted = (name: string): Row => ({
  key: name,
  flags: CONFIGURABLE | ACCESSOR,
  make: (realm) => {
    const thrower = realm.intrinsic("%ThrowTypeError%")
    return new Accessor(thrower, thrower)
  }
})

/** The constructor and prototype of a function kind other than the ordinary one. */
const functionKind = (name: string, prototypeOfInstances: IntrinsicName | null): IntrinsicDefinitions => ({
  [`%${name}%`]: constructor_({
    name,
    length: 1,
    prototype: `%${name}.prototype%`,
    inherits: "%Function%",
    native: refuseDynamicCode(name)
  }),
  [`%${name}.prototype%`]: {
    prototype: "%Function.prototype%" as const,
    rows: [
      link("constructor", `%${name}%`, CONFIGURABLE),
      ...(prototypeOfInstances === null ? [] : [link("prototype", prototypeOfInstances, CONFIGURABLE)]),
      constant(wellKnown.toStringTag, name, CONFIGURABLE)
    ]
  }
})

export const functionIntrinsics: IntrinsicDefinitions = {
  "%Function%": constructor_({
    name: "Function",
    length: 1,
    prototype: "%Function.prototype%",
    native: refuseDynamicCode("Function")
  }),
  "%Function.prototype%": {
    prototype: "%Object.prototype%",
    make: (_realm, shape) => new FunctionValue(shape, null, [], () => undefined, false),
    rows: [
      constant("length", 0, CONFIGURABLE),
      constant("name", "", CONFIGURABLE),
      restricted("arguments"),
      restricted("caller"),
      link("constructor", "%Function%"),
      method("apply", 2, functionApply),
      steps("bind", 1, functionBind),
      method("call", 1, functionCall),
      method("toString", 0, functionToString),
      // https://tc39.es/ecma262/#sec-function.prototype-%symbol.hasinstance%
      steps(wellKnown.hasInstance, 1, (thisValue, args) => ordinaryHasInstance(thisValue, args[0]), 0)
    ]
  },
  "%ThrowTypeError%": throwTypeErrorFunction,
  ...functionKind("AsyncFunction", null),
  ...functionKind("GeneratorFunction", "%GeneratorPrototype%"),
  ...functionKind("AsyncGeneratorFunction", "%AsyncGeneratorPrototype%")
}
