/** Assignment and update. https://tc39.es/ecma262/#sec-assignment-operators */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { toNumeric } from "../kernel/convert.ts"
import { FRAME_POSITION } from "../kernel/function.ts"
import { add, bigintBinary } from "../kernel/operators.ts"
import type { Value } from "../kernel/values.ts"
import type { ESTree, Expression, Pattern } from "../syntax/ast.ts"
import { arithmeticNodes } from "./arithmetic.ts"
import type { Context } from "./context.ts"
import { namedAfter, originOf } from "./context.ts"
import { compileMemberAssignment, memberReference } from "./members.ts"
import type { MemberReference } from "./members.ts"
import { Operand } from "./operand.ts"
import { sequence } from "./run.ts"
import type { Run } from "./run.ts"
import { assignableSlot, assignVariable, readVariable } from "./variables.ts"

export function compileAssignment(context: Context, node: ESTree.AssignmentExpression): Run {
  const { left, operator } = node
  if (operator === "=") return compileSimple(context, node)
  const target = left as Expression
  if (operator === "&&=" || operator === "||=" || operator === "??=")
    return compileLogicalAssignment(context, node, target, operator)
  const arithmetic = arithmeticNodes[operator.slice(0, -1)]
  const right = context.compiler.expression(context, node.right)
  const operand = new Operand(right, node.right)
  if (target.type === "Identifier") {
    const reference = target.reference!
    const slot = assignableSlot(reference)
    const read = new Operand(readVariable(context, reference, target.start), target)
    if (operator === "+=" && slot >= 0) return addToSlot(slot, right, node.start)
    return storeResult(arithmetic(read, operand, node.start), assignVariable(context, reference, target.start), slot)
  }
  const reference = memberReference(context, target as ESTree.MemberExpression)
  return compound(reference, (saved) => arithmetic(new Operand(() => saved.current), operand, node.start))
}

/** `x += …` of a plain variable. */
function addToSlot(slot: number, right: Run, position: number): Run {
  const finish = (f: Frame, value: Value): Value => (f[slot] = value)
  const slow = (f: Frame, r: Value, l: Value): Value | Susp => {
    f[FRAME_POSITION] = position
    const value = add(l, r)
    return value === SUSP ? suspend(finish, f) : (f[slot] = value)
  }
  return (f) => {
    const l = f[slot]
    const r = right(f)
    if (typeof l === "number" && typeof r === "number") return (f[slot] = l + r)
    return r === SUSP ? suspend(slow, f, l) : slow(f, r, l)
  }
}

/** Runs an expression and assigns its value to a variable. */
function storeResult(run: Run, assign: (f: Frame, value: Value) => Value | Susp, slot: number): Run {
  if (slot >= 0) {
    const after = (f: Frame, value: Value): Value => (f[slot] = value)
    return (f) => {
      const value = run(f)
      return value === SUSP ? suspend(after, f) : (f[slot] = value)
    }
  }
  return (f) => {
    const value = run(f)
    return value === SUSP ? suspend(assign, f) : assign(f, value)
  }
}

// A compound assignment evaluates its reference, reads, combines and writes. The value read waits in a cell of the site until the arithmetic
// closure takes it, before the right side is evaluated: so that closure can be compiled once.
interface Saved {
  current: Value
}
function compound(reference: MemberReference, makeNode: (saved: Saved) => Run): Run {
  // The left operand is read by the closure before the right side runs, so one cell for each site is enough.
  const saved: Saved = { current: undefined }
  const node = makeNode(saved)
  const write = (f: Frame, value: Value, values: Value[]): Value | Susp => reference.set(f, values, value)
  const combine = (f: Frame, current: Value, values: Value[]): Value | Susp => {
    saved.current = current
    const value = node(f)
    return value === SUSP ? suspend(write, f, values) : reference.set(f, values, value)
  }
  const finish = (f: Frame, values: Value[]): Value | Susp => {
    const current = reference.get(f, values)
    return current === SUSP ? suspend(combine, f, values) : combine(f, current, values)
  }
  return sequence(reference.parts, finish)
}

