/** Inputs that a host has for its tools, as programs write them. */
import { MAX_DEPTH } from "../tool-runtime/copy-out.ts"
import { nameText } from "../tool-runtime/name-text.ts"
import { isPlain } from "./kind.ts"
import { show } from "./show.ts"

/**
 * The expression for a sample in a program: a copy, as of now.
 *
 * @throws TypeError for what no program can pass.
 */
export function sampleText(path: string, sample: unknown): string {
  const refuse = (place: string, what: string): never => {
    throw new TypeError(
      `The sample of '${nameText(path)}' must be data that a program can pass, and ${place} is ${what}.`
    )
  }
  const around: object[] = []
  const visit = (given: unknown, place: string): unknown => {
    const value = asJson(given)
    switch (typeof value) {
      case "bigint":
      case "symbol":
        return refuse(place, show(value))
      case "function":
        return refuse(place, "a function")
      case "number":
        return Number.isFinite(value) ? value : refuse(place, show(value))
      case "object":
        break
      default:
        return value
    }
    if (value === null) return null
    if (around.includes(value)) return refuse(place, "a cycle")
    if (around.length > MAX_DEPTH) return refuse(place, `nested deeper than ${MAX_DEPTH} levels`)
    if (!Array.isArray(value) && !isPlain(value)) return refuse(place, show(value))
    around.push(value)
    const copy: unknown = Array.isArray(value)
      ? value.map((member, i) => visit(member, `${place}[${i}]`))
      : Object.fromEntries(
          Object.entries(value).map(([key, member]) => [key, visit(member, `${place}.${nameText(key, 40)}`)])
        )
    around.pop()
    return copy
  }
  return `JSON.parse(${JSON.stringify(JSON.stringify(visit(sample, "input")))})`
}

/** What stands for an instance at the border: a date is its text. */
const asJson = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  const { toJSON } = value as { readonly toJSON?: unknown }
  return typeof toJSON === "function" ? toJSON.call(value) : value
}
