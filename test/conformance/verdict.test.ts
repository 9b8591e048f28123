import { describe, expect, it } from "vitest"
import type { Outcome } from "./engine.ts"
import { uncaughtMarker } from "./program.ts"
import { complaint } from "./verdict.ts"

const test = (flags: ReadonlyArray<string>, negative?: { phase: string; type: string }) => ({
  path: "language/a.js",
  metadata: { flags, features: [], includes: [], negative }
})
const completed = (...logs: ReadonlyArray<string>): Outcome => ({ type: "completed", logs })
const refused: Outcome = { type: "refused", logs: [], kind: "ParseError", message: "no", line: 1 }
const failed: Outcome = { type: "failed", logs: [], kind: "ExecutionFailure", message: "TypeError: x", line: 1 }

describe("complaint", () => {
  it("wants a plain test to complete", () => {
    expect(complaint(test([]), completed(), "program")).toBeUndefined()
    expect(complaint(test([]), failed, "program")).toBe("ExecutionFailure: TypeError: x")
    expect(complaint(test([]), { type: "timeout", logs: [] }, "program")).toBe("timeout")
  })

  it("wants an asynchronous test to say that it is done, and nothing else", () => {
    expect(complaint(test(["async"]), completed("Test262:AsyncTestComplete"), "program")).toBeUndefined()
    expect(complaint(test(["async"]), completed(), "program")).toBe("async: $DONE was never called")
    expect(complaint(test(["async"]), completed("Test262:AsyncTestFailure:TypeError: x"), "program")).toBe(
      "async: TypeError: x"
    )
  })

  it("wants an early error before anything ran", () => {
    const early = test([], { phase: "parse", type: "SyntaxError" })
    expect(complaint(early, refused, "program")).toBeUndefined()
    expect(complaint(early, failed, "program")).toMatch(/^not refused/)
    expect(complaint(early, completed(), "program")).toMatch(/^not refused/)
  })

  it("wants a runtime error of the right class", () => {
    const negative = test([], { phase: "runtime", type: "TypeError" })
    expect(complaint(negative, completed(`${uncaughtMarker}TypeError`), "program")).toBeUndefined()
    expect(complaint(negative, completed(`${uncaughtMarker}RangeError`), "program")).toMatch(/got RangeError/)
    expect(complaint(negative, completed(), "program")).toMatch(/got no failure/)
    expect(complaint(negative, refused, "program")).toMatch(/got ParseError/)
  })
})
