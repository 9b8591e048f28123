/** Whether two values are the same data. Nothing is remembered from one comparison to the next: either may have been changed in place since. */
import { Equal } from "effect"
import { isIdentifier } from "../tool-runtime/expression.ts"
import { nameText } from "../tool-runtime/name-text.ts"
import { bytesOf, isBytes, isPlain, isSchemaInstance, isWrapping, jsonOf, keysOf, kindOf } from "./kind.ts"
import { ABSENT, show } from "./show.ts"

/** The first place where two values are not alike. */
export interface Unlike {
  /** From the root: `.a[0]`; empty for the root itself. */
  readonly path: string
  readonly left: unknown
  readonly right: unknown
}

/** Two values that must be alike, with the way to them. */
interface Pair {
  readonly left: unknown
  readonly right: unknown
  readonly step: string
  readonly above: Pair | undefined
  /** How many `toJSON` have been asked on the way. */
  readonly asked: number
}

/** A `toJSON` that answers another instance of its class has no end. */
const MOST_ASKED = 10_000

/**
 * Where two values differ; undefined where they are the same data. Compared are what values hold: members of arrays, records, maps and sets, times, bytes,
 * patterns, errors by name and message, other instances also by the `toJSON` of their class, which tells of private fields. What implements Effect's `Equal`
 * decides for itself. Instances without anything to look at, and functions, are only like themselves.
 */
export function firstUnlike(left: unknown, right: unknown): Unlike | undefined {
  const met = new Map<object, Set<object>>()
  const open: Pair[] = [{ left, right, step: "", above: undefined, asked: 0 }]
  // An own stack: how deep values are is for those who made them.
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (isSame(pair.left, pair.right)) continue
    const below = isObject(pair.left) && isObject(pair.right) ? look(pair.left, pair.right, met) : undefined
    if (below === undefined || pair.asked > MOST_ASKED)
      return { path: pathOf(pair), left: pair.left, right: pair.right }
    for (let i = below.length - 1; i >= 0; i--) {
      const [step, one, other] = below[i]
      open.push({ left: one, right: other, step, above: pair, asked: pair.asked + (step === TO_JSON ? 1 : 0) })
    }
  }
  return undefined
}

/** Whether two values are the same data. */
export const isAlike = (left: unknown, right: unknown): boolean => firstUnlike(left, right) === undefined

const isSame = (left: unknown, right: unknown): boolean => left === right || Object.is(left, right)

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Whether there is nothing to an object but its properties. */
const isRecord = (value: object): boolean => isPlain(value) || isSchemaInstance(value)

/** Parts that must be alike for two objects to be: the step to each, and both. */
type Parts = readonly (readonly [step: string, left: unknown, right: unknown])[]

/** The parts to compare, or undefined where the objects are not alike. */
function look(left: object, right: object, met: Map<object, Set<object>>): Parts | undefined {
  // A pair that is being compared, or has been: whatever is wrong with it is found there.
  const partners = met.get(left) ?? new Set()
  if (partners.has(right)) return []
  met.set(left, partners.add(right))
  try {
    return partsOf(left, right)
  } catch {
    // A getter, a proxy, a comparison of the host's: what cannot be looked at is like nothing else.
    return undefined
  }
}

