/**
 * The slow halves of the operators: what the compiled closures do when the operands are not both numbers or both strings.
 * https://tc39.es/ecma262/#sec-applystringornumericbinaryoperator
 */
import { bitsOf, checkBigInt, MAX_BIGINT_BITS, throwBigIntTooBig } from "./bigint-size.ts"
import { agent, answer, charge, pause, suspend, SUSP } from "./agent.ts"
import type { Susp } from "./agent.ts"
import { numberKey, SymbolValue, wellKnown } from "./values.ts"
import { primitiveToNumber, toNumeric, toPrimitive, toPropertyKey, toString } from "./convert.ts"
import { throwRangeError, throwTypeError } from "./errors.ts"
import { BoundFunctionValue, describeValue, isCallable, NO_FRAME } from "./function.ts"
import { bigintOfText, isLongNumeral, numberOfLongText } from "./number-text.ts"
import { ObjectValue } from "./object.ts"
import { runSteps } from "./steps.ts"
import type { Steps } from "./steps.ts"
import type { Value } from "./values.ts"
import { weigh } from "./weight.ts"
import { concat, LONG_TEXT, reading } from "./rope.ts"

export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "**" | "<<" | ">>" | ">>>" | "&" | "|" | "^"

/** `a op b` on any operands. */
export function binary(op: BinaryOperator, a: Value, b: Value): Value | Susp {
  if (op === "+") return add(a, b)
  const left = toNumeric(a)
  if (left === SUSP) return suspend(afterLeft, NO_FRAME, { op, b })
  return numericRight(op, left, b)
}
const afterLeft = (_: unknown, left: number | bigint, s: { op: BinaryOperator; b: Value }): Value | Susp =>
  numericRight(s.op, left, s.b)

function numericRight(op: BinaryOperator, left: number | bigint, b: Value): Value | Susp {
  const right = toNumeric(b)
  if (right === SUSP) return suspend(afterRight, NO_FRAME, { op, left })
  return typeof left === "bigint" ? answer(numeric(op, left, right)) : numeric(op, left, right)
}
const afterRight = (
  _: unknown,
  right: number | bigint,
  s: { op: BinaryOperator; left: number | bigint }
): Value | Susp => answer(numeric(s.op, s.left, right))

function numeric(op: BinaryOperator, a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === "number" && typeof b === "number") {
    switch (op) {
      case "+":
        return a + b
      case "-":
        return a - b
      case "*":
        return a * b
      case "/":
        return a / b
      case "%":
        return a % b
      case "**":
        return a ** b
      case "<<":
        return a << b
      case ">>":
        return a >> b
      case ">>>":
        return a >>> b
      case "&":
        return a & b
      case "|":
        return a | b
      case "^":
        return a ^ b
    }
  }
  if (typeof a !== "bigint" || typeof b !== "bigint") {
    return throwTypeError("Cannot mix BigInt and other types, use explicit conversions.")
  }
  return bigintBinary(op, a, b)
}

const bitLength = (n: bigint): number => (n < 0n ? -n : n).toString(16).length * 4

/**
 * Takes what an operation on large integers costs from the slice, by the host's own algorithms: linear ones a step for some words, the others a step for
 * some products.
 */
function chargeBigInt(op: BinaryOperator, a: bigint, b: bigint): void {
  const left = bitsOf(a)
  const right = bitsOf(b)
  if (op === "**" || op === "<<" || op === ">>") chargeGrowth(op, left, b)
  if (left + right <= 2 << 10) return
  const words = (left + right) >> 6
  agent.budget -= op === "*" || op === "/" || op === "%" ? ((left >> 6) * (right >> 6)) >> 7 : words >> 4
  weigh(words * 8)
}

/** What comes out may be large where nothing went in. */
function chargeGrowth(op: BinaryOperator, bits: number, by: bigint): void {
  if (op !== "**" && by < 1024n && by > -1024n) return
  const size = Math.min(MAX_BIGINT_BITS, op === "**" ? bits * Number(by) : bits + Math.abs(Number(by)))
  if (size < 1 << 12) return
  agent.budget -= op === "**" ? ((size >> 6) ** 2) >> 8 : size >> 10
  weigh(size >> 3)
}

