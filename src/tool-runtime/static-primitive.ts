/** Texts, numbers and other primitives that a program's text fixes: literals, names of constants, and what is put together of them. */
import type { AnyNode, ESTree } from "../interpreter/syntax/ast.ts"

type Primitive = string | number | bigint | boolean | null | undefined

/** A primitive that is known; `undefined` may be one. */
export interface Known {
  readonly value: Primitive
}

/** What is known of a name in the program. */
export type Constants = (name: ESTree.Identifier) => Known | undefined

/** The longest text that is put together: constants that double each other would have no end. */
const LONGEST_TEXT = 10_000

export const isGlobal = (node: AnyNode, name: string): boolean =>
  node.type === "Identifier" && node.name === name && node.reference?.kind === "global"

/** The primitive that an expression always is. */
export const staticPrimitive = (node: AnyNode, constants: Constants): Known | undefined => {
  switch (node.type) {
    case "ParenthesizedExpression":
      return staticPrimitive(node.expression, constants)
    case "Literal":
      return literal(node)
    case "Identifier":
      if (isGlobal(node, "undefined")) return { value: undefined }
      if (isGlobal(node, "NaN")) return { value: Number.NaN }
      return isGlobal(node, "Infinity") ? { value: Number.POSITIVE_INFINITY } : constants(node)
    case "TemplateLiteral":
      return template(node, constants)
    case "UnaryExpression":
      return unary(node, constants)
    case "BinaryExpression":
      return node.operator === "+" ? sum(node, constants) : undefined
    default:
      return undefined
  }
}

/** The key of a property or a member access, where it is fixed. */
export const staticKey = (node: AnyNode, isComputed: boolean, constants: Constants): string | undefined => {
  if (!isComputed && node.type === "Identifier") return node.name
  const known = staticPrimitive(node, constants)
  return known === undefined ? undefined : text(known)
}

const literal = (node: ESTree.Literal): Known | undefined => {
  if ("regex" in node) return undefined
  if ("bigint" in node) return { value: 0n }
  const { value } = node
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? { value }
    : undefined
}

/** A BigInt is known for what it is, and not for its value. */
const text = ({ value }: Known): string | undefined => (typeof value === "bigint" ? undefined : String(value))

const joined = (parts: ReadonlyArray<string | undefined>): Known | undefined => {
  let value = ""
  for (const part of parts) {
    if (part === undefined || value.length + part.length > LONGEST_TEXT) return undefined
    value += part
  }
  return { value }
}

const template = (node: ESTree.TemplateLiteral, constants: Constants): Known | undefined => {
  const parts: Array<string | undefined> = []
  for (const [at, { value }] of node.quasis.entries()) {
    const expression = node.expressions[at]
    const known = expression && staticPrimitive(expression, constants)
    if (expression !== undefined && known === undefined) return undefined
    parts.push(value.cooked ?? undefined, known === undefined ? "" : text(known))
  }
  // One piece is as long as the program wrote it.
  return parts.length === 2 && parts[0] !== undefined ? { value: parts[0] } : joined(parts)
}

const unary = (node: ESTree.UnaryExpression, constants: Constants): Known | undefined => {
  if (node.operator === "!" && isObjectLiteral(node.argument)) return { value: false }
  const known = staticPrimitive(node.argument, constants)
  if (known === undefined) return undefined
  const { value } = known
  switch (node.operator) {
    case "void":
      return { value: undefined }
    case "-":
      return { value: typeof value === "bigint" ? value : -Number(value) }
    case "+":
      return typeof value === "bigint" ? undefined : { value: Number(value) }
    case "!":
      return typeof value === "bigint" ? undefined : { value: !value }
    default:
      return undefined
  }
}

/** What is an object by the way it is written. */
const isObjectLiteral = (node: AnyNode): boolean => {
  switch (node.type) {
    case "ParenthesizedExpression":
      return isObjectLiteral(node.expression)
    case "Literal":
      return "regex" in node
    case "ObjectExpression":
    case "ArrayExpression":
      return true
    default:
      return isFunction(node)
  }
}

/** Functions and classes. */
export const isFunction = ({ type }: AnyNode): boolean =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "ClassExpression"

const sum = (node: ESTree.BinaryExpression, constants: Constants): Known | undefined => {
  const left = staticPrimitive(node.left, constants)
  const right = left && staticPrimitive(node.right, constants)
  if (left === undefined || right === undefined) return undefined
  if (typeof left.value === "string" || typeof right.value === "string") return joined([text(left), text(right)])
  if (typeof left.value === "bigint" || typeof right.value === "bigint") return undefined
  return { value: Number(left.value) + Number(right.value) }
}
