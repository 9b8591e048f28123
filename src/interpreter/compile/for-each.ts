/** `for…of`, `for…in`, `for await`. https://tc39.es/ecma262/#sec-for-in-and-for-of-statements */
import { agent, charge, Continuation, pause, suspend, SUSP } from "../kernel/agent.ts"
import type { Frame, Susp } from "../kernel/agent.ts"
import { getMethod, toObject } from "../kernel/convert.ts"
import type { ArrayValue } from "../kernel/array.ts"
import { awaitValue } from "../kernel/coroutine.ts"
import { ReturnCompletion, ThrowCompletion, throwTypeError } from "../kernel/errors.ts"
import { FRAME_POSITION } from "../kernel/function.ts"
import {
  DONE,
  getAsyncIterator,
  getIterator,
  iteratesByIndex,
  iteratorClose,
  iteratorCloseOnThrow,
  iteratorStepValue
} from "../kernel/iterate.ts"
import type { IteratorRecord } from "../kernel/iterate.ts"
import { found, ObjectValue, PlainObject } from "../kernel/object.ts"
import type { PropertyDescriptor } from "../kernel/object.ts"
import { ENUMERABLE } from "../kernel/shape.ts"
import { hold, runSteps } from "../kernel/steps.ts"
import type { Steps } from "../kernel/steps.ts"
import { HOLE, keyValue, SymbolValue } from "../kernel/values.ts"
import type { PropertyKey, Value } from "../kernel/values.ts"
import type { ESTree, Pattern } from "../syntax/ast.ts"
import type { Bind, Context } from "./context.ts"
import { sourceText } from "./context.ts"
import { BREAK, CONTINUE, returned } from "./run.ts"
import type { Jump, Run, RunStatement } from "./run.ts"
import { disposeOne, isUsingHead } from "./using.ts"
import type { UsingHead } from "./using.ts"
import { enterScope } from "./variables.ts"

interface Head {
  /** Enters the scope in which the right side is evaluated, and evaluates it. */
  readonly right: Run
  /** Enters a fresh scope for one turn. */
  readonly enter: ((f: Frame) => void) | null
  readonly bind: Bind
  readonly using: UsingHead | null
  readonly body: RunStatement
  readonly continues: readonly Jump[]
  readonly position: number
  readonly text: string
}

function compileHead(
  context: Context,
  node: ESTree.ForOfStatement | ESTree.ForInStatement,
  continues: readonly Jump[]
): Head {
  const { compiler } = context
  const enterHead = node.headScope === undefined ? null : enterScope(node.headScope)
  const expression = compiler.expression(context, node.right)
  const left = node.left
  const origin = `a value of '${sourceText(context, node.right)}'`
  const bind =
    left.type === "VariableDeclaration"
      ? compiler.pattern(context, left.declarations[0].id, "initialize", origin)
      : compiler.pattern(context, left as Pattern, "assign", origin)
  return {
    right:
      enterHead === null
        ? expression
        : (f) => {
            enterHead(f)
            return expression(f)
          },
    enter: node.scope === undefined ? null : enterScope(node.scope),
    bind,
    using: left.type === "VariableDeclaration" ? isUsingHead(left) : null,
    body: compiler.statement(context, node.body),
    continues,
    position: node.right.start,
    text: sourceText(context, node.right)
  }
}

export function compileForOf(context: Context, node: ESTree.ForOfStatement, continues: readonly Jump[]): RunStatement {
  const head = compileHead(context, node, continues)
  const general = node.await ? forAwait : forOf
  const isAwait = node.await
  const begin = (f: Frame, iterable: Value): Jump | undefined | Susp => {
    f[FRAME_POSITION] = head.position
    if (!isAwait && head.using === null && iteratesByIndex(iterable)) return runByIndex(head, f, iterable, 0)
    return runSteps(general(head, f, iterable))
  }
  return (f) => {
    const iterable = head.right(f)
    return iterable === SUSP ? suspend(begin, f) : begin(f, iterable)
  }
}

// ---- Arrays whose iteration is untouched: an index instead of an iterator.

class IndexContinuation extends Continuation {
  private readonly head: Head
  private readonly array: ArrayValue
  private readonly index: number
  private readonly inBody: boolean
  constructor(frame: Frame, head: Head, array: ArrayValue, index: number, inBody: boolean) {
    super(frame)
    this.head = head
    this.array = array
    this.index = index
    this.inBody = inBody
  }
  override resume(value: unknown): unknown {
    const f = this.frame as Frame
    const { head, array, index } = this
    if (!this.inBody) return runBodyByIndex(head, f, array, index)
    return afterBodyByIndex(head, f, array, index, value as Jump | undefined)
  }
}