/** An operator on two BigInts. It costs steps, and a pause may follow. */
export function bigintBinary(op: BinaryOperator, a: bigint, b: bigint): bigint {
  chargeBigInt(op, a, b)
  switch (op) {
    case "+":
      return checkBigInt(a + b)
    case "-":
      return checkBigInt(a - b)
    case "*":
      return checkBigInt(a * b)
    case "/":
      if (b === 0n) throwRangeError("Division by zero.")
      return a / b
    case "%":
      if (b === 0n) throwRangeError("Division by zero.")
      return a % b
    case "**": {
      if (b < 0n) throwRangeError("Exponent must be non-negative.")
      if (a === 0n || a === 1n || a === -1n) return a ** (a === -1n ? b & 1n : b === 0n ? 0n : 1n)
      if (b > BigInt(MAX_BIGINT_BITS) || (bitLength(a) - 4) * Number(b) > MAX_BIGINT_BITS) throwBigIntTooBig()
      return checkBigInt(a ** b)
    }
    case "<<":
      return shiftLeft(a, b)
    case ">>":
      return shiftLeft(a, -b)
    case ">>>":
      return throwTypeError("BigInts have no unsigned right shift, use >> instead.")
    case "&":
      return a & b
    case "|":
      return a | b
    case "^":
      return a ^ b
  }
}

function shiftLeft(a: bigint, by: bigint): bigint {
  if (a === 0n) return 0n
  const limit = BigInt(MAX_BIGINT_BITS) * 2n
  if (by > limit) return throwBigIntTooBig()
  if (by < -limit) return a < 0n ? -1n : 0n
  return checkBigInt(a << by)
}

/** `a + b` (https://tc39.es/ecma262/#sec-addition-operator-plus). */
export function add(a: Value, b: Value): Value | Susp {
  if (typeof a === "string") {
    if (typeof b === "string") return concat(a, b)
    if (typeof b !== "object" || b === null) return addText(a, toString(b))
  } else if (typeof b === "string" && (typeof a !== "object" || a === null)) {
    const text = toString(a)
    return text === SUSP ? suspend(addTextAfter, NO_FRAME, b) : concat(text, b)
  }
  const left = toPrimitive(a)
  if (left === SUSP) return suspend(addAfterLeft, NO_FRAME, b)
  return addRight(left, b)
}
const addAfterLeft = (_: unknown, left: Value, b: Value): Value | Susp => addRight(left, b)

function addText(a: string, b: string | Susp): string | Susp {
  return b === SUSP ? suspend(addTextBefore, NO_FRAME, a) : concat(a, b)
}
const addTextBefore = (_: unknown, b: string, a: string): string | Susp => concat(a, b)
const addTextAfter = (_: unknown, a: string, b: string): string | Susp => concat(a, b)

function addRight(left: Value, b: Value): Value | Susp {
  const right = toPrimitive(b)
  if (right === SUSP) return suspend(addAfterRight, NO_FRAME, left)
  return addPrimitives(left, right)
}
const addAfterRight = (_: unknown, right: Value, left: Value): Value | Susp => addPrimitives(left, right)

function addPrimitives(a: Value, b: Value): Value | Susp {
  // `add` asks whether operands are objects by `typeof`, which symbols are too.
  if (typeof a === "string" || typeof b === "string") {
    if (a instanceof SymbolValue || b instanceof SymbolValue) {
      return throwTypeError("Cannot convert a Symbol value to a string.")
    }
    return add(a, b)
  }
  const left = typeof a === "bigint" ? a : primitiveToNumber(a)
  const right = typeof b === "bigint" ? b : primitiveToNumber(b)
  return answer(numeric("+", left, right))
}

// ---- Comparison.

export type Relation = "<" | ">" | "<=" | ">="

/** `a op b` for the relational operators (https://tc39.es/ecma262/#sec-relational-operators). */
export function compare(op: Relation, a: Value, b: Value): boolean | Susp {
  const left = toPrimitive(a, "number")
  if (left === SUSP) return suspend(compareAfterLeft, NO_FRAME, { op, b })
  return compareRight(op, left, b)
}
const compareAfterLeft = (_: unknown, left: Value, s: { op: Relation; b: Value }): boolean | Susp =>
  compareRight(s.op, left, s.b)

