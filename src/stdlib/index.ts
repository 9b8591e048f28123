/**
 * The standard library: what a program can reach, and nothing else. `%globalThis%` below is the single list of global names; every other row
 * hangs from one of them. A noun's file holds its rows; this file only joins the tables. It may import the kernel and its own files.
 */
import { constant, link } from "../interpreter/kernel/builtin.ts"
import type { Row } from "../interpreter/kernel/builtin.ts"
import type { IntrinsicDefinitions } from "../interpreter/kernel/realm.ts"
import { arrayIteratorIntrinsics } from "./array-iterator.ts"
import { arrayIntrinsics } from "./array.ts"
import { bigintIntrinsics } from "./bigint.ts"
import { errorIntrinsics } from "./error.ts"
import { functionIntrinsics } from "./function.ts"
import { mathIntrinsics } from "./math.ts"
import { numberGlobals, numberIntrinsics } from "./number.ts"
import { objectPrototypeIntrinsics } from "./object-prototype.ts"
import { objectIntrinsics } from "./object.ts"
import { stringIntrinsics } from "./string.ts"

const globals: readonly Row[] = [
  link("AggregateError", "%AggregateError%"),
  link("Array", "%Array%"),
  link("BigInt", "%BigInt%"),
  link("Error", "%Error%"),
  link("EvalError", "%EvalError%"),
  link("Function", "%Function%"),
  link("globalThis", "%globalThis%"),
  constant("Infinity", Infinity),
  link("Math", "%Math%"),
  constant("NaN", NaN),
  link("Number", "%Number%"),
  link("Object", "%Object%"),
  link("RangeError", "%RangeError%"),
  link("ReferenceError", "%ReferenceError%"),
  link("String", "%String%"),
  link("SuppressedError", "%SuppressedError%"),
  link("SyntaxError", "%SyntaxError%"),
  link("TypeError", "%TypeError%"),
  constant("undefined", undefined),
  link("URIError", "%URIError%"),
  ...numberGlobals
]

export const intrinsics: IntrinsicDefinitions = {
  "%globalThis%": { prototype: "%Object.prototype%", rows: globals },
  ...arrayIntrinsics,
  ...arrayIteratorIntrinsics,
  ...bigintIntrinsics,
  ...errorIntrinsics,
  ...functionIntrinsics,
  ...mathIntrinsics,
  ...numberIntrinsics,
  ...objectIntrinsics,
  ...objectPrototypeIntrinsics,
  ...stringIntrinsics
}
