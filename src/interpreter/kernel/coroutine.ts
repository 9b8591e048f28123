/**
 * Functions that stop half-way: generators, async functions and async generators. Each owns a heap stack of continuations;
 * `yield` and `await` are suspensions with their own reason, so nothing else in the engine knows about them.
 */
import {
  agent,
  Continuation,
  ContinuationStack,
  CoroutineContinuation,
  drive,
  MAX_HOST_DEPTH,
  REASON_AWAIT,
  REASON_STACK,
  REASON_YIELD,
  suspend,
  SUSP
} from "./agent.ts"
import type { Coroutine, Frame, Susp } from "./agent.ts"
import { ReturnCompletion, ThrowCompletion, throwTypeError } from "./errors.ts"
import { describeValue, NO_FRAME } from "./function.ts"
import type { Code, FunctionValue, Native } from "./function.ts"
import { DirectIterator, DONE, iteratorResultValue } from "./iterate.ts"
import { found, ObjectValue, PlainObject } from "./object.ts"
import type { Crossing } from "./object.ts"
import { DirectCapability, newPromise, promiseResolve, resolvePromise } from "./promise.ts"
import type { Capability, PromiseValue, Reaction } from "./promise.ts"
import type { IntrinsicName } from "./realm.ts"
import type { Shape } from "./shape.ts"
import { runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import type { Value } from "./values.ts"

/** The first record of a coroutine: runs the body. */
class BodyContinuation extends Continuation {
  private readonly body: (frame: Frame) => unknown
  constructor(frame: Frame, body: (frame: Frame) => unknown) {
    super(frame)
    this.body = body
  }
  override resume(): unknown {
    return this.body(this.frame as Frame)
  }
}

// ---- await

/** `Await` (https://tc39.es/ecma262/#await): always suspends; the settled value or throw is what the caller is resumed with. */
export function awaitValue(value: Value): Susp {
  const promise = promiseResolve(value)
  if (promise === SUSP) return suspend(park, NO_FRAME)
  return park(NO_FRAME, promise)
}

function park(_: Frame, promise: PromiseValue): Susp {
  agent.reason = REASON_AWAIT
  agent.payload = promise
  agent.suspendedDepth = agent.depth
  return SUSP
}

/**
 * Leaves a coroutine to the heap stack of whoever resumes it, where it goes on with `value`. Its own stack has counted the depth, so for the stacks
 * outside the suspension begins here.
 */
function suspendCoroutine(coroutine: Coroutine, value?: unknown, failed = false): Susp {
  agent.suspendedDepth = agent.depth
  agent.pending.push(new CoroutineContinuation(coroutine, value, failed))
  return SUSP
}

/** Where the host's stack is deep, a coroutine does not even begin on it: a chain of `yield*` makes no guest call on its way. */
function resumeLater(coroutine: Coroutine, value: unknown, failed: boolean): Susp {
  agent.reason = REASON_STACK
  return suspendCoroutine(coroutine, value, failed)
}

// ---- Async functions (https://tc39.es/ecma262/#sec-async-functions-abstract-operations)

export class AsyncRun implements Reaction, Coroutine {
  readonly promise: PromiseValue
  readonly stack = new ContinuationStack()
  /** Source position of the `await` that it waits at. */
  awaiting: number | undefined = undefined
  constructor(promise: PromiseValue) {
    this.promise = promise
  }

  get settles(): PromiseValue {
    return this.promise
  }

  /** Goes on until the next `await` or the end; answers the promise. */
  advance(value: unknown, failed: boolean): Value | Susp {
    if (agent.depth >= MAX_HOST_DEPTH) return resumeLater(this, value, failed)
    let result: unknown
    try {
      result = drive(this.stack, value, failed)
    } catch (error) {
      return this.failed(error)
    }
    if (result !== SUSP) return this.ended(result as Value)
    return agent.reason === REASON_AWAIT ? this.waits() : suspendCoroutine(this)
  }

  ended(value: Value): Value | Susp {
    const done = resolvePromise(this.promise, value)
    return done === SUSP ? suspend(answerPromise, NO_FRAME, this.promise) : this.promise
  }

  failed(error: unknown): Value {
    if (!(error instanceof ThrowCompletion)) throw error
    this.promise.reject(error.value)
    return this.promise
  }

  waits(): Value {
    const promise = agent.payload as PromiseValue
    this.awaiting = agent.awaitPosition
    promise.react(this)
    return this.promise
  }

  run(state: "fulfilled" | "rejected", result: Value): unknown {
    return state === "fulfilled" ? this.advance(result, false) : this.advance(new ThrowCompletion(result), true)
  }
}
const answerPromise = (_: Frame, __: unknown, promise: PromiseValue): PromiseValue => promise

/** Begins an async function or the program: the body runs now, up to its first `await`. */
export function startAsync(frame: Frame, body: (frame: Frame) => unknown): Value | Susp {
  return beginAsync(new AsyncRun(newPromise()), frame, body)
}

export function beginAsync(asyncRun: AsyncRun, frame: Frame, body: (frame: Frame) => unknown): Value | Susp {
  asyncRun.stack.records.push(new BodyContinuation(frame, body))
  return asyncRun.advance(undefined, false)
}

// ---- Generators (https://tc39.es/ecma262/#sec-generator-objects)

export class GeneratorValue extends DirectIterator implements Coroutine {
  readonly stack = new ContinuationStack()
  state: "start" | "yield" | "executing" | "completed" = "start"
  override get builtinTag(): string {
    return "Object"
  }

  override crossing(): Crossing {
    return { as: "empty", what: "a generator", instead: "write `[...generator]`" }
  }

  override get nativeNext(): Native {
    return generatorNext
  }

  override step(): Value | typeof DONE | Susp {
    const result = this.resume(undefined, "next")
    return result === SUSP ? suspend(stepResult, NO_FRAME) : stepResult(NO_FRAME, result as ObjectValue)
  }

  /** `GeneratorResume` and `GeneratorResumeAbrupt`. */
  resume(value: Value, mode: "next" | "throw" | "return"): Value | Susp {
    const state = this.state
    if (state === "executing") return throwTypeError("Generator is already running.")
    if (state === "start" && mode !== "next") this.finish()
    if (this.state === "completed") {
      if (mode === "throw") throw new ThrowCompletion(value)
      return agent.realm.iteratorResult(mode === "return" ? value : undefined, true)
    }
    this.state = "executing"
    if (mode === "next") return this.advance(value, false)
    return this.advance(mode === "throw" ? new ThrowCompletion(value) : new ReturnCompletion(value), true)
  }

  advance(value: unknown, failed: boolean): Value | Susp {
    if (agent.depth >= MAX_HOST_DEPTH) return resumeLater(this, value, failed)
    let result: unknown
    try {
      result = drive(this.stack, value, failed)
    } catch (error) {
      return this.failed(error)
    }
    if (result !== SUSP) return this.ended(result as Value)
    return agent.reason === REASON_YIELD ? this.waits() : suspendCoroutine(this)
  }

  ended(value: Value): Value {
    this.finish()
    return agent.realm.iteratorResult(value, true)
  }

  failed(error: unknown): Value {
    this.finish()
    if (error instanceof ReturnCompletion) return agent.realm.iteratorResult(error.value, true)
    throw error
  }

  waits(): Value {
    this.state = "yield"
    return agent.payload
  }

  private finish(): void {
    this.state = "completed"
    this.stack.records.length = 0
  }
}

/** The `next` of every generator (https://tc39.es/ecma262/#sec-generator.prototype.next). */
export const generatorNext: Native = (thisValue, args) => resumeGenerator(thisValue, args[0], "next")

export const resumeGenerator = (thisValue: Value, value: Value, mode: "next" | "return" | "throw"): Value | Susp =>
  thisValue instanceof GeneratorValue
    ? thisValue.resume(value, mode)
    : throwTypeError(`${mode} of a generator was called on ${describeValue(thisValue)}.`)

/** What a step answers for a result object. Those of `yield*` come from other iterators and may be anything. */
function stepResult(_: Frame, result: ObjectValue): Value | typeof DONE | Susp {
  if (result instanceof PlainObject && agent.realm.isIteratorResult(result))
    return result.p1 ? DONE : (result.p0 as Value)
  return runSteps(iteratorResultValue(result))
}

/** Suspends a generator; `result` is the whole iterator result object that `next` answers. */
export function yieldResult(result: Value): Susp {
  agent.reason = REASON_YIELD
  agent.payload = result
  agent.suspendedDepth = agent.depth
  return SUSP
}

/** The shape that generator objects of a function get from its `prototype`. */
function generatorShape(fn: FunctionValue, fallback: IntrinsicName): Shape {
  const proto = fn.lookup("prototype") ? found.value : undefined
  const realm = agent.realm
  return realm.rootShape(proto instanceof ObjectValue ? proto : realm.intrinsic(fallback), 4)
}

/** Makes the `start` of generator code: parameters now, the body at the first `next`. */
export function generatorStart(
  prologue: ((frame: Frame) => unknown) | null,
  body: (frame: Frame) => unknown
): NonNullable<Code["start"]> {
  const begin = (frame: Frame, fn: FunctionValue): Value => {
    const generator = new GeneratorValue(generatorShape(fn, "%GeneratorPrototype%"))
    generator.stack.records.push(new BodyContinuation(frame, body))
    return generator
  }
  if (prologue === null) return begin
  const afterPrologue = (frame: Frame, _: unknown, fn: FunctionValue): Value => begin(frame, fn)
  return (frame, fn) => (prologue(frame) === SUSP ? suspend(afterPrologue, frame, fn) : begin(frame, fn))
}

// ---- Async generators (https://tc39.es/ecma262/#sec-asyncgenerator-objects)

interface AsyncGeneratorRequest {
  readonly mode: "next" | "throw" | "return"
  readonly value: Value
  readonly capability: Capability
}

export class AsyncGeneratorValue extends ObjectValue implements Reaction, Coroutine {
  readonly stack = new ContinuationStack()
  state: "start" | "yield" | "executing" | "awaiting-return" | "completed" = "start"
  private readonly queue: AsyncGeneratorRequest[] = []

  /** An await in the body holds up the request in front. */
  get settles(): PromiseValue | undefined {
    return this.queue[0]?.capability.promise as PromiseValue | undefined
  }

  override crossing(): Crossing {
    return { as: "empty", what: "an async iterator", instead: "write `await Array.fromAsync(iterator)`" }
  }

  private get isBusy(): boolean {
    return this.state === "executing" || this.state === "awaiting-return"
  }

  /** `next`, `throw` and `return`: queues the request and answers its promise. */
  enqueue(mode: "next" | "throw" | "return", value: Value): Value | Susp {
    const capability = new DirectCapability()
    this.queue.push({ mode, value, capability })
    if (this.isBusy) return capability.promise
    const done = this.resumeNext()
    return done === SUSP ? suspend(answerPromise, NO_FRAME, capability.promise) : capability.promise
  }

  /** Serves queued requests until the generator runs off on its own or none is left. */
  private resumeNext(): unknown {
    for (;;) {
      const request = this.queue[0]
      if (request === undefined || this.isBusy) return undefined
      if (this.state === "start" && request.mode !== "next") this.state = "completed"
      if (this.state === "completed") {
        if (request.mode === "return") {
          this.state = "awaiting-return"
          return this.awaitReturn(request.value)
        }
        this.queue.shift()
        if (request.mode === "throw") request.capability.reject(request.value)
        else this.answer(request, undefined, true)
        continue
      }
      this.state = "executing"
      const { mode, value } = request
      const done =
        mode === "next"
          ? this.advance(value, false)
          : this.advance(mode === "throw" ? new ThrowCompletion(value) : new ReturnCompletion(value), true)
      if (done === SUSP) return SUSP
    }
  }

  /** The promise of a request is the engine's own, so its resolution with a fresh result object cannot suspend. */
  private answer(request: AsyncGeneratorRequest, value: Value, done: boolean): void {
    ;(request.capability.promise as PromiseValue).fulfill(agent.realm.iteratorResult(value, done))
  }

  /** Runs the body until it awaits, yields or ends; then answers the request in front. */
  advance(value: unknown, failed: boolean): unknown {
    if (agent.depth >= MAX_HOST_DEPTH) return resumeLater(this, value, failed)
    let result: unknown
    try {
      result = drive(this.stack, value, failed)
    } catch (error) {
      this.settleThrow(error)
      return undefined
    }
    if (result !== SUSP) this.settle(result as Value)
    else if (agent.reason === REASON_AWAIT || agent.reason === REASON_YIELD) this.wait()
    else return suspendCoroutine(this)
    return undefined
  }

  private settle(value: Value): void {
    this.state = "completed"
    this.stack.records.length = 0
    this.answer(this.queue.shift()!, value, true)
  }

  private settleThrow(error: unknown): void {
    if (error instanceof ReturnCompletion) return this.settle(error.value)
    if (!(error instanceof ThrowCompletion)) throw error
    this.state = "completed"
    this.stack.records.length = 0
    this.queue.shift()!.capability.reject(error.value)
  }

  private wait(): void {
    if (agent.reason === REASON_AWAIT) {
      ;(agent.payload as PromiseValue).react(this)
      return
    }
    this.state = "yield"
    this.answer(this.queue.shift()!, agent.payload, false)
  }

  // On the stack of another: the loop of `resumeNext` that set it going is gone, so the queue is served on from here.

  ended(value: Value): unknown {
    this.settle(value)
    return this.resumeNext()
  }

  failed(error: unknown): unknown {
    this.settleThrow(error)
    return this.resumeNext()
  }

  waits(): unknown {
    this.wait()
    return this.resumeNext()
  }

  /** An awaited promise of the body has settled. */
  run(state: "fulfilled" | "rejected", result: Value): unknown {
    return this.goOn(state === "fulfilled" ? result : new ThrowCompletion(result), state === "rejected")
  }

  goOn(value: unknown, failed: boolean): unknown {
    const done = this.advance(value, failed)
    if (done === SUSP) return suspend(this.afterGoOn, NO_FRAME)
    return this.afterGoOn()
  }
  private readonly afterGoOn = (): unknown => this.resumeNext()

  /** `AsyncGeneratorAwaitReturn`. */
  private awaitReturn(value: Value): unknown {
    return runSteps(this.awaitReturnSteps(value))
  }

  private *awaitReturnSteps(value: Value): Steps<unknown> {
    let promise: PromiseValue | Susp
    try {
      promise = promiseResolve(value)
      if (promise === SUSP) promise = (yield) as PromiseValue
    } catch (error) {
      if (!(error instanceof ThrowCompletion)) throw error
      this.state = "completed"
      this.queue.shift()!.capability.reject(error.value)
      return this.resumeNext() === SUSP ? ((yield) as unknown) : undefined
    }
    promise.react({
      settles: this.settles,
      holds: this,
      run: (state, result) => {
        this.state = "completed"
        const request = this.queue.shift()!
        if (state === "fulfilled") this.answer(request, result, true)
        else request.capability.reject(result)
        return this.resumeNext()
      }
    })
    return undefined
  }
}

export function asyncGeneratorStart(
  prologue: ((frame: Frame) => unknown) | null,
  body: (frame: Frame) => unknown
): NonNullable<Code["start"]> {
  const begin = (frame: Frame, fn: FunctionValue): Value => {
    const generator = new AsyncGeneratorValue(generatorShape(fn, "%AsyncGeneratorPrototype%"))
    generator.stack.records.push(new BodyContinuation(frame, body))
    return generator
  }
  if (prologue === null) return begin
  const afterPrologue = (frame: Frame, _: unknown, fn: FunctionValue): Value => begin(frame, fn)
  return (frame, fn) => (prologue(frame) === SUSP ? suspend(afterPrologue, frame, fn) : begin(frame, fn))
}

/** `yield value` in an async generator (https://tc39.es/ecma262/#sec-asyncgeneratoryield). `value` is awaited already. */
export function* asyncGeneratorYield(value: Value): Steps<Value> {
  try {
    yieldResult(value)
    return (yield) as Value
  } catch (error) {
    if (!(error instanceof ReturnCompletion)) throw error
    awaitValue(error.value)
    throw new ReturnCompletion((yield) as Value)
  }
}

export { runSteps }
