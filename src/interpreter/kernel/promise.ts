/**
 * Promises and jobs (https://tc39.es/ecma262/#sec-promise-objects). Every reaction is a job in the realm's own queue, in the specified order.
 */
import type { Crossing } from "./object.ts"
import { agent, Continuation, suspend, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { makeNative } from "./builtin.ts"
import { throwInvalidData, throwTypeError, ThrowCompletion } from "./errors.ts"
import { isCallable, isConstructor, NO_FRAME } from "./function.ts"
import type { FunctionValue } from "./function.ts"
import type { JobBatch } from "./jobs.ts"
import { ObjectValue } from "./object.ts"
import type { Guard } from "./realm.ts"
import type { Shape } from "./shape.ts"
import { runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import type { PropertyKey, Value } from "./values.ts"

export class PromiseValue extends ObjectValue {
  state: "pending" | "fulfilled" | "rejected" = "pending"
  result: Value = undefined
  /** Somebody awaits it, returned it, or attached a handler. */
  handled = false
  /** The host work that it stands for was interrupted: it never settles, nor does what waits for it. */
  interrupted = false
  /** Creation order, for warnings. */
  readonly serial: number
  private reactions: Reaction[] = []

  constructor(shape: Shape) {
    super(shape)
    this.serial = agent.realm.jobs.nextSerial()
  }

  override crossing(): Crossing {
    return {
      as: "refused",
      message: "an un-awaited Promise",
      suggestions: ["Await it first, for example `const value = await tools.ns.tool(...)`."]
    }
  }

  override get builtinTag(): string {
    return "Promise"
  }

  override refuseConversion(): void {
    throwInvalidData(
      "This is a Promise, not its value: an un-awaited Promise was used as data. Write `await` before it.",
      ["Await the promise first, for example `const value = await tools.ns.tool(...)`."]
    )
  }

  override refuseUse(what: string, needed: string): void {
    throwInvalidData(`${what} is not ${needed}: it is an un-awaited Promise. Write \`await\` before it.`, [
      "Await the promise first, for example `const value = await tools.ns.tool(...)`."
    ])
  }

  /** A property that nothing on the chain has is meant for the value: the program forgot to await it. */
  override get(key: PropertyKey, receiver: Value): Value | Susp {
    const value = super.get(key, receiver)
    if (value === undefined && typeof key !== "object" && receiver === this && !chainHas(this, key)) {
      throwInvalidData(`Cannot read '${key}' of an un-awaited Promise. Write \`(await promise).${key}\` instead.`, [
        "Await the promise first, for example `const value = await tools.ns.tool(...)`."
      ])
    }
    return value
  }

  /** Sets `handled`. */
  observe(): void {
    if (!this.handled && this.state === "rejected") agent.realm.jobs.removeRejected(this)
    this.handled = true
  }

  /** `PerformPromiseThen` without a result capability of its own: the reaction knows what to do. */
  react(reaction: Reaction): void {
    this.observe()
    if (this.interrupted) reaction.settles?.interrupt()
    if (this.state === "pending") this.reactions.push(reaction)
    else agent.realm.jobs.enqueue(new ReactionJob(reaction, this.state, this.result))
  }

  fulfill(value: Value): void {
    if (this.state === "pending" && !this.interrupted) this.settle("fulfilled", value)
  }

  reject(reason: Value): void {
    if (this.state !== "pending" || this.interrupted) return
    if (!this.handled) agent.realm.jobs.addRejected(this)
    this.settle("rejected", reason)
  }

  /**
   * The host work behind it was interrupted. Like a failure that nothing can catch, this passes to every promise that waits for this one; where the
   * program's own promise is reached, the run is over. A promise that nobody waits for stays pending, in silence.
   */
  interrupt(): void {
    const reached: PromiseValue[] = [this]
    for (let promise = reached.pop(); promise !== undefined; promise = reached.pop()) {
      if (promise.state !== "pending" || promise.interrupted) continue
      promise.interrupted = true
      if (promise === agent.realm.jobs.main) agent.realm.host.interruptionObserved()
      for (const { settles } of promise.reactions) if (settles !== undefined) reached.push(settles)
    }
  }

  private settle(state: "fulfilled" | "rejected", result: Value): void {
    const reactions = this.reactions
    this.reactions = []
    this.state = state
    this.result = result
    const { jobs } = agent.realm
    if (reactions.length > REACTIONS_AT_ONCE) jobs.enqueueBatch(new ReactionBatch(reactions, state, result))
    else for (const reaction of reactions) jobs.enqueue(new ReactionJob(reaction, state, result))
  }

  /** What waits for this promise; for the heap census and for naming awaits that nothing can end. */
  get waiting(): readonly Reaction[] {
    return this.reactions
  }
}

function chainHas(object: ObjectValue, key: PropertyKey): boolean {
  for (let o: ObjectValue | null = object; o !== null; o = o.shape.proto) {
    if (o.overridesLookupChain(key) || o.lookup(key)) return true
  }
  return false
}

/** What happens when a promise settles, as one job. */
export interface Reaction {
  run(state: "fulfilled" | "rejected", result: Value): unknown
  /** The promise that cannot settle before this reaction has run, where the engine knows it. */
  readonly settles?: PromiseValue | undefined
  /** What `run` closes over, for the heap census. */
  readonly holds?: unknown
}

/** A job: the realm's queue runs `resume` on a fresh stack. */
export class ReactionJob extends Continuation {
  readonly reaction: Reaction
  private readonly state: "fulfilled" | "rejected"
  private readonly result: Value
  constructor(reaction: Reaction, state: "fulfilled" | "rejected", result: Value) {
    super(null)
    this.reaction = reaction
    this.state = state
    this.result = result
  }
  override resume(): unknown {
    return this.reaction.run(this.state, this.result)
  }
}

/** More reactions than these become jobs when their turn comes. */
const REACTIONS_AT_ONCE = 256

/** The reactions of a promise that very many wait for. */
class ReactionBatch implements JobBatch {
  private readonly reactions: readonly Reaction[]
  private readonly state: "fulfilled" | "rejected"
  private readonly result: Value
  private at = 0
  constructor(reactions: readonly Reaction[], state: "fulfilled" | "rejected", result: Value) {
    this.reactions = reactions
    this.state = state
    this.result = result
  }
  get left(): number {
    return this.reactions.length - this.at
  }
  take(): Continuation {
    return new ReactionJob(this.reactions[this.at++], this.state, this.result)
  }
}

/** A job that is one suspendable algorithm. */
export class StepsJob extends Continuation {
  private readonly steps: () => Steps<unknown>
  /** What `steps` closes over, for the heap census. */
  readonly holds: unknown
  constructor(steps: () => Steps<unknown>, holds: unknown = null) {
    super(null)
    this.steps = steps
    this.holds = holds
  }
  override resume(): unknown {
    return runSteps(this.steps())
  }
}

export const newPromise = (): PromiseValue => new PromiseValue(agent.realm.shapeOf("%Promise.prototype%"))

/** The built-in behaviour of promises that awaiting and resolving may take for granted. */
const PROMISE_GUARD: Guard = {
  name: "promise",
  properties: [
    ["%Promise.prototype%", "then"],
    ["%Promise.prototype%", "constructor"]
  ]
}

/** Whether `then` and `constructor` of this promise are the built-in ones. */
export const isPlainPromise = (value: Value): boolean =>
  value instanceof PromiseValue &&
  value.shape === agent.realm.shapeOf("%Promise.prototype%") &&
  agent.realm.isPristine(PROMISE_GUARD)

/** A promise capability (https://tc39.es/ecma262/#sec-promisecapability-records). */
export interface Capability {
  readonly promise: ObjectValue
  resolve(value: Value): Value | Susp
  reject(reason: Value): Value | Susp
}

/** What a reaction that uses this capability {@link Reaction.settles}. */
export const settledBy = ({ promise }: { readonly promise: ObjectValue }): PromiseValue | undefined =>
  promise instanceof PromiseValue ? promise : undefined

/** The capability of a promise that the engine made itself: no function objects. */
export class DirectCapability implements Capability {
  readonly promise: PromiseValue
  constructor(promise: PromiseValue = newPromise()) {
    this.promise = promise
  }
  resolve(value: Value): Value | Susp {
    return resolvePromise(this.promise, value)
  }
  reject(reason: Value): Value | Susp {
    this.promise.reject(reason)
    return undefined
  }
}

class FunctionCapability implements Capability {
  readonly promise: ObjectValue
  private readonly resolver: ObjectValue
  private readonly rejecter: ObjectValue
  constructor(promise: ObjectValue, resolver: ObjectValue, rejecter: ObjectValue) {
    this.promise = promise
    this.resolver = resolver
    this.rejecter = rejecter
  }
  get resolveFunction(): ObjectValue {
    return this.resolver
  }
  get rejectFunction(): ObjectValue {
    return this.rejecter
  }
  resolve(value: Value): Value | Susp {
    return this.resolver.call(undefined, [value])
  }
  reject(reason: Value): Value | Susp {
    return this.rejecter.call(undefined, [reason])
  }
}

/** The resolve and reject function objects of a capability, for `withResolvers`, executors and thenables. */
export function capabilityFunctions(capability: Capability): { resolve: ObjectValue; reject: ObjectValue } {
  if (capability instanceof FunctionCapability) {
    return { resolve: capability.resolveFunction, reject: capability.rejectFunction }
  }
  return resolvingFunctions(capability.promise as PromiseValue)
}

/** `CreateResolvingFunctions` (https://tc39.es/ecma262/#sec-createresolvingfunctions). */
export function resolvingFunctions(promise: PromiseValue): { resolve: FunctionValue; reject: FunctionValue } {
  let resolved = false
  /** The first call of either settles the promise, any later one of either does nothing. */
  const settler = (settle: (value: Value) => Value | Susp): FunctionValue =>
    makeNative(
      agent.realm,
      "",
      1,
      (_, args) => {
        if (resolved) return undefined
        resolved = true
        return settle(args[0])
      },
      [promise]
    )
  return {
    resolve: settler((value) => resolvePromise(promise, value)),
    reject: settler((reason) => {
      promise.reject(reason)
      return undefined
    })
  }
}

/** `NewPromiseCapability` (https://tc39.es/ecma262/#sec-newpromisecapability). */
export function* newCapability(constructor: Value): Steps<Capability> {
  if (constructor === agent.realm.intrinsic("%Promise%")) return new DirectCapability()
  if (!isConstructor(constructor)) return throwTypeError("The receiver is not a promise constructor.")
  let resolve: Value
  let reject: Value
  const executor = makeNative(agent.realm, "", 2, (_, args) => {
    if (resolve !== undefined || reject !== undefined)
      throwTypeError("Promise executor has already been invoked with non-undefined arguments.")
    resolve = args[0]
    reject = args[1]
    return undefined
  })
  let promise = constructor.construct([executor], constructor)
  if (promise === SUSP) promise = (yield) as ObjectValue
  if (!isCallable(resolve) || !isCallable(reject))
    return throwTypeError("Promise resolve or reject function is not callable.")
  return new FunctionCapability(promise, resolve, reject)
}

/** The promise resolve function (https://tc39.es/ecma262/#sec-promise-resolve-functions). */
export function resolvePromise(promise: PromiseValue, resolution: Value): Value | Susp {
  if (!(resolution instanceof ObjectValue) || resolution.isNeverThenable) {
    promise.fulfill(resolution)
    return undefined
  }
  if (resolution === promise) {
    promise.reject(agent.realm.createError("TypeError", "Chaining cycle detected for promise.", null))
    return undefined
  }
  if (resolution instanceof PromiseValue && isPlainPromise(resolution)) {
    agent.realm.jobs.enqueue(new AdoptJob(promise, resolution))
    return undefined
  }
  return runSteps(resolveThenable(promise, resolution))
}

function* resolveThenable(promise: PromiseValue, resolution: ObjectValue): Steps<Value> {
  let then: Value | Susp
  try {
    then = resolution.get("then", resolution)
    if (then === SUSP) then = (yield) as Value
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    promise.reject(error.value)
    return undefined
  }
  if (!isCallable(then)) {
    promise.fulfill(resolution)
    return undefined
  }
  const method = then
  agent.realm.jobs.enqueue(new StepsJob(() => callThenable(promise, resolution, method), [promise, resolution, method]))
  return undefined
}

/** `NewPromiseResolveThenableJob`. */
function* callThenable(promise: PromiseValue, thenable: ObjectValue, then: ObjectValue): Steps<Value> {
  const { resolve, reject } = resolvingFunctions(promise)
  try {
    const result = then.call(thenable, [resolve, reject])
    if (result === SUSP) yield
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    const result = reject.call(undefined, [error.value])
    if (result === SUSP) yield
  }
  return undefined
}

/** The same job for a built-in promise: as many turns, no function objects. */
class AdoptJob extends Continuation {
  private readonly promise: PromiseValue
  private readonly source: PromiseValue
  constructor(promise: PromiseValue, source: PromiseValue) {
    super(null)
    this.promise = promise
    this.source = source
    // Responsibility for a rejection moves now, not when the job runs.
    source.observe()
  }
  override resume(): unknown {
    this.source.react(new ForwardReaction(this.promise))
    return undefined
  }
}

/** Settles another promise alike. */
export class ForwardReaction implements Reaction {
  private readonly promise: PromiseValue
  constructor(promise: PromiseValue) {
    this.promise = promise
  }
  get settles(): PromiseValue {
    return this.promise
  }
  run(state: "fulfilled" | "rejected", result: Value): unknown {
    if (state === "rejected") this.promise.reject(result)
    else return resolvePromise(this.promise, result)
    return undefined
  }
}

/** A reaction made by `then` (https://tc39.es/ecma262/#sec-newpromisereactionjob). */
export class ThenReaction implements Reaction {
  private readonly capability: Capability | undefined
  private readonly onFulfilled: ObjectValue | undefined
  private readonly onRejected: ObjectValue | undefined
  constructor(
    capability: Capability | undefined,
    onFulfilled: ObjectValue | undefined,
    onRejected: ObjectValue | undefined
  ) {
    this.capability = capability
    this.onFulfilled = onFulfilled
    this.onRejected = onRejected
  }
  get settles(): PromiseValue | undefined {
    return this.capability === undefined ? undefined : settledBy(this.capability)
  }
  run(state: "fulfilled" | "rejected", result: Value): unknown {
    const handler = state === "fulfilled" ? this.onFulfilled : this.onRejected
    const capability = this.capability
    if (handler === undefined) {
      if (capability === undefined) return undefined
      return state === "fulfilled" ? capability.resolve(result) : capability.reject(result)
    }
    return runSteps(runHandler(handler, result, capability))
  }
}

function* runHandler(handler: ObjectValue, argument: Value, capability: Capability | undefined): Steps<Value> {
  let result: Value | Susp
  try {
    result = handler.call(undefined, [argument])
    if (result === SUSP) result = (yield) as Value
  } catch (error) {
    if (!(error instanceof ThrowCompletion)) throw error
    if (capability === undefined) return undefined
    const done = capability.reject(error.value)
    if (done === SUSP) yield
    return undefined
  }
  if (capability === undefined) return undefined
  const done = capability.resolve(result)
  if (done === SUSP) yield
  return undefined
}

/** `PromiseResolve(%Promise%, value)` (https://tc39.es/ecma262/#sec-promise-resolve). */
export function promiseResolve(value: Value): PromiseValue | Susp {
  if (value instanceof PromiseValue) {
    if (isPlainPromise(value)) return value
    const constructor = value.get("constructor", value)
    if (constructor === SUSP) return suspend(afterConstructor, NO_FRAME, value)
    return afterConstructor(NO_FRAME, constructor, value)
  }
  const promise = newPromise()
  const done = resolvePromise(promise, value)
  if (done === SUSP) return suspend(answer, NO_FRAME, promise)
  return promise
}
const answer = (_: unknown, __: unknown, promise: PromiseValue): PromiseValue => promise
const afterConstructor = (_: unknown, constructor: Value, value: PromiseValue): PromiseValue | Susp => {
  if (constructor === agent.realm.intrinsic("%Promise%")) return value
  const promise = newPromise()
  const done = resolvePromise(promise, value)
  if (done === SUSP) return suspend(answer, NO_FRAME, promise)
  return promise
}

/** The general form, for `Promise.resolve` of subclasses. */
export function* promiseResolveWith(constructor: ObjectValue, value: Value): Steps<ObjectValue> {
  if (value instanceof PromiseValue) {
    let own = value.get("constructor", value)
    if (own === SUSP) own = (yield) as Value
    if (own === constructor) return value
  }
  const capability = yield* newCapability(constructor)
  const done = capability.resolve(value)
  if (done === SUSP) yield
  return capability.promise
}