function compareRight(op: Relation, left: Value, b: Value): boolean | Susp {
  const right = toPrimitive(b, "number")
  if (right === SUSP) return suspend(compareAfterRight, NO_FRAME, { op, left })
  return comparePrimitives(op, left, right)
}
const compareAfterRight = (_: unknown, right: Value, s: { op: Relation; left: Value }): boolean | Susp =>
  comparePrimitives(s.op, s.left, right)

/** What a long text is compared as with a value that is no text. */
function* comparable(text: string, other: Value): Steps<number | bigint> {
  return typeof other === "bigint" ? yield* bigintOfText(text) : yield* numberOfLongText(text)
}

function* compareLong(op: Relation, a: Value, b: Value): Steps<boolean> {
  const left = isLongNumeral(a) ? yield* comparable(a, b) : a
  const right = isLongNumeral(b) ? yield* comparable(b, a) : b
  return relate(op, left, right)
}

function comparePrimitives(op: Relation, a: Value, b: Value): boolean | Susp {
  if (typeof a !== "string" || typeof b !== "string") {
    return isLongNumeral(a) || isLongNumeral(b) ? runSteps(compareLong(op, a, b)) : relate(op, a, b)
  }
  if (a.length <= LONG_TEXT && b.length <= LONG_TEXT) return relate(op, a, b)
  reading(a)
  reading(b)
  agent.budget -= Math.min(a.length, b.length) >> UNITS_PER_STEP
  return answer(relate(op, a, b))
}

function relate(op: Relation, a: Value, b: Value): boolean {
  // The host compares strings by code unit, and strings with BigInts by StringToBigInt, as the specification does.
  const left = typeof a === "string" || typeof a === "bigint" ? a : primitiveToNumber(a)
  const right = typeof b === "string" || typeof b === "bigint" ? b : primitiveToNumber(b)
  switch (op) {
    case "<":
      return left < right
    case ">":
      return left > right
    case "<=":
      return left <= right
    case ">=":
      return left >= right
  }
}

/** `a == b` (https://tc39.es/ecma262/#sec-islooselyequal). */
export function looselyEqual(a: Value, b: Value): boolean | Susp {
  if (typeof a === "string" && typeof b === "string") return strictlyEqual(a, b, false)
  if (a === b) return true
  const leftObject = a instanceof ObjectValue
  const rightObject = b instanceof ObjectValue
  if (leftObject) {
    if (rightObject || b === undefined || b === null) return false
    const primitive = a.refusesEquality ? a : toPrimitive(a)
    if (primitive === SUSP) return suspend(equalAfterPrimitive, NO_FRAME, b)
    return primitive instanceof ObjectValue ? false : equalPrimitives(primitive, b)
  }
  if (rightObject) return a === undefined || a === null ? false : looselyEqual(b, a)
  return equalPrimitives(a, b)
}
const equalAfterPrimitive = (_: unknown, primitive: Value, b: Value): boolean | Susp => equalPrimitives(primitive, b)

/** Units of two texts that are compared in a step, as a power of two. */
const UNITS_PER_STEP = 10

/** `a === b`. Comparing long texts that are equal takes milliseconds. */
export function strictlyEqual(a: Value, b: Value, negated: boolean): boolean | Susp {
  if (typeof a === "string" && a.length > LONG_TEXT && typeof b === "string" && b.length === a.length) {
    reading(a)
    reading(b)
    agent.budget -= a.length >> UNITS_PER_STEP
    return answer((a === b) !== negated)
  }
  return (a === b) !== negated
}

function* equalLong(text: string, other: Value): Steps<boolean> {
  // oxlint-disable-next-line eqeqeq
  return (yield* comparable(text, other)) == other
}

const equalPrimitives = (a: Value, b: Value): boolean | Susp => {
  if (a instanceof SymbolValue || b instanceof SymbolValue) return a === b
  if (isLongNumeral(a)) {
    if (typeof b === "string") return strictlyEqual(a, b, false)
    return b === undefined || b === null ? false : runSteps(equalLong(a, b))
  }
  if (isLongNumeral(b)) return equalPrimitives(b, a)
  // oxlint-disable-next-line eqeqeq
  return a == b
}