function compileSimple(context: Context, node: ESTree.AssignmentExpression): Run {
  const left = node.left
  if (left.type === "Identifier") {
    const right = namedAfter(context, left, node)
    return storeResult(right, assignVariable(context, left.reference!, left.start), assignableSlot(left.reference))
  }
  const right = context.compiler.expression(context, node.right)
  if (left.type === "MemberExpression") {
    const fast = compileMemberAssignment(context, left, right)
    if (fast !== null) return fast
    const reference = memberReference(context, left)
    const parts = [...reference.parts, right]
    const finish = (f: Frame, values: Value[]): Value | Susp => {
      const value = values.pop()
      return reference.set(f, values, value)
    }
    return sequence(parts, finish)
  }
  const bind = context.compiler.pattern(context, left as Pattern, "assign", originOf(context, node.right))
  const answer = (_: Frame, __: unknown, value: Value): Value => value
  const go = (f: Frame, value: Value): Value | Susp => (bind(f, value) === SUSP ? suspend(answer, f, value) : value)
  return (f) => {
    const value = right(f)
    return value === SUSP ? suspend(go, f) : go(f, value)
  }
}

function compileLogicalAssignment(
  context: Context,
  node: ESTree.AssignmentExpression,
  target: Expression,
  operator: "&&=" | "||=" | "??="
): Run {
  const stops = (value: Value): boolean =>
    operator === "&&=" ? !value : operator === "||=" ? Boolean(value) : value !== undefined && value !== null
  if (target.type === "Identifier") {
    const read = readVariable(context, target.reference!, target.start)
    const right = namedAfter(context, target, node)
    const assign = assignVariable(context, target.reference!, target.start)
    const go = (f: Frame, current: Value): Value | Susp => {
      if (stops(current)) return current
      const value = right(f)
      return value === SUSP ? suspend(assign, f) : assign(f, value)
    }
    return (f) => {
      const current = read(f)
      return current === SUSP ? suspend(go, f) : go(f, current)
    }
  }
  const right = context.compiler.expression(context, node.right)
  const reference = memberReference(context, target as ESTree.MemberExpression)
  const write = (f: Frame, value: Value, values: Value[]): Value | Susp => reference.set(f, values, value)
  const go = (f: Frame, current: Value, values: Value[]): Value | Susp => {
    if (stops(current)) return current
    const value = right(f)
    return value === SUSP ? suspend(write, f, values) : reference.set(f, values, value)
  }
  const finish = (f: Frame, values: Value[]): Value | Susp => {
    const current = reference.get(f, values)
    return current === SUSP ? suspend(go, f, values) : go(f, current, values)
  }
  return sequence(reference.parts, finish)
}

// ---- ++ and --

const step = (value: number | bigint, by: 1 | -1): number | bigint =>
  typeof value === "number" ? value + by : bigintBinary("+", value, by === 1 ? 1n : -1n)

export function compileUpdate(context: Context, node: ESTree.UpdateExpression): Run {
  const by = node.operator === "++" ? 1 : -1
  const { prefix, argument } = node
  const position = node.start
  if (argument.type === "Identifier") {
    const slot = assignableSlot(argument.reference)
    const assign = assignVariable(context, argument.reference!, argument.start)
    const read = readVariable(context, argument.reference!, argument.start)
    const after = (_: Frame, __: Value, old: Value): Value => old
    const update = (f: Frame, old: number | bigint): Value | Susp => {
      const next = step(old, by)
      const done = assign(f, next)
      if (prefix) return done
      return done === SUSP ? suspend(after, f, old) : old
    }
    const slow = (f: Frame, value: Value): Value | Susp => {
      f[FRAME_POSITION] = position
      const old = toNumeric(value)
      return old === SUSP ? suspend(update, f) : update(f, old)
    }
    if (slot >= 0) {
      if (prefix) {
        return (f) => {
          const value = f[slot]
          return typeof value === "number" ? (f[slot] = value + by) : slow(f, value)
        }
      }
      return (f) => {
        const value = f[slot]
        if (typeof value !== "number") return slow(f, value)
        f[slot] = value + by
        return value
      }
    }
    return (f) => {
      const value = read(f)
      return value === SUSP ? suspend(slow, f) : slow(f, value)
    }
  }
  const reference = memberReference(context, argument as ESTree.MemberExpression)
  const answerOld = (_: Frame, __: Value, old: Value): Value => old
  const write = (f: Frame, old: number | bigint, values: Value[]): Value | Susp => {
    const done = reference.set(f, values, step(old, by))
    if (prefix) return done
    return done === SUSP ? suspend(answerOld, f, old) : old
  }
  const convert = (f: Frame, value: Value, values: Value[]): Value | Susp => {
    if (typeof value === "number") return write(f, value, values)
    f[FRAME_POSITION] = position
    const old = toNumeric(value)
    return old === SUSP ? suspend(write, f, values) : write(f, old, values)
  }
  const finish = (f: Frame, values: Value[]): Value | Susp => {
    const current = reference.get(f, values)
    return current === SUSP ? suspend(convert, f, values) : convert(f, current, values)
  }
  return sequence(reference.parts, finish)
}
