/** URL and URLSearchParams objects. */
import type { Crossing } from "../interpreter/kernel/object.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import type { PairSource } from "./pair-iterator.ts"
import { throwReceiver } from "./web-idl.ts"
import type { Pair } from "./web-idl.ts"

export class URLValue extends ObjectValue {
  /** The host's parser of URLs, which is WHATWG's; it never leaves this object. */
  readonly record: URL
  /** The object that `searchParams` answers. */
  readonly params: URLSearchParamsValue

  constructor(shape: Shape, record: URL, params: URLSearchParamsValue) {
    super(shape)
    this.record = record
    this.params = params
    params.owner = this
  }

  override crossing(): Crossing {
    return { as: "value", value: this.record.href }
  }
}

export class URLSearchParamsValue extends ObjectValue implements PairSource {
  pairs: readonly Pair[]
  /** The URL whose query this is. */
  owner: URLValue | null = null

  constructor(shape: Shape, pairs: readonly Pair[]) {
    super(shape)
    this.pairs = pairs
  }

  override crossing(): Crossing {
    return { as: "empty", what: "URLSearchParams", instead: "write `String(params)` or `Object.fromEntries(params)`" }
  }
}

export const thisUrl = (thisValue: Value, member: string): URLValue =>
  thisValue instanceof URLValue ? thisValue : throwReceiver(thisValue, `URL.prototype.${member}`, "a URL")

export const thisParams = (thisValue: Value, member: string): URLSearchParamsValue =>
  thisValue instanceof URLSearchParamsValue
    ? thisValue
    : throwReceiver(thisValue, `URLSearchParams.prototype.${member}`, "a URLSearchParams")
