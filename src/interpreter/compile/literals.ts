/** Array, object and template literals. https://tc39.es/ecma262/#sec-object-initializer */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../kernel/array.ts"
import { toPropertyKey, toString } from "../kernel/convert.ts"
import { copyDataProperties, copyWhole } from "../kernel/copy-properties.ts"
import { FRAME_POSITION, FunctionValue } from "../kernel/function.ts"
import { forEachValue } from "../kernel/iterate.ts"
import { LongList } from "../kernel/long-list.ts"
import { Accessor, found, ObjectValue, PlainObject, setPrototype } from "../kernel/object.ts"
import { concat, concatAtOnce, enclosed, LONG_TEXT } from "../kernel/rope.ts"
import { ACCESSOR, CONFIGURABLE, DEFAULT_FLAGS, ENUMERABLE } from "../kernel/shape.ts"
import { hold, runSteps } from "../kernel/steps.ts"
import type { Steps } from "../kernel/steps.ts"
import { canonicalKey, describeKey, HOLE, numberKey, SymbolValue } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import type { ESTree, Expression, FunctionNode } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { isAnonymousFunction, sourceText } from "./context.ts"
import { sequence, suspendSequence } from "./run.ts"
import type { Run } from "./run.ts"

export function compileArray(context: Context, node: ESTree.ArrayExpression): Run {
  const { compiler, realm } = context
  const elements = node.elements
  if (elements.every((element) => element !== null && element.type !== "SpreadElement")) {
    const parts = elements.map((element) => compiler.expression(context, element as Expression))
    if (parts.length === 0) return () => realm.newArray([])
    const finish = (_: Frame, values: Value[]): Value => realm.newArray(values)
    return sequence(parts, finish)
  }
  const parts = elements.map((element) => {
    if (element === null) return { kind: "hole" as const, run: null, text: "" }
    if (element.type !== "SpreadElement")
      return { kind: "value" as const, run: compiler.expression(context, element), text: "" }
    const { argument } = element
    return {
      kind: "spread" as const,
      run: compiler.expression(context, argument),
      text: sourceText(context, argument)
    }
  })
  const position = node.start
  function* build(f: Frame): Steps<Value> {
    const values = hold(new LongList())
    const add = (value: Value): void => {
      if (values.length >= MAX_ELEMENTS) throwTooManyElements()
      values.push(value)
    }
    for (const { kind, run, text } of parts) {
      if (kind === "hole") {
        values.push(HOLE)
        continue
      }
      let value = run(f)
      if (value === SUSP) value = (yield) as Value
      if (kind === "value") values.push(value)
      else {
        f[FRAME_POSITION] = position
        yield* forEachValue(value, add, text)
      }
    }
    return realm.newLongArray(values)
  }
  return (f) => runSteps(build(f))
}

/** A key of a literal or class element that is known now. */
export function literalKey(key: Expression | ESTree.PrivateIdentifier, computed: boolean): PropertyKey | undefined {
  if (computed) return undefined
  if (key.type === "Identifier") return canonicalKey(key.name)
  if (key.type === "Literal") {
    const value = key.value
    if (typeof value === "number") return numberKey(value)
    return canonicalKey(String(value))
  }
  return undefined
}

const MAX_SHAPED_KEYS = 64

export function compileObject(context: Context, node: ESTree.ObjectExpression): Run {
  return compileShapedObject(context, node) ?? compileGeneralObject(context, node)
}

/** The common literal: fixed keys, plain values. All objects of the site share a shape made now. */
function compileShapedObject(context: Context, node: ESTree.ObjectExpression): Run | null {
  const { compiler, realm } = context
  if (node.properties.length > MAX_SHAPED_KEYS) return null
  const keys: PropertyKey[] = []
  const parts: Run[] = []
  for (const property of node.properties) {
    if (property.type !== "Property" || property.kind !== "init") return null
    const key = literalKey(property.key, property.computed)
    if (key === undefined || typeof key === "number" || keys.includes(key)) return null
    if (key === "__proto__" && !property.shorthand && !property.method) return null
    if (property.method && (property.value as ESTree.FunctionExpression).functionScope?.usesSuper === true) return null
    keys.push(key)
    const value = property.value as Expression
    parts.push(
      property.method
        ? compiler.closure(context, value as FunctionNode, String(describeKey(key)), property)
        : compiler.named(context, value, describeKey(key))
    )
  }
  let shape = realm.objectShape
  for (const key of keys) shape = shape.with(key, DEFAULT_FLAGS)
  const finish = (_: Frame, values: Value[]): Value => {
    const object = new PlainObject(shape, values[0], values[1], values[2], values[3])
    if (values.length > 4) object.slots = values.slice(4)
    return object
  }
  const [a, b, c] = parts
  switch (parts.length) {
    case 0:
      return () => new PlainObject(realm.objectShape)
    case 1:
      return (f) => {
        const x = a(f)
        if (x === SUSP) return suspendSequence(f, parts, [], finish)
        return new PlainObject(shape, x)
      }
    case 2:
      return (f) => {
        const x = a(f)
        if (x === SUSP) return suspendSequence(f, parts, [], finish)
        const y = b(f)
        if (y === SUSP) return suspendSequence(f, parts, [x], finish)
        return new PlainObject(shape, x, y)
      }
    case 3:
      return (f) => {
        const x = a(f)
        if (x === SUSP) return suspendSequence(f, parts, [], finish)
        const y = b(f)
        if (y === SUSP) return suspendSequence(f, parts, [x], finish)
        const z = c(f)
        if (z === SUSP) return suspendSequence(f, parts, [x, y], finish)
        return new PlainObject(shape, x, y, z)
      }
    default:
      return sequence(parts, finish)
  }
}

type Define = (f: Frame, object: PlainObject) => Steps<void>