function partsOf(left: object, right: object): Parts | undefined {
  const kind = kindOf(left)
  if (kind !== kindOf(right)) return undefined
  if (isRecord(left) && isRecord(right)) return properties(left, right)
  if (isWrapping(left) && isWrapping(right)) {
    return Object.getPrototypeOf(left) === Object.getPrototypeOf(right) ? properties(left, right) : undefined
  }
  if (Equal.isEqual(left) || Equal.isEqual(right)) {
    return Equal.isEqual(left) && Equal.isEqual(right) && left[Equal.symbol](right) ? [] : undefined
  }
  if (kind === "Array") return elements(left as unknown[], right as unknown[])
  if (kind === "Date") return [[".getTime()", Date.prototype.getTime.call(left), Date.prototype.getTime.call(right)]]
  if (kind === "RegExp")
    return RegExp.prototype.toString.call(left) === RegExp.prototype.toString.call(right) ? [] : undefined
  if (kind === "Map") return entries(left as Map<unknown, unknown>, right as Map<unknown, unknown>)
  if (kind === "Set") return members(left as Set<unknown>, right as Set<unknown>)
  if (isBytes(left)) return bytes(bytesOf(left), bytesOf(right))
  if (kind === "Error") {
    const [one, other] = [left as Error, right as Error]
    return [[".name", one.name, other.name], [".message", one.message, other.message], ...properties(left, right)]
  }
  if (/^(?:Number|String|Boolean|BigInt|Symbol)$/.test(kind)) {
    return [[".valueOf()", left.valueOf(), right.valueOf()]]
  }
  const parts = properties(left, right)
  // What they hold may be hidden, in part or as a whole.
  const [one, other] = [jsonOf(left), jsonOf(right)]
  if (one === undefined && other === undefined) return parts.length > 0 ? parts : undefined
  // A record that stands for an instance is all that there is to say of it.
  return [...parts, [TO_JSON, one === undefined ? left : one.json, other === undefined ? right : other.json]]
}

const TO_JSON = ".toJSON()"

function elements(left: readonly unknown[], right: readonly unknown[]): Parts {
  const parts: [string, unknown, unknown][] = []
  for (let i = 0; i < Math.min(left.length, right.length); i++) parts.push([`[${i}]`, left[i], right[i]])
  parts.push([".length", left.length, right.length])
  return parts
}

function bytes(left: Uint8Array, right: Uint8Array): Parts | undefined {
  return left.length === right.length && left.every((byte, i) => byte === right[i]) ? [] : undefined
}

function properties(left: object, right: object): Parts {
  const valueOf = (object: object, key: string | symbol): unknown =>
    Object.hasOwn(object, key) ? (object as Record<string | symbol, unknown>)[key] : ABSENT
  return [...new Set([...keysOf(left), ...keysOf(right)])].map((key) => [
    stepTo(key),
    valueOf(left, key),
    valueOf(right, key)
  ])
}

const stepTo = (key: string | symbol): string =>
  typeof key === "symbol"
    ? `[${String(key)}]`
    : isIdentifier(key)
      ? `.${nameText(key)}`
      : `[${JSON.stringify(nameText(key))}]`

function entries(left: Map<unknown, unknown>, right: Map<unknown, unknown>): Parts | undefined {
  if (left.size !== right.size) return undefined
  const parts: [string, unknown, unknown][] = []
  const others = [...right].filter(([key]) => isObject(key))
  for (const [key, value] of left) {
    if (isObject(key)) {
      if (!takeAlike(others, [key, value])) return undefined
    } else parts.push([`.get(${show(key)})`, value, right.has(key) ? right.get(key) : ABSENT])
  }
  return parts
}

function members(left: Set<unknown>, right: Set<unknown>): Parts | undefined {
  if (left.size !== right.size) return undefined
  const others = [...right].filter(isObject)
  for (const member of left) {
    if (isObject(member) ? !takeAlike(others, member) : !right.has(member)) return undefined
  }
  return []
}

/** Takes the first of the others that is like this one out. */
function takeAlike(others: unknown[], one: unknown): boolean {
  const at = others.findIndex((other) => isAlike(one, other))
  if (at >= 0) others.splice(at, 1)
  return at >= 0
}

/** The longest path in a message, in steps. */
const LONGEST = 32

function pathOf(pair: Pair): string {
  const steps: string[] = []
  for (let at: Pair | undefined = pair; at !== undefined; at = at.above) if (at.step !== "") steps.push(at.step)
  steps.reverse()
  return steps.length <= LONGEST
    ? steps.join("")
    : `${steps.slice(0, LONGEST / 2).join("")}…${steps.slice(-LONGEST / 2).join("")}`
}
