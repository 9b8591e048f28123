/** `Math` (https://tc39.es/ecma262/#sec-math-object). The host's functions are the specification's; conversions and long argument lists are ours. */
import { agent, charge, pause, suspend, SUSP } from "../interpreter/kernel/agent.ts"
import { constant, method, steps } from "../interpreter/kernel/builtin.ts"
import type { NativeSteps, Row } from "../interpreter/kernel/builtin.ts"
import { numberOf, toNumber } from "../interpreter/kernel/convert.ts"
import { throwTypeError } from "../interpreter/kernel/errors.ts"
import { describeValue, NO_FRAME } from "../interpreter/kernel/function.ts"
import type { Native } from "../interpreter/kernel/function.ts"
import { forEachValue } from "../interpreter/kernel/iterate.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { CONFIGURABLE } from "../interpreter/kernel/shape.ts"
import { hold, runSteps } from "../interpreter/kernel/steps.ts"
import type { Steps } from "../interpreter/kernel/steps.ts"
import { wellKnown } from "../interpreter/kernel/values.ts"
import type { Value } from "../interpreter/kernel/values.ts"
import { ExactSum } from "./exact-sum.ts"
import { roundToHalf } from "./half-float.ts"

/** A function of one number. */
function ofOne(name: string, compute: (x: number) => number): Row {
  const finish = (_: unknown, x: number): Value => compute(x)
  return method(name, 1, (_thisValue, args) => {
    const value = args[0]
    if (typeof value === "number") return compute(value)
    const x = toNumber(value)
    return x === SUSP ? suspend(finish, NO_FRAME) : compute(x)
  })
}

/** A function of two numbers. */
function ofTwo(name: string, compute: (x: number, y: number) => number): Row {
  function* general(args: readonly Value[]): Steps<Value> {
    const x = yield* numberOf(args[0])
    return compute(x, yield* numberOf(args[1]))
  }
  return method(name, 2, (_thisValue, args) => {
    const [x, y] = [args[0], args[1]]
    return typeof x === "number" && typeof y === "number" ? compute(x, y) : runSteps(general(args))
  })
}

/** All arguments as numbers, whatever the first ones are: the specification converts them before it computes. */
function* numbersOf(args: readonly Value[]): Steps<number[]> {
  const numbers: number[] = hold([])
  for (const value of args) {
    numbers.push(typeof value === "number" ? value : yield* numberOf(value))
    if (charge(1)) {
      pause()
      yield
    }
  }
  return numbers
}

/** `Math.max` and `Math.min`. */
function extreme(name: "max" | "min", start: number, pick: (a: number, b: number) => number): Row {
  function* general(args: readonly Value[]): Steps<Value> {
    let result = start
    for (const value of args) {
      result = pick(result, typeof value === "number" ? value : yield* numberOf(value))
      if (charge(1)) {
        pause()
        yield
      }
    }
    return result
  }
  return method(name, 2, (_thisValue, args) => {
    if (args.length > 1000) return runSteps(general(args))
    let result = start
    for (let i = 0; i < args.length; i++) {
      const value = args[i]
      if (typeof value !== "number") return runSteps(general(args))
      result = pick(result, value)
    }
    return result
  })
}

const larger = (a: number, b: number): number => (a > b ? a : a < b ? b : Math.max(a, b))
const smaller = (a: number, b: number): number => (a < b ? a : a > b ? b : Math.min(a, b))

/** https://tc39.es/ecma262/#sec-math.hypot */
const mathHypot: NativeSteps = function* (_thisValue, args) {
  const numbers = yield* numbersOf(args)
  if (numbers.length <= 1000) return Math.hypot(...numbers)
  let largest = 0
  for (const n of numbers) if (Math.abs(n) === Infinity) return Infinity
  for (const n of numbers) largest = Math.max(largest, Math.abs(n))
  if (largest === 0 || largest !== largest) return largest
  // Scaled by the largest, so that no square overflows; the small parts of the sum are kept apart.
  let sum = 0
  let rest = 0
  for (const n of numbers) {
    const square = (n / largest) ** 2 - rest
    const next = sum + square
    rest = next - sum - square
    sum = next
  }
  return Math.sqrt(sum) * largest
}

