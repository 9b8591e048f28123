/** What an expression's value is, as far as the text alone says. */
import type { AnyNode, ESTree } from "../interpreter/syntax/ast.ts"

/** A value known in whole, in part or not at all; always with the place where it is written. */
export type StaticValue =
  | { readonly kind: "unknown"; readonly position: number }
  | { readonly kind: "undefined"; readonly position: number }
  | { readonly kind: "scalar"; readonly position: number; readonly value: string | number | boolean | null }
  /** `isComplete`: no spread and no computed key, so that there are no fields but these. */
  | {
      readonly kind: "object"
      readonly position: number
      readonly fields: ReadonlyMap<string, StaticValue>
      readonly isComplete: boolean
    }
  | {
      readonly kind: "array"
      readonly position: number
      readonly items: ReadonlyArray<StaticValue>
      readonly isComplete: boolean
    }

const isGlobal = (node: AnyNode, name: string): boolean =>
  node.type === "Identifier" && node.name === name && node.reference?.kind === "global"

/** The key of a property or a member access, unless it is computed. */
export const staticKey = (node: AnyNode, isComputed: boolean): string | undefined => {
  if (!isComputed && node.type === "Identifier") return node.name
  if (node.type === "Literal" && (typeof node.value === "string" || typeof node.value === "number"))
    return String(node.value)
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** A number as it is written, its sign and the global names included. */
const staticNumber = (node: AnyNode): number | undefined => {
  if (node.type === "Literal") return typeof node.value === "number" ? node.value : undefined
  if (isGlobal(node, "NaN")) return Number.NaN
  if (isGlobal(node, "Infinity")) return Number.POSITIVE_INFINITY
  if (node.type === "ParenthesizedExpression") return staticNumber(node.expression)
  if (node.type !== "UnaryExpression" || node.operator !== "-") return undefined
  const operand = staticNumber(node.argument)
  return operand === undefined ? undefined : -operand
}

/** What is known of a name in the program. */
export type KnownNames = (name: ESTree.Identifier) => StaticValue | undefined

/** Reads a literal; whatever has to be computed is unknown. */
export const staticValue = (node: AnyNode, known: KnownNames): StaticValue => {
  const position = node.start
  const unknown = { kind: "unknown", position } as const
  const number = staticNumber(node)
  // A number that JSON lacks crosses as null.
  if (number !== undefined) return { kind: "scalar", position, value: Number.isFinite(number) ? number : null }
  switch (node.type) {
    case "ParenthesizedExpression":
      return staticValue(node.expression, known)
    case "Literal": {
      const { value } = node
      // A regular expression crosses without anything of its own.
      if ("regex" in node) return { kind: "object", position, fields: new Map(), isComplete: true }
      if (value === null) return "bigint" in node ? unknown : { kind: "scalar", position, value }
      return typeof value === "string" || typeof value === "boolean" ? { kind: "scalar", position, value } : unknown
    }
    case "TemplateLiteral": {
      const text = staticKey(node, true)
      return text === undefined ? unknown : { kind: "scalar", position, value: text }
    }
    case "UnaryExpression":
      return node.operator === "void" && node.argument.type === "Literal" ? { kind: "undefined", position } : unknown
    case "Identifier":
      return isGlobal(node, "undefined") ? { kind: "undefined", position } : (known(node) ?? unknown)
    case "ObjectExpression":
      return staticObject(node, known)
    case "ArrayExpression": {
      const items = node.elements.map((item): StaticValue =>
        item === null ? { kind: "undefined", position } : staticValue(item, known)
      )
      const isComplete = node.elements.every((item) => item === null || item.type !== "SpreadElement")
      return { kind: "array", position, items, isComplete }
    }
    default:
      return unknown
  }
}

const staticObject = (node: ESTree.ObjectExpression, known: KnownNames): StaticValue => {
  const fields = new Map<string, StaticValue>()
  let isComplete = true
  for (const property of node.properties) {
    const key = property.type === "Property" ? staticKey(property.key, property.computed) : undefined
    if (property.type !== "Property" || key === undefined) {
      // What is spread or computed may be any field, so nothing before it is sure to keep its value.
      isComplete = false
      for (const [name, value] of fields) fields.set(name, { kind: "unknown", position: value.position })
      continue
    }
    if (key === "__proto__" && !property.computed && !property.shorthand && property.kind === "init") {
      isComplete = false
      continue
    }
    const isData = property.kind === "init" && !property.method
    fields.set(key, isData ? staticValue(property.value, known) : { kind: "unknown", position: property.start })
  }
  return { kind: "object", position: node.start, fields, isComplete }
}

/** The value as a call passes it, where all of it is known: fields that are `undefined` are left out. */
export const knownValue = (value: StaticValue): { readonly value: unknown } | undefined => {
  switch (value.kind) {
    case "unknown":
      return undefined
    case "undefined":
      return { value: undefined }
    case "scalar":
      return { value: value.value }
    case "array": {
      if (!value.isComplete) return undefined
      const items: Array<unknown> = []
      for (const item of value.items) {
        const known = knownValue(item)
        if (known === undefined) return undefined
        items.push(known.value === undefined ? null : known.value)
      }
      return { value: items }
    }
    case "object": {
      if (!value.isComplete) return undefined
      const object: Record<string, unknown> = {}
      for (const [name, field] of value.fields) {
        const known = knownValue(field)
        if (known === undefined) return undefined
        if (known.value !== undefined) {
          Object.defineProperty(object, name, {
            value: known.value,
            enumerable: true,
            writable: true,
            configurable: true
          })
        }
      }
      return { value: object }
    }
  }
}
