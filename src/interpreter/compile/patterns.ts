/** Destructuring (https://tc39.es/ecma262/#sec-destructuring-binding-patterns). */
import { agent, charge, pause, suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { MAX_ELEMENTS, throwTooManyElements } from "../kernel/array.ts"
import { getV } from "../kernel/convert.ts"
import { copyDataProperties } from "../kernel/copy-properties.ts"
import { ReturnCompletion, ThrowCompletion, throwTypeError } from "../kernel/errors.ts"
import { FRAME_POSITION } from "../kernel/function.ts"
import {
  COPY_SHIFT,
  DONE,
  elementsFrom,
  getIterator,
  iteratesByIndex,
  iteratorClose,
  iteratorCloseOnThrow,
  iteratorStepValue,
  ONE_COPY
} from "../kernel/iterate.ts"
import type { IteratorRecord } from "../kernel/iterate.ts"
import { LongList } from "../kernel/long-list.ts"
import { hold, runSteps } from "../kernel/steps.ts"
import type { Steps } from "../kernel/steps.ts"
import { HOLE } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import type { ESTree, Pattern } from "../syntax/ast.ts"
import type { Bind, Context } from "./context.ts"
import { namedAfter, sourceText } from "./context.ts"
import { GetCache } from "./inline-cache.ts"
import { keyOf, literalKey } from "./literals.ts"
import { memberReference } from "./members.ts"
import type { Run } from "./run.ts"
import { assignVariable, rawWrite } from "./variables.ts"

type Mode = "initialize" | "assign"

export function compilePattern(context: Context, node: Pattern, mode: Mode, origin?: string): Bind {
  switch (node.type) {
    case "Identifier":
      return bindIdentifier(context, node, mode)
    case "AssignmentPattern":
      return bindWithDefault(context, node, mode, origin)
    case "ObjectPattern":
      return bindObject(context, node, mode, origin)
    case "ArrayPattern":
      return bindArray(context, node, mode, origin)
    case "MemberExpression": {
      const target = compileTarget(context, node, mode)
      return (f, value) => {
        function* put(): Steps<void> {
          const write = yield* target(f)
          yield* write(value)
        }
        return runSteps(put()) as undefined | Susp
      }
    }
    default:
      throw new Error(`no pattern ${node.type}`)
  }
}

const nothing = (): undefined => undefined

function bindIdentifier(context: Context, node: ESTree.Identifier, mode: Mode): Bind {
  const reference = node.reference!
  if (mode === "initialize") {
    const write = rawWrite(reference)
    return (f, value) => {
      write(f, value)
      return undefined
    }
  }
  const assign = assignVariable(context, reference, node.start)
  return (f, value) => (assign(f, value) === SUSP ? suspend(nothing, f) : undefined)
}

/** The default's value, named after the variable that takes it. */
function defaultRun(context: Context, node: ESTree.AssignmentPattern): Run {
  return node.left.type === "Identifier"
    ? namedAfter(context, node.left, node)
    : context.compiler.expression(context, node.right)
}

function bindWithDefault(context: Context, node: ESTree.AssignmentPattern, mode: Mode, origin?: string): Bind {
  const bind = compilePattern(context, node.left, mode, origin)
  const run = defaultRun(context, node)
  return (f, value) => {
    if (value !== undefined) return bind(f, value)
    const made = run(f)
    return made === SUSP ? suspend(bind, f) : bind(f, made)
  }
}

// ---- Assignment targets that are evaluated before their value is read (`[a.b] = …`, `({ x: o[k] } = …)`).

type Put = (value: Value) => Steps<void>
type Target = (f: Frame) => Steps<Put>

/** Evaluates what an element writes to; then writes. Names and nested patterns have nothing to evaluate. */
function compileTarget(context: Context, node: Pattern, mode: Mode, origin?: string): Target {
  if (node.type !== "MemberExpression") {
    const bind = compilePattern(context, node, mode, origin)
    return function* (f) {
      return function* (value) {
        if (bind(f, value) === SUSP) yield
      }
    }
  }
  const reference = memberReference(context, node)
  return function* (f) {
    const values: Value[] = hold([])
    for (const part of reference.parts) {
      let value = part(f)
      if (value === SUSP) value = (yield) as Value
      values.push(value)
    }
    return function* (value) {
      if (reference.set(f, values, value) === SUSP) yield
    }
  }
}

// ---- Objects.

const throwNotDestructurable = (context: Context, node: Pattern, value: Value, origin: string | undefined): never => {
  const from = origin === undefined ? String(value) : `${origin}: it is ${value}`
  return throwTypeError(`Cannot destructure '${sourceText(context, node)}' from ${from}.`, node.start)
}

const ofProperty = (key: PropertyKey | undefined): string | undefined =>
  key === undefined ? undefined : `the property '${String(key)}'`

function bindObject(context: Context, node: ESTree.ObjectPattern, mode: Mode, origin?: string): Bind {
  return bindFixedKeys(context, node, mode, origin) ?? bindAnyKeys(context, node, mode, origin)
}

/** `{ a, b: { c }, d = 1 }`: fixed keys and targets that need no evaluation. */
function bindFixedKeys(context: Context, node: ESTree.ObjectPattern, mode: Mode, origin?: string): Bind | null {
  const steps: { cache: GetCache; bind: Bind }[] = []
  for (const property of node.properties) {
    if (property.type === "RestElement") return null
    const key = literalKey(property.key, property.computed)
    const value = property.value
    const target = value.type === "AssignmentPattern" ? value.left : value
    if (key === undefined || target.type === "MemberExpression") return null
    steps.push({
      cache: new GetCache(key, property.start),
      bind: compilePattern(context, value, mode, ofProperty(key))
    })
  }
  const n = steps.length
  const go = (f: Frame, source: Value, from: number): undefined | Susp => {
    for (let i = from; i < n; i++) {
      const step = steps[i]
      const value = step.cache.get(source, f)
      if (value === SUSP) return suspend(afterGet, f, { source, i })
      if (step.bind(f, value) === SUSP) return suspend(afterBind, f, { source, i })
    }
    return undefined
  }
  const afterBind = (f: Frame, _: unknown, s: { source: Value; i: number }): undefined | Susp =>
    go(f, s.source, s.i + 1)
  const afterGet = (f: Frame, value: Value, s: { source: Value; i: number }): undefined | Susp =>
    steps[s.i].bind(f, value) === SUSP ? suspend(afterBind, f, s) : go(f, s.source, s.i + 1)
  return (f, source) => {
    if (source === undefined || source === null) return throwNotDestructurable(context, node, source, origin)
    return go(f, source, 0)
  }
}

/** Computed keys, member targets and rest. */
function bindAnyKeys(context: Context, node: ESTree.ObjectPattern, mode: Mode, origin?: string): Bind {
  const parts = node.properties.map((property) => {
    if (property.type === "RestElement") {
      return { rest: true as const, target: compileTarget(context, property.argument, mode) }
    }
    const value = property.value
    const inner = value.type === "AssignmentPattern" ? value.left : value
    const fixed = literalKey(property.key, property.computed)
    return {
      rest: false as const,
      fixed,
      key: property.computed ? context.compiler.expression(context, property.key) : null,
      target: compileTarget(context, inner, mode, ofProperty(fixed)),
      fallback: value.type === "AssignmentPattern" ? defaultRun(context, value) : null,
      position: property.start
    }
  })
  function* bind(f: Frame, source: Value): Steps<void> {
    const used: PropertyKey[] = hold([])
    for (const part of parts) {
      if (part.rest) {
        const put = yield* part.target(f)
        const rest = hold(context.realm.newObject())
        yield* copyDataProperties(rest, source, used)
        yield* put(rest)
        continue
      }
      const key = part.fixed ?? (yield* keyOf(part.key!, f))
      used.push(key)
      const put = yield* part.target(f)
      f[FRAME_POSITION] = part.position
      let value = getV(source, key)
      if (value === SUSP) value = (yield) as Value
      if (value === undefined && part.fallback !== null) {
        value = part.fallback(f)
        if (value === SUSP) value = (yield) as Value
      }
      yield* put(value)
    }
  }
  return (f, source) => {
    if (source === undefined || source === null) return throwNotDestructurable(context, node, source, origin)
    return runSteps(bind(f, source)) as undefined | Susp
  }
}

// ---- Arrays.

function bindArray(context: Context, node: ESTree.ArrayPattern, mode: Mode, origin?: string): Bind {
  const slow = bindIterator(context, node, mode, origin)
  const fast = bindElements(context, node, mode)
  if (fast === null) return slow
  return (f, source) => (iteratesByIndex(source) ? fast(f, source) : slow(f, source))
}

/** `[a, b, ...c]` from an array that iterates by index: elements are read directly. Only names, which cannot change the array. */
function bindElements(context: Context, node: ESTree.ArrayPattern, mode: Mode): Bind | null {
  const binds: (Bind | null)[] = []
  let rest: Bind | null = null
  for (const element of node.elements) {
    if (element === null) binds.push(null)
    else if (element.type === "Identifier" && (mode === "initialize" || element.reference?.kind !== "global")) {
      binds.push(compilePattern(context, element, mode))
    } else if (element.type === "RestElement" && element.argument.type === "Identifier" && mode === "initialize") {
      rest = compilePattern(context, element.argument, mode)
    } else return null
  }
  const n = binds.length
  return (f, source) => {
    if (!iteratesByIndex(source)) return undefined
    const elements = source.elements
    for (let i = 0; i < n; i++) {
      const value = i < elements.length ? elements[i] : undefined
      const bind = binds[i]
      if (bind !== null) bind(f, value === HOLE ? undefined : value)
    }
    if (rest === null) return undefined
    if (elements.length - n > ONE_COPY) {
      const list = runSteps(elementsFrom(elements, n))
      return list === SUSP ? suspend(bindRest, f, { rest, context }) : bindRest(f, list, { rest, context })
    }
    agent.budget -= elements.length >> COPY_SHIFT
    rest(f, context.realm.newArray(elements.slice(n).map((value) => (value === HOLE ? undefined : value))))
    return undefined
  }
}
const bindRest = (f: Frame, list: Value[], s: { rest: Bind; context: Context }): Susp | undefined =>
  s.rest(f, s.context.realm.newArray(list))

/** https://tc39.es/ecma262/#sec-runtime-semantics-iteratordestructuringassignmentevaluation */
function bindIterator(context: Context, node: ESTree.ArrayPattern, mode: Mode, origin = "the value"): Bind {
  const what = `Cannot destructure '${sourceText(context, node)}': ${origin}`
  const parts = node.elements.map((element, i) => {
    if (element === null) return null
    if (element.type === "RestElement") {
      return { rest: true as const, target: compileTarget(context, element.argument, mode) }
    }
    const inner = element.type === "AssignmentPattern" ? element.left : element
    return {
      rest: false as const,
      target: compileTarget(context, inner, mode, `element ${i}`),
      fallback: element.type === "AssignmentPattern" ? defaultRun(context, element) : null
    }
  })
  function* elements(f: Frame, record: IteratorRecord): Steps<void> {
    for (const part of parts) {
      if (part === null) {
        if (!record.done) yield* iteratorStepValue(record)
        continue
      }
      const put = yield* part.target(f)
      if (part.rest) {
        const values = hold(new LongList())
        while (!record.done) {
          const value = yield* iteratorStepValue(record)
          if (value === DONE) break
          if (values.length >= MAX_ELEMENTS) throwTooManyElements()
          values.push(value)
          if (charge(1)) {
            pause()
            yield
          }
        }
        yield* put(context.realm.newLongArray(values))
        continue
      }
      const stepped = record.done ? DONE : yield* iteratorStepValue(record)
      let value: Value | Susp = stepped === DONE ? undefined : stepped
      if (value === undefined && part.fallback !== null) {
        value = part.fallback(f)
        if (value === SUSP) value = (yield) as Value
      }
      yield* put(value)
    }
  }
  function* bind(f: Frame, source: Value): Steps<void> {
    f[FRAME_POSITION] = node.start
    const record = yield* getIterator(source, what)
    try {
      yield* elements(f, record)
    } catch (error) {
      if (record.done) throw error
      if (error instanceof ReturnCompletion) yield* iteratorClose(record)
      if (error instanceof ThrowCompletion) yield* iteratorCloseOnThrow(record, error)
      throw error
    }
    if (!record.done) yield* iteratorClose(record)
  }
  return (f, source) => runSteps(bind(f, source)) as undefined | Susp
}
