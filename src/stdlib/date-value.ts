/** Date objects (https://tc39.es/ecma262/#sec-properties-of-date-instances). */
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Crossing } from "../interpreter/kernel/object.ts"
import { isoText } from "./date-time.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Value } from "../interpreter/kernel/values.ts"

const INVALID: Crossing = {
  as: "value",
  value: null,
  lost: { what: "an invalid Date", instead: "check it with `isNaN(date)` and write what it was made from" }
}

export class DateValue extends ObjectValue {
  /** Milliseconds since the epoch, or NaN. */
  time: number
  constructor(shape: Shape, time: number) {
    super(shape)
    this.time = time
  }

  override crossing(): Crossing {
    return Number.isNaN(this.time) ? INVALID : { as: "value", value: isoText(this.time) }
  }

  override get builtinTag(): string {
    return "Date"
  }
}

/** The receiver of a method of dates. */
export function thisDate(thisValue: Value, name: string): DateValue {
  if (thisValue instanceof DateValue) return thisValue
  return throwTypeError(`Date.prototype.${name} requires that 'this' be a Date, not ${describeValue(thisValue)}.`)
}
