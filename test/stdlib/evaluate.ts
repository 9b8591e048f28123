/** Runs a program on the bare engine, at once and with a suspension at every step, and expects one answer. */
import { expect } from "vitest"
import { runEngine } from "../support/engine.ts"

/** The value of the program, or `Name: message` of what it throws. */
export function evaluate(source: string): unknown {
  const { value } = runEngine(source)
  expect(runEngine(source, { sliceSteps: 1 }).value).toEqual(value)
  return value
}

/** The value of an expression; like {@link evaluate}. */
export const valueOf = (expression: string): unknown => evaluate(`return ${expression}`)

/** Slices that a program takes: more than one proves that it can be stopped on the way. */
export const slicesOf = (source: string): number => runEngine(source).slices