function runByIndex(head: Head, f: Frame, array: ArrayValue, from: number): Jump | undefined | Susp {
  const { enter, bind, body, continues } = head
  // The length is read anew each turn: the body may change the array, as with the real iterator.
  for (let i = from; i < array.length; i++) {
    const elements = array.elements
    let value: Value | Susp = i < elements.length ? elements[i] : undefined
    if (value === HOLE || i >= elements.length) {
      value = array.get(i, array)
      if (value === SUSP) return suspend(afterElement, f, { head, array, i })
    }
    if (enter !== null) enter(f)
    if (bind(f, value) === SUSP) {
      agent.pending.push(new IndexContinuation(f, head, array, i, false))
      return SUSP
    }
    const completion = body(f)
    if (completion !== undefined) {
      if (completion === SUSP) {
        agent.pending.push(new IndexContinuation(f, head, array, i, true))
        return SUSP
      }
      if (completion === BREAK) return undefined
      if (completion !== CONTINUE && !continues.includes(completion)) return completion
    }
    if (--agent.budget < 0) {
      pause()
      return suspend(goOnByIndex, f, { head, array, i: i + 1 })
    }
  }
  return undefined
}

interface AtIndex {
  readonly head: Head
  readonly array: ArrayValue
  readonly i: number
}
const goOnByIndex = (f: Frame, _: unknown, s: AtIndex): Jump | undefined | Susp => runByIndex(s.head, f, s.array, s.i)
const afterElement = (f: Frame, value: Value, s: AtIndex): Jump | undefined | Susp => {
  if (s.head.enter !== null) s.head.enter(f)
  if (s.head.bind(f, value) === SUSP) {
    agent.pending.push(new IndexContinuation(f, s.head, s.array, s.i, false))
    return SUSP
  }
  return runBodyByIndex(s.head, f, s.array, s.i)
}

function runBodyByIndex(head: Head, f: Frame, array: ArrayValue, i: number): Jump | undefined | Susp {
  const completion = head.body(f)
  if (completion === SUSP) {
    agent.pending.push(new IndexContinuation(f, head, array, i, true))
    return SUSP
  }
  return afterBodyByIndex(head, f, array, i, completion)
}

function afterBodyByIndex(
  head: Head,
  f: Frame,
  array: ArrayValue,
  i: number,
  completion: Jump | undefined
): Jump | undefined | Susp {
  if (completion !== undefined) {
    if (completion === BREAK) return undefined
    if (completion !== CONTINUE && !head.continues.includes(completion)) return completion
  }
  return runByIndex(head, f, array, i + 1)
}

// ---- Any iterable.

/** One turn with a value: binds, runs the body, disposes. */
function* turn(head: Head, f: Frame, value: Value): Steps<Jump | undefined> {
  if (head.enter !== null) head.enter(f)
  if (head.using !== null) return yield* disposeOne(head.using, value, () => bindAndRun(head, f, value))
  return yield* bindAndRun(head, f, value)
}

function* bindAndRun(head: Head, f: Frame, value: Value): Steps<Jump | undefined> {
  if (head.bind(f, value) === SUSP) yield
  const completion = head.body(f)
  return completion === SUSP ? ((yield) as Jump | undefined) : completion
}

const leaves = (head: Head, completion: Jump | undefined): boolean =>
  completion !== undefined && completion !== CONTINUE && !head.continues.includes(completion)

