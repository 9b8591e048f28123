import { Effect, Exit, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { running } from "../support/tools.ts"

describe("a tool or a hook that asks for a scope", () => {
  it("gets the host's", async () => {
    const seen: boolean[] = []
    const same = (scope: Scope.Scope): Effect.Effect<void, never, Scope.Scope> =>
      Effect.map(Effect.scope, (other) => void seen.push(other === scope))
    await Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(Effect.scope, (scope) =>
          CodeMode.execute({
            code: "return await tools.t({})",
            tools: { t: running(() => same(scope)) },
            onToolCallStart: () => same(scope),
            onToolCallEnd: () => same(scope)
          })
        )
      )
    )
    expect(seen).toEqual([true, true, true])
  })

  it("keeps what it opened there for the executions that follow", async () => {
    let open = false
    let opened = 0
    const connection = Effect.acquireRelease(
      Effect.sync(() => {
        open = true
        opened++
      }),
      () => Effect.sync(() => void (open = false))
    )
    const use = running(() => Effect.as(opened === 0 ? connection : Effect.void, "used").pipe(Effect.map(() => open)))
    const twice = Effect.scoped(
      Effect.all([
        CodeMode.execute({ code: "return await tools.use({})", tools: { use } }),
        CodeMode.execute({ code: "return await tools.use({})", tools: { use } })
      ])
    )
    const results = await Effect.runPromise(twice)
    expect(results.map((result) => result.ok && result.value)).toEqual([true, true])
    expect(open).toBe(false)
  })

  it("has its finalisers run when the host closes it: they change no result", async () => {
    const t = running(() => Effect.addFinalizer(() => Effect.die("secret")))
    const results: unknown[] = []
    const exit = await Effect.runPromiseExit(
      Effect.scoped(
        Effect.map(CodeMode.execute({ code: "await tools.t({}); return 1", tools: { t } }), (result) =>
          results.push(result)
        )
      )
    )
    expect(results).toMatchObject([{ ok: true, value: 1 }])
    expect(Exit.isFailure(exit)).toBe(true)
  })
})
