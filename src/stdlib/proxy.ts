/** `Proxy` (https://tc39.es/ecma262/#sec-proxy-constructor); what proxies do is in the kernel. */
import { agent } from "../interpreter/kernel/agent.ts"
import { constant, makeNative, method } from "../interpreter/kernel/builtin.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { FunctionValue } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { PlainObject } from "../interpreter/kernel/object.ts"
import { createProxy } from "../interpreter/kernel/proxy.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE, DEFAULT_FLAGS } from "../interpreter/kernel/shape.ts"

/** https://tc39.es/ecma262/#sec-proxy-target-handler */
const proxyConstructor: Native = (_, args, newTarget) => {
  if (newTarget === undefined)
    return throwTypeError("Proxy cannot be called without 'new': write new Proxy(target, handler).")
  return createProxy(args[0], args[1])
}

/** https://tc39.es/ecma262/#sec-proxy.revocable */
const proxyRevocable: Native = (_, args) => {
  const proxy = createProxy(args[0], args[1])
  const { realm } = agent
  const revoke = makeNative(realm, "", 0, () => void proxy.revoke(), [proxy])
  const shape = realm.objectShape.with("proxy", DEFAULT_FLAGS).with("revoke", DEFAULT_FLAGS)
  return new PlainObject(shape, proxy, revoke)
}

export const proxyIntrinsics = {
  // The one constructor without a `prototype`: what it makes inherits from whatever the target does.
  "%Proxy%": {
    prototype: "%Function.prototype%",
    rows: [
      constant("length", 2, CONFIGURABLE),
      constant("name", "Proxy", CONFIGURABLE),
      method("revocable", 2, proxyRevocable)
    ],
    make: (_realm, shape) => {
      const fn = new FunctionValue(shape, null, [], proxyConstructor, true)
      fn.initialName = "Proxy"
      return fn
    }
  }
} satisfies IntrinsicDefinitions
