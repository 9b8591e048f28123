/** What an expression's value is, as far as the text alone says. */
import type { AnyNode, ESTree } from "../interpreter/syntax/ast.ts"
import { isIdentifier } from "./expression.ts"
import { nameText } from "./name-text.ts"
import type { Constants, Known } from "./static-primitive.ts"
import { isFunction, staticKey, staticPrimitive } from "./static-primitive.ts"

/** A value known in whole, in part or not at all; always with the place where it is written. */
export type StaticValue =
  | { readonly kind: "unknown"; readonly position: number }
  | { readonly kind: "undefined"; readonly position: number }
  | { readonly kind: "scalar"; readonly position: number; readonly value: string | number | boolean | null }
  /** What no tool can be passed. */
  | { readonly kind: "refused"; readonly position: number; readonly what: string }
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

/** What cannot cross to a tool, as a refusal names it; `undefined` for what can or may. */
export type Refused = (node: AnyNode) => string | undefined

/** Reads an expression; whatever only a run can tell is unknown. */
export const staticValue = (node: AnyNode, constants: Constants, refused: Refused): StaticValue => {
  const position = node.start
  const primitive = staticPrimitive(node, constants)
  if (primitive !== undefined) return crossing(primitive, position)
  switch (node.type) {
    case "ParenthesizedExpression":
      return staticValue(node.expression, constants, refused)
    case "Literal":
      // A regular expression crosses without anything of its own.
      return { kind: "object", position, fields: new Map(), isComplete: true }
    case "ObjectExpression":
      return staticObject(node, constants, refused)
    case "ArrayExpression": {
      const items = node.elements.map((item): StaticValue =>
        item === null ? { kind: "undefined", position } : staticValue(item, constants, refused)
      )
      const isComplete = node.elements.every((item) => item === null || item.type !== "SpreadElement")
      return { kind: "array", position, items, isComplete }
    }
    default: {
      const what = isFunction(node) ? "a function" : refused(node)
      return what === undefined ? { kind: "unknown", position } : { kind: "refused", position, what }
    }
  }
}

const crossing = ({ value }: Known, position: number): StaticValue => {
  if (value === undefined) return { kind: "undefined", position }
  if (typeof value === "bigint") return { kind: "refused", position, what: "a BigInt" }
  // A number that JSON lacks crosses as null.
  return { kind: "scalar", position, value: typeof value === "number" && !Number.isFinite(value) ? null : value }
}

const staticObject = (node: ESTree.ObjectExpression, constants: Constants, refused: Refused): StaticValue => {
  const fields = new Map<string, StaticValue>()
  let isComplete = true
  for (const property of node.properties) {
    const key = property.type === "Property" ? staticKey(property.key, property.computed, constants) : undefined
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
    const value: StaticValue =
      property.kind === "init"
        ? staticValue(property.value, constants, refused)
        : { kind: "unknown", position: property.start }
    fields.set(key, value)
  }
  return { kind: "object", position: node.start, fields, isComplete }
}

/** The value as a call passes it, where all of it is known: fields that are `undefined` are left out. */
export const knownValue = (value: StaticValue): { readonly value: unknown } | undefined => {
  switch (value.kind) {
    case "unknown":
    case "refused":
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

/** The first part of a value that no tool can be passed, and where in the value it stands. */
export const firstRefused = (
  value: StaticValue,
  path: string
): { readonly what: string; readonly position: number; readonly path: string } | undefined => {
  if (value.kind === "refused") return { what: value.what, position: value.position, path }
  if (value.kind === "object") {
    for (const [name, field] of value.fields) {
      const found = firstRefused(
        field,
        path + (isIdentifier(name) ? `.${nameText(name)}` : `[${JSON.stringify(nameText(name))}]`)
      )
      if (found !== undefined) return found
    }
  } else if (value.kind === "array") {
    for (const [at, item] of value.items.entries()) {
      // Where items are spread, no other item's place is known.
      const found = firstRefused(item, value.isComplete ? `${path}[${at}]` : `${path}[...]`)
      if (found !== undefined) return found
    }
  }
  return undefined
}
