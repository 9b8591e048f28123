/**
 * Binary operators as closures, one set per operator: the operands' shapes that programs use most (variable with constant, two operands that cannot
 * suspend, anything) each get their own, because a shared closure with the operator as a variable costs twice as much (loop of 1e7: 86 against 190 ms).
 * The text is regular on purpose; every closure is: fast case on host numbers, else the slow half in kernel/operators.ts.
 */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { FRAME_POSITION } from "../kernel/function.ts"
import { add, binary, compare } from "../kernel/operators.ts"
import { LONG_TEXT } from "../kernel/rope.ts"
import type { BinaryOperator, Relation } from "../kernel/operators.ts"
import type { Value } from "../kernel/values.ts"
import { simpleValue } from "./operand.ts"
import type { Operand } from "./operand.ts"
import type { Run } from "./run.ts"

const slowBinary = (op: BinaryOperator, l: Value, r: Value, f: Frame, position: number): Value | Susp => {
  f[FRAME_POSITION] = position
  return binary(op, l, r)
}
const slowAdd = (l: Value, r: Value, f: Frame, position: number): Value | Susp => {
  if (typeof l === "string" && typeof r === "string" && l.length + r.length <= LONG_TEXT) return l + r
  f[FRAME_POSITION] = position
  return add(l, r)
}
const slowCompare = (op: Relation, l: Value, r: Value, f: Frame, position: number): Value | Susp => {
  f[FRAME_POSITION] = position
  return compare(op, l, r)
}

/** The general closure: either operand may suspend. */
function general(
  a: Run,
  b: Run,
  apply: (l: Value, r: Value, f: Frame) => Value | Susp
): { left: Resume; right: Resume } {
  const right = (f: Frame, r: Value, l: Value): Value | Susp => apply(l, r, f)
  const left = (f: Frame, l: Value): Value | Susp => {
    const r = b(f)
    return r === SUSP ? suspend(right, f, l) : apply(l, r, f)
  }
  return { left, right }
}
type Resume = (f: Frame, value: Value, saved: Value) => Value | Susp

export function addNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowAdd(l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l + r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l + r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l + r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l + r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l + r : slow(l, r, f)
  }
}

export function subtractNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("-", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l - r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l - r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l - r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l - r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l - r : slow(l, r, f)
  }
}

export function multiplyNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("*", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l * r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l * r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l * r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l * r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l * r : slow(l, r, f)
  }
}

export function divideNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("/", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l / r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l / r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l / r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l / r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l / r : slow(l, r, f)
  }
}

export function remainderNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("%", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l % r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l % r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l % r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l % r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l % r : slow(l, r, f)
  }
}

export function bitAndNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("&", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l & r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l & r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l & r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l & r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l & r : slow(l, r, f)
  }
}

export function bitOrNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("|", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l | r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l | r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l | r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l | r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l | r : slow(l, r, f)
  }
}

export function bitXorNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("^", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l ^ r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l ^ r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l ^ r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l ^ r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l ^ r : slow(l, r, f)
  }
}

export function shiftLeftNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary("<<", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l << r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l << r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l << r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l << r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l << r : slow(l, r, f)
  }
}

export function shiftRightNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary(">>", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l >> r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l >> r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l >> r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l >> r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l >> r : slow(l, r, f)
  }
}

export function shiftRightUnsignedNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowBinary(">>>", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l >>> r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l >>> r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l >>> r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l >>> r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l >>> r : slow(l, r, f)
  }
}

export function lessNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowCompare("<", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l < r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l < r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l < r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l < r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l < r : slow(l, r, f)
  }
}

export function greaterNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowCompare(">", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l > r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l > r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l > r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l > r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l > r : slow(l, r, f)
  }
}

export function lessOrEqualNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowCompare("<=", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l <= r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l <= r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l <= r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l <= r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l <= r : slow(l, r, f)
  }
}

export function greaterOrEqualNode(x: Operand, y: Operand, position: number): Run {
  const a = x.run
  const b = y.run
  const slow = (l: Value, r: Value, f: Frame): Value | Susp => slowCompare(">=", l, r, f, position)
  if (x.slot >= 0 && y.constant !== undefined) {
    const s = x.slot
    const r = y.constant
    return (f) => {
      const l = f[s]
      return typeof l === "number" ? l >= r : slow(l, r, f)
    }
  }
  if (x.slot >= 0 && y.slot >= 0) {
    const s = x.slot
    const t = y.slot
    return (f) => {
      const l = f[s]
      const r = f[t]
      return typeof l === "number" && typeof r === "number" ? l >= r : slow(l, r, f)
    }
  }
  if (x.simple && y.simple) {
    return (f) => {
      const l = simpleValue(x, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l >= r : slow(l, r, f)
    }
  }
  const { left, right } = general(a, b, slow)
  if (y.simple) {
    return (f) => {
      const l = a(f)
      if (l === SUSP) return suspend(left, f)
      const r = simpleValue(y, f)
      return typeof l === "number" && typeof r === "number" ? l >= r : slow(l, r, f)
    }
  }
  return (f) => {
    const l = x.slot >= 0 ? f[x.slot] : a(f)
    if (l === SUSP) return suspend(left, f)
    const r = b(f)
    if (r === SUSP) return suspend(right, f, l)
    return typeof l === "number" && typeof r === "number" ? l >= r : slow(l, r, f)
  }
}

/** The closure maker of each operator that has one. */
export const arithmeticNodes: Readonly<Record<string, (x: Operand, y: Operand, position: number) => Run>> = {
  "+": addNode,
  "-": subtractNode,
  "*": multiplyNode,
  "/": divideNode,
  "%": remainderNode,
  "&": bitAndNode,
  "|": bitOrNode,
  "^": bitXorNode,
  "<<": shiftLeftNode,
  ">>": shiftRightNode,
  ">>>": shiftRightUnsignedNode,
  "<": lessNode,
  ">": greaterNode,
  "<=": lessOrEqualNode,
  ">=": greaterOrEqualNode,
  "**": (x, y, position) => {
    const { left } = general(x.run, y.run, (l, r, f) => slowBinary("**", l, r, f, position))
    return (f) => {
      const l = x.run(f)
      return l === SUSP ? suspend(left, f) : left(f, l, undefined)
    }
  }
}
