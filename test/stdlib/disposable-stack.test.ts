import { describe, it } from "vitest"
import { answers } from "./host-comparison.ts"

describe("DisposableStack", () => {
  it("disposes the last first, once, and remembers every error", () => {
    answers(
      `const log = [], s = new DisposableStack()
       s.use({ [Symbol.dispose]() { log.push("used") } }); s.adopt("v", (v) => log.push("adopted " + v)); s.defer(() => log.push("deferred")); s.use(null)
       const before = s.disposed; s.dispose(); s[Symbol.dispose](); 
       const bad = new DisposableStack(); bad.defer(() => { throw 1 }); bad.defer(() => { throw 2 }); const error = attempt(() => bad.dispose())
       return [before, s.disposed, log, attempt(() => s.use(null)), attempt(() => s.use(1)), error, s.dispose === s[Symbol.dispose]]`,
      `[false true ["deferred" "adopted v" "used"] ReferenceError ReferenceError SuppressedError true]`
    )
  })

  it("moves, and works under using", () => {
    answers(
      `const log = []; let moved
       { using s = new DisposableStack(); s.defer(() => log.push("end")); moved = s.move() }
       const first = log.slice(); { using again = moved; log.push("in") }
       return [first, log, moved.disposed, attempt(() => DisposableStack()), attempt(() => new DisposableStack().use({})), attempt(() => new DisposableStack().adopt(1, 2)), String(moved)]`,
      `[[] ["in" "end"] true TypeError TypeError TypeError "[object DisposableStack]"]`
    )
  })
})

describe("AsyncDisposableStack", () => {
  it("awaits what it disposes", () => {
    answers(
      `const log = [], s = new AsyncDisposableStack()
       s.use({ async [Symbol.asyncDispose]() { await null; log.push("async") } }); s.use({ [Symbol.dispose]() { log.push("sync") } })
       s.adopt(1, async (v) => { await null; log.push(v) }); s.defer(async () => log.push("deferred")); s.use(undefined)
       const done = s.disposeAsync(); log.push("called"); await done; await s.disposeAsync()
       const bad = new AsyncDisposableStack(); bad.defer(async () => { throw new RangeError("x") })
       return [log, s.disposed, await bad.disposeAsync().catch((e) => e), await AsyncDisposableStack.prototype.disposeAsync.call({}).catch((e) => e), s.disposeAsync === s[Symbol.asyncDispose]]`,
      `[["deferred" "called" 1 "sync" "async"] true RangeError TypeError true]`
    )
  })
})
