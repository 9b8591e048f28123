/** The two names that lead out of a program: `tools` and `search`. What they reach is the port's matter. */
import { agent } from "../interpreter/kernel/agent.ts"
import type { Susp } from "../interpreter/kernel/agent.ts"
import { property } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import { throwInvalidData, throwTypeError } from "../interpreter/kernel/errors.ts"
import { ToolReference } from "../interpreter/kernel/host.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { Shape } from "../interpreter/kernel/shape.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"

const readOnly = (): never => throwTypeError("search cannot be changed. Store data in your own variables instead.")

/** `search`: callable, and nothing else. It has no properties to read or to lose. */
class SearchFunction extends ObjectValue {
  constructor() {
    super(new Shape(null, 4))
  }
  override get isCallable(): boolean {
    return true
  }
  override get builtinTag(): string {
    return "Function"
  }
  override refuseConversion(): void {
    throwInvalidData("search is a function, not data. Call it: search({ query: '...' }).")
  }
  override get refusesEquality(): boolean {
    return true
  }
  override overridesLookupChain(): boolean {
    return true
  }
  override lookup(): boolean {
    return false
  }
  override get(): Value | Susp {
    return undefined
  }
  override has(): boolean | Susp {
    return false
  }
  override set(): boolean | Susp {
    return readOnly()
  }
  override defineOwnProperty(_key: PropertyKey, _desc: PropertyDescriptor): boolean | Susp {
    return readOnly()
  }
  override setPrototypeOf(): boolean | Susp {
    return readOnly()
  }
  override call(_thisValue: Value, args: readonly Value[]): Value | Susp {
    return agent.realm.host.search(args)
  }
}

export const toolGlobals: readonly Row[] = [
  property("search", () => new SearchFunction(), 0),
  property("tools", () => new ToolReference(), 0)
]
