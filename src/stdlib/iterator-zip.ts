/** `Iterator.zip` and `Iterator.zipKeyed` (https://tc39.es/proposal-joint-iteration/). */
import { agent, SUSP } from "../interpreter/kernel/agent.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue } from "../interpreter/kernel/function.ts"
import { DONE, getIterator, iteratorClose, iteratorNext, iteratorStepValue } from "../interpreter/kernel/iterate.ts"
import type { IteratorRecord } from "../interpreter/kernel/iterate.ts"
import { ObjectValue, PlainObject, putOwn } from "../interpreter/kernel/object.ts"
import type { PropertyDescriptor } from "../interpreter/kernel/object.ts"
import { hold } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import type { PropertyKey, Value } from "../interpreter/kernel/values.ts"
import { IteratorHelper } from "./iterator-helper.ts"
import type { HelperBody } from "./iterator-helper.ts"
import { breathe, closeAll, closeAllOnThrow, getIteratorFlattenable } from "./iterator-record.ts"

type Mode = "shortest" | "longest" | "strict"

type Finish = (results: Value[]) => Steps<Value>

/** `IteratorZip`. */
class ZipBody implements HelperBody {
  private readonly iterators: (IteratorRecord | null)[]
  private readonly open: Set<IteratorRecord>
  private readonly mode: Mode
  private readonly padding: readonly Value[]
  private readonly finish: Finish

  constructor(iterators: IteratorRecord[], mode: Mode, padding: readonly Value[], finish: Finish) {
    this.iterators = iterators
    this.open = new Set(iterators)
    this.mode = mode
    this.padding = padding
    this.finish = finish
  }

  *next(): Steps<Value | typeof DONE> {
    const { iterators, mode } = this
    if (iterators.length === 0) return DONE
    const results: Value[] = hold([])
    for (let i = 0; i < iterators.length; i++) {
      yield* breathe()
      const iterator = iterators[i]
      if (iterator === null) {
        results.push(this.padding[i])
        continue
      }
      let value: Value | typeof DONE
      try {
        value = yield* iteratorStepValue(iterator)
      } catch (error) {
        this.open.delete(iterator)
        return yield* closeAllOnThrow([...this.open], error)
      }
      if (value !== DONE) {
        results.push(value)
        continue
      }
      this.open.delete(iterator)
      if (mode === "shortest") {
        yield* closeAll([...this.open])
        return DONE
      }
      if (mode === "strict") return yield* this.endStrictly(i)
      if (this.open.size === 0) return DONE
      iterators[i] = null
      results.push(this.padding[i])
    }
    return yield* this.finish(results)
  }

  /** One iterator has ended: in strict mode it must be the first, and all the others end with it. */
  private *endStrictly(ended: number): Steps<typeof DONE> {
    const { iterators } = this
    if (ended !== 0) return yield* this.failUnequal()
    for (let k = 1; k < iterators.length; k++) {
      yield* breathe()
      const iterator = iterators[k]!
      let done: Value | typeof SUSP
      try {
        const result = yield* iteratorNext(iterator)
        done = result.get("done", result)
        if (done === SUSP) done = (yield) as Value
      } catch (error) {
        this.open.delete(iterator)
        return yield* closeAllOnThrow([...this.open], error)
      }
      if (!done) return yield* this.failUnequal()
      this.open.delete(iterator)
    }
    return DONE
  }

  private *failUnequal(): Steps<never> {
    try {
      return throwTypeError('Iterator.zip: the iterators have different lengths, and the mode is "strict".')
    } catch (error) {
      return yield* closeAllOnThrow([...this.open], error)
    }
  }

  close(): Steps<void> {
    return closeAll([...this.open])
  }
}

