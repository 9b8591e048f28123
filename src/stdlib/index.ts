/**
 * The standard library: what a program can reach, and nothing else. `%globalThis%` below is the single list of global names; every other row
 * hangs from one of them. A noun's file holds its rows; this file only joins the tables. It may import the kernel and its own files.
 */
import { constant, link } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { errorIntrinsics } from "./error.ts"
import { functionIntrinsics } from "./function.ts"
import { objectPrototypeIntrinsics } from "./object-prototype.ts"
import { objectIntrinsics } from "./object.ts"
import { stringIntrinsics } from "./string.ts"

const globals: readonly Row[] = [
  link("AggregateError", "%AggregateError%"),
  link("Error", "%Error%"),
  link("EvalError", "%EvalError%"),
  link("Function", "%Function%"),
  link("globalThis", "%globalThis%"),
  constant("Infinity", Infinity),
  constant("NaN", NaN),
  link("Object", "%Object%"),
  link("RangeError", "%RangeError%"),
  link("ReferenceError", "%ReferenceError%"),
  link("String", "%String%"),
  link("SuppressedError", "%SuppressedError%"),
  link("SyntaxError", "%SyntaxError%"),
  link("TypeError", "%TypeError%"),
  constant("undefined", undefined),
  link("URIError", "%URIError%")
]

export const intrinsics: IntrinsicDefinitions = {
  "%globalThis%": { prototype: "%Object.prototype%", rows: globals },
  ...errorIntrinsics,
  ...functionIntrinsics,
  ...objectIntrinsics,
  ...objectPrototypeIntrinsics,
  ...stringIntrinsics
}
