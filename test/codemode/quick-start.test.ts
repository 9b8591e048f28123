import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode, Tool } from "../../src/index.ts"

const runtime = CodeMode.make({
  tools: {
    orders: {
      lookup: Tool.make({
        description: "Look up one order",
        input: Schema.Struct({ id: Schema.String }),
        output: Schema.Struct({ id: Schema.String, status: Schema.String }),
        run: ({ id }) => Effect.succeed({ id, status: id === "42" ? "shipped" : "open" })
      })
    }
  }
})

describe("the quick start", () => {
  it("runs a program that calls a tool", async () => {
    const result = await Effect.runPromise(
      runtime.execute(`
        const orders = await Promise.all(["42", "43"].map((id) => tools.orders.lookup({ id })))
        return orders.filter((order) => order.status === "open").map((order) => order.id)
      `)
    )
    expect(result).toEqual({
      ok: true,
      value: ["43"],
      toolCalls: [{ name: "orders.lookup" }, { name: "orders.lookup" }]
    })
  })

  it("describes the tools", () => {
    expect(runtime.catalog().map(({ path }) => path)).toEqual(["orders.lookup"])
    expect(runtime.instructions()).toContain("tools.orders.lookup")
  })

  it("answers a failure as data", async () => {
    const result = await Effect.runPromise(runtime.execute(`return tools.orders.lookup({ id: 42 })`))
    expect(result.ok).toBe(false)
    if (!result.ok) expect(result.error.kind).toBe("InvalidToolInput")
  })
})
