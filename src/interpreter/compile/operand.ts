/** What the compiler knows of an operand, so that the closure it belongs to reads it without calling another (4 ns each). */
import type { Frame } from "../kernel/agent.ts"
import { FRAME_CELLS } from "../kernel/function.ts"
import type { Value } from "../kernel/values.ts"
import type { Expression } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { isSimple } from "./context.ts"
import type { Run } from "./run.ts"
import { plainCapture, plainSlot } from "./variables.ts"

export class Operand {
  readonly run: Run
  /** It cannot suspend: a variable, a constant, `this`. */
  readonly simple: boolean
  /** Slot of a plain variable, or -1. */
  readonly slot: number
  /** Index of a captured variable that is always initialised, or -1. */
  readonly capture: number
  /** A number constant, or undefined. */
  readonly constant: number | undefined

  constructor(run: Run, node?: Expression) {
    this.run = run
    this.simple = node !== undefined && isSimple(node)
    const reference = node?.type === "Identifier" ? node.reference : undefined
    this.slot = plainSlot(reference)
    this.capture = plainCapture(reference)
    this.constant = node?.type === "Literal" && typeof node.value === "number" ? node.value : undefined
  }
}

export const operandOf = (context: Context, node: Expression): Operand =>
  new Operand(context.compiler.expression(context, node), node)

/** The value of an operand that is simple. */
export function simpleValue(x: Operand, f: Frame): Value {
  if (x.slot >= 0) return f[x.slot]
  if (x.constant !== undefined) return x.constant
  return x.capture >= 0 ? f[FRAME_CELLS][x.capture].v : (x.run(f) as Value)
}
