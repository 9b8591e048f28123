/** Runs programs through the public door, for tests. */
import { Effect } from "effect"
import type { Scope } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import type { Tools } from "../../src/tool-runtime/namespace.ts"

export type RunOptions = CodeMode.Options<Tools<never>>

/** One program on the real clock. */
export const run = (code: string, options: RunOptions = {}): Promise<CodeMode.Result> =>
  Effect.runPromise(CodeMode.execute({ ...options, code }))

/** The value of a program that must succeed. */
export async function valueOf(code: string, options: RunOptions = {}): Promise<unknown> {
  const result = await run(code, options)
  if (!result.ok) expect.fail(`the program failed: ${result.error.kind}: ${result.error.message}`)
  return result.value
}

/** The diagnostic of a program that must fail. */
export async function errorOf(code: string, options: RunOptions = {}): Promise<CodeMode.Diagnostic> {
  const result = await run(code, options)
  if (result.ok) expect.fail(`the program succeeded with ${JSON.stringify(result.value)}`)
  return result.error
}

/** The parts of a success, with everything absent left out. */
export async function successOf(code: string, options: RunOptions = {}): Promise<CodeMode.Success> {
  const result = await run(code, options)
  if (!result.ok) expect.fail(`the program failed: ${result.error.kind}: ${result.error.message}`)
  return result
}

/** A test that is an Effect on a clock that stands still. Takes no argument, so that Bun's runner does not see a `done` callback. */
export const itEffect = (name: string, test: () => Effect.Effect<unknown, unknown, Scope.Scope>): void => {
  it(name, () => Effect.runPromise(test().pipe(Effect.scoped, Effect.provide(TestClock.layer()))))
}