function compileGeneralObject(context: Context, node: ESTree.ObjectExpression): Run {
  const { realm } = context
  const definitions = node.properties.map((property) => compileProperty(context, property))
  function* build(f: Frame): Steps<Value> {
    const object = hold(realm.newObject())
    for (const define of definitions) yield* define(f, object)
    return object
  }
  return (f) => runSteps(build(f))
}

/** Evaluates a computed key. */
export function* keyOf(run: Run, f: Frame): Steps<PropertyKey> {
  let value = run(f)
  if (value === SUSP) value = (yield) as Value
  let key = toPropertyKey(value)
  if (key === SUSP) key = (yield) as PropertyKey
  return key
}

/** The name that a function gets from its key: a symbol's description is bracketed when `name` is read. */
export const functionNameOf = (key: PropertyKey): string | SymbolValue => (typeof key === "object" ? key : String(key))

/** Names an anonymous function or class made just now (`SetFunctionName`). */
export function setAnonymousName(fn: Value, key: PropertyKey, prefix?: "get" | "set"): void {
  if (!(fn instanceof FunctionValue)) return
  const name = functionNameOf(key)
  if (prefix !== undefined) {
    const text =
      typeof name === "string" ? name : name.description === undefined ? "" : enclosed("[", name.description, "]")
    fn.initialName = enclosed(prefix, " ", text)
  } else if (!fn.hasOwnName) {
    fn.initialName = name
  }
}

function compileProperty(context: Context, property: ESTree.Property | ESTree.SpreadElement): Define {
  const { compiler } = context
  if (property.type === "SpreadElement") {
    const run = compiler.expression(context, property.argument)
    return function* (f, object) {
      let source = run(f)
      if (source === SUSP) source = (yield) as Value
      f[FRAME_POSITION] = property.start
      if (!copyWhole(object, source)) yield* copyDataProperties(object, source, NO_KEYS)
    }
  }
  const fixed = literalKey(property.key, property.computed)
  const keyRun = fixed === undefined ? compiler.expression(context, property.key) : null
  const value = property.value as Expression
  if (property.kind === "init" && !property.method) {
    if (fixed === "__proto__" && !property.shorthand) {
      const run = compiler.expression(context, value)
      return function* (f, object) {
        let proto = run(f)
        if (proto === SUSP) proto = (yield) as Value
        if (proto === null || proto instanceof ObjectValue) setPrototype(object, proto)
      }
    }
    const anonymous = isAnonymousFunction(value)
    const run =
      fixed !== undefined ? compiler.named(context, value, describeKey(fixed)) : compiler.expression(context, value)
    return function* (f, object) {
      const key = fixed ?? (yield* keyOf(keyRun!, f))
      let v = run(f)
      if (v === SUSP) v = (yield) as Value
      if (fixed === undefined && anonymous) setAnonymousName(v, key)
      object.store(key, v, DEFAULT_FLAGS)
    }
  }
  const make = compiler.closure(context, value as FunctionNode, fixed === undefined ? "" : describeKey(fixed), property)
  const kind = property.kind
  return function* (f, object) {
    const key = fixed ?? (yield* keyOf(keyRun!, f))
    const fn = make(f)
    fn.home = object
    if (kind === "init") {
      fn.initialName = functionNameOf(key)
      object.store(key, fn, DEFAULT_FLAGS)
    } else {
      defineAccessor(object, key, kind, fn, ENUMERABLE | CONFIGURABLE)
    }
  }
}

/** Adds a getter or setter, keeping the other half. */
export function defineAccessor(
  object: ObjectValue,
  key: PropertyKey,
  kind: "get" | "set",
  fn: FunctionValue,
  flags: number
): void {
  setAnonymousName(fn, key, kind)
  const current = object.lookup(key) && found.value instanceof Accessor ? found.value : undefined
  const get = kind === "get" ? fn : current?.get
  const set = kind === "set" ? fn : current?.set
  object.store(key, new Accessor(get, set), flags | ACCESSOR)
}

const NO_KEYS: readonly PropertyKey[] = []

/** A template literal without a tag. */
export function compileTemplate(context: Context, node: ESTree.TemplateLiteral): Run {
  const strings = node.quasis.map((quasi) => quasi.value.cooked ?? "")
  const parts = node.expressions.map((expression) => context.compiler.expression(context, expression))
  if (parts.length === 0) return () => strings[0]
  const position = node.start
  const n = parts.length
  const go = (f: Frame, text: string, from: number): Value | Susp => {
    for (let i = from; i < n; i++) {
      const value = parts[i](f)
      if (value === SUSP) return suspend(afterValue, f, { text, i })
      const piece = typeof value === "string" ? value : typeof value === "number" ? `${value}` : stringOf(f, value)
      if (piece === SUSP) return suspend(afterString, f, { text, i })
      const longer: string | Susp =
        text.length + piece.length <= LONG_TEXT
          ? text + piece + strings[i + 1]
          : concat(text, concatAtOnce(piece, strings[i + 1]))
      if (longer === SUSP) return suspend(go, f, i + 1)
      text = longer
    }
    return text
  }
  const stringOf = (f: Frame, value: Value): string | Susp => {
    f[FRAME_POSITION] = position
    return toString(value)
  }
  const afterString = (f: Frame, piece: string, s: { text: string; i: number }): Value | Susp =>
    go(f, concatAtOnce(s.text, concatAtOnce(piece, strings[s.i + 1])), s.i + 1)
  const afterValue = (f: Frame, value: Value, s: { text: string; i: number }): Value | Susp => {
    const piece = stringOf(f, value)
    return piece === SUSP ? suspend(afterString, f, s) : afterString(f, piece, s)
  }
  return (f) => go(f, strings[0], 0)
}
