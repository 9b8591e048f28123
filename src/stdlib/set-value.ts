/** Set objects. */
import type { Crossing } from "../interpreter/kernel/object.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { ObjectValue } from "../interpreter/kernel/object.ts"
import type { Shape } from "../interpreter/kernel/shape.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import type { OrderedTable } from "./ordered-table.ts"

export class SetValue extends ObjectValue {
  /** The elements are the keys. */
  readonly table: OrderedTable
  constructor(shape: Shape, table: OrderedTable) {
    super(shape)
    this.table = table
  }
  override crossing(): Crossing {
    return { as: "empty", what: "a Set", instead: "write `Array.from(set)`" }
  }

  override get builtinTag(): string {
    return "Set"
  }
}

/** The table of a Set, or a `TypeError` that names the method. */
export function setTableOf(value: Value, method: string): OrderedTable {
  if (value instanceof SetValue) return value.table
  return throwTypeError(`${method} was called on ${describeValue(value)}, which is not a Set.`)
}