const MINUS_ZERO = 0
const FINITE = 1
const NOT_A_NUMBER = 2
const PLUS_INFINITY = 3
const MINUS_INFINITY = 4

/** https://tc39.es/ecma262/#sec-math.sumprecise */
const mathSumPrecise: NativeSteps = function* (_thisValue, args) {
  const items = args[0]
  if (items === undefined || items === null) {
    return throwTypeError(`Math.sumPrecise takes an iterable of numbers, for example an array, not ${items}.`)
  }
  let state = MINUS_ZERO
  const sum = new ExactSum()
  yield* forEachValue(
    items,
    (value) => {
      if (typeof value !== "number") {
        return throwTypeError(
          `Math.sumPrecise adds numbers only, not ${describeValue(value)}: convert first, for example with values.map(Number).`
        )
      }
      charge(1)
      if (value !== value) state = NOT_A_NUMBER
      else if (value === Infinity)
        state = state === NOT_A_NUMBER || state === MINUS_INFINITY ? NOT_A_NUMBER : PLUS_INFINITY
      else if (value === -Infinity)
        state = state === NOT_A_NUMBER || state === PLUS_INFINITY ? NOT_A_NUMBER : MINUS_INFINITY
      else if (state === FINITE || (state === MINUS_ZERO && !Object.is(value, -0))) {
        state = FINITE
        sum.add(value)
      }
    },
    "The argument of Math.sumPrecise(...)"
  )
  switch (state) {
    case MINUS_ZERO:
      return -0
    case NOT_A_NUMBER:
      return NaN
    case PLUS_INFINITY:
      return Infinity
    case MINUS_INFINITY:
      return -Infinity
    default:
      return sum.value
  }
}

/** https://tc39.es/ecma262/#sec-math.random, from the run's own source of chance. */
const mathRandom: Native = () => agent.realm.host.random()

export const mathIntrinsics = {
  "%Math%": {
    prototype: "%Object.prototype%",
    rows: [
      ofOne("abs", Math.abs),
      ofOne("acos", Math.acos),
      ofOne("acosh", Math.acosh),
      ofOne("asin", Math.asin),
      ofOne("asinh", Math.asinh),
      ofOne("atan", Math.atan),
      ofTwo("atan2", Math.atan2),
      ofOne("atanh", Math.atanh),
      ofOne("cbrt", Math.cbrt),
      ofOne("ceil", Math.ceil),
      ofOne("clz32", Math.clz32),
      ofOne("cos", Math.cos),
      ofOne("cosh", Math.cosh),
      constant("E", Math.E),
      ofOne("exp", Math.exp),
      ofOne("expm1", Math.expm1),
      ofOne("f16round", roundToHalf),
      ofOne("floor", Math.floor),
      ofOne("fround", Math.fround),
      steps("hypot", 2, mathHypot),
      ofTwo("imul", Math.imul),
      constant("LN10", Math.LN10),
      constant("LN2", Math.LN2),
      ofOne("log", Math.log),
      ofOne("log10", Math.log10),
      constant("LOG10E", Math.LOG10E),
      ofOne("log1p", Math.log1p),
      ofOne("log2", Math.log2),
      constant("LOG2E", Math.LOG2E),
      extreme("max", -Infinity, larger),
      extreme("min", Infinity, smaller),
      constant("PI", Math.PI),
      ofTwo("pow", (x, y) => x ** y),
      method("random", 0, mathRandom),
      ofOne("round", Math.round),
      ofOne("sign", Math.sign),
      ofOne("sin", Math.sin),
      ofOne("sinh", Math.sinh),
      ofOne("sqrt", Math.sqrt),
      constant("SQRT1_2", Math.SQRT1_2),
      constant("SQRT2", Math.SQRT2),
      steps("sumPrecise", 1, mathSumPrecise),
      ofOne("tan", Math.tan),
      ofOne("tanh", Math.tanh),
      ofOne("trunc", Math.trunc),
      constant(wellKnown.toStringTag, "Math", CONFIGURABLE)
    ]
  }
} satisfies IntrinsicDefinitions
