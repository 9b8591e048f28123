/** The prototypes of generator and async generator objects (https://tc39.es/ecma262/#sec-generator-objects). */
import { agent } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { constant, link, method } from "../interpreter/kernel/builtin.ts"
import { AsyncGeneratorValue, generatorNext, resumeGenerator } from "../interpreter/kernel/coroutine.ts"
import { engineFailure } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { newPromise } from "../interpreter/kernel/promise.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"

type Mode = "next" | "return" | "throw"

const generatorMethod = (mode: Mode): Row =>
  method(mode, 1, (thisValue, args) => resumeGenerator(thisValue, args[0], mode))

/** Failures of an async generator's methods are rejections, a wrong receiver included. */
function asyncGeneratorResume(thisValue: Value, value: Value, mode: Mode): Value | Susp {
  if (thisValue instanceof AsyncGeneratorValue) return thisValue.enqueue(mode, value)
  const promise = newPromise()
  const message = `${mode} of an async generator was called on ${describeValue(thisValue)}.`
  promise.reject(agent.realm.createError("TypeError", message, engineFailure()))
  return promise
}

const asyncGeneratorMethod = (mode: Mode): Row =>
  method(mode, 1, (thisValue, args) => asyncGeneratorResume(thisValue, args[0], mode))

export const generatorIntrinsics = {
  "%GeneratorPrototype%": {
    prototype: "%IteratorPrototype%",
    rows: [
      link("constructor", "%GeneratorFunction.prototype%", CONFIGURABLE),
      method("next", 1, generatorNext),
      generatorMethod("return"),
      generatorMethod("throw"),
      constant(wellKnown.toStringTag, "Generator", CONFIGURABLE)
    ]
  },
  "%AsyncGeneratorPrototype%": {
    prototype: "%AsyncIteratorPrototype%",
    rows: [
      link("constructor", "%AsyncGeneratorFunction.prototype%", CONFIGURABLE),
      asyncGeneratorMethod("next"),
      asyncGeneratorMethod("return"),
      asyncGeneratorMethod("throw"),
      constant(wellKnown.toStringTag, "AsyncGenerator", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