function* readOptions(
  iterables: Value,
  options: Value,
  name: string
): Steps<{ mode: Mode; padding: ObjectValue | undefined }> {
  if (!(iterables instanceof ObjectValue)) {
    return throwTypeError(`Iterator.${name}: the first argument must be an object, not ${describeValue(iterables)}.`)
  }
  if (options === undefined) return { mode: "shortest", padding: undefined }
  if (!(options instanceof ObjectValue)) {
    return throwTypeError(`Iterator.${name}: the options must be an object, not ${describeValue(options)}.`)
  }
  let mode = options.get("mode", options)
  if (mode === SUSP) mode = (yield) as Value
  if (mode === undefined) mode = "shortest"
  if (mode !== "shortest" && mode !== "longest" && mode !== "strict") {
    return throwTypeError(
      `Iterator.${name}: 'mode' must be "shortest", "longest" or "strict", not ${describeValue(mode)}.`
    )
  }
  if (mode !== "longest") return { mode, padding: undefined }
  let padding = options.get("padding", options)
  if (padding === SUSP) padding = (yield) as Value
  if (padding !== undefined && !(padding instanceof ObjectValue)) {
    return throwTypeError(`Iterator.${name}: 'padding' must be an object, not ${describeValue(padding)}.`)
  }
  return { mode, padding }
}

/** https://tc39.es/proposal-joint-iteration/#sec-iterator.zip */
export function* iteratorZip(_: Value, args: readonly Value[]): Steps<Value> {
  const { mode, padding } = yield* readOptions(args[0], args[1], "zip")
  const iterators: IteratorRecord[] = hold([])
  const input = yield* getIterator(args[0], "The first argument of Iterator.zip(...)")
  for (;;) {
    yield* breathe()
    let next: Value | typeof DONE
    try {
      next = yield* iteratorStepValue(input)
    } catch (error) {
      return yield* closeAllOnThrow(iterators, error)
    }
    if (next === DONE) break
    try {
      iterators.push(yield* getIteratorFlattenable(next, "reject"))
    } catch (error) {
      return yield* closeAllOnThrow([input, ...iterators], error)
    }
  }
  const fill: Value[] = hold(iterators.map(() => undefined))
  if (padding !== undefined) {
    try {
      yield* fillFrom(padding, fill)
    } catch (error) {
      return yield* closeAllOnThrow(iterators, error)
    }
  }
  return new IteratorHelper(new ZipBody(iterators, mode, fill, asArray))
}

// oxlint-disable-next-line require-yield
function* asArray(results: Value[]): Steps<Value> {
  return agent.realm.newArray(results)
}

function* fillFrom(padding: ObjectValue, fill: Value[]): Steps<void> {
  const record = yield* getIterator(padding, "The padding of Iterator.zip(...)")
  for (let i = 0; i < fill.length; i++) {
    yield* breathe()
    const value = yield* iteratorStepValue(record)
    if (value === DONE) return
    fill[i] = value
  }
  yield* iteratorClose(record)
}

/** https://tc39.es/proposal-joint-iteration/#sec-iterator.zipkeyed */
export function* iteratorZipKeyed(_: Value, args: readonly Value[]): Steps<Value> {
  const { mode, padding } = yield* readOptions(args[0], args[1], "zipKeyed")
  const iterables = args[0] as ObjectValue
  const iterators: IteratorRecord[] = hold([])
  const keys: PropertyKey[] = hold([])
  let allKeys = iterables.ownKeys()
  if (allKeys === SUSP) allKeys = (yield) as PropertyKey[]
  hold(allKeys)
  const fill: Value[] = hold([])
  try {
    for (const key of allKeys) {
      yield* breathe()
      let desc = iterables.getOwnProperty(key)
      if (desc === SUSP) desc = (yield) as PropertyDescriptor | undefined
      if (desc === undefined || desc.enumerable !== true) continue
      let value = iterables.get(key, iterables)
      if (value === SUSP) value = (yield) as Value
      if (value === undefined) continue
      keys.push(key)
      iterators.push(yield* getIteratorFlattenable(value, "reject"))
    }
    for (const key of keys) {
      yield* breathe()
      let value: Value = undefined
      if (padding !== undefined) {
        const got = padding.get(key, padding)
        value = got === SUSP ? ((yield) as Value) : got
      }
      fill.push(value)
    }
  } catch (error) {
    return yield* closeAllOnThrow(iterators, error)
  }
  const finish: Finish = function* (results) {
    const object = hold(new PlainObject(agent.realm.rootShape(null, 0)))
    for (let i = 0; i < keys.length; i++) {
      putOwn(object, keys[i], results[i])
      yield* breathe()
    }
    return object
  }
  return new IteratorHelper(new ZipBody(iterators, mode, fill, finish))
}
