import { Effect, Fiber } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { hostIsV8 } from "../support/host.ts"

const PLUGIN = "@sveltejs/acorn-typescript"

afterEach(() => {
  if (!hostIsV8) return
  vi.doUnmock(PLUGIN)
  vi.resetModules()
})

/** The library, as it is where the plugin has to be fetched. */
async function fetching(fetch: () => Promise<void>): Promise<typeof import("../../src/index.ts")> {
  vi.resetModules()
  vi.doMock(PLUGIN, async () => {
    await fetch()
    return vi.importActual(PLUGIN)
  })
  return import("../../src/index.ts")
}

// Bun's stand-in for vitest has no mocks of modules.
it.skipIf(!hostIsV8)("nobody else waits while the parser of TypeScript is fetched", async () => {
  let answer = (): void => {}
  const fetched = new Promise<void>((resolve) => (answer = resolve))
  const { CodeMode } = await fetching(() => fetched)
  const [typed, plain] = await Effect.runPromise(
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(CodeMode.execute({ code: "const n: number = 1; return n" }))
      const first = yield* CodeMode.execute({ code: "return 2", limits: { timeoutMs: 5000 } })
      answer()
      return [yield* Fiber.join(waiting), first] as const
    })
  )
  expect([typed, plain]).toMatchObject([
    { ok: true, value: 1 },
    { ok: true, value: 2 }
  ])
})
