/** Programs whose outcome the host's own engine knows: the guest must agree, also when it is stopped at every step. */
import { assert } from "vitest"
import { runEngine } from "../support/engine.ts"
import { hostIsV8 } from "../support/host.ts"

/** Writes a value so that holes, signs of zero, BigInts and kinds of objects show. */
const PRELUDE = `
const text = (v) =>
  Array.isArray(v) ? "[" + Array.from({ length: v.length }, (_, i) => (i in v ? text(v[i]) : "hole")).join(" ") + "]"
  : ArrayBuffer.isView(v) && !(v instanceof DataView) ? v[Symbol.toStringTag] + "(" + Array.from(v, text).join(" ") + ")"
  : v instanceof Map ? "Map(" + Array.from(v, text).join(" ") + ")"
  : v instanceof Set ? "Set(" + Array.from(v, text).join(" ") + ")"
  : v instanceof Error ? v.constructor.name
  : typeof v === "string" ? JSON.stringify(v)
  : typeof v === "bigint" ? v + "n"
  : typeof v === "symbol" ? v.toString()
  : typeof v === "function" ? "function"
  : typeof v === "object" && v !== null ? "{" + Object.entries(v).map(([k, x]) => k + ": " + text(x)).join(", ") + "}"
  : Object.is(v, -0) ? "-0" : String(v)
const attempt = (f) => { try { return f() } catch (e) { return e } }
`

const SLICES = [16_384, 1, 3]

function runHost(program: string): unknown {
  return new Function(`"use strict";${PRELUDE}\nreturn text((() => {${program}\n})())`)()
}

/** Checks that a program (a function body) answers what it answers in the host, in one go and stopped at every step and at every third. */
export function sameAsHost(program: string): void {
  const expected = hostIsV8 ? runHost(program) : runEngine(`${PRELUDE}\nreturn text((() => {${program}\n})())`).value
  for (const sliceSteps of SLICES) {
    const { ok, value } = runEngine(`${PRELUDE}\nreturn text((() => {${program}\n})())`, { sliceSteps })
    assert.deepEqual({ ok, value }, { ok: true, value: expected }, `${program}\nat slices of ${sliceSteps}`)
  }
}

/** The same against an answer written down, for what the host may not have yet. */
export function answers(program: string, expected: string): void {
  for (const sliceSteps of SLICES) {
    const { ok, value } = runEngine(`${PRELUDE}\nreturn text(await (async () => {${program}\n})())`, { sliceSteps })
    assert.deepEqual({ ok, value }, { ok: true, value: expected }, `${program}\nat slices of ${sliceSteps}`)
  }
}
