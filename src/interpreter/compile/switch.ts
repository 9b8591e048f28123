/** `switch` (https://tc39.es/ecma262/#sec-switch-statement). */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { ToolReference } from "../kernel/host.ts"
import { strictlyEqual } from "../kernel/operators.ts"
import type { Value } from "../kernel/values.ts"
import type { ESTree } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { BREAK } from "./run.ts"
import type { Jump, RunStatement } from "./run.ts"
import { scopeEntry } from "./statements.ts"

export function compileSwitch(context: Context, node: ESTree.SwitchStatement): RunStatement {
  const { compiler } = context
  const discriminant = compiler.expression(context, node.discriminant)
  const enter = scopeEntry(context, node.scope)
  const tests = node.cases.map((one) => (one.test ? compiler.expression(context, one.test) : null))
  const bodies = node.cases.map((one) => compiler.statements(context, one.consequent))
  const fallback = tests.indexOf(null)

  const run = (f: Frame, from: number): Jump | undefined | Susp => {
    for (let i = from; i < bodies.length; i++) {
      const completion = bodies[i](f)
      if (completion === undefined) continue
      if (completion === SUSP) return suspend(afterBody, f, i)
      return completion === BREAK ? undefined : completion
    }
    return undefined
  }
  const afterBody = (f: Frame, completion: Jump | undefined, i: number): Jump | undefined | Susp => {
    if (completion === undefined) return run(f, i + 1)
    return completion === BREAK ? undefined : completion
  }
  const select = (f: Frame, value: Value, from: number): Jump | undefined | Susp => {
    for (let i = from; i < tests.length; i++) {
      const test = tests[i]
      if (test === null) continue
      const candidate = test(f)
      if (candidate === SUSP) return suspend(afterTest, f, { value, i })
      const isCase = strictlyEqual(candidate, value, false)
      if (isCase === SUSP) return suspend(afterComparison, f, { value, i })
      if (isCase) return run(f, i)
    }
    return fallback < 0 ? undefined : run(f, fallback)
  }
  const afterTest = (f: Frame, candidate: Value, s: { value: Value; i: number }): Jump | undefined | Susp =>
    candidate === s.value ? run(f, s.i) : select(f, s.value, s.i + 1)
  const afterComparison = (f: Frame, isCase: boolean, s: { value: Value; i: number }): Jump | undefined | Susp =>
    isCase ? run(f, s.i) : select(f, s.value, s.i + 1)
  const begin = (f: Frame, value: Value): Jump | undefined | Susp => {
    // No case can equal a tool reference: each mention of a tool makes a new one.
    if (value instanceof ToolReference) value.refuseConversion()
    if (enter !== null) enter(f)
    return select(f, value, 0)
  }
  return (f) => {
    const value = discriminant(f)
    return value === SUSP ? suspend(begin, f) : begin(f, value)
  }
}
