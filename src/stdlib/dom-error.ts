/** Failures that browsers report as a `DOMException`: here an `Error` with the exception's name. */
import { agent } from "../interpreter/kernel/agent.ts"
import { engineFailure, ThrowCompletion } from "../interpreter/kernel/errors.ts"
import { putOwn } from "../interpreter/kernel/object.ts"
import { CONFIGURABLE, WRITABLE } from "../interpreter/kernel/shape.ts"

export function throwDomError(name: string, message: string): never {
  const error = agent.realm.createError("Error", message, engineFailure())
  putOwn(error, "name", name, WRITABLE | CONFIGURABLE)
  throw new ThrowCompletion(error)
}
