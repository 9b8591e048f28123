/** The dispatcher of expressions: a line for each node type; operators that are not worth a file of their own are below. */
import { agent, suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { awaitValue, yieldResult } from "../kernel/coroutine.ts"
import { throwTypeError } from "../kernel/errors.ts"
import { describeValue, FRAME_POSITION } from "../kernel/function.ts"
import { ObjectValue } from "../kernel/object.ts"
import { hasProperty, instanceOf, looselyEqual, strictlyEqual, typeOf, unary } from "../kernel/operators.ts"
import { regExpLiteral } from "../kernel/regexp-value.ts"
import { runSteps } from "../kernel/steps.ts"
import type { Value } from "../kernel/values.ts"
import type { PropertyKey } from "../kernel/values.ts"
import type { ESTree, Expression } from "../syntax/ast.ts"
import { arithmeticNodes } from "./arithmetic.ts"
import { compileAssignment, compileUpdate } from "./assignment.ts"
import { compileCall, compileNew, compileTaggedTemplate } from "./calls.ts"
import { branch, comparisonOf } from "./condition.ts"
import type { Context } from "./context.ts"
import { sourceText } from "./context.ts"
import { compileArray, compileObject, compileTemplate } from "./literals.ts"
import { compileDelete, compileMember } from "./members.ts"
import { Operand, operandOf, simpleValue } from "./operand.ts"
import { sequence, SHORT_CIRCUIT } from "./run.ts"
import type { Run } from "./run.ts"
import { readGlobalForTypeof, readVariable } from "./variables.ts"
import { asyncYield, delegate } from "./yield.ts"

export function compileExpression(context: Context, node: Expression): Run {
  switch (node.type) {
    case "Identifier":
      return readVariable(context, node.reference!, node.start)
    case "Literal":
      return compileLiteral(context, node)
    case "MemberExpression":
      return compileMember(context, node, false)
    case "CallExpression":
      return compileCall(context, node, false)
    case "BinaryExpression":
      return compileBinary(context, node)
    case "LogicalExpression":
      return compileLogical(context, node)
    case "UnaryExpression":
      return compileUnary(context, node)
    case "UpdateExpression":
      return compileUpdate(context, node)
    case "AssignmentExpression":
      return compileAssignment(context, node)
    case "ConditionalExpression":
      return compileConditional(context, node)
    case "ObjectExpression":
      return compileObject(context, node)
    case "ArrayExpression":
      return compileArray(context, node)
    case "TemplateLiteral":
      return compileTemplate(context, node)
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return context.compiler.closure(context, node, "")
    case "ClassExpression":
      return context.compiler.class(context, node, "")
    case "NewExpression":
      return compileNew(context, node)
    case "ThisExpression":
      return readVariable(context, node.reference!, node.start)
    case "SequenceExpression":
      return compileSequence(context, node)
    case "ChainExpression":
      return compileChain(context, node)
    case "AwaitExpression":
      return compileAwait(context, node)
    case "YieldExpression":
      return compileYield(context, node)
    case "TaggedTemplateExpression":
      return compileTaggedTemplate(context, node)
    case "MetaProperty":
      return readVariable(context, node.reference!, node.start)
    case "ParenthesizedExpression":
      return context.compiler.expression(context, node.expression)
    default:
      throw new Error(`the front end let ${node.type} through`)
  }
}

function compileLiteral(context: Context, node: ESTree.Literal): Run {
  if (node.regex) {
    const make = regExpLiteral(node.regex.pattern, node.regex.flags)
    return (f) => {
      f[FRAME_POSITION] = node.start
      return make()
    }
  }
  const value = node.value as Value
  return () => value
}

// ---- Operators.

function compileBinary(context: Context, first: ESTree.BinaryExpression): Run {
  // A chain `a + b + c…` nests to the left as deep as it is long; it is compiled from the inside out, without recursion.
  const spine: ESTree.BinaryExpression[] = [first]
  let innermost = first
  while (innermost.left.type === "BinaryExpression") {
    innermost = innermost.left
    spine.push(innermost)
  }
  let left: Operand | null = null
  let run: Run | null = null
  for (let i = spine.length - 1; i >= 0; i--) {
    const node = spine[i]
    if (node.left.type === "PrivateIdentifier") {
      run = compilePrivateIn(context, node, node.left)
    } else {
      run = binaryNode(context, node, left ?? operandOf(context, node.left), operandOf(context, node.right))
    }
    left = new Operand(run)
  }
  return run!
}

function binaryNode(context: Context, node: ESTree.BinaryExpression, x: Operand, y: Operand): Run {
  const arithmetic = arithmeticNodes[node.operator]
  const position = node.start
  if (arithmetic !== undefined) return arithmetic(x, y, position)
  switch (node.operator) {
    case "===":
      return strict(x, y, false)
    case "!==":
      return strict(x, y, true)
    case "==":
      return two(x, y, (l, r) => looselyEqual(l, r))
    case "!=":
      return two(x, y, (l, r) => {
        const equal = looselyEqual(l, r)
        return equal === SUSP ? suspend(negate, []) : !equal
      })
    case "instanceof":
      return two(x, y, (l, r, f) => {
        f[FRAME_POSITION] = position
        return instanceOf(l, r)
      })
    case "in":
      return two(x, y, (l, r, f) => {
        f[FRAME_POSITION] = position
        return hasProperty(l, r)
      })
    default:
      throw new Error(`no operator ${node.operator}`)
  }
}

const negate = (_: Frame, value: Value): Value => !value

function two(x: Operand, y: Operand, apply: (l: Value, r: Value, f: Frame) => Value | Susp): Run {
  const a = x.run
  const b = y.run
  const afterRight = (f: Frame, r: Value, l: Value): Value | Susp => apply(l, r, f)
  const afterLeft = (f: Frame, l: Value): Value | Susp => {
    const r = b(f)
    return r === SUSP ? suspend(afterRight, f, l) : apply(l, r, f)
  }
  return (f) => {
    const l = a(f)
    if (l === SUSP) return suspend(afterLeft, f)
    const r = b(f)
    return r === SUSP ? suspend(afterRight, f, l) : apply(l, r, f)
  }
}

function strict(x: Operand, y: Operand, negated: boolean): Run {
  const a = x.run
  const b = y.run
  if (x.simple && y.simple) return (f) => strictlyEqual(simpleValue(x, f), simpleValue(y, f), negated)
  const afterRight = (_: Frame, r: Value, l: Value): Value | Susp => strictlyEqual(l, r, negated)
  const afterLeft = (f: Frame, l: Value): Value | Susp => {
    const r = b(f)
    return r === SUSP ? suspend(afterRight, f, l) : strictlyEqual(l, r, negated)
  }
  return (f) => {
    const l = a(f)
    if (l === SUSP) return suspend(afterLeft, f)
    const r = b(f)
    if (r === SUSP) return suspend(afterRight, f, l)
    return strictlyEqual(l, r, negated)
  }
}

function compilePrivateIn(context: Context, node: ESTree.BinaryExpression, left: ESTree.PrivateIdentifier): Run {
  const name = readVariable(context, left.reference!, left.start)
  const right = context.compiler.expression(context, node.right)
  const check = (f: Frame, o: Value): Value => {
    if (!(o instanceof ObjectValue)) {
      return throwTypeError(
        `Cannot use 'in' operator to search for '#${left.name}' in ${describeValue(o)}.`,
        node.start
      )
    }
    return o.hasPrivate(name(f) as PropertyKey)
  }
  return (f) => {
    const o = right(f)
    return o === SUSP ? suspend(check, f) : check(f, o)
  }
}

function compileLogical(context: Context, first: ESTree.LogicalExpression): Run {
  const spine: ESTree.LogicalExpression[] = [first]
  let innermost = first
  while (innermost.left.type === "LogicalExpression") {
    innermost = innermost.left
    spine.push(innermost)
  }
  let run = context.compiler.expression(context, innermost.left)
  for (let i = spine.length - 1; i >= 0; i--) {
    run = logicalNode(spine[i].operator, run, context.compiler.expression(context, spine[i].right))
  }
  return run
}

function logicalNode(operator: ESTree.LogicalOperator, a: Run, b: Run): Run {
  switch (operator) {
    case "&&": {
      const after = (f: Frame, l: Value): Value | Susp => (l ? b(f) : l)
      return (f) => {
        const l = a(f)
        if (l === SUSP) return suspend(after, f)
        return l ? b(f) : l
      }
    }
    case "||": {
      const after = (f: Frame, l: Value): Value | Susp => (l ? l : b(f))
      return (f) => {
        const l = a(f)
        if (l === SUSP) return suspend(after, f)
        return l ? l : b(f)
      }
    }
    case "??": {
      const after = (f: Frame, l: Value): Value | Susp => (l === undefined || l === null ? b(f) : l)
      return (f) => {
        const l = a(f)
        if (l === SUSP) return suspend(after, f)
        return l === undefined || l === null ? b(f) : l
      }
    }
  }
}

function compileUnary(context: Context, node: ESTree.UnaryExpression): Run {
  const argument = node.argument
  const position = node.start
  if (node.operator === "delete") return compileDelete(context, argument)
  if (node.operator === "typeof") {
    const reference = argument.type === "Identifier" ? argument.reference : undefined
    const run =
      reference?.kind === "global"
        ? readGlobalForTypeof(context, reference.name)
        : context.compiler.expression(context, argument)
    const after = (_: Frame, v: Value): Value => typeOf(v)
    return (f) => {
      const v = run(f)
      return v === SUSP ? suspend(after, f) : typeOf(v)
    }
  }
  const run = context.compiler.expression(context, argument)
  switch (node.operator) {
    case "!": {
      const after = (_: Frame, v: Value): Value => !v
      return (f) => {
        const v = run(f)
        return v === SUSP ? suspend(after, f) : !v
      }
    }
    case "void": {
      const after = (): Value => undefined
      return (f) => (run(f) === SUSP ? suspend(after, f) : undefined)
    }
    case "-": {
      if (argument.type === "Literal" && typeof argument.value === "number") {
        const value = -argument.value
        return () => value
      }
      const apply = (f: Frame, v: Value): Value | Susp => {
        f[FRAME_POSITION] = position
        return unary("-", v)
      }
      return (f) => {
        const v = run(f)
        if (typeof v === "number") return -v
        return v === SUSP ? suspend(apply, f) : apply(f, v)
      }
    }
    case "+": {
      const apply = (f: Frame, v: Value): Value | Susp => {
        f[FRAME_POSITION] = position
        return unary("+", v)
      }
      return (f) => {
        const v = run(f)
        if (typeof v === "number") return v
        return v === SUSP ? suspend(apply, f) : apply(f, v)
      }
    }
    case "~": {
      const apply = (f: Frame, v: Value): Value | Susp => {
        f[FRAME_POSITION] = position
        return unary("~", v)
      }
      return (f) => {
        const v = run(f)
        if (typeof v === "number") return ~v
        return v === SUSP ? suspend(apply, f) : apply(f, v)
      }
    }
    default:
      throw new Error(`no operator ${node.operator as string}`)
  }
}

function compileConditional(context: Context, node: ESTree.ConditionalExpression): Run {
  const test = context.compiler.expression(context, node.test)
  const yes = context.compiler.expression(context, node.consequent)
  const no = context.compiler.expression(context, node.alternate)
  const after = (f: Frame, t: Value): Value | Susp => (t ? yes(f) : no(f))
  const choose = (f: Frame, t: Value | Susp): Value | Susp => (t === SUSP ? suspend(after, f) : t ? yes(f) : no(f))
  const comparison = comparisonOf(context, node.test)
  if (comparison !== null) return branch(comparison, yes, no, choose)
  return (f) => choose(f, test(f))
}

function compileSequence(context: Context, node: ESTree.SequenceExpression): Run {
  const parts = node.expressions.map((expression) => context.compiler.expression(context, expression))
  const last = (_: Frame, values: Value[]): Value => values[values.length - 1]
  return sequence(parts, last)
}

/** https://tc39.es/ecma262/#sec-optional-chains */
function compileChain(context: Context, node: ESTree.ChainExpression): Run {
  const run = compileChainElement(context, node.expression)
  const after = (_: Frame, v: Value): Value => (v === SHORT_CIRCUIT ? undefined : v)
  return (f) => {
    const v = run(f)
    if (v === SUSP) return suspend(after, f)
    return v === SHORT_CIRCUIT ? undefined : v
  }
}

export function compileChainElement(context: Context, node: Expression): Run {
  if (node.type === "MemberExpression") return compileMember(context, node, true)
  if (node.type === "CallExpression") return compileCall(context, node, true)
  return context.compiler.expression(context, node)
}

// ---- Coroutines.

function compileAwait(context: Context, node: ESTree.AwaitExpression): Run {
  const run = context.compiler.expression(context, node.argument)
  const position = node.start
  const go = (f: Frame, v: Value): Susp => {
    f[FRAME_POSITION] = position
    agent.awaitPosition = position
    return awaitValue(v)
  }
  return (f) => {
    const v = run(f)
    return v === SUSP ? suspend(go, f) : go(f, v)
  }
}

function compileYield(context: Context, node: ESTree.YieldExpression): Run {
  const { realm } = context
  const argument = node.argument ? context.compiler.expression(context, node.argument) : () => undefined
  const isAsync = context.scope.isAsync
  const position = node.start
  const text = node.argument ? sourceText(context, node.argument) : ""
  const go = node.delegate
    ? (f: Frame, v: Value): Value | Susp => {
        f[FRAME_POSITION] = position
        return runSteps(delegate(v, isAsync, text))
      }
    : isAsync
      ? (_: Frame, v: Value): Value | Susp => runSteps(asyncYield(v))
      : (_: Frame, v: Value): Value | Susp => yieldResult(realm.iteratorResult(v, false))
  return (f) => {
    const v = argument(f)
    return v === SUSP ? suspend(go, f) : go(f, v)
  }
}
