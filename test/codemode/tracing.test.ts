import { Effect, Exit, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { CodeMode } from "../../src/index.ts"
import { answering, echo, pending, refuse, running } from "../support/tools.ts"

interface Seen {
  readonly name: string
  readonly parent: string | undefined
  readonly attributes: Record<string, unknown>
  readonly ended: "success" | "failure" | "open"
}

/** Runs a program under a tracer of the host and answers the spans that it saw. */
async function spansOf(code: string, options: Partial<CodeMode.ExecuteOptions> = {}): Promise<Seen[]> {
  const spans: Tracer.NativeSpan[] = []
  const tracer = Tracer.make({
    span: (given) => {
      const span = new Tracer.NativeSpan(given)
      spans.push(span)
      return span
    }
  })
  await Effect.runPromiseExit(
    Effect.provideService(
      CodeMode.execute({ ...(options as {}), code }).pipe(Effect.withSpan("host")),
      Tracer.Tracer,
      tracer
    )
  )
  return spans.map((span) => ({
    name: span.name,
    parent: span.parent._tag === "Some" && span.parent.value._tag === "Span" ? span.parent.value.name : undefined,
    attributes: Object.fromEntries(span.attributes),
    ended: span.status._tag === "Ended" ? (Exit.isSuccess(span.status.exit) ? "success" : "failure") : "open"
  }))
}

describe("spans", () => {
  it("are one for the execution and one below it for each call, with the tool's own below that", async () => {
    const own = running(() => Effect.withSpan(Effect.succeed(1), "inside"))
    const spans = await spansOf(
      "await tools.api.own({ secret: 's3cret' }); search({}); await tools.refuse({}).catch(() => 0); return 1",
      {
        tools: { api: { own }, refuse } as {}
      }
    )
    expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
      ["host", undefined],
      ["CodeMode.execute", "host"],
      ["CodeMode.tool", "CodeMode.execute"],
      ["inside", "CodeMode.tool"],
      ["CodeMode.tool", "CodeMode.execute"],
      ["CodeMode.tool", "CodeMode.execute"]
    ])
    expect(spans.filter(({ name }) => name === "CodeMode.tool").map(({ attributes }) => attributes)).toEqual([
      { "codemode.tool.name": "api.own", "codemode.tool.index": 0, "codemode.tool.outcome": "success" },
      { "codemode.tool.name": "search", "codemode.tool.index": 1, "codemode.tool.outcome": "success" },
      { "codemode.tool.name": "refuse", "codemode.tool.index": 2, "codemode.tool.outcome": "failure" }
    ])
    expect(spans[1].attributes).toEqual({ "codemode.outcome": "success", "codemode.toolCalls": 3 })
    expect(JSON.stringify(spans)).not.toContain("s3cret")
    expect(spans.every(({ ended }) => ended !== "open")).toBe(true)
  })

  it("tell how an execution failed", async () => {
    const [, execution] = await spansOf("await tools.bad({})", { tools: { bad: answering(() => 1) } as {} })
    expect(execution).toMatchObject({
      name: "CodeMode.execute",
      ended: "success",
      attributes: { "codemode.outcome": "failure", "codemode.error.kind": "InvalidToolOutput", "codemode.toolCalls": 1 }
    })
  })

  it("end for interrupted calls", async () => {
    const spans = await spansOf("tools.never({}); return 1", { tools: { never: pending().tool } as {} })
    expect(spans[2]).toMatchObject({
      name: "CodeMode.tool",
      attributes: { "codemode.tool.outcome": "interrupted" },
      ended: "failure"
    })
  })

  it("there is none for calls that were not admitted", async () => {
    const spans = await spansOf("await tools.nope({}).catch(() => 0); await tools.echo({}, {}).catch(() => 0)", {
      tools: { echo } as {}
    })
    expect(spans.map(({ name }) => name)).toEqual(["host", "CodeMode.execute"])
  })
})