function* forOf(head: Head, f: Frame, iterable: Value): Steps<Jump | undefined> {
  const record = yield* getIterator(iterable, head.text)
  const { direct } = record
  for (;;) {
    let value: Value | typeof DONE | Susp
    if (direct === null) {
      value = yield* iteratorStepValue(record)
    } else {
      value = direct.step()
      if (value === SUSP) value = (yield) as Value | typeof DONE
    }
    if (value === DONE) return undefined
    let completion: Jump | undefined
    try {
      if (head.using === null) {
        // `turn` without a generator of its own.
        if (head.enter !== null) head.enter(f)
        if (head.bind(f, value) === SUSP) yield
        const ended = head.body(f)
        completion = ended === SUSP ? ((yield) as Jump | undefined) : ended
      } else {
        completion = yield* turn(head, f, value)
      }
    } catch (error) {
      if (error instanceof ReturnCompletion) yield* iteratorClose(record)
      if (error instanceof ThrowCompletion) yield* iteratorCloseOnThrow(record, error)
      throw error
    }
    if (leaves(head, completion)) {
      const saved = returned.value
      yield* iteratorClose(record)
      returned.value = saved
      return completion === BREAK ? undefined : completion
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
}

function* forAwait(head: Head, f: Frame, iterable: Value): Steps<Jump | undefined> {
  const record = yield* getAsyncIterator(iterable, head.text)
  for (;;) {
    f[FRAME_POSITION] = head.position
    awaitValue(yield* iteratorNextValue(record))
    const result = (yield) as Value
    if (!(result instanceof ObjectValue)) return throwTypeError("The async iterator's result is not an object.")
    let done = result.get("done", result)
    if (done === SUSP) done = (yield) as Value
    if (done) return undefined
    let value = result.get("value", result)
    if (value === SUSP) value = (yield) as Value
    let completion: Jump | undefined
    try {
      completion = yield* turn(head, f, value)
    } catch (error) {
      if (error instanceof ThrowCompletion) yield* closeAsync(record, error)
      if (error instanceof ReturnCompletion) yield* closeAsync(record, undefined)
      throw error
    }
    if (leaves(head, completion)) {
      const saved = returned.value
      yield* closeAsync(record, undefined)
      returned.value = saved
      return completion === BREAK ? undefined : completion
    }
    if (charge(1)) {
      pause()
      yield
    }
  }
}

/** The answer of `next`, before it is awaited: it need not be an object yet. */
function* iteratorNextValue(record: IteratorRecord): Steps<Value> {
  if (!(record.next instanceof ObjectValue) || !record.next.isCallable) {
    return throwTypeError("The async iterator's next method is not callable.")
  }
  const result = record.next.call(record.iterator, [])
  return result === SUSP ? ((yield) as Value) : result
}

/** `AsyncIteratorClose` (https://tc39.es/ecma262/#sec-asynciteratorclose). */
function* closeAsync(record: IteratorRecord, thrown: ThrowCompletion | undefined): Steps<void> {
  let result: Value = undefined
  let called = false
  try {
    const method = yield* getMethod(record.iterator, "return")
    if (method !== undefined) {
      called = true
      let answer = method.call(record.iterator, [])
      if (answer === SUSP) answer = (yield) as Value
      awaitValue(answer)
      result = (yield) as Value
    }
  } catch (error) {
    if (thrown !== undefined && error instanceof ThrowCompletion) throw thrown
    throw error
  }
  if (thrown !== undefined) throw thrown
  if (called && !(result instanceof ObjectValue))
    throwTypeError("The iterator's return method did not answer an object.")
}

// ---- for…in

export function compileForIn(context: Context, node: ESTree.ForInStatement, continues: readonly Jump[]): RunStatement {
  const head = compileHead(context, node, continues)
  const begin = (f: Frame, value: Value): Jump | undefined | Susp => {
    if (value === undefined || value === null) return undefined
    f[FRAME_POSITION] = head.position
    return runSteps(forIn(head, f, toObject(value)))
  }
  return (f) => {
    const value = head.right(f)
    return value === SUSP ? suspend(begin, f) : begin(f, value)
  }
}

/** `EnumerateObjectProperties`: each name once, skipping what has been deleted meanwhile (https://tc39.es/ecma262/#sec-enumerate-object-properties). */
function* forIn(head: Head, f: Frame, object: ObjectValue): Steps<Jump | undefined> {
  const visited = hold(new Set<PropertyKey>())
  let o: ObjectValue | null = object
  while (o !== null) {
    let keys = o.ownKeys()
    if (keys === SUSP) keys = (yield) as PropertyKey[]
    hold(keys)
    const isPlain = o instanceof PlainObject
    for (const key of keys) {
      if (key instanceof SymbolValue || visited.has(key)) continue
      if (isPlain) {
        if (!o.lookup(key)) continue
        visited.add(key)
        if ((found.flags & ENUMERABLE) === 0) continue
      } else {
        let own = o.getOwnProperty(key)
        if (own === SUSP) own = (yield) as PropertyDescriptor | undefined
        if (own === undefined) continue
        visited.add(key)
        if (own.enumerable !== true) continue
      }
      if (head.enter !== null) head.enter(f)
      if (head.bind(f, keyValue(key)) === SUSP) yield
      let completion = head.body(f)
      if (completion === SUSP) completion = (yield) as Jump | undefined
      if (leaves(head, completion)) return completion === BREAK ? undefined : completion
      if (charge(1)) {
        pause()
        yield
      }
    }
    let next: ObjectValue | null | Susp = o.getPrototypeOf()
    if (next === SUSP) next = (yield) as ObjectValue | null
    o = next
  }
  return undefined
}
