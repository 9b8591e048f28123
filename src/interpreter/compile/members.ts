/**
 * Property references: `o.k`, `o[k]`, `super.k`, `o.#k` — reading, writing, deleting, and the parts that assignment and calls need.
 * https://tc39.es/ecma262/#sec-property-accessors
 */
import { suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { getV, throwReadOnly, toPropertyKey } from "../kernel/convert.ts"
import { throwReferenceError, throwTypeError } from "../kernel/errors.ts"
import { describeValue, FRAME_POSITION, FunctionValue } from "../kernel/function.ts"
import { Accessor, found, ObjectValue } from "../kernel/object.ts"
import { WRITABLE } from "../kernel/shape.ts"
import { canonicalKey, keyValue, numberKey } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import type { ESTree, Expression } from "../syntax/ast.ts"
import type { Context } from "./context.ts"
import { isSimple, sourceText } from "./context.ts"
import { getElement, setElement } from "./element.ts"
import { afterSet, GetCache, LengthCache, SetCache } from "./inline-cache.ts"
import { SHORT_CIRCUIT } from "./run.ts"
import type { Run } from "./run.ts"
import { plainSlot, readVariable } from "./variables.ts"

/** The fixed key of a member expression, or undefined when it is computed at run time. */
export function staticKey(node: ESTree.MemberExpression): PropertyKey | undefined {
  const property = node.property
  if (!node.computed) return property.type === "Identifier" ? canonicalKey(property.name) : undefined
  if (property.type === "Literal") {
    if (typeof property.value === "string") return canonicalKey(property.value)
    if (typeof property.value === "number") return undefined
  }
  return undefined
}

/**
 * A property reference in parts: `parts` are evaluated first, in order; then `get` and `set` work on their values.
 * The slow but uniform form, for compound assignment, updates, patterns and `delete`.
 */
export interface MemberReference {
  readonly parts: readonly Run[]
  get(frame: Frame, values: Value[]): Value | Susp
  set(frame: Frame, values: readonly Value[], value: Value): Value | Susp
}

const objectOf = (context: Context, { object }: ESTree.MemberExpression, inChain: boolean): Run =>
  inChain
    ? context.compiler.chainElement(context, object as Expression)
    : context.compiler.expression(context, object as Expression)

/** The object that `super` properties are looked up on. */
function superBase(fn: Value, position: number): ObjectValue | Susp {
  const home = (fn as FunctionValue).home
  if (home === null) return throwReferenceError("'super' is not available here.", position)
  const base = home.getPrototypeOf()
  if (base === null) return throwTypeError("Cannot use 'super': the object has no prototype.", position)
  return base
}

export function memberReference(context: Context, node: ESTree.MemberExpression, inChain = false): MemberReference {
  const { compiler } = context
  const position = node.property.start
  if (node.property.type === "PrivateIdentifier") {
    const name = readVariable(context, node.property.reference!, position)
    const description = `#${node.property.name}`
    return {
      parts: [objectOf(context, node, inChain), name],
      get: (f, values) => getPrivate(values[0], values[1] as PropertyKey, description, f, position),
      set: (f, values, value) => setPrivate(values[0], values[1] as PropertyKey, value, description, f, position)
    }
  }
  if (node.object.type === "Super") return superReference(context, node, node.object)
  const object = objectOf(context, node, inChain)
  const key = staticKey(node)
  if (key !== undefined) {
    const get = new GetCache(key, position)
    const set = new SetCache(key, position)
    return {
      parts: [object],
      get: (f, values) => get.get(values[0], f),
      set: (f, values, value) => set.set(values[0], value, f)
    }
  }
  return {
    parts: [object, compiler.expression(context, node.property as Expression)],
    get: (f, values) => {
      const o = values[0]
      const k = values[1]
      if (!(k instanceof ObjectValue)) return getElement(o, k, f, position)
      // A compound assignment reads and writes: the key is converted once, when it reads.
      if (o === undefined || o === null) return getElement(o, undefined, f, position)
      f[FRAME_POSITION] = position
      const key = toPropertyKey(k)
      if (key === SUSP) return suspend(getConverted, f, values)
      return getConverted(f, key, values)
    },
    set: (f, values, value) => setElement(values[0], values[1], value, f, position)
  }
}

const getConverted = (_: Frame, key: PropertyKey, values: Value[]): Value | Susp => {
  values[1] = keyValue(key)
  return getV(values[0], key)
}

function superReference(context: Context, node: ESTree.MemberExpression, superNode: ESTree.Super): MemberReference {
  const position = node.start
  const thisRun = readVariable(context, superNode.thisReference!, position)
  const fnRun = readVariable(context, superNode.reference!, position)
  const fixed = staticKey(node)
  const keyRun: Run =
    fixed !== undefined ? () => undefined : context.compiler.expression(context, node.property as Expression)
  const withKey = (k: Value, then: (key: PropertyKey) => Value | Susp, f: Frame): Value | Susp => {
    if (fixed !== undefined) return then(fixed)
    const key = toPropertyKey(k)
    return key === SUSP ? suspend((_, late: PropertyKey) => then(late), f) : then(key)
  }
  return {
    parts: [thisRun, fnRun, keyRun],
    get: (f, [receiver, fn, k]) => {
      f[FRAME_POSITION] = position
      const base = superBase(fn, position)
      return withKey(k, (key) => (base as ObjectValue).get(key, receiver), f)
    },
    set: (f, [receiver, fn, k], value) => {
      f[FRAME_POSITION] = position
      const base = superBase(fn, position)
      return withKey(
        k,
        (key) => {
          const done = (base as ObjectValue).set(key, value, receiver)
          if (done === SUSP) return suspend(afterSet, f, { key, value })
          if (!done) throwReadOnly(key)
          return value
        },
        f
      )
    }
  }
}

// ---- Private elements (https://tc39.es/ecma262/#sec-privateget).

const throwMissingPrivate = (o: Value, name: string, verb: string, position: number): never =>
  throwTypeError(
    `Cannot ${verb} private member ${name} ${o instanceof ObjectValue ? "of an object whose class did not declare it" : `of ${describeValue(o)}`}.`,
    position
  )

export function getPrivate(o: Value, name: PropertyKey, text: string, f: Frame, position: number): Value | Susp {
  if (!(o instanceof ObjectValue) || !o.hasPrivate(name)) return throwMissingPrivate(o, text, "read", position)
  const value = found.value
  if (!(value instanceof Accessor)) return value
  if (value.get === undefined) return throwTypeError(`'${text}' was defined without a getter.`, position)
  f[FRAME_POSITION] = position
  return value.get.call(o, [])
}

export function setPrivate(
  o: Value,
  name: PropertyKey,
  value: Value,
  text: string,
  f: Frame,
  position: number
): Value | Susp {
  if (!(o instanceof ObjectValue) || !o.hasPrivate(name)) return throwMissingPrivate(o, text, "write", position)
  const current = found.value
  if (current instanceof Accessor) {
    if (current.set === undefined) return throwTypeError(`'${text}' was defined without a setter.`, position)
    f[FRAME_POSITION] = position
    const done = current.set.call(o, [value])
    return done === SUSP ? suspend(answerSaved, f, value) : value
  }
  if ((found.flags & WRITABLE) === 0) return throwTypeError(`Private method '${text}' is not writable.`, position)
  o.addPrivate(name, value, found.flags)
  return value
}
const answerSaved = (_: Frame, __: Value, value: Value): Value => value

// ---- Reading.

/** `o.k` as an expression. Inside an optional chain a part may answer {@link SHORT_CIRCUIT}, which goes through. */
export function compileMember(context: Context, node: ESTree.MemberExpression, inChain: boolean): Run {
  if (node.object.type === "Super" || node.property.type === "PrivateIdentifier")
    return compileSlowMember(context, node, inChain)
  const object = objectOf(context, node, inChain)
  const position = node.property.start
  const key = staticKey(node)
  if (key !== undefined) {
    const cache = key === "length" ? new LengthCache(position) : new GetCache(key, position)
    if (inChain) return chainRead(object, node.optional === true, (o, f) => cache.get(o, f))
    if (node.object.type === "Identifier" && isSimple(node.object)) {
      const reference = node.object.reference!
      if (reference.kind === "local" && !reference.check && !reference.binding.captured) {
        const slot = reference.binding.slot
        return (f) => cache.get(f[slot], f)
      }
      return (f) => cache.get(object(f) as Value, f)
    }
    const after = (f: Frame, o: Value): Value | Susp => cache.get(o, f)
    return (f) => {
      const o = object(f)
      return o === SUSP ? suspend(after, f) : cache.get(o, f)
    }
  }
  const property = context.compiler.expression(context, node.property as Expression)
  const afterKey = (f: Frame, k: Value, o: Value): Value | Susp => getElement(o, k, f, position)
  const afterObject = (f: Frame, o: Value): Value | Susp => {
    const k = property(f)
    return k === SUSP ? suspend(afterKey, f, o) : getElement(o, k, f, position)
  }
  if (inChain) return chainRead(object, node.optional === true, (o, f) => afterObject(f, o))
  const objectSlot = node.object.type === "Identifier" ? plainSlot(node.object.reference) : -1
  const keySlot = node.property.type === "Identifier" ? plainSlot(node.property.reference) : -1
  // A closure each: in `grid[r][c]` the host then inlines the inner one into the outer (grid: 0.74 to 0.65 of quickjs-wasi).
  if (objectSlot >= 0 && keySlot >= 0) return (f) => getElement(f[objectSlot], f[keySlot], f, position)
  if (keySlot >= 0) {
    return (f) => {
      const o = object(f)
      return o === SUSP ? suspend(afterObject, f) : getElement(o, f[keySlot], f, position)
    }
  }
  return (f) => {
    const o = objectSlot >= 0 ? f[objectSlot] : object(f)
    if (o === SUSP) return suspend(afterObject, f)
    const k = property(f)
    if (k === SUSP) return suspend(afterKey, f, o)
    return getElement(o, k, f, position)
  }
}

function chainRead(object: Run, optional: boolean, read: (o: Value, f: Frame) => Value | Susp): Run {
  const go = (f: Frame, o: Value): Value | Susp => {
    if (o === SHORT_CIRCUIT) return SHORT_CIRCUIT
    if (optional && (o === undefined || o === null)) return SHORT_CIRCUIT
    return read(o, f)
  }
  return (f) => {
    const o = object(f)
    return o === SUSP ? suspend(go, f) : go(f, o)
  }
}

function compileSlowMember(context: Context, node: ESTree.MemberExpression, inChain: boolean): Run {
  const reference = memberReference(context, node, inChain)
  const [first, ...rest] = reference.parts
  const optional = inChain && node.optional === true
  const go = (f: Frame, o: Value): Value | Susp => {
    if (inChain && o === SHORT_CIRCUIT) return SHORT_CIRCUIT
    if (optional && (o === undefined || o === null)) return SHORT_CIRCUIT
    return readParts(f, [o], rest, reference)
  }
  return (f) => {
    const o = first(f)
    return o === SUSP ? suspend(go, f) : go(f, o)
  }
}

function readParts(f: Frame, values: Value[], rest: readonly Run[], reference: MemberReference): Value | Susp {
  while (values.length <= rest.length) {
    const value = rest[values.length - 1](f)
    if (value === SUSP) return suspend(resumeParts, f, { values, rest, reference })
    values.push(value)
  }
  return reference.get(f, values)
}
const resumeParts = (
  f: Frame,
  value: Value,
  s: { values: Value[]; rest: readonly Run[]; reference: MemberReference }
): Value | Susp => {
  s.values.push(value)
  return readParts(f, s.values, s.rest, s.reference)
}

// ---- Writing with `=`.

export function compileMemberAssignment(context: Context, node: ESTree.MemberExpression, right: Run): Run | null {
  if (node.object.type === "Super" || node.property.type === "PrivateIdentifier") return null
  const object = context.compiler.expression(context, node.object as Expression)
  const objectSlot = node.object.type === "Identifier" ? plainSlot(node.object.reference) : -1
  const position = node.property.start
  const key = staticKey(node)
  if (key !== undefined) {
    const cache = new SetCache(key, position)
    const afterValue = (f: Frame, value: Value, o: Value): Value | Susp => cache.set(o, value, f)
    const afterObject = (f: Frame, o: Value): Value | Susp => {
      const value = right(f)
      return value === SUSP ? suspend(afterValue, f, o) : cache.set(o, value, f)
    }
    return (f) => {
      const o = objectSlot >= 0 ? f[objectSlot] : object(f)
      if (o === SUSP) return suspend(afterObject, f)
      const value = right(f)
      return value === SUSP ? suspend(afterValue, f, o) : cache.set(o, value, f)
    }
  }
  const property = context.compiler.expression(context, node.property as Expression)
  const afterValue = (f: Frame, value: Value, s: { o: Value; k: Value }): Value | Susp =>
    setElement(s.o, s.k, value, f, position)
  const afterKey = (f: Frame, k: Value, o: Value): Value | Susp => {
    const value = right(f)
    return value === SUSP ? suspend(afterValue, f, { o, k }) : setElement(o, k, value, f, position)
  }
  const afterObject = (f: Frame, o: Value): Value | Susp => {
    const k = property(f)
    return k === SUSP ? suspend(afterKey, f, o) : afterKey(f, k, o)
  }
  const keySlot = node.property.type === "Identifier" ? plainSlot(node.property.reference) : -1
  return (f) => {
    const o = objectSlot >= 0 ? f[objectSlot] : object(f)
    if (o === SUSP) return suspend(afterObject, f)
    const k = keySlot >= 0 ? f[keySlot] : property(f)
    if (k === SUSP) return suspend(afterKey, f, o)
    const value = right(f)
    return value === SUSP ? suspend(afterValue, f, { o, k }) : setElement(o, k, value, f, position)
  }
}

// ---- delete

/** `delete o.k` (https://tc39.es/ecma262/#sec-delete-operator). */
export function compileDelete(context: Context, node: Expression): Run {
  const inChain = node.type === "ChainExpression"
  const target = inChain ? node.expression : node
  if (target.type !== "MemberExpression") {
    const run = context.compiler.expression(context, node)
    const yes = (): Value => true
    return (f) => (run(f) === SUSP ? suspend(yes, f) : true)
  }
  if (target.object.type === "Super") {
    const reference = memberReference(context, target)
    const refuse = (): Value => throwReferenceError("Cannot delete a super property.", target.start)
    return (f) => {
      reference.parts[0](f)
      if (staticKey(target) === undefined && reference.parts[2](f) === SUSP) return suspend(refuse, f)
      return refuse()
    }
  }
  const object = objectOf(context, target, inChain)
  const fixed = staticKey(target)
  const property = fixed === undefined ? context.compiler.expression(context, target.property as Expression) : null
  const position = target.property.start
  const check = (_: Frame, done: boolean, key: PropertyKey): Value =>
    done
      ? true
      : throwTypeError(
          `Cannot delete property '${String(typeof key === "object" ? key.description : key)}' of ${sourceText(context, target.object)}.`,
          position
        )
  const remove = (f: Frame, key: PropertyKey, o: Value): Value | Susp => {
    f[FRAME_POSITION] = position
    if (o === undefined || o === null) return throwTypeError(`Cannot convert ${o} to an object.`, position)
    if (!(o instanceof ObjectValue)) {
      if (typeof o === "string" && (key === "length" || (typeof key === "number" && key < o.length)))
        return check(f, false, key)
      return true
    }
    const done = o.delete(key)
    return done === SUSP ? suspend(check, f, key) : check(f, done, key)
  }
  const withKey = (f: Frame, k: Value, o: Value): Value | Susp => {
    if (typeof k === "number") return remove(f, numberKey(k), o)
    if (o === undefined || o === null) return throwTypeError(`Cannot convert ${o} to an object.`, position)
    const key = toPropertyKey(k)
    return key === SUSP ? suspend(remove, f, o) : remove(f, key, o)
  }
  const go = (f: Frame, o: Value): Value | Susp => {
    if (inChain && (o === SHORT_CIRCUIT || (target.optional === true && (o === undefined || o === null)))) return true
    if (fixed !== undefined) return remove(f, fixed, o)
    const k = property!(f)
    return k === SUSP ? suspend(withKey, f, o) : withKey(f, k, o)
  }
  return (f) => {
    const o = object(f)
    return o === SUSP ? suspend(go, f) : go(f, o)
  }
}