/** `SameValueZero`. */
export const sameValueZero = (a: Value, b: Value): boolean => a === b || (a !== a && b !== b)

export function typeOf(value: Value): string {
  if (typeof value !== "object") return typeof value
  if (value === null) return "object"
  if (value instanceof SymbolValue) return "symbol"
  return value.typeofValue
}

/** `value instanceof target` (https://tc39.es/ecma262/#sec-instanceofoperator). */
export function instanceOf(value: Value, target: Value): boolean | Susp {
  if (!(target instanceof ObjectValue)) {
    return throwTypeError(`Right-hand side of 'instanceof' is not an object: ${describeValue(target)}.`)
  }
  return runSteps(instanceOfSteps(value, target))
}

function* instanceOfSteps(value: Value, target: ObjectValue): Steps<boolean> {
  let handler = target.get(wellKnown.hasInstance, target)
  if (handler === SUSP) handler = (yield) as Value
  if (handler !== undefined && handler !== null) {
    if (!isCallable(handler)) return throwTypeError("Symbol.hasInstance is not a function.")
    let result = handler.call(target, [value])
    if (result === SUSP) result = (yield) as Value
    return Boolean(result)
  }
  if (!target.isCallable) return throwTypeError("Right-hand side of 'instanceof' is not callable.")
  return yield* ordinaryHasInstance(target, value)
}

/** `OrdinaryHasInstance` (https://tc39.es/ecma262/#sec-ordinaryhasinstance). */
export function* ordinaryHasInstance(target: Value, value: Value): Steps<boolean> {
  if (!isCallable(target)) return false
  if (target instanceof BoundFunctionValue) {
    let result = instanceOf(value, target.target)
    if (result === SUSP) result = (yield) as boolean
    return result
  }
  if (!(value instanceof ObjectValue)) return false
  let prototype = target.get("prototype", target)
  if (prototype === SUSP) prototype = (yield) as Value
  if (!(prototype instanceof ObjectValue)) {
    return throwTypeError("Function has non-object prototype in 'instanceof' check.")
  }
  let o: ObjectValue | null = value
  let hops = 0
  for (;;) {
    let next: ObjectValue | null | Susp = o.getPrototypeOf()
    if (next === SUSP) next = (yield) as ObjectValue | null
    if (next === null) return false
    if (next === prototype) return true
    o = next
    if (++hops > 64 && charge(1)) {
      pause()
      yield
    }
  }
}

/** `key in target`. */
export function hasProperty(key: Value, target: Value): boolean | Susp {
  if (!(target instanceof ObjectValue)) {
    return throwTypeError(`Cannot use 'in' operator to search for a key in ${describeValue(target)}.`)
  }
  if (typeof key === "number") return target.has(numberKey(key))
  const name = toPropertyKey(key)
  if (name === SUSP) return suspend(hasAfterKey, NO_FRAME, target)
  return target.has(name)
}
const hasAfterKey = (_: unknown, key: string | number | SymbolValue, target: ObjectValue): boolean | Susp =>
  target.has(key)

export type UnaryOperator = "-" | "+" | "~"

/** Unary minus, plus and complement of any operand. */
export function unary(op: UnaryOperator, value: Value): Value | Susp {
  const n = toNumeric(value)
  if (n === SUSP) return suspend(unaryAfter, NO_FRAME, op)
  return unaryNumeric(op, n)
}
const unaryAfter = (_: unknown, n: number | bigint, op: UnaryOperator): Value | Susp => unaryNumeric(op, n)

const unaryNumeric = (op: UnaryOperator, n: number | bigint): Value | Susp => {
  if (typeof n === "bigint") {
    if (op === "+") return throwTypeError("Cannot convert a BigInt value to a number.")
    chargeBigInt("-", n, n)
    return answer(op === "-" ? -n : checkBigInt(~n))
  }
  return op === "-" ? -n : op === "+" ? n : ~n
}
